//! Records of Goose Tetris on any text: a game or an error, and a valid record written again is the same game.
#![no_main]

use goose_tetris::{Item, Op, parse_record, verify, write_record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(verdict) = verify(text) else { return };
    let items = parse_record(text.trim()).expect("it is valid");
    let pieces: Vec<Vec<Op>> = items
        .split(|item| *item == Item::New)
        .skip(1)
        .map(|ops| {
            ops.iter()
                .filter_map(|item| match item {
                    Item::Op(op) => Some(*op),
                    Item::New => None,
                })
                .collect()
        })
        .collect();
    let again = write_record(pieces.iter().map(Vec::as_slice));
    assert_eq!(verify(&again), Ok(verdict));
});
