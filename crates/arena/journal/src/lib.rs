//! Games on disk: which are planned, which were played, and under what conditions.
//!
//! A file is JSON lines: one [`header::Header`], then one [`GameRecord`](gameplay::record::GameRecord) a game, in the order
//! in which games ended. A match and a league have the same form: a match is a league of two.
//!
//! ```text
//! {"format":"arena-games","version":1,"game":"nogo","mode":"restart","time_ms":1000,...,"players":["a","b"]}
//! {"a":0,"b":1,"id":0,"pair":0,"seats":[0,1],"bot_seeds":[..,..],"init":null,"opening":2,"moves":[[4,5],[2,7],...],
//!  "replies":[{"turn_no":3,"seat":0,"verdict":"OK","ms":3.25,"debug":"..."},...],
//!  "result":{"scores":[1,0],"turns":74,"winner":0,"err":null},"wall_ms":812.5}
//! ```
//!
//! A move has the game's short form (NoGo: `[x,y]`); one that has none is an object: `{"response":V}` of a program
//! that ran well, or `{"verdict":"TLE","response":null}`. In a turn in which all players move, the entry of `moves`
//! is the list of all. A header has `seatings` where the game has not two seats. A file that was cut off in mid-line loses
//! that game only. A game that was analysed has `analysis`, the values of its positions.
//!
//! Start reading at [`games_file`]. Not here: how games are played, and what they come to.
//!
//! | module | does |
//! | --- | --- |
//! | [`header`] | who plays under which conditions |
//! | [`fixture`], [`plan`], [`schedule`], [`openings`] | which games, from which starts, with which seeds |
//! | [`hypotheses`] | what a sequential test is to decide |
//! | [`reader`], [`lines`] | a file, game by game |
//! | [`games_file`], [`file`] | a file that is written: locked, resumed, whole at every moment |
//! | [`seen`], [`merge`] | which games there are; several files put together |
//! | [`session`] | when and where games were played |

#[macro_use]
extern crate arena_common;

pub mod file;
pub mod fixture;
pub mod games_file;
pub mod header;
pub mod hypotheses;
pub mod lines;
pub mod merge;
pub mod openings;
pub mod plan;
pub mod reader;
#[cfg(any(test, feature = "samples"))]
pub mod samples;
pub mod schedule;
pub mod seen;
pub mod session;
