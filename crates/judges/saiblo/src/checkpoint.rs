//! The progress of a session, which the panic hook reads to take the session over.

use std::sync::{Mutex, PoisonError};

use judges_common::saved;

/// The progress of a session.
#[derive(Clone, Debug)]
pub struct Progress<T> {
    /// The game's record of the messages so far.
    pub tracker: T,
    /// Answers given.
    pub index: u32,
    /// True if the judge waits for an answer.
    pub due: bool,
    /// Writes the reports of saved answers.
    pub reports: saved::Reports,
}

/// Holds the last known progress of a session.
#[derive(Debug)]
pub struct Checkpoint<T>(Mutex<Option<Progress<T>>>);

impl<T> Checkpoint<T> {
    /// Holds nothing yet.
    pub fn new() -> Checkpoint<T> {
        Checkpoint(Mutex::new(None))
    }

    /// To be called before anything that could panic.
    pub fn set(&self, progress: Progress<T>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    }

    /// The progress that was set last; `None` without it, or if the panic came while it was being set.
    pub fn take(&self) -> Option<Progress<T>> {
        // `try_lock`, because the panic may come from a place that holds the lock.
        match self.0.try_lock() {
            Ok(mut progress) => progress.take(),
            Err(std::sync::TryLockError::Poisoned(progress)) => progress.into_inner().take(),
            Err(std::sync::TryLockError::WouldBlock) => None,
        }
    }
}
