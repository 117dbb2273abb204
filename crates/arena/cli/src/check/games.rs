//! The steps that play games.

use std::time::Duration;

use anyhow::Result;
use arena_common::Message;
use arena_common::texts::counted;
use contest::{Contest, Watch, crash};
use gameplay::record::{GameRecord, ReplyRecord, Verdict};
use referee::conduct::{Mode, NODES_TIME_MS, Rules};
use referee::saved::CURE;
use statistics::report::not_utf8;
use statistics::tally::Tally;

use super::histogram::histogram;

/// One answer in this many may be close to the limit.
const CLOSE_SHARE: usize = 20;

/// Plays two games of the bot (player A) with itself under a node budget, in both modes and without a clock, and
/// compares them. On Saiblo, where there is one mode, they are played twice.
///
/// # Errors
/// The first difference, a bad verdict, or an answer that the fallback move has saved.
pub fn same_answers(base: &Contest, nodes: u64) -> Result<Message> {
    let modes = if base.host.has_modes() {
        [Mode::Restart, Mode::KeepRunning]
    } else {
        [Mode::KeepRunning; 2]
    };
    let run = |mode| {
        let contest = Contest {
            players: vec![base.players[0].clone(); 2],
            rules: by_nodes(base, mode, nodes),
            games: 2,
            ..base.clone()
        };
        play(&contest)
    };
    let [first, second] = modes;
    let (first, second) = (run(first)?, run(second)?);
    for (a, b) in first.iter().zip(&second) {
        let turns = a.moves.len().max(b.moves.len());
        let differs = (0..turns).find(|&turn| a.moves.get(turn) != b.moves.get(turn));
        if let Some(turn) = differs {
            let id = a.id;
            let [a, b] = [a, b].map(|game| match game.moves.get(turn) {
                Some(mv) => mv.to_string(),
                None => "no move".to_owned(),
            });
            fail!(
                "game {id}, turn {}: {a} in one run and {b} in the other, with {nodes} nodes and the same seed; \
                 a decision must come from position, seed and budget alone, so look for the clock, for randomness from the \
                 operating system (`rand::rng()`, `thread_rng`, `getrandom`, the order of a `HashMap`), and for what is \
                 kept from turn to turn under a node budget",
                turn + 1
            );
        }
    }
    let answers: usize = first.iter().map(|game| game.replies.len()).sum();
    Ok(Message::of(|| counted(answers, "answer", "answers")))
}

/// Plays two games by the clock in each mode and looks at the times of the bot, player A.
///
/// # Errors
/// If an answer came late or was saved by the fallback move, or too many came deep in the margin.
pub fn in_time(base: &Contest) -> Result<Message> {
    let modes = modes(base);
    let mut times = Vec::new();
    for &mode in modes {
        let mut contest = by_the_clock(base, mode);
        contest.games = 2;
        let own = base.players[0].overrides.apply(&contest.rules);
        // All limits are brought to that of a program that is started.
        let kept = match own.keeps_running() {
            false => 1.0,
            true => own.time.as_secs_f64() / own.kept_time.as_secs_f64(),
        };
        for game in play(&contest)? {
            let own = (game.replies.iter()).filter(|reply| game.seats[reply.seat] == 0);
            times.extend(
                own.filter_map(|reply| Some(reply.ms? * if reply.first { 0.5 } else { kept })),
            );
        }
    }
    let limit = base.players[0].overrides.apply(&base.rules).time;
    on_time(&mut times, limit, base.players[0].is_foreign())
}

/// The words about these times in milliseconds, of a bot of the workspace or a program of somebody else.
fn on_time(times: &mut [f64], limit: Duration, foreign: bool) -> Result<Message> {
    let [limit, margin] =
        [limit, judges_common::margin(limit)].map(|time| time.as_secs_f64() * 1000.0);
    // The part of the margin before it is for the program's start and for the machine.
    let close = limit - f64::max(30.0, 0.03 * limit);
    times.sort_by(f64::total_cmp);
    let late = times.iter().filter(|&&time| time > close).count();
    let picture = Message::of(|| histogram(times, limit));
    let answers = Message::of(|| counted(times.len(), "answer", "answers"));
    require!(
        late <= times.len() / CLOSE_SHARE,
        "{late} of {answers} took longer than {:.0} of {limit:.0} ms; plan for {:.0} ms{}, and check again on a machine \
         that does nothing else\n{picture}",
        close,
        limit - margin,
        if foreign {
            ""
        } else {
            " (the Budget of crates/search does)"
        }
    );
    let slowest = times.last().copied().unwrap_or_default();
    let [slowest, limit] = [slowest, limit].map(|ms| format!("{ms:.0}"));
    let said = msg!("{answers}, slowest {slowest} of {limit} ms");
    Ok(said.above(picture))
}

/// Plays all games of the contest by the clock.
///
/// # Errors
/// The first bad verdict or saved answer of the bot, player A, with the cause and what to do.
pub fn without_bad_verdict(base: &Contest) -> Result<Message> {
    let games = play(&by_the_clock(base, Mode::Restart))?;
    let won = games.iter().filter(|game| game.score() > 0.5).count();
    let rival = base.players[1].name();
    let said = msg!("{won} won against {rival}");
    let mut tally = Tally::new(base.deal());
    games.iter().for_each(|game| tally.add(game));
    let first = tally.players[0].not_utf8;
    Ok(said.above(first.map(|first| Message::of(|| not_utf8(first)))))
}

