//! Snake's Botzone messages: the bot's side here, the judge's side in [`Referee`].

use std::convert::TryFrom;

use games_common::fields;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::Answer;
use crate::cell::{Cell, Direction};
use crate::map::Map;
use crate::outcome::Fault;

mod referee;
mod state;

pub use referee::Referee;
pub use state::State;

/// The move that a bot answers with.
pub type Move = crate::Move;

/// Snake has no simple IO: bots speak JSON.
pub const SIMPLE_IO: bool = false;

/// A position as `explain` and `positions` read it: map, joint moves and own number, as [`State`] says.
pub const EXAMPLE: &str = "seed=5 moves=13,10 me=1";

/// The state before the first request, which brings the map: an empty board of 10 x 10.
pub fn start() -> State {
    State::waiting()
}

/// Applies a request: first the map with the bot's start cell, then in each turn the opponent's move
/// of the turn before, `{"direction":D}`. With it and the bot's answer a joint turn is played.
///
/// # Errors
/// If it is neither, if the map is impossible, if the bot's answer to the request before is missing, or if
/// the turn ends the game (the judge sends no request then).
pub fn request(state: &mut State, request: &Value) -> Result<(), String> {
    if !state.has_map() {
        let first = FirstRequest::deserialize(request)
            .map_err(|error| format!("the first request is not a map: {error}"))?;
        let map = map_of(first.height, first.width, &first.obstacle)?;
        let me = usize::from((first.x, first.y) != (1, 1));
        *state = State::new(map, me);
        return Ok(());
    }
    state.opponent_moved(read(request)?)
}

/// Stores the bot's own answer. The board changes when the opponent's move of the same turn is known.
///
/// # Errors
/// If it is not `{"direction":D}` with D from 0 to 3, or a second answer to one request.
pub fn response(state: &mut State, response: &Value) -> Result<(), String> {
    state.answered(read(response)?)
}

/// The answer for the judge: `{"direction":D}`.
pub fn answer(mv: Move) -> Value {
    json!({"direction": mv.index()})
}

/// The first direction that is not certain death. If all are: up, because the opponent may die in the same
/// turn.
pub fn fallback(state: &State) -> Option<Move> {
    let legal = state.board().legal_moves(state.me());
    legal.first().or(Some(Direction::Up))
}

/// Snake has no simple IO.
///
/// # Errors
/// Always.
pub fn simple_request(_line: &str) -> Result<Value, String> {
    Err(NO_SIMPLE_IO.to_owned())
}

/// Snake has no simple IO.
///
/// # Errors
/// Always.
pub fn simple_response(_line: &str) -> Result<Value, String> {
    Err(NO_SIMPLE_IO.to_owned())
}

/// Snake has no simple IO: an empty line.
pub fn simple_answer(_response: &Value) -> String {
    String::new()
}

/// Snake has no simple IO: an empty line.
pub fn simple_request_line(_request: &Value) -> String {
    String::new()
}

const NO_SIMPLE_IO: &str = "Snake has no simple IO: bots speak JSON";

/// The request that opens a match: the map and the bot's start cell. The player number is not sent:
/// player 0 starts at (1, 1).
#[derive(Deserialize)]
struct FirstRequest {
    height: u8,
    width: u8,
    obstacle: Vec<Coordinates>,
    x: u8,
    y: u8,
}

/// A cell in a message.
#[derive(Deserialize)]
struct Coordinates {
    x: u8,
    y: u8,
}

fn map_of(height: u8, width: u8, obstacles: &[Coordinates]) -> Result<Map, String> {
    let cell = |c: &Coordinates| {
        Cell::new(c.x, c.y).ok_or_else(|| format!("obstacle {},{} is off every board", c.x, c.y))
    };
    Map::new(
        height,
        width,
        obstacles.iter().map(cell).collect::<Result<_, _>>()?,
    )
}

/// The direction of a response or a later request, as the judge reads it.
///
/// # Errors
/// If it has none from 0 to 3.
pub fn read(value: &Value) -> Result<Direction, String> {
    let number = number(value)?;
    direction_of(number).map_err(|_| format!("direction must be from 0 to 3, it is {number}"))
}

fn direction_of(number: i32) -> Answer {
    usize::try_from(number)
        .ok()
        .and_then(Direction::from_index)
        .ok_or(Fault::BadDirection)
}

