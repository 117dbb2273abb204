use super::*;
use crate::mobility::Mobility;
use std::collections::HashMap;

fn knowledge() -> Mobility {
    Mobility::new(Params::own().prior_slope)
}

fn new(board: &Board) -> Search {
    let params = Params::own();
    Search::new(params, &mut knowledge(), board, 1)
}

fn simulated(board: &Board, simulations: u64) -> Search {
    let mut search = new(board);
    let mut budget = Budget::of_nodes(simulations);
    search.run(&mut knowledge(), &mut budget);
    search
}

#[test]
fn the_tree_adds_up() {
    let search = simulated(&Board::new(), 20_000);
    let branches = search.branches();
    assert_eq!(branches.len(), 81);
    assert_eq!(search.tree.simulations(ROOT), 20_000);
    assert_eq!(
        branches.iter().map(|branch| branch.visits).sum::<u64>(),
        20_000
    );
    assert!(branches.is_sorted_by(|a, b| a.visits >= b.visits));
    assert_eq!(branches[0].mv, search.best().to_string());
    assert_eq!(search.line()[0], search.best());
    for branch in branches.iter().filter(|branch| branch.visits > 1) {
        // The first visit of a move is a playout, every later one goes on to a reply.
        let below: u64 = branch.replies.iter().map(|reply| reply.visits).sum();
        assert_eq!(branch.visits, 1 + below);
    }
    // Every side makes many moves in a simulation, and all of them are samples.
    for edge in search.tree.edges(ROOT) {
        let mean = search.tree.mean(edge);
        assert!((0.3..0.7).contains(&mean), "{}", mean);
    }
}

#[test]
fn new_moves_have_the_rate_of_the_legal_points() {
    let params = Params::own();
    let board: Board =
        "OX.OXOO.X/.OXX.XOOX/.XO.OO.XO/OX.X.XO../.OOX.X.XO/X...X.O.X/.OX.O.XXO/O.OX.XOX./X..OXO.OX"
            .parse()
            .unwrap();
    let search = new(&board);
    let me = board.to_move();
    for edge in search.tree.edges(ROOT) {
        let mut next = board;
        next.play(search.tree.point(edge));
        let lead = next.legal_moves(me).len() as f64 - next.legal_moves(me.opponent()).len() as f64;
        let rate = 1.0 / (1.0 + libm::exp(-params.prior_slope * lead));
        assert!((f64::from(search.tree.mean(edge)) - rate).abs() < 1e-6);
    }
}

#[test]
fn the_tree_follows_the_game() {
    let mut search = simulated(&Board::new(), 20_000);
    let mut board = Board::new();
    for &point in &search.line()[..2] {
        board.play(point);
    }
    let before = search.branches();
    assert!(search.follow(&board));
    assert_eq!(search.branches()[0].mv, before[0].replies[0].replies[0].mv);
    let kept = u64::from(search.tree.simulations(ROOT));
    assert_eq!(kept + 1, before[0].replies[0].visits);
    assert_eq!(
        search
            .branches()
            .iter()
            .map(|branch| branch.visits)
            .sum::<u64>(),
        kept
    );
    // It goes on from there.
    search.run(&mut knowledge(), &mut Budget::of_nodes(1_000));
    assert_eq!(u64::from(search.tree.simulations(ROOT)), kept + 1_000);
    // Not a position after the root, or not in the tree.
    assert!(!search.follow(&Board::new()));
    assert!(!search.follow(&board));
    for _ in 0..5 {
        board.play(board.legal_moves(board.to_move()).first().unwrap());
    }
    assert!(!search.follow(&board));
}

/// Every move, nothing known beforehand.
fn slow(board: &Board, known: &mut HashMap<Board, bool>) -> bool {
    if let Some(&wins) = known.get(board) {
        return wins;
    }
    let mut moves = board.legal_moves(board.to_move()).iter();
    let wins = moves.any(|point| {
        let mut next = *board;
        next.play(point);
        !slow(&next, known)
    });
    known.insert(*board, wins);
    wins
}

#[test]
fn proofs_are_right() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut proven = [0; 2];
    for open in (1..=7).cycle().take(140) {
        let mut board = Board::new();
        let shared = |board: &Board| {
            (board.legal_moves(Color::Black) & board.legal_moves(Color::White)).len()
        };
        while shared(&board) > open {
            let moves = board.legal_moves(board.to_move());
            board.play(moves.nth(random.usize(..moves.len())).unwrap());
        }
        if board.outcome().is_some() {
            continue;
        }
        let search = simulated(&board, 3_000);
        let known = &mut HashMap::new();
        match search.verdict() {
            Verdict::Won => {
                assert!(slow(&board, known), "{:#}", board);
                let mut next = board;
                next.play(search.best());
                assert!(!slow(&next, known), "{:#}", board);
                proven[0] += 1;
            }
            Verdict::Lost => {
                assert!(!slow(&board, known), "{:#}", board);
                proven[1] += 1;
            }
            Verdict::Open(_) => {}
        }
    }
    assert!(proven.iter().all(|&count| count > 30), "{:?}", proven);
}
