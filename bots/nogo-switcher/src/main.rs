//! Botzone's door to the bot; the idea is in `lib.rs`.
#![no_main]

botzone::door!(nogo_switcher::Switcher, nogo::botzone);
