//! From a command line to a contest.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::cli::Conditions;
use crate::conduct::{Mode, OUTPUT_LIMIT, Rules};
use crate::contest::Contest;
use crate::game::{self, Game};
use crate::player::{self, Flags, Player};
use crate::saiblo::{self, Saiblo};
use crate::schedule;
use crate::words::counted;
use crate::workspace::closest;

/// Time limit in milliseconds of the site (protocol description, section 5).
const TIME_MS: u64 = 1000;
/// Time limit in milliseconds under a node budget: only a hang should ever reach it.
const NODES_TIME_MS: u64 = 60_000;

/// The match between two players, whose bots are built: so many games, rounded up to whole pairs.
///
/// # Errors
/// Names the argument that makes no sense and what to write instead, or the player that cannot be had.
pub fn contest(names: &[String; 2], args: &Conditions, games: u32, show: bool) -> Result<Contest> {
    let contests = contests(names, args, games, show)?;
    contests.into_iter().next().context("two players, no match")
}

/// The matches of every two players, in the order (0,1), (0,2), ..., (1,2), ...; Ctrl-C ends them together.
///
/// # Errors
/// As [`contest`].
pub fn contests(
    names: &[String],
    args: &Conditions,
    games: u32,
    show: bool,
) -> Result<Vec<Contest>> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let alone = show || names.iter().any(|name| name == "human");
    let jobs = jobs(args, cores, alone)?;
    let judge = match &args.judge_cmd {
        None => None,
        Some(text) => Some(command_words("--judge-cmd", text)?),
    };
    let (players, game) = player::prepare(names, args.game.as_deref())?;
    let saiblo = saiblo_game(game.as_deref(), args)?;
    let game = match saiblo {
        Some(_) => None,
        None => known_game(game.as_deref(), judge.is_some())?,
    };
    if args.simple_io && game.is_none_or(|game| game.simple.is_none()) {
        bail!("--simple-io: this game has no simple IO that the arena knows; leave the flag out");
    }
    let time_ms = args.time_ms.unwrap_or(if args.nodes.is_some() {
        NODES_TIME_MS
    } else {
        TIME_MS
    });
    // On Saiblo programs always run on, and a packet is small.
    let (mode, output) = match saiblo {
        Some(_) => (Mode::KeepRunning, saiblo::judger::LENGTH),
        None => (args.mode, OUTPUT_LIMIT),
    };
    let rules = Rules {
        mode,
        time: Duration::from_millis(time_ms),
        memory: args.memory_mb << 20,
        output,
        cancel: Arc::new(AtomicBool::new(false)),
    };
    let contest = |a: &Player, b: &Player| Contest {
        game,
        judge: judge.clone(),
        saiblo: saiblo.clone(),
        players: [a.clone(), b.clone()],
        identities: Vec::new(),
        flags: Flags {
            mode,
            simple_io: args.simple_io,
            time_ms,
            nodes: args.nodes,
        },
        rules: rules.clone(),
        games: schedule::whole_pairs(games),
        opening_plies: args
            .opening_plies
            .unwrap_or(game.map_or(0, |game| game.opening_plies)),
        seed: args.seed,
        jobs,
        show,
    };
    let mut contests = Vec::new();
    for (i, a) in players.iter().enumerate() {
        contests.extend(players[i + 1..].iter().map(|b| contest(a, b)));
    }
    Ok(contests)
}

/// What there is to know if the game is one of Saiblo's.
fn saiblo_game(name: Option<&str>, args: &Conditions) -> Result<Option<Saiblo>> {
    if name != Some(saiblo::SNAKEGO) {
        ensure!(
            args.logic_cmd.is_none() && args.max_round.is_none(),
            "--logic-cmd and --max-round are for SnakeGo; leave them out or add --game snakego"
        );
        return Ok(None);
    }
    for (given, flag) in [
        (args.judge_cmd.is_some(), "--judge-cmd"),
        (args.simple_io, "--simple-io"),
        (args.opening_plies.is_some(), "--opening-plies"),
    ] {
        ensure!(
            !given,
            "{flag} is for Botzone's games; leave it out for snakego"
        );
    }
    let logic = match &args.logic_cmd {
        None => None,
        Some(text) => Some(command_words("--logic-cmd", text)?),
    };
    Ok(Some(Saiblo {
        logic,
        max_round: args.max_round,
    }))
}

fn jobs(args: &Conditions, cores: usize, alone: bool) -> Result<usize> {
    let Some(jobs) = args.jobs.map(|jobs| jobs as usize) else {
        return Ok(if alone { 1 } else { (cores - 1).max(1) });
    };
    ensure!(
        jobs == 1 || !alone,
        "--jobs {jobs}: games on the screen are played one at a time; leave --jobs out"
    );
    ensure!(
        jobs <= cores || args.force,
        "--jobs {jobs} is more than the {}, so bots would take each other's time; add --force if you mean it",
        counted(cores, "core", "cores")
    );
    Ok(jobs)
}

fn command_words(flag: &str, text: &str) -> Result<Vec<String>> {
    let words =
        shell_words::split(text).with_context(|| format!("{flag} `{text}`: check the quotes"))?;
    ensure!(!words.is_empty(), "{flag} is empty; name the program");
    Ok(words)
}

/// The game of this name; with an official judge it may be one that the arena does not know.
fn known_game(name: Option<&str>, judged: bool) -> Result<Option<&'static Game>> {
    match name {
        Some(name) if judged => Ok(game::find(name).ok()),
        Some(name) => game::GAMES
            .iter()
            .find(|game| game.name == name)
            .map(Some)
            .with_context(|| {
                let names = game::playable();
                let guess = closest(name, names.iter().copied()).unwrap_or_default();
                let names = names.join(", ");
                format!("the arena knows no game `{name}`{guess} (it knows: {names})")
            }),
        None if judged => Ok(None),
        None => bail!(
            "no player is a bot of the workspace, so name the game: --game nogo (or snake, snakego, tetris2)"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_jobs_for_one_core() {
        let args = Conditions {
            jobs: Some(2),
            ..Conditions::default()
        };
        let text = jobs(&args, 1, false).unwrap_err().to_string();
        assert!(text.contains("more than the 1 core, so"), "{text}");
        let text = jobs(&args, 4, true).unwrap_err().to_string();
        assert!(text.contains("leave --jobs out"), "{text}");
        assert_eq!(jobs(&args, 2, false).unwrap(), 2);
    }

    #[test]
    fn a_game_that_is_not_known_gets_the_list_of_all_that_can_be_played() {
        let text = known_game(Some("chess"), false).unwrap_err().to_string();
        assert!(
            text.contains("(it knows: nogo, snake, snakego, tetris2)"),
            "{text}"
        );
        let text = known_game(Some("snakgo"), false).unwrap_err().to_string();
        assert!(text.contains("did you mean `snakego`?"), "{text}");
        assert!(known_game(Some("chess"), true).unwrap().is_none());
    }
}
