//! The board with what a stone on each empty cell would make of its lines, kept up to date move by move.

use gomoku::{Board, Cell, CellSet, Color, LINES};
use search::splitmix;

use crate::kind;
use crate::tables::{DISTANCES, LINE_COUNT, Tables, class};
use crate::value::{self, NOTHING, STONES, TILES, Tiles};

/// A position for searches: stones can be placed and taken back in reverse order.
#[derive(Clone)]
pub struct Field<'a> {
    tables: &'a Tables,
    /// The cells of each line as [`Tables::spots`] numbers them, two bits a cell: 0 empty, 1 black, 2 white, 3 off the board.
    lines: [u64; LINE_COUNT],
    /// The empty board, then the position after each stone: a copy costs less than to undo what the stone has changed.
    states: Vec<State>,
}

/// A position.
#[derive(Clone, Copy)]
struct State {
    /// The last stone.
    last: Option<Cell>,
    /// The cells that have a stone.
    taken: CellSet,
    /// Black's as [`SETS`] numbers them, then white's.
    sets: [CellSet; 2 * COLOR],
    /// The classes of each cell's lines, four bits each, white's in the upper half; of a cell with a stone as they were before it.
    classes: [u32; Cell::COUNT],
    /// The kinds of each cell, white's in the upper four bits.
    kinds: [u8; Cell::COUNT],
    /// The sums of vectors, but for stones that only [threaten](Field::threaten).
    tiles: Tiles,
    hash: u64,
}

impl<'a> Field<'a> {
    /// The field of a board. Its hashes are those of this salt.
    pub fn new(board: &Board, tables: &'a Tables, salt: u64) -> Self {
        let lines = tables.empty_lines();
        let mut empty = State {
            last: None,
            taken: CellSet::EMPTY,
            sets: [CellSet::EMPTY; 2 * COLOR],
            classes: [0; Cell::COUNT],
            kinds: [0; Cell::COUNT],
            tiles: [Default::default(); TILES],
            hash: splitmix(0, salt),
        };
        for cell in CellSet::FULL {
            let at = cell.index();
            for (line, spot) in tables.spots(cell).iter().enumerate() {
                let code = lines[usize::from(spot.line)] >> (spot.shift - 8);
                empty.classes[at] |= both(tables.classes(neighbors(code))) << (4 * line);
            }
            empty.kinds[at] = tables.kinds(empty.classes[at]);
            let tile = &mut empty.tiles[value::tile(at)];
            (tables.weights()).exchange(tile, NOTHING, empty.kinds[at].into());
        }
        let mut states = Vec::with_capacity(Cell::COUNT + 1);
        states.push(empty);
        let mut field = Field {
            tables,
            lines,
            states,
        };
        for &color in &[Color::Black, Color::White] {
            for cell in board.stones(color) {
                field.place(cell, color);
            }
        }
        field
    }

    #[inline]
    fn now(&self) -> &State {
        &self.states[self.states.len() - 1]
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
        let last = self.states.len();
        self.states.extend_from_within(last - 1..);
        self.states[last].put::<VALUED>(cell, color, self.tables, &mut self.lines);
    }

    /// Takes back the last stone placed; there must be one.
    pub fn take_back(&mut self) {
        if let Some(cell) = self.states.pop().and_then(|state| state.last) {
            for spot in self.tables.spots(cell) {
                self.lines[usize::from(spot.line)] &= !(3 << spot.shift);
            }
        }
    }

    /// The cells that make five for `color`.
    pub fn fives(&self, color: Color) -> CellSet {
        self.now().sets[FIVES + COLOR * color.index()]
    }

    /// The cells that make a four of any sort, or five.
    pub fn fours(&self, color: Color) -> CellSet {
        self.now().sets[FOURS + COLOR * color.index()]
    }

    /// The cells that make an open four or two fours, and no five.
    pub fn open_fours(&self, color: Color) -> CellSet {
        self.now().sets[OPEN_FOURS + COLOR * color.index()]
    }

    /// The cells that make an open three and no four.
    pub fn open_threes(&self, color: Color) -> CellSet {
        self.now().sets[OPEN_THREES + COLOR * color.index()]
    }

    /// The empty cells that share a possible five with a stone.
    pub fn useful(&self) -> CellSet {
        self.now().sets[USEFUL] | self.now().sets[USEFUL + COLOR]
    }

    /// The cells without a stone.
    pub fn empty(&self) -> CellSet {
        !self.now().taken
    }

    /// The kind of an empty cell for `color`.
    pub fn kind(&self, cell: Cell, color: Color) -> u8 {
        self.now().kinds[cell.index()] >> (4 * color.index()) & 15
    }

    /// The places of the vectors that are added up for the value, each with its tile, and the stage.
    pub fn terms(&self, mover: Color) -> (usize, Vec<[usize; 2]>) {
        let now = self.now();
        let seen = CellSet::FULL.iter().map(|cell| {
            let place = match now.taken.contains(cell) {
                true => STONES - 1 + self.stone(cell),
                false => now.kinds[cell.index()].into(),
            };
            let place = match mover {
                Color::Black => place,
                Color::White => value::mirrored(place),
            };
            [place, value::tile(cell.index())]
        });
        let seen = seen.filter(|&[place, _]| place != NOTHING);
        (value::stage(now.taken.len()), seen.collect())
    }

