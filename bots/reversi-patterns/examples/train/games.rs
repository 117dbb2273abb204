//! Games of the search against itself.

use botzone::{Bot, Turn};
use fastrand::Rng;
use reversi::{Board, Move};
use reversi_greedy::Greedy;
use reversi_patterns::exact::Solver;
use reversi_patterns::game;
use reversi_patterns::patterns::{Patterns, UNIT};
use search::Budget;
use search::alphabeta::Memory;
use train::dataset::Sample;
use train::logistic::chance;

/// Each game begins with this many random plies, after which a search gives each side at least ...
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 4..=36;
/// ... this chance; a start that is less balanced is drawn anew.
const BALANCED: f64 = 0.04;
/// The weight of the result against the searches of the next plies, ply by ply: TD(lambda) (Sutton 1988).
const LAMBDA: f32 = 0.85;
/// With this many empty cells the result is known.
const EXACT: usize = 12;
/// Part of the moves after that which are random: each position is solved anew.
const NOISE: f64 = 0.3;
/// Positions with fewer empty cells are not samples: the bot never asks for the value of one.
const LEAST: usize = 6;

/// Bits of a word of a sample.
const WORD: usize = 16;

/// The numbers of a sample: the discs of the side to move, and of the other one.
pub fn names() -> Vec<String> {
    let names = |side: &str| {
        (0..64 / WORD)
            .map(|word| format!("{side}_{word}"))
            .collect::<Vec<_>>()
    };
    [names("mine"), names("theirs")].concat()
}

/// A position on the way, and the chance of its side to move by the search; none where there was one move only.
struct Seen {
    board: Board,
    searched: Option<f32>,
}

/// The samples of the game with this seed, with searches of about `nodes` nodes a move; without nodes they are those of
/// `reversi-greedy`.
///
/// The target is, from the first solved position backwards, a mixture of the result and of the value of the next search.
pub fn samples(value: &Patterns, seed: u64, nodes: Option<u64>) -> Vec<Sample> {
    let mut random = Rng::with_seed(seed);
    let (game, mut board) = play(value, &mut random, nodes);
    let mut solver = Solver::new(13, value);
    let mut solved = |board: &Board| solver.solve(board, &mut Budget::of_nodes(u64::MAX));
    let mut target = match solved(&board) {
        Some(([value, _], _)) => share(value),
        None => {
            let winner = board.outcome().and_then(reversi::Outcome::winner);
            winner.map_or(0.5, |winner| {
                share(if winner == board.to_move() { 1 } else { -1 })
            })
        }
    };
    let mut samples = Vec::new();
    for seen in game.iter().rev() {
        // From the side that moved next to this one.
        target = 1.0 - target;
        samples.push(sample(&seen.board, target));
        if let Some(searched) = seen.searched {
            target = LAMBDA * target + (1.0 - LAMBDA) * searched;
        }
    }
    samples.reverse();
    while board.empty().len() >= LEAST {
        let Some(([value, _], mut mv)) = solved(&board) else {
            break;
        };
        samples.push(sample(&board, share(value)));
        if random.f64() < NOISE {
            mv = drawn(&board, &mut random);
        }
        board.play(mv);
    }
    samples
}

/// The positions of a game that are not solved, and the one after them.
fn play(value: &Patterns, random: &mut Rng, nodes: Option<u64>) -> (Vec<Seen>, Board) {
    let mut memory = Memory::new(12);
    let mut searched = |board: &Board, nodes| {
        let found = game::search(board, Budget::of_nodes(nodes), value, &mut memory);
        let best = found.moves[0];
        let chance = chance(f64::from(best.value) / UNIT);
        (best.mv, Some(chance).filter(|_| found.depth > 0))
    };
    let mut board = loop {
        let start = random_start(random);
        if start.outcome().is_some() || start.empty().len() <= EXACT {
            continue;
        }
        let chance = nodes.and_then(|nodes| searched(&start, nodes).1);
        if chance.is_none_or(|chance| (BALANCED..=1.0 - BALANCED).contains(&chance)) {
            break start;
        }
    };
    let mut game = Vec::new();
    while board.outcome().is_none() && board.empty().len() > EXACT {
        let (mv, searched) = match nodes {
            None => {
                let turn = Turn::of_nodes(1, random.u64(..));
                (Greedy.choose(&board, &turn).mv, None)
            }
            Some(nodes) => searched(&board, nodes / 2 + random.u64(..nodes)),
        };
        game.push(Seen {
            board,
            searched: searched.map(|chance| chance as f32),
        });
        board.play(mv);
    }
    (game, board)
}

/// The position after random plies.
fn random_start(random: &mut Rng) -> Board {
    let mut board = Board::new();
    for _ in 0..random.usize(RANDOM_PLIES) {
        if board.outcome().is_none() {
            board.play(drawn(&board, random));
        }
    }
    board
}

/// A legal move by chance.
fn drawn(board: &Board, random: &mut Rng) -> Move {
    let moves: Vec<Move> = board.moves().collect();
    moves[random.usize(..moves.len())]
}

/// The share of a win that this result is.
fn share(value: i8) -> f32 {
    (f32::from(value) + 1.0) / 2.0
}

fn sample(board: &Board, target: f32) -> Sample {
    let me = board.to_move();
    let words = [me, me.opponent()].map(|color| {
        let discs = board.discs(color).bits();
        (0..64 / WORD).map(move |word| (discs >> (WORD * word)) as i16)
    });
    Sample {
        game: 0,
        target,
        features: words.iter().cloned().flatten().collect(),
    }
}

/// The position of a sample, in which black is the side to move.
///
/// # Panics
/// If it is none.
pub fn board(sample: &Sample) -> Board {
    let side = |words: &[i16]| {
        let words = words.iter().rev();
        words.fold(0u64, |discs, &word| discs << WORD | u64::from(word as u16))
    };
    let (mine, theirs) = sample.features.split_at(64 / WORD);
    let [mine, theirs] = [side(mine), side(theirs)];
    let mut picture = String::with_capacity(80);
    for cell in 0..64 {
        if cell % 8 == 0 && cell > 0 {
            picture.push('/');
        }
        picture.push(match (mine >> cell & 1, theirs >> cell & 1) {
            (0, 0) => '.',
            (1, 0) => 'X',
            _ => 'O',
        });
    }
    picture.push_str(" black");
    picture
        .parse()
        .unwrap_or_else(|error| panic!("{}: {}", picture, error))
}

#[test]
fn a_sample_tells_its_position() {
    for seed in 0..20 {
        let samples = samples(&Patterns::own(), seed, None);
        assert!(samples.len() > 5);
        let boards: Vec<Board> = samples.iter().map(board).collect();
        for (this, told) in boards.iter().zip(&samples) {
            assert_eq!(sample(this, 0.5).features, told.features);
            assert!(this.can_move(reversi::Color::Black) || this.can_move(reversi::Color::White));
        }
    }
}
