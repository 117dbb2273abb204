//! Files that were cut off or damaged, or are not of the arena.

use std::fs;
use std::process::Command;

use super::{ended, game, header, ids, league, merge, play_match};
use crate::common::ARENA;

#[test]
fn resume_leaves_a_file_that_is_no_league_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes");
    let cut_of_another = header(2).replace("\"seed\":1", "\"seed\":2");
    for text in [
        b"Read me: a letter without a newline".as_slice(),
        b"{",
        b"{\"format\":\"arena-games\",\"vers",
        b"\xff\xfe",
        cut_of_another.as_bytes(),
    ] {
        fs::write(&path, text).unwrap();
        let whole_header = header(2).into_bytes();
        let ours = whole_header.starts_with(text);
        let (well, _, errors) = ended(&mut league(&path, 2, &["--resume"]));
        if ours {
            assert!(well, "{errors}");
            continue;
        }
        assert!(!well && errors.contains("not a games file"), "{errors}");
        assert_eq!(fs::read(&path).unwrap(), text, "{errors}");
    }
}

#[test]
fn a_league_killed_in_its_first_line_starts_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    let header = header(2);
    for length in [0, 1, 40, header.len()] {
        fs::write(&path, &header[..length]).unwrap();
        let (well, _, errors) = ended(&mut league(&path, 2, &["--resume"]));
        assert!(well, "{length}: {errors}");
        assert_eq!(ids(&path), [0, 1]);
    }
}

/// A game whose bot wrote Chinese, cut in the middle of a character.
fn cut_in_a_character(line: &str) -> Vec<u8> {
    let line = line.replace("\"ms\":3.25", "\"ms\":3.25,\"debug\":\"思考\"");
    let at = line.find("思").unwrap() + 1;
    line.as_bytes()[..at].to_vec()
}

#[test]
fn a_cut_in_the_middle_of_a_character_costs_that_line_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    let mut bytes = format!("{}\n{}\n", header(2), game(0, 2)).into_bytes();
    let cut = cut_in_a_character(&game(1, 2));
    let said = format!("line 3 breaks off after {} bytes", cut.len());
    bytes.extend(cut);
    fs::write(&path, &bytes).unwrap();
    let (well, text, errors) = merge(&[&path], &[]);
    assert!(well && text.contains("1 game;"), "{text}{errors}");
    assert!(errors.contains(&said), "{errors}");
    let (well, _, errors) = ended(&mut league(&path, 2, &["--resume"]));
    assert!(well && errors.contains(&said), "{errors}");
    assert_eq!(ids(&path), [0, 1]);

    let log = folder.path().join("games.jsonl");
    play_match(&log);
    let mut bytes = fs::read(&log).unwrap();
    let games = bytes.len();
    bytes.extend(cut_in_a_character(&game(2, 2)));
    let said = format!("line 4 breaks off after {} bytes", bytes.len() - games);
    fs::write(&log, &bytes).unwrap();
    let (well, text, errors) = ended(Command::new(ARENA).arg("replay").arg(&log));
    assert!(well && text.contains("2 games"), "{text}{errors}");
    assert!(errors.contains(&said), "{errors}");
}

#[test]
fn every_damaged_line_of_a_league_is_named_with_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    let header = header(4);
    for (from, to, why) in [
        ("\"seat\":0", "\"seat\":7", "seat 7"),
        ("\"winner\":0", "\"winner\":9", "seat 9"),
        ("\"seats\":[1,0]", "\"seats\":[9,9]", "[9, 9]"),
        ("\"seats\":[1,0]", "\"seats\":[0,1]", "seats"),
        ("\"turn_no\":1", "\"turn_no\":4000000000", "turn 4000000000"),
        ("\"id\":1", "\"id\":4000000000", "game 4000000000"),
        ("\"id\":1", "\"id\":4", "game 4"),
        ("\"pair\":0", "\"pair\":4000000000", "pair"),
        ("\"b\":1", "\"b\":2", "players"),
        ("\"a\":0", "\"a\":1", "players"),
        ("\"opening\":0", "\"opening\":9", "opening"),
        ("\"ms\":3.25", "\"ms\":-3.25", "-3.25"),
        ("\"id\":1", "\"id\":\"x\"", "invalid type"),
    ] {
        let bad = game(1, 2).replace(from, to);
        assert_ne!(bad, game(1, 2));
        let text = format!("{header}\n{}\n{bad}\n{}\n", game(0, 2), game(2, 2));
        fs::write(&path, &text).unwrap();
        let resumed = ended(&mut league(&path, 4, &["--resume"]));
        for (well, _, errors) in [resumed, merge(&[&path], &[])] {
            assert!(!well, "{to} was taken");
            assert!(
                errors.contains("line 3") && errors.contains(why) && !errors.contains("panicked"),
                "{to}: {errors}"
            );
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_damaged_header_is_named_and_costs_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    let header = header(2);
    let crowd: Vec<String> = (0..100_000).map(|i| format!("\"cmd:{i}\"")).collect();
    let crowd = format!("\"players\":[{}]", crowd.join(","));
    let players = "\"players\":[\"cmd:false\",\"cmd:true\"]";
    for (from, to, why) in [
        ("\"games\":2,", "\"games\":4000000000,", "4000000000 games"),
        (players, crowd.as_str(), "100000 players"),
        (players, "\"players\":[]", "0 players"),
        (players, "\"players\":[\"x\"]", "1 player"),
        (players, "\"players\":[\"x\",\"x\"]", "twice"),
        ("\"arena\":", "\"shard\":[3,2],\"arena\":", "shard"),
        (
            "\"version\":1,\"league\"",
            "\"version\":9,\"league\"",
            "version 9",
        ),
    ] {
        let bad = header.replace(from, to);
        assert_ne!(bad, header, "{from}");
        fs::write(&path, format!("{bad}\n")).unwrap();
        let resumed = ended(&mut league(&path, 2, &["--resume"]));
        for (well, text, errors) in [resumed, merge(&[&path], &[])] {
            assert!(!well, "{why} was taken:\n{text}");
            assert!(
                errors.contains(why) && !errors.contains("panicked"),
                "{errors}"
            );
        }
    }
}

#[test]
fn a_damaged_match_log_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("games.jsonl");
    play_match(&log);
    let text = fs::read_to_string(&log).unwrap();
    // A damaged game is left out of the page; a file without its header is not a log.
    for (from, to, why, shown) in [
        (
            "\"games\":2,",
            "\"games\":4000000000,",
            "4000000000 games",
            false,
        ),
        ("\"opening\":0", "\"opening\":9", "line 2", true),
        ("\"ms\":", "\"ms\":-", "line 2", true),
    ] {
        let bad = text.replacen(from, to, 1);
        assert_ne!(bad, text, "{from}");
        fs::write(&log, &bad).unwrap();
        let (well, _, errors) = ended(Command::new(ARENA).arg("replay").arg(&log));
        assert!(well == shown && errors.contains(why), "{to}: {errors}");
    }
}
