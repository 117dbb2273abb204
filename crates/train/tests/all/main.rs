//! The common part of trainers, as they use it.

#![allow(clippy::unwrap_used, reason = "test code")]

mod choices;
mod learning;
mod rounds;
mod shards;
