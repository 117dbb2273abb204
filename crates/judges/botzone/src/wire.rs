//! The game's part of the protocol, as a table of functions.

use serde_json::Value;

/// The functions that the session needs from a game whose state is `S` and whose move is `M`. [`wire!`](crate::wire)
/// fills it.
///
/// The errors are human-readable descriptions of the problem with the message. After an error the state may be
/// inconsistent; the session keeps its own copy.
#[derive(Clone, Copy, Debug)]
pub struct Wire<S, M> {
    /// The state before the first request.
    pub start: fn() -> S,
    /// Applies a request: the opponent's part of a turn.
    pub request: fn(&mut S, &Value) -> Result<(), String>,
    /// Applies the bot's own answer.
    pub response: fn(&mut S, &Value) -> Result<(), String>,
    /// The answer as the judge reads it.
    pub answer: fn(M) -> Value,
    /// Some legal move, `None` only if there is none.
    pub fallback: fn(&S) -> Option<M>,
    /// True if the game has simple IO on the site.
    pub simple_io: bool,
    /// One line of simple IO as a request.
    pub simple_request: fn(&str) -> Result<Value, String>,
    /// One line of simple IO as an answer of the bot.
    pub simple_response: fn(&str) -> Result<Value, String>,
    /// An answer of the bot as one line of simple IO.
    pub simple_answer: fn(&Value) -> String,
}

/// The [`Wire`] of a game module: `botzone::wire!(nogo::botzone)`.
///
/// The module must have the functions `start`, `request`, `response`, `answer`, `fallback`, `simple_request`,
/// `simple_response`, `simple_answer` with the types of the fields of [`Wire`], and the constant `SIMPLE_IO`; for the
/// [entry point](crate::entry_point!) also `EXAMPLE`, a position as a text.
#[macro_export]
macro_rules! wire {
    ($($game:ident)::+) => {
        $crate::Wire {
            start: $($game)::+::start,
            request: $($game)::+::request,
            response: $($game)::+::response,
            answer: $($game)::+::answer,
            fallback: $($game)::+::fallback,
            simple_io: $($game)::+::SIMPLE_IO,
            simple_request: $($game)::+::simple_request,
            simple_response: $($game)::+::simple_response,
            simple_answer: $($game)::+::simple_answer,
        }
    };
}
