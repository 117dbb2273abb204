//! Snake.

use anyhow::Result;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use snake::{Direction, JointMove};

use crate::botzone::{
    BotzoneGame, LogForm, Referee, SiteLogForm, StateView, logged_init, play_again,
};
use crate::frames::{Frame, Frames, digit, frame};
use crate::game::{Game, Platform, Replay, Starter, TWO_SEATS, Turns};
use crate::opening::{self, Opening};
use crate::record::GameRecord;

/// The entry of the table.
pub static GAME: Game = Game {
    name: "snake",
    rules: "Both snakes move by one cell at the same time. They grow in each of the first turns and every third turn \
        after that. A snake that leaves the board or runs into an obstacle, itself or the other snake dies, and the \
        other one wins; if both die in one turn, it is a draw.",
    example: snake::botzone::EXAMPLE,
    picture: concat!(include_str!("serpent.js"), include_str!("snake.js")),
    platform: Platform::Botzone(&BOTZONE),
    seatings: TWO_SEATS,
    turns: Turns::Together,
    rounds: None,
    label: |written| {
        let direction = usize::try_from(written.as_u64()?).ok()?;
        let arrow = ["↑", "→", "↓", "←"].get(direction)?;
        Some((*arrow).to_owned())
    },
    replay,
    match_winner: None,
    starter: Some(Starter {
        cpp: include_str!("starters/snake.cpp"),
        python: include_str!("starters/snake.py"),
    }),
};

/// Every pair has a map of its own, so it needs no opening.
static BOTZONE: BotzoneGame = BotzoneGame {
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
                said!("turn {turn}: the snake in seat 0 is A, that in seat 1 is B\n{board}")
            },
            word: |response| snake::botzone::read(response).ok().map(|mv| mv.to_string()),
            request: snake::botzone::request,
            response: snake::botzone::response,
            answer: snake::botzone::answer,
            fallback: snake::botzone::fallback,
            moves: |seat| seat.board().legal_moves(seat.me()).iter().collect(),
        })
    },
    initdata: |seed| json!({"seed": seed}),
    opening,
    opening_plies: 0,
    starts: "",
    logged: LogForm::Integers(&["direction"]),
    site_log: SiteLogForm {
        // Both are told the map.
        is_first_request: |request| {
            request.get("height").is_some() && request.get("obstacle").is_some()
        },
        initdata: site_initdata,
        is_made,
        init: |known, first| {
            if is_made(&known) {
                return known;
            }
            logged_init(&known, &map(first))
        },
    },
};

/// The map in a first request.
fn map(first: &Value) -> Value {
    json!({"height": first["height"], "width": first["width"], "obstacle": first["obstacle"]})
}

/// Returns true if this is a map, not the data that one is made from.
fn is_made(initdata: &Value) -> bool {
    initdata.get("obstacle").is_some()
}

/// The seed that the map was made from if the log tells it, else the map.
fn site_initdata(given: &Value, made: &Value, first: &Value) -> Value {
    let given = match given {
        Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
        other => other.clone(),
    };
    if !given["seed"].is_i64() || !made["seed"].is_null() {
        return map(first);
    }
    let mut seed = json!({"seed": given["seed"]});
    for key in ["width", "height"] {
        if let Some(size) = given.get(key) {
            seed[key] = size.clone();
        }
    }
    seed
}

impl Referee for snake::botzone::Referee {
    /// Without a seed the judge takes the time; here a map without a seed, as logs of the site have it, is the map.
    fn begin(&mut self, initdata: &Value) -> Result<Value> {
        if is_made(initdata) && !initdata["seed"].is_i64() {
            self.resume(initdata)?;
            return Ok(self.first());
        }
        Ok(snake::botzone::Referee::begin(self, initdata))
    }

    fn resume(&mut self, initdata: &Value) -> Result<()> {
        *self = snake::botzone::Referee::resume(initdata).map_err(|text| {
            error!("{text}; after the first call send the initdata of the first output")
        })?;
        Ok(())
    }

    fn turn(&mut self, entry: &Value) -> Result<Value> {
        Ok(snake::botzone::Referee::turn(self, entry))
    }
}

/// Uniformly random turns among those that neither snake dies of.
fn opening(initdata: &Value, random: &mut Xoshiro256PlusPlus, turns: u32) -> Opening {
    let mut referee = snake::botzone::Referee::new();
    referee.begin(initdata);
    opening::calm(
        *referee.board(),
        turns,
        random,
        |_| {
            let joint = |first| Direction::ALL.map(|second| (first, second));
            Direction::ALL.into_iter().flat_map(joint).collect()
        },
        |board, &joint: &JointMove| {
            let mut next = *board;
            next.play(joint);
            next.outcome().is_none().then_some(next)
        },
        |_, (first, second)| {
            vec![
                (0, snake::botzone::answer(first)),
                (1, snake::botzone::answer(second)),
            ]
        },
    )
}

/// A frame after every turn. `p0` and `p1` are the snakes from tail to head, two base-36 digits (row, column) a cell; `x0` and `x1` say why
/// one died, `t0` and `t1` in which direction (the judge's number).
fn replay(record: &GameRecord) -> Result<Replay> {
    use snake::botzone::Referee;
    // The judge's map is in the log; a game that records only its seed is made again.
    let mut referee = if record.init.get("obstacle").is_some() {
        Referee::resume(&record.init).map_err(|text| error!("game {}: {text}", record.id))?
    } else {
        let mut referee = Referee::new();
        referee.begin(&record.init);
        referee
    };
    let board = referee.board();
    let obstacles: String = board.obstacles().iter().map(place).collect();
    let setup = json!({"h": board.height(), "w": board.width(), "o": obstacles});
    let mut frames = Frames::default();
    frames.push(draw(board, &Value::Null));
    let broken = play_again(record, Turns::Together, BOTZONE.logged, |entry| {
        let output = referee.turn(entry);
        frames.push(draw(referee.board(), entry));
        output
    });
    Ok(Replay {
        setup,
        frames: frames.into_value(),
        choices: choices(*referee.board()),
        broken,
    })
}

fn place(cell: snake::Cell) -> String {
    [digit(cell.x()), digit(cell.y())].iter().collect()
}

fn draw(board: &snake::Board, entry: &Value) -> Frame {
    let path = |player| json!(board.segments(player).map(place).collect::<String>());
    let death = |player| json!(board.death(player).map(|death| death.to_string()));
    let toward = |player: usize| {
        let direction = &entry[player.to_string()]["response"]["direction"];
        (board.death(player).and(direction.as_u64())).map_or(Value::Null, Value::from)
    };
    frame([
        ("p0", path(0)),
        ("p1", path(1)),
        ("x0", death(0)),
        ("x1", death(1)),
        ("t0", toward(0)),
        ("t1", toward(1)),
    ])
}

/// `safe`: the directions that do not kill for certain.
fn choices(board: snake::Board) -> Box<dyn Fn(usize) -> Value + Send> {
    Box::new(move |seat| {
        let safe = board.legal_moves(seat).iter();
        let safe: Vec<String> = safe.map(|direction| direction.to_string()).collect();
        json!({"seat": seat, "safe": safe})
    })
}

#[cfg(test)]
mod tests;
