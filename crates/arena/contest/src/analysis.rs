//! A bot's values of every position of a game, and the turns that lost the most.

use std::time::Duration;

use anyhow::Context;
use arena_common::texts::counted;
use arena_common::{Cancel, Cancelled, Stop};
use gameplay::Game;
use gameplay::decisions::Decision;
use gameplay::record::{Analysis, GameRecord, PositionValue, Turns};
use judges_common::args::flags::{NODES, TIME_MS};
use judges_common::value;

use crate::explain::explain;
use crate::pool;
use crate::progress::Progress;

/// Time for one position: nobody waits for it on a good path.
const PATIENCE: Duration = Duration::from_secs(600);

/// The bot that is asked.
#[derive(Clone, Debug)]
pub struct Analyst {
    /// Its name.
    pub name: String,
    /// The words that start it; `explain`, the position and flags come behind them.
    pub program: Vec<String>,
    /// Nodes for each position.
    pub nodes: u64,
    /// Positions at a time.
    pub jobs: usize,
}

/// A turn that made its player's position worse.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// Number of the turn, from 1.
    pub turn: usize,
    /// The seat.
    pub seat: usize,
    /// The move as a bot prints it; `None` if there was none.
    pub played: Option<String>,
    /// The move that the analyst would have made.
    pub better: Option<String>,
    /// The value of the position for the player.
    pub before: f64,
    /// The value of the next position, or of the result.
    pub after: f64,
}

impl Loss {
    /// The value that the turn lost.
    pub fn drop(&self) -> f64 {
        self.before - self.after
    }
}

/// The positions of a game that are asked about: of a half-round the first.
///
/// # Errors
/// If the record does not say how the game began.
pub fn positions(game: &Game, record: &GameRecord) -> anyhow::Result<Vec<Decision>> {
    let mut list = game.decisions(record)?.list;
    list.dedup_by_key(|decision| (decision.turn, decision.seat));
    Ok(list)
}

/// The number of positions of a game, without playing it.
pub fn count(game: &Game, record: &GameRecord) -> u64 {
    let asked = match game.turns {
        Turns::Together => record.seats.len(),
        Turns::Alternate | Turns::HalfRounds => 1,
    };
    (asked * record.moves.len()) as u64
}

/// The number of nodes that the bot searches in a position in `ms` milliseconds; `None` if its `explain` does not print
/// it.
pub fn nodes_in(analyst: &Analyst, position: &str, ms: u64, cancel: &Cancel) -> Option<u64> {
    let flags = [TIME_MS.to_owned(), ms.to_string()];
    let text = explain(&analyst.program, position, &flags, PATIENCE, cancel).ok()?;
    let mut numbers = text.lines().rev();
    numbers.find_map(|line| line.strip_prefix("nodes:")?.trim().parse().ok())
}

/// Asks the bot about the positions of a game. Where there was no choice, a bot does not search, and what it says of the
/// position is no point of a curve: it is not asked.
///
/// # Errors
/// If it was cancelled, `explain` fails, or it names no value in any position.
pub fn analyse(
    analyst: &Analyst,
    record: &GameRecord,
    positions: &[Decision],
    progress: &Progress,
    cancel: &Cancel,
) -> Result<Analysis, Stop> {
    let game = || said!("game {}", record.called());
    let flags = [NODES.to_owned(), analyst.nodes.to_string()];
    let ask = |decision: &Decision| -> Result<Option<PositionValue>, Stop> {
        let text = explain(
            &analyst.program,
            &decision.position,
            &flags,
            PATIENCE,
            cancel,
        );
        progress.advance(1, game);
        match text {
            Ok(text) => Ok(value_of(&text).map(|value| PositionValue {
                turn: decision.turn,
                seat: decision.seat,
                value,
                best: move_of(&text),
            })),
            Err(error) if error.is::<Cancelled>() => Err(Stop::Cancelled),
            // If nothing is left to be decided, a bot has nothing to explain.
            Err(error) if format!("{error:#}").contains("no legal move") => Ok(None),
            Err(error) => {
                let turn = decision.turn + 1;
                let place = said!("game {}, turn {turn}: {}", record.called(), analyst.name);
                Err(error.context(place).into())
            }
        }
    };
    let todo: Vec<&Decision> = positions.iter().filter(|each| !each.forced).collect();
    progress.advance((positions.len() - todo.len()) as u64, game);
    let found = pool::run_in_order(analyst.jobs, cancel, todo.clone(), ask)?;
    let values: Vec<PositionValue> = found.into_iter().flatten().collect();
    if values.is_empty() && !todo.is_empty() {
        return Err(error!(
            "{} names no value in {} of game {}: its debug text must have a word such as `value=0.53`, from -1 (it \
             loses) to 1 (it wins)",
            analyst.name,
            counted(todo.len(), "position", "positions"),
            record.called()
        )
        .into());
    }
    Ok(Analysis {
        by: analyst.name.clone(),
        nodes: analyst.nodes,
        values,
    })
}

