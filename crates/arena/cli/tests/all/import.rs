//! Match logs of the site, as they should be and as they should not.

mod illegal;
mod probe;

use std::fs;
use std::path::PathBuf;

use crate::common::read_games;
use crate::shell::{Shell, is};
use gameplay::games::standard;
use journal::lines;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use site::import::{check, golden, read, record};
use snapbox::str;

fn folder(game: &str) -> PathBuf {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    PathBuf::from(games).join(game).join("tests/data/golden")
}

/// The golden games, which are logs themselves: game, text.
fn golden_games() -> Vec<(&'static str, String)> {
    let mut games = Vec::new();
    for game in standard().botzone_names() {
        // A variant may have none.
        let files = fs::read_dir(folder(game)).into_iter().flatten();
        let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        paths.sort();
        games.extend(
            paths
                .iter()
                .map(|path| (game, fs::read_to_string(path).unwrap())),
        );
    }
    games
}

/// The first golden game of this name as a log, for changes.
fn log_of(game: &str) -> Value {
    let games = golden_games();
    let (_, text) = games.iter().find(|(name, _)| *name == game).unwrap();
    serde_json::from_str(text).unwrap()
}

fn import(log: &Value) -> anyhow::Result<read::SiteLog> {
    read::read(log.to_string().as_bytes(), &standard(), None)
}

#[test]
fn golden_games_are_imported_without_a_difference() {
    let games = golden_games();
    assert!(games.len() >= 9);
    for (game, text) in games {
        let site = read::read(text.as_bytes(), &standard(), None).unwrap();
        assert_eq!(site.game.name, game);
        assert_eq!(check::compare(&site).0, None);
        assert_eq!(golden::text(&site), text, "what was kept is kept again");
        // Several games begin alike.
        let log: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(import(&log["log"]).unwrap().game.name, game);
        let (header, record) = record::game(&site);
        let mut written = Vec::new();
        lines::write(&mut written, &header).unwrap();
        lines::write(&mut written, &record).unwrap();
        let (again, records) = read_games(&written);
        assert_eq!((again, records), (header, vec![record]));
    }
}

#[test]
fn the_same_game_in_every_wrapping() {
    let whole = log_of("nogo");
    let wanted = record::game(&import(&whole).unwrap());
    let list = whole["log"].clone();
    let bare: Vec<Value> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry.get("output").unwrap_or(entry).clone())
        .collect();
    for log in [
        list.clone(),
        json!({"logs": list, "players": [7, {"type": "bot"}], "game": {"name": "NoGo"}}),
        json!({"log": list, "game": "nogo"}),
        json!(bare),
    ] {
        assert_eq!(record::game(&import(&log).unwrap()), wanted);
    }
}

#[test]
fn a_record_has_what_the_log_tells() {
    let mut log = log_of("nogo");
    log["log"][1]["0"]["time"] = json!(12.5);
    log["log"][1]["0"]["debug"] = json!("a plan");
    log["log"][3]["1"]["debug"] = json!({"depth": 3});
    let (header, record) = record::game(&import(&log).unwrap());
    assert_eq!(header.game.as_deref(), Some("nogo"));
    let reply = &record.replies[0];
    assert_eq!((reply.ms, reply.first), (Some(12.5), true));
    assert_eq!(reply.debug.as_deref(), Some("a plan"));
    assert_eq!(record.replies[1].debug.as_deref(), Some("{\"depth\":3}"));
    assert!(!record.replies[2].first);
    // Values that the log does not have are not invented.
    assert_eq!(record.replies[1].ms, None);
    assert_eq!((record.bot_seeds, record.wall_ms), (None, None));
    let first: Value = serde_json::to_value(&header).unwrap();
    for key in ["time_ms", "memory_mb", "output_bytes", "seed"] {
        assert!(first.get(key).is_none(), "{key} in {first}");
    }
    assert_eq!(record.moves.len(), record.result.turns);
    let (_, record) = record::game(&import(&log_of("snake")).unwrap());
    assert!(record.init["obstacle"].is_array() && record.init["height"].is_u64());
    assert_eq!(record.moves[0].as_array().unwrap().len(), 2);
    let (_, record) = record::game(&import(&log_of("tetris2")).unwrap());
    assert!(record.init["firstBlock"].is_u64());
}

