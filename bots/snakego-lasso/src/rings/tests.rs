//! Rings that are seen to be right, that an exhaustive search finds, and that are closed as planned.

use super::*;
use crate::params::Params;

/// A lone snake of player 0, and one cell of an enemy in the corner.
fn lone(snake: &str) -> Position {
    let text = format!("round=100/512 acting=0 next=2 0={snake} 1=1:0:-:ff");
    text.parse().unwrap()
}

fn params() -> RingParams {
    let mut params = Params::own().rings;
    (params.late, params.a_move) = (0.0, 0.0);
    params
}

/// The most cells of any ring that can be closed within some moves, by trying all ways.
fn by_trying(position: &Position, moves: usize) -> usize {
    let board = &position.board;
    let kinds = board.move_kinds();
    let walls = board.walls(0).len();
    let after = |operation| {
        let mut next = position.clone();
        next.play(operation);
        // The enemy goes nowhere: its two free cells in the corner, to and fro.
        if !next.board.is_over() && next.board.player() == 1 {
            let way = next.board.free_moves().nth(0).unwrap();
            next.play(way);
        }
        next
    };
    let now = kinds
        .sealing
        .iter()
        .map(|way| after(way).board.walls(0).len() - walls);
    let later = kinds.free.iter().filter(|_| moves > 1);
    let later = later.map(|way| by_trying(&after(way), moves - 1));
    now.chain(later).max().unwrap_or(0)
}

#[test]
fn the_widest_ring_of_a_straight_snake() {
    // Thirteen cells in the open: twelve make a ring of 4 x 4.
    let position = lone("0:0:-:d7c7b7a797877767574737271707");
    let best = &rings(&params(), &position, 0.0)[0];
    assert_eq!(best.cells.len(), 16);
}

#[test]
fn no_way_closes_more() {
    let snakes = [
        "0:0:-:7767665646",
        "0:0:-:77675747",
        "0:0:-:7776757473727181",
        "0:2:-:7767575646",
        "0:0:-:0f0e0d0c0b1b2b",
    ];
    for snake in snakes {
        let position = lone(snake);
        let mut params = params();
        for moves in 1..=7 {
            params.moves = moves - 1;
            let found = rings(&params, &position, 0.0);
            let most = found.iter().map(|ring| ring.cells.len()).max();
            assert_eq!(
                most.unwrap_or(0),
                by_trying(&position, moves),
                "{snake}, {moves}"
            );
        }
    }
}

#[test]
fn a_ring_that_is_followed_is_closed_as_planned() {
    let mut position = lone("0:0:-:d7c7b7a7978777675747372717070605");
    // Of rings that are alike the nearest.
    let mut params = params();
    params.a_move = 0.01;
    let mut planned = 0;
    for _ in 0..40 {
        let best = rings(&params, &position, 0.0)[0].clone();
        assert!(best.cells.len() >= planned);
        planned = best.cells.len();
        position.play(best.operation);
        if position.board.snakes(0).is_empty() {
            assert_eq!((best.moves, position.board.walls(0)), (1, best.cells));
            return;
        }
        let way = position.board.free_moves().nth(0).unwrap();
        position.play(way);
    }
    panic!("never closed");
}

#[test]
fn enemies_near_the_way_cost() {
    let worth = |enemies: &str| {
        let snake = "0:0:-:7767574737271707060504030201";
        let text = format!("round=100/512 acting=0 next=4 0={snake} {enemies}");
        let position: Position = text.parse().unwrap();
        rings(&Params::own().rings, &position, 0.0)[0].worth
    };
    let far = worth("1=1:0:-:feff 1=3:0:-:f0f1");
    assert!(worth("1=1:0:-:7a7b 1=3:0:-:7372") < far);
}
