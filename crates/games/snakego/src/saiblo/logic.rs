//! The judge's side of the conversation: a logic program, as Saiblo calls it, without its streams.

use std::convert::TryFrom;

use serde_json::{Value, json};

use super::{End, Ending, greeting};
use crate::board::Board;
use crate::operation::Operation;
use crate::position::Position;
use crate::rules::Rules;

/// Seconds that the official judge program asks for in each half-round.
const TIME_LIMIT: u32 = 3;
/// Longest packet that it lets an AI send, in bytes.
const OUTPUT_LIMIT: u32 = 2048;
/// Score of a player whose fault ends a half-game early.
const FAULT_SCORE: i16 = -100;

/// A message that the logic writes.
#[derive(Clone, PartialEq, Debug)]
pub enum Output {
    /// To the judger.
    Judger(Value),
    /// Raw bytes to the AI of this player.
    Player(usize, Vec<u8>),
}

/// One half-game, refereed in the judger's protocol: an `init` message, then events, until a message with state -1.
///
/// The dialogue is that of the final judge program, except for two points in which it follows the documents: the
/// message at the end of the half-game is always sent to both players, and a human player gets the same bytes as a
/// program.
#[derive(Clone, Debug)]
pub struct Logic {
    position: Position,
    /// Scores at the end of the last complete round.
    settled: [i16; 2],
    /// Number of the half-round, empty ones counted, from 1; 0 before the first.
    state: u32,
    end: Option<End>,
    operations: Vec<Operation>,
}

impl Logic {
    /// A half-game with the items of this seed, not yet begun. [`init`](Logic::init) may say otherwise.
    pub fn new(seed: u64) -> Logic {
        Logic::with_rules(Rules::generate(seed))
    }

