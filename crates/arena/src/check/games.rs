//! The steps that play games.

use std::time::Duration;

use anyhow::{Result, anyhow, bail, ensure};

use super::histogram::histogram;
use crate::conduct::{Mode, Rules, Stop, Verdict};
use crate::contest::{Contest, Watch};
use crate::log::GameRecord;
use crate::player::Flags;
use crate::saiblo::Saiblo;
use crate::words::counted;

/// Time limit in milliseconds under a node budget: only a hang should ever reach it.
const NODES_TIME_MS: u64 = 60_000;

/// Rounds of a half of SnakeGo where the clock runs: a whole half would take a quarter of an hour.
const SHORT_HALF: u16 = 64;

/// One answer in so many may be deep in the margin.
const DEEP_SHARE: usize = 20;

/// Plays two games of the bot (player A) with itself under a node budget, in both modes and without a clock, and
/// compares them. On Saiblo, where there is one mode, they are played twice.
///
/// # Errors
/// The first difference, or a bad verdict.
pub fn same_answers(base: &Contest, nodes: u64) -> Result<String> {
    let modes = match base.saiblo {
        None => [Mode::Restart, Mode::KeepRunning],
        Some(_) => [Mode::KeepRunning; 2],
    };
    let [first, second] = modes.map(|mode| {
        let contest = Contest {
            players: [0, 0].map(|i: usize| base.players[i].clone()),
            flags: Flags {
                mode,
                nodes: Some(nodes),
                time_ms: NODES_TIME_MS,
                ..base.flags
            },
            rules: Rules {
                mode,
                time: Duration::from_millis(NODES_TIME_MS),
                ..base.rules.clone()
            },
            games: 2,
            ..base.clone()
        };
        play(&contest)
    });
    let (first, second) = (first?, second?);
    for (a, b) in first.iter().zip(&second) {
        let turns = a.moves.len().max(b.moves.len());
        let differs = (0..turns).find(|&turn| a.moves.get(turn) != b.moves.get(turn));
        if let Some(turn) = differs {
            let [a, b] = [a, b].map(|game| match game.moves.get(turn) {
                Some(mv) => mv.to_string(),
                None => "no move".to_owned(),
            });
            bail!(
                "game {}, turn {}: {a} in one run and {b} in the other, with {nodes} nodes and the same seed; \
                 a decision must come from position, seed and budget alone, so look for the clock, for a HashMap with \
                 a random state, and for what is kept from turn to turn under a node budget",
                first[0].id,
                turn + 1
            );
        }
    }
    let answers: usize = first.iter().map(|game| game.replies.len()).sum();
    Ok(counted(answers, "answer", "answers"))
}

/// Plays two games by the clock in each mode and looks at the times of the bot, player A.
///
/// # Errors
/// If an answer came late, or too many came deep in the margin.
pub fn in_time(base: &Contest) -> Result<String> {
    let modes = match base.saiblo {
        None => &[Mode::Restart, Mode::KeepRunning][..],
        Some(_) => &[Mode::KeepRunning],
    };
    let mut times = Vec::new();
    for &mode in modes {
        let mut contest = by_the_clock(base, mode);
        contest.games = 2;
        for game in play(&contest)? {
            let own = game
                .replies
                .iter()
                .filter(|reply| game.seats[reply.seat] == 0);
            // The doubled limit of a first turn is brought down to that of the others.
            times.extend(own.map(|reply| {
                if reply.first {
                    reply.ms / 2.0
                } else {
                    reply.ms
                }
            }));
        }
    }
    on_time(&mut times, base.rules.time)
}

/// The words about these times in milliseconds.
fn on_time(times: &mut [f64], limit: Duration) -> Result<String> {
    // Invariant 10: the larger of 60 ms and 6 %.
    let margin = (limit / 100 * 6).max(Duration::from_millis(60));
    let [limit, margin] = [limit, margin].map(|time| time.as_secs_f64() * 1000.0);
    times.sort_by(f64::total_cmp);
    // The first half of the margin is for the program's start and for the machine.
    let deep = times
        .iter()
        .filter(|&&time| time > limit - margin / 2.0)
        .count();
    let picture = histogram(times, limit);
    ensure!(
        deep <= times.len() / DEEP_SHARE,
        "{deep} of {} took longer than {:.0} of {limit:.0} ms; plan for {:.0} ms (the Budget of crates/search \
         does), and check again on a machine that does nothing else\n{picture}",
        counted(times.len(), "answer", "answers"),
        limit - margin / 2.0,
        limit - margin
    );
    let slowest = times.last().copied().unwrap_or_default();
    Ok(format!(
        "{}, slowest {slowest:.0} of {limit:.0} ms\n{picture}",
        counted(times.len(), "answer", "answers")
    ))
}

