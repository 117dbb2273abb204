//! Saiblo's part of a game's entry in the table.

use serde_json::{Value, json};

use crate::decisions::Decisions;
use crate::record::GameRecord;

/// A game of Saiblo's.
pub struct SaibloGame {
    /// Our own referee of a half-game; the seed counts if the configuration names none.
    pub referee: fn(u64) -> Box<dyn HalfGame>,
    /// Makes a follower of the bytes that a seat gets, from the start on.
    pub follower: fn() -> Box<dyn Follower>,
    /// Input that no judger sends, from a seed.
    pub hostile: fn(u64) -> Vec<HostileInput>,
    /// Says what is wrong with what a program has answered to such an input: every packet must be an answer, and the
    /// first must be legal if it is due.
    pub check_answers: fn(u64, &[u8], bool) -> Result<(), String>,
    /// The positions of a logged half-game.
    ///
    /// # Errors
    /// If the record does not say how it began.
    pub decisions: fn(&GameRecord) -> anyhow::Result<Decisions>,
}

/// A message of the logic.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// To the judger.
    Judger(Value),
    /// Bytes to a player.
    Player(usize, Vec<u8>),
}

/// A game's referee of one half-game: the logic of the judger's protocol.
pub trait HalfGame {
    /// Takes the first message, which names the players and the configuration.
    ///
    /// # Errors
    /// If it is no such message, with what is wrong.
    fn init(&mut self, message: &Value) -> Result<Vec<Output>, String>;
    /// Takes an event.
    ///
    /// # Errors
    /// If it is no such message, with what is wrong.
    fn event(&mut self, message: &Value) -> Result<Vec<Output>, String>;
    /// The data needed to play the half-game again; `None` while it goes on.
    fn replay(&self) -> Option<Value>;
}

/// The half-game as a seat knows it.
pub trait Follower {
    /// Takes bytes to this seat. What it cannot follow it does not show: who decides is the logic.
    fn receive(&mut self, bytes: &[u8]);
    /// The board as text; `None` before the half-game has begun.
    fn board(&self) -> Option<String>;
    /// The operations of a half-round as a person types them; `None` for what is no such list.
    fn words(&self, operations: &Value) -> Option<String>;
    /// The question for a person: who is to move, and the form of a move.
    fn question(&self) -> String;
    /// The body of the packet for a move as a person types it.
    ///
    /// # Errors
    /// If the text is no legal move.
    fn read_move(&self, text: &str) -> Result<Vec<u8>, String>;
    /// Checks that the body of a packet is a legal move.
    ///
    /// # Errors
    /// Describes what is wrong with it.
    fn check(&self, body: &[u8]) -> Result<(), String>;
    /// The bodies of the packets that are legal moves; none while it is not this seat's turn.
    fn moves(&self) -> Vec<Vec<u8>>;
}

/// An input that no judger sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostileInput {
    /// Its name, for people.
    pub name: &'static str,
    /// All bytes until the end of input.
    pub input: Vec<u8>,
    /// True if the first answer is due, and must be legal in the position of the start.
    pub due: bool,
}

impl HostileInput {
    /// An input with its name.
    pub fn new(name: &'static str, input: impl Into<Vec<u8>>, due: bool) -> Self {
        HostileInput {
            name,
            input: input.into(),
            due,
        }
    }
}

/// The judger's configuration of a half-game.
pub fn configuration(seed: u64, rounds: Option<u16>) -> Value {
    json!({"random_seed": seed, "max_round": rounds, "length": 16, "width": 16})
}
