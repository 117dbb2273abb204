//! Saiblo's door to the bot; the idea is in `lib.rs`.
#![no_main]

saiblo::door!(snakego_showcry::ShowCry, snakego::saiblo);
