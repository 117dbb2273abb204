//! The effect of a signal to the arena on the processes that it has started.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};

use crate::common::{ARENA, BAD_BOT, alive, arena_with, fake_tools, new_mark, wait_for};
use rustix::process::{Pid, Signal, kill_process};

/// A build that hangs in a separate process.
const HANG: &str = "sh -c 'sleep 1000; :' \"$0\"";

fn start(command: &mut Command) -> Child {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Sends the signal once that many processes have `mark`, and waits for their end.
fn ended_by(signal: Signal, mut arena: Child, mark: &str, count: usize) {
    wait_for(mark, count);
    kill_process(Pid::from_child(&arena), signal).unwrap();
    wait_for(mark, 0);
    assert!(!arena.wait().unwrap().success());
}

/// The signals that end an arena. A signal that this process ignores is ignored by all its children: below `nohup`, the
/// end of the terminal.
fn signals() -> impl Iterator<Item = Signal> {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL]
        .into_iter()
        .filter(move |signal| ignored >> (signal.as_raw() - 1) & 1 == 0)
}

#[test]
fn a_build_dies_with_the_arena() {
    for signal in signals() {
        let mark = new_mark();
        let tools = fake_tools(&mark, HANG, BAD_BOT);
        let mut command = arena_with(tools.path());
        let arena = start(command.args(["match", "nogo-random", "nogo-greedy"]));
        ended_by(signal, arena, &mark, 2);
    }
}

#[test]
fn the_bundler_dies_with_a_check() {
    for signal in signals() {
        let mark = new_mark();
        let tools = fake_tools(&mark, &format!("[ $1 = run ] && {HANG}"), BAD_BOT);
        let mut command = arena_with(tools.path());
        let arena = start(command.args([
            "check",
            "nogo-switcher",
            "--skip",
            "time",
            "--skip",
            "modes",
        ]));
        ended_by(signal, arena, &mark, 2);
    }
}

#[test]
fn a_bench_dies_with_the_arena() {
    for signal in signals() {
        let mark = new_mark();
        let folder = tempfile::Builder::new().prefix(&mark).tempdir().unwrap();
        let bot = folder.path().join("bot");
        fs::write(&bot, "#!/bin/sh\nsleep 1000; :\n").unwrap();
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
        let tools = fake_tools(&mark, "", bot.to_str().unwrap());
        let mut command = arena_with(tools.path());
        let log = tools.path().join("log.jsonl");
        command.args(["match", "nogo-random", "nogo-greedy", "--log"]);
        // The arena has the mark in its own command line.
        ended_by(signal, start(command.arg(log)), &mark, 2);
    }
}

#[test]
fn no_bot_outlives_an_arena_that_is_killed() {
    for (mode, a, b, count) in [
        // The bot and its escaped child.
        ("restart", "escape-and-hang", "good", 2),
        // A stopped bot with its escaped child, stopped too, while the other thinks.
        ("keep-running", "keep-an-escaped-child", "hang", 3),
    ] {
        let mark = new_mark();
        let arena = start(
            Command::new(ARENA)
                .arg("match")
                .args([a, b].map(|name| format!("cmd:{BAD_BOT} {name} {{seed}} {mark},json")))
                .args(["--game", "nogo", "--games", "2", "--jobs", "1", "--force"])
                .args(["--mode", mode, "--time-ms", "600000"]),
        );
        // The arena has the mark in its own command line.
        ended_by(Signal::KILL, arena, &mark, count + 1);
        assert_eq!(alive(&mark), Vec::<String>::new());
    }
}

#[test]
fn a_job_that_is_ended_as_a_whole_leaves_no_verdict() {
    let mark = new_mark();
    let log = std::env::temp_dir().join(format!("{mark}.jsonl"));
    let mut arena = start(
        Command::new(ARENA)
            .arg("match")
            .args(["hang", "hang"].map(|name| format!("cmd:{BAD_BOT} {name} {{seed}} {mark},json")))
            .args(["--game", "nogo", "--games", "2", "--jobs", "1", "--force"])
            .args(["--mode", "keep-running", "--time-ms", "600000", "--log"])
            .arg(&log),
    );
    // The arena has the mark in its own command line.
    wait_for(&mark, 2);
    // For the arena, its own signal and the ends of its bots come at once.
    kill_process(Pid::from_child(&arena), Signal::STOP).unwrap();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let pid = entry.file_name().to_string_lossy().parse::<i32>();
        if let Some(pid) = pid.ok().and_then(Pid::from_raw)
            && String::from_utf8_lossy(&line).starts_with(BAD_BOT)
            && String::from_utf8_lossy(&line).contains(&mark)
        {
            kill_process(pid, Signal::TERM).unwrap();
        }
    }
    for signal in [Signal::TERM, Signal::CONT] {
        kill_process(Pid::from_child(&arena), signal).unwrap();
    }
    assert!(!arena.wait().unwrap().success());
    let games = fs::read_to_string(&log).unwrap();
    fs::remove_file(&log).unwrap();
    assert!(!games.contains("\"result\""), "{games}");
}
