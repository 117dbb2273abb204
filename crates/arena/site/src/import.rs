//! A match of the site becomes a log of the arena, and if wanted a golden game that the rules' tests replay; the matches
//! of a monthly pack become leagues.
//!
//! | module | does |
//! | --- | --- |
//! | [`read`] | the site's log, whatever it holds |
//! | [`record`] | the log as a game of ours |
//! | [`check`] | the same game through our referee |
//! | [`pack`], [`bulk`] | the lines of a pack, and its matches as leagues |
//! | [`probe`] | what a probe has told of the judge's machine |
//! | [`golden`] | the file for the rules' tests |

pub mod bulk;
pub mod check;
pub mod golden;
pub mod pack;
pub mod probe;
pub mod read;
pub mod record;
