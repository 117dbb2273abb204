//! The count itself, which `nogo-speed` measures too.

use nogo::Board;

/// Number of sequences of `depth` legal moves, at least one; those of the last ply are counted without being played.
pub fn perft(board: Board, depth: u32) -> u64 {
    let moves = board.legal_moves(board.to_move());
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for point in moves {
        let mut next = board;
        next.play_unchecked(point);
        nodes += perft(next, depth - 1);
    }
    nodes
}
