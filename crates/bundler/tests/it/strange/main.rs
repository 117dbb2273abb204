//! The entry point for Botzone; the idea is in `lib.rs`.
#![no_main]

botzone::entry_point!(nogo_strange::Strange, nogo::botzone);
