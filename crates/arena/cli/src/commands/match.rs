//! `arena match`.

use std::process::ExitCode;

use anyhow::Result;
use arena_common::Stop;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use contest::crash::Crashes;
use contest::{Contest, Outcome, Watch};
use players::player::{Program, Spec};
use statistics::report::{self, report};

use super::logged::{self, LogArgs};
use crate::catalog::Catalog;
use crate::conditions::{self, Conditions};
use crate::tables::TableArgs;

/// Arguments of `arena match`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct MatchArgs {
    /// Player A: a bot of the workspace, `BOT@REV`, a file, `human`, or `cmd:COMMAND`
    #[arg(value_name = "A")]
    pub a: String,
    /// Player B, likewise
    #[arg(value_name = "B")]
    pub b: String,
    /// Number of games, rounded up to whole pairs [default: 20; with --resume those of the log]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Play every start twice, with swapped seats; if not, A sits in seat 0 in all games, each with its own start
    #[arg(long, value_name = "yes|no", default_value = "yes", action = ArgAction::Set, value_parser = PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes"))]
    pub swap: bool,
    /// Where the games go
    #[command(flatten)]
    pub log: LogArgs,
    /// Show every turn: moves, verdicts, the board
    #[arg(long)]
    pub show: bool,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
    /// How the tables are printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Plays a match and prints the result.
///
/// # Errors
/// Names the argument that is invalid and the cure, or what stopped the games.
pub fn run(args: &MatchArgs, catalog: &Catalog) -> Result<ExitCode> {
    let specs = Spec::all(&[&args.a, &args.b])?;
    let mut contest = conditions::of_two(
        &catalog.games,
        &specs,
        &args.conditions,
        args.log.games(args.games, 20),
        args.show,
    )?;
    args.tables.check(&report::empty(contest.host.game, None))?;
    if !args.swap {
        let halves = contest.host.game.and_then(|game| game.match_winner);
        ensure!(
            halves.is_none(),
            "--swap=no: a match of this game is two halves with swapped seats; leave it out"
        );
        contest.swap = false;
        contest.games = args.log.games(args.games, 20);
    }
    let mut crashes = Crashes::default();
    let outcome = logged::run(&contest, &args.log, args.conditions.force, &mut |game| {
        crashes.add(game);
        Watch::default()
    })?;
    let played = outcome.tally.total().games();
    if played > 0 || !matches!(outcome.stopped, Some(Stop::Failed(_))) {
        let matches = outcome.matches.as_ref();
        let labels = &contest.labels([0, 1]);
        args.tables.print(
            || {
                let halves = matches.map(|matches| report::halves(matches, labels) + "\n");
                halves.unwrap_or_default() + &report(&outcome.tally, labels, outcome.wall)
            },
            || {
                let names = [args.a.as_str(), &args.b];
                report::tables(&outcome.tally, matches, None, names, labels)
            },
        )?;
        if outcome.stopped.is_none() {
            for place in crashes.places(&contest) {
                args.tables.remark(place)?;
            }
        }
        for command in repeats(args, &contest, &outcome)? {
            args.tables
                .remark(said!("to repeat that turn: {command}"))?;
        }
    }
    logged::ended(outcome.stopped, played, &contest, &args.log)
}

/// For each player that has failed, the command that repeats its first failure.
fn repeats(args: &MatchArgs, contest: &Contest, outcome: &Outcome) -> Result<Vec<String>> {
    let Some(log) = &args.log.log else {
        return Ok(Vec::new());
    };
    let log = log.to_string_lossy();
    let mut commands = Vec::new();
    for (i, text) in [&args.a, &args.b].into_iter().enumerate() {
        let name = match &contest.players[i].program {
            Program::Bot { package, .. } if !package.contains('@') => package.clone(),
            // What was found out by a first move is found out again.
            Program::Source { .. } | Program::Command { .. } if contest.host.has_modes() => {
                text.clone()
            }
            _ => continue,
        };
        if let Some(failure) = outcome.tally.players[i].failures.first() {
            let [name, log] = [name.as_str(), &*log].map(shell_words::quote);
            let (game, turn) = (failure.game, failure.turn);
            let seat = failure.seat;
            commands.push(format!(
                "arena explain {name} --log {log} --game {game} --turn {turn} --seat {seat}"
            ));
        }
    }
    Ok(commands)
}

