//! The command line, and the run it asks for.

use crate::build::Builder;
use crate::processor::Processor;
use crate::prove::bench::Bench;
use crate::prove::{self, Proof, bench};
use crate::refusal::with_cure;
use crate::report::{Report, counted};
use crate::symbols::Symbols;
use crate::{archive, asm, botzone, cpp, header, probe, rust, saiblo};
use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use manifest::{Bot, Judge, Workspace};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Turn bots into C++ source files that the judge's compiler takes, and prove that they play the same.
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
    /// Bots at a time, where there are several [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// The form to make; may be given several times [default: cpp]
    #[arg(long, value_name = "FORM", value_enum)]
    pub form: Vec<Form>,
    /// Where to write BOT.cpp (Saiblo: BOT.zip), from the workspace's root
    #[arg(long, value_name = "DIR", default_value = "dist")]
    pub out_dir: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  scripts/bundle nogo-greedy                     # write and prove dist/nogo-greedy.cpp
  scripts/bundle snakego-greedy                  # write and prove dist/snakego-greedy.zip
  scripts/bundle nogo-random --keep-running      # a bundle that asks to be kept running
  scripts/bundle --probe nogo --form rs          # a bot that tells of the judge's machine

An older system to prove it in: Debian 11 (a minute, 250 MB), or Ubuntu 16.04, Botzone's own, as `xenial`:
  sudo debootstrap --variant=minbase --include=g++ bullseye DIR
  scripts/bundle nogo-random --judge-root DIR";

/// What a bot is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// BOT.rs: plain Rust for the standard library alone, as its authors wrote it; Botzone compiles it since 2026
    Rs,
    /// BOT.cpp: the program's assembler text in a C++ file, for any C++ compiler; on Saiblo BOT.zip
    Cpp,
}

impl Args {
    /// The forms of a bot for this judge: Saiblo compiles no Rust.
    fn forms(&self, judge: Judge) -> Vec<Form> {
        match &self.form[..] {
            _ if judge == Judge::Saiblo => vec![Form::Cpp],
            [] => vec![Form::Cpp],
            forms => forms.to_vec(),
        }
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
    prove::require_compiler()?;
    let builder = Builder::new(&workspace)?;
    if let [bot] = bots[..] {
        let proven = bundle(&builder, bot, args, false)?;
        println!("{proven}\n{}", upload_text(bot.judge, args));
        if args.probe.is_some() {
            println!("{}", probe::THEN);
        }
        return Ok(());
    }
    let results = bundle_all(&builder, &bots, args)?;
    let mut failed = Vec::new();
    println!();
    for (bot, result) in bots.iter().zip(results) {
        match result {
            Ok(proven) => println!("{proven}"),
            Err(error) => {
                eprintln!("error: {}: {error:#}\n", bot.name);
                failed.push(bot.name.as_str());
            }
        }
    }
    if !failed.is_empty() {
        bail!(
            "{} of {} failed: {}",
            failed.len(),
            counted(bots.len(), "bot", "bots"),
            failed.join(", ")
        );
    }
    for judge in [Judge::Botzone, Judge::Saiblo] {
        if bots.iter().any(|bot| bot.judge == judge) {
            println!("{}", upload_text(judge, args));
        }
    }
    Ok(())
}

fn upload_text(judge: Judge, args: &Args) -> String {
    match judge {
        Judge::Saiblo => saiblo::UPLOAD.to_owned(),
        _ => {
            let forms = args.forms(judge).into_iter();
            let text = forms.map(|form| match form {
                Form::Rs => botzone::rust_upload_text(args.keep_running),
                Form::Cpp => botzone::upload_text(args.keep_running),
            });
            text.collect::<Vec<_>>().join("\n")
        }
    }
}

/// Bundles several bots, `--jobs` at a time. The results are in the order of the bots.
fn bundle_all(builder: &Builder<'_>, bots: &[&Bot], args: &Args) -> Result<Vec<Result<String>>> {
    // 0 stands for the number of cores.
    let jobs = usize::from(args.jobs.unwrap_or(0));
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build()?;
    Ok(pool.install(|| {
        let bots = bots.par_iter().with_max_len(1);
        bots.map(|bot| bundle(builder, bot, args, true)).collect()
    }))
}

/// The bots to bundle. A bot without a judge is skipped by name with `--all` and refused if named.
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
        match bot.judge {
            Judge::Saiblo if !args.form.is_empty() && !args.form.contains(&Form::Cpp) => {
                println!("{}: skipped, Saiblo compiles no Rust", bot.name);
            }
            Judge::Botzone | Judge::Saiblo => chosen.push(bot),
            Judge::None => println!("{}: skipped, it talks to no judge", bot.name),
        }
    }
    Ok(chosen)
}

/// A bot on its way: what every form of it is made and proven with.
struct Work<'a> {
    builder: &'a Builder<'a>,
    bot: &'a Bot,
    args: &'a Args,
    /// Where the files go.
    out: PathBuf,
    /// A folder for what is not kept.
    scratch: TempDir,
    /// The Cargo build, and what its bench prints.
    cargo_binary: PathBuf,
    expected: Bench,
}

