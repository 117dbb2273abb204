//! The judge's side of a game: who referees it, the dialogue with the seats, what a verdict is.
//!
//! Start reading at [`Game`], the table's entry for a game, and at [`Host::play`], which plays one. Botzone's dialogue
//! (turns of JSON or simple IO) and Saiblo's (raw bytes and packets) are two implementations behind it. All that the
//! judge's side knows of a game is in its module below [`games`], but for the script that draws it on a page.
//!
//! Not here: which games are played, by whom and from which seeds, and what becomes of the results.
//!
//! | module | does |
//! | --- | --- |
//! | [`game`] | what there is to know about a game, and the table of games |
//! | [`games`] | the games, a module each |
//! | [`host`], [`setup`] | one game played, whichever platform it is of |
//! | [`botzone`], [`saiblo`] | the dialogue of each platform |
//! | `opening` | random openings |
//! | [`random`] | a random player of every game |
//! | [`conduct`] | verdicts, modes, limits |
//! | [`diagnosis`] | why a turn failed |
//! | [`human`] | where a person's lines come from |
//! | [`record`], [`saved`] | a finished game as a log has it |
//! | [`decisions`] | the positions of a logged game |
//! | [`frames`] | the boards of a game as a page draws them |

#[macro_use]
extern crate arena_common;

pub mod botzone;
pub mod conduct;
pub mod decisions;
pub mod diagnosis;
pub mod frames;
pub mod game;
pub mod games;
pub mod host;
pub mod human;
mod opening;
pub mod random;
pub mod record;
pub mod saiblo;
pub mod saved;
pub mod setup;

pub use game::{Game, Games};
pub use host::Host;
