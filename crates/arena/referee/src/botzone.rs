//! Botzone's dialogue: turns of JSON or simple IO, with programs that are started afresh or kept running.

mod answer;
mod decisions;
pub mod game;
mod hint;
pub mod judge;
pub mod output;
mod person;
pub mod play;
pub mod probe;
pub mod repeat;
mod replay;
pub mod seat;
mod show;
mod start;

pub use ::botzone::KEEP_RUNNING_MARKER as MARKER;

pub(crate) use decisions::decisions;
pub use game::{BotzoneGame, Opening, Referee, SimpleIo, SiteLogForm, StateView, View};
pub use output::{error_text, log_move, logged_init, winner};
pub use person::HumanSeat;
pub(crate) use replay::play_again;
pub use seat::{ProgramSeat, Reply};
