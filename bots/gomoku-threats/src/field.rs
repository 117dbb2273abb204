//! The board with what a stone on each empty cell would make of its lines, kept up to date move by move.

use gomoku::{Board, Cell, CellSet, Color, LINES};
use search::splitmix;

use crate::kind;
use crate::tables::{DISTANCES, LINE_COUNT, Tables, class};
use crate::value::{self, STATES, Sums};
use crate::windows;

/// A position for searches: stones can be placed and taken back in reverse order.
#[derive(Clone)]
pub struct Field<'a> {
    tables: &'a Tables,
    /// The cells of each line as [`Tables::spots`] numbers them, two bits a cell: 0 empty, 1 black, 2 white, 3 off the board.
    lines: [u64; LINE_COUNT],
    now: Now,
    /// The classes of each cell's lines, four bits each, white's in the upper half; of a cell with a stone as they were before it.
    classes: [u32; Cell::COUNT],
    /// The kinds of each cell, white's in the upper four bits.
    kinds: [u8; Cell::COUNT],
    /// The states of the windows as black sees them, but for stones that only [threaten](Field::threaten).
    windows: [u16; windows::COUNT],
    /// The changes by each stone, to take it back.
    before: Vec<Now>,
    changed: Vec<Changed>,
}

/// The part that is copied to take back a stone.
#[derive(Clone, Copy)]
struct Now {
    /// The cells that have a stone.
    taken: CellSet,
    /// Of both colors, as [`SETS`] numbers them.
    sets: [[CellSet; 2]; 5],
    /// The sums of the weights of empty cells, windows and the move.
    sums: Sums,
    /// True if the windows show the last stone.
    is_valued: bool,
    hash: u64,
    /// Number of changed cells.
    changed: usize,
}

/// A cell as it was.
#[derive(Clone, Copy)]
struct Changed {
    at: u8,
    kinds: u8,
    classes: u32,
}

impl<'a> Field<'a> {
    /// The field of a board. Its hashes are those of this salt.
    pub fn new(board: &Board, tables: &'a Tables, salt: u64) -> Self {
        let mut field = Field {
            tables,
            lines: tables.empty_lines(),
            now: Now {
                taken: CellSet::EMPTY,
                sets: [[CellSet::EMPTY; 2]; 5],
                sums: Sums::default(),
                is_valued: false,
                hash: splitmix(0, salt),
                changed: 0,
            },
            classes: [0; Cell::COUNT],
            kinds: [0; Cell::COUNT],
            windows: tables.empty_windows(),
            before: Vec::with_capacity(Cell::COUNT),
            changed: Vec::with_capacity(32 * Cell::COUNT),
        };
        for cell in CellSet::FULL {
            let at = cell.index();
            for (line, spot) in tables.spots(cell).iter().enumerate() {
                let code = field.lines[usize::from(spot.line)] >> (spot.shift - 8);
                field.classes[at] |= both(tables.classes(neighbors(code))) << (4 * line);
            }
            field.kinds[at] = tables.kinds(field.classes[at]);
            field.weigh(usize::from(field.kinds[at]), 1);
        }
        field.weigh(value::TO_MOVE, 1);
        for &color in &[Color::Black, Color::White] {
            for cell in board.stones(color) {
                field.place(cell, color);
            }
        }
        field
    }

    /// Puts a stone of `color` on an empty cell.
    pub fn place(&mut self, cell: Cell, color: Color) {
        self.put::<true>(cell, color);
    }

    /// The same, but there is no [`value`](Field::value) until the stone is taken back.
    pub fn threaten(&mut self, cell: Cell, color: Color) {
        self.put::<false>(cell, color);
    }

