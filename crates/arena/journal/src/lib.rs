//! Games on disk: which are planned, which were played, and under what conditions.
//!
//! Start reading at [`log`].
//!
//! Not here: how games are played, and what they come to.
//!
//! | module | does |
//! | --- | --- |
//! | [`log`], [`league`] | the files of matches and leagues |
//! | [`session`] | when and where games were played |
//! | [`schedule`] | pairs, openings and seeds from one seed |
//! | [`openings`] | starts from a file |

#[macro_use]
extern crate arena_common;

pub mod league;
pub mod log;
pub mod openings;
#[cfg(any(test, feature = "samples"))]
pub mod samples;
pub mod schedule;
pub mod session;
