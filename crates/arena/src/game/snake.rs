//! Snake for the arena.

use anyhow::anyhow;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use snake::{Direction, JointMove};

use super::{Game, Opening, StateView};
use crate::conduct::Stop;
use crate::referee::Referee;

/// The entry of the table. Every pair has a map of its own, so it needs no opening.
pub const GAME: Game = Game {
    name: "snake",
    site: "Snake",
    simple: None,
    referee: || Box::new(snake::botzone::Referee::new()),
    view: || {
        Box::new(StateView {
            state: snake::botzone::start(),
            move_form: "up, right, down, left",
            board: |seat| {
                let board = seat.board();
                let turn = board.turn() + 1;
                format!("turn {turn}: the snake in seat 0 is A, that in seat 1 is B\n{board}")
            },
            request: snake::botzone::request,
            response: snake::botzone::response,
            answer: snake::botzone::answer,
            fallback: snake::botzone::fallback,
        })
    },
    initdata: |seed| json!({"seed": seed}),
    opening,
    opening_plies: 0,
    short: |response| {
        let fields = response.as_object().filter(|fields| fields.len() == 1)?;
        fields.get("direction")?.as_i64().map(Value::from)
    },
};

impl Referee for snake::botzone::Referee {
    fn begin(&mut self, initdata: &Value) -> Result<Value, Stop> {
        Ok(snake::botzone::Referee::begin(self, initdata))
    }

    fn resume(&mut self, initdata: &Value) -> Result<(), Stop> {
        *self = snake::botzone::Referee::resume(initdata).map_err(|text| {
            anyhow!("{text}; after the first call send the initdata of the first output")
        })?;
        Ok(())
    }

    fn turn(&mut self, entry: &Value) -> Result<Value, Stop> {
        Ok(snake::botzone::Referee::turn(self, entry))
    }
}

/// Uniformly random turns among those that neither snake dies of.
fn opening(initdata: &Value, random: &mut Xoshiro256PlusPlus, turns: u32) -> Opening {
    let mut referee = snake::botzone::Referee::new();
    referee.begin(initdata);
    let mut board = *referee.board();
    let mut opening = Vec::new();
    for _ in 0..turns {
        let pairs = Direction::ALL
            .into_iter()
            .flat_map(|first| Direction::ALL.map(|second| (first, second)));
        let calm: Vec<JointMove> = pairs
            .filter(|&joint| {
                let mut next = board;
                next.play(joint);
                next.outcome().is_none()
            })
            .collect();
        if calm.is_empty() {
            break;
        }
        let (first, second) = calm[random.random_range(0..calm.len())];
        board.play((first, second));
        opening.push(vec![
            (0, snake::botzone::answer(first)),
            (1, snake::botzone::answer(second)),
        ]);
    }
    opening
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms() {
        assert_eq!((GAME.short)(&json!({"direction": 7})), Some(json!(7)));
        for other in [
            json!({"direction": 1.0}),
            json!({"direction": 1, "z": 1}),
            json!({}),
            json!(1),
            json!(null),
        ] {
            assert_eq!((GAME.short)(&other), None, "{other}");
        }
    }

    #[test]
    fn a_served_referee_resumes_on_its_map() {
        let mut referee = (GAME.referee)();
        let first = referee.begin(&json!({"seed": 5})).unwrap();
        let entry = json!({"0": {"verdict": "OK", "response": {"direction": 1}},
                           "1": {"verdict": "OK", "response": {"direction": 3}}});
        let second = referee.turn(&entry).unwrap();
        let mut resumed = (GAME.referee)();
        resumed.resume(&first["initdata"]).unwrap();
        assert_eq!(resumed.turn(&entry).unwrap(), second);
        let Err(Stop::Failed(error)) = resumed.resume(&json!({"seed": 5})) else {
            panic!("a seed is no map")
        };
        assert!(error.to_string().contains("of the first output"), "{error}");
    }
}
