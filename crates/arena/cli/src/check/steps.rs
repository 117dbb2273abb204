//! The steps of a check in their order, each with its title, its time and its bound.

use std::time::{Duration, Instant};

use anyhow::Result;
use arena_common::texts::{in_english, tr};
use arena_common::{Cancel, Message};
use clap::ValueEnum;
use contest::Contest;
use statistics::cells;
use statistics::table::{Cell, Column, Table};

use super::bound::within;
use super::{forms, games, hostile};
use crate::tables::TableArgs;

/// Longest time for a program to come to an end after hostile input.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Longest time of a build, and of a bundle with its proofs: the first one on a slow machine.
const BUILD: Duration = Duration::from_secs(60 * 60);
/// Longest time of the games under a node budget, and of the hostile input: seconds for a good bot.
const NODES: Duration = Duration::from_secs(15 * 60);
/// Answers of a game by the clock that each may take the whole limit. No game here comes near it.
const ANSWERS: u32 = 400;
/// Time of a step by the clock besides the answers.
const OVERHEAD: Duration = Duration::from_secs(5 * 60);

/// A step that can be left out of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// The comparison with the site's versions of compilers and interpreters, a part of the first step
    Versions,
    /// Answers by the clock
    Time,
    /// The same games restarted and kept running
    Modes,
    /// The tests of the bot's own crate
    Tests,
    /// The file to upload, and the proof that it plays the same
    Bundle,
    /// Input that no judge sends
    Hostile,
    /// The positions kept beside the bot
    Positions,
    /// Games by the clock
    Games,
}

/// The steps as a table: those that were reached, in their order.
pub fn table() -> Table {
    let columns = ["bot", "step", "name", "result", "seconds", "text"].map(Column::data);
    let [bot, step, name, result, seconds, text] = columns;
    let result = result.note("ok, failed or skipped");
    Table::new("steps", [bot, step, name, result, seconds, text])
}

/// The number of steps of a bot of the workspace: the first one and [`Steps::others`].
pub const OF_BOT: usize = 8;
/// The same of a program of somebody else: the first one and [`Steps::of_contest`].
pub const OF_PROGRAM: usize = 4;

/// The steps so far.
pub struct Steps<'a> {
    skip: &'a [Step],
    tables: &'a TableArgs,
    bot: &'a str,
    number: usize,
    count: usize,
    table: Table,
}

/// The subject of a check, once it is built.
pub struct Subject<'a> {
    /// The bot as A against its opponent, at the real limit.
    pub contest: &'a Contest,
    /// Node budget where the clock must not matter.
    pub nodes: u64,
    /// Runs the bot's own tests.
    pub tests: &'a mut dyn FnMut() -> Result<Message>,
    /// Makes the file to upload, and says how.
    pub bundle: &'a mut dyn FnMut() -> Result<String>,
    /// Asks the bot about its kept positions.
    pub positions: &'a mut dyn FnMut() -> Result<Message>,
}

impl<'a> Steps<'a> {
    /// Before the first one of so many.
    pub fn new(count: usize, bot: &'a str, skip: &'a [Step], tables: &'a TableArgs) -> Self {
        Steps {
            skip,
            tables,
            bot,
            number: 0,
            count,
            table: table(),
        }
    }

    /// Prints the table if it is asked for as data, after the last step or the one that failed.
    ///
    /// # Errors
    /// If standard output takes nothing more.
    pub fn print(self) -> Result<()> {
        self.tables.print_data(|| vec![self.table])
    }

    /// The first step, under this title; `work` gives what stands behind its time.
    ///
    /// # Errors
    /// Those of the work.
    pub fn first(&mut self, title: &str, work: impl FnOnce() -> Result<Message>) -> Result<()> {
        // Nobody can stop a compiler.
        let cancel = Cancel::default();
        self.step(title, None, BUILD, &cancel, work)
    }

