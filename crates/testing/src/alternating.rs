//! The `judge_vectors` tests of a game on Botzone in which two players move in turn: a line of its vectors has `moves`, the
//! numbers of each or what else the judge's log held, and `result`; `raw` has the judge's own outputs.

use std::fmt::Debug;

use serde_json::{Map, Value, json};

use crate::vectors::{Vectors, judge_integer, name, noticed, per_turn};

/// A game with its referee `R` and its board `B`: [`alternating!`](crate::alternating) makes one.
#[derive(Clone, Copy, Debug)]
pub struct Alternating<R, B> {
    /// The folder of the game's crate.
    pub folder: &'static str,
    /// The name of its vectors.
    pub name: &'static str,
    /// The names of the numbers in an answer.
    pub keys: &'static [&'static str],
    /// A referee before the first move.
    pub referee: fn() -> R,
    /// Its output for the empty log.
    pub begin: fn(&mut R, &Value) -> Value,
    /// Its output for the log entry of a turn.
    pub turn: fn(&mut R, &Value) -> Value,
    /// Its position.
    pub board: fn(&R) -> &B,
    /// The state that a bot sees before the first request.
    pub start: fn() -> B,
    /// Updates that state by a request.
    pub request: fn(&mut B, &Value) -> Result<(), String>,
    /// Updates it by the bot's own answer.
    pub response: fn(&mut B, &Value) -> Result<(), String>,
    /// Tests a position in which this player is to move.
    pub check: fn(&B, usize),
}

/// The [`Alternating`] of a crate: its name, the names of the numbers in an answer, and the test of a position in which a
/// player is to move.
#[macro_export]
macro_rules! alternating {
    ($game:ident, $keys:expr, $check:expr) => {
        $crate::alternating::Alternating {
            folder: env!("CARGO_MANIFEST_DIR"),
            name: stringify!($game),
            keys: &$keys,
            referee: $game::botzone::Referee::new,
            begin: $game::botzone::Referee::begin,
            turn: $game::botzone::Referee::turn,
            board: $game::botzone::Referee::board,
            start: $game::botzone::start,
            request: $game::botzone::request,
            response: $game::botzone::response,
            check: $check,
        }
    };
}

/// The moves of a line.
///
/// # Panics
/// If it has none.
pub fn moves(game: &Value) -> &[Value] {
    let moves = game["moves"].as_array().filter(|moves| !moves.is_empty());
    moves.unwrap_or_else(|| panic!("{}: no moves", name(game)))
}

/// The answer of a log entry, as the judge takes it: `response`, or `content` if there is no `response`.
pub fn answer(entry: &Value) -> &Value {
    match &entry["response"] {
        Value::Null => &entry["content"],
        response => response,
    }
}

impl<R, B: PartialEq + Debug> Alternating<R, B> {
    /// The games to compare.
    pub fn games(&self) -> Vectors {
        Vectors::read(self.folder, self.name)
    }

    /// The crate's own games.
    pub fn own(&self) -> Vectors {
        Vectors::own(self.folder, self.name)
    }

    /// The log entry of the player for a move of a line.
    pub fn entry(&self, mv: &Value) -> Value {
        let mut entry = match mv {
            Value::Array(numbers) => {
                let numbers = self.keys.iter().zip(numbers);
                let numbers = numbers.map(|(&key, number)| (key.to_owned(), number.clone()));
                json!({"response": numbers.collect::<Map<String, Value>>()})
            }
            _ => mv.clone(),
        };
        if entry["verdict"].is_null() {
            entry["verdict"] = json!("OK");
        }
        entry
    }

    /// The numbers in the answer of a move that the judge does not call malformed.
    pub fn numbers(&self, mv: &Value) -> Option<Vec<i32>> {
        let entry = self.entry(mv);
        let parsed = match answer(&entry) {
            Value::String(text) => serde_json::from_str(text).ok()?,
            answer => answer.clone(),
        };
        let keys = self.keys.iter();
        keys.map(|&key| judge_integer(parsed.get(key)?)).collect()
    }

    /// The outputs of our referee, one for the empty log and one a turn.
    ///
    /// # Panics
    /// If a game goes on after its end.
    pub fn outputs(&self, game: &Value) -> Vec<Value> {
        let mut referee = (self.referee)();
        let mut outputs = vec![(self.begin)(&mut referee, &json!(""))];
        for (k, mv) in moves(game).iter().enumerate() {
            let goes_on = outputs[k]["command"] == "request";
            assert!(goes_on, "{} went on after turn {k}", name(game));
            let entry = json!({(k % 2).to_string(): self.entry(mv)});
            outputs.push((self.turn)(&mut referee, &entry));
        }
        outputs
    }

    /// Compares all games: results, raw lines and what bots see.
    ///
    /// # Panics
    /// At a difference.
    pub fn compare_games(&self) {
        let games = self.games();
        games.compare("results", |game| self.compare_result(game));
        games.compare_where_recorded("raw lines", |game| self.compare_raw_lines(game));
        games.compare("turns", |game| self.compare_views(game));
    }

