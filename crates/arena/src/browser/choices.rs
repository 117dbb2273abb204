//! What the person may do, as the page's script reads it.

use serde_json::{Value, json};
use tetris2::Color;

use crate::replay::Position;

/// The choices of this seat. Moves are words that the seat of a person reads.
///
/// NoGo: `moves`. Snake: `safe`, the directions that do not kill for certain. Tetris2: `gives`, the pieces that may be
/// chosen for the opponent, and `places`, for each landing its text and its cells (rows from the top, ten cells each).
/// SnakeGo: `id` of the snake to act, and `moves`.
pub fn choices(position: &Position, seat: usize) -> Value {
    match position {
        Position::NoGo(board) => {
            let legal = board.legal_moves(board.to_move()).iter();
            let moves: Vec<String> = legal.map(|p| format!("{},{}", p.x(), p.y())).collect();
            json!({"seat": seat, "moves": moves})
        }
        Position::Snake(board) => {
            let safe = board.legal_moves(seat).iter();
            let names = ["up", "right", "down", "left"];
            let safe: Vec<&str> = safe.map(|direction| names[direction.index()]).collect();
            json!({"seat": seat, "safe": safe})
        }
        Position::Tetris2(board) => {
            let color = Color::ALL[seat];
            let player = board.player(color);
            let gives: Vec<String> = (player.given.choices())
                .map(|piece| piece.to_string())
                .collect();
            let places: Vec<Value> = (board.landings(color).distinct(player.piece).iter())
                .map(|place| {
                    let cells = player.piece.cells(place.o).map(|(dx, dy)| {
                        let x = i32::from(place.x) + i32::from(dx);
                        let y = i32::from(place.y) + i32::from(dy);
                        (20 - y) * 10 + x - 1
                    });
                    json!([place.to_string(), cells])
                })
                .collect();
            json!({"seat": seat, "gives": gives, "places": places})
        }
        Position::SnakeGo(position) => {
            let legal = position.legal_moves().into_iter();
            let moves: Vec<String> = legal.map(|operation| operation.to_string()).collect();
            json!({"seat": seat, "id": position.board.snake().id, "moves": moves})
        }
    }
}
