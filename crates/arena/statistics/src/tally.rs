//! The running totals of a match, made from the lines of its log.

use arena_common::Message;
use std::collections::BTreeMap;

use crate::repeats::Repeats;
use crate::stats::{Estimate, pair_interval};
use crate::table::Cell;
use crate::times::Times;
use gameplay::record::{GameRecord, Verdict};

/// The number of failures kept in full for each player.
const FAILURES: usize = 3;

/// The number of different reasons for an end that are counted apart. An official judge may write any text.
const ENDINGS: usize = 64;
/// The name under which all others are counted.
const OTHER_ENDS: &str = "other ends";
/// A failure of a player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failure {
    /// Number of the game.
    pub game: u32,
    /// Number of the turn, from 1.
    pub turn: usize,
    /// The seat.
    pub seat: usize,
    /// The verdict; OK for an illegal move.
    pub verdict: Verdict,
    /// Details for a person.
    pub text: Message,
}

/// Answers of a player that the fallback move has saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedTally {
    /// The number of answers.
    pub answers: u32,
    /// True if there may have been more: a program reports only a limited number.
    pub more: bool,
    /// The first one: game, turn from 1, cause.
    pub first: Option<(u32, usize, String)>,
}

impl SavedTally {
    /// Counts the replies of player `player` (0 = A, 1 = B) in a game.
    pub fn add(&mut self, game: &GameRecord, player: usize) {
        for reply in &game.replies {
            let Some(saved) = reply
                .saved
                .as_ref()
                .filter(|_| game.seats[reply.seat] == player)
            else {
                continue;
            };
            self.answers += saved.answers;
            self.more |= saved.more;
            // Games end in any order, and in a league several have one number.
            let case = (game.id, reply.turn + 1, &saved.cause);
            let earlier =
                |(game, turn, cause): &(u32, usize, String)| (*game, *turn, cause) <= case;
            if !self.first.as_ref().is_some_and(earlier) {
                self.first = Some((case.0, case.1, saved.cause.clone()));
            }
        }
    }

    /// The number for a table.
    pub fn cell(&self) -> Cell {
        let more = if self.more { "+" } else { "" };
        Cell::from(self.answers).shown(format!("{}{more}", self.answers))
    }

