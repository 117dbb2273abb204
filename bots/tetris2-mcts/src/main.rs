//! The entry point for Botzone; the idea is in `lib.rs`.
#![no_main]

botzone::entry_point!(tetris2_mcts::Mcts, tetris2::botzone);
