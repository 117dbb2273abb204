//! Processes that the bundler starts die with it, and do not see the personal URL of the local AI.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const LONG: Duration = Duration::from_secs(120);

/// A folder with a `g++` that does nothing and a `cargo` that runs `build` where it is to build.
fn tools(build: &str) -> TempDir {
    let folder = tempfile::Builder::new()
        .prefix("bundler-signals-")
        .tempdir()
        .unwrap();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let cargo = format!("#!/bin/sh\n[ \"$1\" = metadata ] && exec '{cargo}' \"$@\"\n{build}\n");
    for (name, text) in [("cargo", cargo.as_str()), ("g++", "#!/bin/sh\n")] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn bundler(tools: &TempDir) -> Command {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bundler"));
    command
        .arg("nogo-random")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO", tools.path().join("cargo"))
        .env("PATH", format!("{}:{path}", tools.path().display()))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// Waits until that many processes have this text in their command line.
fn wait_for(mark: &str, count: usize) {
    let started = Instant::now();
    loop {
        let lines = fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        let alive = lines
            .filter(|line| String::from_utf8_lossy(line).contains(mark))
            .count();
        if alive == count {
            return;
        }
        assert!(started.elapsed() < LONG, "{alive} processes, not {count}");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_build_dies_with_the_bundler() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let tools = tools("sh -c 'sleep 1000; :' \"$0\"");
        let mark = tools.path().to_string_lossy().into_owned();
        let mut child = bundler(&tools).spawn().unwrap();
        wait_for(&mark, 2);
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert!(!child.wait().unwrap().success());
        wait_for(&mark, 0);
    }
}

#[test]
fn a_build_finds_no_secret() {
    let tools = tools("cat /proc/$$/environ /proc/$PPID/environ >\"${0%/*}/seen\"; exit 1");
    let status = bundler(&tools)
        .env("BOTZONE_LOCALAI_URL", "oPeN5eSaMe")
        .status()
        .unwrap();
    assert!(!status.success());
    let seen = fs::read(tools.path().join("seen")).unwrap();
    let seen = String::from_utf8_lossy(&seen);
    assert!(seen.contains("PATH=") && !seen.contains("oPeN5eSaMe"));
}
