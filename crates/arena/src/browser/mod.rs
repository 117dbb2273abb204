//! A person plays in the browser: `arena play`.
//!
//! | module | does |
//! | --- | --- |
//! | [`command`] | `arena play` |
//! | [`table`] | the game as far as it has gone, between the thread that plays it and the one that serves it |
//! | [`seats`] | the arena's own referee and judger, looked at while they play |
//! | [`choices`] | what the person may do |
//! | [`server`] | the page's server on the loopback interface |
//!
//! The page is the replay's, and one script more. The person's seat is the one that a person at the terminal has: only
//! the lines come from the page.

pub mod choices;
pub mod command;
pub mod seats;
pub mod server;
pub mod table;

#[cfg(test)]
mod tests;
