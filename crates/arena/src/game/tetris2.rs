//! Tetris2 for the arena.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tetris2::{Color, Move};

use super::{Game, Opening, SimpleIo, StateView};
use crate::conduct::Stop;
use crate::referee::Referee;

/// The entry of the table. The judge knows seven starts, one for each first piece; the opening makes them many.
pub const GAME: Game = Game {
    name: "tetris2",
    site: "Tetris2",
    simple: Some(SimpleIo {
        request_line: tetris2::botzone::simple_request_line,
        request: tetris2::botzone::simple_request,
        response: tetris2::botzone::simple_response,
        answer: tetris2::botzone::simple_answer,
    }),
    referee: || Box::new(tetris2::botzone::Referee::new()),
    view: || {
        Box::new(StateView {
            state: tetris2::botzone::start(),
            move_form: "x,y,turns:piece for the opponent, as 5,1,0:T",
            board: |seat| seat.board().to_string(),
            request: tetris2::botzone::request,
            response: tetris2::botzone::response,
            answer: tetris2::botzone::answer,
            fallback: tetris2::botzone::fallback,
        })
    },
    initdata: |seed| json!({"firstBlock": seed % 7}),
    opening,
    opening_plies: 2,
    short: |response| {
        let fields = response.as_object().filter(|fields| fields.len() == 4)?;
        ["block", "x", "y", "o"]
            .iter()
            .all(|&key| fields.get(key).is_some_and(Value::is_i64))
            .then(|| response.clone())
    },
};

impl Referee for tetris2::botzone::Referee {
    fn begin(&mut self, initdata: &Value) -> Result<Value, Stop> {
        Ok(tetris2::botzone::Referee::begin(self, initdata))
    }

    fn turn(&mut self, entry: &Value) -> Result<Value, Stop> {
        Ok(tetris2::botzone::Referee::turn(self, entry))
    }
}

/// Uniformly random turns in which both players do the same, so that neither has the better start.
fn opening(initdata: &Value, random: &mut Xoshiro256PlusPlus, turns: u32) -> Opening {
    let mut referee = tetris2::botzone::Referee::new();
    referee.begin(initdata);
    let mut board = *referee.board();
    let mut opening = Vec::new();
    for _ in 0..turns {
        let calm: Vec<Move> = board
            .legal_moves(Color::Zero)
            .filter(|&mv| {
                let mut next = board;
                next.play([mv, mv]);
                next.outcome().is_none()
            })
            .collect();
        if calm.is_empty() {
            break;
        }
        let mv = calm[random.random_range(0..calm.len())];
        board.play([mv, mv]);
        opening.push(vec![
            (0, tetris2::botzone::answer(mv)),
            (1, tetris2::botzone::answer(mv)),
        ]);
    }
    opening
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms() {
        let response = json!({"block": 1, "x": 2, "y": 3, "o": 0});
        assert_eq!((GAME.short)(&response), Some(response));
        for other in [
            json!({"block": 1, "x": 2, "y": 3}),
            json!({"block": 1, "x": 2, "y": 3, "o": 0.0}),
            json!({"block": 1, "x": 2, "y": 3, "seq": []}),
            json!({"response": 1}),
            json!(null),
        ] {
            assert_eq!((GAME.short)(&other), None, "{other}");
        }
    }

    #[test]
    fn both_players_have_the_same_opening() {
        let mut random = crate::schedule::opening_random(1, 0);
        for turn in opening(&json!({"firstBlock": 3}), &mut random, 4) {
            assert_eq!(turn[0].1, turn[1].1);
        }
    }
}