// Lines of at most 80 characters: clap breaks longer ones where it likes.
const HELP: &str = "\
Players:
  NAME         a bot of the workspace (`arena list`); it is built first, and is
               told mode, limits and seed
  BOT@REV      a bot of the workspace as it was in an earlier commit (a hash, a
               branch or a tag), built from that commit and kept; needs git
  my_bot.cpp   a bot of your own, compiled as Botzone compiles (cpp17 unless
               language= says otherwise) and kept by its content; JsonCpp is
               linked where the bot includes jsoncpp/json.h
  my_bot.rs    likewise, one file of Rust by rustc -O --edition 2021, or with
               language=rs-plain by rustc alone; the site's own line is unknown
  my_bot.py, my_bot.js
               likewise, run by python3 or node
  Main.java    likewise, compiled by javac and run by java; its heap is 192 MB,
               with which it stays below the site's 256
  my_folder/, my_bot.zip
               a package: with a Makefile, CMakeLists.txt or main.py as Saiblo
               takes it, with __main__.py as Botzone does
  human        you, at the terminal, without a clock
  cmd:COMMAND  any program that speaks Botzone's bot protocol; {seed}, {time-ms}
               and {nodes} in COMMAND are replaced, nothing is added

  NAME=PLAYER gives a player a name for tables and logs. Options stand behind
  commas: NAME=PLAYER,OPTION,OPTION...
    time-ms=MS     its limit of a turn, whatever its language
    memory-mb=MB   its memory limit
    nodes=N        its node budget
    simple-io, json
                   what it is sent
    keep-running, restart
                   its mode
    language=NAME  cpp, cpp11, cppo0 or cpp17: the site's way to compile C++;
                   make or cmake, where a package has both
    args=\"WORDS\"   words behind its command line, placeholders as above
    data=DIR       the files of its user storage, copied for each game; with
                   data-shared DIR itself, which games share and may change
    env=NAME       a variable of your environment that it gets, or
                   env=NAME=VALUE; may be given several times
  A comma in quotes is no separator; a file with = in its name is ./a=b.cpp.

  --game is needed where no player is a bot of the workspace. What a program of
  your own speaks, JSON or simple IO, is found out by a first move before the
  first game; where that does not tell, the error names the option.
  Limits are the site's: Python has 6 times the limit (4 times in turns of a
  program that was kept running), Java 3 times (2), JavaScript twice, C++ and
  commands once.

Where programs run:
  A source runs in a folder of its own for each game, where nothing is but its
  user storage `data`: a copy of DIR with data=DIR, or else of the files below
  data/ beside the source that it names. A package for Saiblo runs in a copy of
  itself. A command runs where you are, or with data=DIR in such a folder;
  files that its words name are found all the same. The environment is PATH,
  HOME and LANG=C.UTF-8, so that what your shell sets (PYTHONUNBUFFERED) hides
  no mistake; env=NAME adds to it.

