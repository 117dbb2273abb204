//! Measures the rules and the territory fill on one core: `cargo run --release -p snake --example snake-speed`.
//!
//! Positions: those before each turn of the games in `tests/data/snake.jsonl`. A figure is the best
//! of five runs. A turn is a copy of the board and one of the 16 joint moves; a territory is the fill of 40 and
//! 14 layers for one player with its ratio; an area is the connected area of the free
//! cells next to a head; distances are those from a head.

use std::convert::TryFrom;
use std::hint::black_box;
use std::path::Path;

use serde_json::Value;
use snake::distance::{Distances, reach};
use snake::territory::{CURIOSITY_LAYERS, CURIOSITY_WEIGHTS, Territory};
use snake::{Board, Direction, Map};
use testing::best_of;

/// The number of times that a run goes through the positions.
const ROUNDS: u32 = 20;

fn main() -> Result<(), String> {
    let boards = positions()?;
    println!("positions: {}", boards.len());

    let per_position = |seconds: f64, rounds: u32, units: u32| {
        f64::from(rounds) * f64::from(units) * boards.len() as f64 / seconds
    };

    let mut survivors = 0;
    let seconds = best_of(|| {
        survivors = 0;
        for _ in 0..ROUNDS {
            survivors += black_box(&boards).iter().map(survivals).sum::<u64>();
        }
    });
    println!("survivals: {}", survivors / u64::from(ROUNDS));
    println!("turns_per_second: {:.0}", per_position(seconds, ROUNDS, 16));

    let mut sum = 0;
    let seconds = best_of(|| {
        sum = 0;
        for _ in 0..ROUNDS {
            sum += black_box(&boards).iter().map(ratios).sum::<i64>();
        }
    });
    println!("ratio_sum: {}", sum / i64::from(ROUNDS));
    println!(
        "territories_per_second: {:.0}",
        per_position(seconds, ROUNDS, 2)
    );

    let seconds = best_of(|| {
        for board in (0..ROUNDS).flat_map(|_| black_box(&boards)) {
            black_box(reach(board, 0));
            black_box(reach(board, 1));
        }
    });
    println!("areas_per_second: {:.0}", per_position(seconds, ROUNDS, 2));

    let seconds = best_of(|| {
        for board in (0..ROUNDS).flat_map(|_| black_box(&boards)) {
            black_box(Distances::from(board.head(0), board.free()));
            black_box(Distances::from(board.head(1), board.free()));
        }
    });
    println!(
        "distances_per_second: {:.0}",
        per_position(seconds, ROUNDS, 2)
    );
    Ok(())
}

/// Plays the 16 joint moves and counts those after which both snakes live.
fn survivals(board: &Board) -> u64 {
    let mut count = 0;
    for first in Direction::ALL {
        for second in Direction::ALL {
            let mut next = *board;
            next.play((first, second));
            count += u64::from(black_box(&next).outcome().is_none());
        }
    }
    count
}

/// The territory ratios of both players.
fn ratios(board: &Board) -> i64 {
    let ratio = |player| Territory::of(board, player, CURIOSITY_LAYERS).ratio(&CURIOSITY_WEIGHTS);
    ratio(0) + ratio(1)
}

/// The positions before each turn of the kept games.
fn positions() -> Result<Vec<Board>, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/snake.jsonl");
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut boards = Vec::new();
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let init = &game["init"];
        let number = |key: &str| {
            init[key]
                .as_i64()
                .and_then(|number| i32::try_from(number).ok())
        };
        let forced = init["forced"] == true;
        let (width, height) = if forced {
            (number("width"), number("height"))
        } else {
            (None, None)
        };
        let seed = number("seed").ok_or("a game without a seed")?;
        let mut board = Board::new(&Map::generate(seed, width, height));
        for turn in game["moves"].as_array().into_iter().flatten() {
            boards.push(board);
            let direction = |mv: &Value| Direction::from_index(usize::try_from(mv.as_u64()?).ok()?);
            if let (Some(first), Some(second)) = (direction(&turn[0]), direction(&turn[1])) {
                board.play((first, second));
            }
        }
    }
    Ok(boards)
}
