//! The choices that searches of self-play settled on, as samples of a data set.

use saiblo::Bot;
use snakego::{Board, Operation};
use snakego_lasso::Lasso;
use snakego_lasso::params::Params;
use snakego_omega_fantasy::policy;
use snakego_omega_fantasy::schedule::ItemSchedule;
use train::choices::Choice;
use train::dataset::Sample;

use crate::half;

/// Numbers of a sample: the number of candidates; for each of them its share of the visits in [`WHOLE`]ths and the number of
/// its terms, then the terms with their values; zeros.
const NUMBERS: usize = 320;
/// All visits together.
const WHOLE: f64 = 30_000.0;
/// Candidates with fewer visits in all are not of much use.
const LEAST_VISITS: u32 = 100;
/// One move of this many is drawn from the free ones.
const RANDOM: u32 = 40;

/// The names of the numbers of a sample.
pub fn names() -> Vec<String> {
    (0..NUMBERS)
        .map(|place| format!("number_{place}"))
        .collect()
}

/// Plays a half-game of a bot against itself; a sample for every search.
pub fn play(params: &Params, seed: u64, nodes: u64) -> Vec<Sample> {
    let mut bots = [params, params].map(|params| Lasso::with(params.clone()));
    let mut schedule = None;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut samples = Vec::new();
    half::play(
        seed,
        false,
        [nodes; 2],
        |bot, position, turn| {
            let answer = bots[bot].choose(position, turn);
            let items = &params.searches.items;
            let schedule =
                schedule.get_or_insert_with(|| ItemSchedule::new(&position.rules, items));
            let board = &position.board;
            if answer.nodes > 0 {
                samples.extend(sample(schedule, board, bots[bot].settled()));
            }
            let free = board.free_moves();
            let drawn = answer.nodes > 0 && !free.is_empty() && random.u32(..RANDOM) == 0;
            let place = random.usize(..free.len().max(1));
            free.iter()
                .nth(place)
                .filter(|_| drawn)
                .unwrap_or(answer.mv)
        },
        |_, _, _| {},
    );
    samples
}

/// `None` for a search that hardly took place, and for a choice with more terms than a sample has room for.
fn sample(schedule: &ItemSchedule, board: &Board, settled: &[(Operation, u32)]) -> Option<Sample> {
    let all: u32 = settled.iter().map(|(_, visits)| visits).sum();
    if settled.len() < 2 || all < LEAST_VISITS {
        return None;
    }
    let mut numbers = vec![settled.len() as i16];
    for &(operation, visits) in settled {
        let terms = policy::terms(schedule, board, operation);
        let share = f64::from(visits) / f64::from(all);
        numbers.extend([(WHOLE * share).round() as i16, terms.len() as i16]);
        // Indices of terms are below 32,768.
        numbers.extend(terms.iter().flat_map(|&(at, x)| [at as i16, x]));
    }
    (numbers.len() <= NUMBERS).then(|| {
        numbers.resize(NUMBERS, 0);
        Sample {
            game: 0,
            target: 0.0,
            features: numbers,
        }
    })
}

/// The choice of a sample of [`play`].
pub fn choice(sample: &Sample) -> Choice {
    let mut numbers = sample.features.iter().copied();
    let mut next = || numbers.next().unwrap_or(0);
    let mut choice = Choice::default();
    for _ in 0..next() {
        choice.shares.push(f32::from(next()) / WHOLE as f32);
        let terms = next();
        let option = (0..terms).map(|_| (next() as u16, next()));
        choice.options.push(option.collect());
    }
    choice
}
