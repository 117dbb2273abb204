//! A start in a log's own form as one that can be played from.

use arena_common::foreign;
use serde_json::{Value, json};

use super::game::BotzoneGame;
use super::output::{Step, error_text, read_output};
use super::replay::{answer, of_seat};
use crate::Game;
use crate::opening::Start;

impl BotzoneGame {
    /// The start of a log's `init` and first `moves`, which our referee has played; `game` is the entry that this is of.
    ///
    /// # Errors
    /// If the init makes no game, or a move is malformed, illegal or the last of its game; the text names the turn.
    pub fn start(&self, game: &Game, init: &Value, moves: &[Value]) -> Result<Start, String> {
        let (turns, seats) = (game.turns, game.seats());
        // A judge is called with an empty text where there is nothing to make a game from.
        let initdata = match init {
            Value::Null => json!(""),
            init => init.clone(),
        };
        let mut referee = (self.referee)();
        let mut output = referee
            .begin(&initdata)
            .map_err(|error| said!("`init` makes no game: {}", foreign::error(&error)))?;
        let mut opening = Vec::new();
        for (number, written) in (1..).zip(moves) {
            let wrong = |why: &str| said!("turn {number}, {written}: {why}");
            let Ok(Step::Ask(asked)) = read_output(&output, seats) else {
                return Err(wrong("the game is over before it"));
            };
            let mut turn = Vec::new();
            let mut entry = json!({});
            for (seat, _) in asked {
                let written = of_seat(turns, written, seat, seats)
                    .ok_or_else(|| wrong("all players move in a turn: a list of their moves"))?;
                let answer = answer(written, self.logged);
                turn.push((seat, answer["response"].clone()));
                entry[seat.to_string()] = answer;
            }
            let played = referee.turn(&entry);
            output = played.map_err(|error| wrong(&foreign::error(&error)))?;
            match read_output(&output, seats) {
                Ok(Step::Ask(_)) => opening.push(turn),
                _ => {
                    let why = error_text(&output["display"]).unwrap_or_default();
                    return Err(wrong(&said!("the game ends with it {why}")));
                }
            }
        }
        Ok(Start { initdata, opening })
    }
}
