//! Botzone's door to the bot with the textbook weights, the sparring partner of the tuned one.
#![no_main]

botzone::door!(tetris2_dellacherie::Textbook, tetris2::botzone);
