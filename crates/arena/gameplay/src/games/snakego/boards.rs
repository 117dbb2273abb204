//! The boards of a half-game of SnakeGo: the rules play the operations of the log again.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use snakego::{Board, Cell, Gift, Operation, Position, Rules};

use crate::frames::{Frame, Frames, digit};
use crate::game::Replay;
use crate::record::GameRecord;

/// A frame after every half-round. `w` has a character a cell for the walls (`0` or `1` for their owner, rows of y), `i`
/// one for the items (`*` a ray, a digit for length); `sN` is snake N from tail to head, two base-36 digits (x, y) a
/// cell, and `mN` its player, its bank and whether it holds a ray; `r` the round, `t` whose half-round it is, `p` the
/// scores as the judge would have them now, `a` the snakes that have acted, one for each operation.
pub(super) fn replay(record: &GameRecord) -> Result<Replay> {
    let position = start(record)?;
    let Position { rules, mut board } = position;
    let setup = json!({"rounds": rules.max_round()});
    let mut frames = Frames::default();
    frames.push(frame(&rules, &board, &[]));
    let turns = record.moves.len();
    let (shown, mut broken) = record.agreed();
    for (turn, operations) in shown.iter().enumerate() {
        let Some(operations) = operations.as_array() else {
            broken = Some(said!("half-round {}: no list of operations", turn + 1));
            break;
        };
        let mut acted = Vec::new();
        let legal = operations.iter().all(|number| {
            if !board.is_over() {
                acted.push(board.snake().id);
            }
            let number = number.as_u64().and_then(|number| u8::try_from(number).ok());
            let operation = number.and_then(Operation::from_number);
            operation.is_some_and(|operation| board.try_play(&rules, operation).is_ok())
        });
        frames.push(frame(&rules, &board, &acted));
        // Only an operation that ends the half may be none.
        if !legal && turn + 1 < turns {
            broken = Some(said!(
                "half-round {}: the rules refuse an operation, but the log goes on",
                turn + 1
            ));
            break;
        }
    }
    Ok(Replay {
        setup,
        frames: frames.into_value(),
        choices: choices(Position { rules, board }),
        broken,
    })
}

/// The start of a half-game that was logged, or of one that somebody else has played from a `position`.
///
/// # Errors
/// If the record does not name seed and rounds.
pub fn start(record: &GameRecord) -> Result<Position> {
    if let Some(text) = record.init["position"].as_str() {
        let position = text.parse::<Position>();
        return position
            .map_err(|why| error!("game {}: its init is no position: {why}", record.id));
    }
    let number = |key: &str| record.init[key].as_u64();
    let rules = number("random_seed")
        .zip(number("max_round"))
        .and_then(|(seed, rounds)| {
            let rounds = u16::try_from(rounds).ok()?;
            Rules::new(Vec::new(), rounds).ok()?;
            Some(Rules::generate_for(seed, rounds))
        });
    let rules = rules.with_context(|| {
        msg!(
            "game {}: its init has no `random_seed` and `max_round` that make a half",
            record.id
        )
    })?;
    Ok(Position::new(rules))
}

fn place(cell: Cell) -> usize {
    16 * usize::from(cell.y()) + usize::from(cell.x())
}

fn path(cells: &[Cell]) -> String {
    let digits = cells.iter().rev().flat_map(|cell| [cell.x(), cell.y()]);
    digits.map(digit).collect()
}

fn frame(rules: &Rules, board: &Board, acted: &[u16]) -> Frame {
    let mut frame = Frame::new();
    let mut put = |key: String, value: Value| {
        frame.insert(key, value);
    };
    let mut walls = vec![b'.'; 256];
    for player in 0..2 {
        for cell in board.walls(player) {
            walls[place(cell)] = b"01"[player];
        }
    }
    put("w".to_owned(), json!(String::from_utf8_lossy(&walls)));
    let mut items = vec!['.'; 256];
    for (_, item) in board.ground_items(rules) {
        items[place(item.cell)] = match item.gift {
            Gift::Length(length) => digit(length.min(35) as u8),
            Gift::Ray(_) => '*',
        };
    }
    put("i".to_owned(), json!(items.iter().collect::<String>()));
    for player in 0..2 {
        for (place, snake) in board.snakes(player).iter().enumerate() {
            let id = snake.id;
            put(format!("s{id}"), json!(path(&board.cells(player, place))));
            let meta = json!([player, snake.bank, u8::from(snake.has_ray())]);
            put(format!("m{id}"), meta);
        }
    }
    put("r".to_owned(), json!(board.round().min(rules.max_round())));
    put("t".to_owned(), json!(board.player()));
    put("p".to_owned(), json!(board.scores()));
    put("a".to_owned(), json!(acted));
    frame
}

/// `id` of the snake to act, and `moves`, its legal operations.
fn choices(position: Position) -> Box<dyn Fn(usize) -> Value + Send> {
    Box::new(move |seat| {
        let legal = position.legal_moves().into_iter();
        let moves: Vec<String> = legal.map(|operation| operation.to_string()).collect();
        json!({"seat": seat, "id": position.board.snake().id, "moves": moves})
    })
}
