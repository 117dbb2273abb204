//! A small net that corrects the value of a position.
//!
//! Every open cell is in one of 16 classes by the steps of a queen in which either side gets there, and in one of 16 by those
//! of a king; every amazon is in a class by the cells near it, and in one by those that it can step to. Each class of a cell, and
//! each class of an amazon, has a row of weights, and so has each of the [terms]. The sum of all rows, held between -1 and
//! 1, is the hidden layer, of which the correction is a weighted sum by stage.

use amazons::{Board, Cell, CellSet, SIZE, reach};
use search::dense;

use crate::fill::sweep;
use crate::value::{STAGES, TERMS, stage, terms};

/// Hidden units.
pub const HIDDEN: usize = 16;

/// Pairs of classes of steps, own and the other side's: 1, 2, 3 and more of a queen, 1, 2, 3 or 4 and more of a king.
const PAIRS: usize = 16;
const QUEEN: usize = 0;
const KING: usize = QUEEN + PAIRS * CELLS;
/// By side and number of cells within two steps of a king from an amazon.
const NEAR: usize = KING + PAIRS * CELLS;
const MOST_NEAR: usize = 24;
/// By side and number of cells that an amazon can step to.
const FREE: usize = NEAR + 2 * (MOST_NEAR + 1);
const MOST_FREE: usize = 27;
const COUNTS: usize = FREE + 2 * (MOST_FREE + 1);
const CELLS: usize = SIZE * SIZE;

/// Rows of the first layer.
pub const ROWS: usize = COUNTS + TERMS;
/// All weights: the rows, then by stage what they are added to, then by stage those of the correction.
pub const WEIGHTS: usize = (ROWS + 2 * STAGES) * HIDDEN;
/// Parts of 1 in a weight of the text.
pub const UNIT: f32 = 1024.0;
/// The factor of inputs that are counts.
const COUNT: f32 = 0.1;

/// One number for each unit of the hidden layer.
type Row = [f32; HIDDEN];

/// The net.
pub struct Net {
    rows: Vec<Row>,
    bias: [Row; STAGES],
    out: [Row; STAGES],
}

impl Net {
    /// The net of these weights in parts of [`UNIT`], in the order of [`WEIGHTS`].
    ///
    /// # Errors
    /// If there are more or less of them.
    pub fn new(weights: &[i16]) -> Result<Self, String> {
        if weights.len() != WEIGHTS {
            return Err(format!("net: {} weights, not {}", weights.len(), WEIGHTS));
        }
        let row = |at: usize| -> Row {
            std::array::from_fn(|unit| f32::from(weights[at * HIDDEN + unit]) / UNIT)
        };
        Ok(Self {
            rows: (0..ROWS).map(row).collect(),
            bias: std::array::from_fn(|stage| row(ROWS + stage)),
            out: std::array::from_fn(|stage| row(ROWS + STAGES + stage)),
        })
    }

    /// The net of a text in the [dense form](dense).
    ///
    /// # Errors
    /// If the text is malformed, or not of such a net.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::new(&dense::read(text)?)
    }

    /// The net of the bot.
    pub fn own() -> Self {
        match Self::parse(include_str!("../data/net.txt")) {
            Ok(net) => net,
            Err(error) => panic!("data/net.txt: {}", error),
        }
    }

    /// The correction to the logit of the side to move, in thousandths.
    #[inline(always)]
    pub fn correction(&self, board: &Board) -> i32 {
        let stage = stage(board);
        let mut hidden = self.bias[stage];
        inputs(board, |row, factor| {
            for (unit, weight) in hidden.iter_mut().zip(&self.rows[row]) {
                *unit += factor * weight;
            }
        });
        let out = hidden.iter().zip(&self.out[stage]);
        let sum: f32 = out.map(|(unit, weight)| held(*unit) * weight).sum();
        (1e3 * sum) as i32
    }
}

/// A hidden unit's sum, held between -1 and 1.
#[inline(always)]
pub fn held(sum: f32) -> f32 {
    sum.clamp(-1.0, 1.0)
}

