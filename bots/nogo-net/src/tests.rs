//! Invariants of every position, and a check that the net is the trained one.

use search::dense;
use testing::{laws, random_games};

use super::*;

#[test]
fn the_outputs_are_those_of_numpy() {
    let mut net = Net::own();
    for line in include_str!("tests/outputs.txt").lines() {
        let mut words = line.split(' ');
        let board: Board = words.next().unwrap().parse().unwrap();
        let expected: Vec<i32> = words.map(|word| word.parse().unwrap()).collect();
        let said = net.look(&board);
        let moves = board.legal_moves(board.to_move());
        let policy = moves.iter().map(|point| said.policy[point.index()]);
        let outputs: Vec<i32> = std::iter::once(said.value).chain(policy).collect();
        assert_eq!(outputs, expected, "{:#}", board);
    }
}

#[test]
fn what_is_no_net_is_refused() {
    let mut numbers = dense::read(include_str!("../data/net.txt")).unwrap();
    let error = |text: &str| Net::parse(text).err().unwrap();
    assert!(error(&dense::text(&numbers[1..])).contains("export it anew"));
    numbers.push(0);
    assert!(error(&dense::text(&numbers)).contains("1 weights too many"));
    assert!(error("é").contains("digit"));
}

#[test]
fn every_answer_is_legal_however_small_the_budget() {
    let positions = random_games::nogo(40);
    laws::any_budget::<Network>(&positions, &[0, 1, 10], |board, nodes, answer| {
        match board.is_legal(answer.mv) && answer.nodes <= nodes {
            true => Ok(()),
            false => Err("illegal or overdrawn".to_owned()),
        }
    });
}

#[test]
fn the_same_budget_and_seed_give_the_same_answer() {
    for answer in laws::repeatable::<Network>(&random_games::nogo(5), 100) {
        assert!((-1000..=1000).contains(&answer.value));
    }
}

#[test]
fn a_win_that_the_tree_reaches_is_found_whatever_the_net_says() {
    let ends = |board: &Board, point| {
        let mut next = *board;
        next.play(point);
        next.outcome().is_some()
    };
    let mut count = 0;
    for board in random_games::nogo(300) {
        let moves = board.legal_moves(board.to_move());
        if moves.has_two() && moves.iter().any(|point| ends(&board, point)) {
            let answer = Network::new().choose(&board, &Turn::of_nodes(200, 1));
            assert!(answer.value > 800, "{} in {:?}", answer.debug, board);
            count += 1;
        }
    }
    assert!(count > 5, "{}", count);
}
