//! The local referee: process control, the conduct of a seat, referees, match scheduling, statistics, logs.
//!
//! | module | does |
//! | --- | --- |
//! | [`process`] | one program under control: family, streams, clock, memory |
//! | [`conduct`] | Botzone's rules for a seat: history, modes, limits, verdicts; a human's seat |
//! | [`game`] | what the arena knows about each game |
//! | [`referee`] | our referees, official judge programs, and our referee as one |
//! | [`mod@play`], [`show`] | one game, and how it looks in the terminal |
//! | [`schedule`] | pairs, openings and seeds from one seed |
//! | [`contest`] | a match on several threads |
//! | [`saved`] | answers that the fallback move has saved |
//! | [`log`] | the match log's format |
//! | [`tally`], [`times`], [`stats`], [`report`] | totals, move times, intervals, tables |
//! | [`sprt`] | the sequential test |
//! | [`league`] | everybody against everybody |
//! | [`workspace`], [`revision`] | the workspace's bots, today's and those of earlier commits |
//! | [`player`], [`identity`] | who plays, and what a player is |
//! | [`saiblo`] | Saiblo's judger, logic programs, whole matches of two halves |
//! | [`localai`] | live matches on the site |
//! | [`import`] | match logs of the site |
//! | [`replay`] | the page that shows a log's games in a browser |
//! | [`browser`] | a person plays in the browser |
//! | [`positions`] | positions kept beside a bot |
//! | [`check`] | the self-test before an upload |
//! | [`mod@tune`] | better parameters by games with itself |
//! | [`mod@new_bot`] | a new bot from its game's template |
//! | [`mod@verify`] | records of Goose Tetris |
//! | `clean_start` | the personal URL is kept from the programs that the arena starts |
//! | [`cli`], [`setup`], [`commands`] | the command line |

pub mod browser;
pub mod check;
mod clean_start;
pub mod cli;
pub mod commands;
pub mod conduct;
pub mod contest;
pub mod game;
pub mod identity;
pub mod import;
mod label;
pub mod league;
pub mod localai;
pub mod log;
pub mod new_bot;
pub mod play;
pub mod player;
pub mod positions;
pub mod process;
pub mod progress;
pub mod referee;
pub mod replay;
pub mod report;
pub mod revision;
pub mod saiblo;
pub mod saved;
pub mod schedule;
mod screen;
pub mod setup;
pub mod show;
pub mod sprt;
pub mod stats;
pub mod tally;
pub mod times;
pub mod tune;
pub mod verify;
mod whole_file;
mod words;
pub mod workspace;