/// The row that counts in place of this one where each cell comes to be another one.
pub fn turned(row: usize, to: &[u8; CELLS]) -> usize {
    match row {
        row if row < NEAR => row - row % CELLS + usize::from(to[row % CELLS]),
        row => row,
    }
}

/// Calls with every row that counts for a position, and its factor.
#[inline(always)]
pub fn inputs(board: &Board, mut put: impl FnMut(usize, f32)) {
    let open = board.empty();
    let me = board.to_move();
    let sides = [board.amazons(me), board.amazons(me.opponent())];
    let queen = layers::<4>(sides, open, |front| sweep(front, open));
    let [first, second, third, fourth, more] = layers::<5>(sides, open, CellSet::neighbors);
    let king = [
        first,
        second,
        [third[0] | fourth[0], third[1] | fourth[1]],
        more,
    ];
    let [queen, king] = [digits(queen), digits(king)];
    let codes = transposed([
        queen[1][0],
        queen[1][1],
        queen[0][0],
        queen[0][1],
        king[1][0],
        king[1][1],
        king[0][0],
        king[0][1],
    ]);
    for cell in open.iter().map(Cell::index) {
        let code = usize::from(codes[cell]);
        put(QUEEN + CELLS * (code % PAIRS) + cell, 1.0);
        put(KING + CELLS * (code / PAIRS) + cell, 1.0);
    }
    for (i, term) in terms(board).iter().enumerate() {
        put(COUNTS + i, COUNT * *term as f32);
    }
    for (side, amazons) in sides.iter().enumerate() {
        for amazon in *amazons {
            let next = CellSet::of(amazon).neighbors() & open;
            let near = next | next.neighbors() & open;
            let free = reach(amazon, !open);
            put(NEAR + (MOST_NEAR + 1) * side + near.len(), 1.0);
            put(FREE + (MOST_FREE + 1) * side + free.len(), 1.0);
        }
    }
}

/// By layer and side: the cells that it reaches in 1, 2, ... steps; the last has all others.
#[inline(always)]
fn layers<const N: usize>(
    sides: [CellSet; 2],
    open: CellSet,
    step: impl Fn(CellSet) -> CellSet,
) -> [[CellSet; 2]; N] {
    let mut layers = [[CellSet::EMPTY; 2]; N];
    let mut left = [open; 2];
    let mut front = sides;
    for layer in layers.iter_mut().take(N - 1) {
        let mut new = [CellSet::EMPTY; 2];
        for side in 0..2 {
            new[side] = step(front[side]) & left[side];
        }
        for side in 0..2 {
            left[side] -= new[side];
        }
        front = new;
        *layer = new;
    }
    layers[N - 1] = left;
    layers
}

/// By side: the binary digits of the class of every cell, the lower one first.
#[inline(always)]
fn digits(classes: [[CellSet; 2]; 4]) -> [[u64; 2]; 2] {
    let [_, second, third, fourth] = classes;
    [0, 1].map(|side| {
        [
            (second[side] | fourth[side]).bits(),
            (third[side] | fourth[side]).bits(),
        ]
    })
}

/// By cell: the number whose binary digits are in which of the sets it is, the lowest first.
#[inline(always)]
fn transposed(sets: [u64; 8]) -> [u8; CELLS] {
    let mut numbers = [0; CELLS];
    for (row, numbers) in numbers.chunks_exact_mut(8).enumerate() {
        let mut x = 0;
        for (i, set) in sets.iter().enumerate() {
            x |= (set >> (8 * row) & 0xFF) << (8 * i);
        }
        // A matrix of 8x8 bits, turned over its diagonal by blocks of 1, 2 and 4 (Warren, Hacker's Delight, 7-3).
        let swap = (x ^ x >> 7) & 0x00AA_00AA_00AA_00AA;
        x ^= swap ^ swap << 7;
        let swap = (x ^ x >> 14) & 0x0000_CCCC_0000_CCCC;
        x ^= swap ^ swap << 14;
        let swap = (x ^ x >> 28) & 0x0000_0000_F0F0_F0F0;
        x ^= swap ^ swap << 28;
        numbers.copy_from_slice(&x.to_le_bytes());
    }
    numbers
}

