//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::browser::command::PlayArgs;
use crate::check::CheckArgs;
use crate::conduct::Mode;
use crate::import::ImportArgs;
use crate::league::Shard;
use crate::localai::LocalAiArgs;
use crate::new_bot::NewBotArgs;
use crate::replay::command::ReplayArgs;
use crate::tune::TuneArgs;

/// The local referee: plays matches between bots under the judge's rules of conduct.
#[derive(Debug, Parser)]
#[command(name = "arena", version, arg_required_else_help = true, after_help = MAIN_EXAMPLES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a match between two players and print the result
    Match(MatchArgs),
    /// Play until it is clear whether A is stronger than B
    ///
    /// A sequential probability ratio test over game pairs: H0, A is --elo0 stronger or less; H1, A is --elo1 stronger
    /// or more. It stops as soon as one of them is clear at the error rates given.
    #[command(after_help = SPRT_HELP)]
    Sprt(SprtArgs),
    /// Let every bot of a list play every other, and rate them
    ///
    /// Every finished game is on disk at once; --resume goes on with a league that was stopped in any way, and --shard
    /// plays one part of it, for several machines.
    #[command(after_help = LEAGUE_HELP)]
    League(LeagueArgs),
    /// Put the files of a league's shards together and print its tables
    #[command(after_help = MERGE_HELP)]
    Merge {
        /// Files of the same league
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Write the whole league to FILE, which must be new
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Merge although a player is not the same in all files; the whole league says so
        #[arg(long)]
        mix: bool,
    },
    /// Let a bot that runs here play live matches on botzone.org.cn
    ///
    /// Botzone's local AI interface: the bot takes your seat, in several matches at once if need be. No upload and no
    /// bundle: any program can play.
    #[command(name = "localai")]
    LocalAi(LocalAiArgs),
    /// Make a log of the arena from a match log of botzone.org.cn
    ///
    /// The match is replayed by the arena's own referee, which must say what the site's judge said.
    Import(ImportArgs),
    /// Be the judge: read a match log on standard input, print the judge's output
    ///
    /// Speaks the protocol of Botzone's judge programs: one line {"log":[...],"initdata":...} in, one line
    /// {"command":...,"content":...,"display":...} and an empty line out. Started once for every turn.
    #[command(after_help = JUDGE_HELP)]
    Judge {
        /// Name of the game, for example nogo
        game: String,
    },
    /// Be the logic of a Saiblo game: referee one half for a judger
    ///
    /// Speaks the protocol between Saiblo's judger and a game's logic program: messages with four bytes of length in
    /// front. So saiblo-local-judger can run the arena's referee.
    #[command(after_help = LOGIC_HELP)]
    Logic {
        /// Name of the game: snakego
        game: String,
    },
    /// Score a bot on the positions kept beside it
    ///
    /// A position file bots/BOT/positions/*.txt holds comment lines `# why`, the position, and a line
    /// `want: MOVE ...` or `avoid: MOVE ...`. For each miss the bot's `explain` output is printed.
    #[command(after_help = POSITIONS_EXAMPLES)]
    Positions(PositionsArgs),
    /// Test a bot before an upload, step by step
    ///
    /// Ends with "ready to upload" and how to, or with the step that failed and what to do about it.
    Check(CheckArgs),
    /// Make a new bot from its game's template
    ///
    /// It builds, plays and passes its tests at once. `scripts/new-bot` is the same.
    NewBot(NewBotArgs),
    /// Look for better parameters of a bot
    ///
    /// Simulated annealing over games of the bot with itself at a node budget, and at the end a sequential test against
    /// opponents that were not in the tuning. The bot's own file is left alone.
    Tune(TuneArgs),
    /// Check a record of Goose Tetris: is it valid, what does it score
    ///
    /// Prints validity, score, pieces, and the score every 1,000 pieces. A record that the contest would refuse is
    /// an error that says why.
    #[command(after_help = VERIFY_EXAMPLE)]
    Verify {
        /// File with the record string
        record: PathBuf,
    },
    /// Play against a bot in the browser
    ///
    /// Serves a page to this machine only, on which you play one game; afterwards the page replays it.
    Play(PlayArgs),
    /// Make one HTML file of a match log, to look at its games in a browser
    ///
    /// The file is complete in itself: board, both bots' debug text and move times, step by step or as a film, in
    /// English and Chinese.
    Replay(ReplayArgs),
    /// List the bots of the workspace: game, judge, idea
    ///
    /// Their names are the players of `arena match`, besides `BOT@REV`, `human` and `cmd:COMMAND`.
    List,
}

/// Arguments of `arena match`.
#[derive(Debug, Args)]
#[command(after_help = MATCH_HELP)]
pub struct MatchArgs {
    /// Player A: a bot of the workspace, `BOT@REV`, `human`, or `cmd:COMMAND`
    #[arg(value_name = "A")]
    pub a: String,
    /// Player B, likewise
    #[arg(value_name = "B")]
    pub b: String,
    /// Number of games, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Write the games to FILE, one JSON line each; an old FILE is replaced
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Show every turn: moves, verdicts, the board
    #[arg(long)]
    pub show: bool,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
}