/// Bundles and proves one bot; returns the files and their sizes as text. `among_others`: others are worked on meanwhile.
fn bundle(builder: &Builder<'_>, bot: &Bot, args: &Args, among_others: bool) -> Result<String> {
    let workspace = builder.workspace;
    let title = format!("{} {} ({}, {})", bot.name, bot.version, bot.game, bot.judge);
    let mut report = Report::new(&title, among_others.then_some(bot.name.as_str()));
    let out = workspace.root.join(&args.out_dir);
    fs::create_dir_all(&out)?;
    let cargo_binary = report.step("cargo build", || builder.binary(bot))?;
    let expected = report.step("cargo bench", || {
        let bench = bench::bench(&mut Command::new(&cargo_binary))?;
        let signature = bench.signature.clone();
        Ok((bench, format!("signature {signature}")))
    })?;
    let work = Work {
        builder,
        bot,
        args,
        out,
        scratch: tempfile::tempdir().context("cannot make a temporary folder")?,
        cargo_binary,
        expected,
    };
    let mut made = Vec::new();
    for form in args.forms(bot.judge) {
        made.push(match form {
            Form::Rs => work.rs(&mut report)?,
            Form::Cpp => work.cpp(&mut report)?,
        });
    }
    made.retain(|text| !text.is_empty());
    Ok(made.join("\n") + &botzone::storage_text(bot))
}

impl Work<'_> {
    /// One file of plain Rust.
    fn rs(&self, report: &mut Report) -> Result<String> {
        let (builder, bot, args) = (self.builder, self.bot, self.args);
        let file = self.out.join(format!("{}.rs", bot.name));
        let (size, lines) = report.step("one Rust file", || {
            let (text, foreign) = rust::file(builder, bot, args.keep_running, self.scratch.path())?;
            let root = &builder.workspace.root;
            let header = header::of_rust(
                root,
                bot,
                args.keep_running,
                &self.expected.signature,
                &foreign,
            );
            let source = header + &text;
            fs::write(&file, &source)
                .with_context(|| format!("cannot write {}", file.display()))?;
            bot.judge.takes(&file, source.len() as u64)?;
            let (own, foreign) = rust::lines(&source);
            let lines = format!("{own} lines of this project, {foreign} of other people's crates");
            Ok(((source.len(), lines.clone()), lines))
        })?;
        prove::rust(&self.proof(file.clone(), None), report).map_err(with_cure)?;
        Ok(format!("{}: {size} bytes, {lines}", self.shown(&file)))
    }

    /// One C++ file; on Saiblo in an archive with what builds it.
    fn cpp(&self, report: &mut Report) -> Result<String> {
        let (builder, bot, args) = (self.builder, self.bot, self.args);
        let (workspace, expected) = (builder.workspace, &self.expected);
        let (file, archive) = match bot.judge {
            // On Saiblo the file is in the archive only.
            Judge::Saiblo => (
                self.scratch.path().join("main.cpp"),
                Some(self.out.join(format!("{}.zip", bot.name))),
            ),
            _ => (self.out.join(format!("{}.cpp", bot.name)), None),
        };
        let assembler = report.step("assembler text", || {
            builder.assembler(bot, args.keep_running)
        })?;
        let size = report.step("bundle", || {
            let text = fs::read_to_string(&assembler)
                .with_context(|| format!("cannot read {}", assembler.display()))?;
            let processor = Processor::committed(match bot.judge {
                Judge::Saiblo => saiblo::PROCESSOR,
                _ => botzone::PROCESSOR,
            })?;
            let statements = asm::shrink(&text, &Symbols::committed()?, &processor)
                .with_context(|| format!("{} cannot be bundled", assembler.display()))
                .map_err(with_cure)?;
            let header =
                header::header(&workspace.root, bot, args.keep_running, &expected.signature);
            let source = header + &cpp::asm_block(&statements);
            fs::write(&file, &source)
                .with_context(|| format!("cannot write {}", file.display()))?;
            let size = match &archive {
                None => source.len(),
                Some(archive) => archive::write(
                    archive,
                    &[
                        ("CMakeLists.txt", saiblo::CMAKE),
                        ("Makefile", saiblo::MAKEFILE),
                        ("main.cpp", &source),
                    ],
                )?,
            };
            let uploaded = archive.as_ref().unwrap_or(&file);
            bot.judge.takes(uploaded, size as u64)?;
            Ok((
                size,
                format!(
                    "{} KB of text to {} KB",
                    text.len() / 1000,
                    source.len() / 1000
                ),
            ))
        })?;
        let shown = self.shown(archive.as_ref().unwrap_or(&file));
        prove::prove(&self.proof(file, archive), report).map_err(with_cure)?;
        Ok(format!("{shown}: {size} bytes"))
    }

    fn proof(&self, file: PathBuf, archive: Option<PathBuf>) -> Proof {
        let root = &self.builder.workspace.root;
        Proof {
            judge: self.bot.judge,
            turns: root.join(format!("crates/bundler/data/turns/{}.jsonl", self.bot.game)),
            file,
            archive,
            cargo_binary: self.cargo_binary.clone(),
            expected: self.expected.clone(),
            keep_running: self.args.keep_running,
            judge_root: self
                .args
                .judge_root
                .as_ref()
                .map(|folder| root.join(folder)),
        }
    }

    /// A file as it is named to the user.
    fn shown(&self, file: &Path) -> String {
        let shown = file.strip_prefix(&self.builder.workspace.root);
        shown.unwrap_or(file).display().to_string()
    }
}
