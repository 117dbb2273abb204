//! The judge's side: requests, verdicts and scores of Botzone's own judge.

use games_common::splitmix;
use serde_json::{Map, Value, json};

use super::{piece, placement, position};
use crate::board::Board;
use crate::color::Color;
use crate::error::IllegalMove;
use crate::outcome::Reason;
use crate::piece::{Piece, Placement};
use crate::rules::Rules;
use crate::well::Garbage;

/// The judge of one match. Requests, scores and error texts are those of Botzone's judge.
///
/// `display` is our own: the judge's is not known. After each turn it holds, in arrays by color, `block` (the
/// piece to place next), `rows` (the well as in [`Well`](crate::Well)'s text), `height`, `sent`, `total`, `combo`,
/// and `placed` (`{"x","y","o"}`, null for an illegal move); at the end also `result` (the color that
/// lost, -2 for a draw) and `err` (the judge's error texts by color).
///
/// ```
/// use serde_json::{Value, json};
/// use tetris2::botzone::Referee;
///
/// let mut referee = Referee::new();
/// let first = referee.begin(&json!({"firstBlock": 5}));
/// assert_eq!(first["content"], json!({"0": {"block": 5, "color": 0}, "1": {"block": 5, "color": 1}}));
/// let next = referee.turn(&json!({
///     "0": {"verdict": "OK", "response": {"block": 0, "x": 1, "y": 2, "o": 0}},
///     "1": {"verdict": "OK", "response": {"block": 1, "x": 4, "y": 1, "o": 1}},
/// }));
/// assert_eq!(next["content"]["0"], json!({"block": 1, "x": 4, "y": 1, "o": 1}));
/// let last = referee.turn(&json!({
///     "0": {"verdict": "OK", "response": {"block": 0, "x": 6, "y": 9, "o": 1}},
///     "1": {"verdict": "OK", "response": {"block": 0, "x": 7, "y": 2, "o": 1}},
/// }));
/// assert_eq!(last["command"], "finish");
/// assert_eq!(last["content"], json!({"0": 0, "1": 2.01}));
/// assert_eq!(last["display"]["result"], 0);
/// assert_eq!(last["display"]["err"], json!({"0": "LAST_POS_NOT_ON_GROUND"}));
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    board: Board,
}

impl Default for Referee {
    fn default() -> Self {
        Self::new()
    }
}

impl Referee {
    /// A referee of Tetris2 before the first turn.
    pub fn new() -> Self {
        Self::with_rules(Rules::Tetris2)
    }

    /// A referee of either game before the first turn.
    pub fn with_rules(rules: Rules) -> Self {
        Self {
            board: Board::with_rules(first_piece(&Value::Null), rules),
        }
    }

    /// The position after the turns judged so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The output for the empty log. `initdata` may say the common first piece, `{"firstBlock":0..6}`; otherwise a
    /// hash of the number in `{"seed":N}` chooses it, and without that a hash of 0. The output's initdata says what
    /// was chosen.
    pub fn begin(&mut self, initdata: &Value) -> Value {
        let first = first_piece(initdata);
        self.board = Board::with_rules(first, self.board.rules());
        let content: Map<String, Value> = Color::ALL
            .iter()
            .copied()
            .map(|color| {
                (
                    key(color),
                    json!({"block": first.code(), "color": color.index()}),
                )
            })
            .collect();
        json!({
            "command": "request",
            "content": content,
            "display": self.display([None; 2]),
            "initdata": {"firstBlock": first.code()},
        })
    }