#[test]
fn players_keep_the_names_that_the_log_tells() {
    let mut log = log_of("nogo");
    for (players, want) in [
        (json!(["a", " b "]), ["a", "b"]),
        (json!({"0": "a", "1": "b"}), ["player 0", "player 1"]),
        (
            json!([{"bot": {"name": "a", "ver": 3}}, {"type": "human", "user": {"nickname": "b"}}]),
            ["a", "b"],
        ),
        (
            json!([{"bot": "5e1f"}, {"_id": {"$oid": "5e20"}}]),
            ["5e1f", "5e20"],
        ),
        (
            json!([{"a": {"name": "x"}}, {"name": ""}]),
            ["player 0", "player 1"],
        ),
        (
            json!([{"bot": {"user": {"id": {"name": "too deep"}}}}, null]),
            ["player 0", "player 1"],
        ),
    ] {
        log["players"] = players;
        let (header, _) = record::game(&import(&log).unwrap());
        assert_eq!(header.players, want);
    }
}

#[test]
fn a_difference_names_the_turn() {
    for (game, place, want) in [
        (
            "nogo",
            "/log/6/output/content",
            "turn 4, content: the site has ",
        ),
        ("snake", "/log/0/output/content/1/x", "turn 1, content: "),
        ("tetris2", "/log/4/output/content/0/x", "turn 3, content: "),
    ] {
        let mut log = log_of(game);
        let value = log.pointer_mut(place).unwrap();
        *value = if value.is_object() {
            json!({"0": 1})
        } else {
            json!(99)
        };
        // Whoever is asked must have answered.
        if game == "nogo" {
            log["log"][7]["0"] = log["log"][7]["1"].clone();
        }
        let text = check::compare(&import(&log).unwrap())
            .0
            .unwrap()
            .text
            .english();
        assert!(text.contains(want), "{game}: {text}");
    }
    let mut log = log_of("snake");
    log["initdata"] = json!(null);
    log["log"][0]["output"]["content"]["0"]["height"] = json!(200);
    let text = check::compare(&import(&log).unwrap())
        .0
        .unwrap()
        .text
        .english();
    assert!(text.contains("our referee cannot begin: "), "{text}");
}