/// The value in the debug text that `explain` prints.
fn value_of(text: &str) -> Option<f64> {
    let debug = |line: &str| line.strip_prefix("debug:").and_then(value::find);
    text.lines().rev().find_map(debug)
}

/// The move that `explain` ends with.
fn move_of(text: &str) -> Option<String> {
    let mut lines = text.lines().rev();
    let found = lines.find_map(|line| line.strip_prefix("move:"))?.trim();
    (!found.is_empty()).then(|| found.to_owned())
}

/// The turns after which the position was worse for their player, in the order of the game. Turns of the opening are
/// nobody's, and the analyst's own move is no loss: its value was wrong before.
///
/// # Errors
/// If the record does not say how the game began, or has no analysis.
pub fn losses(positions: &[Decision], record: &GameRecord) -> anyhow::Result<Vec<Loss>> {
    let analysis = record.analysis.as_ref().context("it has no analysis")?;
    let (last, seats) = (record.moves.len(), record.seats.len());
    let found = |turn: usize, seat: usize| {
        let of = |value: &&PositionValue| value.turn == turn && value.seat == seat;
        analysis.values.iter().find(of)
    };
    let at = |turn: usize, seat: usize| found(turn, seat).map(|found| found.value);
    let result = |seat: usize| match record.result.winner {
        None => 0.0,
        Some(winner) if winner == seat => 1.0,
        Some(_) => -1.0,
    };
    let forced = |turn: usize| {
        let mut of_turn = positions.iter().filter(|decision| decision.turn == turn);
        of_turn.next().is_some_and(|first| first.forced) && of_turn.all(|decision| decision.forced)
    };
    let after = |turn: usize, seat: usize| {
        // Turns in which nobody had a choice lost nothing.
        let next = (turn + 1..last).find(|&next| !forced(next)).unwrap_or(last);
        // The gain of one seat is a loss that all others share.
        let share = |value: f64| -value / (seats - 1) as f64;
        let of_other = || (0..seats).find_map(|other| at(next, other)).map(share);
        let value = at(next, seat).or_else(of_other);
        // A position without a value at the end is decided: the result counts.
        value.or_else(|| (next + 1 >= last).then(|| result(seat)))
    };
    let losses = positions
        .iter()
        .filter(|decision| decision.turn >= record.opening);
    let losses = losses.filter_map(|decision| {
        let Decision {
            turn, seat, played, ..
        } = decision;
        let is_other = |found: &&PositionValue| found.best.is_none() || found.best != *played;
        let found = found(*turn, *seat).filter(is_other)?;
        Some(Loss {
            turn: turn + 1,
            seat: *seat,
            played: played.clone(),
            better: found.best.clone(),
            before: found.value,
            after: after(*turn, *seat)?,
        })
    });
    Ok(losses.filter(|loss| loss.drop() > 0.0).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use journal::samples::game;

    fn nogo() -> &'static Game {
        gameplay::games::standard().find("nogo").unwrap()
    }

    /// Four plies with these values, each for the player who has to move.
    fn analysed(values: [f64; 4]) -> GameRecord {
        let mut record = game(0, [0, 1]);
        record.moves = [[4, 4], [0, 8], [2, 2], [4, 4]]
            .map(|mv| json!(mv))
            .to_vec();
        let values = values.iter().enumerate();
        let values = values.map(|(turn, &value)| PositionValue {
            turn,
            seat: turn % 2,
            value,
            best: None,
        });
        record.analysis = Some(Analysis {
            by: "a-bot".to_owned(),
            nodes: 1,
            values: values.collect(),
        });
        record
    }

    #[test]
    fn a_loss_is_the_difference_to_the_next_position() {
        // White wins, for black's second move was bad and the fourth move is the end.
        let mut record = analysed([0.1, -0.2, 0.3, 0.5]);
        let positions = positions(nogo(), &record).unwrap();
        let drops = |record: &GameRecord| -> Vec<(usize, usize, i32)> {
            let all = losses(&positions, record).unwrap();
            let rounded =
                |loss: &Loss| (loss.turn, loss.seat, (100.0 * loss.drop()).round() as i32);
            all.iter().map(rounded).collect()
        };
        // Turn 1: 0.1 to 0.2 is no loss; turn 2: -0.2 to -0.3; turn 3: 0.3 to -0.5; turn 4: 0.5 to the win.
        assert_eq!(drops(&record), [(2, 1, 10), (3, 0, 80)]);
        assert_eq!(
            losses(&positions, &record).unwrap()[1].played.as_deref(),
            Some("2,2")
        );
        record.opening = 2;
        assert_eq!(drops(&record), [(3, 0, 80)]);
        // A position without a value before the end: the result counts.
        record.analysis.as_mut().unwrap().values.pop();
        assert_eq!(drops(&record), [(3, 0, 130)]);
        record.analysis.as_mut().unwrap().values[2].best = Some("2,2".to_owned());
        assert_eq!(drops(&record), []);
        record.analysis = None;
        assert!(losses(&positions, &record).is_err());
    }

    #[test]
    fn where_there_is_no_choice_nothing_is_asked_and_nothing_lost() {
        let mut record = analysed([0.1, -0.2, 0.3, 0.5]);
        let mut positions = positions(nogo(), &record).unwrap();
        positions[1].forced = true;
        let values = &mut record.analysis.as_mut().unwrap().values;
        values.remove(1);
        let drops = |record: &GameRecord| -> Vec<(usize, i32)> {
            let all = losses(&positions, record).unwrap();
            let rounded = |loss: &Loss| (loss.turn, (100.0 * loss.drop()).round() as i32);
            all.iter().map(rounded).collect()
        };
        // Turn 1: 0.1 to 0.3 is no loss.
        assert_eq!(drops(&record), [(3, 80)]);
        record.analysis.as_mut().unwrap().values[0].value = 0.5;
        assert_eq!(drops(&record), [(1, 20), (3, 80)]);
        let folder = tempfile::tempdir().unwrap();
        let asked = folder.path().join("asked");
        let script = format!(
            "echo $2 >> '{}'; echo 'debug: value=0.5'; echo 'move: 3,4'",
            asked.display()
        );
        let analyst = Analyst {
            name: "a-bot".to_owned(),
            program: ["sh", "-c", &script].map(str::to_owned).to_vec(),
            nodes: 1,
            jobs: 1,
        };
        let bar = Progress::counting(4, 0, "positions");
        let found = analyse(&analyst, &record, &positions, &bar, &Cancel::default()).unwrap();
        let turns: Vec<usize> = found.values.iter().map(|value| value.turn).collect();
        assert_eq!(turns, [0, 2, 3]);
        let moves: Vec<_> = found
            .values
            .iter()
            .map(|value| value.best.as_deref())
            .collect();
        assert_eq!(moves, [Some("3,4"); 3]);
        assert_eq!(std::fs::read_to_string(asked).unwrap().lines().count(), 3);
    }

    #[test]
    fn the_value_is_that_of_the_debug_text() {
        let text =
            "4,4 value=0.9\nvalue: 12\nnodes: 3\ndebug: 3 simulations, value=-0.250\nmove: 4,4\n";
        assert_eq!(value_of(text), Some(-0.25));
        assert_eq!(value_of("value: 12\nmove: 4,4\n"), None);
    }

    #[test]
    fn a_program_without_values_is_an_error_that_names_the_form() {
        let record = game(0, [1, 0]);
        let analyst = |program: &str| Analyst {
            name: "a-bot".to_owned(),
            program: vec![program.to_owned()],
            nodes: 1,
            // One at a time: of two that fail at once either may be told.
            jobs: 1,
        };
        let ask = |program: &str| {
            let positions = positions(nogo(), &record).unwrap();
            let cancel = Cancel::default();
            match analyse(
                &analyst(program),
                &record,
                &positions,
                &Progress::counting(1, 0, "positions"),
                &cancel,
            ) {
                Err(Stop::Failed(error)) => format!("{error:#}"),
                other => panic!("{other:?}"),
            }
        };
        assert!(ask("false").contains("game 0, turn 1: a-bot: `explain` failed"));
        let error = ask("true");
        assert!(error.contains("a word such as `value=0.53`"), "{error}");
    }
}