Conduct (and the choices where the site's are not known):
  A turn's time is wall clock, from the request to the end of the turn. A turn
  ends when the program exits, or with its marker line in keep-running mode.
  Children that live on are killed after the turn; those of a program that is
  kept running stand still between its turns, as it does itself.
  The first turn has twice the time. Where the arena plays the opening, the
  judge's first turn is past: programs in keep-running mode then have twice the
  time at their first start, programs in restart mode never.
  A program that ends well without the marker in keep-running mode has answered;
  it is started afresh in its next turn.

Verdicts:
  OK; TLE over the time; MLE over the memory; OLE more than 1 MiB of output;
  NJ output is not JSON; RE crash, or exit status not 0
  The column \"fallback\" counts answers that a bot's session has saved: the bot
  panicked or chose an illegal move, and the game's fallback move went out. The
  judge sees nothing of it. The first case stands below the tables.

Pairs:
  Games 2k and 2k+1 have the same start and swapped seats: in NoGo the same
  opening, in Snake the same map, in Tetris2 the same first piece and an opening
  in which both players do the same. All of it follows from --seed, as do the
  seeds of the bots.
  The 95 % interval is Wilson's, over pairs, with the variance between pairs.
  Random turns at the start of a pair are for bots of the workspace only: any
  other program begins at the start of the game, as on the site, because it may
  read no history that it has not played. Where all games start alike (Amazons,
  NoGo), programs without chance repeat one game; a note counts such games.
  --opening-plies N, if given, is for all players, as --openings FILE is.
  --swap=no is no pairs: A sits in seat 0 in every game, each has its own start,
  and the interval is over games.

Openings:
  --openings FILE has a start a line as a log has it: `init`, what the game is
  made from, and `moves`, the first turns; either may be left out. Pair 0 has
  the first, and after the last comes the first again. A log is such a file: it
  gives the openings of its games. Lines with # are skipped. For example
    {\"moves\":[[4,4],[0,8]]}                  NoGo: black 4,4, white 0,8
    {\"moves\":[[2,0,2,3,2,0]]}                Amazons: from, to, arrow
    {\"init\":{\"seed\":7},\"moves\":[[1,3]]}      Snake: map 7; right, left
    {\"init\":{\"firstBlock\":3}}                Tetris2: the first piece

SnakeGo (Saiblo):
  A game is a half, a pair is a match: the same items with the seats swapped.
  --time-ms is the limit of a half-round, which all own snakes share. Programs
  run through the half, without a pause; --mode does nothing. OLE is a packet
  larger than the logic allows, 2048 bytes. An illegal operation ends the half.
  cmd:COMMAND is a program that reads raw bytes and writes packets.

Log:
  One JSON line a game; the first line says the conditions, what the players are
  (SHA-256 of their programs) and for each sitting date, executables, machine.
  An old log is replaced with --force only. --resume plays what is missing of
  it, and more games where --games says more. Ctrl-C ends the match, keeps the
  log and prints the result so far; a second one ends at once.

Move times:
  A note says before the games if other programs leave too few cores, and after
  them if the bots waited for a core for more than 5 % of their time (and 2 ms a
  turn), or the host of a virtual machine took more than 3 % of all.
  --affinity gives each game its own core, on which both its bots run.

Tables as data (--json, --csv, --markdown; --table NAME for one of them; scores
are from 0 to 1, x_low and x_high the ends of a 95 % interval):
{tables}

Examples:
  arena match nogo-greedy nogo-random --mode keep-running
  arena match nogo-switcher nogo-greedy --nodes 2000 --seed 7
  arena match nogo-greedy nogo-random --nodes 1 --csv --table score
  arena match nogo-greedy nogo-random --games 60 --log games.jsonl --resume
  arena match nogo-rave nogo-greedy --opening-plies 0 --swap=no --nodes 500
  arena match nogo-rave nogo-greedy --openings games.jsonl --nodes 500
  arena match snake-open-hand snake-coiler --nodes 500 --show --log snake.jsonl
  arena match tetris2-dellacherie human  # you play
  arena match snakego-greedy human --show  # you play
  arena match my_bot.cpp nogo-greedy
  arena match old=my_bot.cpp new=my_bot.py,time-ms=3000 --game nogo --games 2
  arena match nogo-greedy 'cmd:python3 my_bot.py' --games 2
  arena match 'cmd:./a' 'cmd:./b' --game nogo --judge-cmd ./j  # needs a judge";
