//! Botzone's door to the bot; the idea is in `lib.rs`.
#![no_main]

botzone::door!(snake_drag_me_down::DragMeDown, snake::botzone);
