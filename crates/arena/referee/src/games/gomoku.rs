//! Gomoku, and its variant with the swap.

mod threats;

use std::io::BufRead;

use anyhow::{Context, Result};
use arena_common::{Stop, at_most};
use gomoku::botzone::{self, swap};
use gomoku::{Board, Cell, CellSet, Color, Move};
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::botzone::{
    BotzoneGame, LogForm, Opening, Referee, SimpleIo, SiteLogForm, StateView, View, play_again,
};
use crate::frames::{Frame, Frames, frame};
use crate::game::{Game, Platform, Replay, Starter, Turns};
use crate::opening;
use crate::record::GameRecord;

/// The entry of the plain game in the table.
pub static GAME: Game = Game {
    name: "gomoku",
    rules: "Black and white place a stone in turn on the 15x15 board. Who first has five or more stones in an unbroken \
        row, column or diagonal wins; a full board is a draw. No move is forbidden.",
    example: botzone::EXAMPLE,
    platform: Platform::Botzone(&BOTZONE),
    turns: Turns::Alternate,
    rounds: None,
    label,
    replay: |record| replay(record, botzone::Referee::new()),
    match_winner: None,
    starter: Some(Starter {
        cpp: include_str!("starters/gomoku.cpp"),
        python: include_str!("starters/gomoku.py"),
    }),
};

/// The entry of the variant.
pub static SWAP: Game = Game {
    name: "gomoku-swap",
    rules: "Gomoku with one rule more: in its first turn white may take over black and its first stone instead of \
        placing one. The site does not publish the rules of its swap; these are assumed.",
    example: swap::EXAMPLE,
    platform: Platform::Botzone(&BOTZONE_SWAP),
    turns: Turns::Alternate,
    rounds: None,
    label,
    replay: |record| replay(record, botzone::Referee::with_swap()),
    match_winner: None,
    starter: Some(Starter {
        cpp: include_str!("starters/gomoku_swap.cpp"),
        python: include_str!("starters/gomoku_swap.py"),
    }),
};

const LOGGED: LogForm = LogForm::Integers(&["x", "y"]);

static BOTZONE: BotzoneGame = BotzoneGame {
    site: "Gomoku",
    simple: None,
    referee: || Box::new(botzone::Referee::new()),
    view: || {
        view(
            botzone::start(),
            "a letter from a to o and a number from 1 to 15, such as h8",
        )
    },
    initdata: |_| json!(""),
    opening: |_, random, plies| opening(Board::new(), random, plies),
    // Near the edge white is ahead, near the center black. Two stones or more decide nine games of ten (README of
    // `gomoku-threats`).
    opening_plies: 1,
    logged: LOGGED,
    site_log: SITE_LOG,
};

static BOTZONE_SWAP: BotzoneGame = BotzoneGame {
    site: "Gomoku-Swap1",
    simple: Some(SimpleIo {
        request_line: swap::simple_request_line,
        request: swap::simple_request,
        response: swap::simple_response,
        answer: swap::simple_answer,
    }),
    referee: || Box::new(botzone::Referee::with_swap()),
    view: || {
        view(
            swap::start(),
            "a letter from a to o and a number from 1 to 15, such as h8; or swap",
        )
    },
    initdata: |_| json!(""),
    opening: |_, random, plies| opening(Board::with_swap(), random, plies),
    // White's choice between the swap and a stone is what the variant is about.
    opening_plies: 1,
    logged: LOGGED,
    site_log: SITE_LOG,
};

const SITE_LOG: SiteLogForm = SiteLogForm {
    // Black is told to begin.
    is_first_request: |request| request["x"] == -1 && request["y"] == -1,
    ..SiteLogForm::SAME_START
};

fn view(state: Board, move_form: &'static str) -> Box<dyn View> {
    Box::new(StateView {
        state,
        move_form,
        board: Board::to_string,
        word: |response| label(&LOGGED.short(response)?),
        request: botzone::request,
        response: botzone::response,
        answer: botzone::answer,
        fallback: botzone::fallback,
        moves: |board| board.moves().collect(),
    })
}