    /// The first case, and how many more there are; `None` without one.
    pub fn line(&self) -> Option<String> {
        let (game, turn, cause) = self.first.as_ref()?;
        let mut line =
            said!("answer saved by the fallback move in game {game}, turn {turn}: {cause}");
        match (self.answers.saturating_sub(1), self.more) {
            (0, false) => {}
            (more, false) => line += &said!(" ({more} more saved answers)"),
            (more, true) => line += &said!(" (at least {more} more saved answers)"),
        }
        Some(line)
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wdl {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Wdl {
    /// Counts a game that A (0), B (1) or nobody (2) has won.
    fn add(&mut self, column: usize) {
        *[&mut self.wins, &mut self.losses, &mut self.draws][column] += 1;
    }

    /// Games counted.
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Mean score in 0..=1; `None` without a game.
    pub fn score(self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }
}

/// The totals of one player.
#[derive(Clone, Debug, Default)]
pub struct PlayerTally {
    /// Turns by verdict.
    pub verdicts: BTreeMap<Verdict, u32>,
    /// Milliseconds of the turns with doubled limit, failures included.
    pub first_ms: Times,
    /// Milliseconds of all other turns.
    pub later_ms: Times,
    /// Turns with a good verdict whose move was illegal.
    pub illegal: u32,
    /// The first failures.
    pub failures: Vec<Failure>,
    /// Answers that the fallback move has saved.
    pub saved: SavedTally,
    /// The first game and turn, from 1, in which its output was not UTF-8.
    pub not_utf8: Option<(u32, usize)>,
}

/// Totals of a match between A (0) and B (1).
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// A's results in all games.
    pub total: Wdl,
    /// A's results by seat; where A has several, the game counts for each.
    pub by_seat: Vec<Wdl>,
    /// Reason of the end -> games won by A, won by B, drawn.
    pub endings: BTreeMap<String, [u32; 3]>,
    /// A and B.
    pub players: [PlayerTally; 2],
    /// Games that were played before.
    pub repeats: Repeats,
    /// A's points (games, sum of scores) in each deal.
    pairs: BTreeMap<u32, (u32, f64)>,
    /// The number of games of a deal, which are one trial.
    pub games: u32,
}

impl Tally {
    /// The totals of no game, of a match in which the games of a deal have these seatings.
    pub fn new(deal: &[impl AsRef<[usize]>]) -> Self {
        Tally {
            by_seat: vec![Wdl::default(); deal[0].as_ref().len()],
            games: deal.len() as u32,
            ..Tally::default()
        }
    }

    /// Counts one game.
    pub fn add(&mut self, game: &GameRecord) {
        self.repeats.add([0, 1], game);
        let column = game.won_by().unwrap_or(2);
        self.total.add(column);
        for (wdl, player) in self.by_seat.iter_mut().zip(&game.seats) {
            if *player == 0 {
                wdl.add(column);
            }
        }
        let pair = self.pairs.entry(game.pair).or_default();
        *pair = (pair.0 + 1, pair.1 + game.score());
        let reason = game
            .result
            .err
            .as_deref()
            .map_or_else(|| "normal end".to_owned(), without_numbers);
        let known = self.endings.contains_key(&reason) || self.endings.len() < ENDINGS;
        let row = if known { reason } else { OTHER_ENDS.to_owned() };
        self.endings.entry(row).or_default()[column] += 1;
        for reply in &game.replies {
            let player = &mut self.players[game.seats[reply.seat]];
            *player.verdicts.entry(reply.verdict).or_default() += 1;
            let times = if reply.first {
                &mut player.first_ms
            } else {
                &mut player.later_ms
            };
            if let Some(ms) = reply.ms {
                times.push(ms);
            }
            if reply.not_utf8 {
                let here = (game.id, reply.turn + 1);
                player.not_utf8 = Some(player.not_utf8.map_or(here, |first| first.min(here)));
            }
            if let Some(text) = &reply.failure {
                player.illegal += u32::from(reply.verdict == Verdict::Ok);
                let failure = Failure {
                    game: game.id,
                    turn: reply.turn + 1,
                    seat: reply.seat,
                    verdict: reply.verdict,
                    text: text.clone(),
                };
                // Games end in any order; the first failures are those of the first games.
                let at = player.failures.partition_point(|other| *other <= failure);
                player.failures.insert(at, failure);
                player.failures.truncate(FAILURES);
            }
        }
        for (number, player) in self.players.iter_mut().enumerate() {
            player.saved.add(game, number);
        }
    }

    /// A's score with its interval over the deals of which all games are finished.
    pub fn estimate(&self) -> Option<Estimate> {
        let whole = self.pairs.values().filter(|pair| pair.0 == self.games);
        let pairs: Vec<f64> = whole.map(|pair| pair.1 / f64::from(self.games)).collect();
        pair_interval(&pairs)
    }
}

/// An error text with its coordinates taken out, so that equal reasons count together: `(4,0)` becomes `(x,y)`.
fn without_numbers(text: &str) -> String {
    let Some((before, rest)) = text.split_once('(') else {
        return text.to_owned();
    };
    let Some((inside, after)) = rest.split_once(')') else {
        return text.to_owned();
    };
    let numbers = inside
        .split(',')
        .all(|part| part.trim().parse::<i64>().is_ok());
    let inside = if numbers { "x,y" } else { inside };
    format!("{before}({inside}){}", without_numbers(after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gameplay::{game::TWO_SEATS, record::GameResult};
    use journal::samples::game;

    #[test]
    fn a_match_is_counted_from_as_side() {
        let mut tally = Tally::new(TWO_SEATS);
        // A wins as seat 0, loses as seat 1 (seat 0 scores), wins as seat 0, draws as seat 1.
        for (id, scores) in [
            (0, [1, 0]),
            (1, [1, 0]),
            (2, [2, 0]),
            (3, [1, 1]),
            (4, [0, 2]),
        ] {
            tally.add(&game(id, scores));
        }
        assert_eq!(
            tally.by_seat[0],
            Wdl {
                wins: 2,
                draws: 0,
                losses: 1
            }
        );
        assert_eq!(
            tally.by_seat[1],
            Wdl {
                wins: 0,
                draws: 1,
                losses: 1
            }
        );
        assert_eq!(tally.total.score(), Some(0.5));
        // Game 4 has no partner yet, so two pairs count: 1/2 and 3/4.
        assert_eq!(tally.estimate().unwrap().mean, 0.625);
        let reason = "INVALID_MOVE  (x,y) is not empty";
        assert_eq!(
            tally.endings.iter().collect::<Vec<_>>(),
            [(&reason.to_owned(), &[2, 2, 1])]
        );
        let a = &tally.players[0];
        assert_eq!(
            (a.verdicts[&Verdict::Ok], a.verdicts[&Verdict::Tle]),
            (3, 2)
        );
        assert_eq!((a.first_ms.len(), a.later_ms.len()), (3, 2));
        let failure = &a.failures[0];
        assert_eq!((failure.game, failure.turn, failure.seat), (1, 2, 1));
        assert_eq!(
            (failure.verdict, failure.text.english().as_str()),
            (Verdict::Tle, "late")
        );
        assert_eq!(tally.players[1].failures.len(), FAILURES);
    }

    #[test]
    fn a_judge_with_many_words_for_the_end_takes_no_more_rows() {
        let mut tally = Tally::new(TWO_SEATS);
        for id in 0..1000 {
            let mut game = game(id, [1, 0]);
            game.result.err = Some(format!("reason {id}"));
            tally.add(&game);
        }
        assert_eq!(tally.endings.len(), ENDINGS + 1);
        let games: u32 = tally.endings.values().flatten().sum();
        assert_eq!(games, 1000);
    }

    #[test]
    fn the_first_failures_are_those_of_the_first_games_in_whatever_order_they_end() {
        let mut tally = Tally::new(TWO_SEATS);
        for id in [8, 6, 4, 7, 2, 0] {
            let mut game = game(id, [1, 0]);
            game.replies[1].saved = Some(gameplay::record::Saved {
                answers: 1,
                more: id == 4,
                cause: format!("cause {id}"),
            });
            tally.add(&game);
        }
        // Seat 1 belongs to B in the even games.
        let b = &tally.players[1];
        let games: Vec<u32> = b.failures.iter().map(|failure| failure.game).collect();
        assert_eq!(games, [0, 2, 4]);
        assert_eq!(b.saved.cell().to_string(), "5+");
        assert_eq!(
            b.saved.line().unwrap(),
            "answer saved by the fallback move in game 0, turn 2: cause 0 (at least 4 more saved answers)"
        );
        assert_eq!(tally.players[0].saved.cell().to_string(), "1");
        assert!(
            tally.players[0]
                .saved
                .line()
                .unwrap()
                .ends_with("turn 2: cause 7")
        );
        assert_eq!(SavedTally::default().line(), None);
    }

    #[test]
    fn without_swapped_seats_every_game_is_a_trial() {
        let mut tally = Tally::new(&TWO_SEATS[..1]);
        for id in 0..4 {
            tally.add(&GameRecord {
                pair: id,
                seats: vec![0, 1],
                ..game(id, [1, i32::from(id == 3)])
            });
        }
        assert_eq!(tally.estimate().unwrap().mean, 0.875);
        assert_eq!(tally.by_seat[1].games(), 0);
    }

    #[test]
    fn games_of_any_number_of_seats_are_counted() {
        let mut tally = Tally::new(&[&[0, 1, 1], &[1, 0, 0]]);
        let count = |tally: &mut Tally, seats: &[usize], scores: &[i32]| {
            let scores = scores.iter().map(|&score| score.into()).collect();
            tally.add(&GameRecord {
                seats: seats.to_vec(),
                result: GameResult::new(scores, 2, None),
                ..game(0, [0, 0])
            });
        };
        // A wins alone; then its two seats have less than B's one on average, though the second has the most.
        count(&mut tally, &[0, 1, 1], &[3, 0, 2]);
        count(&mut tally, &[1, 0, 0], &[4, 5, 0]);
        let lost: Vec<u32> = tally.by_seat.iter().map(|wdl| wdl.losses).collect();
        assert_eq!(lost, [0, 1, 1]);
        assert_eq!((tally.total.wins, tally.total.losses), (1, 1));
        assert_eq!(tally.estimate().unwrap().mean, 0.5);
        // Alone in the game, nobody wins.
        let mut tally = Tally::new(&[&[0], &[1]]);
        let mut alone = game(0, [0, 0]);
        alone.replies.truncate(1);
        (alone.seats, alone.result) = (vec![0], GameResult::new(vec![7.into()], 1, None));
        tally.add(&alone);
        assert_eq!((tally.total.draws, tally.by_seat.len()), (1, 1));
    }

    #[test]
    fn numbers_leave_the_reason() {
        assert_eq!(
            without_numbers("INVALID_MOVE  (-1,12) is not empty"),
            "INVALID_MOVE  (x,y) is not empty"
        );
        assert_eq!(
            without_numbers("died (hit a wall) at (3)"),
            "died (hit a wall) at (x,y)"
        );
        assert_eq!(without_numbers("open (1,2"), "open (1,2");
    }
}
