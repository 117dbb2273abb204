//! What a league has come to: ratings, standings and their tables.

pub mod ratings;
pub mod standings;
pub mod table;
