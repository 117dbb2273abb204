use ataxx::{Color, Outcome};
use testing::laws;

use super::*;
use crate::search_tree::{difference, search};

/// Positions of random games, every fifth.
fn positions(count: usize) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(11);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::new();
        while position.outcome().is_none() {
            if position.board().ply().is_multiple_of(5) {
                found.push(position.clone());
            }
            let moves: Vec<Move> = position.moves().collect();
            position.play(moves[random.usize(..moves.len())]);
        }
    }
    found.truncate(count);
    found
}

/// The value of the position for the side to move, by looking at everything.
fn minimax(position: &Position, depth: u8) -> i16 {
    let board = position.board();
    let me = position.to_move();
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) if winner == me => return WIN - board.ply() as i16,
        Some(Outcome::Win(_)) => return board.ply() as i16 - WIN,
        None => {}
    }
    if depth == 0 {
        return difference(board);
    }
    let values = position.distinct_moves().map(|mv| {
        let mut next = position.clone();
        next.play(mv);
        -minimax(&next, depth - 1)
    });
    values.max().unwrap()
}

#[test]
fn a_search_of_two_plies_is_a_full_one() {
    let mut compared = 0;
    for position in positions(60) {
        // No move is late before the third ply.
        for nodes in [400, 1000, 3000] {
            let found = search(&position, Budget::of_nodes(nodes));
            if found.depth == 0 || found.depth > 2 || found.nodes >= nodes {
                continue;
            }
            compared += 1;
            let wanted = minimax(&position, found.depth);
            assert_eq!(found.moves[0].value, wanted, "{:?}", position);
        }
    }
    assert!(compared > 20, "{}", compared);
}

#[test]
fn it_takes_a_win_at_once() {
    let position: Position = "XOO..../OOO..../.OO..../......./......./......./......O white 9"
        .parse()
        .unwrap();
    let answer = Pvs.choose(&position, &Turn::of_nodes(5000, 1));
    let mut next = position.clone();
    next.play(answer.mv);
    assert_eq!(next.outcome(), Some(Outcome::Win(Color::White)));
}

#[test]
fn any_budget_gives_a_legal_move() {
    laws::any_budget::<Pvs>(
        &positions(150),
        &[0, 1, 7, 300],
        |position, nodes, answer| match position.is_legal(answer.mv) {
            true if answer.nodes <= nodes => Ok(()),
            true => Err(format!("{} nodes", answer.nodes)),
            false => Err("illegal".to_owned()),
        },
    );
}

#[test]
fn answers_are_repeatable() {
    laws::repeatable::<Pvs>(&positions(40), 2000);
}
