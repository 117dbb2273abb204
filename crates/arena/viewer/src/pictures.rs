//! The scripts that draw the games.

use anyhow::{Context, Result};
use arena_common::words::closest;
use gameplay::{Game, Games};

/// The script of a game: adds an entry to the page's `DRAW`.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The game's name.
    pub game: &'static str,
    /// Text of JavaScript.
    pub script: &'static str,
}

/// The pictures of the games that we know. A new game is one line here.
pub const STANDARD: &[Picture] = &[
    Picture {
        game: "amazons",
        script: include_str!("../page/amazons.js"),
    },
    Picture {
        game: "ataxx",
        script: include_str!("../page/ataxx.js"),
    },
    Picture {
        game: "gomoku",
        script: include_str!("../page/gomoku.js"),
    },
    Picture {
        game: "gomoku-swap",
        script: concat!(
            include_str!("../page/gomoku.js"),
            include_str!("../page/gomoku-swap.js")
        ),
    },
    Picture {
        game: "nogo",
        script: include_str!("../page/nogo.js"),
    },
    Picture {
        game: "reversi",
        script: include_str!("../page/reversi.js"),
    },
    Picture {
        game: "snake",
        script: include_str!("../page/snake.js"),
    },
    Picture {
        game: "snakego",
        script: include_str!("../page/snakego.js"),
    },
    Picture {
        game: "tetris2",
        script: include_str!("../page/tetris2.js"),
    },
];

/// The games of a table that can be drawn, with their scripts.
#[derive(Clone, Debug)]
pub struct Pictures(Vec<(&'static Game, &'static str)>);

impl Pictures {
    /// Joins the games of a table with their pictures.
    pub fn new(games: &Games, pictures: &[Picture]) -> Pictures {
        let script = |game: &Game| pictures.iter().find(|picture| picture.game == game.name);
        Pictures(
            games
                .iter()
                .filter_map(|game| Some((game, script(game)?.script)))
                .collect(),
        )
    }

    /// The names of the games in alphabetical order.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.0.iter().map(|(game, _)| game.name).collect();
        names.sort_unstable();
        names
    }

    /// The game of this name, and its script.
    pub fn get(&self, name: &str) -> Option<(&'static Game, &'static str)> {
        self.0.iter().copied().find(|(game, _)| game.name == name)
    }

    /// The game of this name.
    ///
    /// # Errors
    /// If there is none that can be drawn; the text lists those there are.
    pub fn find(&self, name: &str) -> Result<&'static Game> {
        let names = self.names();
        let (game, _) = self.get(name).with_context(|| {
            msg!(
                "`{name}` cannot be played in the browser{} (there are: {})",
                closest(name, names.iter().copied()).unwrap_or_default(),
                names.join(", ")
            )
        })?;
        Ok(game)
    }
}
