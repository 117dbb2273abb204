//! The entry point of the bot with the textbook weights, against which the tuned ones are measured.
#![no_main]

botzone::entry_point!(tetris2_dellacherie::Textbook, tetris2::botzone);
