//! The games that the arena knows: for each its referee, its pictures, its openings and the form of its log.

mod nogo;
mod snake;
mod tetris2;

use std::fmt::{self, Display};
use std::str::FromStr;

use anyhow::{Result, anyhow};
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::referee::Referee;
use crate::saiblo::SNAKEGO;
use crate::workspace::closest;

/// Every game, one line each.
pub static GAMES: &[Game] = &[nogo::GAME, snake::GAME, tetris2::GAME];

/// What the arena has to know about a game.
pub struct Game {
    /// Its name in `[package.metadata.bot]` and on the command line.
    pub name: &'static str,
    /// Its name on the site.
    pub site: &'static str,
    /// How its messages look in simple IO, if it has that.
    pub simple: Option<SimpleIo>,
    /// Our own referee at the start of a match.
    pub referee: fn() -> Box<dyn Referee>,
    /// What one seat sees, at the start of a match.
    pub view: fn() -> Box<dyn View>,
    /// The `initdata` for a pair of games, made from a seed.
    pub initdata: fn(u64) -> Value,
    /// So many random legal turns from the start that this `initdata` gives; fewer if no turn is left that does not
    /// end the game, for an opening is there to be played on.
    pub opening: fn(&Value, &mut Xoshiro256PlusPlus, u32) -> Opening,
    /// How many of them a pair of games has unless the user says otherwise: enough that every pair has its own start.
    pub opening_plies: u32,
    /// The short form of a response in a log; `None` if it has none, because it is malformed.
    pub short: fn(&Value) -> Option<Value>,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Turns that the arena plays: for each the seats that move and their responses.
pub type Opening = Vec<Vec<(usize, Value)>>;

/// The game of Botzone's of this name.
///
/// # Errors
/// If there is none; the text lists those there are.
pub fn find(name: &str) -> Result<&'static Game> {
    GAMES.iter().find(|game| game.name == name).ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
        let guess = closest(name, names.iter().copied()).unwrap_or_default();
        let names = names.join(", ");
        if name == SNAKEGO {
            return anyhow!(
                "{name} is a game of Saiblo's; here is one of Botzone's wanted: {names}"
            );
        }
        anyhow!("the arena knows no game of Botzone's called `{name}`{guess} (it knows: {names})")
    })
}

/// The names of all games that the arena plays, Saiblo's among them, in alphabetical order.
pub fn playable() -> Vec<&'static str> {
    let mut names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    names.push(SNAKEGO);
    names.sort_unstable();
    names
}

/// The game that begins with this request: NoGo tells black to begin, Snake tells the map, Tetris2 piece and colour.
/// No other request of these games looks so.
pub fn by_first_request(request: &Value) -> Option<&'static Game> {
    let has = |key: &str| request.get(key).is_some();
    let name = match (request["x"].as_i64(), request["y"].as_i64()) {
        (Some(-1), Some(-1)) => "nogo",
        _ if has("height") && has("obstacle") => "snake",
        _ if has("block") && has("color") => "tetris2",
        _ => return None,
    };
    GAMES.iter().find(|game| game.name == name)
}

/// How a game's messages look in simple IO.
#[derive(Clone, Copy, Debug)]
pub struct SimpleIo {
    /// A request as the bot gets it.
    pub request_line: fn(&Value) -> String,
    /// Such a line as the request.
    pub request: fn(&str) -> Result<Value, String>,
    /// A bot's line as the response.
    pub response: fn(&str) -> Result<Value, String>,
    /// A response as a bot's line.
    pub answer: fn(&Value) -> String,
}

/// The game as one seat sees it, for people. Errors are texts for them, and leave the view as it was.
pub trait View: Send {
    /// Applies a request to this seat.
    ///
    /// # Errors
    /// If the request makes no sense here.
    fn request(&mut self, request: &Value) -> Result<(), String>;
    /// Applies this seat's response.
    ///
    /// # Errors
    /// If the response is illegal or malformed.
    fn response(&mut self, response: &Value) -> Result<(), String>;
    /// What this seat sees, as text.
    fn picture(&self) -> String;
    /// The board as text, the same for both seats.
    fn board(&self) -> String;
    /// What a move looks like, for a prompt.
    fn move_form(&self) -> &'static str;
    /// The response for a move as a person types it.
    ///
    /// # Errors
    /// If the text is no move.
    fn read_move(&self, text: &str) -> Result<Value, String>;
    /// Some legal response of this seat; `None` only if there is none.
    fn fallback(&self) -> Option<Value>;
}

