//! Botzone's dialogue: turns of JSON or simple IO, with programs that are started afresh or kept running.

mod answer;
mod decisions;
pub mod game;
mod hint;
mod human_seat;
pub mod judge;
mod logged_start;
pub mod output;
pub mod past_turn;
pub mod play;
pub mod probe;
mod replay;
pub mod seat;
mod terminal;

pub use ::botzone::KEEP_RUNNING_MARKER as MARKER;

pub(crate) use decisions::decisions;
pub use game::{BotzoneGame, LogForm, Opening, Referee, SimpleIo, SiteLogForm, StateView, View};
pub use human_seat::HumanSeat;
pub use output::{error_text, log_move, logged_init, winner};
pub(crate) use replay::play_again;
pub use seat::{ProgramSeat, Reply};
