//! The learned value: a weight for what lies on each of 38 patterns of cells, and for mobility and parity.
//!
//! A pattern is read as a number in base 3, a digit a cell: empty, a disc of the side to move, or one of the other. Patterns
//! that a symmetry of the board maps onto each other share their weights, and so do mirror images where a pattern is its
//! own. There is a set of weights for each stage of the game, by the number of discs. The sum is the logit of the chance
//! that the side to move wins.

use reversi::{Board, CellSet};

/// Sets of weights.
pub const STAGES: usize = 7;
/// Weights of a stage that are added up for a position.
pub const TERMS: usize = PATTERNS + 3;
/// A logit of 1 in units of a weight.
pub const UNIT: f64 = 128.0;
/// Values of positions that are not over are below this, and above its opposite.
pub const MOST: i32 = 8_000;

const PATTERNS: usize = 38;
/// States of a pattern with `cells` cells.
const fn states(cells: u32) -> usize {
    3usize.pow(cells)
}

// Offsets of the weights of each kind of pattern within those of a stage: an edge with both X cells, 3x3 in a corner,
// the second to fourth lines, diagonals of 8 to 4 cells; then the numbers of legal moves and of quarters with an odd
// number of empty cells.
const EDGE: usize = 0;
const CORNER: usize = EDGE + states(10);
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

/// The kinds with their beginning and, of the cells in the order of their digits, the mirror image.
const KINDS: [(usize, &[usize]); 9] = [
    (EDGE, &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8]),
    (CORNER, &[0, 3, 6, 1, 4, 7, 2, 5, 8]),
    (LINES[0], &[7, 6, 5, 4, 3, 2, 1, 0]),
    (LINES[1], &[7, 6, 5, 4, 3, 2, 1, 0]),
    (LINES[2], &[7, 6, 5, 4, 3, 2, 1, 0]),
    (DIAGONAL_8, &[7, 6, 5, 4, 3, 2, 1, 0]),
    (DIAGONALS[0], &[6, 5, 4, 3, 2, 1, 0]),
    (DIAGONALS[1], &[5, 4, 3, 2, 1, 0]),
    (DIAGONALS[2], &[4, 3, 2, 1, 0]),
];

/// Offsets of the weights of each pattern, in the order of [`bits`].
const STARTS: [usize; PATTERNS] = starts();

const fn starts() -> [usize; PATTERNS] {
    let mut starts = [0; PATTERNS];
    let mut i = 0;
    while i < 4 {
        starts[i] = EDGE;
        starts[4 + i] = CORNER;
        let mut line = 0;
        while line < 3 {
            starts[8 + 4 * line + i] = LINES[line];
            line += 1;
        }
        let mut length = 0;
        while length < 4 {
            starts[22 + 4 * length + i] = DIAGONALS[length];
            length += 1;
        }
        i += 1;
    }
    starts[20] = DIAGONAL_8;
    starts[21] = DIAGONAL_8;
    starts
}

/// By the bits of the cells with a disc: the number with the digit 1 for each.
const TERNARY: [u16; 1024] = ternary();

const fn ternary() -> [u16; 1024] {
    let mut table = [0; 1024];
    let mut bits = 1;
    while bits < 1024 {
        let high = (bits as u32).ilog2();
        table[bits] = table[bits - (1 << high)] + states(high) as u16;
        bits += 1;
    }
    table
}

/// The stage of a position with `discs` discs.
pub fn stage(discs: usize) -> usize {
    (discs.saturating_sub(8) / 6).min(STAGES - 1)
}

