use std::collections::HashMap;

use testing::positions;

use super::*;

/// Every move, nothing ordered or cut off.
fn slow(board: &Board, known: &mut HashMap<Board, Value>) -> Value {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let values = board.moves().map(|mv| -slow(&after(board, mv), known));
    let value = values.max().unwrap_or_else(|| counted(board));
    known.insert(*board, value);
    value
}

/// A position of a random game with this number of empty cells, or its end.
fn random_game(random: &mut fastrand::Rng, empty: usize) -> Board {
    let mut board = Board::new();
    while board.outcome().is_none() && board.empty().len() > empty {
        let moves: Vec<Move> = board.moves().collect();
        board.play(moves[random.usize(..moves.len())]);
    }
    board
}

/// The positions of random games with 1 to `most` empty cells in turn.
fn compare(count: usize, most: usize) {
    let mut random = fastrand::Rng::with_seed(4);
    let (mut values, mut done) = ([0; 3], 0);
    let estimate = Patterns::own();
    while done < count {
        let board = random_game(&mut random, 1 + done % most);
        if board.outcome().is_some() {
            continue;
        }
        done += 1;
        let mut known = HashMap::new();
        let mut budget = Budget::of_nodes(u64::MAX);
        let ([value, most], mv) = Solver::new(14, &estimate)
            .solve(&board, &mut budget)
            .unwrap();
        let exact = slow(&board, &mut known);
        assert_eq!([value, most], [exact; 2], "{:#}", board);
        let next = slow(&after(&board, mv), &mut known);
        assert_eq!(-next, value, "{} in {:#}", mv, board);
        values[(value + 1) as usize] += 1;
    }
    println!("lost, drawn and won: {:?}", values);
}

#[test]
fn ends_are_those_of_a_full_search() {
    compare(60, 9);
}

#[test]
#[ignore = "takes a minute: scripts/ci --all"]
fn a_thousand_ends_are_those_of_a_full_search() {
    compare(1000, 10);
}

#[test]
fn what_is_said_with_little_is_true_and_a_draw_is_not_forgotten() {
    let estimate = Patterns::own();
    let solve = |board: &Board, nodes: u64| {
        let mut budget = Budget::of_nodes(nodes);
        let said = Solver::new(12, &estimate).solve(board, &mut budget);
        (said, budget.nodes())
    };
    let mut open = 0;
    for seed in 0..60 {
        let board = random_game(&mut fastrand::Rng::with_seed(seed), 9);
        let (Some(([exact, _], _)), whole) = solve(&board, u64::MAX) else {
            continue;
        };
        for part in 1..10 {
            let (Some(([least, most], mv)), _) = solve(&board, whole * part / 10) else {
                continue;
            };
            assert!(least <= exact && exact <= most, "{:#}", board);
            if let (Some(([theirs, _], _)), _) = solve(&after(&board, mv), u64::MAX) {
                assert!(-theirs >= least, "{} in {:#}", mv, board);
            }
            open += usize::from(least < most);
        }
    }
    assert!(open > 0);
}

#[test]
fn nothing_is_said_when_the_budget_is_spent() {
    let board = positions!(reversi, 9)
        .into_iter()
        .find(|board| board.empty().len() > 10)
        .unwrap();
    let mut budget = Budget::of_nodes(20);
    let estimate = Patterns::own();
    assert_eq!(Solver::new(14, &estimate).solve(&board, &mut budget), None);
    assert!(budget.nodes() <= 20);
}
