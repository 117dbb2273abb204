//! The setup of a game, and its result.

use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use gameplay::opening::Start;
use gameplay::record::{GameResult, ReplyRecord};
use process::{Launch, Process};
use serde_json::Value;

use crate::conduct::Rules;
use crate::diagnosis::late::Pace;
use crate::human::Lines;

/// A game to be played.
pub struct Setup<'r, 'o> {
    /// Its number, for what is shown.
    pub number: u32,
    /// Its start.
    pub start: Start,
    /// The occupants of the seats.
    pub seats: Vec<Seat>,
    /// The conditions of the game; each program has its own.
    pub rules: &'r Rules,
    /// The settings of its display on the terminal.
    pub display: Display,
    /// The observer, who is told of every turn.
    pub observer: Option<&'o mut dyn Observer>,
}

/// The occupant of a seat.
pub enum Seat {
    /// A program.
    Program {
        /// The command that starts it.
        launch: Launch,
        /// True if it is somebody else's, which may not read its input: then failures name the flag that cures it.
        foreign: bool,
        /// Its first move in the probe, if it was probed and made one.
        first_move: Option<Pace>,
        /// The data shared by its player's games.
        globaldata: GlobalData,
        /// Its conditions.
        rules: Box<Rules>,
    },
    /// A person.
    Person {
        /// The name in the prompt.
        name: String,
        /// The source of the person's lines.
        lines: Box<dyn Lines>,
    },
}

/// Starts a player's program.
///
/// # Errors
/// If the system does not start it.
pub(crate) fn start(launch: &Launch) -> Result<Process> {
    Process::start(launch).with_context(|| {
        msg!(
            "cannot start `{}`; check the path and that it is executable",
            shell_words::join(&launch.words)
        )
    })
}

/// A player's `globaldata`, shared by all its games. With several games at once the last writer wins, so a bot
/// that uses it is repeatable with one job only.
pub type GlobalData = Arc<Mutex<Shared>>;

/// The data shared by all games of a player.
#[derive(Debug, Default)]
pub struct Shared {
    /// Its `globaldata`.
    pub globaldata: Option<Value>,
    /// True if it has answered in its protocol.
    pub has_answered: bool,
}

/// The settings of a game's display on the terminal.
#[derive(Clone, Debug, Default)]
pub struct Display {
    /// The seats' names.
    pub names: Vec<String>,
    /// True if it is shown at all.
    pub shown: bool,
    /// True if the board is shown after each turn. A person sees it at the prompt.
    pub boards: bool,
}

/// Somebody who looks on.
pub trait Observer {
    /// Everything that has been played so far, as a log will have it. Of a half-round this is called after every
    /// operation.
    fn played(&mut self, moves: &[Value], replies: &[ReplyRecord]);
}

/// A finished game.
#[derive(Debug)]
pub struct Played {
    /// The initdata that was given, with the judge's additions; null for a game without.
    pub init: Value,
    /// The number of opening turns at the start.
    pub opening: usize,
    /// The moves as in a log.
    pub moves: Vec<Value>,
    /// The replies of every turn after the opening.
    pub replies: Vec<ReplyRecord>,
    /// The end.
    pub result: GameResult,
    /// The judge's displays before every turn and at the end, if only the judge knows the game; else empty.
    pub displays: Vec<Value>,
}
