//! The judge's half of a game: its referee, what each seat sees, its log, its boards on a page.
//!
//! Start reading at [`Game`], the table's entry for a game. All that the judge's side knows of a game is in its module
//! below [`games`], beside the script that draws it on a page.
//!
//! Not here: programs, files, clocks and terminals, so this builds for WebAssembly, too.
//!
//! | module | does |
//! | --- | --- |
//! | [`game`] | the description of a game, and the table of games |
//! | [`games`] | the games, a module each |
//! | [`botzone`], [`saiblo`] | what a game of each platform adds |
//! | [`opening`] | starts, and random openings |
//! | [`random`] | a random player of every game |
//! | [`record`] | a finished game as a log has it |
//! | [`decisions`] | the positions of a logged game |
//! | [`frames`] | the boards of a game as a page draws them |

#[macro_use]
extern crate arena_common;

pub mod botzone;
pub mod decisions;
pub mod frames;
pub mod game;
pub mod games;
pub mod opening;
pub mod random;
pub mod record;
pub mod saiblo;

pub use game::{Game, Games};
