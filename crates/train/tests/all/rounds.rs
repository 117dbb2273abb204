//! Rounds of games and fits: known weights are found, a fit looks back as far as it was told, and a second run changes nothing.

use std::collections::BTreeMap;
use std::path::Path;

use fastrand::Rng;
use train::dataset::{Header, Sample};
use train::logistic::chance;
use train::rounds::Rounds;
use train::steps::{Folder, Part};
use train::tuples::{self, Settings};

/// The weights behind the games, as logits, of two patterns with three contents each.
const WEIGHTS: [[f64; 3]; 2] = [[1.0, 0.0, -1.0], [0.5, -0.5, 0.0]];
/// A content that nearly no position has.
const RARE: i16 = 3;
/// Places of the weights of a pattern.
const CONTENTS: usize = 4;
const UNIT: f64 = 100.0;

const SETTINGS: Settings = Settings {
    weights: 2 * CONTENTS,
    unit: UNIT,
    epochs: 3,
};

fn header(games: u64) -> Header {
    Header {
        features: ["first", "second"].map(str::to_owned).to_vec(),
        ..crate::learning::header(games)
    }
}

/// A game of four positions, won with the chance that [`WEIGHTS`] give, or that of the other side.
fn game(seed: u64, is_other: bool) -> Vec<Sample> {
    let mut random = Rng::with_seed(seed);
    let mut sample = || {
        let mut features = vec![random.i16(0..RARE), random.i16(0..RARE)];
        let logit: f64 = (WEIGHTS.iter().zip(&features))
            .map(|(weights, &content)| weights[content as usize])
            .sum();
        let logit = if is_other { -logit } else { logit };
        if random.u32(..4000) == 0 {
            features[0] = RARE;
        }
        Sample {
            game: 0,
            target: f32::from(random.f64() < chance(logit)),
            features,
        }
    };
    (0..4).map(|_| sample()).collect()
}

/// The weights after each of these rounds of games, and the held-out losses.
fn learn(folder: &Path, window: usize, rounds: &[(u64, bool)]) -> (Vec<Vec<i16>>, Vec<f64>) {
    let folder = Folder::open(folder, Part::All, BTreeMap::new()).unwrap();
    let mut learned = Rounds::new(&folder, window, 1);
    let next = |&(games, is_other): &(u64, bool)| {
        let play = |seed| game(seed, is_other);
        let fit = |files: &[_], seed| {
            let board = |sample: &Sample| [sample.features[0], sample.features[1]];
            tuples::fit(files, &SETTINGS, seed, board, |&[first, second]| {
                [first as usize, CONTENTS + second as usize]
            })
        };
        learned.next(header(games), play, fit).unwrap()
    };
    let weights = rounds.iter().map(next).collect();
    (weights, learned.losses)
}

/// The weights of the first pattern, in logits, as differences from their mean: a constant may move from one pattern to the other.
fn first(weights: &[i16]) -> [f64; 3] {
    let logits = [0, 1, 2].map(|content| f64::from(weights[content]) / UNIT);
    let mean = logits.iter().sum::<f64>() / 3.0;
    logits.map(|logit| logit - mean)
}

fn is_near(found: [f64; 3], wanted: [f64; 3]) -> bool {
    (found.iter().zip(wanted)).all(|(found, wanted)| (found - wanted).abs() < 0.1)
}

#[test]
fn known_weights_are_found_and_rare_ones_are_zero() {
    let folder = tempfile::tempdir().unwrap();
    let (weights, losses) = learn(folder.path(), 1, &[(4000, false)]);
    let [weights] = &weights[..] else { panic!() };
    assert!(is_near(first(weights), WEIGHTS[0]), "{weights:?}");
    assert_eq!((weights[3], weights[7]), (0, 0), "{weights:?}");
    // ln 2 is what nothing but chance has.
    assert!(losses[0] < 0.64, "{losses:?}");
    let (again, _) = learn(folder.path(), 1, &[(4000, false)]);
    assert_eq!(&again[0], weights, "from the files of the folder");
}

#[test]
fn a_fit_looks_back_so_many_rounds() {
    // The same games, but for who wins the second half of them.
    let rounds = [(4000, false), (4000, true)];
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let (last, _) = learn(folders[0].path(), 1, &rounds);
    let (both, losses) = learn(folders[1].path(), 2, &rounds);
    assert_eq!(losses.len(), 2);
    assert_eq!(last[0], both[0]);
    assert!(
        is_near(first(&last[1]), WEIGHTS[0].map(|weight| -weight)),
        "{last:?}"
    );
    assert!(is_near(first(&both[1]), [0.0; 3]), "{both:?}");
}

#[test]
fn games_without_a_sample_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let folder = Folder::open(folder.path(), Part::All, BTreeMap::new()).unwrap();
    let mut rounds = Rounds::new(&folder, 1, 1);
    let error = rounds
        .next(
            header(3),
            |_| Vec::new(),
            |files, seed| tuples::fit(files, &SETTINGS, seed, |_| (), |()| [0]),
        )
        .unwrap_err();
    assert_eq!(
        error.root_cause().to_string(),
        "there are no samples to fit to"
    );
}
