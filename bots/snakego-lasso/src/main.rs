//! The entry point for Saiblo; the idea is in `lib.rs`.
#![no_main]

saiblo::entry_point!(snakego_lasso::Lasso, snakego::saiblo);
