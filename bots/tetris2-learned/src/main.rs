//! The entry point for Botzone; the idea is in `lib.rs`.
#![no_main]

botzone::entry_point!(tetris2_learned::Learned, tetris2::botzone);
