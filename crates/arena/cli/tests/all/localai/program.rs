//! The same through the program's own entry point.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;

use rustix::process::{Pid, Signal, kill_process};

use super::mock::{Manner, Mock, SECRET};
use crate::common::{ARENA, BAD_BOT, SPY_BOT, tell_the_spy};

#[test]
fn the_program_keeps_the_secret() {
    let folder = tempfile::tempdir().unwrap();
    let mock = Mock::start(Manner::Good, 2, 2, Arc::default());
    // A bot that shows its environment, and fails.
    let output = Command::new(ARENA)
        .args(["localai", "cmd:sh -c 'env >&2; exit 3',env=MARK"])
        .args(["--game", "nogo"])
        .args(["--matches", "2", "--log", "live.jsonl"])
        .current_dir(folder.path())
        .env("BOTZONE_LOCALAI_URL", mock.url())
        .env("MARK", "the environment")
        .env("OTHER", "what nobody asked for")
        .output()
        .unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    text += std::str::from_utf8(&output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(
        text.contains("2 matches ended: ") && text.contains("MARK=the environment"),
        "{text}"
    );
    text += &fs::read_to_string(folder.path().join("live.jsonl")).unwrap();
    assert!(!text.contains("nobody asked for"), "{text}");
    assert!(!text.contains(SECRET) && !text.contains("BOTZONE_LOCALAI_URL"));
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no state is left"
    );
    assert_eq!(mock.finish().violations, Vec::<String>::new());
}

#[test]
fn a_secret_that_the_site_echoes_is_masked_for_bots_and_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let mock = Mock::start(Manner::Echo, 1, 1, Arc::default());
    let output = Command::new(ARENA)
        .args([
            "localai",
            "cmd:sh -c 'cat >> input; exit 3',sandbox=no",
            "--game",
            "nogo",
        ])
        .args(["--matches", "1", "--log", "live.jsonl"])
        .current_dir(folder.path())
        .env("BOTZONE_LOCALAI_URL", mock.url())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    mock.finish();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(read("input").contains("\"echo\":\"***\""));
    for text in [read("input"), read("live.jsonl"), format!("{output:?}")] {
        assert!(!text.contains(SECRET));
    }
}

#[test]
fn a_bot_in_a_live_match_finds_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let mock = Mock::start(Manner::Good, 1, 1, Arc::default());
    tell_the_spy(folder.path(), SECRET, &folder.path().join("report"));
    let output = Command::new(ARENA)
        .args([
            "localai",
            &format!("cmd:{SPY_BOT},sandbox=no"),
            "--game",
            "nogo",
        ])
        .args(["--matches", "1"])
        .current_dir(folder.path())
        .env("BOTZONE_LOCALAI_URL", mock.url())
        .env("PATH", folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    mock.finish();
    let report = fs::read_to_string(folder.path().join("report")).unwrap();
    assert!(
        !report.is_empty() && report.lines().all(|line| line == "looked"),
        "{report}"
    );
}

#[test]
fn ctrl_c_ends_a_poll() {
    let folder = tempfile::tempdir().unwrap();
    let mock = Mock::start(Manner::Silent, 0, 0, Arc::default());
    let mut child = Command::new(ARENA)
        .args(["localai", &format!("cmd:{BAD_BOT} good"), "--game", "nogo"])
        .current_dir(folder.path())
        .env("BOTZONE_LOCALAI_URL", mock.url())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first word of the program says that it catches the signal.
    let mut byte = [0];
    std::io::Read::read_exact(child.stderr.as_mut().unwrap(), &mut byte).unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("0 matches ended"));
    mock.finish();
}

#[test]
fn wrong_arguments_name_the_cure() {
    for (arguments, url, cure) in [
        (
            &["cmd:x", "--game", "nogo"][..],
            None,
            "set the environment variable BOTZONE_LOCALAI_URL",
        ),
        (
            &["cmd:x", "--game", "nogo"],
            Some("oPeN5eSaMe"),
            "it looks like https://",
        ),
        (&["cmd:x"], Some("good"), "name the game: --game amazons"),
        (
            &["cmd:x", "--game", "chess"],
            Some("good"),
            "it knows: amazons, ",
        ),
        (&["human", "--game", "nogo"], Some("good"), "name a bot"),
        (
            &["cmd:x", "--game", "nogo", "--create", "x"],
            Some("good"),
            "--matches",
        ),
        (
            &[
                "cmd:x",
                "--game",
                "nogo",
                "--create",
                "a b",
                "--matches",
                "1",
            ],
            Some("good"),
            "this is not a bot id",
        ),
        (
            &["cmd:x", "--game", "nogo", "--url-file", "/no/url"],
            None,
            "cannot read /no/url",
        ),
        (
            &["cmd:x {nodes}", "--game", "nogo"],
            Some("good"),
            "--nodes",
        ),
    ] {
        let mut command = Command::new(ARENA);
        command
            .arg("localai")
            .args(arguments)
            .env_remove("BOTZONE_LOCALAI_URL");
        match url {
            Some("good") => {
                command.env(
                    "BOTZONE_LOCALAI_URL",
                    "http://127.0.0.1:1/api/u/oPeN5eSaMe/localai",
                );
            }
            Some(other) => {
                command.env("BOTZONE_LOCALAI_URL", other);
            }
            None => {}
        }
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && text.contains(cure),
            "{arguments:?}: {text}"
        );
        assert!(!text.contains(SECRET), "{text}");
    }
}
