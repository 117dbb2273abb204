//! Amazons.

use amazons::{Board, Cell, CellSet, Color, reach};
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
    name: "amazons",
    rules: "Each side has four amazons on the 8x8 board. In a turn one of them moves like a queen in chess, then shoots \
        an arrow, which flies like a queen, too, and blocks its cell for the rest of the game. Neither passes over \
        pieces or blocked cells. Who cannot move loses.",
    example: amazons::botzone::EXAMPLE,
    platform: Platform::Botzone(&BOTZONE),
    turns: Turns::Alternate,
    rounds: None,
    label,
    replay,
    match_winner: None,
    starter: Some(Starter {
        cpp: include_str!("starters/amazons.cpp"),
        python: include_str!("starters/amazons.py"),
    }),
};

/// The keys of an answer.
const KEYS: [&str; 6] = ["x0", "y0", "x1", "y1", "x2", "y2"];

const LOGGED: LogForm = LogForm::Integers(&KEYS);

static BOTZONE: BotzoneGame = BotzoneGame {
    site: "Amazons",
    simple: Some(SimpleIo {
        request_line: amazons::botzone::simple_request_line,
        request: amazons::botzone::simple_request,
        response: amazons::botzone::simple_response,
        answer: amazons::botzone::simple_answer,
    }),
    referee: || Box::new(amazons::botzone::Referee::new()),
    view: || {
        Box::new(StateView {
            state: amazons::botzone::start(),
            move_form: "FROM-TO/ARROW, each the digits of x and y, such as 20-23/20",
            board: Board::to_string,
            word: |response| label(&LOGGED.short(response)?),
            request: amazons::botzone::request,
            response: amazons::botzone::response,
            answer: amazons::botzone::answer,
            fallback: amazons::botzone::fallback,
            moves: |board| board.moves().collect(),
        })
    },
    initdata: |_| json!(""),
    opening,
    opening_plies: 2,
    logged: LOGGED,
    site_log: SiteLogForm {
        // Black is told to begin.
        is_first_request: |request| KEYS.iter().all(|key| request[key] == -1),
        ..SiteLogForm::SAME_START
    },
};

impl Referee for amazons::botzone::Referee {
    fn begin(&mut self, initdata: &Value) -> Result<Value, Stop> {
        Ok(amazons::botzone::Referee::begin(self, initdata))
    }

    fn turn(&mut self, entry: &Value) -> Result<Value, Stop> {
        Ok(amazons::botzone::Referee::turn(self, entry))
    }
}

fn label(written: &Value) -> Option<String> {
    let numbers = written.as_array().filter(|numbers| numbers.len() == 6)?;
    let [x0, y0, x1, y1, x2, y2] = [0, 1, 2, 3, 4, 5].map(|i| &numbers[i]);
    Some(format!("{x0}{y0}-{x1}{y1}/{x2}{y2}"))
}

/// Uniformly random plies, black and white in turn; none ends the game.
fn opening(_: &Value, random: &mut Xoshiro256PlusPlus, plies: u32) -> Opening {
    opening::calm(
        Board::new(),
        plies,
        random,
        |board| board.moves().collect(),
        |board, &mv| {
            let mut next = *board;
            next.play(mv);
            next.outcome().is_none().then_some(next)
        },
        |board, mv| vec![(board.to_move().index(), amazons::botzone::answer(mv))],
    )
}

/// A frame after every ply. `b` has a character a cell, rows from the top: `b` and `w` amazons, `#` arrows; of the empty
/// cells `B` and `W` are nearer to black or white in steps, `.` to neither, and `x` is out of reach. `l` counts the legal
/// moves of both; `m` has from, to and arrow of the last move, `bad` those of an illegal one.
fn replay(record: &GameRecord) -> Result<Replay> {
    let mut frames = Frames::default();
    let mut referee = amazons::botzone::Referee::new();
    referee.begin(&record.init);
    frames.push(draw(referee.board(), None, true));
    let broken = play_again(record, Turns::Alternate, LOGGED, |entry| {
        let ply = referee.board().ply();
        let response = &entry[(ply % 2).to_string()]["response"];
        let number = |key: &str| response[key].as_u64().filter(|&at| at < 8);
        let cell = |x: &str, y: &str| Some(8 * number(y)? + number(x)?);
        let cells = [cell("x0", "y0"), cell("x1", "y1"), cell("x2", "y2")];
        let output = referee.turn(entry);
        let board = referee.board();
        let cells = cells.iter().all(Option::is_some).then_some(cells);
        frames.push(draw(board, cells, board.ply() > ply));
        output
    });
    Ok(Replay {
        setup: Value::Null,
        frames: frames.into_value(),
        choices: choices(*referee.board()),
        broken,
    })
}

