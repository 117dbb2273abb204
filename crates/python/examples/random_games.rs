//! Random games by the rules crates, most of them through the arena's judges, for `tests/test_random_games.py` to compare with: a line a game, its moves and
//! its result. `cargo run --release --example random_games -- GAME COUNT`.
//!
//! Each choice is the number of a SplitMix64 stream, seeded by the number of the game, modulo the number of legal
//! actions, which are in the order of the package's action numbers.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use gameplay::botzone::BotzoneGame;
use gameplay::record::GameResult;
use serde_json::json;

struct Random(u64);

impl Random {
    fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % count as u64) as usize
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

/// A game of the arena's table in which both sides see the board and move in turn, by its judge.
fn in_turns(game: &BotzoneGame, random: &mut Random) -> io::Result<Played> {
    let (mut view, mut referee, mut moves) = ((game.view)(), (game.referee)(), Vec::new());
    let mut output = referee.begin(&json!(""));
    for seat in [0, 1].into_iter().cycle() {
        let said = output.map_err(io::Error::other)?;
        if said["command"] == "finish" {
            let scores = ["0", "1"]
                .map(|seat| said["content"][seat].clone())
                .to_vec();
            return Ok((moves, winner(GameResult::new(scores, 0, None).winner)));
        }
        let response = view.pick(&mut |count| random.below(count));
        let response = response.ok_or_else(|| io::Error::other("no move"))?;
        moves.extend(view.word(&response));
        view.response(&response).map_err(io::Error::other)?;
        output = referee.turn(&json!({seat.to_string(): {"verdict": "OK", "response": response}}));
    }
    unreachable!("the seats take turns for ever")
}

fn ataxx(random: &mut Random) -> Played {
    use gameplay::games::ataxx::rules::{Move, Position};
    let (mut position, mut moves) = (Position::new(), Vec::new());
    loop {
        if let Some(outcome) = position.outcome() {
            return (moves, winner(outcome.winner().map(|color| color.index())));
        }
        let mut legal: Vec<Move> = position.moves().collect();
        legal.sort_by_key(|mv| (mv.from.index(), mv.to.index()));
        let mv = random.choose(&legal);
        position.play(mv);
        moves.push(mv.to_string());
    }
}

fn amazons(random: &mut Random) -> Played {
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

fn goose_tetris(random: &mut Random) -> Played {
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
    let [game, count] = &*words else {
        return Err(io::Error::other("give the game and the number of games"));
    };
    let table = gameplay::games::standard();
    let found = table.get(game).and_then(|game| game.botzone());
    let play = |random: &mut Random, seed| {
        Ok(match (&**game, found) {
            ("amazons", _) => amazons(random),
            ("ataxx", _) => ataxx(random),
            ("snake", _) => snake(random, seed),
            ("tetris2", _) => tetris2(random, seed),
            ("snakego", _) => snakego(random, seed),
            ("goose-tetris", _) => goose_tetris(random),
            (_, Some(game)) => in_turns(game, random)?,
            _ => return Err(io::Error::other(format!("there is no game {game:?}"))),
        })
    };
    let count: u64 = count.parse().map_err(io::Error::other)?;
    let mut out = BufWriter::new(io::stdout().lock());
    for seed in 0..count {
        let (moves, result) = play(&mut Random(seed), seed)?;
        writeln!(out, "{} {result}", moves.join(" "))?;
    }
    out.flush()
}
