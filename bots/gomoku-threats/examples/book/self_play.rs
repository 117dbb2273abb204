//! Games of the bot against itself, for tables of what wins.

use botzone::{Bot, Turn};
use gomoku::{Board, Color, Outcome};
use gomoku_threats::Threat;

/// Twice the games that black wins from a position, draws as halves. The first game has `nodes` nodes a turn, each
/// other one a tenth of that more than the one before, as turns by the clock have now more, now fewer.
pub fn halves(board: &Board, games: u64, nodes: u64) -> u64 {
    (0..games)
        .map(|game| match ended(*board, nodes + nodes * game / 10) {
            Outcome::Win(Color::Black) => 2,
            Outcome::Win(Color::White) => 0,
            Outcome::Draw => 1,
        })
        .sum()
}

/// The end of a game that a new bot plays from a position.
fn ended(mut board: Board, nodes: u64) -> Outcome {
    let mut bot = Threat::new();
    loop {
        match board.outcome() {
            Some(outcome) => return outcome,
            None => board.play(bot.choose(&board, &Turn::of_nodes(nodes, 1)).mv),
        }
    }
}
