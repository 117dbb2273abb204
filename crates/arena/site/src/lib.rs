//! The site botzone.org.cn: live matches by its local AI interface, and its match logs.
//!
//! Start reading at [`localai::run`], the loop of live matches, and [`import::read`], which takes the site's log apart.
//!
//! Not here: how a bot is run (the referee's seats do that) and what the command line says.
//!
//! | module | does |
//! | --- | --- |
//! | [`localai`] | a bot that runs here takes a seat in live matches |
//! | `first_line` | the header of a log of the site's matches |
//! | [`import`] | a match of the site becomes a log of the arena, or a golden game of the rules' tests |

#[macro_use]
extern crate arena_common;

mod first_line;
pub mod import;
pub mod localai;
