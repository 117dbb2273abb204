//! A finished game as a log has it.
//!
//! A log counts turns from 1, as all that people read does: `turn_no`.

use std::time::Duration;

use arena_common::Message;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Index of player A in the list of the file; 0 in a match.
    pub a: usize,
    /// Index of player B, likewise; 1 in a match.
    pub b: usize,
    /// Number of the game in the match, from 0.
    pub id: u32,
    /// Its number in the pack that it was imported from, from 1: what people call it then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// Number of its deal, of two games a pair: the games of a deal have the same start, with the players in other seats.
    pub pair: u32,
    /// The player (0 = A, 1 = B) in each seat.
    pub seats: Vec<usize>,
    /// The seed each seat's bot was given; like the times none in an imported game whose log does not tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_seeds: Option<Vec<u64>>,
    /// The initdata that was given, with the judge's additions; null for a game without.
    pub init: Value,
    /// The number of turns at the start that the arena played.
    pub opening: usize,
    /// The moves of every turn, opening included.
    pub moves: Vec<Value>,
    /// The replies of every turn after the opening, one for each seat that was asked.
    pub replies: Vec<ReplyRecord>,
    /// The end.
    pub result: GameResult,
    /// Wall-clock time of the whole game in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_ms: Option<f64>,
    /// The first disagreement between the arena's referee and the judge that refereed an imported game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disagreement: Option<Disagreement>,
    /// A bot's evaluation of the positions, if one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysis>,
    /// The judge's displays before every turn and at the end, if only the judge knows the game; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub displays: Vec<Value>,
}

/// One bot's evaluation of the positions of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The bot.
    pub by: String,
    /// Its nodes for each position.
    pub nodes: u64,
    /// The values, by turn and seat; a position without a value is left out.
    pub values: Vec<PositionValue>,
}

/// The value of the position in which a seat had to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionValue {
    /// Index into [`GameRecord::moves`].
    #[serde(rename = "turn_no", with = "from_1")]
    pub turn: usize,
    /// The seat.
    pub seat: usize,
    /// From -1, this seat loses, to 1, it wins.
    pub value: f64,
    /// The move that the bot would play, as its `explain` prints it; none in logs of arenas that did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
}

/// An index as a log has it, a number from 1.
mod from_1 {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    pub(super) fn serialize<S: Serializer>(
        index: &usize,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        (index + 1).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<usize, D::Error> {
        let number = usize::deserialize(deserializer)?;
        number
            .checked_sub(1)
            .ok_or_else(|| de::Error::custom("`turn_no` must be a number from 1"))
    }
}

/// The first thing about which two referees of a game disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    /// The number of turns they have in common.
    pub turn: usize,
    /// The difference.
    pub text: Message,
}

impl GameRecord {
    /// The record of game 0 between players 0 and 1 in these seats, before its first turn.
    pub fn begun(seats: &[usize], init: Value) -> Self {
        GameRecord {
            a: 0,
            b: 1,
            id: 0,
            pair: 0,
            seats: seats.to_vec(),
            number: None,
            bot_seeds: None,
            init,
            opening: 0,
            moves: Vec::new(),
            replies: Vec::new(),
            result: GameResult::none_yet(seats.len()),
            wall_ms: None,
            disagreement: None,
            analysis: None,
            displays: Vec::new(),
        }
    }

    /// The number by which people call it.
    pub fn called(&self) -> u32 {
        self.number.unwrap_or(self.id)
    }

    /// The player (0 = A, 1 = B) whose seats have the larger mean score; `None` for a draw, and where one has no seat.
    /// With two seats this is the player in the winner's seat, whatever scores a log has.
    pub fn won_by(&self) -> Option<usize> {
        if self.seats.len() == 2 {
            return self.result.winner.map(|seat| self.seats[seat]);
        }
        let mean = |player: usize| {
            let all = self.seats.iter().zip(&self.result.scores);
            let own = all.filter(|(seated, _)| **seated == player);
            let (sum, count) = own.fold((0.0, 0.0), |(sum, n), own| (sum + points(own.1), n + 1.0));
            sum / count
        };
        let (a, b) = (mean(0), mean(1));
        (a > b || b > a).then_some(usize::from(b > a))
    }

    /// Points of player A: 1 for a game won, 0.5 for a drawn one.
    pub fn score(&self) -> f64 {
        self.won_by().map_or(0.5, |player| 1.0 - player as f64)
    }

    /// The moves on which all referees agree, and what they do not agree about.
    pub fn agreed(&self) -> (&[Value], Option<String>) {
        match &self.disagreement {
            None => (&self.moves, None),
            Some(Disagreement { turn, text }) => {
                let turns = self.moves.len().min(*turn);
                (&self.moves[..turns], Some(text.to_string()))
            }
        }
    }
}

