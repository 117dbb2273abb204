//! The learned value: a small net whose hidden units are updated move by move, in integers.
//!
//! Each side has its own view of the board, with the same weights: a hidden unit is
//!
//! ```text
//! bias + sum of piece[cell] over all pieces + sum of side[cell] over own pieces - the same over the other's
//! ```
//!
//! cut off at 0 and 1 and squared. So the two views are a sum plus and minus a difference: a piece that changes color costs one
//! addition of a row of weights. The logit of the chance to win is a weighted sum of both sides' units.

use ataxx::{Board, Cell, Color, Move};
use search::dense;

/// Hidden units of a view.
pub const UNITS: usize = 64;
/// Parts of 1 that hidden units and their weights are in.
pub const UNIT: i16 = 255;
/// Parts of 1 that weights of the output are in.
pub const OUT_UNIT: i16 = 64;
/// Largest weight of the output, either sign: times a hidden unit it fits into 16 bits.
pub const MOST_OUT: i16 = 127;
/// A logit of 1 in the units of the search.
pub const LOGIT: i32 = 400;
/// Largest value, either sign.
pub const MOST: i32 = 8000;

/// Weights of all units.
type Row = [i16; UNITS];

/// The net.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// By cell.
    piece: Vec<Row>,
    /// By cell.
    side: Vec<Row>,
    bias: Row,
    /// Of the side to move and of the other one.
    out: [Row; 2],
    out_bias: i16,
}

/// The sums of the weights of the pieces on the board.
#[derive(Clone, PartialEq, Debug)]
#[repr(align(64))]
pub struct Sums {
    pieces: Row,
    /// Black's pieces less white's.
    sides: Row,
}

impl Net {
    /// Numbers of a net: for each cell those of `piece`, for each cell those of `side`, biases, outputs of the side to move and of the
    /// other one, and their bias.
    pub const NUMBERS: usize = (2 * Cell::COUNT + 3) * UNITS + 1;

    /// The net with these weights.
    ///
    /// # Errors
    /// If there is another count of numbers, or sums might overflow.
    pub fn new(numbers: &[i16]) -> Result<Self, String> {
        let ([rows @ .., bias, own, other], [out_bias]) = numbers.as_chunks::<UNITS>() else {
            return Err(Self::miscounted(numbers.len()));
        };
        if rows.len() != 2 * Cell::COUNT {
            return Err(Self::miscounted(numbers.len()));
        }
        let sum = |unit: usize| {
            let weights = rows.iter().chain(Some(bias));
            let sizes = weights.map(|row| i32::from(row[unit]).abs());
            sizes.sum::<i32>()
        };
        if (0..UNITS).any(|unit| sum(unit) > i32::from(i16::MAX)) {
            return Err("a hidden unit of the net might overflow: train it anew".to_owned());
        }
        let outputs = || own.iter().chain(other);
        if let Some(large) = outputs().find(|out| !(-MOST_OUT..=MOST_OUT).contains(*out)) {
            return Err(format!(
                "an output weight of {large} is above {MOST_OUT}: train the net anew"
            ));
        }
        let (piece, side) = rows.split_at(Cell::COUNT);
        Ok(Self {
            piece: piece.to_vec(),
            side: side.to_vec(),
            bias: *bias,
            out: [*own, *other],
            out_bias: *out_bias,
        })
    }

    fn miscounted(count: usize) -> String {
        format!(
            "a net has {} weights, not {count}: train it anew",
            Self::NUMBERS
        )
    }

    /// The net of a text in the [dense form](dense).
    ///
    /// # Errors
    /// If the text is malformed, or as [`Net::new`].
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::new(&dense::read(text)?)
    }

    /// The sums of a board.
    pub fn sums(&self, board: &Board) -> Sums {
        let mut sums = Sums {
            pieces: self.bias,
            sides: [0; UNITS],
        };
        for (color, sign) in [(Color::Black, 1), (Color::White, -1)].iter().copied() {
            for cell in board.pieces(color) {
                add(&mut sums.pieces, &self.piece[cell.index()], 1);
                add(&mut sums.sides, &self.side[cell.index()], sign);
            }
        }
        sums
    }

    /// The sums after a legal move on this board, from those before it.
    #[inline]
    pub fn play(&self, before: &Sums, board: &Board, mv: Move, after: &mut Sums) {
        let sign = match board.to_move() {
            Color::Black => 1,
            Color::White => -1,
        };
        let to = mv.to.index();
        after.clone_from(before);
        add(&mut after.pieces, &self.piece[to], 1);
        add(&mut after.sides, &self.side[to], sign);
        if mv.is_jump() {
            let from = mv.from.index();
            add(&mut after.pieces, &self.piece[from], -1);
            add(&mut after.sides, &self.side[from], -sign);
        }
        for cell in board.flipped(mv.to) {
            add(&mut after.sides, &self.side[cell.index()], 2 * sign);
        }
    }

    /// The value for the side to move, in parts of [`LOGIT`], from [`MOST`] down to its negative.
    #[inline]
    pub fn value(&self, sums: &Sums, to_move: Color) -> i32 {
        let sign = match to_move {
            Color::Black => 1,
            Color::White => -1,
        };
        let unit = i32::from(UNIT);
        let sum = half(sums, sign, &self.out[0])
            + half(sums, -sign, &self.out[1])
            + i32::from(self.out_bias) * unit * unit;
        let value = i64::from(sum) * i64::from(LOGIT);
        let parts = i64::from(unit * unit * i32::from(OUT_UNIT));
        ((value / parts) as i32).clamp(-MOST, MOST)
    }
}

