//! Packs of the site's matches.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use journal::header::Header;
use referee::record::GameRecord;
use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::common::{ARENA, read_games};

/// The first golden game of this name, with players, in one line.
pub fn a_match(game: &str, players: [&str; 2]) -> String {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let folder = PathBuf::from(games).join(game).join("tests/data/golden");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    paths.sort();
    let mut log: Value = serde_json::from_str(&fs::read_to_string(&paths[0]).unwrap()).unwrap();
    log["players"] = json!(players.map(|name| json!({"type": "bot", "bot": {"name": name}})));
    log.to_string()
}

/// Imports, in place of what was imported before.
fn import(arguments: &[&str]) -> Output {
    let mut command = Command::new(ARENA);
    command.args(["import", "--force"]).args(arguments);
    command.output().unwrap()
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The league of a file, every game checked.
fn league(path: &Path) -> (Header, Vec<GameRecord>) {
    read_games(&fs::read(path).unwrap())
}

/// Who sat in seats 0 and 1.
fn seated<'a>(header: &'a Header, game: &GameRecord) -> [&'a str; 2] {
    let players = [game.a, game.b];
    game.seats
        .map(|seat| header.players[players[seat]].as_str())
}

#[test]
fn a_pack_becomes_a_league_with_the_players_names() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("NoGo-2024-1.matches");
    let pairings = [["b", "a"], ["a", "c"], ["b", "a"], ["a", "b"], ["a", "a"]];
    let lines: Vec<String> = pairings.map(|players| a_match("nogo", players)).to_vec();
    fs::write(&pack, lines.join("\n\n") + "\n").unwrap();
    let output = import(&[pack.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let out = folder.path().join("NoGo-2024-1.jsonl");
    let text = said(&output.stdout);
    assert!(
        text.contains(": nogo, 5 matches between 4 players: a league"),
        "{text}"
    );
    let (header, games) = league(&out);
    assert_eq!(
        header.players,
        ["a", "b", "a (2)", "c"],
        "who played most comes first"
    );
    assert_eq!(header.game.as_deref(), Some("nogo"));
    let seats: Vec<[&str; 2]> = games.iter().map(|game| seated(&header, game)).collect();
    let mut want = pairings;
    want[4] = ["a", "a (2)"];
    assert_eq!(seats, want);
    let ids: Vec<u32> = games.iter().map(|game| game.id).collect();
    assert_eq!(ids, [1, 0, 3, 0, 0]);
    // People call them as the pack does, which has empty lines between them.
    let lines: Vec<u32> = games.iter().map(|game| game.called()).collect();
    assert_eq!(lines, [1, 3, 5, 7, 9]);
    let [page, pack_name] = [folder.path().join("7.html"), out.clone()];
    let mut replay = Command::new(ARENA);
    replay
        .arg("replay")
        .arg(pack_name)
        .args(["--game", "7", "--out"]);
    let output = replay.arg(&page).output().unwrap();
    assert!(said(&output.stdout).contains(": 1 game, "), "{output:?}");
    assert!(games.iter().all(|game| game.disagreement.is_none()));

    // What reads leagues reads it.
    for command in ["replay", "merge"] {
        let file = folder.path().join("out.html");
        let mut arena = Command::new(ARENA);
        arena.args([
            command,
            out.to_str().unwrap(),
            "--out",
            file.to_str().unwrap(),
        ]);
        let output = arena.output().unwrap();
        assert!(output.status.success(), "{command}: {output:?}");
        fs::remove_file(file).unwrap();
    }

    let output = import(&[pack.to_str().unwrap(), "--player", "c"]);
    let text = said(&output.stdout);
    assert!(text.contains(" 1 match between 2 players"), "{text}");
    assert!(
        text.contains("4 matches were of another game or other players"),
        "{text}"
    );
    assert_eq!(league(&out).1.len(), 1);
    let output = import(&[pack.to_str().unwrap(), "--player", "nobody"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output.stderr).contains("no match to import"),
        "{output:?}"
    );
    assert_eq!(league(&out).1.len(), 1, "the old file stays");
}

/// A match in the form of the protocol description: every output wrapped and every answer with all that the site keeps of
/// it, bots by id and name, and keys that nobody needs.
fn in_full(players: [(&str, &str); 2]) -> String {
    let mut log: Value = serde_json::from_str(&a_match("nogo", ["", ""])).unwrap();
    let entries = log["log"].as_array_mut().unwrap();
    for (index, entry) in entries.iter_mut().enumerate() {
        if index % 2 == 0 {
            entry["output"]["display"] = json!({"x": 1});
            entry["verdict"] = json!("OK");
            entry["time"] = json!(2);
            entry["memory"] = json!(2);
        } else {
            for (_, answer) in entry.as_object_mut().unwrap() {
                answer["time"] = json!(9);
                answer["memory"] = json!(2);
                answer["keep_running"] = json!(false);
                answer["debug"] = json!("d");
            }
        }
    }
    let players = players
        .map(|(id, name)| json!({"type": "bot", "bot": {"_id": {"$oid": id}, "name": name}}));
    json!({
        "_id": {"$oid": "5e0000000000000000000000"},
        "create_time": {"$date": 1_700_000_000_000u64},
        "game": {"name": "NoGo"},
        "initdata": "",
        "players": players,
        "scores": [2, 0],
        "logs": log["log"],
    })
    .to_string()
}

#[test]
fn a_bot_is_chosen_by_its_name_or_its_id() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("NoGo-2024-2.matches");
    let pairings = [
        [("5a1", "Hunter"), ("5b2", "Gatherer")],
        [("5b2", "Gatherer"), ("5c3", "Hunter II")],
    ];
    let lines = pairings.map(in_full).join("\r\n");
    // As an editor of Windows leaves it.
    fs::write(&pack, format!("\u{feff}{lines}\r\n")).unwrap();
    for (player, matches) in [("Hunter", 1), ("5c3", 1), ("5b2", 2), ("Gatherer", 2)] {
        let output = import(&[pack.to_str().unwrap(), "--player", player]);
        assert_eq!(output.status.code(), Some(0), "{player}: {output:?}");
        let (header, games) = league(&folder.path().join("NoGo-2024-2.jsonl"));
        assert_eq!(games.len(), matches, "{player}");
        assert!(header.players.contains(&"Gatherer".to_owned()));
        for game in games {
            assert!(game.disagreement.is_none(), "{player}");
            let reply = &game.replies[0];
            assert_eq!((reply.ms, reply.debug.as_deref()), (Some(9.0), Some("d")));
        }
    }
}

