//! The learned value: a weight for what lies in each window of 3x3, 4x2 and 2x4 cells.
//!
//! A window is read as a number in base 3, a digit a cell: empty, a piece of the side to move, or one of the other. Windows that
//! a symmetry of the board maps onto each other share their weights, and so do the images of a window that is its own. There is
//! a set of weights for each stage of the game, by the number of empty cells. The sum is the logit of the chance that the side
//! to move wins: an n-tuple network (Lucas 2007).

use ataxx::{Board, Cell, CellSet, Move, SIZE};
use search::tuples::{self, Kind, add, take};
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

const KINDS: [Kind<SIZE>; 12] = tuples::in_order([
    Kind::rectangle([0, 0, 3, 3]),
    Kind::rectangle([1, 0, 3, 3]),
    Kind::rectangle([2, 0, 3, 3]),
    Kind::rectangle([1, 1, 3, 3]),
    Kind::rectangle([2, 1, 3, 3]),
    Kind::rectangle([2, 2, 3, 3]),
    Kind::rectangle([0, 0, 4, 2]),
    Kind::rectangle([1, 0, 4, 2]),
    Kind::rectangle([0, 1, 4, 2]),
    Kind::rectangle([1, 1, 4, 2]),
    Kind::rectangle([0, 2, 4, 2]),
    Kind::rectangle([1, 2, 4, 2]),
]);

/// The weight of the stage, after those of all windows.
const LAST: usize = KINDS[KINDS.len() - 1].end();
/// Weights of a stage.
pub const SIZE_OF_STAGE: usize = LAST + 1;

/// Numbers that are added at once: those of all windows, and zeros that fill a register.
const LANES: usize = 80;
type Row = [u16; LANES];

/// By cell and window: the number with the digit 1 for the cell, 0 if it is not in the window.
static DIGITS: [Row; Cell::COUNT] = tuples::digits(&KINDS);
/// The first weight of each window.
const STARTS: [u32; WINDOWS] = tuples::starts(&KINDS);

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
                add(&mut mine, &DIGITS[mv.to.index()]);
                if mv.is_jump() {
                    take(&mut mine, &DIGITS[mv.from.index()]);
                }
                for cell in flipped {
                    add(&mut mine, &DIGITS[cell.index()]);
                    take(&mut theirs, &DIGITS[cell.index()]);
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
        add(&mut sum, &DIGITS[cell.index()]);
    }
    sum
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

/// By place of a weight the one that it is [shared](tuples::shared) with.
pub fn shared() -> Vec<usize> {
    tuples::shared(&KINDS, SIZE_OF_STAGE)
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
