//! Games of the search against itself.

use fastrand::Rng;
use nogo::{Board, Color, Point, PointSet};
use nogo_prior::knowledge::Learned;
use nogo_prior::net::Net;
use nogo_prior::params::Params;
use nogo_rave::mobility::{Knowledge, Mobility};
use nogo_rave::uct::{Counted, Search, Verdict};
use search::Budget;
use train::dataset::Sample;
use train::selfplay::PlayoutCap;

/// Random plies at the start of a game: 0 to this.
const RANDOM_PLIES: usize = 6;
/// Before this ply a move is drawn by visits; from it on the best one is played.
const DRAWN_PLIES: usize = 16;
/// Part of the moves that are drawn from all legal ones.
const NOISE: f64 = 0.05;
/// The weight of the game's result against the values of the searches on the way to it: the lambda of TD(lambda)
/// (Sutton 1988). With 1 only the result counts.
const LAMBDA: f32 = 0.9;

/// The weight of the net's value in rating new moves: see [`Params`]. Fixed, so that tuning the bot does not change the
/// recipe.
const TRUST: f32 = 0.5;

/// The settings of the searches in the games of a round.
#[derive(Clone, Copy)]
pub struct Searches {
    /// Simulations a move.
    pub simulations: PlayoutCap,
    /// The share of the net's value in the result of a simulation: see [`Params`].
    pub weight: f32,
}

/// Points in a word of a sample, three states each.
const PACKED: usize = 8;
const WORDS: usize = Point::COUNT.div_ceil(PACKED);
/// Parts of all visits in a sample.
const SHARES: f32 = 10_000.0;

/// A position that was searched.
pub struct Position {
    /// The position.
    pub board: Board,
    /// By point the part of the visits; negative where there is no move or one that is proven to lose, and everywhere if the
    /// search was a quick one.
    pub shares: [f32; Point::COUNT],
}

impl Position {
    /// Is there anything that a policy learns from?
    pub fn has_shares(&self) -> bool {
        self.shares.iter().any(|&share| share >= 0.0)
    }
}

/// The numbers of a sample: stones, eight points a word, and shares of visits.
pub fn names() -> Vec<String> {
    let stones = (0..WORDS).map(|word| format!("stones_{word}"));
    stones
        .chain(PointSet::FULL.iter().map(|point| format!("visits_{point}")))
        .collect()
}

/// Unpacks a sample.
///
/// # Panics
/// If its stones are not a valid position.
pub fn position(sample: &Sample) -> Position {
    let (words, shares) = sample.features.split_at(WORDS);
    let mut picture = String::with_capacity(Point::COUNT + 9);
    for at in 0..Point::COUNT {
        if at % 9 == 0 && at > 0 {
            picture.push('/');
        }
        let state = words[at / PACKED] / 3i16.pow((at % PACKED) as u32) % 3;
        picture.push(['.', 'X', 'O'][state as usize]);
    }
    let Ok(board) = picture.parse() else {
        panic!("no position: {}", picture);
    };
    Position {
        board,
        shares: std::array::from_fn(|at| f32::from(shares[at]) / SHARES),
    }
}

fn numbers(board: &Board, counted: &[Counted], born: f32) -> Vec<i16> {
    let mut words = [0; WORDS];
    for (color, state) in [(Color::Black, 1), (Color::White, 2)] {
        for point in board.stones(color) {
            let at = point.index();
            words[at / PACKED] += state * 3i16.pow((at % PACKED) as u32);
        }
    }
    let open = || counted.iter().filter(|counted| counted.wins.is_finite());
    let visits: f32 = open().map(|counted| counted.visits - born).sum();
    let mut shares = [-1; Point::COUNT];
    for counted in open() {
        let share = (counted.visits - born) / visits.max(1.0);
        shares[counted.point.index()] = (SHARES * share) as i16;
    }
    words.iter().copied().chain(shares).collect()
}

