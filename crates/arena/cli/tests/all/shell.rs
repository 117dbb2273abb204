//! Command lines with everything that they print, as in a terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use snapbox::{Assert, IntoData};
use tempfile::TempDir;

use crate::common::helpers;

/// A shell in a new folder. The helper bots are on its search path, behind the folder's `tools`, so that a text names no
/// path of this machine. `$PWD` stands for the folder in commands and in what they print.
pub struct Shell {
    folder: TempDir,
    environment: Vec<(String, String)>,
    bare: bool,
}

impl Shell {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("tools")).unwrap();
        let path = format!("{}/tools:{}", folder.path().display(), helpers());
        let cache = folder.path().join("cache").display().to_string();
        Self {
            folder,
            environment: Vec::new(),
            bare: false,
        }
        .with("PATH", &path)
        .with("XDG_CACHE_HOME", &cache)
        .with("LC_ALL", "C")
    }

    /// One with this environment variable, too.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// One outside of every workspace.
    pub fn without_cargo() -> Self {
        Self::new().with("CARGO", "/no/cargo")
    }

    /// One with nothing in its environment.
    pub fn without_environment(mut self) -> Self {
        self.environment.clear();
        self.bare = true;
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Makes a program of these lines for the shell.
    pub fn program(&self, name: &str, lines: &str) {
        self.write(name, &format!("#!/bin/sh\n{lines}\n"));
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A program in this place.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        if self.bare {
            command.env_clear();
        }
        command.current_dir(self.folder.path());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Everything that this line prints, and its exit status unless that is 0.
    fn output(&self, line: &str) -> String {
        let mut command = self.command("/bin/sh");
        command.args(["-c", &format!("exec 2>&1\n{line}")]);
        let output = command.output().unwrap();
        let mut text = steady(&String::from_utf8(output.stdout).unwrap());
        match output.status.code() {
            Some(0) => {}
            Some(code) => text += &format!("exit status {code}\n"),
            None => text += &format!("{}\n", output.status),
        }
        text.replace(&self.folder.path().display().to_string(), "$PWD")
    }

    /// Runs the lines after `$ ` of this text, one after another, and holds what they print against the rest of it.
    #[track_caller]
    pub fn types(&self, session: impl IntoData) {
        let session = session.into_data();
        let mut text = String::new();
        let mut lines = session.render().unwrap();
        lines.push('\n');
        let mut lines = lines.lines();
        while let Some(line) = lines.next() {
            let Some(first) = line.strip_prefix("$ ") else {
                continue;
            };
            let mut command = first.to_owned();
            while command.ends_with('\\') {
                command += &format!("\n{}", lines.next().unwrap());
            }
            text += &format!("$ {command}\n{}", self.output(&command));
        }
        is(text.trim_end().to_owned(), session);
    }
}

/// The first words of lines about the machine and its load.
const LOAD: [&str; 3] = [
    "note: players can ",
    "peak memory of the arena: ",
    "wall time ",
];

/// Returns true for a note that other programs, or the host of a virtual machine, took time from the games, or from one turn.
fn is_about_load(line: &str) -> bool {
    LOAD.iter().any(|start| line.starts_with(start))
        || line.starts_with("note: ") && line.contains(": move times ")
        || line.starts_with("it waited ") && line.contains(" ms for a processor")
}

/// Returns true for a line of progress, which comes every few seconds on a slow machine.
fn is_progress(line: &str) -> bool {
    let Some((done, rest)) = line.split_once('/') else {
        return false;
    };
    let counts = [done, rest]
        .iter()
        .all(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    counts && (rest.contains(" s (eta ") || rest.contains(" s: "))
}

/// The part of an output that is the same on every machine: no progress, no times of turns, and no frames, whose width follows from
/// those times.
fn steady(text: &str) -> String {
    let mut steady = String::new();
    let mut width = usize::MAX;
    for line in text.lines() {
        if line.starts_with('└') {
            width = usize::MAX;
        }
        if is_progress(line) || line.starts_with(['┌', '╞', '└']) || is_about_load(line) {
            continue;
        }
        if let Some((before, _)) = line.split_once(" ┆ first ms") {
            width = before.chars().count();
        }
        let kept: String = line.chars().take(width).collect();
        steady += kept.trim_end();
        steady.push('\n');
    }
    steady
}

/// Holds a text against a snapshot: `[..]` in it stands for any part of a line, and a line `...` for any lines.
#[track_caller]
pub fn is(text: String, snapshot: impl IntoData) {
    let lines = text.split_inclusive('\n');
    let text: String = lines.filter(|line| !is_about_load(line)).collect();
    Assert::new()
        .action_env(snapbox::assert::DEFAULT_ACTION_ENV)
        .normalize_paths(false)
        .eq(text, snapshot);
}

#[test]
fn what_a_busy_machine_adds_is_left_out() {
    let added = "note: other programs keep 1.5 of 2 cores busy, and --jobs 1 wants 1: move times will mean little. Wait\n\
        note: the host of this virtual machine took 8 % of the processors' time: move times mean little. Play\n\
        note: the bots waited for a processor 9 % of their time, 3 ms a turn: move times mean little. Play\n\
        it waited 44 ms for a processor\n40/100 12 s (eta 20 s)\nwall time 3 s\n";
    assert_eq!(steady(added), "");
    is("TLE\nit waited 44 ms for a processor\n".to_owned(), "TLE\n");
    let kept = "note: `my` names data/net\n";
    assert_eq!(steady(kept), kept);
}
