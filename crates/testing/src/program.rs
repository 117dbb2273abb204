//! A bot as a process: from command line to answer, with pipes in place of the judge.

use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A program to be started, any number of times.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    variable: Option<&'static str>,
}

/// The results of a program that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its exit status; `None` if a signal killed it.
    pub status: Option<i32>,
    /// Its standard output.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Program {
    /// The program in this file: `env!("CARGO_BIN_EXE_NAME")` in an integration test.
    pub fn new(path: &str) -> Program {
        Program {
            path: path.into(),
            variable: None,
        }
    }

    /// The running test program itself, which takes the environment variable as the sign to be a bot.
    ///
    /// # Panics
    /// If the system does not tell where this program is.
    pub fn itself(variable: &'static str) -> Program {
        let path = env::current_exe()
            .unwrap_or_else(|error| panic!("the path of the test program is unknown: {error}"));
        Program {
            path,
            variable: Some(variable),
        }
    }

    /// Starts it with pipes for all three streams.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(&self, arguments: &[&str]) -> Child {
        let mut command = Command::new(&self.path);
        command.args(arguments);
        command.envs(self.variable.map(|variable| (variable, "1")));
        for stream in [Command::stdin, Command::stdout, Command::stderr] {
            stream(&mut command, Stdio::piped());
        }
        command
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {}: {error}", self.path.display()))
    }

    /// Runs it on this input to its end.
    ///
    /// # Panics
    /// If it cannot be started, or if its output is not UTF-8.
    pub fn run(&self, arguments: &[&str], input: &str) -> Ended {
        let mut child = self.start(arguments);
        if let Some(mut stdin) = child.stdin.take() {
            // It may have ended without reading.
            let _ = stdin.write_all(input.as_bytes());
        }
        let output = child
            .wait_with_output()
            .unwrap_or_else(|error| panic!("cannot wait for the program: {error}"));
        let text = |bytes| String::from_utf8(bytes).unwrap_or_else(|error| panic!("{error}"));
        Ended {
            status: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// The output of a run that must succeed and leave standard error empty.
    ///
    /// # Panics
    /// If it does not.
    #[track_caller]
    pub fn output(&self, arguments: &[&str], input: &str) -> String {
        let Ended { status, out, err } = self.run(arguments, input);
        assert_eq!((status, err.as_str()), (Some(0), ""), "{arguments:?}");
        out
    }

    /// Runs it and compares all that it left. `complaint` is a part of its standard error, which is empty if and only if
    /// `complaint` is.
    ///
    /// # Panics
    /// At a difference.
    #[track_caller]
    pub fn check(&self, arguments: &[&str], input: &str, status: i32, out: &str, complaint: &str) {
        let ended = self.run(arguments, input);
        let name = format!("{arguments:?} {input:?}: {}", ended.err);
        assert_eq!(
            (ended.status, ended.out.as_str()),
            (Some(status), out),
            "{name}"
        );
        assert!(ended.err.contains(complaint), "{name}");
        assert_eq!(ended.err.is_empty(), complaint.is_empty(), "{name}");
    }
}