fn draw(board: &Board, cells: Option<[Option<u64>; 3]>, legal: bool) -> Frame {
    let near = [Color::Black, Color::White].map(|color| distances(board, color));
    let letter = |cell: Cell| {
        if board.amazons(Color::Black).contains(cell) {
            return 'b';
        }
        if board.amazons(Color::White).contains(cell) {
            return 'w';
        }
        if board.arrows().contains(cell) {
            return '#';
        }
        match near.each_ref().map(|near| near[cell.index()]) {
            [u8::MAX, u8::MAX] => 'x',
            [black, white] if black < white => 'B',
            [black, white] if black > white => 'W',
            _ => '.',
        }
    };
    let picture: String = CellSet::FULL.into_iter().map(letter).collect();
    frame([
        ("b", json!(picture)),
        ("l", json!(board.move_counts())),
        (if legal { "m" } else { "bad" }, json!(cells)),
    ])
}

/// By cell: the least number of steps in which an amazon of the color gets there, if nobody else moves.
fn distances(board: &Board, color: Color) -> [u8; Cell::COUNT] {
    let occupied = board.occupied();
    let mut distances = [u8::MAX; Cell::COUNT];
    let mut front = board.amazons(color);
    let mut reached = CellSet::EMPTY;
    for distance in 1.. {
        let next = front
            .iter()
            .fold(CellSet::EMPTY, |all, cell| all | reach(cell, occupied));
        front = next - reached;
        if front.is_empty() {
            break;
        }
        for cell in front {
            distances[cell.index()] = distance;
        }
        reached |= front;
    }
    distances
}

/// `moves`: every legal one.
fn choices(board: Board) -> Box<dyn Fn(usize) -> Value + Send> {
    Box::new(move |seat| {
        let moves: Vec<String> = board.moves().map(|mv| mv.to_string()).collect();
        json!({"seat": seat, "moves": moves})
    })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn openings_alternate_and_are_repeatable() {
        let turns = |seed| opening(&json!(""), &mut Xoshiro256PlusPlus::seed_from_u64(seed), 3);
        assert_eq!(turns(1), turns(1));
        assert_ne!(turns(1), turns(2));
        let seats: Vec<usize> = turns(1).iter().map(|turn| turn[0].0).collect();
        assert_eq!(seats, [0, 1, 0]);
    }

    #[test]
    fn short_forms() {
        let long_form = json!({"x0": 0, "y0": 2, "x1": 0, "y1": 3, "x2": 0, "y2": 2});
        let short = LOGGED.short(&long_form).unwrap();
        assert_eq!(short, json!([0, 2, 0, 3, 0, 2]));
        assert_eq!(LOGGED.long(&short), long_form);
        assert_eq!((GAME.label)(&short).unwrap(), "02-03/02");
        for other in [json!({"x0": 0}), json!("0 2 0 3 0 2"), json!(null)] {
            assert_eq!(LOGGED.short(&other), None, "{other}");
        }
    }

    #[test]
    fn territory_is_who_is_there_first() {
        let board: Board =
            "XXXX####/......../......../......../......../......../......../OOOO####"
                .parse()
                .unwrap();
        let near = [Color::Black, Color::White].map(|color| distances(&board, color));
        // Straight down it is one step for both; at the other edge a diagonal decides.
        assert_eq!(near.map(|near| near[8]), [1, 1]);
        assert_eq!(near.map(|near| near[8 + 7]), [2, 1]);
        assert_eq!(near.map(|near| near[6 * 8 + 7]), [1, 2]);
        assert_eq!(near.map(|near| near[0]), [u8::MAX; 2]);
    }
}
