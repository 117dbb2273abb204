//! Matches, leagues, tests and tuning: from a plan to games in a worker pool, and what is done with them.
//!
//! Start reading at [`Contest`] and [`Contest::play`], the one way in which games are played.
//!
//! Not here: how a game is refereed, who plays, how games are kept and counted (below), and the command line that plans are
//! made from (above).
//!
//! | module | does |
//! | --- | --- |
//! | [`contest`] | games as planned, and how they are played |
//! | [`play`] | a match between two players |
//! | [`running`] | games while they are played |
//! | [`pool`] | games on several threads, for all who play some |
//! | [`busy`] | whether the machine is too busy for move times |
//! | [`negotiate`] | what is agreed with each player before the first game |
//! | [`crash`] | where a bot in C++ crashes |
//! | [`progress`] | how far it is |
//! | [`league`] | everybody against everybody |
//! | [`answer`] | a player asked for its move in a position |
//! | [`explain`], [`analysis`] | a bot asked about a position, and about those of whole games |
//! | [`tune`] | better parameters by games of a bot with itself |

#[macro_use]
extern crate arena_common;

pub mod analysis;
pub mod answer;
pub mod busy;
pub mod contest;
pub mod crash;
pub mod explain;
pub mod league;
pub mod negotiate;
pub mod play;
pub mod pool;
pub mod progress;
pub mod running;
pub mod tune;

pub use contest::Contest;
pub use play::{Outcome, Played, Watch};
