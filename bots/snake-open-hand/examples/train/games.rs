//! Games of the bot against itself.

use search::Budget;
use snake::{Board, Direction, Map};
use snake_open_hand::fill;
use snake_open_hand::net::{SCALE, phase};
use snake_open_hand::quantized::Quantized;
use snake_open_hand::score::DECIDED;
use snake_open_hand::search::search;
use snake_open_hand::table::Table;
use snake_open_hand::track::Track;
use train::dataset::Sample;

/// Each game begins with fewer random turns than this, because two equal searches on a symmetric map play the same.
const RANDOM_TURNS: u32 = 8;

/// Later, one move in this many is random.
const RANDOM_ONE_IN: u32 = 60;

/// The weight of the result against the search of the next turn, turn by turn: TD(lambda) (Sutton 1988).
const LAMBDA: f32 = 0.93;

/// A position on the way. All chances are those of seat 0.
struct Seen {
    features: Vec<i16>,
    /// The chance by the searches of both sides.
    searched: f32,
    /// True if a random move followed.
    is_random: bool,
}

/// Plays a game with searches of about `nodes` nodes a move; all its positions, seen from seat 0.
///
/// The target is, from the end of the game backwards, a mixture of the result and of the value of the next search. If a
/// random move followed, the rest of the game is no evidence for the position, so the target is the value of the search
/// there.
pub fn samples(net: &Quantized, seed: u64, nodes: u64) -> Vec<Sample> {
    let (seen, result) = play(net, seed, nodes);
    let mut target = result;
    let mut samples: Vec<Sample> = Vec::with_capacity(seen.len());
    for seen in seen.into_iter().rev() {
        if seen.is_random {
            target = seen.searched;
        }
        samples.push(Sample {
            game: 0,
            target,
            features: seen.features,
        });
        target = LAMBDA * target + (1.0 - LAMBDA) * seen.searched;
    }
    samples.reverse();
    samples
}

fn play(net: &Quantized, seed: u64, nodes: u64) -> (Vec<Seen>, f32) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::new(&Map::generate(random.i32(..), None, None));
    let random_turns = random.u32(..RANDOM_TURNS);
    let mut game = Vec::new();
    let mut table = Table::default();
    loop {
        if let Some(outcome) = board.outcome() {
            let result = match outcome.winner() {
                Some(0) => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            return (game, result);
        }
        let chosen = [0, 1].map(|player| {
            // Each search has a key of its own, so that none sees what another one left.
            let key = seed ^ u64::from(board.turn() * 2 + player as u32 + 1) << 32;
            let nodes = nodes / 2 + random.u64(..nodes);
            choose(net, &board, player, key, &mut table, nodes)
        });
        let mut moves = chosen.map(|(direction, _)| direction);
        let mut is_random = false;
        for (player, direction) in moves.iter_mut().enumerate() {
            let legal = board.legal_moves(player);
            if !legal.is_empty()
                && (board.turn() < random_turns || random.u32(..RANDOM_ONE_IN) == 0)
            {
                *direction = legal.nth(random.usize(..legal.len())).unwrap_or(*direction);
                is_random = true;
            }
        }
        game.push(Seen {
            features: measures(&board),
            searched: (chosen[0].1 + 1.0 - chosen[1].1) / 2.0,
            is_random,
        });
        board.play((moves[0], moves[1]));
    }
}

fn measures(board: &Board) -> Vec<i16> {
    let (mut track, open) = Track::new(board, 0);
    let open = track.begin_turn(open);
    let found = fill::measures::<false>(&track, open);
    let both = found.sum.iter().copied().chain(found.difference);
    both.chain([phase(track.turn()) as i16]).collect()
}

/// The best direction and the chance of `player`.
fn choose(
    net: &Quantized,
    board: &Board,
    player: usize,
    key: u64,
    table: &mut Table,
    nodes: u64,
) -> (Direction, f32) {
    table.reserve(nodes);
    let mut budget = Budget::of_nodes(nodes);
    let found = search(board, player, key, net, table, &mut budget);
    let Some(best) = found.lines.first() else {
        return (Direction::Up, 0.0);
    };
    let chance = match best.value {
        value if value > DECIDED => 1.0,
        value if value < -DECIDED => 0.0,
        value => 1.0 / (1.0 + libm::expf(-(value as f32) / SCALE)),
    };
    (Direction::ALL[best.direction], chance)
}
