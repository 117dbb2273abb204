//! Files of leagues and logs: bounded memory, damage, duplicates, locks.

mod damage;
mod league;
mod locks;
mod memory;
mod strength;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::ARENA;

/// Two players who lose at once, so that a league of theirs takes no time.
pub const PLAYERS: [&str; 2] = ["cmd:true", "cmd:false"];

/// The league of [`PLAYERS`] with this many games.
pub fn league(out: &Path, games: u32, more: &[&str]) -> Command {
    let mut command = Command::new(ARENA);
    command.arg("league").args(PLAYERS).args(more);
    command.args(["--game", "nogo", "--nodes", "5", "--jobs", "1"]);
    command.args(["--games", &games.to_string()]);
    command.arg("--out").arg(out);
    command
}

/// Runs it and returns whether it ended well, and what it wrote to standard output and standard error.
pub fn ended(command: &mut Command) -> (bool, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.success(), text(stdout), text(stderr))
}

/// Plays a match of [`PLAYERS`], two games, into this log.
pub fn play_match(log: &Path) {
    let mut play = Command::new(ARENA);
    play.arg("match").args(PLAYERS);
    play.args(["--game", "nogo", "--games", "2"]);
    assert!(ended(play.arg("--log").arg(log)).0);
}

/// Merges these files. It is well where games are missing, too.
pub fn merge(files: &[&Path], more: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(ARENA);
    let output = command
        .arg("merge")
        .args(files)
        .args(more)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let well = matches!(output.status.code(), Some(0 | 13));
    (well, text(output.stdout), text(output.stderr))
}

/// The first line of a league of [`PLAYERS`], without its end.
pub fn header(games: u32) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    let (well, _, errors) = ended(&mut league(&path, 2, &[]));
    assert!(well, "{errors}");
    let text = fs::read_to_string(&path).unwrap();
    let first = text.lines().next().unwrap();
    assert!(first.contains("\"games\":2,"), "{first}");
    first.replace("\"games\":2,", &format!("\"games\":{games},"))
}

/// A game of that league in which seat 0 won, without the end of the line.
pub fn game(id: u32, moves: usize) -> String {
    let seats = if id.is_multiple_of(2) {
        "[0,1]"
    } else {
        "[1,0]"
    };
    let moves: Vec<String> = (0..moves)
        .map(|i| format!("[{},{}]", i % 9, i / 9))
        .collect();
    format!(
        "{{\"a\":0,\"b\":1,\"id\":{id},\"pair\":{},\"seats\":{seats},\"bot_seeds\":[1,2],\"init\":null,\"opening\":0,\
         \"moves\":[{}],\"replies\":[{{\"turn_no\":1,\"seat\":0,\"verdict\":\"OK\",\"ms\":3.25}}],\
         \"result\":{{\"scores\":[1,0],\"turns\":2,\"winner\":0,\"err\":null}},\"wall_ms\":1.0}}",
        id / 2,
        moves.join(",")
    )
}

/// The ids of the games in a league's file, in its order.
pub fn ids(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).unwrap();
    let games = text.lines().skip(1);
    games
        .map(|line| {
            let game: serde_json::Value = serde_json::from_str(line).unwrap();
            game["id"].as_u64().unwrap()
        })
        .collect()
}
