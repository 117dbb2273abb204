//! Code that all layers of the arena share.
//!
//! | module | does |
//! | --- | --- |
//! | [`at_most`] | reading untrusted input, up to a limit |
//! | [`cancel`] | cancellation as a type |
//! | [`message`] | messages of the arena: as a value, as a text, as an error |
//! | [`foreign`] | texts of others as messages |
//! | [`help`] | a command line of clap in that language |
//! | [`screen`] | text for people on standard output |
//! | [`texts`] | English or Chinese, by one table |
//! | [`words`] | numbers with their nouns, names that look alike, cut texts |
//! | [`whole_file`] | files that are there whole or not at all |
//!
//! Nothing here depends on a game, a judge, a bot or a match.

extern crate self as arena_common;

#[macro_use]
pub mod message;
pub mod at_most;
pub mod cancel;
pub mod foreign;
#[cfg(feature = "host")]
pub mod help;
pub mod screen;
pub mod texts;
#[cfg(feature = "host")]
pub mod whole_file;
pub mod words;

pub use cancel::{Cancel, Cancelled, Stop};
pub use message::Message;
pub use messages::said_value;
