//! The judge's side: the outputs of Botzone's own Snake judge.

use games_common::integer;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Coordinates, direction_of, map_of, number};
use crate::board::{Board, snakes_grow};
use crate::map::Map;
use crate::outcome::{Death, Fault, Outcome};

/// The judge of one match. Its outputs are those of Botzone's judge, keys and texts included.
///
/// ```
/// use serde_json::json;
/// use snake::botzone::Referee;
///
/// let map = json!({"height": 13, "obstacle": [], "width": 10});
/// let mut referee = Referee::resume(&map)?;
/// let entry = json!({
///     "0": {"verdict": "OK", "response": {"direction": 3}},
///     "1": {"verdict": "OK", "response": {"direction": 0}},
/// });
/// assert_eq!(
///     referee.turn(&entry).to_string(),
///     concat!(
///         r#"{"command":"finish","content":{"0":0,"1":2},"#,
///         r#""display":{"0":3,"1":0,"err":"INVALIDMOVE","grow":"true","winner":"1"},"#,
///         r#""initdata":{"height":13,"obstacle":[],"width":10}}"#
///     )
/// );
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    map: Map,
    board: Board,
}

impl Referee {
    /// A referee before [`Referee::begin`], on an empty board of 10 x 10.
    pub fn new() -> Self {
        Self::on(Map::empty(10, 10))
    }

    /// A referee that skips the first call and trusts `initdata` with `height`, `width` and
    /// `obstacle`, as the judge does in all later calls: the way to play on a map of one's own.
    ///
    /// # Errors
    /// If `initdata` (an object, or a string that holds one) is not a possible map.
    pub fn resume(initdata: &Value) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Later {
            height: u8,
            width: u8,
            obstacle: Vec<Coordinates>,
        }
        let later = Later::deserialize(object(initdata))
            .map_err(|error| format!("initdata is not a map: {error}"))?;
        Ok(Self::on(map_of(
            later.height,
            later.width,
            &later.obstacle,
        )?))
    }

    fn on(map: Map) -> Self {
        Self {
            board: Board::new(&map),
            map,
        }
    }

    /// The position after the moves judged so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The output for the empty log. `initdata` is an object, or a string that holds one; its
    /// integers `seed`, `width` and `height` count, see [`Map::generate`]. An `obstacle` list has
    /// no effect here, see [`Referee::resume`].
    ///
    /// Without an integral 32-bit `seed` the judge takes the time; rules have no clock, so
    /// this one takes seed 0.
    pub fn begin(&mut self, initdata: &Value) -> Value {
        let initdata = object(initdata);
        let [seed, width, height] =
            ["seed", "width", "height"].map(|key| initdata.get(key).and_then(integer));
        *self = Self::on(Map::generate(seed.unwrap_or(0), width, height));
        self.first()
    }

    /// The first output of a match on this map.
    pub fn first(&self) -> Value {
        let [first, second] = self
            .map
            .starts()
            .map(|cell| json!({"x": cell.x(), "y": cell.y()}));
        let request = |start: &Value| {
            let mut request = self.map_value();
            request["x"] = start["x"].clone();
            request["y"] = start["y"].clone();
            request
        };
        let content = json!({"0": request(&first), "1": request(&second)});
        let mut initdata = self.map_value();
        initdata["0"] = first;
        initdata["1"] = second;
        json!({"command": "request", "content": content, "display": initdata, "initdata": initdata})
    }

    /// The output for the next turn: `entry` is its log entry, player number to
    /// `{"verdict":..,"response":..}`. After an output `finish` the match is over and must not go
    /// on.
    pub fn turn(&mut self, entry: &Value) -> Value {
        let numbers = ["0", "1"].map(|player| number(&entry[player]["response"]).ok());
        let growing = snakes_grow(self.board.turn());
        self.board.play_answers(
            numbers.map(|number| number.ok_or(Fault::InvalidInput).and_then(direction_of)),
        );

        let mut display = json!({"grow": growing.to_string()});
        for (player, number) in ["0", "1"].into_iter().zip(numbers) {
            if let Some(number) = number {
                display[player] = json!(number);
            }
        }
        let Some(outcome) = self.board.outcome() else {
            let content = json!({"0": {"direction": numbers[1]}, "1": {"direction": numbers[0]}});
            return self.output("request", content, display);
        };
        display["err"] = match outcome {
            Outcome::Draw { .. } => json!("BothSnakeDie"),
            Outcome::Win {
                winner,
                death: Death::InvalidInput,
            } => {
                let loser = ["1", "0"][winner];
                let verdict = entry[loser]["verdict"].as_str().unwrap_or_default();
                json!(format!("INVALID_INPUT_VERDICT_{verdict}"))
            }
            Outcome::Win { .. } => json!("INVALIDMOVE"),
        };
        if let Some(winner) = outcome.winner() {
            display["winner"] = json!(winner.to_string());
        }
        let [first, second] = outcome.scores();
        self.output("finish", json!({"0": first, "1": second}), display)
    }

    /// An output after the first one.
    fn output(&self, command: &str, content: Value, display: Value) -> Value {
        json!({"command": command, "content": content, "display": display, "initdata": self.map_value()})
    }

    fn map_value(&self) -> Value {
        let obstacles = self.map.obstacles().iter();
        let obstacles: Vec<Value> = obstacles
            .map(|cell| json!({"x": cell.x(), "y": cell.y()}))
            .collect();
        json!({"height": self.map.height(), "obstacle": obstacles, "width": self.map.width()})
    }
}