    #[inline]
    fn put<const VALUED: bool>(&mut self, cell: Cell, color: Color) {
        self.before.push(self.now);
        self.now.taken.insert(cell);
        self.now.hash ^= self.tables.key(color.index(), cell.index());
        let code = 1 + color.index() as u64;
        let tables = self.tables;
        self.now.is_valued = VALUED;
        if VALUED {
            self.weigh(usize::from(self.kinds[cell.index()]), -1);
            for part in tables.parts(cell) {
                let window = &mut self.windows[usize::from(part.window)];
                let before = usize::from(*window);
                *window += code as u16 * part.digit;
                let after = usize::from(*window);
                self.weigh(STATES + before, -1);
                self.weigh(STATES + after, 1);
            }
        }
        self.now.show(cell, self.kinds[cell.index()], 0);
        for (line, spot) in tables.spots(cell).iter().enumerate() {
            let cells = &mut self.lines[usize::from(spot.line)];
            *cells ^= code << spot.shift;
            // The nine neighbors of the first one, which is four steps back, begin at bit 0.
            let mut cells = *cells >> (spot.shift - 16);
            let mut at = cell.index() as i32 - 4 * spot.step;
            for _ in 0..9 {
                if cells >> 8 & 3 == 0 {
                    self.update::<VALUED>(at as usize, line, tables.classes(neighbors(cells)));
                }
                cells >>= 2;
                at += spot.step;
            }
        }
    }

    /// Gives a line of an empty cell these classes.
    #[inline]
    fn update<const VALUED: bool>(&mut self, at: usize, line: usize, classes: u8) {
        let (before, shift) = (self.classes[at], 4 * line);
        let changed = (before >> shift ^ both(classes)) & both(u8::MAX);
        if changed == 0 {
            return;
        }
        let kinds = self.kinds[at];
        self.changed.push(Changed {
            at: at as u8,
            kinds,
            classes: before,
        });
        self.now.changed += 1;
        self.classes[at] = before ^ changed << shift;
        let now = self.tables.kinds(self.classes[at]);
        if now == kinds {
            return;
        }
        if VALUED {
            self.weigh(usize::from(kinds), -1);
            self.weigh(usize::from(now), 1);
        }
        self.kinds[at] = now;
        if let Some(cell) = Cell::from_index(at) {
            self.now.show(cell, kinds, now);
        }
    }

    /// Adds the weights of a place to the value, or takes them away.
    #[inline]
    fn weigh(&mut self, place: usize, sign: i32) {
        let weights = self.tables.weights().of(place);
        for (sum, &weight) in self.now.sums.iter_mut().zip(weights) {
            *sum += sign * i32::from(weight);
        }
    }

    /// Takes back the last stone placed.
    pub fn take_back(&mut self, cell: Cell, color: Color) {
        if self.now.is_valued {
            for part in self.tables.parts(cell) {
                self.windows[usize::from(part.window)] -= (1 + color.index() as u16) * part.digit;
            }
        }
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
        while self.changed.len() > self.now.changed {
            if let Some(changed) = self.changed.pop() {
                let at = usize::from(changed.at);
                self.kinds[at] = changed.kinds;
                self.classes[at] = changed.classes;
            }
        }
        let code = 1 + color.index() as u64;
        for spot in self.tables.spots(cell) {
            self.lines[usize::from(spot.line)] ^= code << spot.shift;
        }
    }

    /// The cells that make five for `color`.
    pub fn fives(&self, color: Color) -> CellSet {
        self.now.sets[FIVES][color.index()]
    }

    /// The cells that make a four of any sort, or five.
    pub fn fours(&self, color: Color) -> CellSet {
        self.now.sets[FOURS][color.index()]
    }

    /// The cells that make an open four or two fours, and no five.
    pub fn open_fours(&self, color: Color) -> CellSet {
        self.now.sets[OPEN_FOURS][color.index()]
    }

    /// The cells that make an open three and no four.
    pub fn open_threes(&self, color: Color) -> CellSet {
        self.now.sets[OPEN_THREES][color.index()]
    }

    /// The empty cells that share a possible five with a stone.
    pub fn useful(&self) -> CellSet {
        self.now.sets[USEFUL][0] | self.now.sets[USEFUL][1]
    }

    /// The cells without a stone.
    pub fn empty(&self) -> CellSet {
        !self.now.taken
    }

    /// The kind of an empty cell for `color`.
    pub fn kind(&self, cell: Cell, color: Color) -> u8 {
        self.kinds[cell.index()] >> (4 * color.index()) & 15
    }

