use botzone::{Bot, Turn};
use reversi::Board;
use testing::{laws, positions};

use super::*;

#[test]
fn any_budget_gives_a_legal_move() {
    let positions = positions!(reversi, 100);
    laws::any_budget::<Champion>(
        &positions,
        &[1, 50, 2_000],
        |board, nodes, answer| match board.is_legal(answer.mv) {
            true if answer.nodes <= nodes => Ok(()),
            true => Err(format!("{} nodes", answer.nodes)),
            false => Err("illegal".to_owned()),
        },
    );
}

#[test]
fn answers_are_repeatable() {
    laws::repeatable::<Champion>(&positions!(reversi, 20), 2_000);
}

/// A proven result comes about if both sides play on with the bot.
#[test]
fn a_proven_result_is_kept_to_the_end() {
    for board in positions!(reversi, 60) {
        if board.empty().len() > 12 {
            continue;
        }
        let turn = Turn::of_nodes(1_000_000, 1);
        let wanted = Champion::new().choose(&board, &turn).value.signum();
        let me = board.to_move();
        let mut at: Board = board;
        while at.outcome().is_none() {
            let answer = Champion::new().choose(&at, &turn);
            at.play(answer.mv);
        }
        let winner = at.outcome().and_then(reversi::Outcome::winner);
        let found = winner.map_or(0, |winner| if winner == me { 1 } else { -1 });
        assert_eq!(found, wanted, "{:#}", board);
    }
}

#[test]
fn the_kept_positions_are_solved() {
    laws::kept_positions::<Champion>(env!("CARGO_MANIFEST_DIR"), 400_000, |board, mv| {
        board.is_legal(mv)
    });
}
