//! Writes random records into a folder and prints what this crate says about each, for a comparison with another
//! checker: `cargo run --release -p goose-tetris --example goose-tetris-random-records -- FOLDER [COUNT] [SEED]`. The
//! script `scripts/check-goose` does the comparison.
//!
//! One line a record: its file, a space, then `INVALID` or `locks LOCKS, END, score SCORE`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use fastrand::Rng;
use goose_tetris::{Game, Move, Op, Outcome, Step, game_record, verify, write_record};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("which folder?")?);
    let count: u64 = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    fs::create_dir_all(&folder)?;
    let mut random = Rng::with_seed(seed);
    for number in 0..count {
        let record = match number % 4 {
            0 => steps(&mut random),
            1 => game(&mut random, false)?,
            2 => game(&mut random, true)?,
            _ => misspelt(&game(&mut random, true)?, &mut random),
        };
        let file = format!("{number:04}.txt");
        fs::write(folder.join(&file), &record)?;
        match verify(&record) {
            Err(_) => println!("{file} INVALID"),
            Ok(verdict) => {
                let end = match verdict.end {
                    None => "record end",
                    Some(Outcome::SpawnBlocked) => "spawn blocked",
                    Some(Outcome::TopTouched) => "top touched",
                    Some(Outcome::RoundLimit) => "round limit",
                };
                println!(
                    "{file} locks {}, {end}, score {}",
                    verdict.pieces, verdict.score
                );
            }
        }
    }
    Ok(())
}

/// Steps without a plan; many are blocked.
fn steps(random: &mut Rng) -> String {
    let pieces: Vec<Vec<Op>> = (0..random.usize(1..60))
        .map(|_| {
            (0..random.usize(1..6))
                .map(|_| Op {
                    step: [Step::L, Step::R, Step::D, Step::C][random.usize(..4)],
                    count: random.u32(1..20),
                })
                .collect()
        })
        .collect();
    write_record(pieces.iter().map(Vec::as_slice))
}

/// A game that mostly takes the smoothest of all locks, and sometimes any, in the air too if `floating`.
fn game(random: &mut Rng, floating: bool) -> Result<String, Box<dyn Error>> {
    let mut game = Game::new();
    let mut moves = Vec::new();
    let pieces = random.usize(20..600);
    while moves.len() < pieces && game.outcome().is_none() {
        let landings = game.landings();
        let after = |mv: &Move| {
            let mut next = game;
            next.play_unchecked(*mv);
            ruggedness(&next)
        };
        let smoothest = landings.iter().copied().min_by_key(after);
        let any = game.legal_moves();
        let mv = match smoothest {
            Some(mv) if random.u8(..) > 2 => mv,
            _ if floating || landings.is_empty() => any[random.usize(..any.len())],
            _ => landings[random.usize(..landings.len())],
        };
        game.try_play(mv)?;
        moves.push(mv);
    }
    Ok(game_record(moves)?)
}

/// Changes between filled and empty along rows and columns; covered cells make many.
fn ruggedness(game: &Game) -> u32 {
    let mut above = 0;
    let mut changes = 0;
    for row in game.board.rows {
        let walled = u32::from(row) << 1 | 1 | 1 << 11;
        changes += (walled ^ walled >> 1).count_ones() + 2 * (above & !row).count_ones();
        changes += u32::from(row != 0);
        above = row;
    }
    changes
}

/// The record with one character replaced, added or taken away.
fn misspelt(record: &str, random: &mut Rng) -> String {
    let mut text = record.to_owned();
    let at = random.usize(..text.len());
    let character = char::from(b"NLRDC0129,+- n"[random.usize(..14)]);
    match random.u8(..3) {
        0 => text.insert(at, character),
        1 => text.replace_range(at..=at, ""),
        _ => text.replace_range(at..=at, character.encode_utf8(&mut [0; 4])),
    }
    text
}
