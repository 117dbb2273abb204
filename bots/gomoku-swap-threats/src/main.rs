//! The entry point for Botzone; the idea is in `lib.rs`.
#![no_main]

botzone::entry_point!(gomoku_swap_threats::SwapThreats, gomoku::botzone::swap);
