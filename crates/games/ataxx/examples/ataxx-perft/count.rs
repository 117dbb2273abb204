//! The count itself, which `ataxx-speed` measures too.

use ataxx::{Move, Position};

/// Number of sequences of `depth` moves, at least one, that the judge accepts; those of the last ply are counted without being
/// played. Of `distinct` moves each makes another board.
pub fn perft(position: &mut Position, depth: u32, distinct: bool) -> u64 {
    let board = *position.board();
    let may_repeat = position.may_repeat();
    if depth == 1 && !may_repeat {
        let count = match distinct {
            true => board.distinct_move_count(),
            false => board.move_count(),
        };
        return count.into();
    }
    let mut nodes = 0;
    let mut count = |mv: Move| {
        if may_repeat && position.repeated(mv).is_some() {
            return;
        }
        if depth == 1 {
            nodes += 1;
            return;
        }
        position.play_unchecked(mv);
        nodes += perft(position, depth - 1, distinct);
        position.take_back();
    };
    match distinct {
        true => board.distinct_moves().for_each(&mut count),
        false => board.moves().for_each(&mut count),
    }
    nodes
}
