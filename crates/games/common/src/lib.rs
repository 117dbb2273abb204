//! Code that the rules of several games share.
//!
//! * [`integer`]: the JSON values that Botzone's judges accept as an integer.
//! * [`answer`], [`integers`], [`fields`] and [`leading_integer`]: the same for moves that are objects of integers, and
//!   for lines of simple IO. Their errors describe the value found.
//! * [`simple_io`]: the lines of games whose moves are one point.
//! * [`square`]: the cells of a square board, and sets of them up to 8x8.
//! * [`splitmix`]: unrelated numbers of neighboring seeds.
//! * [`Color`] and [`Outcome`]: the two players of games with black and white, and the end of a game.
//! * [`cell_set!`] and [`wide_cell_set!`]: sets of cells as bits.
//! * [`read_picture`] and [`split_side`]: a board as rows of signs, and the side to move behind it; [`read_moves`]: the moves so far.
//! * [`ParseError`]: the reason why a text is not a move, a board or a position. Every game re-exports it.
//! * [`illegal_moves!`]: the reasons why a move is illegal, with their texts.
//!
//! Not in here: anything that knows a game. Games share names, not one trait: their boards, moves and turns differ.

use std::convert::TryFrom;
use std::fmt;

use serde_json::Value;

mod color;
mod numbers;
mod pictures;
mod sets;
pub mod simple_io;
#[cfg(feature = "square")]
pub mod square;

pub use color::{Color, Outcome};
pub use numbers::{answer, fields, integers, leading_integer};
pub use pictures::{read_moves, read_picture, split_side};

/// Reads a number as Botzone's judges do (`isInt` of their JSON library): an integral one in the 32-bit range. So 3.0
/// is an integer, and `"3"`, `true`, 0.5 and 2147483648 are not.
///
/// ```
/// use games_common::integer;
/// use serde_json::json;
///
/// assert_eq!([json!(3), json!(3.0), json!(-1)].each_ref().map(integer), [Some(3), Some(3), Some(-1)]);
/// assert_eq!([json!("3"), json!(true), json!(0.5), json!(1e10)].each_ref().map(integer), [None; 4]);
/// ```
pub fn integer(value: &Value) -> Option<i32> {
    if let Some(whole) = value.as_i64() {
        return i32::try_from(whole).ok();
    }
    let real = value.as_f64()?;
    let whole = real as i32;
    (f64::from(whole) == real).then_some(whole)
}

/// Output number `index`, counted from 1, of the generator splitmix64 (Steele, Lea, Flood 2014) started with `seed`:
/// neighboring seeds give unrelated numbers.
pub const fn splitmix(seed: u64, index: u64) -> u64 {
    let z = seed.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The reason why a text cannot be read. The message names the text and the expected form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError(String);

impl ParseError {
    /// The error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl From<String> for ParseError {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for ParseError {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

/// The message, for callers whose errors are texts.
impl From<ParseError> for String {
    fn from(error: ParseError) -> Self {
        error.0
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseError {}

/// Defines the error `IllegalMove`: of each reason its name and its text.
#[macro_export]
macro_rules! illegal_moves {
    (
        $(#[$doc:meta])*
        pub enum $name:ident { $($(#[$about:meta])* $reason:ident => $text:expr,)+ }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$about])* $reason,)+
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $(Self::$reason => $text,)+
                })
            }
        }

        impl std::error::Error for $name {}
    };
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use testing::judge_integer;

    use super::*;

    #[test]
    fn integers_are_those_of_the_judge() {
        let limits = [i64::from(i32::MIN), i64::from(i32::MAX)];
        let mut values: Vec<Value> = limits
            .iter()
            .copied()
            .flat_map(|limit| (limit - 2..=limit + 2).chain([2 * limit]))
            .flat_map(|number| {
                [
                    json!(number),
                    json!(number as f64),
                    json!(number as f64 + 0.5),
                ]
            })
            .collect();
        values.extend([json!(u64::MAX), json!(i64::MIN), json!(1e300), json!(-0.0)]);
        values.extend([json!("1"), json!([1]), json!({}), json!(false), Value::Null]);
        for value in values {
            assert_eq!(integer(&value), judge_integer(&value), "{value}");
        }
    }
}
