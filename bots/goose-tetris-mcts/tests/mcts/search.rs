//! The tree against exhaustive search, and a game as a whole.

use goose_tetris::{Board, Game, Piece, SCORING_PIECES, game_record, sequence, verify};
use goose_tetris_mcts::eval::value;
use goose_tetris_mcts::params::Params;
use goose_tetris_mcts::tree::{Root, search};

/// A game of one tree a piece.
fn after(count: usize, playouts: u32) -> (Game, Vec<goose_tetris::Move>) {
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let params = Params::own();
    let mut state = Game::new();
    let mut moves = Vec::new();
    while state.index < count {
        let root = Root {
            board: state.board,
            pieces: &pieces[state.index..],
            index: state.index,
            params: &params,
        };
        let votes = search(&root, playouts, 1);
        let best = votes.iter().max_by_key(|vote| vote.visits).unwrap();
        state.play(best.mv);
        moves.push(best.mv);
    }
    (state, moves)
}

#[test]
fn the_last_pieces_are_played_as_exhaustive_search_would() {
    let (state, _) = after(60, 50);
    let params = Params::own();
    let pieces: Vec<Piece> = sequence().take(62).collect();
    let root = Root {
        board: state.board,
        pieces: &pieces[60..],
        index: 60,
        params: &params,
    };
    // Enough playouts to see all that the tree keeps: four children of four.
    let votes = search(&root, 500, 1);
    assert_eq!(votes.iter().map(|vote| vote.visits).sum::<u32>(), 499);
    let lock = |from: &Game, mv| {
        let mut next = *from;
        next.play(mv);
        next
    };
    // A move that looks bad enough is never tried.
    for vote in votes.iter().filter(|vote| vote.visits > 0) {
        let next = lock(&state, vote.mv);
        let wanted = next
            .landings()
            .into_iter()
            .map(|mv| lock(&next, mv))
            .map(|last| {
                value(
                    &last.board,
                    last.score - state.score,
                    0,
                    &params.evaluation,
                    1,
                )
            })
            .fold(f32::MIN, f32::max);
        assert_eq!(vote.value, wanted);
    }
}

#[test]
fn a_lost_game_has_no_votes() {
    let pieces = [Piece::O];
    let board: Board = [".#########"; 19].join("/").parse().unwrap();
    let root = Root {
        board,
        pieces: &pieces,
        index: 0,
        params: &Params::own(),
    };
    assert_eq!(search(&root, 10, 1), vec![]);
}

#[test]
fn a_game_plays_to_its_score_and_plays_well() {
    let (state, moves) = after(300, 100);
    let verdict = verify(&game_record(moves).unwrap()).unwrap();
    assert_eq!((verdict.score, verdict.pieces), (state.score, 300));
    assert!(state.score > 20_000, "{}", state.score);
}
