//! The count itself, which `amazons-speed` measures too.

use amazons::Board;

/// Number of sequences of `depth` legal moves, at least one; those of the last ply are counted without being played.
pub fn perft(board: Board, depth: u32) -> u64 {
    if depth == 1 {
        return board.move_count(board.to_move()).into();
    }
    let mut nodes = 0;
    for mv in board.moves() {
        let mut next = board;
        next.play_unchecked(mv);
        nodes += perft(next, depth - 1);
    }
    nodes
}
