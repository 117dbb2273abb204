//! Games of the search against itself.

use botzone::{Bot, Turn};
use fastrand::Rng;
use reversi::{Board, Color, Move};
use reversi_greedy::Greedy;
use reversi_patterns::exact::Solver;
use reversi_patterns::game;
use reversi_patterns::value::{CLASSES, Value};
use search::Budget;
use search::alphabeta::Memory;
use train::dataset::Sample;

/// Random plies at the start of a game: from the first to the last of these.
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 4..=32;
/// With this many empty cells the result is known.
const EXACT: usize = 14;
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

/// The samples of the game with this seed. Without a value moves are those of `reversi-greedy`.
pub fn samples(value: Option<&Value>, seed: u64, nodes: u64) -> Vec<Sample> {
    let mut random = Rng::with_seed(seed);
    let mut board = Board::new();
    for _ in 0..random.usize(RANDOM_PLIES) {
        let moves: Vec<Move> = board.moves().collect();
        match moves.is_empty() {
            true => break,
            false => board.play(moves[random.usize(..moves.len())]),
        }
    }
    let mut memory = Memory::new(12);
    let mut positions = Vec::new();
    while board.outcome().is_none() && board.empty().len() > EXACT {
        let mv = match value {
            None => Greedy.choose(&board, &Turn::of_nodes(1, random.u64(..))).mv,
            Some(value) => {
                let budget = Budget::of_nodes(nodes);
                game::search(&board, budget, value, &mut memory).moves[0].mv
            }
        };
        positions.push(board);
        board.play(mv);
    }
    let cells = Value::Cells(vec![0; CLASSES.len()]);
    let mut solver = Solver::new(13, &cells);
    let mut solved = |board: &Board| solver.solve(board, &mut Budget::of_nodes(u64::MAX));
    let winner = match solved(&board) {
        Some((value, _)) => winner(&board, value),
        None => board.outcome().and_then(reversi::Outcome::winner),
    };
    let mut samples: Vec<Sample> = positions
        .iter()
        .map(|board| sample(board, winner))
        .collect();
    while board.empty().len() >= LEAST {
        let Some((value, mut mv)) = solved(&board) else {
            break;
        };
        samples.push(sample(&board, self::winner(&board, value)));
        if random.f64() < NOISE {
            let moves: Vec<Move> = board.moves().collect();
            mv = moves[random.usize(..moves.len())];
        }
        board.play(mv);
    }
    samples
}

fn winner(board: &Board, value: i8) -> Option<Color> {
    let me = board.to_move();
    match value {
        1 => Some(me),
        0 => None,
        _ => Some(me.opponent()),
    }
}

fn sample(board: &Board, winner: Option<Color>) -> Sample {
    let me = board.to_move();
    let words = [me, me.opponent()].map(|color| {
        let discs = board.discs(color).bits();
        (0..64 / WORD).map(move |word| (discs >> (WORD * word)) as i16)
    });
    Sample {
        game: 0,
        target: winner.map_or(0.5, |winner| f32::from(u8::from(winner == me))),
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
        let samples = samples(None, seed, 1);
        assert!(samples.len() > 5);
        let boards: Vec<Board> = samples.iter().map(board).collect();
        for (this, told) in boards.iter().zip(&samples) {
            assert_eq!(sample(this, None).features, told.features);
            assert!(this.can_move(Color::Black) || this.can_move(Color::White));
        }
    }
}
