//! Botzone's dialogue: turns of JSON or simple IO, with programs that are started afresh or kept running.

mod answer;
mod hint;
mod human_seat;
pub mod judge;
pub mod past_turn;
pub mod play;
pub mod probe;
pub mod seat;
mod terminal;

pub use ::botzone::KEEP_RUNNING_MARKER as MARKER;
pub use human_seat::HumanSeat;
pub use seat::{ProgramSeat, Reply};
