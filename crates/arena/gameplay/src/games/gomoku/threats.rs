//! The threats in a position, for a replay.

use gomoku::{Board, Cell, CellSet, Color, FIVE, LINES};

/// The empty cells on which a stone of `color` makes five or more; and the others on which it makes a four with both ends open,
/// which the opponent cannot stop: where there is one, `color` has an open three.
pub(super) fn of(board: &Board, color: Color) -> [CellSet; 2] {
    let mut found = [CellSet::EMPTY; 2];
    for cell in board.empty() {
        if board.makes_five(cell, color) {
            found[0].insert(cell);
        } else if LINES
            .iter()
            .any(|&line| is_open_four(board, cell, color, line))
        {
            found[1].insert(cell);
        }
    }
    found
}

/// The stones of the five or more in line through the last one.
pub(super) fn won_by(board: &Board, last: Cell, color: Color) -> CellSet {
    let won = LINES
        .into_iter()
        .filter(|&line| board.run(last, color, line) >= FIVE);
    let stones = won.flat_map(|line| {
        let [before, behind] = reach(board, last, color, line);
        (-before..=behind).filter_map(move |steps| last.step(line, steps))
    });
    stones.collect()
}

fn is_open_four(board: &Board, cell: Cell, color: Color, line: (i8, i8)) -> bool {
    let [before, behind] = reach(board, cell, color, line);
    let is_open = |steps| {
        cell.step(line, steps)
            .is_some_and(|end| board.empty().contains(end))
    };
    before + behind == 3 && is_open(-before - 1) && is_open(behind + 1)
}

/// The number of stones of `color` next to a cell on a line, before and behind it.
fn reach(board: &Board, cell: Cell, color: Color, line: (i8, i8)) -> [i8; 2] {
    [-1, 1].map(|sign| {
        let is_own = |&steps: &i8| {
            let next = cell.step(line, sign * steps);
            next.is_some_and(|next| board.stones(color).contains(next))
        };
        (1..).take_while(is_own).count() as i8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(moves: &str) -> [[String; 2]; 2] {
        let board: Board = moves.parse().unwrap();
        [Color::Black, Color::White].map(|color| of(&board, color).map(|set| set.to_string()))
    }

    #[test]
    fn fours_and_open_threes() {
        // Black has three in a row, white two.
        let [black, white] = found("h8 h2 i8 h3 j8");
        assert_eq!(
            (black, white),
            (["".into(), "g8 k8".into()], ["".into(), "".into()])
        );
        // A stone at one end: the four has only its other end open.
        let [black, _] = found("h8 g8 i8 h3 j8");
        assert_eq!(black, ["", ""]);
        // With a gap, and at the border.
        let [black, _] = found("h8 a1 i8 a3 k8");
        assert_eq!(black, ["", "j8"]);
        let [black, _] = found("a1 o1 a2 o3 a3");
        assert_eq!(black, ["", ""]);
        // A four: the cell that makes five is no open four.
        let [black, _] = found("h8 l8 i8 a3 j8 a5 k8");
        assert_eq!(black, ["g8", ""]);
    }

    #[test]
    fn the_stones_that_won() {
        let board: Board = "a1 a2 b1 b2 c1 c2 e1 e2 f1 f3 d1".parse().unwrap();
        let last: Cell = "d1".parse().unwrap();
        assert_eq!(
            won_by(&board, last, Color::Black).to_string(),
            "a1 b1 c1 d1 e1 f1"
        );
    }
}