/// Plays a game until its result is proven; all positions that were searched and not proven, seen from the side to move.
pub fn samples(net: Option<&Net>, seed: u64, searches: Searches) -> Vec<Sample> {
    let params = nogo_rave::params::Params::own();
    match net {
        None => play(&mut Mobility::new(params.prior_slope), seed, searches),
        Some(net) => {
            let params = Params {
                trust: TRUST,
                weight: searches.weight,
                ..Params::own()
            };
            play(&mut Learned::new(net.clone(), &params), seed, searches)
        }
    }
}

/// A position on the way, and what the search said of it for black.
struct Step {
    numbers: Vec<i16>,
    color: Color,
    said: f32,
    /// Was the move drawn from all?
    is_noise: bool,
}

fn play<K: Knowledge>(knowledge: &mut K, seed: u64, searches: Searches) -> Vec<Sample> {
    let params = nogo_rave::params::Params::own();
    let mut random = Rng::with_seed(seed);
    let mut board = Board::new();
    for _ in 0..random.usize(..=RANDOM_PLIES) {
        board.play(drawn(&board, &mut random));
    }
    let mut steps = Vec::new();
    let winner = loop {
        if let Some(winner) = board.outcome() {
            break winner;
        }
        let me = board.to_move();
        let (simulations, is_full) = searches.simulations.draw(&mut random);
        let mut search = Search::new(params, knowledge, &board, random.u64(..));
        search.run(knowledge, &mut Budget::of_nodes(simulations));
        let rate = match search.verdict() {
            Verdict::Won => break me,
            Verdict::Lost => break me.opponent(),
            Verdict::Open(rate) => rate,
        };
        let counted = search.counted();
        let learned: &[Counted] = if is_full { &counted } else { &[] };
        let is_noise = random.f64() < NOISE;
        steps.push(Step {
            numbers: numbers(&board, learned, params.prior_visits),
            color: me,
            said: if me == Color::Black { rate } else { 1.0 - rate },
            is_noise,
        });
        let mut left = random.f32() * simulations as f32;
        let by_visits = counted.iter().find(|counted| {
            left -= counted.visits - params.prior_visits;
            left < 0.0
        });
        board.play(match by_visits {
            _ if is_noise => drawn(&board, &mut random),
            Some(counted) if board.ply() < DRAWN_PLIES => counted.point,
            _ => search.best(),
        });
    };
    let mut target = if winner == Color::Black { 1.0 } else { 0.0 };
    let mut samples = Vec::new();
    for step in steps.into_iter().rev() {
        // A move drawn from all legal ones breaks the link: the later plies say nothing about the position before it.
        let lambda = if step.is_noise { 0.0 } else { LAMBDA };
        target = lambda * target + (1.0 - lambda) * step.said;
        samples.push(Sample {
            game: 0,
            target: if step.color == Color::Black {
                target
            } else {
                1.0 - target
            },
            features: step.numbers,
        });
    }
    samples.reverse();
    samples
}

/// Any legal move.
fn drawn(board: &Board, random: &mut Rng) -> Point {
    let moves = board.legal_moves(board.to_move());
    let Some(point) = moves.nth(random.usize(..moves.len())) else {
        panic!("a running game has moves");
    };
    point
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_learns_from_full_searches_alone() {
        let searches = |one_in| Searches {
            simulations: PlayoutCap {
                full: 20,
                one_in,
                quick: 10,
            },
            weight: 0.5,
        };
        let with_shares = |one_in| {
            let samples = samples(None, 1, searches(one_in));
            let has_shares = |sample: &&Sample| position(sample).has_shares();
            (samples.iter().filter(has_shares).count(), samples.len())
        };
        let (full, all) = with_shares(1);
        assert!(full == all && all > 20, "{} of {}", full, all);
        let (full, all) = with_shares(4);
        assert!((2..all / 2).contains(&full), "{} of {}", full, all);
    }
}
