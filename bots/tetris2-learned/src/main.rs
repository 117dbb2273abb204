//! Botzone's door to the bot; the idea is in `lib.rs`.
#![no_main]

botzone::door!(tetris2_learned::Learned, tetris2::botzone);
