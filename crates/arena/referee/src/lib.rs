//! One game played: the dialogue with the seats, limits, why a turn failed.
//!
//! Start reading at [`Host::play`], which plays a game. Botzone's dialogue (turns of JSON or simple IO) and Saiblo's (raw
//! bytes and packets) are two implementations behind it.
//!
//! Not here: the games themselves (crate [`gameplay`]); which of them are played, by whom and from which seeds, and what
//! becomes of the results.
//!
//! | module | does |
//! | --- | --- |
//! | [`host`], [`setup`] | one game played, whichever platform it is of |
//! | [`botzone`], [`saiblo`] | the dialogue of each platform |
//! | [`conduct`] | modes, limits |
//! | [`diagnosis`] | why a turn failed |
//! | [`human`] | where a person's lines come from |
//! | [`saved`] | answers that the fallback move has saved |

#[macro_use]
extern crate arena_common;

pub mod botzone;
pub mod conduct;
pub mod diagnosis;
pub mod host;
pub mod human;
pub mod saiblo;
pub mod saved;
pub mod setup;

pub use host::Host;