/// The indices of the weights of a position, within those of its stage.
#[inline(always)]
pub fn terms(board: &Board) -> [usize; TERMS] {
    let me = board.to_move();
    let [mine, theirs] = [me, me.opponent()].map(|color| bits(board.discs(color).bits()));
    let mut terms = [0; TERMS];
    for i in 0..PATTERNS {
        let [mine, theirs] = [mine[i], theirs[i]].map(|bits| TERNARY[usize::from(bits & 1023)]);
        terms[i] = STARTS[i] + usize::from(mine) + 2 * usize::from(theirs);
    }
    let moves = |color| board.legal_moves(color).len().min(MOVES - 1);
    terms[PATTERNS] = MINE + moves(me);
    terms[PATTERNS + 1] = THEIRS + moves(me.opponent());
    terms[PATTERNS + 2] = ODD + odd_quarters(board.empty());
    terms
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

/// By pattern the bits of its cells: edges, corners, second to fourth lines, diagonals.
#[inline(always)]
fn bits(discs: u64) -> [u16; PATTERNS] {
    let flipped = transposed(discs);
    let turned = discs.reverse_bits();
    let row = |discs: u64, y: usize| (discs >> (8 * y)) as u16 & 0xff;
    let edge = |line: u16, next: u16| line | (next & 2) << 7 | (next & 64) << 3;
    let corner = |discs: u64| (discs & 7 | discs >> 5 & 0o70 | discs >> 10 & 0o700) as u16;
    let diagonal = |i: usize| {
        let (cells, shift) = DIAGONAL_CELLS[i];
        // No two of its cells are in a column, so nothing is carried.
        let columns = (discs & cells).wrapping_mul(0x0101_0101_0101_0101) >> 56;
        (columns >> shift) as u16
    };
    let mut bits = [0; PATTERNS];
    bits[0] = edge(row(discs, 0), row(discs, 1));
    bits[1] = edge(row(discs, 7), row(discs, 6));
    bits[2] = edge(row(flipped, 0), row(flipped, 1));
    bits[3] = edge(row(flipped, 7), row(flipped, 6));
    bits[4] = corner(discs);
    bits[5] = corner(discs.swap_bytes());
    bits[6] = corner(turned);
    bits[7] = corner(turned.swap_bytes());
    for y in 1..4 {
        bits[4 + 4 * y] = row(discs, y);
        bits[5 + 4 * y] = row(discs, 7 - y);
        bits[6 + 4 * y] = row(flipped, y);
        bits[7 + 4 * y] = row(flipped, 7 - y);
    }
    for i in 0..18 {
        bits[20 + i] = diagonal(i);
    }
    bits
}

/// Rows as columns.
#[inline(always)]
fn transposed(discs: u64) -> u64 {
    let swap = |discs: u64, cells: u64, by: u32| {
        let changed = (discs ^ discs >> by) & cells;
        discs ^ changed ^ changed << by
    };
    let discs = swap(discs, 0x00aa_00aa_00aa_00aa, 7);
    let discs = swap(discs, 0x0000_cccc_0000_cccc, 14);
    swap(discs, 0x0000_0000_f0f0_f0f0, 28)
}

/// The diagonals of 8 cells, then four each of 7 to 4, with their first column.
const DIAGONAL_CELLS: [(u64, u32); 18] = diagonal_cells();

const fn diagonal_cells() -> [(u64, u32); 18] {
    let mut all = [(0, 0); 18];
    let mut i = 0;
    while i < 18 {
        // The distance from the long diagonal, whether it falls, and on which side it is.
        let (away, falls, right) = match i {
            0 | 1 => (0, i == 0, false),
            _ => (1 + (i - 2) / 4, i % 2 == 0, i % 4 < 2),
        };
        let first = if right { away } else { 0 };
        let mut step = 0;
        while step < 8 - away {
            let x = first + step;
            let y = match (falls, right) {
                (true, true) => x - away,
                (true, false) => x + away,
                (false, true) => 7 + away - x,
                (false, false) => 7 - away - x,
            };
            all[i].0 |= 1 << (8 * y + x);
            step += 1;
        }
        all[i].1 = first as u32;
        i += 1;
    }
    all
}

/// By index of a weight the one that it is shared with, the lower of two mirror images.
pub fn shared() -> Vec<usize> {
    let mut shared: Vec<usize> = (0..SIZE).collect();
    for &(start, mirror) in KINDS.iter() {
        for state in 0..states(mirror.len() as u32) {
            let (mut image, mut rest) = (0, state);
            for &cell in mirror {
                image += rest % 3 * states(cell as u32);
                rest /= 3;
            }
            shared[start + state] = start + state.min(image);
        }
    }
    for state in 0..states(4) {
        let image = state / 27 + state / 9 % 3 * 3 + state / 3 % 3 * 9 + state % 3 * 27;
        shared[DIAGONALS[3] + state] = DIAGONALS[3] + state.min(image);
    }
    shared
}

/// The weights of all stages.
pub struct Patterns(Vec<i16>);

impl Patterns {
    /// The weights of this [text](packed).
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn parse(text: &str) -> Result<Patterns, String> {
        let wrong = || "these are not the weights of all patterns: train them anew".to_owned();
        let shared = shared();
        let mut weights = vec![0; STAGES * SIZE];
        let mut numbers = search::dense::read(text)?.into_iter();
        let mut zeros = 0;
        for stage in weights.chunks_exact_mut(SIZE) {
            for (i, &first) in shared.iter().enumerate() {
                if first < i {
                    stage[i] = stage[first];
                } else if zeros > 0 {
                    zeros -= 1;
                } else {
                    stage[i] = numbers.next().ok_or_else(wrong)?;
                    if stage[i] == 0 {
                        zeros = numbers.next().ok_or_else(wrong)?;
                    }
                }
            }
        }
        match numbers.next() {
            None if zeros == 0 => Ok(Patterns(weights)),
            _ => Err(wrong()),
        }
    }

    /// The bot's own weights.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn own() -> Patterns {
        Patterns::parse(include_str!("../data/patterns.txt"))
            .unwrap_or_else(|error| panic!("{}", error))
    }

    /// The value of a position that is not over for the side to move.
    #[inline]
    pub fn value(&self, board: &Board) -> i32 {
        let empty = board.empty().len();
        let start = SIZE * stage(64 - empty);
        let weights = &self.0[start..start + SIZE];
        let terms = terms(board);
        let sum: i32 = terms.iter().map(|&term| i32::from(weights[term])).sum();
        sum.clamp(1 - MOST, MOST - 1)
    }
}

/// The text of these weights, stage by stage: of two that are [shared] the first; after a zero the number of zeros that
/// follow.
pub fn packed(weights: &[i16]) -> String {
    let shared = shared();
    let mut numbers: Vec<i16> = Vec::new();
    let mut zeros: Option<i16> = None;
    let firsts = |stage: &[i16]| -> Vec<i16> {
        let own = shared.iter().enumerate().filter(|&(i, &first)| i == first);
        own.map(|(i, _)| stage[i]).collect()
    };
    for weight in weights.chunks_exact(SIZE).flat_map(firsts) {
        match zeros {
            Some(count) if weight == 0 && count < i16::MAX => zeros = Some(count + 1),
            _ => {
                numbers.extend(zeros.take());
                numbers.push(weight);
                zeros = (weight == 0).then_some(0);
            }
        }
    }
    numbers.extend(zeros);
    search::dense::text(&numbers)
}

#[cfg(test)]
mod tests;
