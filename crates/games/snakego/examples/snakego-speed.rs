//! Measures the rules on one core: `cargo run --release -p snakego --example snakego-speed`.
//!
//! Workload: all operations of the games in `tests/data/snakego.jsonl`. A figure is the best of five runs. A step is
//! one operation with all that the judge does after it; a copy-make is a copy of the position and one step on it, for
//! every legal operation of every position; a legal is the set of legal operations of a position.

use std::convert::TryFrom;
use std::hint::black_box;
use std::path::Path;

use serde_json::Value;
use snakego::{Board, Cell, Gift, Item, Operation, Rules};
use testing::best_of;

/// The number of times that a run goes through the games.
const ROUNDS: u32 = 20;

/// Rules and operations of a game.
struct Game {
    rules: Rules,
    operations: Vec<Operation>,
}

fn main() -> Result<(), String> {
    let games = games()?;
    let steps: usize = games.iter().map(|game| game.operations.len()).sum();
    println!("games: {}", games.len());
    println!("steps: {steps}");
    println!("board_bytes: {}", size_of::<Board>());

    let mut area = 0;
    let seconds = best_of(|| {
        area = 0;
        for game in (0..ROUNDS).flat_map(|_| black_box(&games)) {
            let mut board = Board::new(&game.rules);
            for &operation in &game.operations {
                board.play_unchecked(&game.rules, operation);
            }
            area += u64::from(board.area(0)) + u64::from(board.area(1));
        }
    });
    println!("area: {}", area / u64::from(ROUNDS));
    println!(
        "steps_per_second: {:.0}",
        f64::from(ROUNDS) * steps as f64 / seconds
    );

    let positions: Vec<Vec<Board>> = games.iter().map(positions).collect();
    let mut legal = 0;
    let seconds = best_of(|| {
        legal = 0;
        for board in (0..ROUNDS).flat_map(|_| black_box(&positions).iter().flatten()) {
            legal += board.legal_moves().len();
        }
    });
    println!("legal: {}", legal / ROUNDS as usize);
    println!(
        "legals_per_second: {:.0}",
        f64::from(ROUNDS) * steps as f64 / seconds
    );

    let makes = legal as f64 / f64::from(ROUNDS);
    let mut survivors = 0;
    let seconds = best_of(|| {
        survivors = 0;
        for (game, positions) in games.iter().zip(black_box(&positions)) {
            for board in positions {
                for operation in board.legal_moves() {
                    let mut next = *board;
                    next.play_unchecked(&game.rules, operation);
                    survivors += usize::from(
                        black_box(&next).snakes(board.player()).len()
                            >= board.snakes(board.player()).len(),
                    );
                }
            }
        }
    });
    println!("survivors: {survivors}");
    println!("copy_makes_per_second: {:.0}", makes / seconds);
    Ok(())
}

/// The positions before each operation.
fn positions(game: &Game) -> Vec<Board> {
    let mut board = Board::new(&game.rules);
    let mut positions = Vec::new();
    for &operation in &game.operations {
        positions.push(board);
        board.play_unchecked(&game.rules, operation);
    }
    positions
}

/// The kept games, without illegal operations at their ends.
fn games() -> Result<Vec<Game>, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/snakego.jsonl");
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.lines().map(game).collect()
}

fn game(line: &str) -> Result<Game, String> {
    let game: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let items = game["items"].as_array().into_iter().flatten().map(item);
    let items: Option<Vec<Item>> = items.collect();
    let max_round = number(&game["max_round"]).ok_or("no max_round")?;
    let rules = Rules::new(items.ok_or("a bad item")?, max_round)?;
    let mut board = Board::new(&rules);
    let mut operations = Vec::new();
    for digit in game["ops"].as_str().unwrap_or_default().bytes() {
        match Operation::from_number(digit - b'0') {
            Some(operation) if board.try_play(&rules, operation).is_ok() => {
                operations.push(operation)
            }
            _ => break,
        }
    }
    Ok(Game { rules, operations })
}

fn item(item: &Value) -> Option<Item> {
    let (x, y) = (number(&item[0])? as u8, number(&item[1])? as u8);
    let param = number(&item[4])?;
    Some(Item {
        cell: Cell::new(x, y)?,
        time: number(&item[3])?,
        gift: if number(&item[2])? == 0 {
            Gift::Length(param)
        } else {
            Gift::Ray(param)
        },
    })
}

fn number(value: &Value) -> Option<u16> {
    u16::try_from(value.as_u64()?).ok()
}
