//! Tetris2.

use anyhow::Result;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tetris2::{Color, Move, Piece};

use crate::botzone::{
    BotzoneGame, LogForm, Referee, SimpleIo, SiteLogForm, StateView, logged_init, play_again,
};
use crate::frames::{Frame, Frames, frame};
use crate::game::{Game, Platform, Replay, Starter, TWO_SEATS, Turns};
use crate::opening::{self, Opening};
use crate::record::GameRecord;

/// The entry of the table.
pub static GAME: Game = Game {
    name: "tetris2",
    rules: "In every turn both sides place a piece in a well of their own, where it must be able to arrive from above by \
        steps and turns, and choose the piece that the opponent places next. Cleared rows go to the opponent as \
        garbage. Who has no room for the next piece loses.",
    example: tetris2::botzone::EXAMPLE,
    picture: include_str!("tetris2.js"),
    platform: Platform::Botzone(&BOTZONE),
    seatings: TWO_SEATS,
    turns: Turns::Together,
    rounds: None,
    label,
    replay,
    match_winner: None,
    starter: Some(Starter {
        cpp: include_str!("starters/tetris2.cpp"),
        python: include_str!("starters/tetris2.py"),
    }),
};

/// The judge knows seven starts, one for each first piece; the opening makes them many.
static BOTZONE: BotzoneGame = BotzoneGame {
    site: "Tetris2",
    simple: Some(SimpleIo {
        request_line: tetris2::botzone::simple_request_line,
        request: tetris2::botzone::simple_request,
        response: tetris2::botzone::simple_response,
        answer: tetris2::botzone::simple_answer,
    }),
    referee: || Box::new(tetris2::botzone::Referee::new()),
    view: || {
        Box::new(StateView {
            state: tetris2::botzone::start(),
            move_form: "x,y,turns:piece for the opponent, as 5,1,0:T",
            board: |seat| seat.board().to_string(),
            word: label,
            request: tetris2::botzone::request,
            response: tetris2::botzone::response,
            answer: tetris2::botzone::answer,
            fallback: tetris2::botzone::fallback,
            moves: |seat| seat.board().legal_moves(seat.color()).collect(),
        })
    },
    initdata: |seed| json!({"firstBlock": seed % 7}),
    opening,
    opening_plies: 2,
    starts: "",
    logged: LogForm::Object(&["block", "x", "y", "o"]),
    site_log: SiteLogForm {
        // Both are told piece and color.
        is_first_request: |request| {
            request.get("block").is_some() && request.get("color").is_some()
        },
        initdata: |_, _, first| first_piece(first),
        is_made: |_| false,
        init: |known, first| {
            if known.get("firstBlock").is_some() {
                return known;
            }
            logged_init(&known, &first_piece(first))
        },
    },
};

fn first_piece(first: &Value) -> Value {
    json!({"firstBlock": first["block"]})
}

impl Referee for tetris2::botzone::Referee {
    fn begin(&mut self, initdata: &Value) -> Result<Value> {
        Ok(tetris2::botzone::Referee::begin(self, initdata))
    }

    fn turn(&mut self, entry: &Value) -> Result<Value> {
        Ok(tetris2::botzone::Referee::turn(self, entry))
    }
}

fn label(response: &Value) -> Option<String> {
    let ([x, y, o], given) = parts(response)?;
    Some(format!("{x},{y},{o}:{given}"))
}

/// The final place of the piece of a response, and the piece for the opponent.
fn parts(response: &Value) -> Option<([u64; 3], Piece)> {
    let [block, x, y, o] = ["block", "x", "y", "o"].map(|key| response[key].as_u64());
    let given = Piece::from_code(u8::try_from(block?).ok()?)?;
    Some(([x?, y?, o?], given))
}

/// Uniformly random turns in which both players do the same, so that neither has the better start.
fn opening(initdata: &Value, random: &mut Xoshiro256PlusPlus, turns: u32) -> Opening {
    let mut referee = tetris2::botzone::Referee::new();
    referee.begin(initdata);
    opening::calm(
        *referee.board(),
        turns,
        random,
        |board| board.legal_moves(Color::Zero).collect(),
        |board, &mv: &Move| {
            let mut next = *board;
            next.play([mv, mv]);
            next.outcome().is_none().then_some(next)
        },
        |_, mv| {
            vec![
                (0, tetris2::botzone::answer(mv)),
                (1, tetris2::botzone::answer(mv)),
            ]
        },
    )
}

/// A frame after every turn. `w0` and `w1` are the wells from the top, ten characters a row: `.` empty, the letter of the piece that a cell
/// came with (a capital if it came in this turn), `g` for garbage; `n` the two pieces to be placed, `t` the line scores,
/// `c` the combos, `s` the rows sent in this turn, `g0` and `g1` how often each piece was chosen for the opponent.
fn replay(record: &GameRecord) -> Result<Replay> {
    let mut referee = tetris2::botzone::Referee::new();
    referee.begin(&record.init);
    let mut frames = Frames::default();
    let mut wells = [[EMPTY; WELL]; 2];
    frames.push(draw(referee.board(), &wells));
    let broken = play_again(record, Turns::Together, BOTZONE.logged, |entry| {
        let pieces = Color::ALL.map(|color| referee.board().player(color).piece);
        let output = referee.turn(entry);
        let board = referee.board();
        for color in Color::ALL {
            let seat = color.index();
            let placed = &output["display"]["placed"][seat];
            paint(&mut wells[seat], pieces[seat], placed, board, color);
        }
        frames.push(draw(board, &wells));
        output
    });
    Ok(Replay {
        setup: Value::Null,
        frames: frames.into_value(),
        choices: choices(*referee.board()),
        broken,
    })
}

