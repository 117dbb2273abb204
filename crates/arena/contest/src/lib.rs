//! Matches between players: from a plan to games, from games to logs, tables and verdicts.
//!
//! Start reading at [`Contest`], a match as planned, and [`Contest::run`], which plays it in the [`pool`].
//!
//! Not here: how a game is refereed (one room below), and the command line that plans are made from (above).
//!
//! | module | does |
//! | --- | --- |
//! | [`play`] | a match between two players |
//! | [`running`] | games while they are played |
//! | [`schedule`] | pairs, openings and seeds from one seed |
//! | [`openings`] | starts from a file |
//! | [`pool`] | games on several threads, for all who play some |
//! | [`workspace`], [`revision`] | the workspace's bots, today's and those of earlier commits |
//! | [`language`], [`source`] | bots that come as sources, compiled as the site compiles |
//! | [`player`], [`identity`] | who plays, and what a player is |
//! | [`log`], [`sitting`] | the match log's format; when and where its games were played |
//! | [`tally`], [`times`], [`stats`], [`matches`] | totals, move times, intervals, halves put together to matches |
//! | [`busy`] | whether the machine is too busy for move times |
//! | [`crash`] | where a bot in C++ crashes |
//! | [`report`], [`label`], [`progress`], [`bar`] | tables, names in them, how far it is |
//! | [`sheet`], [`sheets`] | the same tables as data |
//! | [`sprt`] | the sequential test |
//! | [`league`] | everybody against everybody |
//! | [`explain`], [`analysis`] | a bot asked about a position, and about those of whole games |
//! | [`tune`] | better parameters by games of a bot with itself |

#[macro_use]
extern crate arena_common;

pub mod analysis;
pub mod bar;
pub mod busy;
pub mod crash;
pub mod explain;
pub mod identity;
pub mod label;
pub mod language;
pub mod league;
pub mod log;
pub mod matches;
pub mod openings;
pub mod play;
pub mod player;
pub mod pool;
pub mod progress;
pub mod repeats;
pub mod report;
pub mod revision;
pub mod running;
pub mod schedule;
pub mod sheet;
pub mod sheets;
pub mod sitting;
pub mod source;
pub mod sprt;
pub mod stats;
pub mod tally;
pub mod times;
pub mod tune;
pub mod workspace;

pub use play::{Contest, Outcome, Watch};
