use super::*;

fn unlimited() -> Budget {
    Budget::of_nodes(u64::MAX)
}

/// The bot's parameters, but every move is searched.
fn full_width() -> Params {
    let mut params = Params::own();
    params.alpha_beta.full_width = Point::COUNT;
    params
}

/// A position of a random game in which the side to move has `least` to `most` moves.
fn position(random: &mut fastrand::Rng, least: usize, most: usize) -> Board {
    loop {
        let mut board = Board::new();
        loop {
            let moves = board.legal_moves(board.to_move());
            if moves.len() < least {
                break;
            }
            if moves.len() <= most {
                return board;
            }
            let point = moves.nth(random.usize(..moves.len()));
            board.play(point.unwrap());
        }
    }
}

/// The value by plain minimax, without cut-offs, order or table.
fn minimax(board: &Board, depth: u32) -> i32 {
    let me = board.to_move();
    let (ours, theirs) = (board.legal_moves(me), board.legal_moves(me.opponent()));
    let ply = board.ply() as i32;
    match depth {
        _ if ours.is_empty() => ply - WIN,
        _ if theirs.is_empty() => WIN - (ply + 1),
        0 => ours.len() as i32 - theirs.len() as i32,
        _ => {
            let values = ours.iter().map(|point| after(board, point, depth));
            values.max().unwrap()
        }
    }
}

/// The value of a move by plain minimax, for the side that makes it.
fn after(board: &Board, point: Point, depth: u32) -> i32 {
    let mut next = *board;
    next.play(point);
    -minimax(&next, depth - 1)
}

#[test]
fn full_width_is_minimax_with_the_rating_as_second_key() {
    let mut random = fastrand::Rng::with_seed(1);
    let params = full_width();
    for case in 0..60 {
        let (board, depth) = match case % 3 {
            0 => (position(&mut random, 25, 40), 2),
            1 => (position(&mut random, 12, 18), 3),
            _ => (position(&mut random, 3, 9), 4),
        };
        let mut budget = unlimited();
        let perturbation = std::array::from_fn(|_| random.i32(0..4));
        let mut search = Search::new(&board, &params, &mut budget, perturbation, false);
        let found = search.deepen(&Node::root(&board), depth).unwrap();

        let me = board.to_move();
        let (ours, theirs) = (board.legal_moves(me), board.legal_moves(me.opponent()));
        let depth = found.depth;
        assert_eq!(found.value, minimax(&board, depth), "{board:#}");
        let rated: Vec<Rated> = search.rated(&board, ours, theirs).collect();
        let equals = || (rated.iter()).filter(|r| after(&board, r.point, depth) == found.value);
        let best = equals().map(|r| r.rating).max();
        // A proven win ends the iteration at once.
        if found.value < PROVEN {
            assert!(
                equals().any(|r| r.point == found.best && Some(r.rating) == best),
                "{:#}",
                board
            );
        }
    }
}

/// Does the side to move win? By plain search.
fn wins(board: &Board) -> bool {
    board.legal_moves(board.to_move()).iter().any(|point| {
        let mut next = *board;
        next.play(point);
        !wins(&next)
    })
}

#[test]
fn results_are_proven_though_the_search_is_selective() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut params = Params::own();
    params.alpha_beta.own_width = 1;
    params.alpha_beta.opponent_width = 2;
    params.alpha_beta.full_width = 0;
    let mut won = 0;
    for _ in 0..60 {
        let board = position(&mut random, 2, 7);
        let found = search(&board, &params, &mut unlimited(), &mut random, false).unwrap();
        assert!(found.value.abs() >= PROVEN);
        assert_eq!(found.value > 0, wins(&board), "{board:#}");
        let mut next = board;
        next.play(found.best);
        assert_eq!(found.value > 0, !wins(&next), "{board:#}");
        won += u32::from(found.value > 0);
    }
    assert!((10..50).contains(&won), "{} of 60 were wins", won);
}

#[test]
fn a_lost_game_is_made_long() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut lost = 0;
    while lost < 20 {
        let board = position(&mut random, 2, 6);
        if wins(&board) {
            continue;
        }
        lost += 1;
        let found = search(&board, &Params::own(), &mut unlimited(), &mut random, false).unwrap();
        assert_eq!(found.value, minimax(&board, 81));
        assert_eq!(after(&board, found.best, 81), found.value, "{board:#}");
    }
}

#[test]
fn the_top_of_the_tree_adds_up() {
    let mut random = fastrand::Rng::with_seed(4);
    let board = position(&mut random, 10, 14);
    let mut budget = unlimited();
    let perturbation = [0; Point::COUNT];
    let params = full_width();
    let mut search = Search::new(&board, &params, &mut budget, perturbation, true);
    let found = search.deepen(&Node::root(&board), 3).unwrap();
    assert_eq!(found.tree.len(), board.legal_moves(board.to_move()).len());
    assert_eq!(found.tree[0].mv, found.best.to_string());
    assert_eq!(found.tree[0].value, describe(found.value));
    for branch in &found.tree {
        let below: u64 = branch.replies.iter().map(|reply| reply.visits).sum();
        assert_eq!(branch.visits, 1 + below);
        assert!(branch.replies.iter().any(|reply| !reply.replies.is_empty()));
    }
    // Plain and recorded search are the same search.
    let mut plain_budget = unlimited();
    let mut plain = Search::new(&board, &params, &mut plain_budget, perturbation, false);
    let plain = plain.deepen(&Node::root(&board), 3).unwrap();
    assert_eq!((plain.best, plain.value), (found.best, found.value));
    assert_eq!(plain_budget.nodes(), budget.nodes());
}

#[test]
fn values_as_text() {
    assert_eq!(describe(3), "+3");
    assert_eq!(describe(-12), "-12");
    assert_eq!(describe(WIN - 61), "won at ply 61");
    assert_eq!(describe(60 - WIN), "lost at ply 60");
}