/// A [`View`] made of a game's `botzone` functions.
struct StateView<S, M> {
    state: S,
    move_form: &'static str,
    board: fn(&S) -> String,
    request: fn(&mut S, &Value) -> Result<(), String>,
    response: fn(&mut S, &Value) -> Result<(), String>,
    answer: fn(M) -> Value,
    fallback: fn(&S) -> Option<M>,
}

impl<S: Clone + Display, M: FromStr<Err: Display>> StateView<S, M> {
    fn apply(
        &mut self,
        change: fn(&mut S, &Value) -> Result<(), String>,
        value: &Value,
    ) -> Result<(), String> {
        let mut state = self.state.clone();
        change(&mut state, value)?;
        self.state = state;
        Ok(())
    }
}

impl<S: Clone + Display + Send, M: FromStr<Err: Display>> View for StateView<S, M> {
    fn request(&mut self, request: &Value) -> Result<(), String> {
        self.apply(self.request, request)
    }

    fn response(&mut self, response: &Value) -> Result<(), String> {
        self.apply(self.response, response)
    }

    fn picture(&self) -> String {
        self.state.to_string().trim_end().to_owned()
    }

    fn board(&self) -> String {
        (self.board)(&self.state).trim_end().to_owned()
    }

    fn move_form(&self) -> &'static str {
        self.move_form
    }

    fn read_move(&self, text: &str) -> Result<Value, String> {
        text.parse()
            .map(self.answer)
            .map_err(|error: M::Err| error.to_string())
    }

    fn fallback(&self) -> Option<Value> {
        (self.fallback)(&self.state).map(self.answer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schedule::{init_seed, opening_random};

    #[test]
    fn an_opening_never_ends_the_game() {
        for game in GAMES {
            for pair in 0..20 {
                let initdata = (game.initdata)(init_seed(2, pair));
                let opening = (game.opening)(&initdata, &mut opening_random(2, pair), 200);
                assert!(!opening.is_empty(), "{}", game.name);
                let mut referee = (game.referee)();
                let mut output = referee.begin(&initdata).unwrap();
                for turn in &opening {
                    let mut entry = json!({});
                    for (seat, response) in turn {
                        entry[seat.to_string()] = json!({"verdict": "OK", "response": response});
                    }
                    output = referee.turn(&entry).unwrap();
                }
                assert_eq!(output["command"], "request", "{}", game.name);
            }
        }
    }

    #[test]
    fn every_pair_has_its_own_start() {
        for game in GAMES {
            let starts: std::collections::BTreeSet<String> = (0..50)
                .map(|pair| {
                    let initdata = (game.initdata)(init_seed(1, pair));
                    let mut random = opening_random(1, pair);
                    let opening = (game.opening)(&initdata, &mut random, game.opening_plies);
                    json!([initdata, opening]).to_string()
                })
                .collect();
            assert!(starts.len() >= 49, "{}: {} of 50", game.name, starts.len());
        }
    }

    #[test]
    fn a_first_request_tells_the_game() {
        for game in GAMES {
            let initdata = (game.initdata)(3);
            let output = (game.referee)().begin(&initdata).unwrap();
            let found = by_first_request(&output["content"]["0"]).unwrap();
            assert_eq!(found.name, game.name);
        }
        for other in [
            json!({"x": 4, "y": 4}),
            json!({"direction": 1}),
            json!({"block": 1}),
            json!([]),
        ] {
            assert!(by_first_request(&other).is_none(), "{other}");
        }
    }

    #[test]
    fn a_view_keeps_its_state_after_an_error() {
        let mut view = (find("nogo").unwrap().view)();
        view.request(&json!({"x": -1, "y": -1})).unwrap();
        assert!(view.read_move("9,9").is_err());
        let centre = view.read_move("4,4").unwrap();
        view.response(&centre).unwrap();
        assert!(view.request(&centre).is_err());
        assert_eq!(view.picture().matches('X').count(), 1);
    }

    #[test]
    fn an_unknown_game_gets_a_list_and_a_guess() {
        let text = find("chess").unwrap_err().to_string();
        assert_eq!(
            text,
            "the arena knows no game of Botzone's called `chess` (it knows: nogo, snake, tetris2)"
        );
        let text = find("tetris").unwrap_err().to_string();
        assert!(
            text.contains("`tetris`; did you mean `tetris2`? (it knows: "),
            "{text}"
        );
        let text = find("snakego").unwrap_err().to_string();
        assert!(text.contains("snakego is a game of Saiblo's"), "{text}");
    }
}
