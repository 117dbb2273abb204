//! `arena pack`.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use arena_common::{Cancel, whole_file};
use clap::Args;
use players::pack::{FILE, Pack, Packed};
use players::player::Spec;
use players::revision;
use players::workspace::{self, Bot, Judge, Link};

use crate::catalog::Catalog;
use crate::cli::Command;
use crate::interrupt::cancel_on_ctrl_c;
use crate::lang;

/// Where the starts of a plan are in a pack.
const OPENINGS: &str = "openings";
/// The script that plays a part.
const UNIT: &str = "unit";

/// Arguments of `arena pack`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct PackArgs {
    /// The folder to be made
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The games: a command `match`, `sprt`, `league` or `tune` with its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub plan: Vec<String>,
}

/// Makes a pack.
///
/// # Errors
/// Names what cannot be packed and the cure, or the build that failed.
pub fn run(args: &PackArgs, catalog: &Catalog) -> Result<ExitCode> {
    let folder = &args.folder;
    ensure!(
        !folder.exists(),
        "{} is there already, perhaps with games; name another folder",
        folder.display()
    );
    let words = [&["arena".to_owned()], &args.plan[..]].concat();
    let command = lang::parse(words.iter().map(OsString::from).collect(), catalog).command;
    let plan = Plan::of(&command)?;
    let cancel = Cancel::default();
    cancel_on_ctrl_c(cancel.clone())?;
    let bots = plan.bots()?;
    let arena = workspace::build_arena()?;
    // Renamed at the end: half a pack must not pass for one.
    let part = folder.with_added_extension("part");
    if part.exists() {
        fs::remove_dir_all(&part).with_context(|| msg!("cannot replace {}", part.display()))?;
    }
    let made = fill(&part, &arena, &bots, &cancel).and_then(|()| {
        let mut words = args.plan.clone();
        if let Some(openings) = plan.openings {
            copy(openings, &part.join(OPENINGS))?;
            move_openings(&mut words);
        }
        write_unit(&part, &words, matches!(command, Command::Tune(_)))
    });
    if let Err(error) = made {
        let _ = fs::remove_dir_all(&part);
        return Err(error);
    }
    fs::rename(&part, folder).with_context(|| msg!("cannot make {}", folder.display()))?;
    say(said!(
        "{} is ready: on any machine that has it, `unit i/n FILE` in it plays part i of n",
        folder.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// What there is to pack of a command line.
struct Plan<'a> {
    players: Vec<&'a str>,
    openings: Option<&'a Path>,
}

impl<'a> Plan<'a> {
    fn of(command: &'a Command) -> Result<Self> {
        let (players, openings, own) = match command {
            Command::Match(args) => (
                vec![args.a.as_str(), &args.b],
                &args.conditions.openings,
                args.log.is_given() || args.show,
            ),
            Command::Sprt(args) => (
                vec![args.a.as_str(), &args.b],
                &args.conditions.openings,
                args.log.is_given(),
            ),
            Command::League(args) => (
                args.bots.iter().map(String::as_str).collect(),
                &args.conditions.openings,
                args.has_files(),
            ),
            Command::Tune(args) => (
                std::iter::once(&args.bot)
                    .chain(&args.against)
                    .map(String::as_str)
                    .collect(),
                &None,
                args.out.is_some() || args.resume || args.shard.is_some() || args.join,
            ),
            _ => bail!("write `match`, `sprt`, `league` or `tune` behind --, with its arguments"),
        };
        ensure!(
            !own,
            "leave out files, --shard, --resume, --serve and --show: each part gets its own; name all players"
        );
        Ok(Self {
            players,
            openings: openings.as_deref(),
        })
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
            ensure!(
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
                    let bot = workspace::find(&workspace::bots()?, player)?.clone();
                    ensure!(
                        bot.judge != Judge::None,
                        "`{player}` talks to no judge; name a bot that does (see `arena list`)"
                    );
                    let programs = workspace::build_into(&[&bot], None, Link::Static)?;
                    (bot, programs.into_iter().next().context("no program")?)
                }
            };
            packed.push((player.clone(), bot, program));
        }
        Ok(packed)
    }
}

