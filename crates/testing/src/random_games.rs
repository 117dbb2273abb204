//! Positions of random games, for tests that want all kinds of them. The same on every machine.

use fastrand::Rng;

/// Positions of random games from this start, every seventh from a game's last one on, where there is little choice, to the
/// start. At the end of a game there are no moves.
pub fn every_seventh<S: Clone, M: Copy>(
    count: usize,
    start: S,
    moves: impl Fn(&S) -> Vec<M>,
    play: impl Fn(&mut S, M),
) -> Vec<S> {
    let mut random = Rng::with_seed(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut state = start.clone();
        let mut game = Vec::new();
        loop {
            let moves = moves(&state);
            if moves.is_empty() {
                break;
            }
            game.push(state.clone());
            play(&mut state, moves[random.usize(..moves.len())]);
        }
        positions.extend(game.into_iter().rev().step_by(7));
    }
    positions.truncate(count);
    positions
}

/// Boards of [`every_seventh`], as many, of a crate whose `Board` has `moves`: `positions!(reversi, 200)`.
#[macro_export]
macro_rules! positions {
    ($game:ident, $count:expr) => {
        $crate::random_games::every_seventh(
            $count,
            $game::Board::new(),
            |board| match board.outcome() {
                None => board.moves().collect::<Vec<_>>(),
                Some(_) => Vec::new(),
            },
            |board, mv| board.play(mv),
        )
    };
}

/// Such positions of NoGo.
pub fn nogo(count: usize) -> Vec<nogo::Board> {
    every_seventh(
        count,
        nogo::Board::new(),
        |board| board.legal_moves(board.to_move()).iter().collect(),
        |board, mv| board.play(mv),
    )
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