#[test]
fn a_bad_line_and_a_disagreement_do_not_stop_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("pack.matches");
    let good = a_match("nogo", ["a", "b"]);
    let mut strange: Value = serde_json::from_str(&good).unwrap();
    strange["log"][6]["output"]["content"] = json!({"0": {"x": 0, "y": 0}});
    strange["log"][7]["0"] = strange["log"][7]["1"].clone();
    let mut open: Value = serde_json::from_str(&good).unwrap();
    open["log"].as_array_mut().unwrap().truncate(5);
    let lines = [
        "hello".to_owned(),
        good.clone(),
        strange.to_string(),
        open.to_string(),
        "{\"log\":[]}".to_owned(),
        good,
    ];
    fs::write(&pack, lines.join("\n")).unwrap();
    let output = import(&[pack.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(12), "{output:?}");
    let text = said(&output.stderr);
    for want in [
        "warning: 3 lines are no matches that can be used; the first:\n",
        "pack.matches, line 1: this is not JSON",
        "line 4: the list ends after 5 entries without a `finish`",
        "line 5: the list is empty",
        "warning: 1 match on which our referee does not agree with the site's; the first:\n",
        "line 3: turn 4, content: the site has",
    ] {
        assert!(text.contains(want), "no `{want}` in\n{text}");
    }
    let (_, games) = league(&folder.path().join("pack.jsonl"));
    let differ: Vec<bool> = (games.iter())
        .map(|game| game.disagreement.is_some())
        .collect();
    assert_eq!(differ, [false, true, false]);
}

