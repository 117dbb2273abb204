//! A game of Botzone's: what it adds to its entry in the table, and what its judge says.

mod decisions;
mod game;
mod logged_start;
mod output;
mod replay;
mod serve;

pub(crate) use decisions::decisions;
pub use game::{BotzoneGame, LogForm, Referee, SimpleIo, SiteLogForm, StateView, View};
pub use output::{Step, error_text, log_move, logged_init, read_output};
pub(crate) use replay::play_again;
pub use serve::serve;
