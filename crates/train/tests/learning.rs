//! A data set survives the disk and betrays damage; a fit finds known weights; threads change nothing.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::fs;
use std::path::{Path, PathBuf};

use train::dataset::{Header, Reader, Sample, Writer};
use train::logistic::{self, Settings, chance};
use train::{curve, selfplay, steps};

/// The weights behind the games of [`game`].
const WEIGHTS: [f64; 3] = [0.5, -0.25, 0.0];

fn header(games: u64) -> Header {
    Header {
        game: "dice".to_owned(),
        bot: "nobody".to_owned(),
        commit: "none".to_owned(),
        features: ["a", "b", "c"].map(str::to_owned).to_vec(),
        seed: 1,
        games,
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

/// Plays and fits on so many threads; the file of games and the weights.
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
    let mut writer = Writer::create(&path, &header(5)).unwrap();
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
    let folder = steps::Folder::open(&folder.path().join("new")).unwrap();
    let failed = folder.step("a", |_| anyhow::bail!("not today"));
    assert_eq!(format!("{:#}", failed.unwrap_err()), "step a: not today");
    let path = folder.step("a", |path| steps::save(path, "first")).unwrap();
    folder
        .step("a", |path| steps::save(path, "second"))
        .unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), "first");
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
