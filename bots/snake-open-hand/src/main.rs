//! The entry point for Botzone; the idea is in `lib.rs`.
#![no_main]

botzone::entry_point!(snake_open_hand::OpenHand, snake::botzone);
