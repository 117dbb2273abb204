//! NoGo for the arena.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use super::{Game, Opening, SimpleIo, StateView};
use crate::conduct::Stop;
use crate::referee::Referee;

/// The entry of the table.
pub const GAME: Game = Game {
    name: "nogo",
    site: "NoGo",
    simple: Some(SimpleIo {
        request_line: nogo::botzone::simple_request_line,
        request: nogo::botzone::simple_request,
        response: nogo::botzone::simple_response,
        answer: nogo::botzone::simple_answer,
    }),
    referee: || Box::new(nogo::botzone::Referee::new()),
    view: || {
        Box::new(StateView {
            state: nogo::botzone::start(),
            move_form: "x,y",
            board: nogo::Board::to_string,
            request: nogo::botzone::request,
            response: nogo::botzone::response,
            answer: nogo::botzone::answer,
            fallback: nogo::botzone::fallback,
        })
    },
    initdata: |_| json!(""),
    opening,
    opening_plies: 2,
    short: |response| {
        let fields = response.as_object().filter(|fields| fields.len() == 2)?;
        let [x, y] = ["x", "y"].map(|key| fields.get(key).and_then(Value::as_i64));
        Some(json!([x?, y?]))
    },
};

impl Referee for nogo::botzone::Referee {
    fn begin(&mut self, initdata: &Value) -> Result<Value, Stop> {
        Ok(nogo::botzone::Referee::begin(self, initdata))
    }

    fn turn(&mut self, entry: &Value) -> Result<Value, Stop> {
        Ok(nogo::botzone::Referee::turn(self, entry))
    }
}

/// Uniformly random plies, black and white in turn.
fn opening(_: &Value, random: &mut Xoshiro256PlusPlus, plies: u32) -> Opening {
    let mut board = nogo::Board::new();
    let mut turns = Vec::new();
    for _ in 0..plies {
        let mover = board.to_move();
        let legal = board.legal_moves(mover);
        let calm: Vec<nogo::Move> = legal
            .iter()
            .filter(|&mv| {
                let mut next = board;
                next.play(mv);
                next.outcome().is_none()
            })
            .collect();
        if calm.is_empty() {
            break;
        }
        let mv = calm[random.random_range(0..calm.len())];
        board.play(mv);
        turns.push(vec![(mover.index(), nogo::botzone::answer(mv))]);
    }
    turns
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn openings_are_portable_and_alternate() {
        let turns = opening(&json!(""), &mut Xoshiro256PlusPlus::seed_from_u64(1), 3);
        let text = json!(turns).to_string();
        assert_eq!(
            text,
            r#"[[[0,{"x":7,"y":2}]],[[1,{"x":6,"y":5}]],[[0,{"x":0,"y":7}]]]"#
        );
    }

    #[test]
    fn short_forms() {
        assert_eq!(
            (GAME.short)(&json!({"x": 4, "y": -1})),
            Some(json!([4, -1]))
        );
        for other in [
            json!({"x": 4}),
            json!({"x": 4, "y": 2.0}),
            json!({"x": 4, "y": 2, "z": 1}),
            json!("2 3"),
            json!(null),
        ] {
            assert_eq!((GAME.short)(&other), None, "{other}");
        }
    }
}
