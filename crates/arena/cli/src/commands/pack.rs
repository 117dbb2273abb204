//! `arena pack`.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::Cancel;
use arena_common::screen::say;
use clap::Args;
use players::pack::{self, HERE};
use players::player::Spec;
use players::revision;
use players::workspace::{self, Bot, Judge, Link};

use crate::interrupt::cancel_on_ctrl_c;

/// The file with the starts of a plan in a pack.
const OPENINGS: &str = "openings";

/// Arguments of `arena pack`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct PackArgs {
    /// The folder to be made
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Without a command: only these bots, with commas between their names
    #[arg(
        long,
        value_name = "BOTS",
        value_delimiter = ',',
        conflicts_with = "plan"
    )]
    pub bots: Vec<String>,
    /// The games: a command `match`, `sprt`, `league` or `tune` with its arguments; without it, every bot is packed
    #[arg(last = true, value_name = "COMMAND")]
    pub plan: Vec<String>,
}

/// Makes a pack of `plan`, which is what `args` ask for, or of the bots that they name, or of every bot that talks to a
/// judge.
///
/// # Errors
/// Names what cannot be packed and the cure, or the build that failed.
pub fn run(args: &PackArgs, plan: Option<&Plan>) -> Result<ExitCode> {
    let folder = &args.folder;
    require!(
        !folder.exists(),
        "{} is there already, perhaps with games; name another folder",
        folder.display()
    );
    if let Some(plan) = plan {
        plan.check()?;
    }
    let cancel = Cancel::default();
    cancel_on_ctrl_c(cancel.clone())?;
    let bots = plan.map_or_else(|| bots(&args.bots), Plan::bots)?;
    let arena = workspace::build_arena()?;
    // Renamed at the end: half a pack must not pass for one.
    let part = folder.with_added_extension("part");
    if part.exists() {
        fs::remove_dir_all(&part).with_context(|| msg!("cannot replace {}", part.display()))?;
    }
    let made = pack::fill(&part, &arena, &bots, &cancel).and_then(|()| {
        let Some(plan) = plan else {
            return Ok(());
        };
        let mut words = args.plan.clone();
        if let Some(openings) = &plan.openings {
            pack::copy(openings, &part.join(OPENINGS))?;
            move_openings(&mut words);
        }
        pack::write_unit(&part, &words, plan.steps)
    });
    if let Err(error) = made {
        let _ = fs::remove_dir_all(&part);
        return Err(error);
    }
    fs::rename(&part, folder).with_context(|| msg!("cannot make {}", folder.display()))?;
    let folder = folder.display();
    say(match plan {
        Some(_) => said!(
            "{folder} is ready: on any machine that has it, `unit i/n FILE` in it plays part i of n"
        ),
        None => said!("{folder} is ready: the program `arena` in it plays its bots on any machine"),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// These bots of the workspace, or without names every one that talks to a judge, with their programs, linked statically.
fn bots(names: &[String]) -> Result<Vec<(String, Bot, PathBuf)>> {
    let mut bots = workspace::bots()?;
    if names.is_empty() {
        bots.retain(|bot| bot.judge != Judge::None);
    } else {
        let named = names
            .iter()
            .map(|name| plays(workspace::find(&bots, name)?));
        bots = named.collect::<Result<_>>()?;
    }
    // One build has one judge's flags.
    bots.sort_by_key(|bot| bot.judge.name());
    let mut packed = Vec::new();
    for bots in bots.chunk_by(|one, other| one.judge == other.judge) {
        let programs = workspace::build_into(&bots.iter().collect::<Vec<_>>(), None, Link::Static)?;
        packed.extend(
            bots.iter()
                .zip(programs)
                .map(|(bot, program)| (bot.name.clone(), bot.clone(), program)),
        );
    }
    packed.sort_by(|(_, one, _), (_, other, _)| {
        (&one.game, &one.name).cmp(&(&other.game, &other.name))
    });
    packed.dedup_by(|(one, ..), (other, ..)| one == other);
    Ok(packed)
}

/// The bot, if it talks to a judge.
fn plays(bot: &Bot) -> Result<Bot> {
    require!(
        bot.judge != Judge::None,
        "`{}` talks to no judge; name a bot that does (see `arena list`)",
        bot.name
    );
    Ok(bot.clone())
}

/// The plan of a command line that is to be packed.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The players, as written on the command line.
    pub players: Vec<String>,
    /// The file of starts.
    pub openings: Option<PathBuf>,
    /// True if it names files of its own, parts or pages.
    pub files: bool,
    /// True if its games are played in steps, each after the one before was counted.
    pub steps: bool,
}

impl Plan {
    /// Makes sure that its games can be played in parts.
    fn check(&self) -> Result<()> {
        require!(
            !self.players.is_empty(),
            "write `match`, `sprt`, `league` or `tune` behind --, with its arguments"
        );
        require!(
            !self.files,
            "leave out files, --shard, --resume, --serve and --show: each part gets its own; name all players"
        );
        Ok(())
    }

    /// The bots of the plan with their programs, linked statically.
    fn bots(&self) -> Result<Vec<(String, Bot, PathBuf)>> {
        let mut packed: Vec<(String, Bot, PathBuf)> = Vec::new();
        for text in &self.players {
            let spec = Spec::parse(text)?;
            let player = &spec.player;
            if spec.command().is_some() {
                notice!(
                    "note: `{text}` is not packed; its program must be on every machine that plays"
                );
                continue;
            }
            require!(
                !spec.is_human() && !spec.is_own_program(),
                "`{text}`: a pack takes bots of the workspace, BOT@REV and cmd:COMMAND; compile a source and name the program \
                 with cmd:"
            );
            if packed.iter().any(|(name, ..)| name == player) {
                continue;
            }
            let (bot, program) = match spec.revision() {
                Some((name, commit)) => (
                    revision::find(name, commit)?,
                    revision::build(name, commit, Link::Static)?,
                ),
                None => {
                    let bot = plays(workspace::find(&workspace::bots()?, player)?)?;
                    let program = workspace::build_into(&[&bot], None, Link::Static)?.pop();
                    (bot, program.context("a bot without a program")?)
                }
            };
            packed.push((player.clone(), bot, program));
        }
        Ok(packed)
    }
}

/// Names the file of starts as it is in the pack.
fn move_openings(words: &mut [String]) {
    let flag = "--openings";
    for i in 0..words.len() {
        if words[i].starts_with("--openings=") {
            words[i] = format!("{flag}={HERE}{OPENINGS}");
        } else if i > 0 && words[i - 1] == flag {
            words[i] = format!("{HERE}{OPENINGS}");
        }
    }
}

const HELP: &str = "\
Makes a folder with the arena and the built bots, both linked statically, and a
script `unit` that plays one part of the games. A machine needs the folder, but
neither Rust nor a network. A unit first runs a short bench of each bot and
refuses a machine on which one plays differently.

Without a command, the folder has every bot, or those of --bots, and no `unit`:
its arena needs no workspace and builds nothing. The Python wheel is made of it
(`scripts/wheel`).

Help topics (`arena help TOPIC`): leagues, players.

Examples:
  arena pack cluster -- league nogo-random nogo-greedy --games 40 --nodes 200
  for i in 1 2; do cluster/unit $i/2 unit$i.jsonl; done
  cluster/arena merge unit1.jsonl unit2.jsonl";
