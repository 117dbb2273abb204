//! NoGo.

use anyhow::Result;
use arena_common::Stop;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::botzone::{
    BotzoneGame, LogForm, Opening, Referee, SimpleIo, SiteLogForm, StateView, play_again,
};
use crate::frames::{Frame, Frames, frame};
use crate::game::{Game, Platform, Replay, Starter, Turns};
use crate::opening;
use crate::record::GameRecord;

/// The entry of the table.
pub static GAME: Game = Game {
    name: "nogo",
    rules: "Black and white place a stone in turn on a point of the 9x9 board. A move that would capture stones, those \
        of the opponent or its own, is illegal, and no stone is ever removed. Who has no legal move loses.",
    example: nogo::botzone::EXAMPLE,
    platform: Platform::Botzone(&BOTZONE),
    turns: Turns::Alternate,
    rounds: None,
    label,
    replay,
    match_winner: None,
    starter: Some(Starter {
        cpp: include_str!("starters/nogo.cpp"),
        python: include_str!("starters/nogo.py"),
    }),
};

const LOGGED: LogForm = LogForm::Integers(&["x", "y"]);

static BOTZONE: BotzoneGame = BotzoneGame {
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
            word: |response| label(&LOGGED.short(response)?),
            request: nogo::botzone::request,
            response: nogo::botzone::response,
            answer: nogo::botzone::answer,
            fallback: nogo::botzone::fallback,
            moves: |board| board.legal_moves(board.to_move()).iter().collect(),
        })
    },
    initdata: |_| json!(""),
    opening,
    opening_plies: 2,
    logged: LOGGED,
    site_log: SiteLogForm {
        // Black is told to begin.
        is_first_request: |request| request["x"] == -1 && request["y"] == -1,
        ..SiteLogForm::SAME_START
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

fn label(written: &Value) -> Option<String> {
    let pair = written.as_array().filter(|pair| pair.len() == 2)?;
    Some(format!("{},{}", pair[0], pair[1]))
}

/// Uniformly random plies, black and white in turn.
fn opening(_: &Value, random: &mut Xoshiro256PlusPlus, plies: u32) -> Opening {
    opening::calm(
        nogo::Board::new(),
        plies,
        random,
        |board| board.legal_moves(board.to_move()).iter().collect(),
        |board, &mv| {
            let mut next = *board;
            next.play(mv);
            next.outcome().is_none().then_some(next)
        },
        |board, mv| vec![(board.to_move().index(), nogo::botzone::answer(mv))],
    )
}

/// A frame after every ply. `b` has a character a point, rows of x: `b` and `w` stones, `.` free for both, `B` and `W` for black or white
/// only, `x` for nobody; `l` counts the legal moves of both; `m` is the point of the last move, `bad` of an illegal
/// one.
fn replay(record: &GameRecord) -> Result<Replay> {
    let mut frames = Frames::default();
    let mut referee = nogo::botzone::Referee::new();
    referee.begin(&record.init);
    frames.push(draw(referee.board(), None, true));
    let broken = play_again(record, Turns::Alternate, LOGGED, |entry| {
        let ply = referee.board().ply();
        let response = &entry[(ply % 2).to_string()]["response"];
        let [x, y] = ["x", "y"].map(|key| response[key].as_u64().filter(|&at| at < 9));
        let point = x.zip(y).map(|(x, y)| 9 * x + y);
        let output = referee.turn(entry);
        let board = referee.board();
        frames.push(draw(board, point, board.ply() > ply));
        output
    });
    Ok(Replay {
        setup: Value::Null,
        frames: frames.into_value(),
        choices: choices(*referee.board()),
        broken,
    })
}

fn draw(board: &nogo::Board, point: Option<u64>, legal: bool) -> Frame {
    use nogo::Color::{Black, White};
    let may = [board.legal_moves(Black), board.legal_moves(White)];
    let letter = |point: nogo::Point| {
        if board.stones(Black).contains(point) {
            return 'b';
        }
        if board.stones(White).contains(point) {
            return 'w';
        }
        match may.map(|set| set.contains(point)) {
            [true, true] => '.',
            [true, false] => 'B',
            [false, true] => 'W',
            [false, false] => 'x',
        }
    };
    let cells: String = nogo::PointSet::FULL.into_iter().map(letter).collect();
    frame([
        ("b", json!(cells)),
        ("l", json!(may.map(|set| set.len()))),
        (if legal { "m" } else { "bad" }, json!(point)),
    ])
}

/// `moves`: every legal one.
fn choices(board: nogo::Board) -> Box<dyn Fn(usize) -> Value + Send> {
    Box::new(move |seat| {
        let legal = board.legal_moves(board.to_move()).iter();
        let moves: Vec<String> = legal.map(|p| format!("{},{}", p.x(), p.y())).collect();
        json!({"seat": seat, "moves": moves})
    })
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
            LOGGED.short(&json!({"x": 4, "y": -1})),
            Some(json!([4, -1]))
        );
        for other in [
            json!({"x": 4}),
            json!({"x": 4, "y": 2.0}),
            json!({"x": 4, "y": 2, "z": 1}),
            json!("2 3"),
            json!(null),
        ] {
            assert_eq!(LOGGED.short(&other), None, "{other}");
        }
    }
}
