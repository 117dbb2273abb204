//! The net under a bot that panics: the session goes on without the bot.
//!
//! A program that ends loses the whole match, and `panic = "abort"` leaves no way back into the session. But the panic
//! hook runs before the abort, and it may run as long as it likes: the rest of the half is played in there.

use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use judges_common::{Bot, Settings, cut, saved};

use crate::Wire;
use crate::session::{Player, Table};

/// Longest text of a panic that is passed on, in bytes.
const MAX_TEXT: usize = 1000;

/// Where a session stands.
#[derive(Clone, Debug)]
pub struct Place<T> {
    /// What has been said.
    pub seat: T,
    /// Answers given.
    pub index: u32,
    /// Whether the judge waits for an answer.
    pub due: bool,
    /// What may still be said about saved answers.
    pub reports: saved::Reports,
}

/// Holds the last known place of a session.
#[derive(Debug)]
pub struct Net<T>(Mutex<Option<Place<T>>>);

impl<T> Net<T> {
    /// Holds nothing yet.
    pub fn new() -> Net<T> {
        Net(Mutex::new(None))
    }

    /// To be called before anything that could panic.
    pub fn keep(&self, place: Place<T>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(place);
    }

    /// What was kept last.
    pub fn take(&self) -> Option<Place<T>> {
        // `try_lock`, because the panic may come from a place that holds the lock.
        match self.0.try_lock() {
            Ok(mut place) => place.take(),
            Err(std::sync::TryLockError::Poisoned(place)) => place.into_inner().take(),
            Err(std::sync::TryLockError::WouldBlock) => None,
        }
    }
}

/// From now on a panic hands the session over to the game's fallback moves. When the judge has closed the connection,
/// the process ends with status 0; with status 1 if no place was known or a stream broke.
pub fn install<B: Bot, T: Clone + Send + 'static>(
    wire: Wire<T, B::State, B::Move>,
    settings: Settings,
    net: Arc<Net<T>>,
    input: File,
    output: File,
) where
    B::State: 'static,
    B::Move: 'static,
{
    std::panic::set_hook(Box::new(move |info| {
        let Some(place) = net.take() else {
            eprintln!("{info}");
            std::process::exit(1);
        };
        let player = Player::<B>::Fallback {
            turn: place.index.saturating_add(1),
            panic: info.to_string(),
        };
        let mut table = Table {
            wire: &wire,
            settings: &settings,
            player,
            place,
            net: &net,
            clock: None,
            notes: String::new(),
            noted: 0,
        };
        // It goes out after the answer: stderr may be closed, full or slow.
        table.notes = format!("{}\n", cut(&info.to_string(), MAX_TEXT));
        let result = table.play(&mut &input, &mut &output, &mut io::stderr());
        std::process::exit(i32::from(result.is_err()));
    }));
}
