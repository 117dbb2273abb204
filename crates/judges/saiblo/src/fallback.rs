//! The fallback after a panic: the session goes on without the bot.
//!
//! A program that ends loses the whole match, and `panic = "abort"` leaves no way back into the session. But the panic
//! hook runs before the abort, and it may run as long as it likes: the rest of the half-game is played in there.

use std::fs::File;
use std::io;
use std::sync::Arc;

use judges_common::{Bot, Settings, truncate};

use crate::Wire;
use crate::checkpoint::Checkpoint;
use crate::session::{Player, Session};

/// Longest panic message that is passed on, in bytes.
const MAX_MESSAGE: usize = 1000;

/// From now on a panic hands the session over to the game's fallback moves. When the judge has closed the connection,
/// the process ends with status 0; with status 1 if there was no checkpoint or a stream broke.
pub fn install_panic_hook<B: Bot, T: Clone + Send + 'static>(
    wire: Wire<T, B::State, B::Move>,
    settings: Settings,
    checkpoint: Arc<Checkpoint<T>>,
    input: File,
    output: File,
) where
    B::State: 'static,
    B::Move: 'static,
{
    std::panic::set_hook(Box::new(move |info| {
        let Some(progress) = checkpoint.take() else {
            eprintln!("{info}");
            std::process::exit(1);
        };
        let player = Player::<B>::Fallback {
            turn: progress.index.saturating_add(1),
            panic: info.to_string(),
        };
        let mut session = Session {
            wire: &wire,
            settings: &settings,
            player,
            progress,
            checkpoint: &checkpoint,
            clock: None,
            warnings: String::new(),
            warned: 0,
        };
        // It is written after the answer: standard error may be closed, full or slow.
        session.warnings = format!("{}\n", truncate(&info.to_string(), MAX_MESSAGE));
        let result = session.play(&mut &input, &mut &output, &mut io::stderr());
        std::process::exit(i32::from(result.is_err()));
    }));
}