    /// All steps after the first of a program of somebody else, player A of this contest.
    ///
    /// # Errors
    /// The first failure, with the step and the cure.
    pub fn of_contest(&mut self, contest: &Contest) -> Result<()> {
        let cancel = &contest.rules.cancel;
        let time = contest.players[0].overrides.apply(&contest.rules).time;
        let clock = |games: u32| time * ANSWERS * games + OVERHEAD;
        let title = tr("answers within the limit, with the margin");
        self.step(title, Some(Step::Time), clock(2), cancel, || {
            games::in_time(contest)
        })?;
        let title = tr("reads every form of a first turn that the site may send");
        self.step(title, Some(Step::Hostile), NODES, cancel, || {
            forms::reads_all(contest)
        })?;
        let title = said!("{} games without a bad verdict", contest.games);
        let bound = clock(contest.games);
        self.step(&title, Some(Step::Games), bound, cancel, || {
            games::without_bad_verdict(contest)
        })
    }

    /// All steps after the build, those that find the most in the least time first. Returns what the bundler says.
    ///
    /// # Errors
    /// The first failure, with the step and the cure.
    pub fn others(&mut self, subject: Subject<'_>) -> Result<String> {
        let Subject {
            contest,
            nodes,
            tests,
            bundle,
            positions,
        } = subject;
        let cancel = &contest.rules.cancel;
        let clock = |games: u32| contest.rules.time * ANSWERS * games + OVERHEAD;
        let title = tr("answers within the limit, with the margin");
        self.step(title, Some(Step::Time), clock(4), cancel, || {
            games::in_time(contest)
        })?;
        let title = if contest.host.has_modes() {
            tr("gives the same answers in both modes")
        } else {
            tr("gives the same answers again")
        };
        self.step(title, Some(Step::Modes), NODES, cancel, || {
            games::same_answers(contest, nodes)
        })?;
        let title = tr("passes its own tests");
        self.step(title, Some(Step::Tests), BUILD, cancel, tests)?;
        let mut upload = String::new();
        let title = tr("bundles and compiles as the judge does");
        self.step(title, Some(Step::Bundle), BUILD, cancel, || {
            upload = bundle()?;
            Ok(Message::default())
        })?;
        let title = tr("survives hostile input");
        self.step(title, Some(Step::Hostile), NODES, cancel, || {
            hostile::survives(contest, nodes, PATIENCE)
        })?;
        let title = tr("answers in its kept positions");
        self.step(title, Some(Step::Positions), clock(1), cancel, positions)?;
        let title = said!("{} games without a bad verdict", contest.games);
        self.step(
            &title,
            Some(Step::Games),
            clock(contest.games),
            cancel,
            || games::without_bad_verdict(contest),
        )?;
        Ok(upload)
    }

    /// Runs the next step. Of the text that it gives, the first line stands behind the time and the others below.
    fn step(
        &mut self,
        title: &str,
        step: Option<Step>,
        bound: Duration,
        cancel: &Cancel,
        work: impl FnOnce() -> Result<Message>,
    ) -> Result<()> {
        self.number += 1;
        let (number, count) = (self.number, self.count);
        let tables = self.tables;
        let value = step.and_then(|step| step.to_possible_value());
        let name = value.map_or_else(|| "build".to_owned(), |value| value.get_name().to_owned());
        let mut row = |result: &str, seconds: Option<f64>, text: &str| {
            let seconds = seconds.map(|seconds| Cell::Number(seconds, 1));
            let text = text.trim_end();
            let cells = cells![self.bot, number, name.as_str(), result, seconds, text];
            self.table.add(cells);
        };
        tables.remark(format!("{number}/{count} {title} ..."))?;
        if step.is_some_and(|step| self.skip.contains(&step)) {
            row("skipped", None, "");
            return tables.remark(format!("    {}", tr("skipped")));
        }
        let started = Instant::now();
        let result = within(bound, cancel, work);
        let seconds = started.elapsed().as_secs_f64();
        let text = match result {
            Ok(text) => text,
            Err(error) => {
                let text = in_english(|| format!("{error:#}"));
                row("failed", Some(seconds), &text);
                let seconds = format!("{seconds:.1}");
                tables.remark(format!("    {}", said!("FAILED after {seconds} s")))?;
                let failed = msg!("step {number} of {count} failed: {title}");
                return Err(error.context(failed));
            }
        };
        row("ok", Some(seconds), &in_english(|| text.to_string()));
        let text = text.to_string();
        let mut lines = text.lines();
        let note = lines
            .next()
            .map_or_else(String::new, |line| format!(": {line}"));
        tables.remark(format!("    {} {seconds:.1} s{note}", tr("ok")))?;
        for line in lines {
            tables.remark(format!("      {line}"))?;
        }
        Ok(())
    }
}
