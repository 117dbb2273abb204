//! Positions with wanted or avoided moves, kept beside a bot.
//!
//! One file a position, `bots/BOT/positions/*.txt`: comment lines `# why`, the position as `explain` reads it, then
//! one line `want: MOVE ...` or `avoid: MOVE ...`.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use arena_common::screen::say;
use arena_common::words::counted;
use arena_common::{Cancel, Cancelled};
use contest::workspace::{self, Bot};
use process::{End, Limits, Process};

/// One kept position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The position's text.
    pub position: String,
    /// The comment lines: why it is kept.
    pub why: String,
    /// The moves.
    pub moves: Vec<String>,
    /// True: one of the moves is wanted; false: none of them.
    pub wanted: bool,
}

impl Kept {
    /// Reads a position file.
    ///
    /// # Errors
    /// If the position or the line `want:` or `avoid:` is missing, or there are two of these lines.
    pub fn parse(text: &str) -> Result<Kept> {
        let (mut position, mut why, mut verdict) = (Vec::new(), Vec::new(), None);
        for line in text.lines() {
            let line = line.trim_end();
            if let Some(comment) = line.strip_prefix('#') {
                why.push(comment.trim());
            } else if let Some((wanted, list)) = want_or_avoid(line) {
                ensure!(verdict.is_none(), "two lines `want:` or `avoid:`; keep one");
                let moves: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
                ensure!(!moves.is_empty(), "`{line}` names no move");
                verdict = Some((wanted, moves));
            } else if !line.is_empty() {
                position.push(line);
            }
        }
        ensure!(!position.is_empty(), "no position in it");
        let Some((wanted, moves)) = verdict else {
            bail!("no line `want: MOVE ...` or `avoid: MOVE ...`")
        };
        Ok(Kept {
            position: position.join("\n"),
            why: why.join(" "),
            moves,
            wanted,
        })
    }

    /// Whether this move is right.
    pub fn is_hit(&self, mv: &str) -> bool {
        self.moves.iter().any(|listed| listed == mv) == self.wanted
    }
}

fn want_or_avoid(line: &str) -> Option<(bool, &str)> {
    line.strip_prefix("want:")
        .map(|list| (true, list))
        .or(line.strip_prefix("avoid:").map(|list| (false, list)))
}

/// Builds the bot, asks it about each of its positions and prints the score; on a miss also what it thought.
/// `flags` are passed on to `explain`.
///
/// # Errors
/// If there is no such bot or no position, a file is malformed, or `explain` fails.
pub fn score(name: &str, flags: &[String]) -> Result<()> {
    let bots = workspace::bots()?;
    let bot = workspace::find(&bots, name)?;
    let kept = load(bot)?;
    ensure!(
        !kept.is_empty(),
        "{name} has no positions; put files *.txt into {}",
        bot.folder.join("positions").display()
    );
    eprintln!("building {name} ...");
    let programs = workspace::build(&[bot])?;
    let program = programs.first().context("a bot without a program")?;
    let (never, hour) = (Cancel::default(), Duration::from_secs(3600));
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
        let text = explain(program, &kept.position, flags, patience, cancel);
        let text = text.with_context(|| name.clone())?;
        let mv = text
            .lines()
            .rev()
            .find_map(|line| line.strip_prefix("move:"))
            .map(str::trim);
        let mv =
            mv.with_context(|| format!("{name}: `explain` printed no line `move: M`:\n{text}"))?;
        let goal = format!(
            "{} {}",
            if kept.wanted { "want" } else { "avoid" },
            kept.moves.join(" ")
        );
        if kept.is_hit(mv) {
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

/// The bot's positions with their file names, sorted; none if there is no folder `positions`.
///
/// # Errors
/// If a file cannot be read or is malformed.
pub fn load(bot: &Bot) -> Result<Vec<(String, Kept)>> {
    let folder = bot.folder.join("positions");
    let mut kept = Vec::new();
    if folder.is_dir() {
        let entries =
            fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry
                .with_context(|| format!("cannot read {}", folder.display()))?
                .path();
            if path.extension().is_some_and(|extension| extension == "txt") {
                let text = fs::read_to_string(&path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                let name = path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                kept.push((
                    name,
                    Kept::parse(&text).with_context(|| path.display().to_string())?,
                ));
            }
        }
    }
    kept.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(kept)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read() {
        let kept = Kept::parse("# keep the\n# eye\n\nXO\n..\n\nwant: 1,0 1,1\n").unwrap();
        assert_eq!(
            (kept.position.as_str(), kept.why.as_str()),
            ("XO\n..", "keep the eye")
        );
        assert!(kept.is_hit("1,1") && !kept.is_hit("0,0"));
        let kept = Kept::parse("XO\navoid: 1,0").unwrap();
        assert!(kept.is_hit("0,0") && !kept.is_hit("1,0"));
    }

    #[test]
    fn a_malformed_file_is_an_error() {
        for (text, want) in [
            ("want: 1,1", "no position"),
            ("XO", "no line `want:"),
            ("XO\nwant:", "names no move"),
            ("XO\nwant: 1,1\navoid: 2,2", "two lines"),
        ] {
            let error = Kept::parse(text).unwrap_err().to_string();
            assert!(error.contains(want), "{error}");
        }
    }
}
