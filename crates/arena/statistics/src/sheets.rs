//! What a match has come to, as data: see [`Sheet`].

use serde_json::Value;

use crate::matches::Matches;
use crate::sheet::{Head, Sheet, number, number_of};
use crate::sprt::{Decision, Sprt};
use crate::stats::{Estimate, elo, pair_interval};
use crate::tally::{Tally, Wdl};
use referee::Game;
use referee::conduct::Verdict;

/// A's score: a row for all games, and one for each seat of A.
pub const SCORE: Head = Head {
    name: "score",
    columns: &[
        "player_a",
        "player_b",
        "seat",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "score_low",
        "score_high",
        "elo",
        "elo_low",
        "elo_high",
    ],
};

/// Why the games ended.
pub const ENDINGS: Head = Head {
    name: "endings",
    columns: &["end", "games", "a_won", "b_won", "drawn"],
};

/// How the players behaved: turns by verdict, move times in milliseconds.
pub const CONDUCT: Head = Head {
    name: "conduct",
    columns: &[
        "player",
        "name",
        "ok",
        "tle",
        "mle",
        "ole",
        "nj",
        "re",
        "illegal",
        "fallback",
        "first_ms_median",
        "first_ms_max",
        "later_ms_median",
        "later_ms_max",
    ],
};

/// The first failures of each player.
pub const FAILURES: Head = Head {
    name: "failures",
    columns: &["player", "name", "game", "turn", "seat", "verdict", "text"],
};

/// Whole matches of two halves.
pub const MATCHES: Head = Head {
    name: "matches",
    columns: &[
        "player_a",
        "player_b",
        "matches",
        "won",
        "lost",
        "score",
        "score_low",
        "score_high",
    ],
};

/// A sequential test.
pub const TEST: Head = Head {
    name: "test",
    columns: &[
        "decision", "elo0", "elo1", "alpha", "beta", "llr", "llr_low", "llr_high", "pairs",
        "pairs_0", "pairs_05", "pairs_1", "pairs_15", "pairs_2", "elo", "elo_low", "elo_high",
        "los",
    ],
};

/// The tables that a match may have.
pub const OF_MATCH: [&Head; 5] = [&MATCHES, &SCORE, &ENDINGS, &CONDUCT, &FAILURES];
/// The tables that a sequential test may have.
pub const OF_TEST: [&Head; 6] = [&TEST, &MATCHES, &SCORE, &ENDINGS, &CONDUCT, &FAILURES];

/// Those of some tables that a match of this game has.
pub fn of_game(heads: &[&'static Head], game: Option<&'static Game>) -> Vec<&'static Head> {
    let halves = game.is_some_and(|game| game.match_winner.is_some());
    let heads = heads.iter().copied();
    heads
        .filter(|head| halves || head.name != MATCHES.name)
        .collect()
}

/// The tables of `arena match`; `players` are the names of A and B.
pub fn of_match(tally: &Tally, matches: Option<&Matches>, players: [&str; 2]) -> Vec<Sheet> {
    let mut sheets = vec![
        score(tally, players),
        endings(tally),
        conduct(tally, players),
        failures(tally, players),
    ];
    if let Some(matches) = matches {
        sheets.insert(0, whole_matches(matches, players));
    }
    sheets
}

/// The table of a sequential test.
pub fn of_test(test: &Sprt) -> Sheet {
    let hypotheses = test.hypotheses();
    let [low, high] = hypotheses.bounds();
    let pairs = test.pairs();
    let [ll, ld, dd, wd, ww] = pairs.map(Value::from);
    let decision = match test.decision() {
        Some(Decision::H0) => Value::from("H0"),
        Some(Decision::H1) => Value::from("H1"),
        None => Value::Null,
    };
    let [mean, elo_low, elo_high] = elos(pair_interval(&test.scores()));
    let mut sheet = Sheet::new(&TEST);
    sheet.add([
        decision,
        hypotheses.elo0.into(),
        hypotheses.elo1.into(),
        hypotheses.alpha.into(),
        hypotheses.beta.into(),
        number(test.llr(), 3),
        number(low, 3),
        number(high, 3),
        pairs.iter().sum::<u32>().into(),
        ll,
        ld,
        dd,
        wd,
        ww,
        mean,
        elo_low,
        elo_high,
        number_of(test.los(), 4),
    ]);
    sheet
}

/// Elo with the ends of its interval.
fn elos(estimate: Option<Estimate>) -> [Value; 3] {
    let numbers = estimate.map(|e| [e.mean, e.low, e.high].map(|score| number(elo(score), 1)));
    numbers.unwrap_or([Value::Null, Value::Null, Value::Null])
}