/// Fills the folder of a pack with this arena and these bots: the player's name, the manifest and the program of each.
///
/// # Errors
/// If a file cannot be copied, or a bench fails.
pub fn fill(
    folder: &Path,
    arena: &Path,
    bots: &[(String, Bot, PathBuf)],
    cancel: &Cancel,
) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| msg!("cannot make {}", folder.display()))?;
    copy(arena, &folder.join("arena"))?;
    let mut packed = Vec::new();
    for (player, bot, program) in bots {
        notice!("running the bench of {player} ...");
        let place = PathBuf::from("bots").join(player.replace('/', "_"));
        let mut there = bot.clone();
        copy(program, &folder.join(&place).join(&bot.name))?;
        let params = bot.folder.join("params.json");
        if params.exists() {
            copy(&params, &folder.join(&place).join("params.json"))?;
        }
        let data = fs::read_dir(bot.folder.join("data"));
        for entry in data.into_iter().flatten().flatten() {
            if entry.path().is_file() {
                let name = place.join("data").join(entry.file_name());
                copy(&entry.path(), &folder.join(name))?;
            }
        }
        for (_, path) in &mut there.storage {
            let name = path.strip_prefix(&bot.folder).unwrap_or(path).to_owned();
            copy(path, &folder.join(&place).join(&name))?;
            *path = place.join(name);
        }
        there.folder = place;
        packed.push(Packed::new(player, there, program, cancel)?);
    }
    let text = serde_json::to_string_pretty(&Pack::new(folder, packed))
        .context("cannot encode the pack")?;
    let file = folder.join(FILE);
    whole_file::write(&file, text).with_context(|| msg!("cannot write {}", file.display()))
}

/// Writes the script that plays a part.
fn write_unit(folder: &Path, words: &[String], steps: bool) -> Result<()> {
    let command: Vec<_> = words
        .iter()
        .map(|word| match word.strip_prefix("$here/") {
            Some(name) => format!("\"$here\"/{name}"),
            None => shell_words::quote(word).into_owned(),
        })
        .collect();
    let command = command.join(" ");
    let unit = folder.join(UNIT);
    let text = if steps {
        format!(
            "#!/bin/sh\n# unit i/n FILE: plays part i of n of the next games of this tuning, whose result is FILE.\n\
             # unit join FILE: takes the next step when all parts are there; ends with 14 if more games are needed.\n\
             here=$(dirname \"$0\")\ncase $1 in join) set -- \"$2\" --join ;; *) set -- \"$2\" --shard \"$1\" ;; esac\n\
             exec \"$here/arena\" {command} --out \"$@\"\n"
        )
    } else {
        format!(
            "#!/bin/sh\n# unit i/n FILE: plays part i of n of these games into FILE, or what is missing there.\n\
             here=$(dirname \"$0\")\nexec \"$here/arena\" {command} --shard \"$1\" --out \"$2\" --resume\n"
        )
    };
    let failed = || msg!("cannot write {}", unit.display());
    fs::write(&unit, text).with_context(failed)?;
    fs::set_permissions(&unit, fs::Permissions::from_mode(0o755)).with_context(failed)
}

/// Names the file of starts as it is in the pack.
fn move_openings(words: &mut [String]) {
    let flag = "--openings";
    for i in 0..words.len() {
        if words[i].starts_with("--openings=") {
            words[i] = format!("{flag}=$here/{OPENINGS}");
        } else if i > 0 && words[i - 1] == flag {
            words[i] = format!("$here/{OPENINGS}");
        }
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().unwrap_or(to);
    fs::create_dir_all(folder)
        .and_then(|()| fs::copy(from, to))
        .map(drop)
        .with_context(|| msg!("cannot copy {} to {}", from.display(), to.display()))
}

const HELP: &str = "\
Makes a folder with the arena and the built bots, both linked statically, and a
script `unit` that plays one part of the games. A machine needs the folder, but
neither Rust nor a network. A unit first runs a short bench of each bot and
refuses a machine on which one plays differently.

Help topics (`arena help TOPIC`): leagues.

Examples:
  arena pack cluster -- league nogo-random nogo-greedy --games 40 --nodes 200
  cluster/unit 3/12 part3.jsonl  # makes the third of 12 parts
  cluster/arena merge part*.jsonl  # needs the parts";
