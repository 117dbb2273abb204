//! The content of a league's file: every game once, from one league.

use std::fs;
use std::path::Path;

use super::{ended, game, header, ids, league, merge, play_match};

#[test]
fn a_duplicate_counts_once_in_resume_as_in_merge() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    // Only times differ.
    let again = game(1, 2).replace("3.25", "4.5");
    let lines = [game(0, 2), game(1, 2), again, game(0, 2)];
    fs::write(&path, format!("{}\n{}\n", header(2), lines.join("\n"))).unwrap();
    let (well, resumed, errors) = ended(&mut league(&path, 2, &["--resume"]));
    assert!(well, "{errors}");
    assert!(resumed.contains("2 games"), "{resumed}");
    let (well, merged, errors) = merge(&[&path, &path], &[]);
    assert!(well && merged.contains("2 games"), "{merged}{errors}");
    let out = folder.path().join("out.jsonl");
    assert!(merge(&[&path], &["--out", out.to_str().unwrap()]).0);
    assert_eq!(ids(&out), [0, 1]);
}

#[test]
fn two_results_of_one_game_are_an_error_in_resume_as_in_merge() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    for other in [
        game(0, 3),
        game(0, 2).replace("\"winner\":0", "\"winner\":1"),
    ] {
        let text = format!("{}\n{}\n{}\n{other}\n", header(2), game(0, 2), game(1, 2));
        fs::write(&path, &text).unwrap();
        let resumed = ended(&mut league(&path, 2, &["--resume"]));
        for (well, table, errors) in [resumed, merge(&[&path], &[])] {
            assert!(!well, "{table}");
            assert!(
                errors.contains("line 2") && errors.contains("line 4"),
                "{errors}"
            );
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn merge_refuses_files_of_other_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (log, whole) = (path("games.jsonl"), path("league.jsonl"));
    fs::write(&whole, format!("{}\n{}\n", header(2), game(0, 2))).unwrap();
    play_match(&log);
    let refused = |files: &[&Path], why: &str| {
        let (well, text, errors) = merge(files, &[]);
        assert!(!well && errors.contains(why), "{text}{errors}");
    };
    refused(&[&whole, &log], "not of the same games");
    // A match is a league of two.
    let (well, text, errors) = merge(&[&log], &[]);
    assert!(well && text.contains("2 games"), "{text}{errors}");
    for text in ["", "{}\n", "hello\n", "\n", "[1]\n", "{\"format\":"] {
        let other = path("other");
        fs::write(&other, text).unwrap();
        refused(&[&other], "not a games file");
    }
    refused(&[Path::new("/dev/zero")], "line 1 has no end");
    refused(&[folder.path()], "cannot read");
}

#[test]
fn the_error_of_a_file_that_cannot_be_made_fits_its_cause() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("no-such-folder").join("league.jsonl");
    for more in [&[][..], &["--resume"]] {
        let (well, _, errors) = ended(&mut league(&nowhere, 2, more));
        assert!(
            !well && errors.contains("No such file") && !errors.contains("--resume"),
            "{errors}"
        );
    }
    let whole = folder.path().join("league.jsonl");
    fs::write(&whole, format!("{}\n{}\n", header(2), game(0, 2))).unwrap();
    let (_, _, errors) = ended(&mut league(&whole, 2, &[]));
    assert!(errors.contains("add --resume"), "{errors}");
    let (_, _, errors) = merge(&[&whole], &["--out", nowhere.to_str().unwrap()]);
    assert!(
        errors.contains("No such file") && !errors.contains("name a file that is not there"),
        "{errors}"
    );
}
