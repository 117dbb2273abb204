//! The effect of a stone on an empty cell on the lines through it, as tables that are computed at start-up.
//!
//! A row of five needs five cells without a stone of the other side; those that have the cell among them reach four cells to both
//! sides. So the [class] of a line through a cell follows from its eight neighbors there, and the [kind] of a cell from the classes of
//! its four lines.

use gomoku::{Cell, CellSet, SIZE};
use search::splitmix;

use crate::kind;
use crate::value::Weights;

/// The classes of a line with a stone on the cell, by what one more stone there would make of it.
pub mod class {
    /// Another stone makes an open four.
    pub const OPEN_THREE: u8 = 5;
    /// Another stone makes five, on one cell only.
    pub const FOUR: u8 = 6;
    /// Another stone makes five, on either of two cells.
    pub const OPEN_FOUR: u8 = 7;
    /// Five or more in line.
    pub const FIVE: u8 = 8;
    /// A four that can become an open one; below the open three.
    pub const THREE: u8 = 4;
    /// Another stone makes an open three.
    pub const OPEN_TWO: u8 = 3;
    /// Another stone makes a three.
    pub const TWO: u8 = 2;
}

/// Of eight neighbors, and of four classes.
const CODES: usize = 1 << 16;

/// The tables.
pub struct Tables {
    /// By the codes of eight neighbors, two bits each (0 empty, 1 black, 2 white, 3 off the board): black's class, and white's in the
    /// upper four bits.
    classes: Box<[u8; CODES]>,
    /// By the same and by color: the neighbors, a bit each, that make five once there is a stone in the center.
    fives: [Box<[u8; CODES]>; 2],
    /// By four classes of four bits each.
    kinds: Box<[u8; CODES]>,
    /// Of each color's stone on each cell.
    keys: [Vec<u64>; 2],
    /// The place of each cell on its four lines.
    spots: Vec<[Spot; 4]>,
    weights: Weights,
}

/// The place of a cell on a line.
#[derive(Clone, Copy)]
pub struct Spot {
    /// Number of the line.
    pub line: u8,
    /// Its lowest bit there.
    pub shift: u8,
    /// From a cell of the line to the next one.
    pub step: i32,
}

/// Rows, columns and diagonals.
pub const LINE_COUNT: usize = 6 * SIZE - 2;

impl Tables {
    /// Computes them.
    pub fn new(weights: Weights) -> Self {
        let mut memo = vec![[u8::MAX; 2]; 1 << 18];
        let empty = || Box::new([0; CODES]);
        let (mut classes, mut fives, mut kinds) = (empty(), [empty(), empty()], empty());
        for code in 0..CODES {
            kinds[code] = kind_of(code);
            let free = mask(code, 0);
            let both = [1, 2].map(|color| mask(code, color) | CENTER);
            for (color, (fives, &ours)) in fives.iter_mut().zip(&both).enumerate() {
                let [class, places] = line_of(ours, free, &mut memo);
                classes[code] |= class << (4 * color);
                fives[code] = places;
            }
        }
        // Far from the numbers of turns, which are salts.
        let keys = |color: u64| {
            let places = (0..Cell::COUNT as u64).map(|cell| (1 + color) << 48 | cell);
            places.map(|place| splitmix(0, place)).collect()
        };
        Tables {
            classes,
            fives,
            kinds,
            keys: [keys(0), keys(1)],
            weights,
            spots: CellSet::FULL.iter().map(spots).collect(),
        }
    }

    /// The weights of a field's value.
    #[inline]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The classes of both colors on a line with these neighbors, white's in the upper four of eight bits.
    #[inline]
    pub fn classes(&self, neighbors: u16) -> u8 {
        self.classes[usize::from(neighbors)]
    }

    /// The neighbors that make five for the color with this index once it has a stone in the center, by their place in
    /// [`DISTANCES`].
    #[inline]
    pub fn fives(&self, neighbors: u16, color: usize) -> u8 {
        self.fives[color][usize::from(neighbors)]
    }

    /// The kinds of a cell whose lines have these classes, four bits each: black's classes in the lower half, its kind in the lower
    /// four bits.
    #[inline]
    pub fn kinds(&self, classes: u32) -> u8 {
        let [black, white] =
            [classes & 0xffff, classes >> 16].map(|classes| self.kinds[classes as usize]);
        black | white << 4
    }

    /// The place of a cell on each of its lines.
    #[inline]
    pub fn spots(&self, cell: Cell) -> &[Spot; 4] {
        &self.spots[cell.index()]
    }

