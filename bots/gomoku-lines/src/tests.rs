use testing::laws;

use super::*;

/// Positions of games in which the bot plays at a few nodes.
fn positions(count: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    for first in 0.. {
        let mut board = Board::new();
        board.play(Move::Place(Cell::from_index(16 + 29 * first).unwrap()));
        while board.outcome().is_none() {
            boards.push(board);
            if boards.len() == count {
                return boards;
            }
            let nodes = 1 + boards.len() as u64 % 40;
            board.play(Lines::new().choose(&board, &Turn::of_nodes(nodes, 1)).mv);
        }
    }
    boards
}

/// The sum over all lines, from nothing.
#[test]
fn the_sum_follows_the_moves() {
    let params = Params::own();
    let mut board = Board::new();
    let mut lines = Lined::new(&board, &params);
    for cell in "h8 h9 i9 g8 i8 j8 i7".split(' ') {
        let cell: Cell = cell.parse().unwrap();
        lines.change(cell, board.to_move(), 1);
        board.play(Move::Place(cell));
        assert_eq!(lines.sum, Lined::new(&board, &params).sum);
    }
    lines.change("i7".parse().unwrap(), Color::Black, -1);
    let before: Board = "h8 h9 i9 g8 i8 j8".parse().unwrap();
    assert_eq!(lines.sum, Lined::new(&before, &params).sum);
}

#[test]
fn it_makes_five_and_prevents_it() {
    for &(moves, wanted) in &[
        ("h8 a1 h9 b2 h10 c4 h11 h7", "h12"),
        ("h8 a1 h9 b2 h10 h7 h11", "h12"),
    ] {
        let board: Board = moves.parse().unwrap();
        let answer = Lines::new().choose(&board, &Turn::of_nodes(2000, 1));
        assert_eq!(answer.mv.to_string(), wanted);
    }
}

#[test]
fn any_budget_gives_a_legal_move() {
    laws::any_budget::<Lines>(
        &positions(60),
        &[0, 1, 300],
        |board, nodes, answer| match board.is_legal(answer.mv) {
            true if answer.nodes <= nodes => Ok(()),
            true => Err(format!("{} nodes", answer.nodes)),
            false => Err("illegal".to_owned()),
        },
    );
}

#[test]
fn answers_are_repeatable() {
    laws::repeatable::<Lines>(&positions(20), 500);
}