fn score(tally: &Tally, [a, b]: [&str; 2]) -> Sheet {
    let mut sheet = Sheet::new(&SCORE);
    let mut add = |seat: Value, wdl: Wdl, estimate: Option<Estimate>| {
        let [mean, low, high] = elos(estimate);
        sheet.add([
            a.into(),
            b.into(),
            seat,
            wdl.games().into(),
            wdl.wins.into(),
            wdl.draws.into(),
            wdl.losses.into(),
            number_of(wdl.score(), 4),
            number_of(estimate.map(|e| e.low), 4),
            number_of(estimate.map(|e| e.high), 4),
            mean,
            low,
            high,
        ]);
    };
    add(Value::Null, tally.total(), tally.estimate());
    for seat in [0, 1] {
        add(seat.into(), tally.by_seat[seat], None);
    }
    sheet
}

fn endings(tally: &Tally) -> Sheet {
    let mut sheet = Sheet::new(&ENDINGS);
    for (reason, counts) in &tally.endings {
        let [a, b, drawn] = counts.map(Value::from);
        let games = counts.iter().sum::<u32>().into();
        sheet.add([reason.as_str().into(), games, a, b, drawn]);
    }
    sheet
}

fn conduct(tally: &Tally, players: [&str; 2]) -> Sheet {
    let mut sheet = Sheet::new(&CONDUCT);
    for ((label, name), player) in ["A", "B"].into_iter().zip(players).zip(&tally.players) {
        let turns = |verdict| player.verdicts.get(&verdict).copied().unwrap_or(0);
        let [ok, tle, mle, ole, nj, re] = Verdict::ALL.map(|verdict| turns(verdict).into());
        sheet.add([
            label.into(),
            name.into(),
            ok,
            tle,
            mle,
            ole,
            nj,
            re,
            player.illegal.into(),
            player.saved.answers.into(),
            number_of(player.first_ms.median(), 2),
            number_of(player.first_ms.max(), 2),
            number_of(player.later_ms.median(), 2),
            number_of(player.later_ms.max(), 2),
        ]);
    }
    sheet
}

fn failures(tally: &Tally, players: [&str; 2]) -> Sheet {
    let mut sheet = Sheet::new(&FAILURES);
    for ((label, name), player) in ["A", "B"].into_iter().zip(players).zip(&tally.players) {
        for trouble in &player.troubles {
            sheet.add([
                label.into(),
                name.into(),
                trouble.game.into(),
                trouble.turn.into(),
                trouble.seat.into(),
                trouble.verdict.name().into(),
                trouble.text.as_str().into(),
            ]);
        }
    }
    sheet
}

fn whole_matches(matches: &Matches, [a, b]: [&str; 2]) -> Sheet {
    let points = matches.points();
    let won = points.iter().filter(|points| **points == 1.0).count();
    let estimate = pair_interval(&points);
    let mut sheet = Sheet::new(&MATCHES);
    sheet.add([
        a.into(),
        b.into(),
        points.len().into(),
        won.into(),
        (points.len() - won).into(),
        number_of(estimate.map(|e| e.mean), 4),
        number_of(estimate.map(|e| e.low), 4),
        number_of(estimate.map(|e| e.high), 4),
    ]);
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Form, write};
    use crate::sprt::Hypotheses;
    use journal::samples::game;

    #[test]
    fn a_match_and_a_test_are_data() {
        let mut tally = Tally::default();
        let mut test = Sprt::new(Hypotheses::new(0.0, 20.0, 0.05, 0.05).unwrap());
        for id in 0..4 {
            // Seat 0 wins the first pair, seat 1 the game of A in the second.
            let game = game(id, if id < 2 { [1, 0] } else { [0, 1] });
            tally.add(&game);
            test.add(&game);
        }
        let mut sheets = of_match(&tally, None, ["x", "cmd:y, z"]);
        sheets.push(of_test(&test));
        let csv = |name| write(&sheets, Form::Csv, Some(name)).unwrap();
        assert_eq!(
            csv("score").lines().nth(1).unwrap(),
            "x,\"cmd:y, z\",,4,2,0,2,0.5,0.15,0.85,0.0,-301.3,301.3"
        );
        assert_eq!(
            csv("endings").lines().nth(1).unwrap(),
            "\"INVALID_MOVE  (x,y) is not empty\",4,2,2,0"
        );
        assert!(
            csv("conduct").contains("\nA,x,2,2,0,0,0,0,0,0,10.0,10.0,1000.5,1000.5\n"),
            "{}",
            csv("conduct")
        );
        assert!(
            csv("failures").contains("A,x,1,2,1,TLE,late"),
            "{}",
            csv("failures")
        );
        let json: Value =
            serde_json::from_str(&write(&sheets, Form::Json, Some("test")).unwrap()).unwrap();
        let row = &json["test"][0];
        assert_eq!(
            (&row["decision"], &row["pairs_1"]),
            (&Value::Null, &2.into())
        );
        assert_eq!(
            (&row["los"], &row["llr_low"]),
            (&0.5.into(), &(-2.944).into())
        );
    }
}
