//! Seeded games and positions.

use botzone::{Bot, Turn};
use fastrand::Rng;
use gomoku::{Board, Cell, Color, Move, Outcome};
use gomoku_threats::Threat;
use serde_json::json;
use train::starts;

/// Games of the bot against itself by which a start is tried ...
const TRIALS: usize = 10;
/// ... and the points that black gets in them, two for a win.
const EVEN: std::ops::RangeInclusive<usize> = TRIALS - 2..=TRIALS + 2;

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
    near_center(3, &mut Rng::with_seed(seed)).0
}

/// Random stones within three steps of the center: the position, and the cells in the order of play.
fn near_center(plies: usize, random: &mut Rng) -> (Board, Vec<[u8; 2]>) {
    let (mut board, mut cells) = (Board::new(), Vec::new());
    while cells.len() < plies {
        let (x, y) = (random.u8(4..11), random.u8(4..11));
        let cell = Cell::new(x, y).map(Move::Place);
        if cell.is_some_and(|mv| board.try_play(mv).is_ok()) {
            cells.push([x, y]);
        }
    }
    (board, cells)
}

/// Prints different starts of three to eight random stones within three steps of the center that are even: a search of a fiftieth of
/// the nodes values them within 400 of 0 and one of all nodes within 150, and black gets 40 to 60 % of the points of games with
/// about a two-hundredth of the nodes a turn.
pub fn starts(count: usize, nodes: u64) {
    let mut bot = Threat::new();
    let lines = starts::lines(|random| {
        let plies = random.usize(3..=8);
        let (board, cells) = near_center(plies, random);
        let mut is_even = |nodes: u64, most: u64| {
            let answer = bot.choose(&board, &Turn::of_nodes(nodes, 1));
            answer.value.unsigned_abs() <= most
        };
        if board.outcome().is_some() || !is_even(nodes / 50, 400) || !is_even(nodes, 150) {
            return None;
        }
        let points = (0..TRIALS).map(|_| {
            let game = game(board, |board| {
                let nodes = nodes / 400 + random.u64(..nodes / 200);
                choose(&mut bot, board, nodes)
            });
            let winner = game[game.len() - 1].outcome().and_then(Outcome::winner);
            winner.map_or(1, |winner| 2 * usize::from(winner == Color::Black))
        });
        let is_fair = EVEN.contains(&points.sum());
        is_fair.then(|| (board, json!(cells)))
    });
    lines.take(count).for_each(|line| println!("{line}"));
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
