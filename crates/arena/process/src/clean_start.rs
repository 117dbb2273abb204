//! Keeps the personal URL of the local AI away from the programs that the arena starts, under every command.
//!
//! A program of the same user reads the environment and the command line that another process began with, whatever that
//! process has done to them since, and the memory of any process that is dumpable. So an arena that finds the variable
//! starts itself anew without it and gets what was in it through a pipe; and it is not dumpable.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context, Result};
use arena_common::{msg, require};
use rustix::fs::FileType;
use rustix::io::FdFlags;
use rustix::process::{DumpableBehavior, set_dumpable_behavior};

use crate::SECRET_VARIABLE;

/// The hidden first argument of an arena that was started anew; the second is the number of the pipe.
const ARGUMENT: &str = "--internal-secret";
/// The bytes that a pipe takes at once on any system. No URL is longer.
const LARGEST: usize = 4096;

static SECRET: OnceLock<OsString> = OnceLock::new();

/// The value that the environment variable [`SECRET_VARIABLE`] had.
pub fn secret() -> Option<&'static OsStr> {
    SECRET.get().map(OsString::as_os_str)
}

/// To be called before anything else, with the command line. Starts this program anew if its environment holds the
/// secret; returns the user's command line if it does not.
///
/// # Errors
/// If the program cannot be started anew.
pub fn begin(words: Vec<OsString>) -> Result<Vec<OsString>> {
    set_dumpable_behavior(DumpableBehavior::NotDumpable)
        .context("cannot hide the arena's memory from other programs")?;
    // A terminal and the lists of processes show a name that tells what it is, not `exe`.
    let _ = rustix::thread::set_name(c"arena");
    if let [program, argument, pipe, rest @ ..] = &words[..]
        && argument == ARGUMENT
    {
        let _ = SECRET.set(receive(pipe)?);
        return Ok([std::slice::from_ref(program), rest].concat());
    }
    match env::var_os(SECRET_VARIABLE) {
        None => Ok(words),
        Some(secret) => Err(start_anew(&words, &secret)),
    }
}

/// Returns only if it fails.
fn start_anew(words: &[OsString], secret: &OsStr) -> anyhow::Error {
    let start = || -> Result<io::Error> {
        require!(
            secret.len() <= LARGEST,
            "${SECRET_VARIABLE} is too long for a URL"
        );
        let (reader, mut writer) = io::pipe()?;
        writer.write_all(secret.as_bytes())?;
        drop(writer);
        rustix::io::fcntl_setfd(&reader, FdFlags::empty())?;
        let mut command = Command::new("/proc/self/exe");
        if let Some(name) = words.first() {
            command.arg0(name);
        }
        command
            .arg(ARGUMENT)
            .arg(reader.as_raw_fd().to_string())
            .args(words.iter().skip(1))
            .env_remove(SECRET_VARIABLE);
        Ok(command.exec())
    };
    match start() {
        Ok(error) => anyhow::Error::from(error)
            .context("cannot start the arena anew with a clean environment"),
        Err(error) => error,
    }
}

fn receive(pipe: &OsStr) -> Result<OsString> {
    let wrong = || msg!("{ARGUMENT} is for the arena's own use");
    let number: RawFd = pipe
        .to_str()
        .and_then(|text| text.parse().ok())
        .filter(|number| *number > 2)
        .with_context(wrong)?;
    let kind = rustix::fs::stat(format!("/proc/self/fd/{number}")).with_context(wrong)?;
    anyhow::ensure!(
        FileType::from_raw_mode(kind.st_mode) == FileType::Fifo,
        wrong()
    );
    // SAFETY: the number was just seen open, and it is none of the standard streams. This is the beginning of the
    // program: nobody has opened anything yet that this could belong to, it came from whoever started us.
    #[allow(unsafe_code)]
    let pipe = unsafe { OwnedFd::from_raw_fd(number) };
    let mut secret = Vec::new();
    File::from(pipe)
        .take(LARGEST as u64)
        .read_to_end(&mut secret)
        .with_context(wrong)?;
    Ok(OsString::from_vec(secret))
}
