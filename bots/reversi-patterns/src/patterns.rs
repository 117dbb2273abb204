//! The learned value: a weight for what lies on each of 46 patterns of cells, and for mobility and parity.
//!
//! A pattern is read as a number in base 3, a digit a cell: empty, a disc of the side to move, or one of the other. Patterns
//! that a symmetry of the board maps onto each other share their weights, and so do mirror images where a pattern is its
//! own. There is a set of weights for each stage of the game, by the number of discs. The sum is the logit of the chance
//! that the side to move wins.

use reversi::{Board, CellSet};
use search::dense;
use search::tuples::{self, Kind, add};

/// Sets of weights.
pub const STAGES: usize = 14;
/// Weights of a stage that are added up for a position.
pub const TERMS: usize = PATTERNS + 3;
/// A logit of 1 in units of a weight.
pub const UNIT: f64 = 128.0;
/// Values of positions that are not over are below this, and above its opposite.
pub const MOST: i32 = 8_000;

const PATTERNS: usize = 46;
/// Patterns before those from which on the offsets of the weights are counted anew: edges, blocks of 2x5, and all others.
const GROUPS: [usize; 3] = [0, 4, 12];
/// The first weight of each [group](GROUPS).
const BASES: [usize; 3] = [KINDS[0].start, KINDS[1].start, KINDS[2].start];

// Offsets of the weights, within those of a stage, of the numbers of legal moves and of quarters with an odd number of empty cells.
const MINE: usize = KINDS[KINDS.len() - 1].end();
const THEIRS: usize = MINE + MOVES;
const ODD: usize = THEIRS + MOVES;
/// Weights of a stage.
pub const SIZE: usize = ODD + 5;

/// Numbers of legal moves are counted up to this number less one.
const MOVES: usize = 32;

/// An edge with both X cells, 2x5 and 3x3 in a corner, the second to fourth lines, diagonals of 8 to 4 cells.
const KINDS: [Kind<8>; 11] = tuples::in_order([
    Kind::of(&[0, 1, 2, 3, 4, 5, 6, 7, 9, 14]),
    Kind::rectangle([0, 0, 5, 2]),
    Kind::rectangle([0, 0, 3, 3]),
    Kind::rectangle([0, 1, 8, 1]),
    Kind::rectangle([0, 2, 8, 1]),
    Kind::rectangle([0, 3, 8, 1]),
    Kind::of(&[0, 9, 18, 27, 36, 45, 54, 63]),
    Kind::of(&[1, 10, 19, 28, 37, 46, 55]),
    Kind::of(&[2, 11, 20, 29, 38, 47]),
    Kind::of(&[3, 12, 21, 30, 39]),
    Kind::of(&[4, 13, 22, 31]),
]);

/// Numbers that are added at once: those of all patterns, and zeros that fill a register.
const LANES: usize = 48;

/// By cell and pattern: the number with the digit 1 for the cell, 0 if it is not in the pattern.
static DIGITS: [[u16; LANES]; 64] = tuples::digits(&KINDS);
/// Offsets of the weights of each pattern, in its [group](GROUPS), so that all of them are small.
const STARTS: [u16; LANES] = starts();

const fn starts() -> [u16; LANES] {
    let all: [u32; PATTERNS] = tuples::starts(&KINDS);
    let (mut starts, mut pattern, mut group) = ([0; LANES], 0, 0);
    while pattern < PATTERNS {
        if group < 2 && pattern == GROUPS[group + 1] {
            group += 1;
        }
        starts[pattern] = (all[pattern] as usize - BASES[group]) as u16;
        pattern += 1;
    }
    starts
}

/// The numbers of all patterns with the digit 1 for the discs of the side to move, and for those of the other. A move changes a few
/// digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sums([[u16; LANES]; 2]);

impl Sums {
    /// The sums of a position.
    pub fn of(board: &Board) -> Self {
        Sums(board.discs_of_both().map(sum))
    }

    /// Those after a disc was placed on the board that they are of.
    #[inline]
    pub fn after(&self, board: &Board, next: &Board) -> Self {
        let Sums([mut mine, mut theirs]) = *self;
        let [before, other_before] = board.discs_of_both();
        let [other_after, after] = next.discs_of_both();
        let lost = other_before - other_after;
        let placed = after - before - lost;
        let [lost, placed] = [lost, placed].map(sum);
        for lane in 0..LANES {
            mine[lane] += lost[lane] + placed[lane];
            theirs[lane] -= lost[lane];
        }
        Sums([theirs, mine])
    }

