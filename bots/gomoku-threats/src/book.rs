//! Black's first two stones in the plain game: the center, then what has won most games after white's answer (`data/book.txt`).

use gomoku::{Board, Cell, Color, SIZE};

/// The middle column and row.
pub const MIDDLE: u8 = SIZE as u8 / 2;
/// Ways to look at the board from its center.
pub const VIEWS: u8 = 8;

/// White's first stones that are looked up, and black's answers. Of those that look alike there is one.
pub struct Book(Vec<[Cell; 2]>);

impl Book {
    /// That of `data/book.txt`.
    ///
    /// # Panics
    /// If the file is not pairs of cells.
    pub fn own() -> Self {
        let lines = include_str!("../data/book.txt").lines();
        let pair = |line: &str| {
            let mut cells = line.split_whitespace().map(|word| word.parse().ok());
            Some([cells.next()??, cells.next()??])
        };
        let pairs: Option<Vec<[Cell; 2]>> = lines.map(pair).collect();
        assert!(pairs.is_some(), "data/book.txt");
        Book(pairs.unwrap_or_default())
    }

    /// Black's next stone, if the book has it.
    pub fn next(&self, board: &Board) -> Option<Cell> {
        let center = Cell::new(MIDDLE, MIDDLE)?;
        if board.ply() == 0 {
            return Some(center);
        }
        if board.ply() != 2 || !board.stones(Color::Black).contains(center) {
            return None;
        }
        let white = board.stones(Color::White).first()?;
        (0..VIEWS).find_map(|view| {
            let pair = self.0.iter().find(|pair| seen(pair[0], view) == white)?;
            Some(seen(pair[1], view))
        })
    }
}

/// Where a cell lies when the board is looked at in one of the eight ways.
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
    fn other_positions_are_left_to_the_search() {
        for position in &["h8", "h8 a1", "i9 h8", "h8 i9 i8", "h8 i9 i8 h7"] {
            assert_eq!(answer(position), None, "{}", position);
        }
    }
}
