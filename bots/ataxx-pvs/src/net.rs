//! The learned value: a small net whose hidden units are updated move by move, in integers.
//!
//! Its inputs are the 36 squares of 2x2 cells, each in one of the 81 states that four cells can have. Each side has its own view
//! of the board, in which its pieces are the own ones, with the same weights: a hidden unit is
//!
//! ```text
//! bias + sum over the squares of weight[square][state in this view]
//! ```
//!
//! cut off at 0 and 1 and squared. The logit of the chance to win is a weighted sum of both views' units, those of the side to
//! move first. A move changes the states of the squares around its cells, some ten of them, and so as many weights of a unit.

use arrayvec::ArrayVec;
use ataxx::{Board, Cell, CellSet, Color, Move, SIZE};
use search::{dense, on_wide_registers};

/// Hidden units of a view.
pub const UNITS: usize = 128;
/// Squares of 2x2 cells in a row of the board.
const IN_ROW: usize = SIZE - 1;
/// Squares of 2x2 cells.
pub const SQUARES: usize = IN_ROW * IN_ROW;
/// States of a square: to the base of 3, a digit for each cell, 0 for an empty one, 1 for an own piece and 2 for another's.
pub const STATES: usize = 81;
/// Parts of 1 that hidden units and their weights are in.
pub const UNIT: i16 = 255;
/// Parts of 1 that weights of the output are in.
pub const OUT_UNIT: i16 = 64;
/// Largest weight of an input, either sign.
pub const MOST_WEIGHT: i16 = i8::MAX as i16;
/// Largest weight of the output, either sign: times a hidden unit it fits into 16 bits.
pub const MOST_OUT: i16 = 127;
/// A logit of 1 in the units of the search.
pub const LOGIT: i32 = 400;
/// Largest value, either sign.
pub const MOST: i32 = 8000;

/// The values of a cell's digit in the states of its squares: the cell at the top left, right of it, below it, and the last.
const PLACES: [u8; 4] = [1, 3, 9, 27];
/// The same state in the view of the other side.
pub const TURNED: [u8; STATES] = turned();

const fn turned() -> [u8; STATES] {
    let mut all = [0; STATES];
    let mut state = 0;
    while state < STATES {
        let mut place = 0;
        while place < 4 {
            let digit = state as u8 / PLACES[place] % 3;
            all[state] += PLACES[place] * ((3 - digit) % 3);
            place += 1;
        }
        state += 1;
    }
    all
}

/// By cell: the squares that it belongs to, and the value of its digit there.
const PARTS: [[(u8, u8); 4]; Cell::COUNT] = parts();
/// The square of a cell at the border that it would have outside of the board: its weights are never looked at.
const OUTSIDE: usize = SQUARES;

const fn parts() -> [[(u8, u8); 4]; Cell::COUNT] {
    let mut all = [[(OUTSIDE as u8, 0); 4]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let (y, x) = (cell / SIZE, cell % SIZE);
        let mut place = 0;
        while place < 4 {
            // The square whose cell number `place` this is.
            let (down, right) = (place / 2, place % 2);
            if y >= down && y - down < IN_ROW && x >= right && x - right < IN_ROW {
                let square = (y - down) * IN_ROW + x - right;
                all[cell][place] = (square as u8, PLACES[place]);
            }
            place += 1;
        }
        cell += 1;
    }
    all
}

/// The state of each square in black's view, and a place for what is outside.
type Squares = [u8; SQUARES + 1];

/// Changes a cell's digit in the states of its squares by `step`; returns the squares.
#[inline]
fn change(squares: &mut Squares, cell: Cell, step: i8) -> u64 {
    let mut changed = 0;
    for &(square, value) in &PARTS[cell.index()] {
        let state = &mut squares[usize::from(square)];
        *state = state.wrapping_add((value as i8).wrapping_mul(step) as u8);
        changed |= 1 << square;
    }
    changed
}

/// The states of the squares of a board, in the view of a side.
pub fn squares(sides: [CellSet; 2]) -> [u8; SQUARES] {
    let mut squares = [0; SQUARES + 1];
    for (pieces, digit) in sides.iter().zip(1..) {
        for cell in *pieces {
            change(&mut squares, cell, digit);
        }
    }
    std::array::from_fn(|square| squares[square])
}

