//! Black's first stones in the plain game: the center, then what has won most games after white's answers (`data/book.txt`).

use gomoku::{Board, Cell, CellSet, Color, SIZE};

/// The middle column and row.
pub const MIDDLE: u8 = SIZE as u8 / 2;
/// Ways to look at the board from its center.
pub const VIEWS: u8 = 8;

/// Stones in the order in which they are laid after black's in the center, the last one black's. Of lines that look alike there is
/// one.
pub struct Book(Vec<Vec<Cell>>);

impl Book {
    /// The book of `data/book.txt`.
    ///
    /// # Panics
    /// If a line of the file is not pairs of cells.
    pub fn own() -> Self {
        let lines = include_str!("../data/book.txt").lines();
        let cells = |line: &str| {
            line.split_whitespace()
                .map(|word| word.parse().ok())
                .collect()
        };
        let lines: Option<Vec<Vec<Cell>>> = lines.map(cells).collect();
        let lines = lines.unwrap_or_default();
        let pairs = |line: &Vec<Cell>| !line.is_empty() && line.len().is_multiple_of(2);
        assert!(
            !lines.is_empty() && lines.iter().all(pairs),
            "data/book.txt"
        );
        Book(lines)
    }

    /// Black's next stone, if the book has it.
    pub fn next(&self, board: &Board) -> Option<Cell> {
        let center = Cell::new(MIDDLE, MIDDLE)?;
        if board.ply() == 0 {
            return Some(center);
        }
        let lines = self.0.iter().filter(|line| line.len() == board.ply());
        let mut views = lines.flat_map(|line| (0..VIEWS).map(move |view| (line, view)));
        views.find_map(|(line, view)| {
            let mut stones = [CellSet::of(center), CellSet::default()];
            let (&answer, before) = line.split_last()?;
            for (turn, &cell) in before.iter().enumerate() {
                stones[(turn + 1) % 2].insert(seen(cell, view));
            }
            let there = [board.stones(Color::Black), board.stones(Color::White)];
            Some(seen(answer, view)).filter(|_| stones == there)
        })
    }
}

/// The place of a cell when the board is looked at in one of the eight ways.
pub fn seen(cell: Cell, view: u8) -> Cell {
    let turned = |at: u8, bit: u8| {
        if view & bit == 0 {
            at
        } else {
            SIZE as u8 - 1 - at
        }
    };
    let (x, y) = (turned(cell.x(), 1), turned(cell.y(), 2));
    let (x, y) = if view & 4 == 0 { (x, y) } else { (y, x) };
    Cell::new(x, y).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use gomoku::CellSet;

    use super::*;

    fn answer(position: &str) -> Option<String> {
        let board: Board = position.parse().unwrap();
        Book::own().next(&board).map(|cell| cell.to_string())
    }

    #[test]
    fn black_begins_in_the_center() {
        assert_eq!(answer("").as_deref(), Some("h8"));
    }

    #[test]
    fn every_stone_within_four_steps_of_the_center_has_an_answer_from_every_side() {
        let center = Cell::new(MIDDLE, MIDDLE).unwrap();
        let near = |cell: &Cell| {
            [cell.x(), cell.y()]
                .iter()
                .all(|at| at.abs_diff(MIDDLE) <= 4)
        };
        for white in CellSet::FULL
            .iter()
            .filter(near)
            .filter(|&cell| cell != center)
        {
            let board: Board = format!("h8 {}", white).parse().unwrap();
            let cell = Book::own().next(&board).unwrap();
            assert!(board.empty().contains(cell), "{} {}", white, cell);
            let from =
                |a: Cell, b: Cell| a.x().abs_diff(b.x()).pow(2) + a.y().abs_diff(b.y()).pow(2);
            for view in 0..VIEWS {
                let other: Board = format!("h8 {}", seen(white, view)).parse().unwrap();
                let other = Book::own().next(&other).unwrap();
                assert_eq!(from(other, center), from(cell, center));
                assert_eq!(from(other, seen(white, view)), from(cell, white));
            }
        }
    }

    #[test]
    fn longer_lines_are_known_from_every_side_and_in_any_order() {
        let own = Book::own();
        let mut longer = 0;
        for line in own.0.iter().filter(|line| line.len() > 2) {
            longer += 1;
            for view in 0..VIEWS {
                let words: Vec<String> = line
                    .iter()
                    .map(|&cell| seen(cell, view).to_string())
                    .collect();
                let [white, black, later] = [&words[0], &words[1], &words[2]];
                for text in &[
                    format!("h8 {} {} {}", white, black, later),
                    format!("{} {} h8 {}", black, later, white),
                ] {
                    let board: Board = text.parse().unwrap();
                    let cell = own.next(&board).unwrap();
                    assert!(board.empty().contains(cell), "{} {}", text, cell);
                    // The same stones may be those of another view, too.
                    let there = |view| {
                        line[..3]
                            .iter()
                            .all(|&cell| !board.empty().contains(seen(cell, view)))
                    };
                    let answers = |view| there(view) && seen(line[3], view) == cell;
                    assert!((0..VIEWS).any(answers), "{} {}", text, cell);
                }
            }
        }
        assert!(longer > 0);
    }

    #[test]
    fn other_positions_are_left_to_the_search() {
        for position in &["h8", "h8 a1", "i9 h8", "h8 i9 i8", "h8 i9 i8 h7"] {
            assert_eq!(answer(position), None, "{}", position);
        }
    }
}
