//! Prints what each column of a well allows: how many rows each piece can remove there at once, and the bound of the
//! whole game with that:
//!
//! ```text
//! cargo run --release -p goose-tetris --example goose-tetris-wells
//! ```
//!
//! A well is a column that is empty where all other columns are filled. The surface around it is free: every way in which
//! the two columns on either side are up to three cells lower than the rest is tried, with every lock that the rules allow.

use goose_tetris::{Board, Bound, COLUMNS, FULL, Game, Piece, SCORING_PIECES, sequence};

/// The highest row that is filled except in the well and the columns beside it.
const TOP: usize = 8;
/// Cells by which a column beside the well can be lower.
const LOWER: usize = 3;
/// Turning states that a piece can begin in.
const STARTS: usize = 4;

fn main() {
    let pieces: Vec<Piece> = sequence().take(SCORING_PIECES).collect();
    let names: Vec<String> = Piece::ALL.iter().map(ToString::to_string).collect();
    println!("well  {}  bound", names.join(" "));
    for well in 0..COLUMNS {
        let most = Piece::ALL.map(|piece| most_rows(piece, well));
        let bound = Bound::with_most_rows(&pieces, |piece| most[piece.index()]);
        println!(
            "{well:4}  {}  {}",
            most.map(|rows| rows.to_string()).join(" "),
            bound.value(0, 0)
        );
    }
    println!(
        "any   {}  {}",
        Piece::ALL
            .map(|piece| piece.most_rows().to_string())
            .join(" "),
        Bound::hard(&pieces).value(0, 0)
    );
}

/// The most rows that a piece removes at once from fields with a well in this column.
fn most_rows(piece: Piece, well: usize) -> usize {
    let boards = surfaces(well);
    let rows = boards.iter().flat_map(|board| {
        (0..STARTS).map(move |index| {
            let mut game = Game::new();
            (game.board, game.piece, game.index) = (*board, piece, index);
            let moves = game.legal_moves();
            let removed = moves.into_iter().map(|mv| {
                let mut board = *board;
                board.fill(piece, mv);
                board.full_rows()
            });
            removed.max().unwrap_or(0)
        })
    });
    rows.max().unwrap_or(0)
}

/// Fields with a well in this column and every surface beside it.
fn surfaces(well: usize) -> Vec<Board> {
    let near: Vec<usize> = (well.saturating_sub(2)..COLUMNS.min(well + 3))
        .filter(|column| *column != well)
        .collect();
    let ways = (LOWER + 1).pow(near.len() as u32);
    (0..ways)
        .map(|way| {
            let mut board = Board::new();
            for row in &mut board.rows[TOP..] {
                *row = FULL & !(1 << well);
            }
            let mut rest = way;
            for column in &near {
                for row in &mut board.rows[TOP..TOP + rest % (LOWER + 1)] {
                    *row &= !(1 << column);
                }
                rest /= LOWER + 1;
            }
            board
        })
        .collect()
}