/// The modes in which a bot can be played: somebody else's in the one that was said.
pub(super) fn modes(contest: &Contest) -> &'static [Mode] {
    let player = &contest.players[0];
    match player.overrides.apply(&contest.rules).mode {
        None => &[Mode::KeepRunning],
        _ if !player.is_foreign() => &[Mode::Restart, Mode::KeepRunning],
        Some(Mode::Restart) => &[Mode::Restart],
        Some(Mode::KeepRunning) => &[Mode::KeepRunning],
    }
}

/// The contest's rules with this mode, where there are modes, and a node budget in place of the clock.
pub(super) fn by_nodes(contest: &Contest, mode: Mode, nodes: u64) -> Rules {
    let time = Duration::from_millis(NODES_TIME_MS);
    Rules {
        mode: contest.rules.mode.map(|_| mode),
        time,
        kept_time: time,
        nodes: Some(nodes),
        ..contest.rules.clone()
    }
}

/// The same contest in this mode, and with short games if their length can be chosen.
fn by_the_clock(base: &Contest, mode: Mode) -> Contest {
    Contest {
        host: base.host.short(),
        rules: Rules {
            mode: base.rules.mode.map(|_| mode),
            ..base.rules.clone()
        },
        ..base.clone()
    }
}

/// The games in order, if all of player A's answers are good and its own.
fn play(contest: &Contest) -> Result<Vec<GameRecord>> {
    let mut games = Vec::new();
    let outcome = contest.run(contest.nothing_played(), None, &mut |game| {
        games.push(game.clone());
        Watch {
            enough: bad_reply(contest, game).is_some(),
            ..Watch::default()
        }
    });
    if let Some(error) = games.iter().find_map(|game| failure(contest, game)) {
        return Err(error);
    }
    if let Some(stop) = outcome.stopped {
        return Err(stop.into());
    }
    games.sort_by_key(|game| game.id);
    Ok(games)
}

fn bad_reply<'a>(contest: &Contest, game: &'a GameRecord) -> Option<&'a ReplyRecord> {
    game.replies.iter().find(|reply| {
        let player = &contest.players[game.seats[reply.seat]];
        let good = reply.verdict == Verdict::Ok && reply.failure.is_none() && reply.saved.is_none();
        *player == contest.players[0] && !good
    })
}

/// The first failure of player A, or of player B if that is the same bot, as an error with the cure.
fn failure(contest: &Contest, game: &GameRecord) -> Option<anyhow::Error> {
    let bad = bad_reply(contest, game)?;
    let at = msg!("game {}, turn {}", game.id, bad.turn + 1);
    if bad.verdict == Verdict::Ok
        && let Some(saved) = &bad.saved
    {
        let cause = &saved.cause;
        return Some(error!(
            "{at}: answer saved by the fallback move: {cause}\n{CURE}"
        ));
    }
    let cure = cure(bad.verdict, contest.players[0].is_foreign());
    if bad.verdict == Verdict::Ok {
        let text = bad.failure.clone().unwrap_or_default();
        return Some(error!("{at}: illegal move: {text}\n{cure}"));
    }
    let failure = bad
        .failure
        .clone()
        .into_iter()
        .chain(crash::in_game(contest, game, bad));
    let failure = failure.reduce(Message::above).unwrap_or_default();
    Some(error!(
        "game {}, turn {}: {} after {:.0} ms\n{failure}\n{cure}",
        game.id,
        bad.turn + 1,
        bad.verdict.name(),
        bad.ms.unwrap_or_default()
    ))
}

/// The cure for a verdict, for a bot of the workspace or a program of somebody else.
fn cure(verdict: Verdict, foreign: bool) -> &'static str {
    match (verdict, foreign) {
        (Verdict::Ok, false) => {
            "leave the talking to the session of crates/judges, which checks every move"
        }
        (Verdict::Ok, true) => {
            "the judge ends the game there; look at the requests and responses of all turns before it"
        }
        (Verdict::Tle, false) => {
            "ask the Budget of crates/search more often, and check again on a machine that does nothing else; a game of \
             `arena match --log FILE` has the turn, and `arena explain BOT --log FILE --game G --turn N` repeats it"
        }
        (Verdict::Tle, true) => {
            "look at the clock more often, and check again on a machine that does nothing else; a game of `arena match \
             --log FILE` has the turn, and `arena explain BOT --log FILE --game G --turn N` repeats it"
        }
        (Verdict::Mle, _) => "let tables and trees grow no further than the limit allows",
        (Verdict::Ole, _) => "print the answer and nothing else",
        (Verdict::Nj, false) => {
            "print nothing on standard output but the session's answer; `eprintln!` is for debugging text"
        }
        (Verdict::Nj, true) => "print nothing on standard output but the answer",
        (Verdict::Re, false) => {
            "find the panic above; `explain` asks the bot about a position alone"
        }
        (Verdict::Re, true) => "find out why it ended; what it said stands above",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_for_the_machine() {
        let limit = Duration::from_secs(1);
        // 900 ms are planned.
        let mut good = vec![940.0; 38];
        good.extend([969.0, 999.0]);
        let text = on_time(&mut good, limit, false).unwrap().to_string();
        assert!(
            text.starts_with("40 answers, slowest 999 of 1000 ms\n"),
            "{text}"
        );
        let mut bad = vec![940.0; 38];
        bad.extend([971.0, 972.0, 973.0]);
        let text = on_time(&mut bad, limit, false).unwrap_err().to_string();
        assert!(
            text.contains("3 of 41 answers took longer than 970 of 1000 ms; plan for 900 ms"),
            "{text}"
        );
        // 3 % of two seconds are more than 30 ms.
        let text = on_time(&mut [1950.0], Duration::from_secs(2), true)
            .unwrap_err()
            .to_string();
        assert!(
            text.starts_with("1 of 1 answer took longer") && text.contains("plan for 1800 ms"),
            "{text}"
        );
    }
}