/// Plays all games of the contest by the clock.
///
/// # Errors
/// The first bad verdict of the bot, player A, with what it printed and what to do.
pub fn without_bad_verdict(base: &Contest) -> Result<String> {
    let games = play(&by_the_clock(base, Mode::Restart))?;
    let won = games.iter().filter(|game| game.score() > 0.5).count();
    Ok(format!("{won} won against {}", base.players[1].name()))
}

/// The contest as it is, but for the mode, and with short halves on Saiblo.
fn by_the_clock(base: &Contest, mode: Mode) -> Contest {
    let mode = if base.saiblo.is_some() {
        Mode::KeepRunning
    } else {
        mode
    };
    Contest {
        saiblo: base.saiblo.clone().map(|saiblo| Saiblo {
            max_round: Some(SHORT_HALF),
            ..saiblo
        }),
        flags: Flags { mode, ..base.flags },
        rules: Rules {
            mode,
            ..base.rules.clone()
        },
        ..base.clone()
    }
}

/// The games in order, if all verdicts of player A are good.
fn play(contest: &Contest) -> Result<Vec<GameRecord>> {
    let mut games = Vec::new();
    let outcome = contest.run(None, &mut |game| {
        games.push(game.clone());
        Watch {
            enough: bad_verdict(game).is_some(),
            ..Watch::default()
        }
    })?;
    if let Some(error) = games.iter().find_map(bad_verdict) {
        return Err(error);
    }
    match outcome.stopped {
        None => {}
        Some(Stop::Cancelled) => bail!("cancelled"),
        Some(Stop::Failed(error)) => return Err(error),
    }
    games.sort_by_key(|game| game.id);
    Ok(games)
}

/// The first bad verdict of player A as an error with the cure.
fn bad_verdict(game: &GameRecord) -> Option<anyhow::Error> {
    let bad = game
        .replies
        .iter()
        .find(|reply| game.seats[reply.seat] == 0 && reply.verdict != Verdict::Ok)?;
    let cure = match bad.verdict {
        Verdict::Ok => "",
        Verdict::Tle => {
            "ask the Budget of crates/search more often, and check again on a machine that does nothing else"
        }
        Verdict::Mle => "let tables and trees grow no further than the limit of 256 MB allows",
        Verdict::Ole => "print the answer and nothing else",
        Verdict::Nj => "print nothing on standard output but the session's answer",
        Verdict::Re => "find the panic above; `explain` asks the bot about a position alone",
    };
    Some(anyhow!(
        "game {}, turn {}: {} after {:.0} ms\n{}\n{cure}",
        game.id,
        bad.turn + 1,
        bad.verdict.name(),
        bad.ms,
        bad.trouble.as_deref().unwrap_or_default().trim_end()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_for_the_machine() {
        let limit = Duration::from_secs(1);
        // 940 ms are planned, 970 are half of the margin.
        let mut good = vec![940.0; 38];
        good.extend([969.0, 999.0]);
        let text = on_time(&mut good, limit).unwrap();
        assert!(
            text.starts_with("40 answers, slowest 999 of 1000 ms\n"),
            "{text}"
        );
        let mut bad = vec![940.0; 38];
        bad.extend([971.0, 972.0, 973.0]);
        let text = on_time(&mut bad, limit).unwrap_err().to_string();
        assert!(
            text.contains("3 of 41 answers took longer than 970 of 1000 ms; plan for 940 ms"),
            "{text}"
        );
        // 6 % of two seconds are more than 60 ms.
        let text = on_time(&mut [1950.0], Duration::from_secs(2))
            .unwrap_err()
            .to_string();
        assert!(
            text.starts_with("1 of 1 answer took longer") && text.contains("plan for 1880 ms"),
            "{text}"
        );
    }
}
