//! The loop: poll, let the bots answer, send the answers with the next poll.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use arena_common::foreign;
use gameplay::record::milliseconds;
use journal::games_file::GamesFile;
use journal::schedule::bot_seed;

use super::seat::{History, LiveMatch, LivePlayer, Offer};
use super::secret::PersonalUrl;
use super::site::{Site, Waits};
use super::summary::Summary;
use super::wire::{self, End, Reply};
use super::{record, state};

/// The setup of a run.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Game and bot; its cancel flag ends the run.
    pub player: LivePlayer,
    /// The seed from which the bots' seeds are derived.
    pub seed: u64,
    /// Bots that think at a time.
    pub jobs: usize,
    /// The number of matches after which it ends.
    pub matches: Option<u32>,
    /// Create matches, one after the other.
    pub create: Option<Create>,
    /// The file of the open matches.
    pub state: PathBuf,
    /// The file of finished games; an existing log of the same player under the same conditions is appended to.
    pub log: Option<PathBuf>,
}

/// Matches to be created.
#[derive(Clone, Debug)]
pub struct Create {
    /// The opponent: id of a bot on the site.
    pub opponent: String,
    /// The time limit to ask for.
    pub seconds: Option<u64>,
}

struct Run<'a> {
    setup: &'a Setup,
    site: Site,
    out: &'a mut dyn Write,
    warnings: &'a mut dyn Write,
    log: Option<(GamesFile, u32)>,
    open: Vec<(LiveMatch, Instant)>,
    ended: BTreeSet<String>,
    /// Matches seen so far, for their seeds.
    seen: u32,
    created: u32,
    /// Matches whose requests cannot be used, reported once.
    unusable: BTreeSet<String>,
    summary: Summary,
}

/// Plays live matches until enough have ended or it is cancelled. Results go to `out`, everything else that a
/// person wants to know to `warnings`.
///
/// # Errors
/// If a file cannot be used, or the site refuses. Open matches are kept in the state file in any case.
pub fn run(
    setup: &Setup,
    url: PersonalUrl,
    waits: Waits,
    out: &mut dyn Write,
    warnings: &mut dyn Write,
) -> Result<Summary> {
    let player = &setup.player;
    player.program.launch(&player.rules, 0)?;
    let mut run = Run {
        setup,
        site: Site::new(url, waits, player.rules.cancel.clone()),
        out,
        warnings,
        log: None,
        open: Vec::new(),
        ended: BTreeSet::new(),
        seen: 0,
        created: 0,
        unusable: BTreeSet::new(),
        summary: Summary::default(),
    };
    for history in state::load(&setup.state, player.game.name)? {
        run.tell(said!("going on with match {}", history.id));
        run.sit_down(history)?;
    }
    // A file that cannot be written shall be known before the first match.
    run.save()?;
    if let Some(path) = &setup.log {
        let header = record::header(player, setup.seed, setup.jobs);
        let mut file = GamesFile::resume(path, header, false, &mut |_, _| {})?;
        file.begin_session()?;
        let games = file.seen.len() as u32;
        run.log = Some((file, games));
    }
    let done = run.play(waits);
    run.save()?;
    run.summary.open = run
        .open
        .iter()
        .map(|(live, _)| live.history.id.clone())
        .collect();
    if !run.summary.open.is_empty() {
        let (open, state) = (run.summary.open.join(", "), setup.state.display());
        run.tell(said!(
            "open matches: {open}; {state} holds what was said in them, so the same command resumes them"
        ));
    }
    run.summary.cancelled = run.site.cancelled();
    done.map(|()| run.summary)
}

