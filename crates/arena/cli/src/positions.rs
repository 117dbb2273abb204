//! A bot asked about the positions kept beside it.

use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, bail, ensure};
use arena_common::screen::say;
use arena_common::words::counted;
use arena_common::{Cancel, Cancelled};
use contest::sheet::{Head, Sheet};
use contest::workspace;
use judges_common::positions::{Kept, load};
use process::{End, Limits, Process};

use crate::tables::TableArgs;

/// What a bot says about its positions.
pub const POSITIONS: Head = Head {
    name: "positions",
    columns: &["bot", "position", "hit", "move", "goal", "moves", "why"],
};

/// What a bot has answered.
#[derive(Clone, Debug)]
struct Answer {
    /// Its move.
    mv: String,
    /// What it thought.
    text: String,
}

/// Builds the bot, asks it about each of its positions and prints the score; on a miss also what it thought. Or the
/// table of its answers as data. `flags` are passed on to `explain`.
///
/// # Errors
/// If there is no such bot or no position, a file is malformed, or `explain` fails.
pub fn score(name: &str, flags: &[String], tables: &TableArgs) -> Result<()> {
    tables.check(&[&POSITIONS])?;
    let bots = workspace::bots()?;
    let bot = workspace::find(&bots, name)?;
    let kept = load(&bot.folder).map_err(Error::msg)?;
    ensure!(
        !kept.is_empty(),
        "{name} has no positions; put files *.txt into {}",
        bot.folder.join("positions").display()
    );
    eprintln!("building {name} ...");
    let programs = workspace::build(&[bot])?;
    let program = programs.first().context("a bot without a program")?;
    let (never, hour) = (Cancel::default(), Duration::from_secs(3600));
    if tables.form().is_some() {
        let mut sheet = Sheet::new(&POSITIONS);
        for (place, kept) in &kept {
            let answer = ask(program, place, kept, flags, hour, &never)?;
            sheet.add([
                name.into(),
                place.as_str().into(),
                kept.is_hit(&answer.mv).into(),
                answer.mv.as_str().into(),
                if kept.wanted { "want" } else { "avoid" }.into(),
                kept.moves.join(" ").into(),
                kept.why.as_str().into(),
            ]);
        }
        return tables.print(String::new, || vec![sheet]);
    }
    let hits = ask_all(program, &kept, flags, hour, &never, &mut stdout().lock())?;
    let percent = 100.0 * f64::from(hits) / kept.len() as f64;
    say(format!(
        "{name}: {hits} of {} ({percent:.0} %)",
        counted(kept.len(), "position", "positions")
    ))
}

/// Asks a program about positions, given with their names, writes a line for each, and returns the number of hits. It
/// has `patience` for each; `cancel` ends it.
///
/// # Errors
/// If the program's `explain` fails, is not done in time or ends without a line `move: M`, or the output cannot be written.
pub fn ask_all(
    program: &Path,
    kept: &[(String, Kept)],
    flags: &[String],
    patience: Duration,
    cancel: &Cancel,
    output: &mut dyn Write,
) -> Result<u32> {
    let mut hits = 0;
    for (name, kept) in kept {
        let Answer { mv, text } = ask(program, name, kept, flags, patience, cancel)?;
        let goal = format!(
            "{} {}",
            if kept.wanted { "want" } else { "avoid" },
            kept.moves.join(" ")
        );
        if kept.is_hit(&mv) {
            hits += 1;
            writeln!(output, "hit   {name}: {mv} ({goal})")?;
        } else {
            writeln!(output, "MISS  {name}: {mv} ({goal}) {}", kept.why)?;
            for line in kept.position.lines().chain(text.lines()) {
                writeln!(output, "      {line}")?;
            }
        }
    }
    Ok(hits)
}

/// Asks a program about one position.
fn ask(
    program: &Path,
    name: &str,
    kept: &Kept,
    flags: &[String],
    patience: Duration,
    cancel: &Cancel,
) -> Result<Answer> {
    let text = explain(program, &kept.position, flags, patience, cancel);
    let text = text.with_context(|| name.to_owned())?;
    let mut lines = text.lines().rev();
    let mv = lines.find_map(|line| line.strip_prefix("move:"));
    let mv = mv.with_context(|| format!("{name}: `explain` printed no line `move: M`:\n{text}"))?;
    Ok(Answer {
        mv: mv.trim().to_owned(),
        text,
    })
}

fn explain(
    program: &Path,
    position: &str,
    flags: &[String],
    patience: Duration,
    cancel: &Cancel,
) -> Result<String> {
    let mut argv = vec![program.to_string_lossy().into_owned()];
    argv.extend(["explain", position].map(str::to_owned));
    argv.extend_from_slice(flags);
    let limits = Limits {
        time: patience,
        memory: u64::MAX,
        output: 64 << 20,
    };
    let started = Instant::now();
    let turn = Process::start(&argv)
        .and_then(|process| process.turn(b"", None, started, &limits, cancel))
        .with_context(|| format!("cannot start {}", program.display()))?;
    let text = String::from_utf8_lossy(&turn.output).into_owned();
    match turn.end {
        End::Exit(status) if status.success() => Ok(text),
        End::Cancelled => Err(Cancelled.into()),
        End::Time => bail!(
            "`explain` was not done after {:.0} s",
            patience.as_secs_f64()
        ),
        _ => bail!("`explain` failed: {}", turn.stderr.trim()),
    }
}