    /// A half-game with these rules, not yet begun.
    pub fn with_rules(rules: Rules) -> Logic {
        Logic {
            position: Position::new(rules),
            settled: [0; 2],
            state: 0,
            end: None,
            operations: Vec::new(),
        }
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The operations that were accepted.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Result of the half-game, when it is over.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Answers the first message. Its `config` may have `random_seed` and `max_round`; what is missing stays as it was.
    ///
    /// # Errors
    /// A description of the problem with the message.
    pub fn init(&mut self, init: &Value) -> Result<Vec<Output>, String> {
        let config = &init["config"];
        for size in ["length", "width"] {
            if config.get(size).is_some_and(|value| *value != json!(16)) {
                return Err(format!("config: {size} is {}, not 16", config[size]));
            }
        }
        let rules = &self.position.rules;
        let max_round = match config.get("max_round") {
            None => rules.max_round(),
            Some(value) => (value.as_u64())
                .and_then(|number| u16::try_from(number).ok())
                .filter(|&number| Rules::new(Vec::new(), number).is_ok())
                .ok_or_else(|| format!("config: max_round is {value}"))?,
        };
        let enclosure = rules.enclosure();
        let rules = match config.get("random_seed") {
            None if max_round == rules.max_round() => None,
            None => Some(Rules::new(rules.items().to_vec(), max_round)?),
            Some(seed) => {
                let seed = seed
                    .as_u64()
                    .ok_or_else(|| format!("config: random_seed is {seed}"))?;
                Some(Rules::generate_for(seed, max_round))
            }
        };
        if let Some(rules) = rules {
            self.position = Position::new(rules.with_enclosure(enclosure));
        }
        let mut output: Vec<Output> = (0..2)
            .map(|player| Output::Player(player, greeting(&self.position.rules, player)))
            .collect();
        // A player of type 0 has no running program.
        let absent = (init["player_list"].as_array())
            .and_then(|types| types.iter().position(|kind| *kind == json!(0)));
        match absent {
            Some(player) => self.fault(player & 1, Ending::Crash, "RE", &mut output),
            None => self.half_round(&mut output),
        }
        Ok(output)
    }

    /// Answers an event: a packet of a player, or a fault.
    ///
    /// # Errors
    /// A description of the problem with the message.
    pub fn event(&mut self, event: &Value) -> Result<Vec<Output>, String> {
        let mut output = Vec::new();
        if self.end.is_some() {
            return Ok(output);
        }
        let player = |value: &Value| value["player"].as_i64();
        let content = event["content"]
            .as_str()
            .ok_or("an event without content")?;
        match player(event) {
            Some(-1) => {
                let fault: Value = serde_json::from_str(content)
                    .map_err(|error| format!("a fault that is not JSON ({error})"))?;
                let Some(player @ 0..=1) = player(&fault) else {
                    return Err(format!("a fault of player {}", fault["player"]));
                };
                let (ending, state) = match fault["error"].as_i64() {
                    Some(0) => (Ending::Crash, "RE"),
                    // The clock of an earlier half-round, stopped since.
                    Some(1) if fault["state"] != json!(self.state) => return Ok(output),
                    Some(1) => (Ending::Crash, "TLE"),
                    Some(2) => (Ending::Format, "IA"),
                    _ => return Err(format!("a fault of kind {}", fault["error"])),
                };
                self.fault(player as usize, ending, state, &mut output);
            }
            Some(player @ 0..=1) => self.packet(player as usize, content.as_bytes(), &mut output),
            _ => return Err(format!("an event of player {}", event["player"])),
        }
        Ok(output)
    }

    fn packet(&mut self, player: usize, body: &[u8], output: &mut Vec<Output>) {
        let operation = super::operation(body).ok();
        let board = &self.position.board;
        let Some(operation) = operation.filter(|_| player == board.player()) else {
            return self.fault(player, Ending::Format, "IA", output);
        };
        let (round, mover) = (board.round(), board.player());
        if self.position.try_play(operation).is_err() {
            return self.fault(player, Ending::Illegal, "IA", output);
        }
        self.operations.push(operation);
        output.extend((0..2).map(|player| Output::Player(player, vec![operation.number()])));
        let board = &self.position.board;
        if board.round() != round {
            self.settled = settled(board);
        }
        if let Some(outcome) = board.outcome() {
            let end = End {
                ending: Ending::Normal,
                winner: outcome.winner,
                scores: outcome.scores,
            };
            let state = 2 * u32::from(self.position.rules.max_round()) + 1;
            output.push(Output::Judger(
                json!({"state": state, "listen": [], "player": [], "content": []}),
            ));
            self.finish(end, ["OK"; 2], output);
        } else if (board.round(), board.player()) != (round, mover) {
            self.half_round(output);
        }
    }

    /// Asks the judger for the next half-round.
    fn half_round(&mut self, output: &mut Vec<Output>) {
        let board = &self.position.board;
        self.state = 2 * u32::from(board.round()) - 1 + board.player() as u32;
        output.push(Output::Judger(
            json!({"state": 0, "time": TIME_LIMIT, "length": OUTPUT_LIMIT}),
        ));
        output.push(Output::Judger(json!({
            "state": self.state, "listen": [board.player()], "player": [], "content": []
        })));
    }

    /// Ends the half-game by the fault of a player, who loses it.
    fn fault(&mut self, player: usize, ending: Ending, state: &str, output: &mut Vec<Output>) {
        let mut scores = self.settled;
        scores[player] = FAULT_SCORE;
        let mut states = ["OK"; 2];
        states[player] = state;
        let end = End {
            ending,
            winner: 1 - player,
            scores,
        };
        self.finish(end, states, output);
    }

    fn finish(&mut self, end: End, states: [&str; 2], output: &mut Vec<Output>) {
        output.extend((0..2).map(|player| Output::Player(player, end.message())));
        let info = json!({"0": end.scores[0], "1": end.scores[1]});
        output.push(Output::Judger(json!({
            "state": -1,
            "end_info": info.to_string(),
            "end_state": json!(states).to_string(),
        })));
        self.end = Some(end);
    }
}

/// The scores at the end of the round before this one, which has just begun.
fn settled(board: &Board) -> [i16; 2] {
    let mut scores = board.scores();
    // An item that appears on a snake belongs to the new round.
    match board.first_item() {
        Some((round, player)) if round == board.round() => scores[player] -= 1,
        _ => {}
    }
    scores
}
