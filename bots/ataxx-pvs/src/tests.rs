use ataxx::{Color, Outcome};
use testing::laws;

use super::*;

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

#[test]
fn it_takes_a_win_at_once() {
    let position: Position = "XOO..../OOO..../.OO..../......./......./......./......O white 9"
        .parse()
        .unwrap();
    let answer = Pvs::new().choose(&position, &Turn::of_nodes(5000, 1));
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

#[test]
fn the_kept_positions_are_played_well() {
    laws::kept_positions::<Pvs>(
        env!("CARGO_MANIFEST_DIR"),
        Pvs::BENCH_NODES,
        |position, mv| position.is_legal(mv),
    );
}

/// Black has shuttled out and back; to go out again would be a step of the game once more.
#[test]
fn a_repetition_is_never_played_while_there_is_another_move() {
    let text =
        "X.....O/......./......./......./......./......./O.....X black 0 00-20 60-62 20-00 62-60";
    let position: Position = text.parse().unwrap();
    let circular: Move = "00-20".parse().unwrap();
    assert_eq!(position.repeated(circular), Some(1));
    for &nodes in &[0, 1, 50, 2000] {
        let answer = Pvs::new().choose(&position, &Turn::of_nodes(nodes, 1));
        assert!(position.is_legal(answer.mv), "{}", answer.mv);
    }
    let found = Pvs::new().search(&position, &Turn::of_nodes(2000, 1));
    assert!(found.moves.iter().all(|root| root.mv != circular));
}
