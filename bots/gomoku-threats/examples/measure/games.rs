//! Seeded games and positions.

use botzone::{Bot, Turn};
use fastrand::Rng;
use gomoku::{Board, Cell, Move};

/// A game of these moves from a position: all positions of it.
pub fn game(mut board: Board, mut choose: impl FnMut(&Board) -> Move) -> Vec<Board> {
    let mut boards = vec![board];
    while board.outcome().is_none() {
        board.play(choose(&board));
        boards.push(board);
    }
    boards
}

/// The move of a bot within `nodes` nodes.
pub fn choose<B>(bot: &mut B, board: &Board, nodes: u64) -> Move
where
    B: Bot<State = Board, Move = Move>,
{
    bot.choose(board, &Turn::of_nodes(nodes, board.ply() as u64))
        .mv
}

/// Three random stones within three steps of the center.
pub fn opening(seed: u64) -> Board {
    let mut random = Rng::with_seed(seed);
    let mut board = Board::new();
    while board.ply() < 3 {
        if let Some(cell) = Cell::new(random.u8(4..11), random.u8(4..11)) {
            let _ = board.try_play(Move::Place(cell));
        }
    }
    board
}

/// A position of `plies` random stones without a five.
pub fn random(plies: usize, random: &mut Rng) -> Board {
    'again: loop {
        let mut board = Board::new();
        while board.ply() < plies {
            let cells: Vec<Cell> = (board.empty().iter())
                .filter(|&cell| !board.makes_five(cell, board.to_move()))
                .collect();
            if cells.is_empty() {
                continue 'again;
            }
            board.play(Move::Place(cells[random.usize(..cells.len())]));
        }
        return board;
    }
}

/// A position without a five that has `empty` empty cells, which are near each other.
pub fn small(empty: usize, random: &mut Rng) -> Board {
    loop {
        let mut picture: Vec<Vec<char>> = (0..15)
            .map(|y| {
                (0..15)
                    .map(|x| if (x + 2 * y) % 4 < 2 { 'X' } else { 'O' })
                    .collect()
            })
            .collect();
        for _ in 0..40 {
            let (x, y) = (random.usize(..15), random.usize(..15));
            picture[y][x] = if picture[y][x] == 'X' { 'O' } else { 'X' };
        }
        let (x, y) = (random.usize(..11), random.usize(..11));
        let mut left = empty;
        while left > 0 {
            let cell = &mut picture[y + random.usize(..5)][x + random.usize(..5)];
            left -= usize::from(*cell != '.');
            *cell = '.';
        }
        let rows: Vec<String> = picture.iter().map(|row| row.iter().collect()).collect();
        // Most have the wrong number of stones of a color, or a five.
        if let Ok(board) = rows.join("/").parse::<Board>() {
            if board.outcome().is_none() {
                return board;
            }
        }
    }
}
