//! Ataxx.

use anyhow::Result;
use arena_common::Stop;
use ataxx::{Board, Cell, CellSet, Color, Move, Position};
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
    name: "ataxx",
    rules: "A piece is copied to a cell next to it, or jumps to a cell two steps away; then all pieces of the opponent \
        next to the new place change their color. Who cannot move passes. Who has more pieces at the end wins; if \
        only one side can still move, it gets the empty cells. Who repeats a step of the game loses.",
    example: ataxx::botzone::EXAMPLE,
    platform: Platform::Botzone(&BOTZONE),
    turns: Turns::Alternate,
    rounds: None,
    label,
    replay,
    match_winner: None,
    starter: Some(Starter {
        cpp: include_str!("starters/ataxx.cpp"),
        python: include_str!("starters/ataxx.py"),
    }),
};

/// The keys of an answer.
const KEYS: [&str; 4] = ["x0", "y0", "x1", "y1"];

const LOGGED: LogForm = LogForm::Integers(&KEYS);

static BOTZONE: BotzoneGame = BotzoneGame {
    site: "Ataxx",
    simple: Some(SimpleIo {
        request_line: ataxx::botzone::simple_request_line,
        request: ataxx::botzone::simple_request,
        response: ataxx::botzone::simple_response,
        answer: ataxx::botzone::simple_answer,
    }),
    referee: || Box::new(ataxx::botzone::Referee::new()),
    view: || {
        Box::new(StateView {
            state: ataxx::botzone::start(),
            move_form: "FROM-TO, each the digits of x and y, such as 00-11",
            board: Position::to_string,
            word: |response| label(&LOGGED.short(response)?),
            request: ataxx::botzone::request,
            response: ataxx::botzone::response,
            answer: ataxx::botzone::answer,
            fallback: ataxx::botzone::fallback,
            moves: |position| position.moves().collect(),
        })
    },
    initdata: |_| json!(""),
    opening,
    opening_plies: 4,
    logged: LOGGED,
    site_log: SiteLogForm {
        // Black is told to begin. Amazons' first request has these keys, too, and two more.
        is_first_request: |request| {
            let fields = request.as_object().filter(|fields| fields.len() == 4);
            fields.is_some() && KEYS.iter().all(|key| request[key] == -1)
        },
        ..SiteLogForm::SAME_START
    },
};

impl Referee for ataxx::botzone::Referee {
    fn begin(&mut self, initdata: &Value) -> Result<Value, Stop> {
        Ok(ataxx::botzone::Referee::begin(self, initdata))
    }

    fn turn(&mut self, entry: &Value) -> Result<Value, Stop> {
        Ok(ataxx::botzone::Referee::turn(self, entry))
    }
}

fn label(written: &Value) -> Option<String> {
    let numbers = written.as_array().filter(|numbers| numbers.len() == 4)?;
    let [x0, y0, x1, y1] = [0, 1, 2, 3].map(|i| &numbers[i]);
    Some(format!("{x0}{y0}-{x1}{y1}"))
}

/// Uniformly random clones, black and white in turn; none ends the game. With jumps too, five of fifty openings of four plies
/// were lost: all pieces of a side could be wiped out by force.
fn opening(_: &Value, random: &mut Xoshiro256PlusPlus, plies: u32) -> Opening {
    opening::calm(
        Position::new(),
        plies,
        random,
        |position| position.moves().filter(|mv| !mv.is_jump()).collect(),
        |position, &mv| {
            let mut next = position.clone();
            next.play(mv);
            next.outcome().is_none().then_some(next)
        },
        |position, mv| vec![(position.to_move().index(), ataxx::botzone::answer(mv))],
    )
}

/// A frame after every ply. `b` has a character a cell, rows from the top: `b` and `w` pieces; of the empty cells `B` and `W` can
/// be reached only by black or white without a capture, `x` by neither, `.` by both. `n` counts the pieces, `e` what the judge
/// counts at the end where that is more; `m` has from and to of the last move and `f` the pieces that it flipped, `bad` from and to
/// of a move that lost.
fn replay(record: &GameRecord) -> Result<Replay> {
    let mut frames = Frames::default();
    let mut referee = ataxx::botzone::Referee::new();
    referee.begin(&record.init);
    frames.push(draw(referee.board().board(), None, None));
    let broken = play_again(record, Turns::Alternate, LOGGED, |entry| {
        let before = *referee.board().board();
        let response = &entry[before.to_move().index().to_string()]["response"];
        let mv = ataxx::botzone::read(response).ok();
        let output = referee.turn(entry);
        let board = referee.board().board();
        let was_made = board.ply() > before.ply();
        frames.push(draw(board, mv, was_made.then_some(before)));
        output
    });
    Ok(Replay {
        setup: Value::Null,
        frames: frames.into_value(),
        choices: choices(referee.board().clone()),
        broken,
    })
}

