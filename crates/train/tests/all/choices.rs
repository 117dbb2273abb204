//! A policy fitted to the shares of known weights finds these, on one thread and on two.

use std::path::{Path, PathBuf};

use train::batches::Settings;
use train::choices::{self, Choice, Fit};
use train::dataset::{Header, Sample};
use train::selfplay;

/// The weights behind the shares.
const WEIGHTS: [f32; 3] = [0.5, -0.25, 1.0];

/// Three options with three terms each.
fn samples(seed: u64) -> Vec<Sample> {
    let mut random = fastrand::Rng::with_seed(seed);
    let features = (0..9).map(|_| random.i16(-3..=3)).collect();
    vec![Sample {
        game: 0,
        target: 0.0,
        features,
    }]
}

fn choices(sample: &Sample) -> Vec<Choice> {
    let options: Vec<Vec<(u16, i16)>> = sample
        .features
        .chunks(3)
        .map(|terms| (0..).zip(terms.iter().copied()).collect())
        .collect();
    let likelihood = |option: &Vec<(u16, i16)>| {
        let terms = option
            .iter()
            .map(|&(at, x)| WEIGHTS[usize::from(at)] * f32::from(x));
        libm::expf(terms.sum())
    };
    let sum: f32 = options.iter().map(likelihood).sum();
    let shares = options
        .iter()
        .map(|option| likelihood(option) / sum)
        .collect();
    vec![Choice { options, shares }]
}

fn fit(files: &[PathBuf], threads: usize) -> Fit {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    let settings = Settings {
        batch: 16,
        decay: 0.0,
        ..choices::SETTINGS
    };
    pool.install(|| choices::fit(files, &[0.0; 3], choices, &settings).unwrap())
}

#[test]
fn one_thread_and_two_find_the_same_weights_and_the_right_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("samples");
    let header = Header {
        game: "dice".to_owned(),
        bot: "nobody".to_owned(),
        commit: "none".to_owned(),
        features: (0..9).map(|term: u8| term.to_string()).collect(),
        seed: 1,
        games: 3000,
        ..Header::default()
    };
    selfplay::write(&path, &header, samples).unwrap();
    let files = [path];
    let found = fit(&files, 1);
    assert_eq!(found, fit(&files, 2));
    for (weight, known) in found.weights.iter().zip(WEIGHTS) {
        assert!((weight - known).abs() < 0.02, "{:?}", found.weights);
    }
    let [_, held_out] = found.losses.last().unwrap();
    assert!(held_out - found.least < 0.001, "{found:?}");

    // From what it has found a step of no size leads nowhere.
    let settings = Settings {
        epochs: 1,
        rate: 1e-9,
        ..choices::SETTINGS
    };
    let again = choices::fit(&files, &found.weights, choices, &settings).unwrap();
    for (weight, known) in again.weights.iter().zip(&found.weights) {
        assert!((weight - known).abs() < 1e-5, "{:?}", again.weights);
    }
}

#[test]
fn nothing_to_fit_to_is_an_error() {
    assert!(choices::fit(&[], &[0.0; 3], choices, &choices::SETTINGS).is_err());
    let missing = [Path::new("no such file").to_owned()];
    assert!(choices::fit(&missing, &[0.0; 3], choices, &choices::SETTINGS).is_err());
}