/// Under which conditions games are played: what all commands that play games share.
#[derive(Clone, Debug, Args)]
pub struct Conditions {
    /// Start programs afresh every turn, or let those that ask for it live on, stopped between their turns
    #[arg(long, value_enum, default_value_t = Mode::Restart)]
    pub mode: Mode,
    /// Time limit of a turn in milliseconds of wall clock; the first turn has twice that [default: 1000; with
    /// --nodes 60000]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub time_ms: Option<u64>,
    /// Memory limit in MiB of resident memory
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(32..=1_048_576))]
    pub memory_mb: u64,
    /// Let the bots search N nodes a turn instead of using the clock: the same games on every run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// What openings, maps and the bots' seeds come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Random turns at the start of every pair [default: 2; snake 0, there every pair has its own map]
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<u32>,
    /// Games at a time [default: cores - 1, at least 1; 1 with --show or a human]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Allow more jobs than cores (the move times are worth nothing then)
    #[arg(long)]
    pub force: bool,
    /// Let an official Botzone judge executable decide instead of the arena's own referee
    #[arg(long, value_name = "PROGRAM")]
    pub judge_cmd: Option<String>,
    /// Let an official Saiblo logic executable decide (SnakeGo)
    #[arg(long, value_name = "PROGRAM")]
    pub logic_cmd: Option<String>,
    /// Rounds of a half of SnakeGo [default: 512]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub max_round: Option<u16>,
    /// Talk to the programs in simple IO instead of JSON
    #[arg(long)]
    pub simple_io: bool,
    /// The game; needed only where no player is a bot of the workspace
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
}

impl Default for Conditions {
    /// The conditions without any flag.
    fn default() -> Self {
        Conditions {
            mode: Mode::Restart,
            time_ms: None,
            memory_mb: 256,
            nodes: None,
            seed: 1,
            opening_plies: None,
            jobs: None,
            force: false,
            judge_cmd: None,
            logic_cmd: None,
            max_round: None,
            simple_io: false,
            game: None,
        }
    }
}

/// Arguments of `arena sprt`.
#[derive(Debug, Args)]
pub struct SprtArgs {
    /// Player A: a bot of the workspace, `BOT@REV`, or `cmd:COMMAND`
    #[arg(value_name = "A")]
    pub a: String,
    /// Player B, likewise
    #[arg(value_name = "B")]
    pub b: String,
    /// H0: A is so many Elo stronger than B, or less
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    pub elo0: f64,
    /// H1: A is so many Elo stronger than B, or more
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 20.0,
        allow_negative_numbers = true
    )]
    pub elo1: f64,
    /// How often H1 may be accepted where H0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,
    /// How often H0 may be accepted where H1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub beta: f64,
    /// End without a decision after so many games
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub max_games: u32,
    /// Write the games to FILE, one JSON line each; an old FILE is replaced
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
}

/// Arguments of `arena league`.
#[derive(Debug, Args)]
pub struct LeagueArgs {
    /// The players: bots of the workspace, `BOT@REV`, or `cmd:COMMAND`
    #[arg(value_name = "BOT")]
    pub bots: Vec<String>,
    /// A file with more players, one a line; empty lines and lines with # are skipped
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Number of games of every two players, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Write the games to FILE, one JSON line each
    #[arg(long, value_name = "FILE", default_value = "league.jsonl")]
    pub out: PathBuf,
    /// Go on with the league in --out: what is there is not played again
    #[arg(long)]
    pub resume: bool,
    /// With --resume: go on although a player has changed since; the file says so then
    #[arg(long, requires = "resume")]
    pub mix: bool,
    /// Play part i of n only; `arena merge` puts the parts together
    #[arg(long, value_name = "i/n")]
    pub shard: Option<Shard>,
    /// How the games are played
    #[command(flatten)]
    pub conditions: Conditions,
}

/// Arguments of `arena positions`.
#[derive(Debug, Args)]
pub struct PositionsArgs {
    /// A bot of the workspace
    pub bot: String,
    /// Time limit of each position in milliseconds
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    pub time_ms: Option<u64>,
    /// Node budget of each position: the same answers on every run
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Seed of the bot's random numbers
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
}

// Lines of at most 80 characters: clap breaks longer ones where it likes.
const MAIN_EXAMPLES: &str = "\
Games: nogo, snake, tetris2; any other Botzone game for two with its own judge
(`arena match --judge-cmd`). On Saiblo: snakego.

Examples:
  arena list
  arena match nogo-switcher nogo-greedy --games 40 --log games.jsonl
  arena replay games.jsonl
  arena play nogo nogo-switcher
  arena check nogo-switcher

`arena X` stands for `cargo run --release -- X`.";

