//! The pages in a real browser: `scripts/test-replay` runs these tests, which need Chromium and its driver.
//! They write what they see as pictures into the folder named in REPLAY_SHOTS.

mod beside;
mod checks;
mod driver;
mod games;
mod league;
mod readme;
mod replays;
mod told;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use driver::Browser;
use serde_json::Value;

const ARENA: &str = env!("CARGO_BIN_EXE_english-arena");
// Keys that are no characters, by WebDriver.
const UP: &str = "\u{e013}";
const DOWN: &str = "\u{e015}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const PAGE_UP: &str = "\u{e00e}";
const PAGE_DOWN: &str = "\u{e00f}";
const ENTER: &str = "\u{e007}";

fn shots() -> PathBuf {
    let folder = std::env::var_os("REPLAY_SHOTS").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| std::env::temp_dir().join("replay-shots"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Plays a tiny match and returns its page; `edit` changes the lines of its log before.
fn played(
    folder: &Path,
    name: &str,
    players: [&str; 2],
    more: &[&str],
    edit: fn(&mut Value),
) -> PathBuf {
    let log = folder.join(format!("{name}.jsonl"));
    let status = Command::new(ARENA)
        .args([
            "match", players[0], players[1], "--nodes", "100", "--games", "4", "--log",
        ])
        .arg(&log)
        .args(more)
        .status()
        .unwrap();
    assert!(status.success());
    let mut text = String::new();
    for line in fs::read_to_string(&log).unwrap().lines() {
        let mut line: Value = serde_json::from_str(line).unwrap();
        edit(&mut line);
        text.push_str(&format!("{line}\n"));
    }
    fs::write(&log, text).unwrap();
    let output = Command::new(ARENA)
        .arg("replay")
        .arg(&log)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(".html: 4 games, "), "{said}");
    folder.join(format!("{name}.html"))
}

/// The turn that is shown, and how many there are.
fn counter(browser: &Browser) -> (usize, usize) {
    let text = browser.text("#counter");
    let (turn, length) = text.split_once(" / ").unwrap();
    (turn.parse().unwrap(), length.parse().unwrap())
}

fn board(browser: &Browser) -> String {
    let board = browser.run("return document.querySelector('#board').innerHTML");
    board.as_str().unwrap().to_owned()
}
