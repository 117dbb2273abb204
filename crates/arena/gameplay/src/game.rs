//! The description of a game, and the table of games.

use std::fmt;
use std::sync::Arc;

use anyhow::{Context, Result};
use arena_common::words::closest;
use serde_json::Value;

use crate::botzone::{self, BotzoneGame};
use crate::decisions::Decisions;
use crate::record::GameRecord;
pub use crate::record::Turns;
use crate::saiblo::SaibloGame;

/// All that the judge's side knows of a game.
pub struct Game {
    /// Its name in `[package.metadata.bot]` and on the command line.
    pub name: &'static str,
    /// The rules in a few sentences, for people who have never seen the game.
    pub rules: &'static str,
    /// A position, as an example of the text that a bot's `explain` reads.
    pub example: &'static str,
    /// The script that draws it: adds an entry of this name to a page's `DRAW`, whose parts `draw.js` of the viewer documents.
    pub picture: &'static str,
    /// The data for the platform.
    pub platform: Platform,
    /// The games of a deal, which have the same start: for each the player (0 = A, 1 = B) in every seat, 1 to 4 of them.
    pub seatings: &'static [&'static [usize]],
    /// The order of moves.
    pub turns: Turns,
    /// The length in rounds, where that can be chosen.
    pub rounds: Option<Rounds>,
    /// A move of a log as people read it; `None` if it has no such form.
    pub label: fn(&Value) -> Option<String>,
    /// The game of a log as a page draws it.
    ///
    /// # Errors
    /// If the record does not say how the game began.
    pub replay: fn(&GameRecord) -> Result<Replay>,
    /// The winner of a match of two games with swapped seats (0 = A, 1 = B), if games are halves of a match.
    pub match_winner: Option<fn([&GameRecord; 2]) -> usize>,
    /// The starting source of a new bot in a language other than Rust, if there is one.
    pub starter: Option<Starter>,
}

/// The seatings of a game with two seats: a pair of games, in the second of which the players have swapped them.
pub const TWO_SEATS: &[&[usize]] = &[&[0, 1], &[1, 0]];

/// Sources that speak the judge's protocol, keep the state of a game and answer with a random legal move. `NAME` in them is
/// the bot's name.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// For C++11 and later, with nothing but what Botzone has.
    pub cpp: &'static str,
    /// For Python 3, with nothing but its standard library.
    pub python: &'static str,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A game's platform with what it adds.
#[derive(Clone, Copy)]
pub enum Platform {
    /// Turns of JSON or simple IO.
    Botzone(&'static BotzoneGame),
    /// Raw bytes and packets.
    Saiblo(&'static SaibloGame),
}

/// A length that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// The site's.
    pub full: u16,
    /// One that is short enough to try a bot by the clock.
    pub short: u16,
}

/// A game as a page draws it.
pub struct Replay {
    /// The part that does not change.
    pub setup: Value,
    /// The boards, see [`crate::frames`].
    pub frames: Value,
    /// The choices of a person in this seat after the last turn, as the page's script reads them. Moves are words that
    /// the seat of a person reads.
    pub choices: Box<dyn Fn(usize) -> Value + Send>,
    /// Why there is no more of it, if the log has more.
    pub broken: Option<String>,
}

impl Game {
    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.seatings[0].len()
    }

    /// The positions of a logged game: the rules play its moves again.
    ///
    /// # Errors
    /// If the record does not say how the game began.
    pub fn decisions(&self, record: &GameRecord) -> Result<Decisions> {
        match self.platform {
            Platform::Botzone(game) => botzone::decisions(self.turns, game, record),
            Platform::Saiblo(game) => (game.decisions)(record),
        }
    }

    /// A move as people read it, of a bot's word for it.
    pub fn word(&self, said: &str) -> String {
        let shown = self.botzone().and_then(|game| {
            let response = (game.view)().read_move(said).ok()?;
            (self.label)(&game.logged.short(&response)?)
        });
        shown.unwrap_or_else(|| said.to_owned())
    }

    /// The game's Botzone entry, if it is a game of Botzone's.
    pub fn botzone(&self) -> Option<&'static BotzoneGame> {
        match self.platform {
            Platform::Botzone(game) => Some(game),
            Platform::Saiblo(_) => None,
        }
    }
}

/// The games that an arena knows.
#[derive(Clone, Debug)]
pub struct Games(Arc<[&'static Game]>);

impl FromIterator<&'static Game> for Games {
    fn from_iter<I: IntoIterator<Item = &'static Game>>(games: I) -> Self {
        Games(games.into_iter().collect())
    }
}

impl Games {
    /// All of them, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = &'static Game> + '_ {
        self.0.iter().copied()
    }

    /// Their names in alphabetical order.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.iter().map(|game| game.name).collect();
        names.sort_unstable();
        names
    }

    /// The names of Botzone's games in alphabetical order.
    pub fn botzone_names(&self) -> Vec<&'static str> {
        let mut names = self.names();
        names.retain(|name| self.find(name).is_ok_and(|game| game.botzone().is_some()));
        names
    }

    /// The game of this name, if there is one.
    pub fn get(&self, name: &str) -> Option<&'static Game> {
        self.iter().find(|game| game.name == name)
    }

    /// The game of this name.
    ///
    /// # Errors
    /// If there is none; the text lists those there are.
    pub fn find(&self, name: &str) -> Result<&'static Game> {
        self.get(name).with_context(|| {
            let names = self.names();
            let guess = closest(name, names.iter().copied()).unwrap_or_default();
            let names = names.join(", ");
            msg!("the arena knows no game `{name}`{guess} (it knows: {names})")
        })
    }

    /// The game of Botzone's of this name.
    ///
    /// # Errors
    /// If there is none; the text lists those there are.
    pub fn find_botzone(&self, name: &str) -> Result<(&'static Game, &'static BotzoneGame)> {
        let names = self.botzone_names();
        let known = names.join(", ");
        let Some(game) = self.get(name) else {
            let guess = closest(name, names.iter().copied()).unwrap_or_default();
            return Err(error!(
                "the arena knows no game of Botzone's called `{name}`{guess} (it knows: {known})"
            ));
        };
        let botzone = game.botzone().with_context(|| {
            msg!("{name} is a game of Saiblo's; here is one of Botzone's wanted: {known}")
        })?;
        Ok((game, botzone))
    }

    /// The variant with simple IO, `NAME-VARIANT`, of the game of this name.
    pub fn simple_variant(&self, name: &str) -> Option<&'static str> {
        let is_variant = |game: &&Game| {
            let rest = game.name.strip_prefix(name);
            let has_simple = game.botzone().is_some_and(|game| game.simple.is_some());
            has_simple && rest.is_some_and(|rest| rest.starts_with('-'))
        };
        self.iter().find(is_variant).map(|game| game.name)
    }

    /// The games of Botzone's that begin with this request.
    pub fn by_first_request(&self, request: &Value) -> Vec<&'static Game> {
        let begins = |game: &&Game| {
            game.botzone()
                .is_some_and(|botzone| (botzone.site_log.is_first_request)(request))
        };
        self.iter().filter(begins).collect()
    }
}
