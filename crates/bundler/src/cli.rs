//! The command line, and the run it asks for.

use crate::build::Builder;
use crate::form::{Form, upload_text};
use crate::prove::How;
use crate::prove::cpp::require_compiler;
use crate::report::Report;
use crate::table::{Made, rewritten};
use crate::work::Work;
use crate::{botzone, probe};
use anyhow::{Context, Result};
use arena_common::foreign;
use arena_common::help;
use arena_common::texts::{Language, counted, language, tr};
use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser};
use manifest::{Bot, Judge, Workspace};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

/// The page with the table of all bots.
const PAGE: &str = "crates/bundler/README.md";

/// Turn bots into source files that the judge's compiler takes, Rust or C++, and prove that they play the same.
#[derive(Debug, Parser)]
#[command(bin_name = "scripts/bundle", after_help = EXAMPLES)]
pub struct Args {
    /// Bots to bundle, by package name
    #[arg(
        value_name = "BOT",
        required_unless_present_any = ["all", "probe"],
        conflicts_with = "all"
    )]
    pub bots: Vec<String>,
    /// Every bot of the workspace
    #[arg(long)]
    pub all: bool,
    /// A bot that plays GAME and tells in its debug text what the judge's machine is: `arena import` prints it
    #[arg(long, value_name = "GAME", conflicts_with_all = ["bots", "all", "keep_running"])]
    pub probe: Option<String>,
    /// Make keep-running the default of the bundle: tick it on the upload page too
    #[arg(long)]
    pub keep_running: bool,
    /// Compile and run once more inside this root folder, an older system; needs root or sudo
    #[arg(long, value_name = "DIR")]
    pub judge_root: Option<PathBuf>,
    /// Compile the Rust files once more with this toolchain of rustup's, such as 1.94.1, the site's
    #[arg(long, value_name = "NAME")]
    pub toolchain: Option<String>,
    /// Bots at a time, where there are several [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// The form to make; may be given several times [default: rs and cpp, whichever the judge takes]
    #[arg(long, value_name = "FORM", value_enum)]
    pub form: Vec<Form>,
    /// Every form that the judge takes; the default with --all, --write and --probe
    #[arg(long, conflicts_with = "form")]
    pub every_form: bool,
    /// Only make the files: nothing about them is proven
    #[arg(long, conflicts_with_all = ["judge_root", "toolchain", "write"])]
    pub unproven: bool,
    /// Write what is measured into the table of crates/bundler/README.md; of several bots speeds are measured only with this, and
    /// they mean something only with --jobs 1
    #[arg(long, conflicts_with_all = ["probe", "form"])]
    pub write: bool,
    /// Where to write the files, from the workspace's root
    #[arg(long, value_name = "DIR", default_value = "dist")]
    pub out_dir: PathBuf,
    /// Language, en or zh [default: from the locale]
    #[arg(long, value_name = "LANG")]
    pub lang: Option<Language>,
}

const EXAMPLES: &str = "\
Which form when: Botzone compiles Rust, so rs is what you hand in: a person can
read it. Nobody knows yet with which edition and flags the site compiles it; rs
does with all of them, but plays slower where there is no -O. rs-asm plays at
full speed in any case, and is not for people to read. cpp is the same for the
C++ languages. On Saiblo cpp is an archive; rs-zip is rs as a package for cargo,
which course games take. No contest is known to, so it is not made unless asked for.

Examples:
  scripts/bundle nogo-greedy                     # write and prove dist/nogo-greedy.rs and dist/nogo-greedy.cpp
  scripts/bundle nogo-greedy --form rs-asm       # write and prove dist/nogo-greedy-asm.rs
  scripts/bundle snakego-greedy                  # write and prove dist/snakego-greedy.zip
  scripts/bundle snakego-greedy --form rs-zip    # write and prove dist/snakego-greedy-rs.zip
  scripts/bundle nogo-random --keep-running      # files that ask to be kept running
  scripts/bundle --probe nogo                    # a bot that tells of the judge's machine

An older system to prove it in: Debian 11 (a minute, 250 MB), or Ubuntu 16.04, Botzone's own, as `xenial`:
  sudo debootstrap --variant=minbase --include=g++ bullseye DIR
  scripts/bundle nogo-random --judge-root DIR";

/// Chooses the language of the process, and reads its command line. One that cannot be read ends the process, as does a
/// call for help.
pub fn parse() -> Args {
    let words: Vec<OsString> = env::args_os().collect();
    help::choose(&words);
    let matches = command(language()).try_get_matches_from(words);
    let parsed = matches.and_then(|matches| Args::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| help::refuse(&error))
}

/// The command line with its help in this language.
pub fn command(language: Language) -> Command {
    if language == Language::English {
        return Args::command();
    }
    // The help that clap generates for each form is English: the page has it in Chinese.
    let forms = |argument: Arg| match argument.get_id().as_str() {
        "form" => argument.hide_possible_values(true),
        _ => argument,
    };
    help::in_chinese(Args::command()).mut_args(forms)
}