    /// The lines of the empty board: two bits for each cell, all set for those off the board.
    pub fn empty_lines(&self) -> [u64; LINE_COUNT] {
        let mut lines = [u64::MAX; LINE_COUNT];
        for spot in self.spots.iter().flatten() {
            lines[usize::from(spot.line)] ^= 3 << spot.shift;
        }
        lines
    }

    /// The part of the hash of a stone of this color.
    #[inline]
    pub fn key(&self, color: usize, cell: usize) -> u64 {
        self.keys[color][cell]
    }
}

/// The neighbors on a line, in the order of their codes.
pub const DISTANCES: [i8; 8] = [-4, -3, -2, -1, 1, 2, 3, 4];

fn spots(cell: Cell) -> [Spot; 4] {
    let (x, y) = (cell.x(), cell.y());
    let size = SIZE as u8;
    // Eight cells off the board before the first one, so that all that is looked at is there.
    let spot = |line, place: u8, step| Spot {
        line,
        shift: 2 * (place + 8),
        step,
    };
    let width = SIZE as i32;
    [
        spot(y, x, 1),
        spot(size + x, y, width),
        spot(3 * size - 1 + x - y, x, width + 1),
        spot(4 * size - 1 + x + y, x, 1 - width),
    ]
}

/// The bit of the cell among the nine of a line.
const CENTER: u16 = 1 << 4;

/// The neighbors with this code, as bits of a line of nine.
fn mask(code: usize, wanted: usize) -> u16 {
    let different = code ^ (wanted * 0x5555);
    let mut bits = !(different | different >> 1) & 0x5555;
    for &(shift, mask) in &[(1, 0x3333), (2, 0x0f0f), (4, 0xff)] {
        bits = (bits | bits >> shift) & mask;
    }
    (bits & 0xf | bits << 1 & 0x1e0) as u16
}

/// The class of a line of nine with our stones, one of them in the center, and these free cells, and the free cells that make five
/// through the center, in the order of [`DISTANCES`].
fn line_of(ours: u16, free: u16, memo: &mut [[u8; 2]]) -> [u8; 2] {
    let place = usize::from(ours) | usize::from(free) << 9;
    if memo[place][0] != u8::MAX {
        return memo[place];
    }
    let (mut useful, mut fives, mut class) = (0, 0, 0);
    for window in (0..5).map(|i| 0b11111 << i) {
        if (window & ours).count_ones() == 4 {
            fives |= window & free;
        }
        if window & !(ours | free) == 0 {
            class = class.max(1);
            if window & ours == window {
                class = class::FIVE;
            }
            useful |= window & free;
        }
    }
    if class == 1 {
        let (mut best, mut count) = (0, 0);
        for i in (0..9).filter(|i| useful >> i & 1 != 0) {
            let [next, _] = line_of(ours | 1 << i, free & !(1 << i), memo);
            best = best.max(next);
            count += u8::from(next == class::FIVE);
        }
        class = match count {
            0 => best.max(3) - 2,
            1 => class::FOUR,
            _ => class::OPEN_FOUR,
        };
    }
    memo[place] = [class, (fives & 0xf | fives >> 1 & 0xf0) as u8];
    memo[place]
}

/// The kind for four classes of four bits each.
fn kind_of(classes: usize) -> u8 {
    // Four bits a class.
    let counts: u64 = (0..4).map(|i| 1 << (4 * (classes >> (4 * i) & 15))).sum();
    let count = |wanted: u8| counts >> (4 * wanted) & 15;
    let halves = count(class::THREE) + count(class::OPEN_TWO);
    let threes = count(class::OPEN_THREE);
    match (count(class::FOUR), threes, halves) {
        _ if count(class::FIVE) > 0 => kind::FIVE,
        _ if count(class::OPEN_FOUR) > 0 => kind::OPEN_FOUR,
        (fours, ..) if fours > 1 => kind::OPEN_FOUR,
        (1, 0, 0) => kind::FOUR,
        (1, 0, _) => kind::FOUR + 1,
        (1, ..) => kind::FOUR + 2,
        (_, 1, 0) => kind::OPEN_THREE,
        (_, 1, _) => kind::OPEN_THREE + 1,
        (_, 2..=4, _) => kind::OPEN_THREE + 2,
        (.., halves) if halves > 1 => 7,
        (.., 1) if count(class::THREE) == 1 => 6,
        (.., 1) if count(class::TWO) > 0 => 5,
        (.., 1) => kind::OPEN_TWO,
        _ => match count(class::TWO) {
            0 => u8::from(count(1) > 0),
            1 => kind::TWO,
            _ => kind::TWO + 1,
        },
    }
}
