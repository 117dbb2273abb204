//! Botzone's door to the bot; the idea is in `lib.rs`.
#![no_main]

botzone::door!(snake_dumb_ways_to_die::DumbWaysToDie, snake::botzone);
