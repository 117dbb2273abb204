//! The personal URL of the local AI stays with the arena, whatever the command (`arena localai` itself: see the tests
//! of live matches).

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::common::{LONG, SPY_BOT, arena_with, fake_tools, new_mark, tell_the_spy};
use rustix::process::{Pid, Signal, kill_process};

const SECRET: &str = "oPeN5eSaMe";

/// Runs a command whose builds and bots all look for the secret, until at least this many of them have looked.
fn spied(arguments: &[&str], count: usize) {
    let tools = fake_tools(&new_mark(), &format!("{SPY_BOT} </dev/null"), SPY_BOT);
    // Programs in a sandbox can write there, too.
    let shared = tempfile::tempdir_in("/dev/shm").unwrap();
    let report = shared.path().join("report");
    tell_the_spy(tools.path(), SECRET, &report);
    let mut arena = arena_with(tools.path());
    arena.args(arguments).current_dir(manifest()).env(
        "BOTZONE_LOCALAI_URL",
        format!("https://www.botzone.org.cn/api/u1/{SECRET}/localai"),
    );
    let said = until_looked(&mut arena, &report, count);
    let text = fs::read_to_string(&report).unwrap_or_default();
    assert!(
        text.lines().all(|line| line == "looked") && text.lines().count() >= count,
        "{arguments:?}: {text}\n{said}"
    );
}

fn manifest() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs it to its end, or ends it when that many have looked.
fn until_looked(arena: &mut Command, report: &Path, count: usize) -> String {
    let mut child = arena
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while child.try_wait().unwrap().is_none() && started.elapsed() < LONG {
        let looked = fs::read_to_string(report).unwrap_or_default();
        if looked.lines().count() >= count {
            let _ = kill_process(Pid::from_child(&child), Signal::TERM);
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn neither_bots_nor_builds_find_the_secret_under_any_command() {
    // It is to find nothing even where it may read what the user may.
    let bot = format!("cmd:{SPY_BOT},sandbox=no");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (league, tuned) = (path("league"), path("tuned.json"));
    // One for the build, the others for what runs then.
    for (arguments, count) in [
        (
            &[
                "match", &bot, &bot, "--game", "nogo", "--games", "2", "--force",
            ][..],
            2,
        ),
        (
            &[
                "match",
                "nogo-random,sandbox=no",
                "nogo-greedy,sandbox=no",
                "--games",
                "2",
            ],
            3,
        ),
        (
            &[
                "sprt",
                "nogo-random,sandbox=no",
                "nogo-greedy,sandbox=no",
                "--max-games",
                "2",
            ],
            3,
        ),
        (
            &[
                "league",
                "nogo-random,sandbox=no",
                "nogo-greedy,sandbox=no",
                "--games",
                "2",
                "--out",
                &league,
            ],
            3,
        ),
        (&["positions", "nogo-switcher"], 2),
        (&["check", "nogo-switcher"], 2),
        (&["check", "nogo-switcher", "--skip", "bundle"], 2),
        (&["tune", "tetris2-dellacherie", "--out", &tuned], 2),
        (
            &["play", "nogo", "nogo-random,sandbox=no", "--seat", "1"],
            2,
        ),
    ] {
        spied(arguments, count);
    }
}
