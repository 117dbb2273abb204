//! Botzone's door to the bot; the idea is in `lib.rs`.
#![no_main]

botzone::door!(snake_mr_curiosity::MrCuriosity, snake::botzone);
