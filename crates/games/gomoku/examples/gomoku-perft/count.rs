//! The count itself, which `gomoku-speed` measures too.

use gomoku::{Board, Move};

/// Number of sequences of `depth` legal moves, at least one; those of the last ply are counted without being played. Games that
/// are over earlier are not counted.
pub fn perft(board: Board, depth: u32) -> u64 {
    if depth == 1 {
        return board.moves().count() as u64;
    }
    let sequences = |mv: Move| {
        let mut next = board;
        next.play_unchecked(mv);
        perft(next, depth - 1)
    };
    board.moves().map(sequences).sum()
}
