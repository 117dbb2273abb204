//! Players: what each is, and how it becomes a program that can be started.
//!
//! Start reading at [`player`].
//!
//! Not here: how programs are talked to and judged (below), and what they play (above).
//!
//! | module | does |
//! | --- | --- |
//! | [`player`] | who plays: bots, sources, commands, people, and the options of each |
//! | [`workspace`], [`revision`] | the workspace's bots, today's and those of earlier commits |
//! | [`language`], [`source`] | bots that come as sources, compiled as the site compiles |
//! | [`versions`] | what in a source is newer, or older, than the compilers and interpreters of the site and of here |
//! | [`new_bot`] | new bots, made of a template or a starter |
//! | [`pack`] | built bots in a folder, for machines without Rust |
//! | [`identity`] | what a player is: signatures, parameters and digests |

#[macro_use]
extern crate arena_common;

pub mod identity;
pub mod language;
pub mod new_bot;
pub mod pack;
pub mod player;
pub mod revision;
pub mod source;
pub mod versions;
pub mod workspace;
