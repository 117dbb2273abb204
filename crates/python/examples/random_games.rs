//! Random games on the rules crates alone, for `tests/test_random_games.py` to compare with: a line a game, its moves and
//! its result. `cargo run --release --example random_games -- GAME COUNT`.
//!
//! Each choice is the number of a SplitMix64 stream, seeded by the number of the game, modulo the number of legal
//! actions, which are in the order of the package's action numbers.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

struct Random(u64);

impl Random {
    fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        from[((x ^ (x >> 31)) % from.len() as u64) as usize]
    }
}

/// The moves of a game, and who won or what it scored.
type Played = (Vec<String>, String);

fn winner(color: impl Into<Option<usize>>) -> String {
    color
        .into()
        .map_or("draw".to_owned(), |color| color.to_string())
}

fn pair(first: impl Display, second: impl Display) -> String {
    format!("{first}|{second}")
}

fn nogo(random: &mut Random, _seed: u64) -> Played {
    let (mut board, mut moves) = (nogo::Board::new(), Vec::new());
    loop {
        if let Some(color) = board.outcome() {
            return (moves, winner(color.index()));
        }
        let legal: Vec<nogo::Point> = board.legal_moves(board.to_move()).iter().collect();
        let mv = random.choose(&legal);
        board.play(mv);
        moves.push(mv.to_string());
    }
}

fn reversi(random: &mut Random, _seed: u64) -> Played {
    let (mut board, mut moves) = (reversi::Board::new(), Vec::new());
    loop {
        if let Some(outcome) = board.outcome() {
            return (moves, winner(outcome.winner().map(|color| color.index())));
        }
        let legal: Vec<reversi::Move> = board.moves().collect();
        let mv = random.choose(&legal);
        board.play(mv);
        moves.push(mv.to_string());
    }
}

fn gomoku(random: &mut Random, _seed: u64) -> Played {
    of_gomoku(gomoku::Board::new(), random)
}

fn gomoku_swap(random: &mut Random, _seed: u64) -> Played {
    of_gomoku(gomoku::Board::with_swap(), random)
}

fn of_gomoku(mut board: gomoku::Board, random: &mut Random) -> Played {
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = board.outcome() {
            return (
                moves,
                winner(outcome.winner().map(|color| board.player(color))),
            );
        }
        let legal: Vec<gomoku::Move> = board.moves().collect();
        let mv = random.choose(&legal);
        board.play(mv);
        moves.push(mv.to_string());
    }
}

fn ataxx(random: &mut Random, _seed: u64) -> Played {
    let (mut position, mut moves) = (ataxx::Position::new(), Vec::new());
    loop {
        if let Some(outcome) = position.outcome() {
            return (moves, winner(outcome.winner().map(|color| color.index())));
        }
        let mut legal: Vec<ataxx::Move> = position.moves().collect();
        legal.sort_by_key(|mv| (mv.from.index(), mv.to.index()));
        let mv = random.choose(&legal);
        position.play(mv);
        moves.push(mv.to_string());
    }
}

fn amazons(random: &mut Random, _seed: u64) -> Played {
    use amazons::{Board, Cell, Move};
    let (mut board, mut moves) = (Board::new(), Vec::new());
    loop {
        if let Some(color) = board.outcome() {
            return (moves, winner(color.index()));
        }
        let all: Vec<Move> = board.moves().collect();
        let mut froms: Vec<Cell> = all.iter().map(|mv| mv.from).collect();
        froms.dedup();
        let from = random.choose(&froms);
        let tos: Vec<Cell> = board.steps(from).iter().collect();
        let to = random.choose(&tos);
        let arrows: Vec<Cell> = board.shots(from, to).iter().collect();
        let mv = Move {
            from,
            to,
            arrow: random.choose(&arrows),
        };
        board.play(mv);
        moves.push(mv.to_string());
    }
}

fn snake(random: &mut Random, seed: u64) -> Played {
    use snake::{Board, Direction, Map};
    let mut board = Board::new(&Map::generate(seed as i32, None, None));
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = board.outcome() {
            return (moves, winner(outcome.winner()));
        }
        let [first, second] = [0, 1].map(|player| {
            let legal: Vec<Direction> = board.legal_moves(player).iter().collect();
            random.choose(if legal.is_empty() {
                &Direction::ALL
            } else {
                &legal
            })
        });
        board.play((first, second));
        moves.push(pair(first, second));
    }
}

fn tetris2(random: &mut Random, seed: u64) -> Played {
    use tetris2::{Color, Move, botzone::Referee};
    let mut referee = Referee::new();
    referee.begin(&serde_json::json!({"seed": seed}));
    let (mut board, mut moves) = (*referee.board(), Vec::new());
    loop {
        if let Some(outcome) = board.outcome() {
            return (
                moves,
                winner(outcome.loser.map(|color| color.opponent().index())),
            );
        }
        let [zero, one] = [Color::Zero, Color::One].map(|color| {
            let mut legal: Vec<Move> = board.legal_moves(color).collect();
            legal.sort_by_key(|mv| {
                let place = mv.placement;
                (mv.block, place.o, place.y, place.x)
            });
            random.choose(&legal)
        });
        board.play([zero, one]);
        moves.push(pair(zero, one));
    }
}

fn snakego(random: &mut Random, seed: u64) -> Played {
    use snakego::{Operation, Position, Rules};
    let mut position = Position::new(Rules::generate(seed));
    let mut moves = Vec::new();
    loop {
        if let Some(outcome) = position.outcome() {
            return (moves, winner(outcome.winner));
        }
        let legal: Vec<Operation> = position.legal_moves().iter().collect();
        let operation = random.choose(&legal);
        position.play(operation);
        moves.push(operation.to_string());
    }
}

fn goose_tetris(random: &mut Random, _seed: u64) -> Played {
    let (mut game, mut moves) = (goose_tetris::Game::new(), Vec::new());
    while game.outcome().is_none() {
        let mut legal = game.legal_moves();
        legal.sort_by_key(|mv| (mv.state, mv.y, mv.x));
        let mv = random.choose(&legal);
        game.play(mv);
        moves.push(mv.to_string());
    }
    (moves, game.score.to_string())
}

fn main() -> io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (play, count): (fn(&mut Random, u64) -> Played, u64) = match &*words {
        [game, count] => {
            let play = match &**game {
                "nogo" => nogo,
                "amazons" => amazons,
                "ataxx" => ataxx,
                "reversi" => reversi,
                "gomoku" => gomoku,
                "gomoku-swap" => gomoku_swap,
                "snake" => snake,
                "tetris2" => tetris2,
                "snakego" => snakego,
                "goose-tetris" => goose_tetris,
                other => return Err(io::Error::other(format!("there is no game {other:?}"))),
            };
            (play, count.parse().map_err(io::Error::other)?)
        }
        _ => return Err(io::Error::other("give the game and the number of games")),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    for seed in 0..count {
        let (moves, result) = play(&mut Random(seed), seed);
        writeln!(out, "{} {result}", moves.join(" "))?;
    }
    out.flush()
}
