//! A data set survives the disk and betrays damage; a fit finds known weights; threads change nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use train::dataset::{Header, Reader, Sample, Writer};
use train::duel::Example;
use train::logistic::{self, Settings, chance};
use train::steps::{Folder, Part};
use train::{curve, selfplay};

/// The weights behind the games of [`game`].
const WEIGHTS: [f64; 3] = [0.5, -0.25, 0.0];

/// The header of so many games, which have three features.
pub fn header(games: u64) -> Header {
    Header {
        game: "dice".to_owned(),
        bot: "nobody".to_owned(),
        commit: "none".to_owned(),
        features: ["a", "b", "c"].map(str::to_owned).to_vec(),
        seed: 1,
        games,
        ..Header::default()
    }
}

/// A game of three positions with random features, won with the chance that [`WEIGHTS`] give.
fn game(seed: u64) -> Vec<Sample> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut sample = || {
        let features: Vec<i16> = (0..3).map(|_| random.i16(-4..=4)).collect();
        let logit = features
            .iter()
            .zip(WEIGHTS)
            .map(|(&x, w)| f64::from(x) * w)
            .sum();
        let target = f32::from(random.f64() < chance(logit));
        Sample {
            game: 0,
            target,
            features,
        }
    };
    (0..3).map(|_| sample()).collect()
}

/// Plays and fits on `threads` threads. Returns the file of games and the weights.
fn train(folder: &Path, threads: usize) -> (PathBuf, Vec<f64>) {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    pool.install(|| {
        let path = folder.join(format!("games-{threads}"));
        selfplay::write(&path, &header(3000), game).unwrap();
        let settings = Settings {
            epochs: 8,
            rate: 0.05,
            l2: 0.0,
            ..Settings::default()
        };
        let fit = logistic::fit(std::slice::from_ref(&path), &[0.0; 3], &settings).unwrap();
        assert_eq!(fit.losses.len(), settings.epochs);
        // Better than chance (ln 2) on games that were not fitted.
        assert!(fit.losses.last().unwrap()[1] < 0.6, "{:?}", fit.losses);
        (path, fit.weights)
    })
}

#[test]
fn one_thread_and_two_learn_the_same_and_it_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let (one, weights) = train(folder.path(), 1);
    let (two, again) = train(folder.path(), 2);
    assert_eq!(fs::read(one).unwrap(), fs::read(two).unwrap());
    assert_eq!(weights, again);
    for (found, wanted) in weights.iter().zip(WEIGHTS) {
        assert!((found - wanted).abs() < 0.05, "{weights:?}");
    }
}

#[test]
fn samples_come_back_and_damage_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let samples: Vec<Sample> = (0..5)
        .flat_map(|number| game(number).into_iter().map(move |sample| (number, sample)))
        .map(|(number, sample)| Sample {
            game: number as u32,
            ..sample
        })
        .collect();
    let mut writer = Writer::open(&path, &header(5)).unwrap();
    for sample in &samples {
        writer.add(sample).unwrap();
    }
    assert!(!path.exists());
    writer.finish().unwrap();

    let read = |path: &Path| -> anyhow::Result<Vec<Sample>> {
        let mut reader = Reader::open(path)?;
        assert_eq!(reader.header(), &header(5));
        let mut samples = Vec::new();
        while let Some(sample) = reader.next_sample()? {
            samples.push(sample);
        }
        Ok(samples)
    };
    assert_eq!(read(&path).unwrap(), samples);

    let whole = fs::read(&path).unwrap();
    let mut changed = whole.clone();
    let at = changed.len() - 40;
    changed[at] ^= 1;
    fs::write(&path, changed).unwrap();
    assert!(read(&path).unwrap_err().to_string().contains("checksum"));
    fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    assert!(read(&path).unwrap_err().to_string().contains("cut"));
    fs::write(&path, "no header\n").unwrap();
    assert!(read(&path).unwrap_err().to_string().contains("header"));
}

#[test]
fn a_step_that_is_done_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let folder = Folder::open(&path, Part::All, BTreeMap::new()).unwrap();
    let value = |make: fn() -> anyhow::Result<String>| folder.value("a", make);
    let failed = value(|| anyhow::bail!("not today"));
    assert_eq!(format!("{:#}", failed.unwrap_err()), "step a: not today");
    value(|| Ok("first".to_owned())).unwrap();
    assert_eq!(value(|| Ok("second".to_owned())).unwrap(), "first");
}