    /// The places of the weights that are added up for the value, with the stage: of the cells that share a possible five with a
    /// stone, of the windows that are not empty, and of the move.
    pub fn terms(&self, mover: Color) -> (usize, Vec<u16>) {
        let cells = self.useful();
        let kinds = cells.iter().map(|cell| self.kinds[cell.index()].into());
        let empty = self.tables.empty_windows();
        let windows = self.windows.iter().zip(&empty);
        let states = windows.filter(|(now, empty)| now != empty);
        let states = states.map(|(&now, _)| STATES + usize::from(now));
        let to_move = std::iter::once(value::TO_MOVE);
        let places = kinds.chain(states).chain(to_move);
        let seen = places.map(|place| match mover {
            Color::Black => place as u16,
            Color::White => value::mirrored(place) as u16,
        });
        (value::stage(self.now.taken.len()), seen.collect())
    }

    /// The value for the side to move, within 10,000 of 0.
    #[inline]
    pub fn value(&self, mover: Color) -> i16 {
        value::of_sums(mover, self.now.taken.len(), &self.now.sums)
    }

    /// The hash of the stones.
    pub fn hash(&self) -> u64 {
        self.now.hash
    }

    /// The hash after a stone of `color` on `cell`.
    pub fn hash_after(&self, cell: Cell, color: Color) -> u64 {
        self.now.hash ^ self.tables.key(color.index(), cell.index())
    }

    /// The cells on which `color` makes five once it has a stone on this empty cell, as far as they follow from that stone.
    pub fn fives_after(&self, cell: Cell, color: Color) -> CellSet {
        let mut fives = CellSet::EMPTY;
        for (line, spot) in self.tables.spots(cell).iter().enumerate() {
            let class = self.classes[cell.index()] >> (16 * color.index() + 4 * line) & 15;
            if class < class::FOUR.into() || class >= class::FIVE.into() {
                continue;
            }
            let code = self.lines[usize::from(spot.line)] >> (spot.shift - 8);
            let mut places = self.tables.fives(neighbors(code), color.index());
            while places != 0 {
                let steps = DISTANCES[places.trailing_zeros() as usize];
                places &= places - 1;
                if let Some(five) = cell.step(LINES[line], steps) {
                    fives.insert(five);
                }
            }
        }
        fives
    }

    /// The cells of which the other side must take one, unless it makes a four itself, because `color` can make an open four and the
    /// other side has no five: all others leave one of the open fours and its two fives as they are.
    pub fn defenses(&self, color: Color) -> CellSet {
        let mut common = CellSet::FULL;
        for cell in self.open_fours(color) {
            let mut needed = self.fives_after(cell, color);
            if needed.len() > 2 {
                needed = CellSet::EMPTY;
            }
            needed.insert(cell);
            common &= needed;
        }
        common
    }
}

impl Now {
    /// Changes the sets of the cells by their kinds.
    #[inline]
    fn show(&mut self, cell: Cell, before: u8, kinds: u8) {
        for side in 0..2 {
            let [before, now] =
                [before, kinds].map(|kinds| SETS[usize::from(kinds >> (4 * side) & 15)]);
            let mut changed = before ^ now;
            while changed != 0 {
                let set = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                match now >> set & 1 {
                    0 => self.sets[set][side].remove(cell),
                    _ => self.sets[set][side].insert(cell),
                }
            }
        }
    }
}

const USEFUL: usize = 0;
const OPEN_THREES: usize = 1;
const FOURS: usize = 2;
const OPEN_FOURS: usize = 3;
const FIVES: usize = 4;

/// In which sets cells of each kind are, a bit each.
const SETS: [u8; kind::COUNT] = [0, 0, 1, 1, 1, 1, 1, 1, 3, 3, 3, 5, 5, 5, 13, 21];

/// The eight neighbors of the fifth of nine cells, from the lowest bits of a line.
#[inline]
fn neighbors(cells: u64) -> u16 {
    (cells & 0xff | cells >> 2 & 0xff00) as u16
}

/// The classes of black in the lowest bits of one half and those of white in the lowest bits of the other.
#[inline]
fn both(classes: u8) -> u32 {
    u32::from(classes & 15) | u32::from(classes >> 4) << 16
}
