//! The match log on any bytes: games or an error, and what was read is read again the same.
#![no_main]

use gameplay::record::GameRecord;
use journal::header::Header;
use journal::lines::write;
use journal::reader::Reader;
use libfuzzer_sys::fuzz_target;

fn read(text: &[u8]) -> Option<(Header, Vec<GameRecord>)> {
    let mut reader = Reader::new(text).ok()?;
    let mut games = Vec::new();
    while let Some(placed) = reader.next_game().ok()? {
        games.push(placed.game);
    }
    Some((reader.header().clone(), games))
}

fuzz_target!(|input: &[u8]| {
    let Some((header, games)) = read(input) else {
        return;
    };
    let mut text = Vec::new();
    write(&mut text, &header).expect("a header can be written");
    for game in &games {
        write(&mut text, game).expect("a game can be written");
    }
    assert_eq!(read(&text), Some((header, games)));
});