#[cfg(test)]
mod tests {
    use train::symmetries;

    use super::*;
    use crate::fill::tests::{boards, distances};

    /// The rows where each cell comes to be another one, and the factors, sorted.
    fn found(board: &Board, to: &[u8; CELLS]) -> Vec<(usize, i32)> {
        let mut found = Vec::new();
        inputs(board, |row, factor| {
            found.push((turned(row, to), (1000.0 * factor) as i32));
        });
        found.sort_unstable();
        found
    }

    #[test]
    fn rows_are_classes_of_distances() {
        for board in boards().into_iter().step_by(7) {
            let me = board.to_move();
            let sides = [me, me.opponent()];
            let queen = |cell| reach(cell, board.occupied());
            let king = |cell| CellSet::of(cell).neighbors();
            let [own_queen, other_queen] = sides.map(|color| distances(&board, color, queen));
            let [own_king, other_king] = sides.map(|color| distances(&board, color, king));
            let mut expected = Vec::new();
            for cell in board.empty().iter().map(Cell::index) {
                let class = |steps: u32| steps.min(4) as usize - 1;
                let pair = 4 * class(own_queen[cell]) + class(other_queen[cell]);
                expected.push((QUEEN + 64 * pair + cell, 1000));
                let class = |steps: u32| [0, 1, 2, 2, 3][steps.min(5) as usize - 1];
                let pair = 4 * class(own_king[cell]) + class(other_king[cell]);
                expected.push((KING + 64 * pair + cell, 1000));
            }
            for (side, color) in sides.iter().enumerate() {
                for amazon in board.amazons(*color) {
                    let mut alone = [u32::MAX; 64];
                    let mut front = CellSet::of(amazon);
                    for steps in 1..3 {
                        front = front.neighbors() & board.empty();
                        for cell in front {
                            alone[cell.index()] = alone[cell.index()].min(steps);
                        }
                    }
                    let near = alone.iter().filter(|&&steps| steps < 3).count();
                    expected.push((NEAR + 25 * side + near, 1000));
                    expected.push((FREE + 28 * side + board.steps(amazon).len(), 1000));
                }
            }
            let counts = terms(&board).to_vec();
            let counts = counts.iter().enumerate();
            expected.extend(counts.map(|(i, count)| (COUNTS + i, 100 * count)));
            expected.sort_unstable();
            assert_eq!(
                found(&board, &symmetries::turned(SIZE)[0]),
                expected,
                "{board:#}"
            );
        }
    }

    #[test]
    fn a_turned_board_has_the_turned_rows() {
        for board in boards().into_iter().step_by(29) {
            let symmetries = symmetries::turned(SIZE);
            for turned in &symmetries {
                let turn = |set: CellSet| {
                    let cells = set.iter().map(|cell| turned[cell.index()]);
                    cells.fold(CellSet::EMPTY, |all, cell| {
                        all | CellSet::from_bits(1 << cell)
                    })
                };
                let sides = [amazons::Color::Black, amazons::Color::White];
                let amazons = sides.map(|color| turn(board.amazons(color)));
                let other = Board::from_sets(amazons, turn(board.arrows()), board.to_move());
                assert_eq!(
                    found(&board, turned),
                    found(&other, &symmetries[0]),
                    "{board:#}"
                );
            }
        }
    }

    #[test]
    fn a_net_of_zeros_corrects_nothing() {
        let net = Net::new(&[0; WEIGHTS]).unwrap();
        for board in boards().into_iter().step_by(29) {
            assert_eq!(net.correction(&board), 0);
        }
        assert!(Net::new(&[0; 1]).is_err());
        assert!(Net::parse("##").is_err());
    }
}
