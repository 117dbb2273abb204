//! What is needed to play a game, and what comes of it.

use std::sync::{Arc, Mutex};

use gameplay::opening::Start;
use gameplay::record::{GameResult, ReplyRecord};
use process::Launch;
use serde_json::Value;

use crate::conduct::Rules;
use crate::diagnosis::late::Pace;
use crate::human::Lines;

/// A game to be played.
pub struct Setup<'r, 'o> {
    /// Its number, for what is shown.
    pub number: u32,
    /// How it begins.
    pub start: Start,
    /// Who sits in seats 0 and 1.
    pub seats: [Seat; 2],
    /// The conditions of the game; each program has its own.
    pub rules: &'r Rules,
    /// What the terminal shows of it.
    pub display: Display,
    /// Who hears of every turn.
    pub observer: Option<&'o mut dyn Observer>,
}

/// Who sits in a seat.
pub enum Seat {
    /// A program.
    Program {
        /// How it is started.
        launch: Launch,
        /// Whether it is somebody else's, which may not read what it is sent: then failures name the flag that cures it.
        foreign: bool,
        /// Its first move in the probe, if it was probed and made one.
        first_move: Option<Pace>,
        /// What its player's games share.
        globaldata: GlobalData,
        /// Its conditions.
        rules: Rules,
    },
    /// A person.
    Person {
        /// What the prompt says.
        name: String,
        /// Where the person's lines come from.
        lines: Box<dyn Lines>,
    },
}

/// A player's `globaldata`, shared by all its games. With several games at once the last writer wins, so a bot
/// that uses it is repeatable with one job only.
pub type GlobalData = Arc<Mutex<Shared>>;

/// What all games of a player share.
#[derive(Debug, Default)]
pub struct Shared {
    /// Its `globaldata`.
    pub globaldata: Option<Value>,
    /// Whether it has answered in its protocol.
    pub has_answered: bool,
}

/// What the terminal shows of a game.
#[derive(Clone, Debug, Default)]
pub struct Display {
    /// The seats' names.
    pub names: [String; 2],
    /// Whether it is shown at all.
    pub shown: bool,
    /// Whether the board is shown after each turn. A person sees it at the prompt.
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
    /// What the game was made from and what the judge made of it; null for a game without.
    pub init: Value,
    /// How many turns at the start were the opening's.
    pub opening: usize,
    /// The moves as in a log.
    pub moves: Vec<Value>,
    /// How every turn that was not an opening turn went.
    pub replies: Vec<ReplyRecord>,
    /// The end.
    pub result: GameResult,
    /// What the judge displayed before every turn and at the end, where only the judge knows the game; else empty.
    pub displays: Vec<Value>,
}