impl Referee for botzone::Referee {
    fn begin(&mut self, initdata: &Value) -> Result<Value, Stop> {
        Ok(botzone::Referee::begin(self, initdata))
    }

    fn turn(&mut self, entry: &Value) -> Result<Value, Stop> {
        Ok(botzone::Referee::turn(self, entry))
    }

    fn program(&mut self, input: &mut dyn BufRead) -> Option<Result<String>> {
        let text = at_most::text(input).context("cannot read the judge's input");
        let printed =
            |text: String| botzone::Referee::program(self, &text).map_err(anyhow::Error::msg);
        Some(text.and_then(printed))
    }
}

fn label(written: &Value) -> Option<String> {
    let pair = written.as_array().filter(|pair| pair.len() == 2)?;
    let mv = botzone::read(&json!({"x": pair[0], "y": pair[1]}));
    Some(mv.map_or_else(|_| format!("{},{}", pair[0], pair[1]), |mv| mv.to_string()))
}

/// Uniformly random stones, black and white in turn; none ends the game, and none is swapped.
fn opening(board: Board, random: &mut Xoshiro256PlusPlus, plies: u32) -> Opening {
    opening::calm(
        board,
        plies,
        random,
        |board| board.legal_moves().iter().collect(),
        |board, &cell| {
            let mut next = *board;
            next.play(Move::Place(cell));
            next.outcome().is_none().then_some(next)
        },
        |board, cell| {
            let player = board.player(board.to_move());
            vec![(player, botzone::answer(Move::Place(cell)))]
        },
    )
}

/// A frame after every ply. `b` has a character a cell, rows from the top: `b` and `w` stones, `.` none; `t` is the seat to move,
/// absent at the end, and `s` whether the players have swapped. `m` is the cell of the last move, -1 for the swap; `bad` is the
/// cell of an illegal move. Of black and of white, `f` has the cells that make five, `o` the other ones that make a four with both
/// ends open; `w` is the five or more that won.
fn replay(record: &GameRecord, mut referee: botzone::Referee) -> Result<Replay> {
    let mut frames = Frames::default();
    referee.begin(&record.init);
    frames.push(draw(referee.board(), None, true));
    let broken = play_again(record, Turns::Alternate, LOGGED, |entry| {
        let before = *referee.board();
        let seat = before.player(before.to_move());
        let read = botzone::read(&entry[seat.to_string()]["response"]).ok();
        let output = referee.turn(entry);
        frames.push(draw(referee.board(), read, *referee.board() != before));
        output
    });
    Ok(Replay {
        setup: Value::Null,
        frames: frames.into_value(),
        choices: choices(*referee.board()),
        broken,
    })
}

