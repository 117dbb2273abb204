//! The board with what a stone on each empty cell would make of its lines, kept up to date move by move.

use gomoku::{Board, Cell, CellSet, Color, LINES};

use crate::tables::{DISTANCES, Tables, kind};

/// A position for searches: stones can be placed and taken back in reverse order.
#[derive(Clone)]
pub struct Field<'a> {
    tables: &'a Tables,
    /// Which cells have a stone.
    taken: CellSet,
    /// The eight neighbors of each cell on each line, as in [`Tables::classes`].
    neighbors: [[u16; Cell::COUNT]; 4],
    /// Of each cell's lines; of a cell with a stone as they were before it.
    classes: [[u8; 4]; Cell::COUNT],
    kinds: [[u8; Cell::COUNT]; 2],
    counts: [[i16; kind::COUNT]; 2],
    fives: [CellSet; 2],
    fours: [CellSet; 2],
    open_fours: [CellSet; 2],
    open_threes: [CellSet; 2],
    useful: [CellSet; 2],
    hash: u64,
}

impl<'a> Field<'a> {
    /// The field of a board.
    pub fn new(board: &Board, tables: &'a Tables) -> Self {
        let mut field = Field {
            tables,
            taken: CellSet::EMPTY,
            neighbors: [[0; Cell::COUNT]; 4],
            classes: [[0; 4]; Cell::COUNT],
            kinds: [[0; Cell::COUNT]; 2],
            counts: [[0; kind::COUNT]; 2],
            fives: [CellSet::EMPTY; 2],
            fours: [CellSet::EMPTY; 2],
            open_fours: [CellSet::EMPTY; 2],
            open_threes: [CellSet::EMPTY; 2],
            useful: [CellSet::EMPTY; 2],
            hash: 0,
        };
        for cell in CellSet::FULL {
            let at = cell.index();
            for (line, &step) in LINES.iter().enumerate() {
                for (bit, distance) in DISTANCES.iter().enumerate() {
                    if cell.step(step, *distance).is_none() {
                        field.neighbors[line][at] |= 3 << (2 * bit);
                    }
                }
                field.classes[at][line] = tables.classes(field.neighbors[line][at]);
            }
            for color in 0..2 {
                field.enter(cell, color, tables.kind(field.classes[at], color));
            }
        }
        for &color in &[Color::Black, Color::White] {
            for cell in board.stones(color) {
                field.place(cell, color);
            }
        }
        field
    }

    /// Puts a stone of `color` on an empty cell.
    pub fn place(&mut self, cell: Cell, color: Color) {
        self.taken.insert(cell);
        for side in 0..2 {
            self.leave(cell, side);
        }
        self.change(cell, color);
    }

    /// Takes back the last stone placed.
    pub fn take_back(&mut self, cell: Cell, color: Color) {
        self.change(cell, color);
        self.taken.remove(cell);
        for side in 0..2 {
            let kind = self.tables.kind(self.classes[cell.index()], side);
            self.enter(cell, side, kind);
        }
    }

    /// Changes the neighbors of a cell on which a stone of `color` appears or disappears.
    fn change(&mut self, cell: Cell, color: Color) {
        self.hash ^= self.tables.key(color.index(), cell.index());
        let code = 1 + color.index() as u16;
        let tables = self.tables;
        for seen in tables.seen_from(cell) {
            let (at, line) = (seen.from.index(), usize::from(seen.line));
            self.neighbors[line][at] ^= code << seen.shift;
            if self.taken.contains(seen.from) {
                continue;
            }
            let classes = tables.classes(self.neighbors[line][at]);
            if classes == self.classes[at][line] {
                continue;
            }
            self.classes[at][line] = classes;
            for side in 0..2 {
                let kind = tables.kind(self.classes[at], side);
                if kind != self.kinds[side][at] {
                    self.leave(seen.from, side);
                    self.enter(seen.from, side, kind);
                }
            }
        }
    }

    fn leave(&mut self, cell: Cell, side: usize) {
        let kind = self.kinds[side][cell.index()];
        self.counts[side][usize::from(kind)] -= 1;
        if kind >= kind::TWO {
            self.useful[side].remove(cell);
        }
        if kind >= kind::FOUR {
            self.fours[side].remove(cell);
            self.open_fours[side].remove(cell);
            self.fives[side].remove(cell);
        } else if kind >= kind::OPEN_THREE {
            self.open_threes[side].remove(cell);
        }
    }

    fn enter(&mut self, cell: Cell, side: usize, kind: u8) {
        self.kinds[side][cell.index()] = kind;
        self.counts[side][usize::from(kind)] += 1;
        if kind >= kind::TWO {
            self.useful[side].insert(cell);
        }
        match kind {
            kind::FIVE => self.fives[side].insert(cell),
            kind::OPEN_FOUR => self.open_fours[side].insert(cell),
            _ => {}
        }
        if kind >= kind::FOUR {
            self.fours[side].insert(cell);
        } else if kind >= kind::OPEN_THREE {
            self.open_threes[side].insert(cell);
        }
    }

    /// The cells that make five for `color`.
    pub fn fives(&self, color: Color) -> CellSet {
        self.fives[color.index()]
    }

    /// The cells that make a four of any sort, or five.
    pub fn fours(&self, color: Color) -> CellSet {
        self.fours[color.index()]
    }

    /// The cells that make an open four or two fours, and no five.
    pub fn open_fours(&self, color: Color) -> CellSet {
        self.open_fours[color.index()]
    }

    /// The cells that make an open three and no four.
    pub fn open_threes(&self, color: Color) -> CellSet {
        self.open_threes[color.index()]
    }

    /// The empty cells that share a possible five with a stone.
    pub fn useful(&self) -> CellSet {
        self.useful[0] | self.useful[1]
    }

    /// The cells without a stone.
    pub fn empty(&self) -> CellSet {
        !self.taken
    }

    /// The kind of an empty cell for `color`.
    pub fn kind(&self, cell: Cell, color: Color) -> u8 {
        self.kinds[color.index()][cell.index()]
    }

    /// How many empty cells are of each kind for `color`.
    pub fn counts(&self, color: Color) -> &[i16; kind::COUNT] {
        &self.counts[color.index()]
    }

    /// The hash of the stones.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash after a stone of `color` on `cell`.
    pub fn hash_after(&self, cell: Cell, color: Color) -> u64 {
        self.hash ^ self.tables.key(color.index(), cell.index())
    }

    /// The cells of which the other side must take one, unless it makes a four itself, because `color` can make an open four and the
    /// other side has no five: all others leave one of the open fours and its two fives as they are.
    pub fn defenses(&mut self, color: Color) -> CellSet {
        let mut common = CellSet::FULL;
        for cell in self.open_fours(color) {
            self.place(cell, color);
            let mut needed = self.fives(color);
            self.take_back(cell, color);
            if needed.len() > 2 {
                needed = CellSet::EMPTY;
            }
            needed.insert(cell);
            common &= needed;
        }
        common
    }
}
