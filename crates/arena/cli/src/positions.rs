//! A bot asked about the positions kept beside it.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result};
use arena_common::Cancel;
use arena_common::screen::say;
use arena_common::texts::{counted, tr};
use arena_common::whole_file;
use clap::Args;
use contest::explain::explain;
use judges_common::args::flags;
use judges_common::positions::{Kept, load};
use players::workspace;
use referee::conduct::usual_time_ms;
use statistics::cells;
use statistics::table::{Column, Table};

use crate::logged_turn::LoggedTurn;
use crate::tables::TableArgs;

/// The table of a bot's answers to its positions.
pub fn table() -> Table {
    let columns = ["bot", "position", "hit", "move", "goal", "moves", "why"].map(Column::data);
    let [bot, position, hit, mv, goal, moves, why] = columns;
    let goal = goal.note("want or avoid");
    Table::new("positions", [bot, position, hit, mv, goal, moves, why])
}

/// How long a bot may think about a position.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Limits")]
pub struct Effort {
    /// Time per position in ms
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    pub time_ms: Option<u64>,
    /// Nodes per position: reproducible answers
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Seed of the bot
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
}

impl Effort {
    /// The time limit of a position: as given, or the usual one.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms.unwrap_or(usual_time_ms(self.nodes)))
    }

    /// The flags of the bot's `explain`.
    pub fn words(&self) -> Vec<String> {
        let flags = [
            (flags::TIME_MS, self.time_ms),
            (flags::NODES, self.nodes),
            (flags::SEED, self.seed),
        ];
        let given = flags
            .iter()
            .filter_map(|&(flag, value)| Some((flag, value?)));
        given
            .flat_map(|(flag, value)| [flag.to_owned(), value.to_string()])
            .collect()
    }
}

/// A turn to keep.
#[derive(Debug)]
pub struct Keep<'a> {
    /// Name of the file, without its ending.
    pub name: &'a str,
    /// The moves that are right; empty if `avoid` says those that are wrong.
    pub want: &'a [String],
    /// The moves that are wrong; if both are empty, that is what was played.
    pub avoid: &'a [String],
    /// Why; `None` for where it comes from and who played what.
    pub why: Option<&'a str>,
}

/// Keeps a turn as a position of a bot; returns the new file and what is in it.
///
/// # Errors
/// If there is no such bot, it plays another game, the turn has several decisions or no move, the name is none for a file
/// or taken, or the file cannot be written.
pub fn keep(bot: &str, turn: &LoggedTurn, keep: &Keep) -> Result<(PathBuf, Kept)> {
    let bots = workspace::bots()?;
    let bot = workspace::find(&bots, bot)?;
    workspace::ensure_plays(bot, turn.game.name, &turn.place)?;
    keep_in(&bot.folder, turn, keep)
}

/// [`keep`] for the bot in this folder.
fn keep_in(bot: &Path, turn: &LoggedTurn, keep: &Keep) -> Result<(PathBuf, Kept)> {
    let path = position_file(bot, keep.name)?;
    let kept = kept(turn, keep)?;
    let folder = path.parent().unwrap_or(&path);
    fs::create_dir_all(folder)
        .and_then(|()| whole_file::write(&path, kept.to_string()))
        .with_context(|| msg!("cannot write {}", path.display()))?;
    Ok((path, kept))
}

/// The place of a new position.
fn position_file(bot: &Path, name: &str) -> Result<PathBuf> {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    require!(
        !name.is_empty() && name.len() <= 60 && name.bytes().all(plain),
        "--keep `{name}`: use small letters, digits and hyphens, for example lost-eye"
    );
    let path = bot.join("positions").join(name).with_extension("txt");
    require!(
        !path.exists(),
        "--keep `{name}`: {} is there already; choose another name",
        path.display()
    );
    Ok(path)
}

/// The content of the file that keeps a turn.
fn kept(turn: &LoggedTurn, keep: &Keep) -> Result<Kept> {
    let [decision] = turn.decisions.as_slice() else {
        fail!(
            "{}: {} are made in it; say which one with --seat or --step",
            turn.place,
            counted(turn.decisions.len(), "decision", "decisions")
        );
    };
    let wanted = !keep.want.is_empty();
    let moves = match (wanted, keep.avoid) {
        (true, _) => keep.want.to_vec(),
        (false, []) => {
            let played = decision.played.clone();
            let played = played.with_context(|| {
                msg!(
                    "{}: no move was played; add --want MOVE or --avoid MOVE",
                    turn.place
                )
            })?;
            vec![played]
        }
        (false, avoid) => avoid.to_vec(),
    };
    Ok(Kept {
        position: decision.position.clone(),
        why: keep
            .why
            .map_or_else(|| turn.heading(decision), str::to_owned),
        moves,
        wanted,
    })
}

/// Builds the bot, asks it about each of its positions and prints the score; on a miss also what it thought. Or the
/// table of its answers as data. `flags` are passed on to `explain`.
///
/// # Errors
/// If there is no such bot or no position, a file is malformed, or `explain` fails.
pub fn score(name: &str, flags: &[String], tables: &TableArgs) -> Result<()> {
    tables.check(&[table()])?;
    let bots = workspace::bots()?;
    let bot = workspace::find(&bots, name)?;
    let kept = load(&bot.folder).map_err(Error::msg)?;
    require!(
        !kept.is_empty(),
        "{name} has no positions; put files *.txt into {}",
        bot.folder.join("positions").display()
    );
    let program = &workspace::build_one(bot)?;
    let (never, hour) = (Cancel::default(), Duration::from_secs(3600));
    if tables.form().is_some() {
        let mut table = table();
        for (place, kept) in &kept {
            let (mv, _) = ask(program, place, kept, flags, hour, &never)?;
            table.add(cells![
                name,
                place.as_str(),
                kept.is_hit(&mv),
                mv.as_str(),
                if kept.wanted { "want" } else { "avoid" },
                kept.moves.join(" "),
                kept.why.as_str(),
            ]);
        }
        return tables.print(String::new, || vec![table]);
    }
    let missed = ask_all(program, &kept, flags, hour, &never, &mut stdout().lock())?;
    let hits = kept.len() - missed.len();
    let percent = 100.0 * hits as f64 / kept.len() as f64;
    say(said!(
        "{name}: {hits} of {} ({percent:.0} %)",
        counted(kept.len(), "position", "positions")
    ))
}

