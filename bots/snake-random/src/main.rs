//! Botzone's door to the bot; the idea is in `lib.rs`.
#![no_main]

botzone::door!(snake_random::Random, snake::botzone);
