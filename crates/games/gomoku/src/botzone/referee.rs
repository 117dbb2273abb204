//! The judge's side: the outputs of Botzone's own Gomoku judge, which is written in JavaScript.
//!
//! The functions have names that nothing on the bot's side has: the bundler leaves out of a bot what no name leads to.

use serde_json::Value;

use super::javascript::Js;
use crate::Color;
use crate::board::{Board, Swap};
use crate::mv::Move;
use crate::{Cell, SIZE};

/// The judge of one match. Its outputs are those of Botzone's judge, keys and texts included; [`Referee::program`] prints them in
/// the judge's order of keys.
///
/// ```
/// use gomoku::botzone::Referee;
/// use serde_json::{Value, json};
///
/// let mut referee = Referee::new();
/// let first = referee.begin(&Value::Null);
/// assert_eq!(first, json!({"command": "request", "content": {"0": {"x": -1, "y": -1}}}));
/// let next = referee.turn(&json!({"0": {"verdict": "OK", "response": {"x": 7, "y": 7}}}));
/// assert_eq!(next["display"], json!({"color": 0, "x": 7, "y": 7}));
/// assert_eq!(next["content"], json!({"1": {"x": 7, "y": 7}}));
/// let last = referee.turn(&json!({"1": {"verdict": "OK", "response": {"x": 7, "y": 7}}}));
/// assert_eq!(last["content"], json!({"0": 2, "1": 0}));
/// assert_eq!(last["display"]["error"], "INVALID MOVE");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Referee {
    board: Board,
}

impl Referee {
    /// A referee of the plain game before the first move.
    pub fn new() -> Self {
        Self::default()
    }

    /// A referee of the variant with the swap before the first move. Its judge is not public: the crate's README has what is
    /// assumed.
    pub fn with_swap() -> Self {
        Self {
            board: Board::with_swap(),
        }
    }

    /// The position after the moves judged so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The output for the empty log; Gomoku reads no initdata.
    pub fn begin(&mut self, _initdata: &Value) -> Value {
        self.restart();
        as_value(&first_output())
    }

    /// The output for the next answer: `entry` is the log entry of one turn, player number to
    /// `{"verdict":..,"response":..}`. After an output `finish` the match is over and must not go on.
    pub fn turn(&mut self, entry: &Value) -> Value {
        let player = self.board.player(self.board.to_move());
        let entry = Js::of(&entry[player.to_string()]);
        as_value(&self.judged(player, &answer_in(&entry), true))
    }

    /// The judge as a program, from the start of a match: what it prints for its whole input, `{"log":[...]}`.
    ///
    /// # Errors
    /// If the judge stops with an exception and prints nothing: the input is not JSON, has no list `log`, or the entry
    /// of an answer lacks the player who was asked.
    ///
    /// ```
    /// use gomoku::botzone::Referee;
    ///
    /// let log = r#"{"log":[{},{"0":{"response":{"y":7,"x":15.0}}}]}"#;
    /// assert_eq!(
    ///     Referee::new().program(log)?,
    ///     "{\"display\":{\"winner\":1,\"error\":\"INVALID MOVE\",\"error_data\":{\"y\":7,\"x\":15}},\
    ///      \"command\":\"finish\",\"content\":{\"0\":0,\"1\":2}}\n"
    /// );
    /// # Ok::<(), String>(())
    /// ```
    pub fn program(&mut self, input: &str) -> Result<String, String> {
        let input: Js = serde_json::from_str(input)
            .map_err(|error| format!("the judge's input is not JSON: {}", error))?;
        let log = match input.get("log") {
            Some(Js::List(log)) => log,
            _ => return Err("the judge's input has no list `log`".to_owned()),
        };
        self.restart();
        if log.is_empty() {
            return Ok(format!("{}\n", first_output()));
        }
        for (turn, entry) in log.iter().skip(1).step_by(2).enumerate() {
            let player = self.board.player(self.board.to_move());
            let entry = match entry.get(["0", "1"][player]) {
                None | Some(Js::Null) => {
                    let place = 2 * turn + 1;
                    return Err(format!("entry {} of the log lacks \"{}\"", place, player));
                }
                Some(entry) => entry,
            };
            let is_last = 2 * turn + 2 == log.len();
            let output = self.judged(player, &answer_in(entry), is_last);
            if is_last || output.get("command") == Some(&js_text("finish")) {
                return Ok(format!("{}\n", output));
            }
        }
        // Asked without a new answer.
        Ok("undefined\n".to_owned())
    }