#[test]
fn archives_and_several_games_are_taken_apart() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("month.zip");
    let mut zip = ZipWriter::new(File::create(&archive).unwrap());
    zip.add_directory("2024", SimpleFileOptions::default())
        .unwrap();
    for (name, lines) in [
        (
            "2024/1.matches",
            [a_match("nogo", ["a", "b"]), a_match("snake", ["c", "d"])],
        ),
        (
            "2024/2.matches",
            [a_match("snake", ["d", "c"]), "oops".to_owned()],
        ),
    ] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(lines.join("\n").as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let name = archive.to_str().unwrap();
    let output = import(&[name]);
    assert_eq!(output.status.code(), Some(12));
    assert!(
        said(&output.stderr).contains("month.zip, 2024/2.matches, line 2: this is not JSON"),
        "{output:?}"
    );
    let counts = ["nogo", "snake"].map(|game| {
        let (header, games) = league(&folder.path().join(format!("month.{game}.jsonl")));
        assert_eq!(header.game.as_deref(), Some(game));
        games.len()
    });
    assert_eq!(counts, [1, 2]);
    let one = folder.path().join("one.jsonl");
    let output = import(&[name, "--game", "snake", "--out", one.to_str().unwrap()]);
    assert!(
        said(&output.stdout).contains("1 match was of another game"),
        "{output:?}"
    );
    assert_eq!(league(&one).1.len(), 2);

    for (arguments, want) in [
        (
            &[name, "--out", one.to_str().unwrap()][..],
            "matches of nogo, snake; choose one with --game",
        ),
        (&[name, "--golden", "x"], "--golden keeps one match"),
        (
            &[name, name, "--out", name],
            "would replace the log it is made from",
        ),
        (&[name, "--game", "chess"], "it knows: amazons, "),
    ] {
        let output = import(arguments);
        let text = said(&output.stderr);
        assert!(
            !output.status.success() && text.contains(want),
            "{arguments:?}: {text}"
        );
    }
    let bytes = fs::read(&archive).unwrap();
    fs::write(&archive, &bytes[..bytes.len() - 30]).unwrap();
    let output = import(&[name]);
    assert!(
        said(&output.stderr).contains("is not a complete zip archive; fetch it again"),
        "{output:?}"
    );
}

#[test]
fn arrays_and_utf_16_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let one = a_match("nogo", ["小明", "b"]);
    let log: Value = serde_json::from_str(&one).unwrap();
    let array = json!([log, log["log"], log]);
    let utf_16 = |text: &str, unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let units = [0xfeff].into_iter().chain(text.encode_utf16());
        units.flat_map(unit).collect()
    };
    let lines = format!("{one}\r\n{one}\r\n");
    let pretty = serde_json::to_string_pretty(&array).unwrap();
    for (ending, bytes, numbers) in [
        ("json", array.to_string().into_bytes(), &[1, 2, 3][..]),
        ("json", pretty.clone().into_bytes(), &[1, 2, 3]),
        ("json", utf_16(&pretty, u16::to_le_bytes), &[1, 2, 3]),
        ("json", utf_16(&lines, u16::to_be_bytes), &[1, 2]),
        ("matches", utf_16(&lines, u16::to_le_bytes), &[1, 2]),
        ("matches", array.to_string().into_bytes(), &[1, 2, 3]),
    ] {
        let pack = folder.path().join("pack").with_extension(ending);
        fs::write(&pack, bytes).unwrap();
        let output = import(&[pack.to_str().unwrap()]);
        assert!(output.status.success(), "{output:?}");
        let (header, games) = league(&folder.path().join("pack.jsonl"));
        assert!(header.players.contains(&"小明".to_owned()), "{header:?}");
        let found: Vec<u32> = games.iter().map(|game| game.called()).collect();
        assert_eq!(found, numbers);
    }
    // A match alone.
    let path = folder.path().join("match.json");
    fs::write(&path, utf_16(&one, u16::to_le_bytes)).unwrap();
    let output = import(&[path.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    // An element that is no match is named by its place.
    fs::write(&path, json!([log, 7]).to_string()).unwrap();
    let output = import(&[path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(12));
    let errors = said(&output.stderr);
    assert!(
        errors.contains("match.json, match 2: there is no list"),
        "{errors}"
    );
}

#[test]
fn one_match_is_no_pack() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.json");
    let log: Value = serde_json::from_str(&a_match("nogo", ["a", "b"])).unwrap();
    for text in [log.to_string(), serde_json::to_string_pretty(&log).unwrap()] {
        fs::write(&path, text).unwrap();
        let output = import(&[path.to_str().unwrap()]);
        assert!(output.status.success(), "{output:?}");
        let log = fs::read(folder.path().join("match.jsonl")).unwrap();
        let (header, games) = read_games(&log);
        assert_eq!(
            (header.players, games.len()),
            (["a", "b"].map(str::to_owned).to_vec(), 1)
        );
    }
    let output = import(&[path.to_str().unwrap(), "--player", "a"]);
    assert!(
        said(&output.stderr).contains("is one match; leave it out"),
        "{output:?}"
    );
    // An old file is not replaced by accident.
    let mut command = Command::new(ARENA);
    let output = command.arg("import").arg(&path).output().unwrap();
    assert!(
        said(&output.stderr).contains("match.jsonl exists already"),
        "{output:?}"
    );
    // Without the ending, two lines of JSON are a pack.
    fs::write(&path, format!("{log}\n{log}\n")).unwrap();
    let output = import(&[path.to_str().unwrap()]);
    assert!(
        said(&output.stdout).contains("2 matches between 2 players"),
        "{output:?}"
    );
}