impl Args {
    /// The forms of a bot for this judge, none if it takes none that was asked for.
    fn forms(&self, judge: Judge) -> Vec<Form> {
        let taken = Form::of(judge).iter().copied();
        let every = self.every_form || self.all || self.write || self.probe.is_some();
        let wanted = |form: &Form| match &self.form[..] {
            [] => every || form.is_usual(),
            named => named.contains(form),
        };
        taken.filter(wanted).collect()
    }
}

/// Bundles what the command line asks for.
///
/// # Errors
/// The first thing that failed; with several bots, the names of those that failed.
pub fn run(args: &Args) -> Result<()> {
    let mut workspace = Workspace::here()?;
    if let Some(game) = &args.probe {
        workspace = probe::workspace(&workspace, game)?;
    }
    let bots = choose(&workspace, args)?;
    let compiled = |bot: &&Bot| args.forms(bot.judge).contains(&Form::Cpp);
    if !args.unproven && bots.iter().any(compiled) {
        require_compiler()?;
    }
    let builder = Builder::new(&workspace)?;
    let results = match bots[..] {
        [bot] => vec![bundle(&builder, bot, args, None)],
        _ => bundle_all(&builder, &bots, args)?,
    };
    println!();
    let (mut proven, mut failed) = (Vec::new(), Vec::new());
    for (bot, result) in bots.iter().zip(results) {
        match result {
            Ok(made) => {
                for made in &made {
                    println!("{made}");
                }
                let storage = botzone::storage_text(bot);
                if !storage.is_empty() {
                    println!("{}", storage.trim_start());
                }
                proven.push((bot.name.clone(), made));
            }
            Err(error) if bots.len() == 1 => return Err(error),
            Err(error) => {
                let error = foreign::error(&error);
                eprintln!("{}{}: {error}\n", tr("error: "), bot.name);
                failed.push(bot.name.as_str());
            }
        }
    }
    if args.write {
        let page = workspace.root.join(PAGE);
        let bots: Vec<&str> = workspace.bots.iter().map(|bot| bot.name.as_str()).collect();
        let text = rewritten(&fs::read_to_string(&page)?, &proven, &bots);
        fs::write(&page, text.with_context(|| msg!("{PAGE} has no table"))?)?;
    }
    if !failed.is_empty() {
        fail!(
            "{} of {} failed: {}",
            failed.len(),
            counted(bots.len(), "bot", "bots"),
            failed.join(", ")
        );
    }
    for judge in [Judge::Botzone, Judge::Saiblo] {
        if bots.iter().any(|bot| bot.judge == judge) {
            println!(
                "{}",
                upload_text(judge, &args.forms(judge), args.keep_running)
            );
        }
    }
    if args.probe.is_some() {
        println!("{}", tr(probe::THEN));
    }
    Ok(())
}

/// Bundles several bots, `--jobs` at a time. The results are in the order of the bots.
fn bundle_all(builder: &Builder<'_>, bots: &[&Bot], args: &Args) -> Result<Vec<Result<Vec<Made>>>> {
    // 0 stands for the number of cores.
    let jobs = usize::from(args.jobs.unwrap_or(0));
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build()?;
    Ok(pool.install(|| {
        let bots = bots.par_iter().with_max_len(1).enumerate();
        bots.map(|(number, bot)| bundle(builder, bot, args, Some(number)))
            .collect()
    }))
}

/// The bots to bundle. With `--all` a bot without a judge, or whose judge takes no form that was asked for, is skipped by
/// name; if it is named, it is refused.
fn choose<'a>(workspace: &'a Workspace, args: &Args) -> Result<Vec<&'a Bot>> {
    let named = if args.all || args.probe.is_some() {
        workspace.bots.iter().collect()
    } else {
        args.bots
            .iter()
            .map(|name| manifest::find(&workspace.bots, name))
            .collect::<Result<Vec<_>>>()?
    };
    let mut chosen = Vec::new();
    for bot in named {
        let why = match bot.judge {
            Judge::None => "it talks to no judge",
            judge if args.forms(judge).is_empty() => match judge {
                Judge::Saiblo => "Saiblo takes Rust as a package only, `--form rs-zip`",
                _ => "Botzone takes one file of Rust, `--form rs`",
            },
            _ => {
                chosen.push(bot);
                continue;
            }
        };
        if !args.all {
            fail!("{} cannot be bundled so: {why}", bot.name);
        }
        println!("{}: {}", bot.name, said!("skipped, {why}"));
    }
    Ok(chosen)
}

/// Bundles and proves one bot. `among`: its number where others are worked on meanwhile.
fn bundle(
    builder: &Builder<'_>,
    bot: &Bot,
    args: &Args,
    among: Option<usize>,
) -> Result<Vec<Made>> {
    let workspace = builder.workspace;
    let title = format!("{} {} ({}, {})", bot.name, bot.version, bot.game, bot.judge);
    let mut report = Report::new(&title, among.map(|_| bot.name.as_str()));
    let work = Work::begin(
        builder,
        bot,
        workspace.root.join(&args.out_dir),
        &How {
            keep_running: args.keep_running,
            judge_root: args.judge_root.clone(),
            toolchain: args.toolchain.clone(),
            timed: args.write || among.is_none(),
            unproven: args.unproven,
        },
        &mut report,
    )?;
    let forms = args.forms(bot.judge).into_iter();
    forms.map(|form| work.make(form, &mut report)).collect()
}
