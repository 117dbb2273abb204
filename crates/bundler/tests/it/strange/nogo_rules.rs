//! Rules.
use nogo as rules;
use rules::Board;
/// Counts.
pub fn count<const MAX: bool>(board: &Board) -> usize {
    let all = board.legal_moves(rules::Board::to_move(board)).len();
    if MAX { all } else { 0 }
}
