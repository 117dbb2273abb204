//! Running other programs: with a time limit, and with errors that name the command line to try by hand.

pub mod group;

use self::group::Group;
use crate::botzone::LIMITS;
use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit: a program that hangs is ended then. No proof takes as long, even on a slow machine.
pub const TIME_LIMIT: Duration = Duration::from_secs(300);

/// The output of a program.
#[derive(Debug)]
pub struct Output {
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs a program to its end with `input` on its standard input.
///
/// # Errors
/// The command line, how it ended, and its standard error, if it did not end with status 0.
pub fn run(command: &mut Command, input: impl AsRef<[u8]>) -> Result<Output> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child =
        Group::start(command).with_context(|| msg!("cannot start {}", describe(command)))?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let input = input.as_ref();
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            // A program need not read all of its input.
            stdin.map(|mut stdin| stdin.write_all(input))
        });
        let stdout = scope.spawn(|| read(stdout));
        let stderr = scope.spawn(|| read(stderr));
        let status = wait(&mut child);
        let join = |text: thread::ScopedJoinHandle<'_, String>| text.join().unwrap_or_default();
        status.map(|status| {
            (
                status,
                Output {
                    stdout: join(stdout),
                    stderr: join(stderr),
                },
            )
        })
    });
    let (status, output) = output.with_context(|| describe(command))?;
    if !status.success() {
        bail!(
            "{status}: {}{}",
            describe(command),
            indented(&output.stderr)
        );
    }
    Ok(output)
}

fn read(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // The text read before an error is worth showing.
    let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

fn wait(child: &mut Group) -> Result<std::process::ExitStatus> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if begin.elapsed() > TIME_LIMIT {
            child.end();
            fail!("no end after {} s", TIME_LIMIT.as_secs());
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The command line as one would type it.
pub fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    shell_words::join(words.map(OsStr::to_string_lossy))
}

/// Standard error under a message.
pub fn indented(stderr: &str) -> String {
    stderr.lines().map(|line| format!("\n    {line}")).collect()
}

/// Returns true if this program can be started.
pub fn exists(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// A command with the judge's stack and address space.
pub fn limited(binary: &Path, args: &[&str]) -> Command {
    let (stack, memory) = LIMITS;
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!(
        "ulimit -s {stack}; ulimit -v {memory}; exec \"$0\" \"$@\""
    ));
    command.arg(binary).args(args.iter().map(OsStr::new));
    command
}

/// A command that runs rustc, of this toolchain of rustup's or ours.
pub fn rustc_command(toolchain: Option<&str>) -> Command {
    let mut command = Command::new(toolchain.map_or("rustc", |_| "rustup"));
    command.args(toolchain.iter().flat_map(|name| ["run", name, "rustc"]));
    // `cargo run` sets these for the bundler; a judge has none of them.
    let names = env::vars_os().map(|(name, _)| name);
    for name in names.filter(|name| name.as_encoded_bytes().starts_with(b"CARGO_PKG_")) {
        command.env_remove(name);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_show_the_command_and_its_stderr() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo it broke >&2; exit 3"]);
        let message = run(&mut command, "").unwrap_err().to_string();
        assert!(message.contains("exit status: 3"), "{message}");
        assert!(
            message.contains("sh -c 'echo it broke >&2; exit 3'"),
            "{message}"
        );
        assert!(message.ends_with("\n    it broke"), "{message}");
    }

    #[test]
    fn a_program_that_reads_nothing_and_writes_much_is_no_deadlock() {
        let mut command = Command::new("sh");
        command.args(["-c", "yes | head -c 300000; yes | head -c 300000 >&2"]);
        let output = run(&mut command, "x".repeat(1_000_000)).unwrap();
        assert_eq!(
            (output.stdout.len(), output.stderr.len()),
            (300_000, 300_000)
        );
    }

    #[test]
    fn limits_hold_in_the_program() {
        let output = run(
            &mut limited(Path::new("sh"), &["-c", "ulimit -s; ulimit -v"]),
            "",
        )
        .unwrap();
        assert_eq!(output.stdout, "1024\n262144\n");
    }
}
