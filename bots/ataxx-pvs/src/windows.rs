//! The learned value: a weight for what lies in each window of 3x3, 4x2 and 2x4 cells.
//!
//! A window is read as a number in base 3, a digit a cell: empty, a piece of the side to move, or one of the other. Windows that
//! a symmetry of the board maps onto each other share their weights, and so do the images of a window that is its own. There is
//! a set of weights for each stage of the game, by the number of empty cells. The sum is the logit of the chance that the side
//! to move wins: an n-tuple network (Lucas 2007).

use ataxx::{Board, Cell, CellSet, Move, SIZE};
use search::{dense, on_wide_registers};

/// Sets of weights.
pub const STAGES: usize = 6;
/// Weights of a stage that are added up for a board: one of each window, and one of the stage.
pub const TERMS: usize = WINDOWS + 1;
/// Parts of a logit of 1 that weights are in.
pub const UNIT: f64 = 200.0;
/// A logit of 1 in the units of the search.
pub const LOGIT: i32 = 400;
/// Largest value, either sign.
pub const MOST: i32 = 8000;

const WINDOWS: usize = 73;
/// States of a window with `cells` cells.
const fn states(cells: usize) -> usize {
    3usize.pow(cells as u32)
}

/// Windows that symmetries of the board map onto each other.
#[derive(Clone, Copy)]
struct Kind {
    /// The first of its weights within those of a stage.
    start: usize,
    /// Column and row of the first cell, columns and rows of all.
    place: [usize; 4],
}

const KINDS: [Kind; 12] = kinds([
    [0, 0, 3, 3],
    [1, 0, 3, 3],
    [2, 0, 3, 3],
    [1, 1, 3, 3],
    [2, 1, 3, 3],
    [2, 2, 3, 3],
    [0, 0, 4, 2],
    [1, 0, 4, 2],
    [0, 1, 4, 2],
    [1, 1, 4, 2],
    [0, 2, 4, 2],
    [1, 2, 4, 2],
]);

/// The kinds of these places, whose weights follow each other.
const fn kinds<const COUNT: usize>(places: [[usize; 4]; COUNT]) -> [Kind; COUNT] {
    let mut kinds = [Kind {
        start: 0,
        place: places[0],
    }; COUNT];
    let mut i = 1;
    while i < COUNT {
        kinds[i] = Kind {
            start: kinds[i - 1].end(),
            place: places[i],
        };
        i += 1;
    }
    kinds
}

/// The weight of the stage, after those of all windows.
const LAST: usize = KINDS[KINDS.len() - 1].end();
/// Weights of a stage.
pub const SIZE_OF_STAGE: usize = LAST + 1;

impl Kind {
    const fn cells(&self) -> usize {
        self.place[2] * self.place[3]
    }

    /// The first weight after those of this kind.
    const fn end(&self) -> usize {
        self.start + states(self.cells())
    }

    /// The cell of a digit after a symmetry of the board.
    const fn cell(&self, digit: usize, symmetry: usize) -> usize {
        let [x, y, columns, _] = self.place;
        let (x, y) = (x + digit % columns, y + digit / columns);
        let (x, y) = if symmetry & 1 > 0 { (y, x) } else { (x, y) };
        let x = if symmetry & 2 > 0 { SIZE - 1 - x } else { x };
        let y = if symmetry & 4 > 0 { SIZE - 1 - y } else { y };
        SIZE * y + x
    }

    /// The bits of the cells after a symmetry.
    const fn bits(&self, symmetry: usize) -> u64 {
        let (mut bits, mut digit) = (0, 0);
        while digit < self.cells() {
            bits |= 1 << self.cell(digit, symmetry);
            digit += 1;
        }
        bits
    }

    /// Returns true if an earlier symmetry has the same cells.
    const fn is_again(&self, symmetry: usize) -> bool {
        let mut before = 0;
        while before < symmetry {
            if self.bits(before) == self.bits(symmetry) {
                return true;
            }
            before += 1;
        }
        false
    }
}

const SYMMETRIES: usize = 8;

/// Numbers that are added at once: those of all windows, and zeros that fill a register.
const LANES: usize = 80;
type Row = [u16; LANES];

/// By cell and window: the number with the digit 1 for the cell, 0 if it is not in the window.
static DIGITS: [Row; Cell::COUNT] = digits().0;
/// The first weight of each window.
const STARTS: [u32; WINDOWS] = digits().1;

const fn digits() -> ([Row; Cell::COUNT], [u32; WINDOWS]) {
    let mut digits = [[0; LANES]; Cell::COUNT];
    let mut starts = [0; WINDOWS];
    let (mut i, mut window) = (0, 0);
    while i < KINDS.len() {
        let mut symmetry = 0;
        while symmetry < SYMMETRIES {
            if !KINDS[i].is_again(symmetry) {
                let mut digit = 0;
                while digit < KINDS[i].cells() {
                    digits[KINDS[i].cell(digit, symmetry)][window] = states(digit) as u16;
                    digit += 1;
                }
                starts[window] = KINDS[i].start as u32;
                window += 1;
            }
            symmetry += 1;
        }
        i += 1;
    }
    (digits, starts)
}

