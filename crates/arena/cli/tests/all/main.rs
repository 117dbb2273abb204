//! The arena as a whole: programs, verdicts, matches, logs, commands. One program, because most of a test's time is its
//! build.

#![allow(clippy::unwrap_used, reason = "a test")]

mod affinity;
mod answer;
mod architecture;
mod browser;
mod check;
mod check_table;
mod cli;
mod common;
mod details;
mod diagnoses;
mod disk;
mod examples;
mod families;
mod files;
mod grow;
mod help;
mod ignored;
mod import;
mod import_packs;
mod interrupt;
mod large_files;
mod league;
mod league_page;
mod localai;
mod matches;
mod openings;
mod parts;
mod play;
mod players;
mod positions;
mod process;
mod readme;
mod replay;
mod resume;
mod saiblo;
mod sandbox;
mod saved;
mod secret;
mod shell;
mod sources;
mod sprt;
mod starters;
mod surroundings;
mod tables;

mod texts;
mod toy;
mod tune;
mod understanding;
mod verdicts;
mod versions;