/// The frame of a board after a move, which was made where there is a board before it.
fn draw(board: &Board, mv: Option<Move>, before: Option<Board>) -> Frame {
    let reached = [Color::Black, Color::White].map(|color| reach(board, color));
    let letter = |cell: Cell| match board.both().map(|pieces| pieces.contains(cell)) {
        [true, _] => 'b',
        [_, true] => 'w',
        _ => match reached.map(|cells| cells.contains(cell)) {
            [true, true] => '.',
            [true, false] => 'B',
            [false, true] => 'W',
            [false, false] => 'x',
        },
    };
    let picture: String = CellSet::FULL.into_iter().map(letter).collect();
    let pieces = board.both().map(|pieces| pieces.len() as u32);
    let counts = (board.is_over() && board.counts() != pieces).then_some(board.counts());
    let flipped = before.map(|before| {
        let mover = before.to_move();
        let flipped = before.pieces(mover.opponent()) & board.pieces(mover);
        flipped.into_iter().map(Cell::index).collect::<Vec<_>>()
    });
    let cells = mv.map(|mv| [mv.from.index(), mv.to.index()]);
    frame([
        ("b", json!(picture)),
        ("n", json!(pieces)),
        ("e", json!(counts)),
        ("f", json!(flipped)),
        (if before.is_some() { "m" } else { "bad" }, json!(cells)),
    ])
}

/// The empty cells that a color's pieces get to if nobody else moves.
fn reach(board: &Board, color: Color) -> CellSet {
    let mut reached = board.pieces(color);
    loop {
        let more = reached | reached.within_two() & board.empty();
        if more == reached {
            return reached - board.pieces(color);
        }
        reached = more;
    }
}

/// `moves`: every legal one, without those that lose by repetition.
fn choices(position: Position) -> Box<dyn Fn(usize) -> Value + Send> {
    Box::new(move |seat| {
        let moves: Vec<String> = position.moves().map(|mv| mv.to_string()).collect();
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
        let long_form = json!({"x0": 0, "y0": 0, "x1": 1, "y1": 1});
        let short = LOGGED.short(&long_form).unwrap();
        assert_eq!(short, json!([0, 0, 1, 1]));
        assert_eq!(LOGGED.long(&short), long_form);
        assert_eq!((GAME.label)(&short).unwrap(), "00-11");
        for other in [json!({"x0": 0}), json!("0 0 1 1"), json!(null)] {
            assert_eq!(LOGGED.short(&other), None, "{other}");
        }
    }

    #[test]
    fn a_wall_of_two_rows_keeps_a_side_out() {
        let board: Board = "X....../......./OOOOOOO/OOOOOOO/......./......./O.....O 6"
            .parse()
            .unwrap();
        let frame = draw(&board, None, None);
        let rows = "b.............wwwwwwwwwwwwwwWWWWWWWWWWWWWWwWWWWWw";
        assert_eq!(frame["b"], rows);
        assert_eq!(frame["n"], json!([1, 16]));
        assert!(frame.get("e").is_none());
        // Nothing is left for black where it stands.
        let board: Board = "XOO..../OOO..../OOO..../......./......./......./....... 6"
            .parse()
            .unwrap();
        let frame = draw(&board, None, None);
        assert_eq!(
            (&frame["n"], &frame["e"]),
            (&json!([1, 8]), &json!([1, 48]))
        );
    }

    #[test]
    fn a_move_that_repeats_a_step_is_marked() {
        let moves = "00-20 60-62 20-00 62-60 00-20".split(' ');
        let moves = moves.map(|mv| {
            let mv: Move = mv.parse().unwrap();
            LOGGED.short(&ataxx::botzone::answer(mv)).unwrap()
        });
        let mut referee = ataxx::botzone::Referee::new();
        referee.begin(&Value::Null);
        let mut frames = Vec::new();
        for mv in moves {
            let before = *referee.board().board();
            let response = LOGGED.long(&mv);
            referee.turn(&json!({before.to_move().index().to_string(): {"response": response}}));
            let board = *referee.board().board();
            let was_made = board.ply() > before.ply();
            let mv = ataxx::botzone::read(&response).ok();
            frames.push(draw(&board, mv, was_made.then_some(before)));
        }
        assert_eq!(frames[3]["m"], json!([20, 6]));
        assert_eq!(frames[3]["f"], json!([]));
        assert_eq!(frames[4]["bad"], json!([0, 2]));
        assert!(frames[4].get("m").is_none());
    }
}
