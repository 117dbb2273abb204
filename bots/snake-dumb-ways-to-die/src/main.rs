//! The entry point for Botzone; the idea is in `lib.rs`.
#![no_main]

botzone::entry_point!(snake_dumb_ways_to_die::DumbWaysToDie, snake::botzone);
