//! Cancellation: one flag for everything that a command has started.

use std::error::Error;
use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A flag that is set once, by Ctrl-C or by whoever needs no more. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Sets the flag. Returns whether it was set before.
    pub fn cancel(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Returns true if the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Waits until the flag is set, for this long at most. Returns true if it is set.
    pub fn comes_within(&self, longest: Duration) -> bool {
        let end = Instant::now() + longest;
        while !self.is_cancelled() && Instant::now() < end {
            thread::sleep(Duration::from_millis(5));
        }
        self.is_cancelled()
    }

    /// Fails once the flag is set.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() {
            return Err(Cancelled);
        }
        Ok(())
    }
}

/// The error of work that was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cancelled")
    }
}

impl Error for Cancelled {}

/// The reason why there is no result.
#[derive(Debug)]
pub enum Stop {
    /// The work was cancelled.
    Cancelled,
    /// The work cannot go on: no judge, no such program, an I/O error.
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Self {
        if error.is::<Cancelled>() {
            Stop::Cancelled
        } else {
            Stop::Failed(error)
        }
    }
}

impl From<Cancelled> for Stop {
    fn from(_: Cancelled) -> Self {
        Stop::Cancelled
    }
}

impl From<Stop> for anyhow::Error {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Cancelled => Cancelled.into(),
            Stop::Failed(error) => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn clones_share_the_flag() {
        let cancel = Cancel::default();
        let clone = cancel.clone();
        assert!(clone.check().is_ok() && !cancel.cancel());
        assert!(clone.is_cancelled() && clone.cancel());
        assert_eq!(clone.check(), Err(Cancelled));
    }

    #[test]
    fn cancellation_survives_the_way_through_other_errors() {
        let error = anyhow::Error::from(Stop::Cancelled).context("while playing");
        assert!(matches!(Stop::from(error), Stop::Cancelled));
        let other: anyhow::Result<()> = Err(anyhow::anyhow!("cancelled"));
        let other = other.context("a text is no type").map_err(Stop::from);
        assert!(matches!(other, Err(Stop::Failed(_))));
    }
}