fn draw(board: &Board, last: Option<Move>, is_played: bool) -> Frame {
    let letter = |cell: Cell| match board.color_at(cell) {
        Some(Color::Black) => 'b',
        Some(Color::White) => 'w',
        None => '.',
    };
    let cells: String = CellSet::FULL.into_iter().map(letter).collect();
    let to_move = board
        .outcome()
        .is_none()
        .then(|| board.player(board.to_move()));
    let place = last.map(|mv| match mv {
        Move::Place(cell) => cell.index() as i64,
        Move::Swap => -1,
    });
    let won = match (board.outcome().and_then(|outcome| outcome.winner()), last) {
        (Some(winner), Some(Move::Place(cell))) if is_played => {
            threats::won_by(board, cell, winner)
        }
        _ => CellSet::EMPTY,
    };
    let is_over = board.outcome().is_some();
    let found = [Color::Black, Color::White].map(|color| threats::of(board, color));
    let list = |set: CellSet| -> Vec<usize> { set.iter().map(Cell::index).collect() };
    let lists =
        |sets: [CellSet; 2]| json!(sets.map(|set| if is_over { Vec::new() } else { list(set) }));
    frame([
        ("b", json!(cells)),
        ("t", json!(to_move)),
        ("s", json!(board.player(Color::Black) == 1)),
        (if is_played { "m" } else { "bad" }, json!(place)),
        ("f", lists(found.map(|[fives, _]| fives))),
        ("o", lists(found.map(|[_, fours]| fours))),
        ("w", json!(list(won))),
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
    fn openings_are_repeatable() {
        let turns = |seed| {
            opening(
                Board::new(),
                &mut Xoshiro256PlusPlus::seed_from_u64(seed),
                4,
            )
        };
        assert_eq!(turns(1), turns(1));
        assert_ne!(turns(1), turns(2));
        let seats: Vec<usize> = turns(1).iter().map(|turn| turn[0].0).collect();
        assert_eq!(seats, [0, 1, 0, 1]);
    }

    #[test]
    fn short_forms() {
        assert_eq!(LOGGED.short(&json!({"x": 2, "y": 3})), Some(json!([2, 3])));
        assert_eq!(label(&json!([2, 3])).as_deref(), Some("c4"));
        assert_eq!(label(&json!([-1, -1])).as_deref(), Some("swap"));
        assert_eq!(label(&json!([15, 0])).as_deref(), Some("15,0"));
        for other in [
            json!({"x": 4}),
            json!({"x": 2.0, "y": 3}),
            json!("2 3"),
            json!(null),
        ] {
            assert_eq!(LOGGED.short(&other), None, "{other}");
        }
    }

    #[test]
    fn frames_show_stones_threats_and_the_end() {
        let record = |moves: &str| {
            let moves = moves.split(' ').map(|mv| {
                let mv: Move = mv.parse().unwrap();
                LOGGED.short(&botzone::answer(mv)).unwrap()
            });
            moves.collect::<Vec<Value>>()
        };
        let frames = |moves: &str, mut referee: botzone::Referee| {
            referee.begin(&Value::Null);
            let frames = record(moves).into_iter().map(|mv| {
                let before = *referee.board();
                let seat = before.player(before.to_move()).to_string();
                referee.turn(&json!({seat: {"response": LOGGED.long(&mv)}}));
                let mv = botzone::read(&LOGGED.long(&mv)).ok();
                draw(referee.board(), mv, *referee.board() != before)
            });
            frames.collect::<Vec<Frame>>()
        };
        let words = "h8 a1 i8 a3 j8 a5 k8 a7 l8";
        let plain = frames(words, botzone::Referee::new());
        assert_eq!(plain[4]["o"], json!([[111, 115], []]));
        assert_eq!(plain[6]["f"], json!([[111, 116], []]));
        let last = &plain[8];
        assert_eq!(last["w"], json!([112, 113, 114, 115, 116]));
        assert_eq!((last.get("t"), &last["m"]), (None, &json!(116)));
        let swapped = frames("h8 swap h8", botzone::Referee::with_swap());
        assert_eq!(
            (&swapped[1]["m"], &swapped[1]["s"]),
            (&json!(-1), &json!(true))
        );
        assert_eq!(
            (&swapped[1]["t"], &swapped[2]["bad"]),
            (&json!(0), &json!(112))
        );
    }

    #[test]
    fn the_judge_as_a_program_is_javascripts() {
        let judge = |referee: fn() -> Box<dyn Referee>, log: &str| {
            let mut output = Vec::new();
            let input = format!("{{\n\"log\":{log}}}");
            let served = crate::botzone::judge::serve(
                referee().as_mut(),
                &mut input.as_bytes(),
                &mut output,
            );
            served.map(|()| String::from_utf8(output).unwrap())
        };
        let swapped =
            r#"[{},{"0":{"response":{"x":7,"y":7}}},{},{"1":{"response":{"x":-1,"y":-1}}}]"#;
        assert_eq!(
            judge(BOTZONE.referee, swapped).unwrap(),
            "{\"display\":{\"winner\":0,\"error\":\"INVALID MOVE\",\"error_data\":{\"x\":-1,\"y\":-1}},\
             \"command\":\"finish\",\"content\":{\"0\":2,\"1\":0}}\n"
        );
        assert_eq!(
            judge(BOTZONE_SWAP.referee, swapped).unwrap(),
            "{\"display\":{\"color\":1,\"x\":-1,\"y\":-1},\"command\":\"request\",\
             \"content\":{\"0\":{\"x\":-1,\"y\":-1}}}\n"
        );
        assert!(judge(BOTZONE.referee, "[{},{}]").is_err());
    }
}
