//! A training in units, in any order, twice and killed, is that of one machine; what is missing or foreign is named.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use train::arguments::{self, Arguments};
use train::dataset::{Header, Sample, Shard};
use train::logistic::{self, Settings};
use train::selfplay;
use train::steps::Folder;

/// Learns what dice are worth
#[derive(clap::Parser)]
struct Recipe {
    #[command(flatten)]
    common: Arguments,
    #[arg(long, default_value_t = 2)]
    rounds: u64,
    #[arg(long, default_value_t = 50)]
    games: u64,
    #[arg(long = "match", conflicts_with = "shard")]
    closing: Option<u64>,
}

fn learn(recipe: &Recipe, folder: &Folder) -> anyhow::Result<()> {
    let mut weights = vec![0.0; 2];
    for round in 0..recipe.rounds {
        let header = header(recipe.games, selfplay::seed(recipe.common.seed, round));
        let games = folder.games(&format!("games-{round}"), header, game)?;
        let fit = folder.value(&format!("fit-{round}.json"), || {
            logistic::fit(&[games], &weights, &Settings::default())
        })?;
        weights = fit.weights;
    }
    folder.save("weights", &format!("{weights:?}"))?;
    assert!(recipe.closing.is_none());
    Ok(())
}

fn header(games: u64, seed: u64) -> Header {
    Header {
        game: "dice".to_owned(),
        features: ["a", "b"].map(str::to_owned).to_vec(),
        seed,
        games,
        ..Header::default()
    }
}

/// A game of up to four positions.
fn game(seed: u64) -> Vec<Sample> {
    let mut random = fastrand::Rng::with_seed(seed);
    let positions = random.usize(..5);
    let sample = |_| Sample {
        game: 0,
        target: f32::from(random.bool()),
        features: vec![random.i16(..), random.i16(..)],
    };
    (0..positions).map(sample).collect()
}

/// Runs the trainer; its exit status, or the error.
fn run(folder: &Path, arguments: &str) -> Result<u8, String> {
    let folder = folder.to_str().unwrap();
    let words = ["train", folder].into_iter().chain(arguments.split(' '));
    let words = words.filter(|word| !word.is_empty());
    arguments::train(words.map(Into::into), learn).map_err(|error| format!("{error:#}"))
}

/// The names and contents of all files.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entry = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read(entry.path()).unwrap())
    };
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|found| entry(found.unwrap())).collect()
}

#[test]
fn units_in_any_order_and_twice_are_one_machine() {
    let [one, many] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [one, many] = [one.path(), many.path()];
    assert_eq!(run(one, ""), Ok(0));
    assert_eq!(run(many, "--join"), Ok(14));
    // 60 shards are more than games: some have none.
    for (round, (last, shards)) in [(14, vec![3, 1, 4, 2]), (0, (1..=60).collect())]
        .into_iter()
        .enumerate()
    {
        let count = shards.len();
        for index in shards {
            let unit = format!("--shard {index}/{count} --games 50");
            assert_eq!(run(many, &unit), Ok(0));
            let once = files(many);
            let name = format!("games-{round}.shard-{index}-of-{count}");
            assert!(once.contains_key(&name), "{:?}", once.keys());
            assert_eq!(run(many, &unit), Ok(0));
            assert_eq!(files(many), once);
        }
        assert_eq!(run(many, "--join"), Ok(last));
    }
    assert_eq!(files(many), files(one));
    for arguments in ["--shard 1/4", "--join", ""] {
        assert_eq!(run(many, arguments), Ok(0));
        assert_eq!(files(many), files(one));
    }

    // A join that was killed before the fit, and had not removed all shards.
    fs::remove_file(many.join("fit-1.json")).unwrap();
    fs::write(many.join("games-1.shard-2-of-4"), "").unwrap();
    let error = run(many, "--shard 1/4").unwrap_err();
    assert!(error.contains("fit-1.json") && error.contains("--join"));
    assert_eq!(run(many, "--join"), Ok(0));
    assert_eq!(files(many), files(one));
}