/// Asks a program about positions, given with their names, writes a line for each, and returns the names of those
/// that it misses. It has `patience` for each; `cancel` ends it.
///
/// # Errors
/// If the program's `explain` fails, is not done in time or ends without a line `move: M`, or the output cannot be written.
pub fn ask_all<'k>(
    program: &Path,
    kept: &'k [(String, Kept)],
    flags: &[String],
    patience: Duration,
    cancel: &Cancel,
    output: &mut dyn Write,
) -> Result<Vec<&'k str>> {
    let mut missed = Vec::new();
    for (name, kept) in kept {
        let (mv, text) = ask(program, name, kept, flags, patience, cancel)?;
        let goal = format!(
            "{} {}",
            if kept.wanted { "want" } else { "avoid" },
            kept.moves.join(" ")
        );
        if kept.is_hit(&mv) {
            writeln!(output, "{:<5} {name}: {mv} ({goal})", tr("hit"))?;
        } else {
            missed.push(name.as_str());
            let miss = tr("MISS");
            writeln!(output, "{miss:<5} {name}: {mv} ({goal}) {}", kept.why)?;
            for line in kept.position.lines().chain(text.lines()) {
                writeln!(output, "      {line}")?;
            }
        }
    }
    Ok(missed)
}

/// The move of a program in a position, and all that it says.
fn ask(
    program: &Path,
    name: &str,
    kept: &Kept,
    flags: &[String],
    patience: Duration,
    cancel: &Cancel,
) -> Result<(String, String)> {
    let program = [program.to_string_lossy().into_owned()];
    let text = explain(&program, &kept.position, flags, patience, cancel);
    let text = text.with_context(|| name.to_owned())?;
    let mut lines = text.lines().rev();
    let mv = lines.find_map(|line| line.strip_prefix("move:"));
    let mv = mv.with_context(|| msg!("{name}: `explain` printed no line `move: M`:\n{text}"))?;
    Ok((mv.trim().to_owned(), text))
}

#[cfg(test)]
mod tests {
    use gameplay::decisions::Decision;

    use super::*;

    fn turn(seats: &[usize]) -> LoggedTurn {
        let decision = |&seat: &usize| Decision {
            turn: 40,
            seat,
            position: "4,4 0,8".to_owned(),
            played: (seat == 0).then(|| "2,2".to_owned()),
            forced: false,
            said: None,
        };
        LoggedTurn {
            game: gameplay::games::standard().find("nogo").unwrap(),
            place: "games.jsonl, game 3, turn 41".to_owned(),
            all: Vec::new(),
            decisions: seats.iter().map(decision).collect(),
            names: ["a-bot", "b-bot"].map(str::to_owned).to_vec(),
        }
    }

    fn kept_as(name: &str) -> Keep<'_> {
        Keep {
            name,
            want: &[],
            avoid: &[],
            why: None,
        }
    }

    #[test]
    fn a_kept_turn_is_a_position_of_the_bot() {
        let folder = tempfile::tempdir().unwrap();
        let (path, _) = keep_in(folder.path(), &turn(&[0]), &kept_as("lost-eye")).unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "# games.jsonl, game 3, turn 41: a-bot in seat 0 played 2,2\n4,4 0,8\navoid: 2,2\n"
        );
        let moves = ["3,4", "3,5"].map(str::to_owned);
        let wanted = Keep {
            want: &moves,
            why: Some("only these"),
            ..kept_as("win")
        };
        keep_in(folder.path(), &turn(&[0]), &wanted).unwrap();
        let avoided = Keep {
            avoid: &moves[..1],
            ..kept_as("bad")
        };
        keep_in(folder.path(), &turn(&[1]), &avoided).unwrap();
        let kept = load(folder.path()).unwrap();
        let said: Vec<_> = (kept.iter())
            .map(|(name, kept)| (name.as_str(), kept.wanted, kept.moves.join(" ")))
            .collect();
        assert_eq!(
            said,
            [
                ("bad.txt", false, "3,4".to_owned()),
                ("lost-eye.txt", false, "2,2".to_owned()),
                ("win.txt", true, "3,4 3,5".to_owned()),
            ]
        );
        assert_eq!(kept[2].1.why, "only these");
    }

    #[test]
    fn what_cannot_be_kept_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |seats: &[usize], name: &str| {
            let error = keep_in(folder.path(), &turn(seats), &kept_as(name)).unwrap_err();
            error.to_string()
        };
        for (seats, name, want) in [
            (&[0][..], "../up", "small letters, digits and hyphens"),
            (
                &[0, 1],
                "x",
                "2 decisions are made in it; say which one with --seat",
            ),
            (&[1], "x", "no move was played; add --want MOVE"),
        ] {
            let error = refused(seats, name);
            assert!(error.contains(want), "{error}");
        }
        keep_in(folder.path(), &turn(&[0]), &kept_as("x")).unwrap();
        assert!(refused(&[0], "x").contains("is there already; choose another name"));
    }
}
