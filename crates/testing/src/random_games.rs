//! Positions of random games, for tests that want all kinds of them. The same on every machine.

use fastrand::Rng;

/// Positions of Amazons, every seventh of a game from its last one on, to the start.
pub fn amazons(count: usize) -> Vec<amazons::Board> {
    let mut random = Rng::with_seed(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = amazons::Board::new();
        let mut game = Vec::new();
        while board.outcome().is_none() {
            game.push(board);
            let moves: Vec<amazons::Move> = board.moves().collect();
            board.play(moves[random.usize(..moves.len())]);
        }
        positions.extend(game.into_iter().rev().step_by(7));
    }
    positions.truncate(count);
    positions
}

/// Positions of Gomoku, every seventh of a game from its last one on, to the empty board.
pub fn gomoku(count: usize) -> Vec<gomoku::Board> {
    let mut random = Rng::with_seed(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = gomoku::Board::new();
        let mut game = Vec::new();
        while board.outcome().is_none() {
            game.push(board);
            let moves: Vec<gomoku::Move> = board.moves().collect();
            board.play(moves[random.usize(..moves.len())]);
        }
        positions.extend(game.into_iter().rev().step_by(7));
    }
    positions.truncate(count);
    positions
}

/// Positions of NoGo, every seventh of a game from its end on, where the side to move has little choice, to the empty
/// board.
pub fn nogo(count: usize) -> Vec<nogo::Board> {
    let mut random = Rng::with_seed(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = nogo::Board::new();
        let mut game = Vec::new();
        while board.outcome().is_none() {
            game.push(board);
            let moves = board.legal_moves(board.to_move());
            board.play(choice(moves.nth(random.usize(..moves.len()))));
        }
        positions.extend(game.into_iter().rev().step_by(7));
    }
    positions.truncate(count);
    positions
}

/// Positions of Reversi, every seventh of a game from its last one on, to the start.
pub fn reversi(count: usize) -> Vec<reversi::Board> {
    let mut random = Rng::with_seed(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = reversi::Board::new();
        let mut game = Vec::new();
        while board.outcome().is_none() {
            game.push(board);
            let moves: Vec<reversi::Move> = board.moves().collect();
            board.play(moves[random.usize(..moves.len())]);
        }
        positions.extend(game.into_iter().rev().step_by(7));
    }
    positions.truncate(count);
    positions
}

/// Positions of SnakeGo in which snakes prefer to live.
pub fn snakego(count: usize) -> Vec<snakego::Position> {
    let mut random = Rng::with_seed(11);
    let mut positions = Vec::new();
    for seed in 0.. {
        let mut position = snakego::Position::new(snakego::Rules::generate(seed));
        while position.outcome().is_none() {
            if random.u8(..40) == 0 {
                positions.push(position.clone());
            }
            let free = position.board.free_moves();
            let moves = if free.is_empty() || random.u8(..10) == 0 {
                position.legal_moves()
            } else {
                free
            };
            position.play(choice(moves.nth(random.usize(..moves.len()))));
        }
        if positions.len() >= count {
            break;
        }
    }
    positions.truncate(count);
    positions
}

/// Positions of Tetris2 from both seats, many of them near the end of a game.
pub fn tetris2(count: usize) -> Vec<tetris2::botzone::State> {
    use tetris2::{Board, Color, Move, Piece};

    let mut random = Rng::with_seed(1);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut board = Board::new(Piece::ALL[random.usize(..7)]);
        while board.outcome().is_none() {
            for color in Color::ALL {
                positions.push(tetris2::botzone::State::new(color, board));
            }
            let moves = Color::ALL.map(|color| {
                let moves: Vec<Move> = board.legal_moves(color).collect();
                moves[random.usize(..moves.len())]
            });
            board.play(moves);
        }
    }
    positions.truncate(count);
    positions
}

/// A move of a side that has one.
fn choice<M>(mv: Option<M>) -> M {
    mv.unwrap_or_else(|| panic!("no move although the game is not over"))
}