    fn restart(&mut self) {
        self.board = match self.board.swap() {
            Swap::Never => Board::new(),
            Swap::Offered | Swap::Taken => Board::with_swap(),
        };
    }

    /// The output for this answer of a player. The judge looks for a win only at the last one of its log.
    fn judged(&mut self, player: usize, answer: &Js, is_last: bool) -> Js {
        let number = |key| answer.get(key).and_then(Js::integer);
        let (x, y) = match (number("x"), number("y")) {
            (Some(x), Some(y)) => (x, y),
            _ => return lost_output(player, "INVALID INPUT", answer),
        };
        let color = self.board.to_move();
        let mv = match judged_cell(x, y) {
            Some(cell) if self.board.color_at(cell).is_none() => Move::Place(cell),
            None if (x, y) == (-1.0, -1.0) && self.board.may_swap() => Move::Swap,
            _ => return lost_output(player, "INVALID MOVE", answer),
        };
        self.board.place(mv);
        let asked = move_of(x, y);
        let display = Js::object([
            ("color", Js::Number(color.index() as f64)),
            ("x", Js::Number(x)),
            ("y", Js::Number(y)),
        ]);
        match mv {
            Move::Place(cell) if is_last && self.board.makes_five(cell, color) => finish_output(
                display.with("winner", Js::Number(player as f64)),
                Some(player),
            ),
            _ if is_last && self.board.empty().is_empty() => finish_output(display, None),
            _ => request_output(Some(display), 1 - player, asked),
        }
    }
}

/// The answer in a player's entry, as the judge takes it: `response`, or `content` if the response is falsy, or `{}` if
/// both are.
fn answer_in(entry: &Js) -> Js {
    let given = |key| entry.get(key).filter(|value| value.is_truthy());
    let answer = given("response").or_else(|| given("content"));
    answer.cloned().unwrap_or_else(|| Js::object([]))
}

fn judged_cell(x: f64, y: f64) -> Option<Cell> {
    let on_board = |at: &f64| (0.0..SIZE as f64).contains(at);
    if [x, y].iter().all(on_board) {
        Cell::new(x as u8, y as u8)
    } else {
        None
    }
}

fn move_of(x: f64, y: f64) -> Js {
    Js::object([("x", Js::Number(x)), ("y", Js::Number(y))])
}

fn js_text(text: &str) -> Js {
    Js::Text(text.to_owned())
}

fn first_output() -> Js {
    request_output(None, Color::Black.index(), move_of(-1.0, -1.0))
}

fn request_output(display: Option<Js>, player: usize, asked: Js) -> Js {
    let output = match display {
        Some(display) => Js::object([("display", display)]),
        None => Js::object([]),
    };
    let content = Js::object([(["0", "1"][player], asked)]);
    output
        .with("command", js_text("request"))
        .with("content", content)
}

fn lost_output(loser: usize, error: &str, answer: &Js) -> Js {
    let winner = 1 - loser;
    let display = Js::object([
        ("winner", Js::Number(winner as f64)),
        ("error", js_text(error)),
        ("error_data", answer.clone()),
    ]);
    finish_output(display, Some(winner))
}

fn finish_output(display: Js, winner: Option<usize>) -> Js {
    let score = |player| {
        Js::Number(match winner {
            None => 1.0,
            Some(winner) if winner == player => 2.0,
            Some(_) => 0.0,
        })
    };
    let content = Js::object([("0", score(0)), ("1", score(1))]);
    Js::object([
        ("display", display),
        ("command", js_text("finish")),
        ("content", content),
    ])
}

/// An output as a value of serde_json.
fn as_value(output: &Js) -> Value {
    serde_json::from_str(&output.to_string()).unwrap_or_default()
}
