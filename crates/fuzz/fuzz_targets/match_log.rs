//! The match log on any bytes: games or an error, and what was read is read again the same.
#![no_main]

use journal::log::{read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut input = input;
    let Ok((header, games)) = read(&mut input) else {
        return;
    };
    let mut text = Vec::new();
    write(&mut text, &header).expect("a header can be written");
    for game in &games {
        write(&mut text, game).expect("a game can be written");
    }
    let again = read(&mut text.as_slice()).expect("what was written can be read");
    assert_eq!(again, (header, games));
});
