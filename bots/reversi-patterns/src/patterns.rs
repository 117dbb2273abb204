//! The learned value: a weight for what lies on each of 46 patterns of cells, and for mobility and parity.
//!
//! A pattern is read as a number in base 3, a digit a cell: empty, a disc of the side to move, or one of the other. Patterns
//! that a symmetry of the board maps onto each other share their weights, and so do mirror images where a pattern is its
//! own. There is a set of weights for each stage of the game, by the number of discs. The sum is the logit of the chance
//! that the side to move wins.

use reversi::{Board, CellSet};

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
const GROUPS: [usize; 3] = [0, ROWS.len(), ROWS.len() + ALL.len()];
/// States of a pattern with `cells` cells.
const fn states(cells: u32) -> usize {
    3usize.pow(cells)
}

// Offsets of the weights of each kind of pattern within those of a stage: an edge with both X cells, 2x5 and 3x3 in a corner,
// the second to fourth lines, diagonals of 8 to 4 cells; then the numbers of legal moves and of quarters with an odd
// number of empty cells.
const EDGE: usize = 0;
const BLOCK: usize = EDGE + states(10);
const CORNER: usize = BLOCK + states(10);
const LINES: [usize; 3] = [
    CORNER + states(9),
    CORNER + states(9) + states(8),
    CORNER + states(9) + 2 * states(8),
];
const DIAGONAL_8: usize = LINES[2] + states(8);
const DIAGONALS: [usize; 4] = [
    DIAGONAL_8 + states(8),
    DIAGONAL_8 + states(8) + states(7),
    DIAGONAL_8 + states(8) + states(7) + states(6),
    DIAGONAL_8 + states(8) + states(7) + states(6) + states(5),
];
const MINE: usize = DIAGONALS[3] + states(4);
const THEIRS: usize = MINE + MOVES;
const ODD: usize = THEIRS + MOVES;
/// Weights of a stage.
pub const SIZE: usize = ODD + 5;

/// Numbers of legal moves are counted up to this number less one.
const MOVES: usize = 32;

/// A kind of pattern.
struct Kind {
    /// The first of its weights.
    start: usize,
    /// The cells of one of them, in the order of their digits.
    cells: &'static [usize],
    /// The symmetries that map it onto each of them: 1 swaps row and column, 2 and 4 mirror the columns and the rows.
    images: &'static [usize],
    /// The cells, by their digits, in the order of the mirror image that is the pattern itself.
    mirror: &'static [usize],
}

const fn kind(
    start: usize,
    cells: &'static [usize],
    images: &'static [usize],
    mirror: &'static [usize],
) -> Kind {
    Kind {
        start,
        cells,
        images,
        mirror,
    }
}

/// The symmetries of patterns along a row, and of those at a corner.
const ROWS: [usize; 4] = [0, 4, 1, 3];
const CORNERS: [usize; 4] = [0, 2, 4, 6];
/// All symmetries.
const ALL: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

#[rustfmt::skip]
const KINDS: [Kind; 11] = [
    kind(EDGE, &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], &ROWS, &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8]),
    kind(BLOCK, &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], &ALL, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    kind(CORNER, &[0, 1, 2, 8, 9, 10, 16, 17, 18], &CORNERS, &[0, 3, 6, 1, 4, 7, 2, 5, 8]),
    kind(LINES[0], &[8, 9, 10, 11, 12, 13, 14, 15], &ROWS, &[7, 6, 5, 4, 3, 2, 1, 0]),
    kind(LINES[1], &[16, 17, 18, 19, 20, 21, 22, 23], &ROWS, &[7, 6, 5, 4, 3, 2, 1, 0]),
    kind(LINES[2], &[24, 25, 26, 27, 28, 29, 30, 31], &ROWS, &[7, 6, 5, 4, 3, 2, 1, 0]),
    kind(DIAGONAL_8, &[0, 9, 18, 27, 36, 45, 54, 63], &[0, 2], &[7, 6, 5, 4, 3, 2, 1, 0]),
    kind(DIAGONALS[0], &[1, 10, 19, 28, 37, 46, 55], &CORNERS, &[6, 5, 4, 3, 2, 1, 0]),
    kind(DIAGONALS[1], &[2, 11, 20, 29, 38, 47], &CORNERS, &[5, 4, 3, 2, 1, 0]),
    kind(DIAGONALS[2], &[3, 12, 21, 30, 39], &CORNERS, &[4, 3, 2, 1, 0]),
    kind(DIAGONALS[3], &[4, 13, 22, 31], &CORNERS, &[3, 2, 1, 0]),
];

