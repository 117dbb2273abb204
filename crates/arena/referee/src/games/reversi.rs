//! Reversi.

use anyhow::Result;
use arena_common::Stop;
use rand::rngs::Xoshiro256PlusPlus;
use reversi::{Board, Cell, CellSet, Color, Move};
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
    name: "reversi",
    rules: "A disc is placed where it encloses a row of the opponent's discs, straight or diagonal, between itself and \
        another own disc; these are turned over. Who has no such cell passes. When neither side has one, the side \
        with more discs wins.",
    example: reversi::botzone::EXAMPLE,
    platform: Platform::Botzone(&BOTZONE),
    turns: Turns::Alternate,
    rounds: None,
    label,
    replay,
    match_winner: None,
    starter: Some(Starter {
        cpp: include_str!("starters/reversi.cpp"),
        python: include_str!("starters/reversi.py"),
    }),
};

const LOGGED: LogForm = LogForm::Integers(&["x", "y"]);

static BOTZONE: BotzoneGame = BotzoneGame {
    site: "Reversi",
    simple: Some(SimpleIo {
        request_line: reversi::botzone::simple_request_line,
        request: reversi::botzone::simple_request,
        response: reversi::botzone::simple_response,
        answer: reversi::botzone::simple_answer,
    }),
    referee: || Box::new(reversi::botzone::Referee::new()),
    view: || {
        Box::new(StateView {
            state: reversi::botzone::start(),
            move_form: "a letter from a to h and a number from 1 to 8, such as d3; or pass",
            board: Board::to_string,
            word: |response| label(&LOGGED.short(response)?),
            request: reversi::botzone::request,
            response: reversi::botzone::response,
            answer: reversi::botzone::answer,
            fallback: reversi::botzone::fallback,
            moves: |board| board.moves().collect(),
        })
    },
    initdata: |_| json!(""),
    opening,
    // The first ply is one move up to symmetry; six have 8,200 lines.
    opening_plies: 6,
    logged: LOGGED,
    site_log: SiteLogForm {
        // Black is told to begin.
        is_first_request: |request| request["x"] == -1 && request["y"] == -1,
        ..SiteLogForm::SAME_START
    },
};

impl Referee for reversi::botzone::Referee {
    fn begin(&mut self, initdata: &Value) -> Result<Value, Stop> {
        Ok(reversi::botzone::Referee::begin(self, initdata))
    }

    fn turn(&mut self, entry: &Value) -> Result<Value, Stop> {
        Ok(reversi::botzone::Referee::turn(self, entry))
    }
}

fn label(written: &Value) -> Option<String> {
    let mv = reversi::botzone::read(&LOGGED.long(written)).ok()?;
    Some(mv.to_string())
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
        |board, mv| vec![(board.to_move().index(), reversi::botzone::answer(mv))],
    )
}

/// A frame after every ply. `b` has a character a cell, rows from the top: `b` and `w` discs; of the empty cells `B` and `W`
/// those on which black or white alone may place one, `+` both, `.` neither. `n` counts the discs of both, `l` the legal
/// moves; `t` is the seat to move, absent at the end. `m` is the cell of the last move, -1 for a pass, and `f` are the discs
/// that it turned over; `bad` is the cell of an illegal move.
fn replay(record: &GameRecord) -> Result<Replay> {
    let mut frames = Frames::default();
    let mut referee = reversi::botzone::Referee::new();
    referee.begin(&record.init);
    frames.push(draw(referee.board(), None, CellSet::EMPTY, true));
    let broken = play_again(record, Turns::Alternate, LOGGED, |entry| {
        let before = *referee.board();
        let response = &entry[before.to_move().index().to_string()]["response"];
        let read = reversi::botzone::read(response).ok();
        let output = referee.turn(entry);
        let cell = read.map(|mv| match mv {
            Move::Place(cell) => cell.index() as i64,
            Move::Pass => -1,
        });
        let is_played = *referee.board() != before;
        let flips = match read {
            Some(Move::Place(cell)) if is_played => before.flips(cell),
            _ => CellSet::EMPTY,
        };
        frames.push(draw(referee.board(), cell, flips, is_played));
        output
    });
    Ok(Replay {
        setup: Value::Null,
        frames: frames.into_value(),
        choices: choices(*referee.board()),
        broken,
    })
}

fn draw(board: &Board, last: Option<i64>, flips: CellSet, is_played: bool) -> Frame {
    let colors = [Color::Black, Color::White];
    let may = colors.map(|color| board.legal_moves(color));
    let letter = |cell: Cell| match colors.map(|color| board.discs(color).contains(cell)) {
        [true, _] => 'b',
        [_, true] => 'w',
        _ => match may.map(|set| set.contains(cell)) {
            [true, true] => '+',
            [true, false] => 'B',
            [false, true] => 'W',
            [false, false] => '.',
        },
    };
    let cells: String = CellSet::FULL.into_iter().map(letter).collect();
    let to_move = board.outcome().is_none().then(|| board.to_move().index());
    let flips: Vec<usize> = flips.iter().map(Cell::index).collect();
    frame([
        ("b", json!(cells)),
        ("n", json!(board.counts())),
        ("l", json!(may.map(|set| set.len()))),
        ("t", json!(to_move)),
        (if is_played { "m" } else { "bad" }, json!(last)),
        ("f", json!(flips)),
    ])
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
        let turns = |seed| opening(&json!(""), &mut Xoshiro256PlusPlus::seed_from_u64(seed), 4);
        assert_eq!(turns(1), turns(1));
        assert_ne!(turns(1), turns(2));
        let seats: Vec<usize> = turns(1).iter().map(|turn| turn[0].0).collect();
        assert_eq!(seats, [0, 1, 0, 1]);
    }

    #[test]
    fn short_forms() {
        assert_eq!(LOGGED.short(&json!({"x": 2, "y": 3})), Some(json!([2, 3])));
        assert_eq!(label(&json!([2, 3])).as_deref(), Some("c4"));
        assert_eq!(label(&json!([-1, 5])).as_deref(), Some("pass"));
        assert_eq!(label(&json!([2, 8])), None);
        for other in [
            json!({"x": 4}),
            json!({"x": 2.0, "y": 3}),
            json!("2 3"),
            json!(null),
        ] {
            assert_eq!(LOGGED.short(&other), None, "{other}");
        }
    }
}