#[test]
fn errors_name_the_entry_and_the_cure() {
    let list = log_of("nogo")["log"].clone();
    let with = |place: &str, value: Value| {
        let mut list = list.clone();
        *list.pointer_mut(place).unwrap() = value;
        list
    };
    let timed = |time: f64| {
        let mut list = list.clone();
        list[1]["0"]["time"] = json!(time);
        list
    };
    let mut cut = list.clone();
    cut.as_array_mut().unwrap().truncate(5);
    let mut long = list.clone();
    long.as_array_mut().unwrap().push(json!({}));
    let logs = [
        json!(1),
        json!({"log": {}}),
        json!([]),
        json!([[]]),
        with("/2", json!({"0": 1})),
        with("/0/output/content/0", json!(7)),
        with("/4/output/content", json!({"2": {}})),
        with("/4/output/command", json!("stop")),
        with("/3", json!([])),
        with("/1/0/verdict", json!(null)),
        with("/1/0/verdict", json!("WHAT")),
        timed(-1.0),
        timed(1e300),
        cut,
        long,
    ];
    let logs = logs.map(|log| log.to_string());
    let broken = ["", "{", "[1e999]", &"[".repeat(100_000)].map(str::to_owned);
    let refused = logs.into_iter().chain(broken).map(|log| {
        let error = read::read(log.as_bytes(), &standard(), None).unwrap_err();
        format!("{error:#}\n")
    });
    is(
        refused.collect::<String>(),
        str![[r#"
there is no list of log entries, neither bare nor under `log` or `logs`; save the whole log of one match
there is no list of log entries, neither bare nor under `log` or `logs`; save the whole log of one match
the list is empty; the match has not begun
entry 0 is not an output of the judge, it has no `command`: []; entries 0, 2, 4, ... are outputs, 1, 3, 5, ... answers
entry 2 is not an output of the judge, it has no `command`: {"0":1}; entries 0, 2, 4, ... are outputs, 1, 3, 5, ... answers
the log does not tell the game; add --game amazons (or [..])
entry 4 is not a usable output of a judge of reversi: {"command":"request","content":{"2":{}}}
entry 4 is not a usable output of a judge of nogo: {"command":"stop","content":{"0":{"x":2,"y":7}}}
entry 3 has no answer of player 1, who was asked: []; entries 1, 3, 5, ... are objects with the players' numbers as keys
entry 1, player 0: the verdict is null; it must be one of OK, TLE, MLE, OLE, NJ, RE
entry 1, player 0: the verdict is "WHAT"; it must be one of OK, TLE, MLE, OLE, NJ, RE
entry 1, player 0: the time is -1.0; it must be a number of milliseconds below a day
entry 1, player 0: the time is 1e+300; it must be a number of milliseconds below a day
the list ends after 5 entries without a `finish`; import a match that has ended
entry 148 is the end of the match, but the list goes on; leave out what follows
this is not JSON; save the site's log as it came: EOF while parsing a value at line 1 column 0
this is not JSON; save the site's log as it came: EOF while parsing an object at line 1 column 1
this is not JSON; save the site's log as it came: number out of range at line 1 column 6
this is not JSON; save the site's log as it came: recursion limit exceeded at line 1 column 128

"#]],
    );
}

#[test]
fn the_command_writes_a_log() {
    let shell = Shell::new();
    shell.write("match.json", &log_of("snake").to_string());
    shell.types(str![[r#"
$ arena import match.json
snake, 18 turns, 1 : 1, as our referee has it
match.jsonl: a log for `arena replay`
$ arena import match.json --force > again
$ arena import match.json
error: match.jsonl exists already, and what is in it is not replaced: add --force to replace it, or name another file
exit status 1
$ arena import /no/log
error: cannot read /no/log: No such file or directory (os error 2)
exit status 1
$ arena import match.json --game chess
error: the arena knows no game of Botzone's called `chess` (it knows: amazons, [..])
exit status 1
$ arena import match.json --out match.json
error: match.json would replace the log it is made from; name another file with --out
exit status 1
$ arena import match.json --golden ../up
error: --golden `../up`: use small letters, digits and hyphens, for example both-snakes-die
exit status 1
$ arena import match.json --golden self-bite
error: --golden `self-bite`: [..]/crates/games/snake/tests/data/golden/self-bite.json is there already; choose another name
exit status 1
$ arena import
error: the following required arguments were not provided:
  <FILE>...

Usage: arena import <FILE>...

For more information, try '--help'.
exit status 2
"#]]);
    let log = fs::read(shell.path("match.jsonl")).unwrap();
    assert_eq!(read_games(&log).1.len(), 1);
}

/// Any JSON, with the words of a log in it.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("0".to_owned()),
        Just("1".to_owned()),
        "(output|command|content|verdict|response|time|request|finish|OK|TLE|x|y|o|block|direction|seed|obstacle)",
        ".{0,5}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-1..9i64).prop_map(Value::from),
        word.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((word.clone(), inner), 0..5)
                .prop_map(|pairs| Value::Object(Map::from_iter(pairs))),
        ]
    })
}

/// Puts `value` in the place of the node that the numbers lead to.
fn put(node: &mut Value, way: &[usize], value: Value) {
    let count = match node {
        Value::Array(list) => list.len(),
        Value::Object(object) => object.len(),
        _ => 0,
    };
    let Some((step, rest)) = way.split_first().filter(|_| count > 0) else {
        *node = value;
        return;
    };
    match node {
        Value::Array(list) => put(&mut list[step % count], rest, value),
        Value::Object(object) => {
            if let Some(next) = object.values_mut().nth(step % count) {
                put(next, rest, value);
            }
        }
        _ => {}
    }
}

/// All that can be done with a log.
fn use_up(log: &Value) -> Result<(), TestCaseError> {
    for game in [
        None,
        standard().find("nogo").ok(),
        standard().find("snake").ok(),
        standard().find("tetris2").ok(),
    ] {
        match read::read(log.to_string().as_bytes(), &standard(), game) {
            Err(error) => {
                let text = format!("{error:#}");
                prop_assert!(!text.is_empty());
            }
            Ok(site) => {
                check::compare(&site);
                golden::text(&site);
                record::game(&site);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_json_is_too_strange(log in any_json()) {
        use_up(&log)?;
    }

    #[test]
    fn no_damage_is_too_strange(
        game in 0..9usize,
        way in prop::collection::vec(0..1000usize, 0..7),
        value in any_json(),
    ) {
        let games = golden_games();
        let mut log: Value = serde_json::from_str(&games[game % games.len()].1).unwrap();
        // Most of a log is the list.
        put(&mut log["log"], &way, value);
        use_up(&log)?;
    }
}