/// The first weight of each [group](GROUPS).
const BASES: [usize; 3] = [EDGE, BLOCK, CORNER];

/// Numbers that are added at once: those of all patterns, and zeros that fill a register.
const LANES: usize = 48;

/// By cell and pattern: the number with the digit 1 for the cell, 0 if it is not in the pattern.
static DIGITS: [[u16; LANES]; 64] = digits().0;
/// Offsets of the weights of each pattern, in its [group](GROUPS), so that all of them are small.
const STARTS: [u16; LANES] = digits().1;

const fn digits() -> ([[u16; LANES]; 64], [u16; LANES]) {
    let mut digits = [[0; LANES]; 64];
    let mut starts = [0; LANES];
    let (mut i, mut pattern) = (0, 0);
    while i < KINDS.len() {
        let Kind {
            start,
            cells,
            images,
            ..
        } = KINDS[i];
        let mut image = 0;
        while image < images.len() {
            let mut digit = 0;
            while digit < cells.len() {
                let cell = moved(cells[digit], images[image]);
                digits[cell][pattern] = states(digit as u32) as u16;
                digit += 1;
            }
            starts[pattern] = (start - BASES[if i < 2 { i } else { 2 }]) as u16;
            pattern += 1;
            image += 1;
        }
        i += 1;
    }
    (digits, starts)
}

/// The place of a cell after a symmetry.
const fn moved(cell: usize, symmetry: usize) -> usize {
    let (x, y) = match symmetry & 1 {
        0 => (cell % 8, cell / 8),
        _ => (cell / 8, cell % 8),
    };
    let x = if symmetry & 2 > 0 { 7 - x } else { x };
    let y = if symmetry & 4 > 0 { 7 - y } else { y };
    8 * y + x
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
        for (sum, &digit) in sum.iter_mut().zip(&DIGITS[cell.index()]) {
            *sum += digit;
        }
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

/// By index of a weight the one that it is shared with, the lower of two mirror images.
pub fn shared() -> Vec<usize> {
    let mut shared: Vec<usize> = (0..SIZE).collect();
    for &Kind { start, mirror, .. } in &KINDS {
        // The mirror images of the states of the first cells, to which those of one cell more are added.
        let mut images = vec![0];
        for &cell in mirror {
            let place = states(cell as u32);
            for before in 0..2 * images.len() {
                images.push(images[before] + place);
            }
        }
        for (state, &image) in images.iter().enumerate() {
            shared[start + state] = start + state.min(image);
        }
    }
    shared
}

/// The weights of all stages.
pub struct Patterns(Vec<i16>);

impl Patterns {
    /// The weights of this [text](search::dense::text_of_sets).
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn parse(text: &str) -> Result<Patterns, String> {
        search::dense::read_sets(text, &shared(), STAGES).map(Patterns)
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
        let sum = sum_of(&weights[..BLOCK], &places[..blocks])
            + sum_of(&weights[BLOCK..CORNER], &places[blocks..rest])
            + sum_of(&weights[CORNER..], &places[rest..PATTERNS])
            + others.iter().sum::<i32>();
        sum.clamp(1 - MOST, MOST - 1)
    }
}

#[cfg(test)]
mod tests;