    /// The code of a cell in its lines.
    fn stone(&self, cell: Cell) -> usize {
        let spot = self.tables.spots(cell)[0];
        (self.lines[usize::from(spot.line)] >> spot.shift & 3) as usize
    }

    /// The value for the side to move, within 10,000 of 0.
    #[inline]
    pub fn value(&self, mover: Color) -> i16 {
        let (weights, now) = (self.tables.weights(), self.now());
        weights.value(mover, now.taken.len(), &now.tiles)
    }

    /// The hash of the stones.
    pub fn hash(&self) -> u64 {
        self.now().hash
    }

    /// The hash after a stone of `color` on `cell`.
    pub fn hash_after(&self, cell: Cell, color: Color) -> u64 {
        self.now().hash ^ self.tables.key(color.index(), cell.index())
    }

    /// The cells on which `color` makes five once it has a stone on this empty cell, as far as they follow from that stone.
    pub fn fives_after(&self, cell: Cell, color: Color) -> CellSet {
        let mut fives = CellSet::EMPTY;
        for (line, spot) in self.tables.spots(cell).iter().enumerate() {
            let class = self.now().classes[cell.index()] >> (16 * color.index() + 4 * line) & 15;
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

impl State {
    #[inline]
    fn put<const VALUED: bool>(
        &mut self,
        cell: Cell,
        color: Color,
        tables: &Tables,
        lines: &mut [u64; LINE_COUNT],
    ) {
        self.last = Some(cell);
        self.taken.insert(cell);
        self.hash ^= tables.key(color.index(), cell.index());
        let code = 1 + color.index() as u64;
        let kinds = self.kinds[cell.index()];
        if VALUED {
            let tile = &mut self.tiles[value::tile(cell.index())];
            (tables.weights()).exchange(tile, kinds.into(), STONES + color.index());
        }
        self.show(cell, kinds, 0);
        for (line, spot) in tables.spots(cell).iter().enumerate() {
            let cells = &mut lines[usize::from(spot.line)];
            *cells ^= code << spot.shift;
            // The nine neighbors of the first one, which is four steps back, begin at bit 0.
            let mut cells = *cells >> (spot.shift - 16);
            let mut at = cell.index() as i32 - 4 * spot.step;
            for _ in 0..9 {
                if cells >> 8 & 3 == 0 {
                    let classes = tables.classes(neighbors(cells));
                    self.update::<VALUED>(at as usize, line, classes, tables);
                }
                cells >>= 2;
                at += spot.step;
            }
        }
    }

    /// Gives a line of an empty cell these classes, and changes the sum of its tile.
    #[inline]
    fn update<const VALUED: bool>(&mut self, at: usize, line: usize, classes: u8, tables: &Tables) {
        let (before, shift) = (self.classes[at], 4 * line);
        let changed = (before >> shift ^ both(classes)) & both(u8::MAX);
        if changed == 0 {
            return;
        }
        self.classes[at] = before ^ changed << shift;
        let kinds = std::mem::replace(&mut self.kinds[at], tables.kinds(self.classes[at]));
        let now = self.kinds[at];
        if now == kinds {
            return;
        }
        if VALUED {
            let tile = &mut self.tiles[value::tile(at)];
            (tables.weights()).exchange(tile, kinds.into(), now.into());
        }
        if let Some(cell) = Cell::from_index(at) {
            self.show(cell, kinds, now);
        }
    }

    /// Changes the sets of the cells by their kinds.
    #[inline]
    fn show(&mut self, cell: Cell, before: u8, kinds: u8) {
        let now = SETS[usize::from(kinds)];
        let mut changed = SETS[usize::from(before)] ^ now;
        while changed != 0 {
            let set = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            match now >> set & 1 {
                0 => self.sets[set].remove(cell),
                _ => self.sets[set].insert(cell),
            }
        }
    }
}

const USEFUL: usize = 0;
const OPEN_THREES: usize = 1;
const FOURS: usize = 2;
const OPEN_FOURS: usize = 3;
const FIVES: usize = 4;
/// Sets of a color.
const COLOR: usize = 5;

/// By kinds of a cell the sets that it is in, a bit each.
static SETS: [u16; 256] = sets();

const fn sets() -> [u16; 256] {
    const OF_COLOR: [u16; kind::COUNT] = [0, 0, 1, 1, 1, 1, 1, 1, 3, 3, 3, 5, 5, 5, 13, 21];
    let (mut sets, mut kinds) = ([0; 256], 0);
    while kinds < 256 {
        sets[kinds] = OF_COLOR[kinds & 15] | OF_COLOR[kinds >> 4] << COLOR;
        kinds += 1;
    }
    sets
}

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