    /// Compares a game's `result`, except for its `reason`; what else it has is what the judge displays at the end.
    ///
    /// # Panics
    /// At a difference.
    pub fn compare_result(&self, game: &Value) -> usize {
        let last = self.outputs(game).pop().unwrap_or_default();
        assert_eq!(last["command"], "finish", "{}", name(game));
        let mut ours = json!({
            "scores": [last["content"]["0"], last["content"]["1"]],
            "err": last["display"]["err"],
            "winner": last["display"]["winner"],
            "turns": moves(game).len(),
            "reason": game["result"]["reason"],
        });
        for (key, _) in game["result"].as_object().into_iter().flatten() {
            if ours.get(key).is_none() {
                ours[key] = last["display"][key].clone();
            }
        }
        assert_eq!(ours, game["result"], "{}", name(game));
        1
    }

    /// Compares the outputs byte for byte.
    ///
    /// # Panics
    /// At a difference.
    pub fn compare_raw_lines(&self, game: &Value) -> usize {
        let Some(raw) = per_turn(game, "raw", moves(game).len() + 1) else {
            return 0;
        };
        let ours = self.outputs(game).into_iter();
        let ours: Vec<Value> = ours.map(|line| json!(line.to_string())).collect();
        assert_eq!(ours, raw, "{}", name(game));
        ours.len()
    }

    /// Both bots, fed with the requests of the referee and their own answers, see the referee's position, and refuse what
    /// the judge refused.
    ///
    /// # Panics
    /// At a difference.
    pub fn compare_views(&self, game: &Value) -> usize {
        let mut referee = (self.referee)();
        let mut output = (self.begin)(&mut referee, &Value::Null);
        let mut bots = [(self.start)(), (self.start)()];
        for (k, mv) in moves(game).iter().enumerate() {
            let at = format!("{}, move {k}", name(game));
            let player = k % 2;
            let bot = &mut bots[player];
            let read = (self.request)(bot, &output["content"][player.to_string()]);
            assert_eq!(read, Ok(()), "{at}");
            assert_eq!(bot, (self.board)(&referee), "before {at}");
            (self.check)(bot, player);
            let entry = self.entry(mv);
            let taken = (self.response)(bot, answer(&entry));
            output = (self.turn)(&mut referee, &json!({player.to_string(): entry}));
            assert_eq!(bot, (self.board)(&referee), "after {at}");
            let refused = output["display"]["err"].as_str().unwrap_or_default();
            assert_eq!(taken.is_ok(), refused.is_empty(), "{at}: {refused}");
            let is_malformed = refused.starts_with("INVALID_INPUT");
            assert_eq!(self.numbers(mv).is_none(), is_malformed, "{at}: {refused}");
        }
        moves(game).len()
    }

    /// Moves in any form that the judge reads as the same numbers make the same game: the crate's own games in long forms,
    /// for `compare`.
    pub fn compare_long_forms(&self, compare: impl Fn(&Value)) {
        for game in self.own().lines() {
            let long = moves(game).iter().enumerate().map(|(k, mv)| {
                if !mv.is_array() {
                    return mv.clone();
                }
                let mut response = self.entry(mv)["response"].take();
                let key = self.keys[k % self.keys.len()];
                response[key] = json!(response[key].as_f64());
                response["data"] = Value::Null;
                match k % 3 {
                    0 => json!({"response": response, "verdict": "OK", "time": 3}),
                    1 => json!({"response": response.to_string()}),
                    _ => json!({"response": null, "content": response}),
                }
            });
            let mut changed = game.clone();
            changed["moves"] = long.collect();
            compare(&changed);
        }
    }

    /// One of the crate's own games that has a list of this name.
    ///
    /// # Panics
    /// If none has.
    pub fn game_with(&self, key: &str) -> Value {
        let own = self.own();
        let game = own.lines().iter().find(|game| game[key].is_array());
        game.unwrap_or_else(|| panic!("no game has {key}")).clone()
    }

    /// Results and raw lines that are wrong are noticed.
    ///
    /// # Panics
    /// If they are not.
    pub fn wrong_records_are_noticed(&self) {
        let game = self.game_with("raw");
        for key in ["scores", "err", "winner", "turns"] {
            let compare = |game: &Value| self.compare_result(game);
            noticed(compare, &game, |game| game["result"][key] = json!("other"));
        }
        let shorter = |game: &mut Value, key: &str| {
            game[key].as_array_mut().and_then(Vec::pop);
        };
        noticed(
            |game| self.compare_result(game),
            &game,
            |game| shorter(game, "moves"),
        );
        let compare = |game: &Value| self.compare_raw_lines(game);
        noticed(compare, &game, |game| shorter(game, "raw"));
        noticed(compare, &game, |game| {
            game["raw"][1] = game["raw"][0].clone()
        });
    }
}
