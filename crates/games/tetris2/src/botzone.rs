//! Tetris2's Botzone messages: the bot's side here, the judge's side in [`Referee`].

use std::convert::TryFrom;

use games_common::{fields, integer};
use serde_json::{Value, json};

use crate::board::Board;
use crate::color::Color;
use crate::piece::{Orientation, Piece, Placement};

mod referee;
mod state;

pub use referee::Referee;
pub use state::State;

/// The answer of a bot: its move in the turn.
pub type Move = crate::piece::Move;

/// Tetris2 has simple IO. Requests are lines `block color`, later `block x y o`; an answer is a line `B x y o`.
pub const SIMPLE_IO: bool = true;

/// A position as `explain` and `positions` read it: own color and both players, as [`State`] says.
pub const EXAMPLE: &str = "0; - J 0100000 0 0 0 0; - J 0100000 0 0 0 0";

/// The state before the first request. Its color and pieces are placeholders.
pub fn start() -> State {
    State::new(Color::Zero, Board::new(Piece::L))
}

/// Applies a request. The first one, `{"block":b,"color":c}`, says the common first piece and the bot's color. Each
/// later one, `{"block":b,"x":X,"y":Y,"o":O}`, says where the opponent placed its piece and what it chose for us:
/// with the bot's answer before it that is a whole turn, which is played.
///
/// # Errors
/// If it is not such an object, a later request comes before the bot's answer, or a move of the turn is illegal.
pub fn request(state: &mut State, request: &Value) -> Result<(), String> {
    if let Some(color) = request.get("color") {
        let color = match integer(color) {
            Some(0) => Color::Zero,
            Some(1) => Color::One,
            _ => return Err("the color is neither 0 nor 1".to_owned()),
        };
        *state = State::new(color, Board::new(block(request)?));
        return Ok(());
    }
    state.play(read(request)?)
}

/// Stores the bot's own answer; the turn is played when the next request says the opponent's move.
///
/// # Errors
/// If it is not an object `{"block":B,"x":X,"y":Y,"o":O}` (or one with `seq`, as the judge allows), or is illegal.
pub fn response(state: &mut State, response: &Value) -> Result<(), String> {
    state.choose(read(response)?)
}

/// The answer for the judge: `{"block":B,"x":X,"y":Y,"o":O}`.
pub fn answer(mv: Move) -> Value {
    let Placement { x, y, o } = mv.placement;
    json!({"block": mv.block.code(), "x": x, "y": y, "o": o.code()})
}

/// A legal move, the lowest landing and the first piece that may be given; `None` only if the game is over.
pub fn fallback(state: &State) -> Option<Move> {
    state
        .board()
        .legal_moves(state.color())
        .min_by_key(|mv| mv.placement.y)
}

/// The request in a line `block color` or `block x y o` of simple IO.
///
/// # Errors
/// If the line is not two or four integers.
pub fn simple_request(line: &str) -> Result<Value, String> {
    match read_line(line).as_deref() {
        Some([block, color]) => Ok(json!({"block": block, "color": color})),
        Some([block, x, y, o]) => Ok(json!({"block": block, "x": x, "y": y, "o": o})),
        _ => Err(format!(
            "`{}` is not a line `block color` or `block x y o` of integers",
            line.trim_end()
        )),
    }
}

/// The answer in a line `B x y o` of simple IO.
///
/// # Errors
/// If the line is not four integers.
pub fn simple_response(line: &str) -> Result<Value, String> {
    match read_line(line).as_deref() {
        Some([block, x, y, o]) => Ok(json!({"block": block, "x": x, "y": y, "o": o})),
        _ => Err(format!(
            "`{}` is not a line `B x y o` of four integers",
            line.trim_end()
        )),
    }
}

/// Our answer as the line `B x y o`.
pub fn simple_answer(response: &Value) -> String {
    write_line(response, &["block", "x", "y", "o"])
}

/// A request as the line `block color` or `block x y o`.
pub fn simple_request_line(request: &Value) -> String {
    if request.get("color").is_some() {
        write_line(request, &["block", "color"])
    } else {
        write_line(request, &["block", "x", "y", "o"])
    }
}

fn read_line(line: &str) -> Option<Vec<i64>> {
    line.split_whitespace()
        .map(|word| word.parse().ok())
        .collect()
}

fn write_line(object: &Value, keys: &[&str]) -> String {
    let words: Vec<String> = keys.iter().map(|key| object[key].to_string()).collect();
    words.join(" ")
}

/// The move of a response or a later request: an object with `block` and `x`, `y`, `o` (or `seq`, as the judge allows).
/// Does not test whether the move is legal.
///
/// # Errors
/// If it is not such an object, or the position is outside of every well.
pub fn read(value: &Value) -> Result<Move, String> {
    let block = block(value)?;
    let numbers = position(value).map_err(|malformed| malformed.why)?;
    let placement = placement(numbers).ok_or_else(|| {
        let [x, y, o] = numbers;
        format!("{x},{y},{o} is outside the well: x is from 1 to 10, y from 1 to 20, o from 0 to 3")
    })?;
    Ok(Move { block, placement })
}

fn block(value: &Value) -> Result<Piece, String> {
    let [code] = fields(value, &["block"])?;
    piece(&code.into()).ok_or_else(|| format!("block must be from 0 to 6, it is {code}"))
}

fn piece(value: &Value) -> Option<Piece> {
    Piece::from_code(u8::try_from(integer(value)?).ok()?)
}

/// A position that cannot be read.
struct Malformed {
    /// The judge's text.
    judge: &'static str,
    /// A description of the problem.
    why: String,
}

/// The numbers x, y, o of an answer: its own, or those of the last element of the array `seq` if there is one.
fn position(answer: &Value) -> Result<[i32; 3], Malformed> {
    let numbers = |value: &Value| fields(value, &["x", "y", "o"]);
    let malformed = |judge, why| Malformed { judge, why };
    let Value::Array(seq) = &answer["seq"] else {
        return numbers(answer).map_err(|why| malformed("LAST_POS_FORMAT_ERROR", why));
    };
    if seq.len() > MAX_STEPS {
        let why = format!("seq has {} steps, {MAX_STEPS} are allowed", seq.len());
        return Err(malformed("SEQ_TOO_LONG", why));
    }
    let steps: Result<Vec<[i32; 3]>, String> = seq.iter().map(numbers).collect();
    let steps = steps.map_err(|why| malformed("SEQ_FORMAT_ERROR", format!("in seq: {why}")))?;
    (steps.last().copied()).ok_or_else(|| malformed("BAD_SEQ", "seq is empty".to_owned()))
}

/// The judge reads lists `seq` of this length at most.
const MAX_STEPS: usize = 20;

/// `None` if a number is outside of what any well could have.
fn placement([x, y, o]: [i32; 3]) -> Option<Placement> {
    Some(Placement {
        x: u8::try_from(x).ok()?,
        y: u8::try_from(y).ok()?,
        o: Orientation::from_code(u8::try_from(o).ok()?)?,
    })
}
