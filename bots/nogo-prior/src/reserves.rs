//! Results at the end of the game that are certain without a search.
//!
//! An eye is an empty point all of whose neighbors are stones of one side. The other side can never play there, and
//! the side itself can fill every eye but one of each chain: the chain, stones and eyes together, keeps the last eye as
//! its liberty whatever the opponent does. So each side has a number of moves that nobody can take away, and it never
//! has more moves than legal points, because a point that is illegal once is so for good.

use nogo::{Board, Color, PointSet};

/// Returns `true` if counting proves that the side to move wins, `false` if it proves a loss, and `None` otherwise.
///
/// `mine` and `theirs` are the legal points of the side to move and of its opponent.
#[inline]
pub fn decided(board: &Board, mine: PointSet, theirs: PointSet) -> Option<bool> {
    let me = board.to_move();
    // Only a point that the other side may not play can be safe, so most positions need no look at the board.
    let (only_mine, only_theirs) = ((mine - theirs).len(), (theirs - mine).len());
    if mine.len() <= only_theirs && safe_moves(board, me.opponent(), mine.len()) {
        Some(false)
    } else if theirs.len() < only_mine && safe_moves(board, me, theirs.len() + 1) {
        Some(true)
    } else {
        None
    }
}

/// Has `color` at least this many moves that nobody can take away?
pub fn safe_moves(board: &Board, color: Color, wanted: usize) -> bool {
    if wanted == 0 {
        return true;
    }
    let mut eyes = eyes(board, color);
    // Every chain keeps an eye.
    if eyes.len() <= wanted {
        return false;
    }
    let body = board.stones(color) | eyes;
    let mut safe = 0;
    while let Some(eye) = eyes.first() {
        let chain = chain(body, PointSet::of(eye));
        safe += (chain & eyes).len() - 1;
        eyes -= chain;
    }
    safe >= wanted
}

/// The empty points all of whose neighbors are stones of `color`.
fn eyes(board: &Board, color: Color) -> PointSet {
    let empty = board.empty();
    let others = empty | board.stones(color.opponent());
    empty - others.neighbors()
}

/// The part of `body` that hangs together with `seed`.
fn chain(body: PointSet, seed: PointSet) -> PointSet {
    let mut chain = seed;
    loop {
        let grown = chain | (chain.neighbors() & body);
        if grown == chain {
            return chain;
        }
        chain = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nogo::Color;

    fn board(picture: &str) -> Board {
        picture.parse().unwrap()
    }

    #[test]
    fn a_chain_keeps_one_eye() {
        // Black has the eyes 0,0 and 0,2 in one chain and white has 8,8 and 8,6.
        let board = board(
            ".X.X...../XXXX...../........./........./........./........./........./.....OOOO/.....O.O.",
        );
        for color in [Color::Black, Color::White] {
            assert_eq!(eyes(&board, color).len(), 2);
            assert!(safe_moves(&board, color, 1));
            assert!(!safe_moves(&board, color, 2));
        }
        let (mine, theirs) = (
            board.legal_moves(Color::Black),
            board.legal_moves(Color::White),
        );
        assert_eq!(decided(&board, mine, theirs), None);
    }

    #[test]
    fn what_is_decided_is_so() {
        // Whatever both sides play from a decided position at random, the safe moves of a side stay.
        let mut random = fastrand::Rng::with_seed(3);
        let mut seen = 0;
        for _ in 0..300 {
            let mut board = Board::new();
            let mut least = [0; 2];
            while board.outcome().is_none() {
                for color in [Color::Black, Color::White] {
                    let safe = (0..)
                        .take_while(|&n| safe_moves(&board, color, n + 1))
                        .count();
                    // Only an own move can use one up.
                    let used = usize::from(color != board.to_move());
                    assert!(safe + used >= least[color.index()], "{:#}", board);
                    least[color.index()] = safe;
                    assert!(board.legal_moves(color).len() >= safe);
                    seen += usize::from(safe > 0);
                }
                let moves = board.legal_moves(board.to_move());
                board.play(moves.nth(random.usize(..moves.len())).unwrap());
            }
        }
        assert!(seen > 1_000, "{}", seen);
    }
}