impl Default for Referee {
    fn default() -> Self {
        Self::new()
    }
}

/// Initdata as an object: a string is read as JSON, and one that cannot be read is `{}`.
fn object(initdata: &Value) -> Value {
    match initdata {
        Value::String(text) => serde_json::from_str(text).unwrap_or_else(|_| json!({})),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(first: Value, second: Value) -> Value {
        json!({"0": {"verdict": "OK", "response": first}, "1": {"verdict": "OK", "response": second}})
    }

    fn go(direction: impl Into<Value>) -> Value {
        json!({"direction": direction.into()})
    }

    #[test]
    fn initdata_in_all_forms() {
        let first = |initdata: Value| Referee::new().begin(&initdata);
        let of_5 = first(json!({"seed": 5}));
        assert_eq!(of_5["content"]["1"]["y"], 10);
        assert_eq!(first(json!(r#"{"seed":5}"#)), of_5);
        assert_eq!(
            first(json!({"seed": 5, "obstacle": [{"x": 2, "y": 2}], "0": 7})),
            of_5
        );
        assert_ne!(first(json!({"seed": 6})), of_5);
        let without = first(json!({}));
        for initdata in [
            json!(""),
            json!("no json"),
            json!("[1]"),
            Value::Null,
            json!({"seed": "5"}),
        ] {
            assert_eq!(first(initdata), without);
        }
        let forced = first(json!({"seed": 5, "width": 12, "height": 16}));
        assert_eq!(
            (&forced["initdata"]["width"], &forced["initdata"]["height"]),
            (&json!(12), &json!(16))
        );
    }

    #[test]
    fn trusted_maps() {
        let mut referee = Referee::resume(&json!(
            r#"{"height":4,"width":3,"obstacle":[{"x":2,"y":2}]}"#
        ))
        .unwrap();
        assert_eq!(referee.board().to_string(), "A..\n.#.\n...\n..B\n");
        let output = referee.turn(&entry(go(1.0), go(3)));
        assert_eq!(
            output.to_string(),
            concat!(
                r#"{"command":"request","content":{"0":{"direction":3},"1":{"direction":1}},"#,
                r#""display":{"0":1,"1":3,"grow":"true"},"#,
                r#""initdata":{"height":4,"obstacle":[{"x":2,"y":2}],"width":3}}"#
            )
        );
        for bad in [
            json!(""),
            json!({}),
            json!({"height": 20, "width": 3, "obstacle": []}),
        ] {
            assert!(Referee::resume(&bad).is_err());
        }
    }

    #[test]
    fn ends_of_games() {
        let end = |entry: Value| {
            let map = json!({"height": 13, "obstacle": [], "width": 10});
            let output = Referee::resume(&map).unwrap().turn(&entry);
            assert_eq!(
                (&output["command"], &output["initdata"]),
                (&json!("finish"), &map)
            );
            format!("{} {}", output["content"], output["display"])
        };
        let mut late = entry(go(2), Value::Null);
        late["1"]["verdict"] = json!("TLE");
        assert_eq!(
            end(late),
            r#"{"0":2,"1":0} {"0":2,"err":"INVALID_INPUT_VERDICT_TLE","grow":"true","winner":"0"}"#
        );
        assert_eq!(
            end(entry(go("2"), Value::Null)),
            r#"{"0":1,"1":1} {"err":"BothSnakeDie","grow":"true"}"#
        );
        assert_eq!(
            end(entry(go(2), go(-5))),
            r#"{"0":2,"1":0} {"0":2,"1":-5,"err":"INVALIDMOVE","grow":"true","winner":"0"}"#
        );
        assert_eq!(
            end(json!({"0": {"verdict": "OK", "response": {"direction": 2}}})),
            r#"{"0":2,"1":0} {"0":2,"err":"INVALID_INPUT_VERDICT_","grow":"true","winner":"0"}"#
        );
    }
}
