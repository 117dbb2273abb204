//! The count itself, which `reversi-speed` measures too.

use reversi::{Board, Move};

/// Number of sequences of `depth` legal moves, at least one, a pass being one; those of the last ply are counted without
/// being played. Games that are over earlier are not counted.
pub fn perft(board: Board, depth: u32) -> u64 {
    let places = board.legal_moves(board.to_move());
    if places.is_empty() {
        if !board.can_move(board.to_move().opponent()) {
            return 0;
        }
        return match depth {
            1 => 1,
            _ => perft(after(board, Move::Pass), depth - 1),
        };
    }
    if depth == 1 {
        return places.len() as u64;
    }
    let sequences = |cell| perft(after(board, Move::Place(cell)), depth - 1);
    places.iter().map(sequences).sum()
}

fn after(mut board: Board, mv: Move) -> Board {
    board.play_unchecked(mv);
    board
}