/// Numbers of all units.
type Row = [i16; UNITS];
/// The weights of an input.
type Weights = [i8; UNITS];

/// The net.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// By square and state.
    weights: Vec<Weights>,
    bias: Row,
    /// Of the side to move and of the other one.
    out: [Row; 2],
    out_bias: i16,
}

/// The hidden units of a board before they are cut off.
#[derive(Clone, PartialEq, Debug)]
#[repr(align(64))]
pub struct Sums {
    /// In the views of black and of white.
    views: [Row; 2],
    squares: Squares,
}

impl Net {
    /// Numbers of a net: for each square and state those of the input, biases, outputs of the side to move and of the other one,
    /// and their bias.
    pub const NUMBERS: usize = (SQUARES * STATES + 3) * UNITS + 1;

    /// The net with these weights.
    ///
    /// # Errors
    /// If there is another count of numbers, or one is too large.
    pub fn new(numbers: &[i16]) -> Result<Self, String> {
        let ([rows @ .., bias, own, other], [out_bias]) = numbers.as_chunks::<UNITS>() else {
            return Err(Self::miscounted(numbers.len()));
        };
        if rows.len() != SQUARES * STATES {
            return Err(Self::miscounted(numbers.len()));
        }
        let within = |rows: &[Row], most: i16| {
            let mut all = rows.iter().flatten();
            match all.find(|number| !(-most..=most).contains(*number)) {
                Some(large) => Err(format!(
                    "a weight of {large} is above {most}: train the net anew"
                )),
                None => Ok(()),
            }
        };
        within(rows, MOST_WEIGHT)?;
        // Then no sum of 16 bits overflows.
        within(&[*bias], i16::MAX - SQUARES as i16 * MOST_WEIGHT)?;
        within(&[*own, *other], MOST_OUT)?;
        Ok(Self {
            weights: rows
                .iter()
                .map(|row| row.map(|weight| weight as i8))
                .collect(),
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

    #[inline]
    fn weights(&self, square: usize, state: u8) -> &Weights {
        &self.weights[square * STATES + usize::from(state)]
    }

    /// The sums of a board.
    pub fn sums(&self, board: &Board) -> Sums {
        let states = squares(board.both());
        let mut sums = Sums {
            views: [self.bias; 2],
            squares: [0; SQUARES + 1],
        };
        for (square, &state) in states.iter().enumerate() {
            sums.squares[square] = state;
            for (view, state) in [state, TURNED[usize::from(state)]].iter().enumerate() {
                let weights = self.weights(square, *state);
                for (sum, weight) in sums.views[view].iter_mut().zip(weights) {
                    *sum += i16::from(*weight);
                }
            }
        }
        sums
    }

    /// The sums after a legal move on this board, from those before it.
    #[inline]
    pub fn play(&self, before: &Sums, board: &Board, mv: Move, after: &mut Sums) {
        // Black's digit is 1, white's is 2.
        let (digit, flip) = match board.to_move() {
            Color::Black => (1, -1),
            Color::White => (2, 1),
        };
        after.squares = before.squares;
        let squares = &mut after.squares;
        let mut changed = change(squares, mv.to, digit);
        if mv.is_jump() {
            changed |= change(squares, mv.from, -digit);
        }
        for cell in board.flipped(mv.to) {
            changed |= change(squares, cell, flip);
        }
        changed &= (1 << SQUARES) - 1;
        let mut views = [ArrayVec::<[&Weights; 2], SQUARES>::new(), ArrayVec::new()];
        while changed != 0 {
            let square = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let states = [before.squares[square], after.squares[square]];
            views[0].push(states.map(|state| self.weights(square, state)));
            views[1].push(states.map(|state| self.weights(square, TURNED[usize::from(state)])));
        }
        let (before, after) = (&before.views, &mut after.views);
        on_wide_registers(
            #[inline(always)]
            move || {
                for view in 0..2 {
                    update(&before[view], &views[view], &mut after[view]);
                }
            },
        );
    }

    /// The value for the side to move, in parts of [`LOGIT`], from [`MOST`] down to its negative.
    #[inline]
    pub fn value(&self, sums: &Sums, to_move: Color) -> i32 {
        let [own, other] = [to_move, to_move.opponent()].map(|side| &sums.views[side.index()]);
        let out = &self.out;
        let sum = on_wide_registers(
            #[inline(always)]
            move || half(own, &out[0]) + half(other, &out[1]),
        );
        let unit = i32::from(UNIT);
        let sum = sum + i32::from(self.out_bias) * unit * unit;
        let value = i64::from(sum) * i64::from(LOGIT);
        let parts = i64::from(unit * unit * i32::from(OUT_UNIT));
        ((value / parts) as i32).clamp(-MOST, MOST)
    }
}

/// Units that are summed at once: four registers of 256 bits.
const LANES: usize = 64;

/// The sums with the weights of old states replaced by those of new ones, some registers at a time.
#[inline(always)]
fn update(before: &Row, changes: &[[&Weights; 2]], after: &mut Row) {
    let (before, after) = (
        before.as_chunks::<LANES>().0,
        after.as_chunks_mut::<LANES>().0,
    );
    for (i, (before, after)) in before.iter().zip(after).enumerate() {
        let mut sums = *before;
        for [old, new] in changes {
            let [old, new] = [old, new].map(|row| &row.as_chunks::<LANES>().0[i]);
            for lane in 0..LANES {
                sums[lane] = sums[lane].wrapping_add(i16::from(new[lane]) - i16::from(old[lane]));
            }
        }
        *after = sums;
    }
}

/// The share of one view's units in the output.
#[inline(always)]
fn half(sums: &Row, out: &Row) -> i32 {
    let mut sum = 0;
    for (&unit, &out) in sums.iter().zip(out) {
        let unit = unit.clamp(0, UNIT);
        // LLVM makes `pmaddwd` of it: eight products an instruction with SSE2.
        sum += i32::from(unit.wrapping_mul(out)) * i32::from(unit);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A net of random weights.
    fn net(random: &mut fastrand::Rng) -> (Vec<i16>, Net) {
        let hidden = (SQUARES * STATES + 1) * UNITS;
        let mut numbers: Vec<i16> = (0..hidden).map(|_| random.i16(-40..=50)).collect();
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
                let wanted = net.sums(&board);
                assert_eq!(after.views, wanted.views);
                assert_eq!(after.squares[..SQUARES], wanted.squares[..SQUARES]);
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
        let last = SQUARES * STATES;
        for (board, _) in game(&mut random) {
            let me = board.to_move();
            let view = |side: Color, out: usize| -> f64 {
                let digit = |x: usize, y: usize| {
                    let cell = Cell::from_index(y * SIZE + x).unwrap();
                    let at = |side| usize::from(board.pieces(side).contains(cell));
                    at(side) + 2 * at(side.opponent())
                };
                let state = |square: usize| {
                    let (x, y) = (square % IN_ROW, square / IN_ROW);
                    digit(x, y)
                        + 3 * digit(x + 1, y)
                        + 9 * digit(x, y + 1)
                        + 27 * digit(x + 1, y + 1)
                };
                let of_unit = |i: usize| {
                    let weights =
                        (0..SQUARES).map(|square| number(square * STATES + state(square), i));
                    let sum = (number(last, i) + weights.sum::<f64>()) / unit;
                    let sum = sum.clamp(0.0, 1.0);
                    sum * sum * number(out, i) / f64::from(OUT_UNIT)
                };
                (0..UNITS).map(of_unit).sum()
            };
            let bias = f64::from(numbers[Net::NUMBERS - 1]) / f64::from(OUT_UNIT);
            let logit = view(me, last + 1) + view(me.opponent(), last + 2) + bias;
            let most = f64::from(MOST);
            let wanted = (logit * f64::from(LOGIT)).clamp(-most, most);
            let found = f64::from(net.value(&net.sums(&board), me));
            assert!((found - wanted).abs() <= 1.0, "{} {}", found, wanted);
        }
    }

    #[test]
    fn what_is_no_net_is_refused() {
        for (numbers, why) in [
            (vec![0; Net::NUMBERS - 1], "train it anew"),
            (vec![0; Net::NUMBERS - UNITS], "train it anew"),
            (vec![128; Net::NUMBERS], "above 127"),
        ] {
            let error = Net::new(&numbers).unwrap_err();
            assert!(error.contains(why), "{}", error);
        }
        assert!(Net::parse("a").unwrap_err().contains("cut"));
    }
}
