//! The statistics of games: totals, intervals, ratings, the sequential test, and their tables.
//!
//! Start reading at [`tally`].
//!
//! Not here: where games come from, and the command line.
//!
//! | module | does |
//! | --- | --- |
//! | [`tally`], [`times`], [`stats`], [`matches`] | totals, move times, intervals, halves put together to matches |
//! | [`repeats`] | games that repeat earlier ones |
//! | [`uneven`] | bad verdicts that come from some files alone |
//! | [`league`] | ratings and standings of a league |
//! | [`sprt`] | the sequential test |
//! | [`table`], [`label`] | tables for people and as data, names in them |
//! | [`report`] | the tables of a match |

#[macro_use]
extern crate arena_common;

pub mod label;
pub mod league;
pub mod matches;
pub mod repeats;
pub mod report;
pub mod sprt;
pub mod stats;
pub mod table;
pub mod tally;
pub mod times;
pub mod uneven;
