//! The game's part of the protocol, as a table of functions.

/// The functions that the session needs from a game: `T` is the tracker, the game's record of the messages so far, `S`
/// the state that a bot sees, and `M` its move. [`wire!`](crate::wire) fills it.
///
/// The errors are human-readable descriptions of the problem with the message.
#[derive(Debug)]
pub struct Wire<T, S, M> {
    /// A position, as an example of the text that `explain` reads.
    pub example: &'static str,
    /// The tracker before the first message.
    pub start: fn() -> T,
    /// Size in bytes of the next message, of which the given bytes have been read; if they do not tell, the number of
    /// bytes that do. At least 1.
    pub size: fn(&T, &[u8]) -> usize,
    /// Receives a whole message. After an error the tracker is as it was, or has abandoned the match.
    pub receive: fn(&mut T, &[u8]) -> Result<(), String>,
    /// The state to answer, if it is the bot's turn.
    pub turn: fn(&T) -> Option<&S>,
    /// A number that changes whenever the judge's clock is restarted.
    pub clock: fn(&S) -> u32,
    /// Checks that the judge accepts this move.
    pub check: fn(&S, M) -> Result<(), String>,
    /// Some legal move, `None` only if there is none.
    pub fallback: fn(&S) -> Option<M>,
    /// Body of the packet with this move.
    pub answer: fn(M) -> Vec<u8>,
}

// Not derived: that would ask for `Clone` of the tracker and the state.
impl<T, S, M> Clone for Wire<T, S, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S, M> Copy for Wire<T, S, M> {}

/// The [`Wire`] of a game module: `saiblo::wire!(snakego::saiblo)`.
///
/// The module must have the functions `start`, `size`, `receive`, `turn`, `clock`, `check`, `fallback`, `answer` with
/// the types of the fields of [`Wire`], and the constant `EXAMPLE`.
#[macro_export]
macro_rules! wire {
    ($($game:ident)::+) => {
        $crate::Wire {
            example: $($game)::+::EXAMPLE,
            start: $($game)::+::start,
            size: $($game)::+::size,
            receive: $($game)::+::receive,
            turn: $($game)::+::turn,
            clock: $($game)::+::clock,
            check: $($game)::+::check,
            fallback: $($game)::+::fallback,
            answer: $($game)::+::answer,
        }
    };
}
