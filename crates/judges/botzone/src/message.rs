//! The messages of the judge, in JSON or in simple IO.

use judges_common::{MAX_DEBUG, truncate};
use serde_json::Value;

/// A match up to the request to answer, as the judge sends it.
pub struct History {
    /// All requests so far; the last one is to be answered now.
    pub requests: Vec<Value>,
    /// The bot's own answers, one less.
    pub responses: Vec<Value>,
    /// A description of the problem with the message apart from the lists.
    pub fault: Option<String>,
}

/// One input.
pub enum Message {
    /// Everything so far: the program was started afresh.
    History(History),
    /// The next request alone: the program was kept running.
    Request(Value),
}

/// The part of a debug text that the site keeps.
pub fn truncate_debug(debug: &str) -> &str {
    truncate(debug, MAX_DEBUG)
}
