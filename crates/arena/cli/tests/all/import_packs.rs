//! Packs of the site's matches.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use gameplay::record::GameRecord;
use journal::header::Header;
use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use snapbox::str;

use crate::common::{ARENA, read_games};
use crate::shell::Shell;

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

/// The names of the players in seats 0 and 1.
fn seated<'a>(header: &'a Header, game: &GameRecord) -> [&'a str; 2] {
    let players = [game.a, game.b];
    [0, 1].map(|seat| header.players[players[game.seats[seat]]].as_str())
}

#[test]
fn a_pack_becomes_a_league_with_the_players_names() {
    let shell = Shell::new();
    let pairings = [["b", "a"], ["a", "c"], ["b", "a"], ["a", "b"], ["a", "a"]];
    let lines: Vec<String> = pairings.map(|players| a_match("nogo", players)).to_vec();
    shell.write("NoGo-2024-1.matches", &(lines.join("\n\n") + "\n"));
    shell.types(str![[r#"
$ arena import NoGo-2024-1.matches
NoGo-2024-1.jsonl: nogo, 5 matches between 4 players: a league for `arena replay` and `arena merge`
"#]]);
    let out = shell.path("NoGo-2024-1.jsonl");
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
    assert!(games.iter().all(|game| game.disagreement.is_none()));

    // Commands that read leagues read it; the old file stays if there is nothing to import.
    shell.types(str![[r#"
$ arena replay NoGo-2024-1.jsonl --game 7 --out 7.html
7.html: 1 game, [..] KB
$ arena replay NoGo-2024-1.jsonl
NoGo-2024-1.html: 5 games, [..] KB
$ arena merge NoGo-2024-1.jsonl
│ rank ┆ bot   ┆  Elo ┆ 95 % interval ┆ games ┆ score % ┆ bad verdicts ┆ fallback ┆ #1 ┆ #2 ┆ #3 ┆ #4 │
│ #1   ┆ a (2) ┆ +118 ┆  -177 .. +371 ┆     1 ┆   100.0 ┆            0 ┆        0 ┆    ┆    ┆  1 ┆    │
│ #2   ┆ c     ┆ +118 ┆  -177 .. +371 ┆     1 ┆   100.0 ┆            0 ┆        0 ┆    ┆    ┆  1 ┆    │
│ #3   ┆ a     ┆  -73 ┆  -195 .. +140 ┆     5 ┆    40.0 ┆            0 ┆        0 ┆  0 ┆  0 ┆    ┆  2 │
│ #4   ┆ b     ┆ -162 ┆  -455 .. +121 ┆     3 ┆    33.3 ┆            0 ┆        0 ┆    ┆    ┆  1 ┆    │
5 games; Elo against the mean of all; a column #k holds the points against the bot of rank k

1 of 5 games repeat an earlier one move for move, so the intervals are too narrow: these players leave nothing to chance, and all games start alike; --openings FILE or --opening-plies N gives other starts
$ arena import NoGo-2024-1.matches --force --player c
NoGo-2024-1.jsonl: nogo, 1 match between 2 players: a league for `arena replay` and `arena merge`
4 matches were of another game or other players
$ arena import NoGo-2024-1.matches --force --player nobody
5 matches were of another game or other players
error: there is no match to import; --game and --player must be those of the pack
exit status 1
"#]]);
    assert_eq!(league(&out).1.len(), 1);
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
    let shell = Shell::new();
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
    shell.write("pack.matches", &lines.join("\n"));
    shell.types(str![[r#"
$ arena import pack.matches
pack.jsonl: nogo, 3 matches between 2 players: a league for `arena replay` and `arena merge`
warning: 3 lines are no matches that can be used; the first:
  pack.matches, line 1: this is not JSON: expected value at line 1 column 1
  pack.matches, line 4: the list ends after 5 entries without a `finish`; import a match that has ended
  pack.matches, line 5: the list is empty; the match has not begun
warning: 1 match on which our referee does not agree with the site's; the first:
  pack.matches, line 3: turn 4, content: the site has {"0":{"x":0,"y":0}}, we have {"1":{"x":3,"y":4}}; what follows is not compared
exit status 12
"#]]);
    let (_, games) = league(&shell.path("pack.jsonl"));
    let differ: Vec<bool> = (games.iter())
        .map(|game| game.disagreement.is_some())
        .collect();
    assert_eq!(differ, [false, true, false]);
}

#[test]
fn archives_and_several_games_are_taken_apart() {
    let shell = Shell::new();
    let archive = shell.path("month.zip");
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
    shell.types(str![[r#"
$ arena import month.zip
month.nogo.jsonl: nogo, 1 match between 2 players: a league for `arena replay` and `arena merge`
month.snake.jsonl: snake, 2 matches between 2 players: a league for `arena replay` and `arena merge`
warning: 1 line is not a usable match; the first:
  month.zip, 2024/2.matches, line 2: this is not JSON: expected value at line 1 column 1
exit status 12
$ arena import month.zip --game snake --out one.jsonl
one.jsonl: snake, 2 matches between 2 players: a league for `arena replay` and `arena merge`
warning: 1 line is not a usable match; the first:
  month.zip, 2024/2.matches, line 2: this is not JSON: expected value at line 1 column 1
1 match was of another game or other players
exit status 12
$ arena import month.zip --out one.jsonl --force
error: --out names one file, but there are matches of nogo, snake; choose one with --game, or leave --out out
exit status 1
$ arena import month.zip --golden x
error: --golden keeps one match: import that one alone, from its own file
exit status 1
$ arena import month.zip month.zip --out month.zip
error: month.zip would replace the log it is made from; name another file with --out
exit status 1
$ arena import month.zip --game chess
error: the arena knows no game of Botzone's called `chess` (it knows: amazons, [..])
exit status 1
$ truncate -s -30 month.zip; arena import month.zip
error: month.zip is not a complete zip archive; fetch it again: invalid Zip archive: Could not find EOCD
exit status 1
"#]]);
    for (file, game, count) in [
        ("month.nogo.jsonl", "nogo", 1),
        ("month.snake.jsonl", "snake", 2),
        ("one.jsonl", "snake", 2),
    ] {
        let (header, games) = league(&shell.path(file));
        assert_eq!((header.game.as_deref(), games.len()), (Some(game), count));
    }
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
    // An element that is not a match is named by its place.
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
    let shell = Shell::new();
    let log: Value = serde_json::from_str(&a_match("nogo", ["a", "b"])).unwrap();
    shell.write("one.json", &log.to_string());
    shell.write("pretty.json", &serde_json::to_string_pretty(&log).unwrap());
    // Without the ending, two lines of JSON are a pack.
    shell.write("two.json", &format!("{log}\n{log}\n"));
    shell.types(str![[r#"
$ arena import one.json
nogo, 74 turns, 0 : 1, as our referee has it
one.jsonl: a log for `arena replay`
$ arena import pretty.json
nogo, 74 turns, 0 : 1, as our referee has it
pretty.jsonl: a log for `arena replay`
$ cmp one.jsonl pretty.jsonl
$ arena import one.json --player a
error: --player chooses matches of a pack, but one.json is one match; leave it out
exit status 1
$ # An old file is not replaced by accident.
$ arena import one.json
error: one.jsonl exists already, and what is in it is not replaced: add --force to replace it, or name another file
exit status 1
$ arena import two.json
two.jsonl: nogo, 2 matches between 2 players: a league for `arena replay` and `arena merge`
"#]]);
}