#[test]
fn curves_stay_inside_the_picture() {
    let values = vec![0.7, 0.6, 0.55];
    let name = "a < b".to_owned();
    let text = curve::svg("x", &[curve::Curve { name, values }]);
    assert!(text.contains("points=\"56.0,56.0 320.0,"), "{text}");
    assert!(
        text.contains("584.0,304.0\"") && text.contains("a &lt; b"),
        "{text}"
    );
}

/// A game of three positions of two sides, each with some of eight inputs on. The first side is ahead if it has input 0 and
/// the second one has not input 1, or the other way round: what no weighted sum can tell. Input 2 is worth something alone.
fn duel(seed: u64) -> Vec<Sample> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut sample = || {
        let sides = [0, 1].map(|_| random.i16(0..256));
        let has = |side: usize, input: i16| f64::from(sides[side] >> input & 1);
        let half = |own: usize, other: usize| {
            2.0 * has(own, 0) * (1.0 - has(other, 1)) + 0.5 * has(own, 2)
        };
        let target = f32::from(random.f64() < chance(half(0, 1) - half(1, 0)));
        Sample {
            game: 0,
            target,
            features: sides.to_vec(),
        }
    };
    (0..3).map(|_| sample()).collect()
}

fn example(sample: &Sample, _: bool) -> Example {
    let on = |bits: &i16| (0..8).filter(|input| bits >> input & 1 == 1).collect();
    Example {
        sides: [on(&sample.features[0]), on(&sample.features[1])],
        target: sample.target,
    }
}

const DUEL: train::batches::Settings = train::batches::Settings {
    epochs: 6,
    batch: 64,
    rate: 0.02,
    decay: 0.0,
    ..train::duel::SETTINGS
};

fn fit_duel(path: &Path, threads: usize) -> train::batches::Fit<Vec<i16>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    let files = [path.to_owned()];
    pool.install(|| train::duel::fit::<8>(&files, 8, example, &DUEL, None).unwrap())
}

#[test]
fn one_thread_and_two_fit_the_same_net_and_it_knows_more_than_a_sum() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duels");
    let header = Header {
        features: ["first", "second"].map(str::to_owned).to_vec(),
        ..header(4000)
    };
    selfplay::write(&path, &header, duel).unwrap();
    let fit = fit_duel(&path, 1);
    assert_eq!(fit, fit_duel(&path, 2));
    let linear = logistic::fit(
        &[as_differences(&path, folder.path())],
        &[0.0; 8],
        &Settings::default(),
    )
    .unwrap();
    let [of_net, of_sum] = [&fit.losses, &linear.losses].map(|losses| losses.last().unwrap()[1]);
    assert!(of_net < of_sum - 0.02, "{of_net} {of_sum}");

    // From what it has found a step of no size leads to the same net, in one epoch.
    let settings = train::batches::Settings {
        epochs: 1,
        rate: 1e-9,
        ..DUEL
    };
    let files = [path.clone()];
    let further = |first: &[i16]| train::duel::fit::<8>(&files, 8, example, &settings, Some(first));
    let again = further(&fit.weights).unwrap();
    assert_eq!(again.weights, fit.weights);
    assert!((again.losses[0][1] - of_net).abs() < 0.001);
    assert!(further(&fit.weights[1..]).is_err());

    // In integers it is the same net.
    let net = search::duel::Duel::<8>::new(&fit.weights, 8).unwrap();
    let value = |first: &[u16], second: &[u16]| net.logit(&net.sums(first), &net.sums(second));
    for (first, second, logit) in [
        (&[0u16][..], &[][..], 2.0),
        (&[0], &[1], 0.0),
        (&[2], &[], 0.5),
    ] {
        let found = f64::from(value(first, second)) / 1e4;
        assert!((found - logit).abs() < 0.3, "{first:?} {second:?}: {found}");
        assert_eq!(value(first, second), -value(second, first));
    }
}

/// The same games with the difference of both sides as features.
fn as_differences(path: &Path, folder: &Path) -> PathBuf {
    let to = folder.join("differences");
    let mut reader = Reader::open(path).unwrap();
    let features = (0..8).map(|input| input.to_string()).collect();
    let header = Header {
        features,
        ..reader.header().clone()
    };
    let mut writer = Writer::open(&to, &header).unwrap();
    while let Some(sample) = reader.next_sample().unwrap() {
        let [first, second] = [sample.features[0], sample.features[1]];
        let features = (0..8).map(|input| (first >> input & 1) - (second >> input & 1));
        let features = features.collect();
        writer.add(&Sample { features, ..sample }).unwrap();
    }
    writer.finish().unwrap();
    to
}
