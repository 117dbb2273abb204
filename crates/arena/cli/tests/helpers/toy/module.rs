//! The toy game as the judge's side knows it.

use gameplay::botzone::{BotzoneGame, LogForm, Referee, SiteLogForm, View};
use gameplay::game::{Game, Platform, Replay, Turns};
use gameplay::opening::Opening;
use gameplay::record::GameRecord;
use serde_json::{Value, json};

use super::rules::Board;

/// The entry of the table.
pub static GAME: Game = Game {
    name: "toy",
    rules: "Three players in turn; the heap grows; who makes it ten wins.",
    example: "0",
    picture: include_str!("picture.js"),
    platform: Platform::Botzone(&BOTZONE),
    seatings: SEATINGS,
    turns: Turns::Alternate,
    rounds: None,
    label: |written| Some(format!("+{}", written.as_u64()?)),
    replay,
    match_winner: None,
    starter: None,
};

/// A alone against two of B and the reverse, in every seat: between equals each wins half.
const SEATINGS: &[&[usize]] = &[
    &[0, 1, 1],
    &[1, 0, 1],
    &[1, 1, 0],
    &[1, 0, 0],
    &[0, 1, 0],
    &[0, 0, 1],
];

static BOTZONE: BotzoneGame = BotzoneGame {
    site: "Toy",
    simple: None,
    referee: || Box::new(ToyReferee::default()),
    view: || Box::new(ToyView::default()),
    initdata: |_| json!(""),
    opening: |_, _, plies| -> Opening {
        (0..plies.min(4))
            .map(|ply| vec![(ply as usize % 3, json!({"add": 1}))])
            .collect()
    },
    opening_plies: 2,
    starts: "",
    logged: LogForm::Integers(&["add"]),
    site_log: SiteLogForm {
        is_first_request: |request| request["toy"] == 0,
        initdata: |_, _, _| json!(""),
        is_made: |_| false,
        init: |_, _| Value::Null,
    },
};

fn add(response: &Value) -> Result<u8, String> {
    let add = response["add"]
        .as_u64()
        .and_then(|add| u8::try_from(add).ok());
    add.ok_or_else(|| format!("{response} adds nothing"))
}

#[derive(Default)]
struct ToyReferee(Board);

impl ToyReferee {
    fn request(&self) -> Value {
        let seat = self.0.seat().to_string();
        json!({"command": "request", "content": {seat: {"toy": self.0.sum}}, "display": ""})
    }
}

impl Referee for ToyReferee {
    fn begin(&mut self, _: &Value) -> anyhow::Result<Value> {
        self.0 = Board::default();
        Ok(self.request())
    }

    fn turn(&mut self, entry: &Value) -> anyhow::Result<Value> {
        let seat = self.0.seat();
        let played = add(&entry[seat.to_string()]["response"]).and_then(|add| self.0.try_play(add));
        let (own, other) = match played {
            Err(_) => (0, 1),
            Ok(()) if self.0.is_over() => (2, 0),
            Ok(()) => return Ok(self.request()),
        };
        let display = played.err().map_or(json!({}), |err| json!({"err": err}));
        let mut content = json!({"0": other, "1": other, "2": other});
        content[seat.to_string()] = json!(own);
        Ok(json!({"command": "finish", "content": content, "display": display}))
    }
}

#[derive(Clone, Default)]
struct ToyView(Board);

impl View for ToyView {
    fn copy(&self) -> Box<dyn View> {
        Box::new(self.clone())
    }

    fn set(&mut self, position: &str) -> Result<(), String> {
        self.0.sum = position
            .parse()
            .map_err(|_| format!("`{position}` is no sum"))?;
        Ok(())
    }

    fn request(&mut self, request: &Value) -> Result<(), String> {
        let sum = request["toy"]
            .as_u64()
            .and_then(|sum| u8::try_from(sum).ok());
        self.0.sum = sum.ok_or("a request without a sum")?;
        Ok(())
    }

    fn response(&mut self, response: &Value) -> Result<(), String> {
        self.0.try_play(add(response)?)
    }

    fn picture(&self) -> String {
        format!("the sum is {}", self.0.sum)
    }

    fn board(&self) -> String {
        self.picture()
    }

    fn position(&self) -> String {
        self.0.sum.to_string()
    }

    fn word(&self, response: &Value) -> Option<String> {
        add(response).ok().map(|add| add.to_string())
    }

    fn move_form(&self) -> &'static str {
        "1 or 2"
    }

    fn read_move(&self, text: &str) -> Result<Value, String> {
        let add: u8 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
        Ok(json!({"add": add}))
    }

    fn fallback(&self) -> Option<Value> {
        (!self.0.is_over()).then(|| json!({"add": 1}))
    }

    fn moves(&self) -> Vec<Value> {
        self.fallback().into_iter().collect()
    }
}

/// A frame after every ply: `sum`.
fn replay(record: &GameRecord) -> anyhow::Result<Replay> {
    let mut referee = ToyReferee::default();
    let mut frames = vec![json!({"sum": 0})];
    let (moves, broken) = record.agreed();
    for written in moves {
        let seat = referee.0.seat().to_string();
        let _ = referee.turn(&json!({seat: {"response": BOTZONE.logged.long(written)}}));
        frames.push(json!({"sum": referee.0.sum}));
    }
    Ok(Replay {
        setup: Value::Null,
        frames: frames.into(),
        choices: Box::new(|seat| json!({"seat": seat, "moves": ["1", "2"]})),
        broken,
    })
}
