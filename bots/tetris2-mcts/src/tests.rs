//! Tests of the bot's play: always legal, with one node as with many, and repeatable.

mod values;

use testing::{laws, random_games};

use super::*;

#[test]
fn legal_moves_with_tiny_budgets() {
    let positions = random_games::tetris2(200);
    // One budget for each position in turn.
    for (i, nodes) in [1, 2, 3, 10, 100].iter().copied().enumerate() {
        let positions: Vec<State> = positions.iter().skip(i).step_by(5).cloned().collect();
        laws::any_budget::<Mcts>(&positions, &[nodes], |seat, nodes, answer| {
            if let Err(error) = seat.board().check(seat.color(), answer.mv) {
                return Err(error.to_string());
            }
            match (2..=nodes + 8).contains(&answer.nodes) {
                true => Ok(()),
                false => Err(format!("{} nodes", answer.nodes)),
            }
        });
    }
}

#[test]
fn the_same_search_is_the_same_search() {
    let positions = random_games::tetris2(20);
    laws::repeatable::<Mcts>(&positions, 500);
    let effort = |seed| {
        let turn = Turn::of_nodes(500, seed);
        Mcts::new().choose(&positions[0], &turn).debug
    };
    assert!((2..10).any(|seed| effort(seed) != effort(1)));
}

#[test]
fn every_kept_position_is_hit() {
    laws::kept_positions::<Mcts>(env!("CARGO_MANIFEST_DIR"), 1000, |seat, mv| {
        seat.board().check(seat.color(), mv).is_ok()
    });
}

#[test]
fn extreme_parameters_are_refused_or_played_with() {
    laws::parameters::<Mcts>(include_str!("../params.json"));
}

#[test]
fn the_bench_is_repeatable() {
    let wire = botzone::wire!(tetris2::botzone);
    let first = botzone::bench::<Mcts>(&wire, Some(300)).unwrap();
    let again = botzone::bench::<Mcts>(&wire, Some(300)).unwrap();
    assert!(first.positions >= 20);
    assert_eq!(first.signature, again.signature);
    assert_eq!(first.counted, again.counted);
    let (name, landings) = first.counted.unwrap();
    assert_eq!(name, "landings");
    // A node has 9 landings (O) to 34 (L, J, T) in the empty well, and seldom more.
    assert!((5 * first.nodes..40 * first.nodes).contains(&landings));
}

#[test]
fn explanations_show_three_levels_and_end_with_the_move() {
    let seat: State = "0; - T 0000100 0 0 0 0; - T 0000100 0 0 0 0"
        .parse()
        .unwrap();
    let turn = Turn::of_nodes(20_000, 1);
    let text = Mcts::new().explain(&seat, &turn);
    let mv = Mcts::new().choose(&seat, &turn).mv;
    assert_eq!(text.lines().last(), Some(format!("move: {mv}").as_str()));
    let indents: Vec<usize> = text
        .lines()
        .map(|line| line.len() - line.trim_start().len())
        .collect();
    assert!(
        [0, 2, 4].iter().all(|indent| indents.contains(indent)),
        "{}",
        text
    );
}
