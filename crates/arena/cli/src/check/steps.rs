//! The steps of a check in their order, each with its title, its time and its bound.

use std::time::{Duration, Instant};

use anyhow::Result;
use arena_common::Cancel;
use arena_common::heard::heard;
use arena_common::screen::say;
use arena_common::texts::{fill, tr};
use clap::ValueEnum;
use contest::Contest;

use super::bound::within;
use super::{forms, games, hostile};

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

/// What can be left out of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// Answers by the clock
    Time,
    /// The same games restarted and kept running
    Modes,
    /// The file to upload, and the proof that it plays the same
    Bundle,
    /// Input that no judge sends
    Hostile,
    /// The positions kept beside the bot
    Positions,
    /// Games by the clock
    Games,
}

/// The steps so far.
pub struct Steps<'a> {
    skip: &'a [Step],
    number: usize,
    count: usize,
}

/// What a check looks at, once it is built.
pub struct Subject<'a> {
    /// The bot as A against its opponent, at the real limit.
    pub contest: &'a Contest,
    /// Node budget where the clock must not matter.
    pub nodes: u64,
    /// Makes the file to upload, and says how.
    pub bundle: &'a mut dyn FnMut() -> Result<String>,
    /// Asks the bot about its kept positions.
    pub positions: &'a mut dyn FnMut() -> Result<String>,
}

impl<'a> Steps<'a> {
    /// Before the first one of a bot of the workspace.
    pub fn new(skip: &'a [Step]) -> Self {
        Steps {
            skip,
            number: 0,
            count: 7,
        }
    }

    /// Before the first one of a program of somebody else.
    pub fn of_program(skip: &'a [Step]) -> Self {
        Steps {
            count: 4,
            ..Steps::new(skip)
        }
    }

    /// The first step: `work` builds the bot.
    ///
    /// # Errors
    /// Those of the work.
    pub fn build(&mut self, work: impl FnOnce() -> Result<()>) -> Result<()> {
        self.first(tr("builds"), || work().map(|()| String::new()))
    }

    /// The first step under another title; `work` gives what stands behind its time.
    ///
    /// # Errors
    /// Those of the work.
    pub fn first(&mut self, title: &str, work: impl FnOnce() -> Result<String>) -> Result<()> {
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
        let time = contest.players[0].rules(&contest.rules).time;
        let clock = |games: u32| time * ANSWERS * games + OVERHEAD;
        let title = tr("answers within the limit, with the margin");
        self.step(title, Some(Step::Time), clock(2), cancel, || {
            games::in_time(contest)
        })?;
        let title = tr("reads every form of a first turn that the site may send");
        self.step(title, Some(Step::Hostile), NODES, cancel, || {
            forms::reads_all(contest)
        })?;
        let title = fill("{0} games without a bad verdict", &[&contest.games]);
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
        let mut upload = String::new();
        let title = tr("bundles and compiles as the judge does");
        self.step(title, Some(Step::Bundle), BUILD, cancel, || {
            upload = bundle()?;
            Ok(String::new())
        })?;
        let title = tr("survives hostile input");
        self.step(title, Some(Step::Hostile), NODES, cancel, || {
            hostile::survives(contest, nodes, PATIENCE)
        })?;
        let title = tr("answers in its kept positions");
        self.step(title, Some(Step::Positions), clock(1), cancel, positions)?;
        let title = fill("{0} games without a bad verdict", &[&contest.games]);
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
        work: impl FnOnce() -> Result<String>,
    ) -> Result<()> {
        self.number += 1;
        let (number, count) = (self.number, self.count);
        say(format!("{number}/{count} {title} ..."))?;
        if step.is_some_and(|step| self.skip.contains(&step)) {
            return say(format!("    {}", tr("skipped")));
        }
        let started = Instant::now();
        let result = within(bound, cancel, work);
        let seconds = started.elapsed().as_secs_f64();
        let text = match result {
            Ok(text) => text,
            Err(error) => {
                let seconds = format!("{seconds:.1}");
                say(format!("    {}", fill("FAILED after {0} s", &[&seconds])))?;
                let failed = fill("step {0} of {1} failed: {2}", &[&number, &count, &title]);
                return Err(error.context(failed));
            }
        };
        let text = heard(&text);
        let mut lines = text.lines();
        let note = lines
            .next()
            .map_or_else(String::new, |line| format!(": {line}"));
        say(format!("    {} {seconds:.1} s{note}", tr("ok")))?;
        for line in lines {
            say(format!("      {line}"))?;
        }
        Ok(())
    }
}