/// The numbers of all windows with the digit 1 for the pieces of black, and for those of white.
#[derive(Clone, PartialEq, Debug)]
#[repr(align(64))]
pub struct Sums([Row; 2]);

impl Sums {
    /// The sums of a board.
    pub fn of(board: &Board) -> Self {
        Self(board.both().map(sum))
    }

    /// Makes them those after a legal move on this board, from those before it.
    #[inline]
    pub fn follow(&mut self, before: &Self, board: &Board, mv: Move) {
        let me = board.to_move().index();
        let flipped = board.flipped(mv.to);
        on_wide_registers(
            #[inline(always)]
            || {
                let (mut mine, mut theirs) = (before.0[me], before.0[1 - me]);
                add(&mut mine, mv.to);
                if mv.is_jump() {
                    take(&mut mine, mv.from);
                }
                for cell in flipped {
                    add(&mut mine, cell);
                    take(&mut theirs, cell);
                }
                self.0[me] = mine;
                self.0[1 - me] = theirs;
            },
        );
    }

    /// The numbers of the windows for the side to move.
    #[inline]
    fn numbers(&self, board: &Board) -> Row {
        let me = board.to_move().index();
        let (mine, theirs) = (&self.0[me], &self.0[1 - me]);
        on_wide_registers(
            #[inline(always)]
            || numbers(mine, theirs),
        )
    }
}

#[inline(always)]
fn numbers(mine: &Row, theirs: &Row) -> Row {
    let mut numbers = *mine;
    for (number, theirs) in numbers.iter_mut().zip(theirs) {
        *number += 2 * theirs;
    }
    numbers
}

fn sum(pieces: CellSet) -> Row {
    let mut sum = [0; LANES];
    for cell in pieces {
        add(&mut sum, cell);
    }
    sum
}

#[inline(always)]
fn add(sum: &mut Row, cell: Cell) {
    for (sum, digit) in sum.iter_mut().zip(&DIGITS[cell.index()]) {
        *sum += digit;
    }
}

#[inline(always)]
fn take(sum: &mut Row, cell: Cell) {
    for (sum, digit) in sum.iter_mut().zip(&DIGITS[cell.index()]) {
        *sum -= digit;
    }
}

/// The first weight of the stage of a board with so many empty cells.
#[inline]
fn stage(empty: usize) -> usize {
    let full = (Cell::COUNT - 1).saturating_sub(empty);
    full * STAGES / Cell::COUNT * SIZE_OF_STAGE
}

/// The places of the weights of a board with these pieces of the side to move and of the other, before they are [shared].
pub fn terms(sides: [CellSet; 2]) -> [usize; TERMS] {
    let first = stage(Cell::COUNT - sides[0].len() - sides[1].len());
    let [mine, theirs] = sides.map(sum);
    let numbers = numbers(&mine, &theirs);
    let mut terms = [first + LAST; TERMS];
    for (term, (&start, &number)) in terms.iter_mut().zip(STARTS.iter().zip(&numbers)) {
        *term = first + start as usize + usize::from(number);
    }
    terms
}

/// By place of a weight the one that it is shared with, the lowest of those of its images.
pub fn shared() -> Vec<usize> {
    let mut shared: Vec<usize> = (0..SIZE_OF_STAGE).collect();
    for kind in &KINDS {
        let itself = kind.bits(0);
        for symmetry in (1..SYMMETRIES).filter(|&symmetry| kind.bits(symmetry) == itself) {
            // The images of the states of the first cells, to which those of one cell more are added.
            let mut images = vec![0];
            for digit in 0..kind.cells() {
                let to = kind.cell(digit, symmetry);
                let place = (0..kind.cells()).find(|&digit| kind.cell(digit, 0) == to);
                let place = states(place.unwrap_or(0));
                for before in 0..2 * images.len() {
                    images.push(images[before] + place);
                }
            }
            for (state, &image) in images.iter().enumerate() {
                let first = &mut shared[kind.start + state];
                *first = (*first).min(kind.start + image);
            }
        }
    }
    shared
}

/// The weights of all stages.
#[derive(Clone, PartialEq, Debug)]
pub struct Windows(Vec<i16>);

impl Windows {
    /// The weights of this [text](dense::text_of_sets).
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn parse(text: &str) -> Result<Self, String> {
        dense::read_sets(text, &shared(), STAGES).map(Windows)
    }

    /// The bot's own weights.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn own() -> Self {
        Self::parse(include_str!("../data/windows.txt")).unwrap_or_else(|error| panic!("{}", error))
    }

    /// The value for the side to move, in parts of [`LOGIT`], from [`MOST`] down to its negative.
    #[inline]
    pub fn value(&self, board: &Board, sums: &Sums) -> i32 {
        let weights = &self.0[stage(board.empty().len())..][..SIZE_OF_STAGE];
        let numbers = sums.numbers(board);
        let mut sum = i32::from(weights[LAST]);
        for (&start, &number) in STARTS.iter().zip(&numbers) {
            sum += i32::from(weights[start as usize + usize::from(number)]);
        }
        (sum * (LOGIT / UNIT as i32)).clamp(-MOST, MOST)
    }
}

#[cfg(test)]
mod tests;
