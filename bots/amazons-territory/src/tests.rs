//! Tests of the bot's play: always legal, with one node as with many, and repeatable; and wins that it must not miss.

use ::search::tree::Branch;
use testing::{laws, positions};

use super::*;

#[test]
fn legal_moves_with_tiny_budgets() {
    let positions = positions!(amazons, 200);
    for (i, nodes) in [1, 2, 100, 1000].iter().copied().enumerate() {
        let positions: Vec<Board> = positions.iter().skip(i).step_by(4).copied().collect();
        laws::any_budget::<Territory>(&positions, &[nodes], |board, _, answer| {
            board.check(answer.mv).map_err(|error| error.to_string())
        });
    }
}

#[test]
fn the_same_search_is_the_same_search() {
    laws::repeatable::<Territory>(&positions!(amazons, 20), 3000);
}

#[test]
fn a_tree_is_kept_under_a_clock_only() {
    let nodes = Turn::of_nodes(200_000, 1);
    let clock = Turn {
        nodes: None,
        limit: std::time::Duration::ZERO,
        ..nodes
    };
    let start = Board::new();
    let searched = || {
        let mut bot = Territory::new();
        bot.choose(&start, &nodes);
        bot
    };
    let line = searched().last.map(|search| search.line()).unwrap();
    let mut board = start;
    for &mv in &line[..2] {
        board.play(mv);
    }
    let mut bot = searched();
    let whole = bot.last.as_ref().map(Search::branches).unwrap();
    let kept = bot.search(&board, &clock).branches();
    assert!(bot.last.as_ref().is_some_and(|search| search.size() > 1000));
    // The part of the tree below the two moves is kept, and nothing else.
    let middle = whole.iter().find(|own| own.mv == line[0].to_string());
    let below = middle.and_then(|own| {
        own.replies
            .iter()
            .find(|reply| reply.mv == line[1].to_string())
    });
    let told = |branches: &[Branch]| {
        let told = |branch: &Branch| (branch.mv.clone(), branch.visits, branch.value.clone());
        branches.iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(told(&kept), told(&below.unwrap().replies));
    let mv = bot.search(&board, &clock).best().unwrap().0;
    assert!(board.is_legal(mv));

    let fresh = |bot: &mut Territory, board: &Board, turn: &Turn| bot.search(board, turn).size();
    let expected = fresh(&mut Territory::new(), &board, &nodes);
    assert_eq!(fresh(&mut searched(), &board, &nodes), expected);
    // A game of another start.
    let other: Board = Territory::bench_positions()[3].parse().unwrap();
    assert!(fresh(&mut searched(), &other, &clock) <= 200);
}

#[test]
fn a_win_at_once_is_played_and_proven() {
    let mut wins = 0;
    for board in positions!(amazons, 400) {
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
    assert!(wins > 20, "{}", wins);
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
    let small = positions!(amazons, 2000);
    let small = small.iter().filter(|board| {
        let counts = board.move_counts();
        counts[0] + counts[1] < 12
    });
    let mut proven = 0;
    for board in small {
        let answer = Territory::new().choose(board, &Turn::of_nodes(20_000, 1));
        let expected = wins(board);
        match answer.value {
            1_000_000 => assert!(expected, "{:#}", board),
            0 => assert!(!expected, "{:#}", board),
            _ => continue,
        }
        proven += 1;
    }
    assert!(proven > 100, "{}", proven);
}

#[test]
fn extreme_parameters_are_refused_or_played_with() {
    laws::parameters::<Territory>(include_str!("../params.json"));
}

#[test]
fn explanations_show_three_levels_and_end_with_the_move() {
    let turn = Turn::of_nodes(20_000, 1);
    let board: Board = Territory::bench_positions()[12].parse().unwrap();
    let text = Territory::new().explain(&board, &turn);
    let mv = Territory::new().choose(&board, &turn).mv;
    assert_eq!(text.lines().last(), Some(format!("move: {mv}").as_str()));
    assert!(
        text.lines().any(|line| line.starts_with("    ")),
        "{}",
        text
    );
}