#[test]
fn a_killed_unit_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    let unfinished = folder.path().join("games.bin.unfinished");
    let header = Header {
        shard: Some(Shard { index: 2, count: 3 }),
        ..header(30, 1)
    };
    let played = AtomicU64::new(0);
    let play = |seed| {
        played.fetch_add(1, Ordering::Relaxed);
        game(seed)
    };
    selfplay::write(&path, &header, play).unwrap();
    let whole = fs::read(&path).unwrap();
    let mut replayed = Vec::new();
    for cut in 0..=whole.len() {
        fs::write(&unfinished, &whole[..cut]).unwrap();
        played.store(0, Ordering::Relaxed);
        selfplay::write(&path, &header, play).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "cut at {cut}");
        replayed.push(played.load(Ordering::Relaxed));
    }
    assert!(replayed.is_sorted_by(|a, b| a >= b), "{replayed:?}");
    assert_eq!([replayed.first(), replayed.last()], [Some(&10), Some(&1)]);

    // Leftovers of another training are neither used nor thrown away.
    let other = Header { seed: 2, ..header };
    let rest = &whole[..whole.len() - 1];
    fs::write(&unfinished, rest).unwrap();
    let refused = selfplay::write(&path, &other, game).unwrap_err();
    assert!(
        refused.to_string().contains("was begun at commit"),
        "{refused}"
    );
    assert_eq!(fs::read(&unfinished).unwrap(), rest);
}

#[test]
fn what_is_missing_or_foreign_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (shard, hint) in [("0/4", "--array=1-4"), ("5/4", "4/4"), ("1", "i/n")] {
        let error = run(folder, &format!("--shard {shard}")).unwrap_err();
        assert!(error.contains(hint), "{error}");
    }
    assert!(run(folder, "--shard 1/2 --match 9").is_err());

    assert_eq!(run(folder, "--shard 2/3"), Ok(0));
    let before = files(folder);
    assert_eq!(run(folder, ""), Ok(13));
    assert_eq!(run(folder, "--join"), Ok(13));
    let error = run(folder, "--shard 2/3 --games 60").unwrap_err();
    assert!(error.contains("games is \"50\", not \"60\""), "{error}");
    assert_eq!(files(folder), before);

    for index in [1, 3] {
        let unit = format!("--shard {index}/3 --seed {index}");
        assert_eq!(run(folder, &unit), Ok(0));
    }
    let error = run(folder, "--join").unwrap_err();
    assert!(error.contains("shard-3-of-3\" is of another training"));
    assert!(error.contains("seed is \"3\", not \"1\""), "{error}");
    fs::remove_file(folder.join("games-0.shard-3-of-3")).unwrap();
    assert_eq!(run(folder, "--shard 3/3"), Ok(0));
    assert_eq!(run(folder, "--shard 1/2"), Ok(0));
    let error = run(folder, "").unwrap_err();
    assert!(error.contains("several divisions"), "{error}");
    fs::remove_file(folder.join("games-0.shard-1-of-2")).unwrap();

    let damaged = folder.join("games-0.shard-2-of-3");
    let mut bytes = fs::read(&damaged).unwrap();
    let at = bytes.len() - 200;
    bytes[at] ^= 1;
    fs::write(&damaged, bytes).unwrap();
    let error = run(folder, "").unwrap_err();
    assert!(error.contains("checksum"), "{error}");
    fs::remove_file(&damaged).unwrap();
    assert_eq!(run(folder, "--shard 2/3"), Ok(0));
    // Without --join the games of the second round are played, too.
    assert_eq!(run(folder, ""), Ok(0));
    let one = tempfile::tempdir().unwrap();
    assert_eq!(run(one.path(), ""), Ok(0));
    assert_eq!(files(folder), files(one.path()));
}
