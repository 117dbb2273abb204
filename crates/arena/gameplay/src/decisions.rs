//! The positions of a logged game, as those who had to move in it saw them: see
//! [`Game::decisions`](crate::Game::decisions).

use serde_json::Value;

/// One decision of a game: a seat's turn; in a game of half-rounds one operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Index into [`moves`](crate::record::GameRecord::moves).
    pub turn: usize,
    /// The seat that had to decide.
    pub seat: usize,
    /// The view of that seat, as the text that a bot's `explain` reads.
    pub position: String,
    /// The move as a bot's `explain` prints it; `None` if there was none, or it was malformed.
    pub played: Option<String>,
    /// True if there was no choice: one legal move at most.
    pub forced: bool,
    /// The request and the response as Botzone's judge says them; `None` on a platform without.
    pub said: Option<(Value, Value)>,
}

/// All decisions of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// By turn, within a turn by seat or in the order of the operations. Turns of the opening are among them.
    pub list: Vec<Decision>,
    /// Why there are no more of them, if the log goes on.
    pub broken: Option<String>,
}
