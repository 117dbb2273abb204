//! A match of the site becomes a log of the arena, and if wanted a golden game that the rules' tests replay.
//!
//! | module | does |
//! | --- | --- |
//! | [`read`] | the site's log, whatever it holds |
//! | [`record`] | the log as a game of ours |
//! | [`check`] | the same game through our referee |
//! | [`golden`] | the file for the rules' tests |

pub mod check;
pub mod golden;
pub mod read;
pub mod record;