    /// Those after a pass.
    pub fn passed(&self) -> Self {
        let Sums([mine, theirs]) = *self;
        Sums([theirs, mine])
    }

    /// The places of the weights as [`STARTS`] counts them.
    #[inline]
    fn places(&self) -> [u16; LANES] {
        let Sums([mine, theirs]) = self;
        let mut places = STARTS;
        for lane in 0..LANES {
            places[lane] += mine[lane] + 2 * theirs[lane];
        }
        places
    }
}

#[inline(always)]
fn sum(cells: CellSet) -> [u16; LANES] {
    let mut sum = [0u16; LANES];
    for cell in cells {
        add(&mut sum, &DIGITS[cell.index()]);
    }
    sum
}

/// The stage of a position with `discs` discs.
pub fn stage(discs: usize) -> usize {
    (discs.saturating_sub(4) / 4).min(STAGES - 1)
}

/// The indices of the weights of a position, within those of its stage.
pub fn terms(board: &Board) -> [usize; TERMS] {
    let places = Sums::of(board).places();
    let mut terms = [0; TERMS];
    for (i, (term, &place)) in terms.iter_mut().zip(&places[..PATTERNS]).enumerate() {
        let group = GROUPS.iter().rposition(|&first| first <= i).unwrap_or(0);
        *term = usize::from(place) + BASES[group];
    }
    terms[PATTERNS..].copy_from_slice(&other_terms(board, board.moves_of_both()));
    terms
}

/// The indices of the weights that no pattern has, given the legal moves of both sides.
#[inline]
fn other_terms(board: &Board, moves: [CellSet; 2]) -> [usize; TERMS - PATTERNS] {
    let [mine, theirs] = moves.map(|moves| moves.len().min(MOVES - 1));
    [
        MINE + mine,
        THEIRS + theirs,
        ODD + odd_quarters(board.empty()),
    ]
}

fn odd_quarters(empty: CellSet) -> usize {
    let quarters = [
        0x0f0f_0f0f,
        0xf0f0_f0f0,
        0x0f0f_0f0f << 32,
        0xf0f0_f0f0 << 32,
    ];
    let odd = |quarter: u64| (empty & CellSet::from_bits(quarter)).len() % 2;
    quarters.iter().map(|&quarter| odd(quarter)).sum()
}

/// By index of a weight the one that it is [shared](tuples::shared) with.
pub fn shared() -> Vec<usize> {
    tuples::shared(&KINDS, SIZE)
}

/// The weights of all stages.
pub struct Patterns(Vec<i16>);

impl Patterns {
    /// The weights of this [text](search::dense::text_of_sets).
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn parse(text: &str) -> Result<Patterns, String> {
        dense::read_sets(text, &shared(), STAGES).map(Patterns)
    }

    /// The bot's own weights.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn own() -> Patterns {
        Patterns::parse(include_str!("../data/patterns.txt"))
            .unwrap_or_else(|error| panic!("{}", error))
    }

    /// The value for the side to move of a position that is not over, in [`UNIT`] parts of a logit.
    pub fn of(&self, board: &Board) -> i32 {
        self.value(board, &Sums::of(board), board.moves_of_both())
    }

    /// The same given the position's sums and the legal moves of both sides.
    #[inline]
    pub fn value(&self, board: &Board, sums: &Sums, moves: [CellSet; 2]) -> i32 {
        let start = SIZE * stage(64 - board.empty().len());
        let weights = &self.0[start..start + SIZE];
        let places = sums.places();
        let sum_of = |weights: &[i16], places: &[u16]| -> i32 {
            let weights = places.iter().map(|&place| weights[usize::from(place)]);
            weights.map(i32::from).sum()
        };
        let others = other_terms(board, moves).map(|term| i32::from(weights[term]));
        let [_, blocks, rest] = GROUPS;
        let sum = sum_of(&weights[..BASES[1]], &places[..blocks])
            + sum_of(&weights[BASES[1]..BASES[2]], &places[blocks..rest])
            + sum_of(&weights[BASES[2]..], &places[rest..PATTERNS])
            + others.iter().sum::<i32>();
        sum.clamp(1 - MOST, MOST - 1)
    }
}

#[cfg(test)]
mod tests;
