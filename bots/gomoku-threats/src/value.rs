//! The value of a position without searching: an efficiently updatable neural network (NNUE, Nasu 2018).
//!
//! Each cell has a vector, by its stone or, without one, by its [kinds](crate::kind) for the one side and for the other. The vectors
//! of 3x3 cells are summed, a tile, as each side sees them; a stone changes few of them. For the side to move two vectors follow: the
//! sum of all tiles and a vector for the stage by the number of stones, rectified, and the sum of all boxes, 2x2 tiles each, which
//! are rectified one by one: so what lies close together counts in another way than what does not. Then a layer of hidden units is
//! rectified, and their weighted sum is the value.

use gomoku::{Color, SIZE};
use search::dense;

/// Vectors of stages.
pub const STAGES: usize = 4;
/// Numbers of a vector, and hidden units.
pub const UNITS: usize = 16;
/// Vectors of cells: of pairs of kinds, of black's stones and of white's, as black sees them.
pub const PLACES: usize = STONES + 2;
/// The place of an empty cell through which neither side can make five any more: its vector is 0.
pub const NOTHING: usize = 0;
/// The place of black's stones; white's is the next.
pub const STONES: usize = 1 << 8;
/// Numbers of the weights that belong to a unit: one of each vector, those of stages after those of cells, then its bias in boxes, its
/// weights in each hidden unit, first from the sum of all tiles, then from that of the boxes, and the bias and the weight in the value of
/// the hidden unit with its number.
pub const SET: usize = LAST + 1;
/// The bias in boxes.
pub const BOXES: usize = PLACES + STAGES;
/// The first weight in hidden units.
pub const HIDDEN: usize = BOXES + 1;
/// The bias of a hidden unit.
pub const BIASES: usize = HIDDEN + 2 * UNITS;
/// The weight of a hidden unit in the value.
pub const LAST: usize = BIASES + 1;
/// Parts of 1 that vectors and biases are in.
pub const UNIT: i32 = 256;
/// Parts of 1 that the weights in hidden units are in.
pub const HIDDEN_UNIT: i32 = 64;
/// A logit of 1 in values.
pub const LOGIT: i32 = 1000;
/// Tiles of a row, and of a column.
pub const ROW: usize = SIZE / 3;
/// Tiles of the board.
pub const TILES: usize = ROW * ROW;

/// The largest weights in a hidden unit and in the value: sums of products with 16 bits fit into 32.
const MOST: [i16; 2] = [2047, 4095];

/// The tile of a cell.
#[inline]
pub fn tile(cell: usize) -> usize {
    cell / SIZE / 3 * ROW + cell % SIZE / 3
}

/// The stage of a position with this number of stones.
#[inline]
pub fn stage(stones: usize) -> usize {
    match stones {
        0..=10 => 0,
        11..=20 => 1,
        21..=40 => 2,
        _ => 3,
    }
}

/// The place as the other side sees it. A pair of kinds has the kind for the side to move in the lower four bits.
pub fn mirrored(place: usize) -> usize {
    match place.checked_sub(STONES) {
        None => place >> 4 | place << 4 & 0xf0,
        Some(stone) => STONES + (1 - stone),
    }
}

/// A sum of vectors.
pub type Vector = [i16; UNITS];
/// A sum as black sees the board, then as white does.
pub type Views = [Vector; 2];
/// The sums of all tiles.
pub type Tiles = [Views; TILES];

/// The weights.
#[derive(Clone)]
pub struct Weights {
    /// By place as black sees it.
    both: Vec<Views>,
    stages: Vec<Vector>,
    boxes: Vector,
    /// From the sum of all tiles and from that of the boxes.
    hidden: Vec<[i16; 2 * UNITS]>,
    biases: Vector,
    last: Vector,
}