/// The share of one view's units in the output.
#[inline]
fn half(sums: &Sums, sign: i16, out: &Row) -> i32 {
    let mut sum = 0;
    for ((&pieces, &sides), &out) in sums.pieces.iter().zip(&sums.sides).zip(out) {
        let unit = pieces.wrapping_add(sign.wrapping_mul(sides)).clamp(0, UNIT);
        // LLVM makes `pmaddwd` of it: eight products an instruction with SSE2.
        sum += i32::from(unit.wrapping_mul(out)) * i32::from(unit);
    }
    sum
}

/// Sums may overflow on their way, but not in the end: [`Net::new`] has seen to that.
#[inline]
fn add(sums: &mut Row, weights: &Row, factor: i16) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(weight.wrapping_mul(factor));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A net of random weights.
    fn net(random: &mut fastrand::Rng) -> (Vec<i16>, Net) {
        let hidden = (2 * Cell::COUNT + 1) * UNITS;
        let mut numbers: Vec<i16> = (0..hidden).map(|_| random.i16(-90..=90)).collect();
        numbers.extend((0..2 * UNITS).map(|_| random.i16(-MOST_OUT..=MOST_OUT)));
        numbers.push(random.i16(-20..=20));
        let net = Net::new(&numbers).unwrap();
        (numbers, net)
    }

    /// Positions of a random game, each with the move that follows.
    fn game(random: &mut fastrand::Rng) -> Vec<(Board, Move)> {
        let mut board = Board::new();
        let mut game = Vec::new();
        while board.outcome().is_none() {
            let moves: Vec<Move> = board.moves().collect();
            game.push((board, moves[random.usize(..moves.len())]));
            board.play(game[game.len() - 1].1);
        }
        game
    }

    #[test]
    fn sums_follow_the_moves() {
        let mut random = fastrand::Rng::with_seed(1);
        let (_, net) = net(&mut random);
        for _ in 0..20 {
            let mut sums = net.sums(&Board::new());
            for (mut board, mv) in game(&mut random) {
                let mut after = sums.clone();
                net.play(&sums, &board, mv, &mut after);
                board.play(mv);
                assert_eq!(after, net.sums(&board));
                sums = after;
            }
        }
    }

    #[test]
    fn the_value_is_its_formula() {
        let mut random = fastrand::Rng::with_seed(2);
        let (numbers, net) = net(&mut random);
        let number = |row: usize, unit: usize| f64::from(numbers[row * UNITS + unit]);
        let unit = f64::from(UNIT);
        for (board, _) in game(&mut random) {
            let me = board.to_move();
            let view = |side: Color, out: usize| -> f64 {
                let of_unit = |i: usize| {
                    let mut sum = number(98, i) / unit;
                    for cell in board.pieces(side) {
                        sum += (number(cell.index(), i) + number(49 + cell.index(), i)) / unit;
                    }
                    for cell in board.pieces(side.opponent()) {
                        sum += (number(cell.index(), i) - number(49 + cell.index(), i)) / unit;
                    }
                    let sum = sum.clamp(0.0, 1.0);
                    sum * sum * number(out, i) / f64::from(OUT_UNIT)
                };
                (0..UNITS).map(of_unit).sum()
            };
            let bias = f64::from(numbers[Net::NUMBERS - 1]) / f64::from(OUT_UNIT);
            let logit = view(me, 99) + view(me.opponent(), 100) + bias;
            let most = f64::from(MOST);
            let wanted = (logit * f64::from(LOGIT)).clamp(-most, most);
            let found = f64::from(net.value(&net.sums(&board), me));
            assert!((found - wanted).abs() <= 1.0, "{} {}", found, wanted);
        }
    }

    #[test]
    fn what_is_no_net_is_refused() {
        for (numbers, why) in [
            (vec![0; Net::NUMBERS - 1], "6464"),
            (vec![0; Net::NUMBERS - UNITS], "train it anew"),
            (vec![400; Net::NUMBERS], "overflow"),
            (vec![200; Net::NUMBERS], "above 127"),
        ] {
            let error = Net::new(&numbers).unwrap_err();
            assert!(error.contains(why), "{}", error);
        }
        assert!(Net::parse("#").unwrap_err().contains("cut"));
    }
}
