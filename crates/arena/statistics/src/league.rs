//! The results of a league: ratings, standings and their tables.

pub mod ratings;
pub mod standings;
pub mod table;
