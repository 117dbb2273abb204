//! A turn once more: a program is started afresh and asked as the judge asked it.

use arena_common::Stop;
use gameplay::botzone::{BotzoneGame, SimpleIo};
use gameplay::decisions::Decision;
use process::Launch;
use serde_json::Value;

use super::seat::{ProgramSeat, Reply};
use crate::conduct::Rules;
use crate::diagnosis::late::Pace;
use crate::setup::GlobalData;

/// The input of a seat in a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct PastTurn {
    /// Its requests before that turn, and its responses.
    pub earlier: Vec<(Value, Value)>,
    /// The request of the turn.
    pub request: Value,
}

impl PastTurn {
    /// The input of the seat in this turn of a game with these decisions; `None` if it was not asked in it.
    pub fn in_turn(decisions: &[Decision], turn: usize, seat: usize) -> Option<PastTurn> {
        let own = decisions.iter().filter(|decision| decision.seat == seat);
        let mut said = own.filter(|decision| decision.turn <= turn);
        let last = said.next_back().filter(|last| last.turn == turn)?;
        Some(PastTurn {
            request: last.said.clone()?.0,
            earlier: said.filter_map(|decision| decision.said.clone()).collect(),
        })
    }

    /// The turn once more. What the program had stored in `data` is not in a log, so it gets none.
    ///
    /// `first_move` is that of the probe.
    ///
    /// # Errors
    /// If it was cancelled, or the program cannot be started.
    pub fn ask(
        &self,
        game: &BotzoneGame,
        launch: Launch,
        rules: Rules,
        first_move: Option<Pace>,
    ) -> Result<Reply, Stop> {
        let simple: Option<SimpleIo> = game.simple.filter(|_| rules.simple_io);
        let seat = ProgramSeat::new(launch, rules, simple, GlobalData::default());
        let mut seat = seat.with_hints(game.simple.is_some(), first_move);
        for (request, response) in &self.earlier {
            seat.skip(request.clone(), response.clone());
        }
        seat.turn(self.request.clone())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_seat_is_told_its_own_part_of_the_game() {
        let decision = |turn: usize, seat| Decision {
            turn,
            seat,
            position: String::new(),
            played: None,
            forced: false,
            said: Some((json!(turn), json!([turn]))),
        };
        let list: Vec<Decision> = (0..5).map(|turn| decision(turn, turn % 2)).collect();
        let told = PastTurn {
            earlier: vec![(json!(1), json!([1]))],
            request: json!(3),
        };
        assert_eq!(PastTurn::in_turn(&list, 3, 1), Some(told));
        assert_eq!(PastTurn::in_turn(&list, 3, 0), None);
        assert_eq!(PastTurn::in_turn(&list, 9, 1), None);
    }
}
