//! SnakeGo.

mod boards;
mod decisions;
mod hostile;
mod winner;

use serde_json::{Value, json};
use snakego::saiblo::Logic;
use snakego::{Operation, Position};

pub use boards::start;

use crate::game::{Game, Platform, Rounds, TWO_SEATS, Turns};
use crate::saiblo::{Follower, HalfGame, Output, SaibloGame};

/// The entry of the table.
pub static GAME: Game = Game {
    name: "snakego",
    rules: "In turn, every snake of a side does one thing: it moves, splits in two, or fires a ray that removes walls. A \
        snake that runs into itself dies and turns the loop that it closes, with all inside, into walls of its side; \
        one that runs into anything else just dies. In the end the larger area wins, walls and snakes together. A \
        match is two halves with the sides swapped.",
    example: snakego::saiblo::EXAMPLE,
    picture: concat!(include_str!("serpent.js"), include_str!("snakego.js")),
    platform: Platform::Saiblo(&SAIBLO),
    seatings: TWO_SEATS,
    turns: Turns::HalfRounds,
    rounds: Some(Rounds {
        full: snakego::MAX_ROUND,
        // A whole half-game by the clock takes a quarter of an hour.
        short: 64,
    }),
    label,
    replay: boards::replay,
    match_winner: Some(winner::match_winner),
    starter: None,
};

static SAIBLO: SaibloGame = SaibloGame {
    referee: |seed| Box::new(Logic::new(seed)),
    follower: || {
        Box::new(Follow {
            state: snakego::saiblo::start(),
            bytes: Vec::new(),
        })
    },
    hostile: hostile::inputs,
    check_answers: hostile::check_answers,
    decisions: decisions::decisions,
};

fn label(written: &Value) -> Option<String> {
    let word = |operation: &Value| match operation.as_u64() {
        Some(5) => "⚡".to_owned(),
        Some(6) => "✂".to_owned(),
        Some(n @ 1..=4) => ["→", "↑", "←", "↓"][n as usize - 1].to_owned(),
        _ => operation.to_string(),
    };
    let operations = written.as_array()?;
    Some(operations.iter().map(word).collect::<Vec<_>>().join(" "))
}

impl HalfGame for Logic {
    fn init(&mut self, message: &Value) -> Result<Vec<Output>, String> {
        Logic::init(self, message).map(outputs)
    }

    fn event(&mut self, message: &Value) -> Result<Vec<Output>, String> {
        Logic::event(self, message).map(outputs)
    }

    fn replay(&self) -> Option<Value> {
        let end = self.end()?;
        let operations: Vec<u8> = self.operations().iter().map(|op| op.number()).collect();
        let start = Position::new(self.position().rules.clone());
        Some(json!({
            "start": format!("{start:#}"),
            "operations": operations,
            "scores": end.scores,
            "winner": end.winner,
            "ending": format!("{:?}", end.ending),
        }))
    }
}

fn outputs(outputs: Vec<snakego::saiblo::Output>) -> Vec<Output> {
    let output = |output| match output {
        snakego::saiblo::Output::Judger(message) => Output::Judger(message),
        snakego::saiblo::Output::Player(player, bytes) => Output::Player(player, bytes),
    };
    outputs.into_iter().map(output).collect()
}

/// The half-game as a seat knows it.
struct Follow {
    state: snakego::saiblo::Tracker,
    /// Bytes that make no whole message yet.
    bytes: Vec<u8>,
}

impl Follower for Follow {
    fn receive(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        loop {
            let size = snakego::saiblo::size(&self.state, &self.bytes);
            if self.bytes.len() < size {
                return;
            }
            let message: Vec<u8> = self.bytes.drain(..size).collect();
            let _ = snakego::saiblo::receive(&mut self.state, &message);
        }
    }

    fn board(&self) -> Option<String> {
        self.state.position().map(board)
    }

    fn words(&self, operations: &Value) -> Option<String> {
        let word = |operation: &Value| {
            let number = u8::try_from(operation.as_u64()?).ok()?;
            Some(Operation::from_number(number)?.to_string())
        };
        let words: Option<Vec<String>> = operations.as_array()?.iter().map(word).collect();
        Some(words?.join(" "))
    }

    fn question(&self) -> String {
        let who = self.state.position().map(|position| {
            let snake = position.board.snake();
            said!("snake {} with its head at {}", snake.id, snake.head)
        });
        said!(
            "{} (x and y in hexadecimal), your move (right, up, left, down, fire, split)",
            who.unwrap_or_default()
        )
    }

    fn read_move(&self, text: &str) -> Result<Vec<u8>, String> {
        let position = self.state.position();
        let position = position.ok_or("the half-game has not begun")?;
        let operation: Operation = text.parse()?;
        snakego::saiblo::check(position, operation)?;
        Ok(snakego::saiblo::answer(operation))
    }

    fn check(&self, body: &[u8]) -> Result<(), String> {
        let position = self.state.position();
        let position = position.ok_or("the half-game has not begun")?;
        snakego::saiblo::check(position, snakego::saiblo::operation(body)?)
    }

    fn moves(&self) -> Vec<Vec<u8>> {
        let legal = snakego::saiblo::turn(&self.state).map(Position::legal_moves);
        let legal = legal.into_iter().flatten();
        legal.map(snakego::saiblo::answer).collect()
    }
}

/// The board as people see it.
fn board(position: &Position) -> String {
    let board = &position.board;
    let [first, second] = board.scores();
    let mut text = said!(
        "round {}, score {first}:{second}; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, \
         walls # and %\n{}",
        board.round(),
        snakego::text::picture(position)
    );
    for player in 0..2 {
        for (snake, place) in board.snakes(player).iter().zip(0u8..) {
            let letter = char::from([b'a', b'w'][player] + place);
            let ray = if snake.has_ray() { ", a ray" } else { "" };
            text.push_str(&said!(
                "{letter}: snake {}, length {}, bank {}{ray}\n",
                snake.id,
                snake.len,
                snake.bank
            ));
        }
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
pub(super) mod tests;