/// The `direction` of an object, if it is an integral number in the 32-bit range.
fn number(value: &Value) -> Result<i32, String> {
    fields(value, &["direction"]).map(|[number]| number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    /// A bot that receives a game turn by turn sees the referee's board.
    #[test]
    fn states_follow_the_referee() {
        let mut random = fastrand::Rng::with_seed(3);
        for seed in 0..200 {
            let mut referee = Referee::new();
            let mut output = referee.begin(&json!({"seed": seed}));
            let mut states = [start(), start()];
            while output["command"] == "request" {
                let mut entry = json!({});
                for (me, state) in states.iter_mut().enumerate() {
                    request(state, &output["content"][me.to_string()]).unwrap();
                    assert_eq!(state.me(), me);
                    assert_eq!(state.board(), referee.board());
                    let legal = state.board().legal_moves(me);
                    let mv = legal.nth(random.usize(..legal.len().max(1)));
                    let mv = answer(mv.or(fallback(state)).unwrap());
                    response(state, &mv).unwrap();
                    entry[me.to_string()] = json!({"verdict": "OK", "response": mv});
                }
                output = referee.turn(&entry);
            }
        }
    }

    #[test]
    fn what_is_no_message() {
        let first =
            json!({"height": 11, "width": 10, "obstacle": [{"x": 2, "y": 3}], "x": 11, "y": 10});
        for (key, value) in [
            ("height", json!(17)),
            ("height", json!(-1)),
            ("obstacle", json!([{"x": 2}])),
            ("x", Value::Null),
        ] {
            let mut broken = first.clone();
            broken[key] = value;
            assert!(request(&mut start(), &broken).is_err(), "{}", broken);
        }
        let mut state = start();
        assert!(response(&mut state, &json!({"direction": 0})).is_err());
        request(&mut state, &first).unwrap();
        assert_eq!(state.me(), 1);
        let before = state.clone();
        let up = json!({"direction": 0});
        for value in [
            json!({"direction": 4}),
            json!(1),
            json!("0"),
            json!({}),
            Value::Null,
        ] {
            assert!(response(&mut state, &value).is_err(), "{}", value);
        }
        assert!(request(&mut state, &json!({"direction": 2})).is_err());
        assert_eq!(state, before);
        response(&mut state, &up).unwrap();
        assert!(response(&mut state, &up).is_err());
        // Player 0 would leave the board.
        assert!(request(&mut state, &up).is_err());
        request(&mut state, &json!({"direction": 2})).unwrap();
        assert_eq!(state.board().turn(), 1);
    }

    #[test]
    fn values_as_the_judge_reads_them() {
        let read = |text: &str| {
            let value = serde_json::from_str(text).unwrap();
            direction_of(number(&value).map_err(|_| Fault::InvalidInput)?)
        };
        assert_eq!(read(r#"{"direction":1.0,"more":[]}"#), Ok(Direction::Right));
        for bad in ["4", "-1", "2147483647", "-2147483648", "4.0"] {
            assert_eq!(
                read(&format!(r#"{{"direction":{bad}}}"#)),
                Err(Fault::BadDirection)
            );
        }
        for bad in [
            "1.5",
            "\"1\"",
            "true",
            "null",
            "2147483648",
            "-2147483649",
            "1e99",
            "[1]",
            "{}",
        ] {
            assert_eq!(
                read(&format!(r#"{{"direction":{bad}}}"#)),
                Err(Fault::InvalidInput)
            );
        }
        for bad in [
            "1",
            "[1]",
            "null",
            "{}",
            r#"{"dir":1}"#,
            r#""{\"direction\":1}""#,
        ] {
            assert_eq!(read(bad), Err(Fault::InvalidInput));
        }
    }

    #[test]
    fn fallback_lives_if_it_can() {
        let state: State = "map=3x3:1,2".parse().unwrap();
        assert_eq!(fallback(&state), Some(Direction::Down));
        let stuck: State = "map=3x3:1,2/2,1".parse().unwrap();
        assert!(stuck.board().legal_moves(0).is_empty());
        assert_eq!(fallback(&stuck), Some(Direction::Up));
        assert_eq!(*start().board(), Board::new(&"10x10".parse().unwrap()));
    }
}