/// The judge's verdict on one turn of one program, named as in Botzone's match logs.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Default, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// It answered in time. Whether the answer is legal is the referee's business.
    #[default]
    Ok,
    /// Time limit exceeded.
    Tle,
    /// Memory limit exceeded.
    Mle,
    /// Output limit exceeded.
    Ole,
    /// Output is not JSON.
    Nj,
    /// Run-time error: a signal, or an exit status other than 0.
    Re,
}

impl Verdict {
    /// Every verdict, in the order of result tables.
    pub const ALL: [Verdict; 6] = [
        Verdict::Ok,
        Verdict::Tle,
        Verdict::Mle,
        Verdict::Ole,
        Verdict::Nj,
        Verdict::Re,
    ];

    /// The judge's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "OK",
            Verdict::Tle => "TLE",
            Verdict::Mle => "MLE",
            Verdict::Ole => "OLE",
            Verdict::Nj => "NJ",
            Verdict::Re => "RE",
        }
    }
}

/// One seat's turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplyRecord {
    /// Index into [`GameRecord::moves`].
    #[serde(rename = "turn_no", with = "from_1")]
    pub turn: usize,
    /// The seat.
    pub seat: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// Wall-clock milliseconds from the request to the end of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// True if the limit was doubled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first: bool,
    /// Debug text of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debug: Option<String>,
    /// Details of a failure, for a person; with the verdict OK, of an illegal move.
    #[serde(default, rename = "trouble", skip_serializing_if = "Option::is_none")]
    pub failure: Option<Message>,
    /// True if its output has bytes that are not UTF-8 and were replaced.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_utf8: bool,
    /// Answers that the fallback move has saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved: Option<Saved>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The judge's scores by seat.
    pub scores: Vec<Value>,
    /// Turns played.
    pub turns: usize,
    /// The seat with the largest score; null if several have it.
    pub winner: Option<usize>,
    /// `err` of the judge's last display; null if the game ended by the rules.
    pub err: Option<String>,
}

impl GameResult {
    /// The result of a game in progress with so many seats: nobody has scored.
    pub fn none_yet(seats: usize) -> Self {
        Self::new(vec![0.into(); seats], 0, None)
    }

    /// The result with these scores after so many turns; `err` is the reason for an end that is not by the rules.
    pub fn new(scores: Vec<Value>, turns: usize, err: Option<String>) -> Self {
        let best = scores.iter().map(points).fold(f64::MIN, f64::max);
        let mut winners = (0..scores.len()).filter(|&seat| points(&scores[seat]) == best);
        Self {
            winner: winners.next().filter(|_| winners.next().is_none()),
            scores,
            turns,
            err,
        }
    }
}

/// A judge's score as a number.
fn points(score: &Value) -> f64 {
    score.as_f64().unwrap_or_default()
}

/// The saved answers of one reply: one, except in a half-round of several snakes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    /// The number of answers.
    pub answers: u32,
    /// True if the program stopped reporting here, though there may have been more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// Why the first of them could not be the bot's own: the panic with file and line, or the illegal move.
    pub cause: String,
}

/// The order of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// Seat 0 begins, then the others in their order.
    Alternate,
    /// All in every turn.
    Together,
    /// A turn is a half-round, a list of operations; the replies tell whose it was.
    HalfRounds,
}

/// Milliseconds with two digits after the point: a log is read by people too.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 100.0
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_log_counts_turns_from_1() {
        let reply = ReplyRecord {
            turn: 4,
            seat: 1,
            verdict: Verdict::Ok,
            ms: Some(2.5),
            first: false,
            debug: None,
            failure: None,
            not_utf8: false,
            saved: None,
        };
        let value = PositionValue {
            turn: 4,
            seat: 1,
            value: 0.5,
            best: None,
        };
        let new = json!({"turn_no": 5, "seat": 1, "verdict": "OK", "ms": 2.5, "value": 0.5});
        assert_eq!(ReplyRecord::deserialize(&new).unwrap(), reply);
        assert_eq!(PositionValue::deserialize(&new).unwrap(), value);
        let mut written = json!(reply);
        written["value"] = json!(value)["value"].clone();
        assert_eq!(written, new);
        assert_eq!(json!(value)["turn_no"], 5);
        for bad in [json!({"turn_no": 0}), json!({})] {
            let mut form = bad;
            for key in ["seat", "verdict", "ms", "value"] {
                form[key] = new[key].clone();
            }
            let error = ReplyRecord::deserialize(&form).unwrap_err().to_string();
            assert!(error.contains("turn_no"), "{error}");
            assert!(PositionValue::deserialize(&form).is_err());
        }
    }
}
