//! Games of the bot against itself.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use search::Budget;
use snake::{Board, Direction, Map};
use snake_open_hand::fill::{Features, features};
use snake_open_hand::net::{Net, SCALE, phase};
use snake_open_hand::score::DECIDED;
use snake_open_hand::search::search;
use snake_open_hand::table::Table;
use snake_open_hand::track::Track;

/// A position of a game, seen from seat 0. All results are probabilities: 1 is a win, 0 a loss.
#[derive(Clone)]
pub struct Sample {
    pub features: Features,
    pub phase: usize,
    /// What the searches of both sides said.
    pub searched: f32,
    /// Whether a random move followed.
    pub random: bool,
    /// Result of the game.
    pub result: f32,
    /// What to learn.
    pub target: f32,
}

/// The positions of a game in order.
pub type Game = Vec<Sample>;

/// Each game begins with fewer random turns than this, because two equal searches on a symmetric map play the same.
const RANDOM_TURNS: u32 = 8;

/// Later, one move in so many is random.
const RANDOM_ONE_IN: u32 = 60;

/// What the result counts against the search of the next turn, turn by turn.
const LAMBDA: f32 = 0.93;

/// 1 / (1 + exp(-x)).
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// A game for each seed, on all cores, in the order of the seeds.
pub fn play(net: &Net, seeds: &[u64], nodes: u64) -> Vec<Game> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let games = Mutex::new(vec![Game::new(); seeds.len()]);
    let work = || {
        while let Some((i, &seed)) = {
            let i = next.fetch_add(1, Ordering::Relaxed);
            seeds.get(i).map(|seed| (i, seed))
        } {
            let game = play_one(net, seed, nodes);
            games.lock().unwrap_or_else(PoisonError::into_inner)[i] = game;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    games.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn play_one(net: &Net, seed: u64, nodes: u64) -> Game {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::new(&Map::generate(random.i32(..), None, None));
    let random_turns = random.u32(..RANDOM_TURNS);
    let mut game = Game::new();
    let mut table = Table::default();
    while board.outcome().is_none() {
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
        let (mut track, open) = Track::new(&board, 0);
        let open = track.begin_turn(open);
        game.push(Sample {
            features: features::<false>(&track, open),
            phase: phase(track.turn()),
            searched: (chosen[0].1 + 1.0 - chosen[1].1) / 2.0,
            random: is_random,
            result: 0.5,
            target: 0.5,
        });
        board.play((moves[0], moves[1]));
    }
    let result = match board.outcome().and_then(|outcome| outcome.winner()) {
        Some(0) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    for sample in &mut game {
        sample.result = result;
    }
    game
}

/// The best direction and the probability of a win for `player`.
fn choose(
    net: &Net,
    board: &Board,
    player: usize,
    key: u64,
    table: &mut Table,
    nodes: u64,
) -> (Direction, f32) {
    table.reserve(nodes);
    let mut budget = Budget::new(Instant::now(), Duration::ZERO, Some(nodes));
    let found = search(board, player, key, net, table, &mut budget);
    let Some(best) = found.lines.first() else {
        return (Direction::Up, 0.0);
    };
    let probability = match best.value {
        value if value > DECIDED => 1.0,
        value if value < -DECIDED => 0.0,
        value => logistic(value as f32 / SCALE),
    };
    (Direction::ALL[best.direction], probability)
}

/// Sets what to learn: from the end of a game backwards a mixture of the result and of what the next search said. Where a
/// random move followed, the rest of the game says nothing about the position, so its own search is the target.
pub fn set_targets(games: &mut [Game]) {
    for game in games {
        let mut target = game.last().map_or(0.5, |sample| sample.result);
        for sample in game.iter_mut().rev() {
            if sample.random {
                target = sample.searched;
            }
            sample.target = target;
            target = LAMBDA * target + (1.0 - LAMBDA) * sample.searched;
        }
    }
}
