//! Gomoku, and its variant with the swap.

mod threats;

use std::io::BufRead;

use anyhow::{Context, Error, Result};
use arena_common::at_most;
use gomoku::botzone::swap;
use gomoku::{Board, Cell, CellSet, Color, Move};
use serde_json::{Value, json};

use crate::botzone::SimpleIo;
use crate::frames::{Frame, frame};
use crate::game::{Game, Starter};

use super::alternating::{self, Alternating, of_crate};

pub use gomoku as rules;

/// The entry of the plain game in the table.
pub static GAME: Game = alternating::game::<Gomoku>();
/// The entry of the variant.
pub static SWAP: Game = alternating::game::<GomokuSwap>();

/// The methods that the game and its variant have in common.
macro_rules! shared {
    () => {
        fn program(referee: &mut Self::Referee, input: &mut dyn BufRead) -> Option<Result<String>> {
            let text = at_most::text(input).context("cannot read the judge's input");
            Some(text.and_then(|text| referee.program(&text).map_err(Error::msg)))
        }

        fn seat(board: &Board) -> usize {
            board.player(board.to_move())
        }

        fn moves(board: &Board) -> impl Iterator<Item = Move> {
            board.moves()
        }

        /// Stones alone: none is swapped.
        fn opening_moves(board: &Board) -> Vec<Move> {
            board.legal_moves().iter().map(Move::Place).collect()
        }

        fn draw(board: &Board, last: Option<Move>, before: Option<&Board>) -> Frame {
            draw(board, last, before)
        }
    };
}

/// The plain game.
pub enum Gomoku {}

impl Alternating for Gomoku {
    of_crate!(gomoku::botzone, new);

    const NAME: &'static str = "gomoku";
    const SITE: &'static str = "Gomoku";
    const RULES: &'static str = "Black and white place a stone in turn on the 15x15 board. Who first has five or more stones in an unbroken \
        row, column or diagonal wins; a full board is a draw. No move is forbidden.";
    const MOVE_FORM: &'static str = "a letter from a to o and a number from 1 to 15, such as h8";
    const KEYS: &'static [&'static str] = &["x", "y"];
    // Near the edge white is ahead, near the center black, and two random stones or more decide nine games of ten (README of
    // `gomoku-threats`). Made by `measure-gomoku-threats starts 50 1000000`.
    const STARTS: &'static str = include_str!("starts/gomoku.jsonl");
    const PICTURE: &'static str = include_str!("gomoku.js");
    const STARTER: Starter = Starter {
        cpp: include_str!("starters/gomoku.cpp"),
        python: include_str!("starters/gomoku.py"),
    };

    shared!();
}

/// The variant with the swap.
pub enum GomokuSwap {}

impl Alternating for GomokuSwap {
    of_crate!(swap, with_swap);

    const NAME: &'static str = "gomoku-swap";
    const SITE: &'static str = "Gomoku-Swap1";
    const RULES: &'static str = "Gomoku with one rule more: in its first turn white may take over black and its first stone instead of \
        placing one. The site does not publish the rules of its swap; these are assumed.";
    const MOVE_FORM: &'static str =
        "a letter from a to o and a number from 1 to 15, such as h8; or swap";
    const KEYS: &'static [&'static str] = &["x", "y"];
    // White's choice between the swap and a stone is what the variant is about.
    const OPENING_PLIES: u32 = 1;
    const PICTURE: &'static str =
        concat!(include_str!("gomoku.js"), include_str!("gomoku-swap.js"));
    const STARTER: Starter = Starter {
        cpp: include_str!("starters/gomoku_swap.cpp"),
        python: include_str!("starters/gomoku_swap.py"),
    };

    shared!();
}

/// A frame after every ply. `b` has a character a cell, rows from the top: `b` and `w` stones, `.` none; `t` is the seat to move,
/// absent at the end, and `s` whether the players have swapped. `m` is the cell of the last move, -1 for the swap; `bad` is the
/// cell of an illegal move. Of black and of white, `f` has the cells that make five, `o` the other ones that make a four with both
/// ends open; `w` is the five or more that won.
fn draw(board: &Board, last: Option<Move>, before: Option<&Board>) -> Frame {
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
        (Some(winner), Some(Move::Place(cell))) if before.is_some() => {
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
        (if before.is_some() { "m" } else { "bad" }, json!(place)),
        ("f", lists(found.map(|[fives, _]| fives))),
        ("o", lists(found.map(|[_, fours]| fours))),
        ("w", json!(list(won))),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::botzone::Referee;

    #[test]
    fn frames_show_stones_threats_and_the_end() {
        let plain = alternating::pictures::<Gomoku>("h8 a1 i8 a3 j8 a5 k8 a7 l8");
        assert_eq!(plain[4]["o"], json!([[111, 115], []]));
        assert_eq!(plain[6]["f"], json!([[111, 116], []]));
        let last = &plain[8];
        assert_eq!(last["w"], json!([112, 113, 114, 115, 116]));
        assert_eq!((last.get("t"), &last["m"]), (None, &json!(116)));
        let swapped = alternating::pictures::<GomokuSwap>("h8 swap h8");
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
            let served =
                crate::botzone::serve(referee().as_mut(), &mut input.as_bytes(), &mut output);
            served.map(|()| String::from_utf8(output).unwrap())
        };
        let swapped =
            r#"[{},{"0":{"response":{"x":7,"y":7}}},{},{"1":{"response":{"x":-1,"y":-1}}}]"#;
        assert_eq!(
            judge(GAME.botzone().unwrap().referee, swapped).unwrap(),
            "{\"display\":{\"winner\":0,\"error\":\"INVALID MOVE\",\"error_data\":{\"x\":-1,\"y\":-1}},\
             \"command\":\"finish\",\"content\":{\"0\":2,\"1\":0}}\n"
        );
        assert_eq!(
            judge(SWAP.botzone().unwrap().referee, swapped).unwrap(),
            "{\"display\":{\"color\":1,\"x\":-1,\"y\":-1},\"command\":\"request\",\
             \"content\":{\"0\":{\"x\":-1,\"y\":-1}}}\n"
        );
        assert!(judge(GAME.botzone().unwrap().referee, "[{},{}]").is_err());
    }
}
