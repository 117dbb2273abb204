//! Two arenas and one file; a file that is taken away.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::ended;
use crate::common::{ARENA, BAD_BOT, LONG};

/// A match, test or league of a player that never answers, or of one that fails at once.
fn arena(word: &str, behaviour: &str, games: &str, file: &Path) -> Command {
    let mut command = Command::new(ARENA);
    let player = |n: u32| format!("cmd:{BAD_BOT} {behaviour} {n},json");
    command.args([word, &player(0), &player(1), "--game", "nogo"]);
    command.args(["--jobs", "1", "--time-ms", "600000"]);
    match word {
        "league" => command.args(["--games", games, "--out"]),
        "sprt" => command.args(["--max-games", games, "--elo1", "1", "--log"]),
        _ => command.args(["--games", games, "--log"]),
    };
    command.arg(file);
    command.stdin(Stdio::null());
    command
}

/// Starts it and waits until its file has this many lines.
fn started(mut command: Command, file: &Path, lines: usize) -> Child {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = quiet.spawn().unwrap();
    let start = Instant::now();
    while fs::read_to_string(file).unwrap_or_default().lines().count() < lines {
        assert!(start.elapsed() < LONG, "{:?}", child.kill());
        sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn a_second_arena_on_one_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    for first in ["league", "match", "sprt"] {
        let mut holder = started(arena(first, "hang", "2", &file), &file, 1);
        let before = fs::read(&file).unwrap();
        for second in ["league", "match", "sprt"] {
            let mut command = arena(second, "exit-1", "2", &file);
            if second == "league" {
                command.arg("--resume");
            }
            let (well, text, errors) = ended(&mut command);
            assert!(!well, "{first}, {second}: {text}");
            assert!(
                errors.contains("is being written by another process"),
                "{first}, {second}: {errors}"
            );
            assert_eq!(fs::read(&file).unwrap(), before, "{first}, {second}");
        }
        holder.kill().unwrap();
        holder.wait().unwrap();
        // Nobody holds it any more.
        let mut command = arena("match", "exit-1", "2", &file);
        assert!(ended(command.arg("--force")).0);
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_file_that_many_may_write_is_not_locked() {
    let mut holder = arena("match", "hang", "2", Path::new("/dev/null"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (well, _, errors) = ended(&mut arena("match", "exit-1", "2", Path::new("/dev/null")));
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert!(well, "{errors}");
}

#[test]
fn a_file_that_is_taken_away_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let other = folder.path().join("other.jsonl");
    let tricks: [(&str, &dyn Fn()); 4] = [
        ("deleted", &|| fs::remove_file(&file).unwrap()),
        ("deleted", &|| fs::rename(&file, &other).unwrap()),
        ("replaced", &|| {
            fs::write(&other, "mine").unwrap();
            fs::rename(&other, &file).unwrap();
        }),
        ("somebody else", &|| fs::write(&file, "mine").unwrap()),
    ];
    for (word, (why, trick)) in ["match", "league", "sprt", "match"].iter().zip(tricks) {
        let _ = fs::remove_file(&file);
        let child = started(arena(word, "exit-1", "20000", &file), &file, 3);
        trick();
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{word}, {why}: {errors}");
        assert!(
            errors.contains(why) && errors.contains("games.jsonl"),
            "{word}, {why}: {errors}"
        );
    }
}