    /// The output for the next two answers: `entry` is the log entry of one turn, player number to
    /// `{"verdict":..,"response":..}`. After an output `finish` the match is over and must not go on.
    pub fn turn(&mut self, entry: &Value) -> Value {
        let moves = Color::ALL.map(|color| self.judge_move(color, &entry[key(color)]));
        let placed = moves
            .each_ref()
            .map(|mv| mv.as_ref().ok().map(|mv| mv.placement));
        match &moves {
            [Ok(zero), Ok(one)] => {
                let moves = [zero, one];
                self.board
                    .finish_turn(moves.map(|mv| mv.block), moves.map(|mv| mv.garbage));
            }
            _ => self.board.forfeit(moves.each_ref().map(Result::is_err)),
        }
        let mut display = self.display(placed);
        let Some(outcome) = self.board.outcome() else {
            return json!({"command": "request", "content": self.requests(placed), "display": display});
        };
        let errors: Map<String, Value> = Color::ALL
            .iter()
            .copied()
            .zip(&moves)
            .filter_map(|(color, mv)| {
                let reason = outcome.reasons[color.index()]?;
                Some((key(color), error_text(reason, mv).into()))
            })
            .collect();
        display["err"] = errors.into();
        display["result"] = outcome
            .loser
            .map_or(json!(-2), |loser| json!(loser.index()));
        let scores: Map<String, Value> = Color::ALL
            .iter()
            .copied()
            .map(|color| (key(color), self.score(outcome.scores[color.index()])))
            .collect();
        json!({"command": "finish", "content": scores, "display": display})
    }

    /// One color's move, checked and played in the judge's order; the first objection is the error text.
    fn judge_move(&mut self, color: Color, entry: &Value) -> Result<LegalMove, String> {
        let verdict = entry["verdict"].as_str().unwrap_or_default();
        let answer = &entry["response"];
        if verdict != "OK" || !answer.is_object() {
            return Err(format!("INVALID_INPUT_VERDICT_{verdict}"));
        }
        let block = piece(&answer["block"]).ok_or("BLOCK_FORMAT_ERROR")?;
        let judged = |reason: IllegalMove| reason.judge_text();
        self.board.check_choice(color, block).map_err(judged)?;
        let numbers = position(answer).map_err(|malformed| malformed.judge)?;
        let placement = placement(numbers).ok_or_else(|| judged(IllegalMove::Invalid))?;
        self.board
            .check_placement(color, placement)
            .map_err(judged)?;
        self.board.choose(color, block);
        let garbage = self.board.lock(color, placement);
        Ok(LegalMove {
            block,
            placement,
            garbage,
        })
    }

    /// The requests of the next turn: what each must place, and what the opponent did.
    fn requests(&self, placed: [Option<Placement>; 2]) -> Map<String, Value> {
        let request = |color: Color| {
            let mut request = json!({"block": self.board.player(color).piece.code()});
            if let Some(Placement { x, y, o }) = placed[color.opponent().index()] {
                request["x"] = x.into();
                request["y"] = y.into();
                request["o"] = o.code().into();
            }
            (key(color), request)
        };
        Color::ALL.iter().copied().map(request).collect()
    }

    fn display(&self, placed: [Option<Placement>; 2]) -> Value {
        let players = Color::ALL.map(|color| self.board.player(color));
        json!({
            "block": players.map(|player| player.piece.code()),
            "rows": players.map(|player| player.well.to_string()),
            "height": players.map(|player| player.height),
            "sent": players.map(|player| player.sent),
            "total": players.map(|player| player.total),
            "combo": players.map(|player| player.combo),
            "placed": placed.map(|placed| placed.map(|p| json!({"x": p.x, "y": p.y, "o": p.o.code()}))),
        })
    }

    /// The judge writes a real number only where there can be a margin.
    fn score(&self, score: f64) -> Value {
        if score < 2.0 || self.board.rules() == Rules::Tetris {
            json!(score as u32)
        } else {
            json!(score)
        }
    }
}

/// A legal move, played.
struct LegalMove {
    block: Piece,
    placement: Placement,
    garbage: Garbage,
}

fn key(color: Color) -> String {
    color.to_string()
}

fn error_text(reason: Reason, mv: &Result<LegalMove, String>) -> String {
    match (reason, mv) {
        (Reason::Forfeit, Err(text)) => text.clone(),
        (Reason::OverflowLowScore, _) => "OVERFLOW_LOWSCORE".to_string(),
        _ => "OVERFLOW".to_string(),
    }
}

fn first_piece(initdata: &Value) -> Piece {
    piece(&initdata["firstBlock"]).unwrap_or_else(|| {
        let seed = &initdata["seed"];
        let seed = seed.as_u64().or(seed.as_i64().map(i64::cast_unsigned));
        Piece::ALL[(splitmix(seed.unwrap_or(0), 1) % 7) as usize]
    })
}