const MATCH_HELP: &str = "\
Players:
  NAME         a bot of the workspace (`arena list`); it is built first, and is
               told mode, limits and seed
  BOT@REV      a bot of the workspace as it was in an earlier commit (a hash, a
               branch or a tag), built from that commit and kept; needs git
  human        you, at the terminal, without a clock
  cmd:COMMAND  any program that speaks Botzone's bot protocol; {seed}, {time-ms}
               and {nodes} in COMMAND are replaced, nothing is added

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

SnakeGo (Saiblo):
  A game is a half, a pair is a match: the same items with the seats swapped.
  --time-ms is the limit of a half-round, which all own snakes share. Programs
  run through the half, without a pause; --mode does nothing. OLE is a packet
  larger than the logic allows, 2048 bytes. An illegal operation ends the half.
  cmd:COMMAND is a program that reads raw bytes and writes packets.

Ctrl-C ends the match, keeps the log and prints the result so far; a second one
ends at once.

Examples:
  arena match nogo-switcher nogo-random --mode keep-running --log games.jsonl
  arena match nogo-switcher nogo-greedy --nodes 2000 --seed 7
  arena match snake-mr-curiosity snake-coiler --games 2 --show
  arena match tetris2-dellacherie human
  arena match snakego-greedy human --show
  arena match nogo-greedy 'cmd:python3 my_bot.py'
  arena match 'cmd:./a' 'cmd:./b' --game nogo --judge-cmd ./nogo-judge";

const SPRT_HELP: &str = "\
Players, conduct and pairs are those of `arena match`. Pairs are counted in the
order of the schedule, so with --nodes the decision is the same on every run.

Exit status: 0 if H1 was accepted, 10 if H0, 11 without a decision.

Examples:
  arena sprt nogo-the-shy nogo-switcher --nodes 20000
  arena sprt nogo-greedy nogo-random --elo0 0 --elo1 100
  arena sprt snake-six-ply 'cmd:./old-six-ply' --elo0 -10 --elo1 0";

const LEAGUE_HELP: &str = "\
Conduct and pairs are those of `arena match`; all matches have the same starts.
Elo is the model of Bradley and Terry, against the mean of all; intervals are
from 1,000 leagues drawn from the pairs of games that were played.

File and memory:
  Games stay on disk; 100,000 of NoGo take less than 100 MB of memory, in a
  league, with --resume and in `arena merge`. The last line says how much.
  One arena writes a file at a time. A last line that was cut off is dropped and
  its game played again; other damage is refused, with the number of the line.

Strength:
  The header says what each player is: for a bot of the workspace its version,
  the signature of its bench (run once for each build) and its parameters; for a
  command the SHA-256 of its program and of every file that it names. Games of a
  player that has changed are not added to a league unless you say --mix; then
  the header names what it was, too. A file that does not say what its players
  were is taken with a warning.

Examples:
  arena league nogo-random nogo-greedy nogo-switcher --games 40
  arena league --file bots.txt --nodes 10000 --out week.jsonl --resume
  parallel -j 4 arena league --file bots.txt --shard {}/4 --out part{}.jsonl \\
    ::: 1 2 3 4; arena merge part*.jsonl --out week.jsonl";

const MERGE_HELP: &str = "\
A game that is in the files several times counts once; two results of one game
are an error, and so are players that are not the same in all files (`arena
league --help`), unless you say --mix.

Examples:
  arena merge league.jsonl
  arena merge part1.jsonl part2.jsonl --out whole.jsonl";

const JUDGE_HELP: &str = "\
Games: nogo, snake, tetris2

Example:
  echo '{\"log\":[],\"initdata\":\"\"}' | arena judge nogo";

const LOGIC_HELP: &str = "\
Example (two programs that connect to the judger, one half):
  python3 -m judger_cli --playerCount 2 --logicPath ./snakego-logic
where ./snakego-logic is a script that runs `arena logic snakego`.";

const POSITIONS_EXAMPLES: &str = "\
Examples:
  arena positions nogo-switcher
  arena positions nogo-switcher --nodes 20000 --seed 3";

const VERIFY_EXAMPLE: &str = "\
Example:
  arena verify bots/goose-tetris-foresight/record.txt";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::game::GAMES;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_names_every_game_in_short_lines() {
        for text in [
            MAIN_EXAMPLES,
            MATCH_HELP,
            SPRT_HELP,
            LEAGUE_HELP,
            MERGE_HELP,
            JUDGE_HELP,
            POSITIONS_EXAMPLES,
            crate::check::HELP,
            crate::new_bot::HELP,
            crate::tune::HELP,
            VERIFY_EXAMPLE,
            crate::replay::command::REPLAY_HELP,
            crate::browser::command::PLAY_HELP,
        ] {
            assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        }
        for text in [
            MAIN_EXAMPLES,
            JUDGE_HELP,
            crate::replay::command::REPLAY_HELP,
        ] {
            assert!(GAMES.iter().all(|game| text.contains(game.name)), "{text}");
        }
    }
}