const COLUMNS: usize = 10;
const ROWS: usize = 20;
const WELL: usize = COLUMNS * ROWS;
const EMPTY: u8 = b'.';
const GARBAGE: u8 = b'g';

/// Brings the colours of a well up to date. Which cells are occupied the rules say; where colours cannot follow, a cell
/// has that of garbage.
fn paint(
    cells: &mut [u8; WELL],
    piece: Piece,
    placed: &Value,
    board: &tetris2::Board,
    color: Color,
) {
    cells.make_ascii_lowercase();
    let [x, y, o] = ["x", "y", "o"].map(|key| placed[key].as_u64());
    let turned = o.and_then(|o| tetris2::Orientation::from_code(u8::try_from(o).ok()?));
    if let (Some(x), Some(y), Some(o)) = (x, y, turned) {
        for &(dx, dy) in piece.cells(o) {
            let (x, y) = (x as i64 + i64::from(dx), y as i64 + i64::from(dy));
            if (1..=10).contains(&x) && (1..=20).contains(&y) {
                cells[(20 - y as usize) * COLUMNS + x as usize - 1] = letter(piece);
            }
        }
    }
    let mut rows: Vec<&[u8]> = cells.chunks(COLUMNS).collect();
    rows.retain(|row| row.contains(&EMPTY));
    let now = board.player(color).well;
    let occupied = |place: usize| {
        let (row, column) = (place / COLUMNS, place % COLUMNS);
        now.occupied(column as i32 + 1, 20 - row as i32)
    };
    // The rows that are left, with so many rows of garbage below them.
    let raised = |garbage: usize| -> [u8; WELL] {
        std::array::from_fn(|place| {
            let (row, column) = (place / COLUMNS, place % COLUMNS);
            if row + garbage >= ROWS {
                return if occupied(place) { GARBAGE } else { EMPTY };
            }
            let old = (row + rows.len() + garbage).checked_sub(ROWS);
            let old = old.and_then(|old| rows.get(old));
            old.map_or(EMPTY, |row| row[column])
        })
    };
    let alike = |cells: &[u8; WELL]| {
        let places = 0..WELL;
        places
            .filter(|&place| (cells[place] != EMPTY) == occupied(place))
            .count()
    };
    // Garbage that has overflowed is not there.
    let sent = usize::from(board.player(color.opponent()).sent);
    let [with, without] = [sent, 0].map(raised);
    let best = if alike(&with) >= alike(&without) {
        with
    } else {
        without
    };
    *cells = std::array::from_fn(|place| match (occupied(place), best[place]) {
        (false, _) => EMPTY,
        (true, EMPTY) => GARBAGE,
        (true, old) => old,
    });
}

fn letter(piece: Piece) -> u8 {
    b"LJSZTIO"[piece.index()]
}

fn draw(board: &tetris2::Board, wells: &[[u8; WELL]; 2]) -> Frame {
    let players = Color::ALL.map(|color| board.player(color));
    let pieces: String = players.map(|player| player.piece.to_string()).concat();
    let well = |seat: usize| json!(String::from_utf8_lossy(&wells[seat]));
    frame([
        ("w0", well(0)),
        ("w1", well(1)),
        ("n", json!(pieces)),
        ("t", json!(players.map(|player| player.total))),
        ("c", json!(players.map(|player| player.combo))),
        ("s", json!(players.map(|player| player.sent))),
        ("g0", json!(players[0].given.to_string())),
        ("g1", json!(players[1].given.to_string())),
    ])
}

/// `gives`, the pieces that may be chosen for the opponent, and `places`, for each landing its text and its cells (rows
/// from the top, ten cells each).
fn choices(board: tetris2::Board) -> Box<dyn Fn(usize) -> Value + Send> {
    Box::new(move |seat| {
        let color = Color::ALL[seat];
        let player = board.player(color);
        let gives: Vec<String> = (player.given.choices())
            .map(|piece| piece.to_string())
            .collect();
        let places: Vec<Value> = (board.landings(color).distinct(player.piece).iter())
            .map(|place| {
                let cells = player.piece.cells(place.o).map(|(dx, dy)| {
                    let x = i32::from(place.x) + i32::from(dx);
                    let y = i32::from(place.y) + i32::from(dy);
                    (20 - y) * 10 + x - 1
                });
                json!([place.to_string(), cells])
            })
            .collect();
        json!({"seat": seat, "gives": gives, "places": places})
    })
}

#[cfg(test)]
mod tests;
