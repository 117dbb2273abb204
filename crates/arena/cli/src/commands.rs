//! The subcommands: one module per command, with its arguments, its help and its work.

pub mod amalgamate;
pub mod analyse;
pub mod answer;
pub mod check;
pub mod explain;
pub mod help;
pub mod import;
pub mod judge;
pub mod league;
pub mod list;
pub mod localai;
pub mod logged;
pub mod logic;
pub mod r#match;
pub mod merge;
pub mod new_bot;
pub mod pack;
pub mod play;
pub mod positions;
pub mod random;
pub mod replay;
pub mod sprt;
pub mod tune;
pub mod verify;