impl Run<'_> {
    fn play(&mut self, waits: Waits) -> Result<()> {
        while !self.enough() && !self.site.cancelled() {
            self.create()?;
            self.answer();
            self.try_save();
            let headers: Vec<(String, String)> = self
                .open
                .iter()
                .filter_map(|(live, _)| live.header())
                .collect();
            let asked = Instant::now();
            let poll = self
                .site
                .call("localai", &headers, wire::parse, self.warnings)?;
            let Some(reply) = poll else {
                return Ok(());
            };
            for (live, _) in &mut self.open {
                live.history.accepted |= !live.history.is_waiting();
            }
            let news = self.take(reply)?;
            self.try_save();
            if !news && headers.is_empty() {
                // The site did not hold the poll.
                self.site.wait(waits.retry.saturating_sub(asked.elapsed()));
            }
        }
        Ok(())
    }

    fn enough(&self) -> bool {
        self.setup
            .matches
            .is_some_and(|matches| self.summary.ended() >= matches)
    }

    /// Takes a seat in a match.
    fn sit_down(&mut self, history: History) -> Result<&mut LiveMatch> {
        let live = LiveMatch::new(&self.setup.player, history)?;
        self.seen += 1;
        self.open.push((live, Instant::now()));
        let (live, _) = self.open.last_mut().context("a match was just added")?;
        Ok(live)
    }

    /// Starts the next match if matches are to be created and none is open.
    fn create(&mut self) -> Result<()> {
        let Some(create) = &self.setup.create else {
            return Ok(());
        };
        if !self.open.is_empty() || self.created > self.summary.ended() {
            return Ok(());
        }
        let seats = self.setup.player.game.seats() as u32;
        let own = self.created % seats;
        let mut headers = vec![
            (
                "X-Game".to_owned(),
                self.setup.player.botzone.site.to_owned(),
            ),
            (format!("X-Player-{own}"), "me".to_owned()),
        ];
        let others = (0..seats).filter(|&seat| seat != own);
        headers.extend(others.map(|seat| (format!("X-Player-{seat}"), create.opponent.clone())));
        headers.push(("X-UseSimpleIO".to_owned(), "false".to_owned()));
        headers.extend(
            create
                .seconds
                .map(|seconds| ("X-Timelimit".to_owned(), seconds.to_string())),
        );
        let read = |body: &[u8]| Ok(String::from_utf8_lossy(body).into_owned());
        let Some(text) = self.site.call("runmatch", &headers, read, self.warnings)? else {
            return Ok(());
        };
        let id = match wire::match_id(&text) {
            Ok(id) => id,
            Err(_) => fail!(
                "the site has created no match but says {:?}; is `{}` the id of a bot for {}?",
                wire::start(self.site.scrub(&text).trim()),
                create.opponent,
                self.setup.player.botzone.site
            ),
        };
        self.created += 1;
        self.tell(said!("created match {id}"));
        Ok(())
    }

    /// Lets the bots answer, several at a time.
    fn answer(&mut self) {
        let queue = Mutex::new(self.open.iter_mut());
        let said = Mutex::new(Vec::new());
        let work = || {
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some((live, _)) = next else { return };
                match live.answer() {
                    Ok(None) => {}
                    Ok(Some(warning)) => said
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push(said!("warning: match {}: {warning}", live.history.id)),
                    Err(_cancelled) => return,
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.setup.jobs {
                scope.spawn(work);
            }
        });
        for (live, _) in &mut self.open {
            for (turn, cause) in live.take_saved() {
                let cause = cause.lines().next().unwrap_or_default();
                let cause = self.site.scrub(cause);
                self.summary.count_saved(&live.history.id, turn, &cause);
            }
        }
        for warning in said.into_inner().unwrap_or_else(PoisonError::into_inner) {
            self.tell(warning);
        }
    }

    /// Takes a reply; whether it holds anything new.
    fn take(&mut self, reply: Reply) -> Result<bool> {
        let mut news = false;
        for end in reply.ended {
            news |= self.end(&end)?;
        }
        for (id, line) in reply.requests {
            news |= self.request(&id, &line)?;
        }
        Ok(news)
    }

    fn request(&mut self, id: &str, line: &str) -> Result<bool> {
        if self.ended.contains(id) {
            return Ok(false);
        }
        let at = self.open.iter().position(|(live, _)| live.history.id == id);
        let offered = match at {
            Some(at) => self.open[at].0.offer(line),
            None => {
                // Before a seat is taken: a personal URL belongs to a user, not to a game.
                let game = self.setup.player.game;
                match super::seat::read_request(self.setup.player.botzone, line) {
                    Err(why) => Err(said!(
                        "no request of {} ({why}); is it another game?",
                        game.name
                    )),
                    Ok(_) => {
                        let seed = bot_seed(self.setup.seed, self.seen, 0);
                        self.tell(said!("match {id} has begun"));
                        self.sit_down(History::new(id.to_owned(), seed))?
                            .offer(line)
                    }
                }
            }
        };
        match offered {
            Ok((offer, warning)) => {
                if let Some(warning) = warning {
                    self.tell(said!("warning: match {id}: {warning}"));
                }
                Ok(offer == Offer::New)
            }
            Err(why) => {
                if self.unusable.insert(id.to_owned()) {
                    self.tell(said!(
                        "warning: match {id}: the site sent what cannot be used: {why}"
                    ));
                }
                Ok(false)
            }
        }
    }

    /// Closes a match; `false` if that has happened before.
    fn end(&mut self, end: &End) -> Result<bool> {
        if !self.ended.insert(end.id.clone()) {
            return Ok(false);
        }
        let at = self
            .open
            .iter()
            .position(|(live, _)| live.history.id == end.id);
        let live = at.map(|at| self.open.remove(at));
        let result = self.summary.count(end);
        let scores: Vec<String> = end.scores.iter().map(ToString::to_string).collect();
        let line = said!(
            "match {}: seat {}, {result} {}",
            end.id,
            end.seat,
            scores.join(" : ")
        );
        writeln!(self.out, "{}", self.site.scrub(line.trim_end())).context("cannot print")?;
        if let (Some((live, since)), Some((file, count))) = (live, &mut self.log) {
            let wall = milliseconds(since.elapsed());
            let game = record::game(&self.setup.player, *count, &live.history, end, wall);
            if let Some(game) = game {
                file.add(&game)?;
                *count += 1;
            }
        }
        Ok(true)
    }

    fn save(&self) -> Result<()> {
        let open = self
            .open
            .iter()
            .map(|(live, _)| live.history.clone())
            .collect();
        state::save(&self.setup.state, self.setup.player.game.name, open)
    }

    /// A full disk is no reason to lose a live match.
    fn try_save(&mut self) {
        if let Err(error) = self.save() {
            self.tell(said!("warning: {}", foreign::error(&error)));
        }
    }

    fn tell(&mut self, text: impl Display) {
        let text = self.site.scrub(&text.to_string());
        let _ = writeln!(self.warnings, "{text}");
    }
}
