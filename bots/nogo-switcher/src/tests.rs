//! Invariants of every position, and tests of the choice between the searches.

use testing::{laws, random_games};

use super::*;

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    let positions = random_games::nogo(200);
    laws::any_budget::<Switcher>(&positions, &[0, 1, 10, 100], |board, _, answer| match board
        .is_legal(answer.mv)
    {
        true => Ok(()),
        false => Err("illegal".to_owned()),
    });
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    for answer in laws::repeatable::<Switcher>(&random_games::nogo(30), 5_000) {
        // A simulation is played to its end, so UCT may overdraw the budget by one of them.
        assert!(answer.nodes <= 5_000 + 81);
    }
}

#[test]
fn the_number_of_legal_moves_decides_which_search_is_used() {
    let mut bot = Switcher::new();
    let mut seen = [false; 3];
    for board in random_games::nogo(200) {
        let moves = board.legal_moves(board.to_move()).len();
        let (kind, expected) = match moves {
            1 => (2, "the only legal move"),
            10..27 => (1, "UCT, "),
            _ => (0, "alpha-beta, depth "),
        };
        let answer = bot.choose(&board, &Turn::of_nodes(200, 1));
        assert!(
            answer.debug.starts_with(expected),
            "{board:#}: {}",
            answer.debug
        );
        seen[kind] = true;
    }
    assert_eq!(seen, [true; 3]);
}

#[test]
fn bench_positions_reach_both_searches_and_the_proof() {
    let mut bot = Switcher::new();
    let positions = Switcher::bench_positions();
    assert!(positions.len() >= 20);
    let mut count = [0; 3];
    for text in positions {
        let board: Board = text.parse().unwrap();
        let debug = bot.choose(&board, &Turn::of_nodes(20_000, 1)).debug;
        let kind = match () {
            () if debug.starts_with("UCT") => 0,
            () if debug.contains(" at ply ") => 1,
            () => 2,
        };
        count[kind] += 1;
    }
    assert!(count.iter().all(|&count| count >= 5), "{:?}", count);
}

#[test]
fn the_first_move_is_searched_six_plies_deep() {
    let debug = Switcher::new()
        .choose(&Board::new(), &Turn::of_nodes(200_000, 1))
        .debug;
    let depth = debug
        .strip_prefix("alpha-beta, depth ")
        .and_then(|rest| rest.split(',').next());
    assert!(depth.unwrap().parse::<u32>().unwrap() >= 6, "{}", debug);
}

/// Positions of the middle game in which few moves win, by an exhaustive search; UCT has to find one of them.
#[test]
fn uct_finds_the_proven_wins() {
    for line in include_str!("tests/wins.txt").lines() {
        let (picture, wins) = line.split_once(' ').unwrap();
        let board: Board = picture.parse().unwrap();
        let answer = Switcher::new().choose(&board, &Turn::of_nodes(200_000, 1));
        assert!(answer.debug.starts_with("UCT"));
        let found = answer.mv.to_string();
        assert!(
            wins.split(' ').any(|win| win == found),
            "{line}: {}",
            answer.debug
        );
    }
}
