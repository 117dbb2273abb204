//! What the bot plays: always legal, with one node as with many, and repeatable; and wins that it must not miss.

use testing::{laws, random_games};

use super::*;

#[test]
fn legal_moves_with_tiny_budgets() {
    let positions = random_games::amazons(200);
    for (i, nodes) in [1, 2, 100, 1000].into_iter().enumerate() {
        let positions: Vec<Board> = positions.iter().skip(i).step_by(4).copied().collect();
        laws::any_budget::<Territory>(&positions, &[nodes], |board, _, answer| {
            board.check(answer.mv).map_err(|error| error.to_string())
        });
    }
}

#[test]
fn the_same_search_is_the_same_search() {
    laws::repeatable::<Territory>(&random_games::amazons(20), 3000);
}

#[test]
fn a_win_at_once_is_played_and_proven() {
    let mut wins = 0;
    for board in random_games::amazons(400) {
        let ends = |mv: Move| {
            let mut next = board;
            next.play(mv);
            next.outcome().is_some()
        };
        if board.moves().any(ends) {
            wins += 1;
            let answer = Territory::new().choose(&board, &Turn::of_nodes(1, 1));
            assert!(ends(answer.mv), "{} in {board:#}", answer.mv);
            assert_eq!(answer.value, 1_000_000);
        }
    }
    assert!(wins > 20, "{wins}");
}

#[test]
fn proofs_agree_with_a_full_search() {
    fn wins(board: &Board) -> bool {
        board.moves().any(|mv| {
            let mut next = *board;
            next.play_unchecked(mv);
            !wins(&next)
        })
    }
    let small = random_games::amazons(2000);
    let small = small.iter().filter(|board| {
        let counts = board.move_counts();
        counts[0] + counts[1] < 12
    });
    let mut proven = 0;
    for board in small {
        let answer = Territory::new().choose(board, &Turn::of_nodes(20_000, 1));
        let expected = wins(board);
        match answer.value {
            1_000_000 => assert!(expected, "{board:#}"),
            0 => assert!(!expected, "{board:#}"),
            _ => continue,
        }
        proven += 1;
    }
    assert!(proven > 100, "{proven}");
}

#[test]
fn files_are_checked() {
    let own = include_str!("../params.json");
    assert!(Params::parse(own).is_ok());
    let width = format!("\"width\": {}", Params::own().width);
    for (from, to, why) in [
        (width.as_str(), "\"width\": 0", "width"),
        ("\"exploration\"", "\"luck\"", "luck"),
    ] {
        let error = Params::parse(&own.replacen(from, to, 1)).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn explanations_show_three_levels_and_end_with_the_move() {
    let turn = Turn::of_nodes(20_000, 1);
    let board: Board = Territory::bench_positions()[12].parse().unwrap();
    let text = Territory::new().explain(&board, &turn);
    let mv = Territory::new().choose(&board, &turn).mv;
    assert_eq!(text.lines().last(), Some(format!("move: {mv}").as_str()));
    assert!(text.lines().any(|line| line.starts_with("    ")), "{text}");
}
