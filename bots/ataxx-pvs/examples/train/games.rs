//! Games of the bot against itself.

use ataxx::{Board, CellSet, Move, Position};
use ataxx_pvs::chance;
use ataxx_pvs::game::search;
use ataxx_pvs::windows::Windows;
use fastrand::Rng;
use search::Budget;
use search::alphabeta::{Memory, WINS};
use train::dataset::Sample;

/// Each game begins with this many random plies, after which a search gives each side at least ...
const RANDOM_PLIES: std::ops::RangeInclusive<u16> = 8..=17;
/// ... this chance; a start that is less balanced is drawn anew.
const BALANCED: f64 = 0.1;
/// Later one ply in this many is random.
const RANDOM_ONE_IN: u32 = 40;
/// The weight of the result against the searches of the next plies, ply by ply: TD(lambda) (Sutton 1988).
const LAMBDA: f32 = 0.9;
/// Entries of a hash table: 2^14, because searches are short.
const TABLE_BITS: u32 = 14;

/// The features of a sample: the pieces of the side to move and of the other, 16 cells a number.
pub const FEATURES: [&str; 8] = [
    "own_0", "own_1", "own_2", "own_3", "other_0", "other_1", "other_2", "other_3",
];

/// A position on the way.
struct Seen {
    board: Board,
    /// The chance of the side to move by its search; none where there was one move only.
    searched: Option<f32>,
    /// True if a random move followed.
    is_random: bool,
}

/// Plays a game with searches of about `nodes` nodes a move; all its positions after the random plies at the start,
/// seen from the side to move.
///
/// The target is, from the end of the game backwards, a mixture of the result and of the value of the next search. If a
/// random move followed, the rest of the game is no evidence for the position, so the target is the value of the search
/// there.
pub fn samples(leaf: &Windows, seed: u64, nodes: u64) -> Vec<Sample> {
    let (game, result) = play(leaf, seed, nodes);
    let mut target = result;
    let mut samples = Vec::with_capacity(game.len());
    for seen in game.into_iter().rev() {
        // From the side that moved next to this one.
        target = 1.0 - target;
        let Some(searched) = seen.searched else {
            continue;
        };
        if seen.is_random {
            target = searched;
        }
        samples.push(Sample {
            game: 0,
            target,
            features: features(&seen.board),
        });
        target = LAMBDA * target + (1.0 - LAMBDA) * searched;
    }
    samples.reverse();
    samples
}

/// The positions, and the chance of the side that would move after the last of them.
fn play(leaf: &Windows, seed: u64, nodes: u64) -> (Vec<Seen>, f32) {
    let mut random = Rng::with_seed(seed);
    let mut game = Vec::new();
    let mut memory = Memory::new(TABLE_BITS);
    let mut position = loop {
        let start = random_start(&mut random);
        if start.outcome().is_none() {
            let found = search(&start, Budget::of_nodes(nodes), leaf, &mut memory);
            let chance = chance(found.moves[0].value);
            if found.depth > 0 && (BALANCED..=1.0 - BALANCED).contains(&chance) {
                break start;
            }
        }
    };
    loop {
        if let Some(outcome) = position.outcome() {
            let result = match outcome.winner() {
                Some(winner) if winner == position.to_move() => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            return (game, result);
        }
        let some = drawn(&position, &mut random);
        let nodes = nodes / 2 + random.u64(..nodes);
        let found = search(&position, Budget::of_nodes(nodes), leaf, &mut memory);
        let best = found.moves[0];
        if found.depth > 0 && best.value.abs() >= WINS {
            return (game, if best.value > 0 { 1.0 } else { 0.0 });
        }
        let is_random = random.u32(..RANDOM_ONE_IN) == 0;
        game.push(Seen {
            board: *position.board(),
            searched: Some(chance(best.value) as f32).filter(|_| found.depth > 0),
            is_random,
        });
        position.play(if is_random { some } else { best.mv });
    }
}

/// The position after random plies.
fn random_start(random: &mut Rng) -> Position {
    let mut position = Position::new();
    for _ in 0..random.u16(RANDOM_PLIES) {
        if position.outcome().is_none() {
            let mv = drawn(&position, random);
            position.play(mv);
        }
    }
    position
}

/// A legal move by chance.
fn drawn(position: &Position, random: &mut Rng) -> Move {
    let moves: Vec<Move> = position.distinct_moves().collect();
    moves[random.usize(..moves.len())]
}

fn features(board: &Board) -> Vec<i16> {
    let me = board.to_move();
    let sides = [me, me.opponent()].map(|side| board.pieces(side).bits());
    let parts = |bits: u64| (0..4).map(move |part| (bits >> (16 * part)) as u16 as i16);
    sides.iter().flat_map(|&bits| parts(bits)).collect()
}

/// The pieces of the side to move and of the other.
pub fn sides(sample: &Sample) -> [CellSet; 2] {
    [0, 4].map(|first| {
        let part = |part: usize| u64::from(sample.features[first + part] as u16) << (16 * part);
        CellSet::from_bits((0..4).map(part).sum())
    })
}