impl Weights {
    /// The weights of this [text](dense::text), a set each unit.
    ///
    /// # Errors
    /// If the text is malformed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let sets = dense::read(text)?;
        if sets.len() != UNITS * SET {
            return Err("weights: not as many as there are: train them anew".to_owned());
        }
        let vector = |at: usize| {
            let mut vector = Vector::default();
            for (number, set) in vector.iter_mut().zip(sets.chunks_exact(SET)) {
                *number = set[at];
            }
            vector
        };
        let within = |at: usize, most: i16| vector(at).map(|number| number.clamp(-most, most));
        let from = |hidden| {
            let mut weights = [0; 2 * UNITS];
            for (half, weights) in weights.chunks_exact_mut(UNITS).enumerate() {
                weights.copy_from_slice(&within(HIDDEN + half * UNITS + hidden, MOST[0]));
            }
            weights
        };
        let both = (0..PLACES).map(|place| [vector(place), vector(mirrored(place))]);
        Ok(Weights {
            both: both.collect(),
            stages: (PLACES..BOXES).map(vector).collect(),
            boxes: vector(BOXES),
            hidden: (0..UNITS).map(from).collect(),
            biases: vector(BIASES),
            last: within(LAST, MOST[1]),
        })
    }

    /// Those of `data/weights.txt`.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn own() -> Self {
        Weights::parse(include_str!("../data/weights.txt"))
            .unwrap_or_else(|error| panic!("{}", error))
    }

    /// Adds the vectors of a place as black sees it to a tile, in place of those of another one.
    #[inline(always)]
    pub fn exchange(&self, tile: &mut Views, before: usize, after: usize) {
        let (before, after) = (&self.both[before], &self.both[after]);
        // A copy, because it is changed in registers then.
        let mut views = *tile;
        for ((sum, before), after) in views.iter_mut().zip(before).zip(after) {
            for ((sum, before), after) in sum.iter_mut().zip(before).zip(after) {
                // Sums of more than 16 bits come in no game.
                *sum = sum.wrapping_add(*after).wrapping_sub(*before);
            }
        }
        *tile = views;
    }

    /// The value for the side to move of a position with this number of stones and these tiles, in parts of [`LOGIT`], within 10,000
    /// of 0.
    pub fn value(&self, mover: Color, stones: usize, tiles: &Tiles) -> i16 {
        let mut all = self.stages[stage(stones)];
        let mut boxes = Vector::default();
        let mut above = [Vector::default(); ROW - 1];
        for (row, tiles) in tiles.chunks_exact(ROW).enumerate() {
            for tile in tiles {
                all = sum(&all, &tile[mover.index()]);
            }
            for (column, above) in above.iter_mut().enumerate() {
                let pair = [column, column + 1].map(|column| &tiles[column][mover.index()]);
                let pair = sum(pair[0], pair[1]);
                let whole = sum(&sum(above, &pair), &self.boxes);
                *above = pair;
                if row > 0 {
                    for (boxes, number) in boxes.iter_mut().zip(&whole) {
                        *boxes = boxes.saturating_add((*number).max(0));
                    }
                }
            }
        }
        let mut inputs = [0; 2 * UNITS];
        inputs[..UNITS].copy_from_slice(&all.map(|number| number.max(0)));
        inputs[UNITS..].copy_from_slice(&boxes);
        let mut value = 0;
        for ((weights, &bias), &last) in self.hidden.iter().zip(&self.biases).zip(&self.last) {
            let hidden = product(&inputs, weights) / HIDDEN_UNIT + i32::from(bias);
            value += hidden.clamp(0, i16::MAX.into()) * i32::from(last);
        }
        (value / UNIT).clamp(-10_000, 10_000) as i16
    }
}

#[inline(always)]
fn sum(one: &Vector, other: &Vector) -> Vector {
    let mut sum = *one;
    for (sum, number) in sum.iter_mut().zip(other) {
        *sum = sum.wrapping_add(*number);
    }
    sum
}

/// Not inlined: compilers make better code of it alone.
#[inline(never)]
fn product(one: &[i16; 2 * UNITS], other: &[i16; 2 * UNITS]) -> i32 {
    let products = one.iter().zip(other);
    products
        .map(|(&one, &other)| i32::from(one) * i32::from(other))
        .sum()
}
