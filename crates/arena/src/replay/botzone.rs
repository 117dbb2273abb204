//! The boards of Botzone's games: the game's own referee plays the moves of the log again.

use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use tetris2::{Color, Piece};

use super::film::{Film, Frame};
use crate::log::{Disagreement, GameRecord};

/// A position of any of the games.
#[derive(Debug)]
pub enum Position {
    /// NoGo.
    NoGo(nogo::Board),
    /// Snake.
    Snake(snake::Board),
    /// Tetris2.
    Tetris2(tetris2::Board),
    /// SnakeGo.
    SnakeGo(Box<snakego::Position>),
}

/// A game as it is drawn.
#[derive(Debug)]
pub(super) struct Told {
    /// What does not change.
    pub setup: Value,
    /// The frames.
    pub film: Value,
    /// The position after the last turn.
    pub last: Position,
    /// Why there is no more of it, if the log has more.
    pub broken: Option<String>,
}

/// A frame of these entries; those that are null are left out.
pub(super) fn frame<const N: usize>(entries: [(&str, Value); N]) -> Frame {
    let there = entries.into_iter().filter(|(_, value)| !value.is_null());
    there.map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A base-36 digit for a small number.
pub(super) fn digit(number: u8) -> char {
    char::from_digit(u32::from(number.min(35)), 36).unwrap_or('0')
}

/// The moves of a record that can be shown: those on which all referees agree.
pub(super) fn agreed(record: &GameRecord) -> (&[Value], Option<String>) {
    match &record.disagreement {
        None => (&record.moves, None),
        Some(Disagreement { turn, text }) => {
            let turns = record.moves.len().min(*turn);
            (&record.moves[..turns], Some(text.clone()))
        }
    }
}

/// Plays the moves of a record: `judge` takes a turn's log entry, gives the judge's output, and pushes a frame. Returns
/// why the game is not played to its end, if it is not.
fn play(
    record: &GameRecord,
    together: bool,
    long: fn(&Value) -> Value,
    mut judge: impl FnMut(&Value) -> Value,
) -> Option<String> {
    let mut over = false;
    let (shown, disagreement) = agreed(record);
    for (turn, moves) in shown.iter().enumerate() {
        if over {
            return Some(format!(
                "by the arena's rules it ends after turn {turn}, but its log goes on"
            ));
        }
        let entry = if together {
            let Some([first, second]) = moves.as_array().map(Vec::as_slice) else {
                return Some(format!(
                    "turn {}: both players move, but the log has {moves}",
                    turn + 1
                ));
            };
            json!({"0": answer(first, long), "1": answer(second, long)})
        } else {
            json!({(turn % 2).to_string(): answer(moves, long)})
        };
        over = judge(&entry)["command"] == "finish";
    }
    disagreement
}

/// A move of the log as the judge gets it; `long` makes a response of a short form.
fn answer(written: &Value, long: fn(&Value) -> Value) -> Value {
    match written.as_object() {
        Some(object) if object.contains_key("response") => {
            let verdict = object.get("verdict").cloned().unwrap_or(json!("OK"));
            json!({"verdict": verdict, "response": object["response"]})
        }
        _ => json!({"verdict": "OK", "response": long(written)}),
    }
}

/// NoGo: `b` has a character a point, rows of x: `b` and `w` stones, `.` free for both, `B` and `W` for black or white
/// only, `x` for nobody; `l` counts the legal moves of both; `m` is the point of the last move, `bad` of an illegal
/// one.
pub(super) fn nogo(record: &GameRecord) -> Result<Told> {
    let mut film = Film::default();
    let mut referee = nogo::botzone::Referee::new();
    referee.begin(&record.init);
    film.push(nogo_frame(referee.board(), None, true));
    let long = |short: &Value| json!({"x": short[0], "y": short[1]});
    let broken = play(record, false, long, |entry| {
        let ply = referee.board().ply();
        let response = &entry[(ply % 2).to_string()]["response"];
        let [x, y] = ["x", "y"].map(|key| response[key].as_u64().filter(|&at| at < 9));
        let point = x.zip(y).map(|(x, y)| 9 * x + y);
        let output = referee.turn(entry);
        let board = referee.board();
        film.push(nogo_frame(board, point, board.ply() > ply));
        output
    });
    Ok(Told {
        setup: Value::Null,
        film: film.into_value(),
        last: Position::NoGo(*referee.board()),
        broken,
    })
}

fn nogo_frame(board: &nogo::Board, point: Option<u64>, legal: bool) -> Frame {
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

/// Snake: `p0` and `p1` are the snakes from tail to head, two base-36 digits (row, column) a cell; `x0` and `x1` say why
/// one died, `t0` and `t1` in which direction (the judge's number).
pub(super) fn snake(record: &GameRecord) -> Result<Told> {
    use snake::botzone::Referee;
    // What the judge made is in the log; a game that knows its seed only is made again.
    let mut referee = if record.init.get("obstacle").is_some() {
        Referee::resume(&record.init).map_err(|text| anyhow!("game {}: {text}", record.id))?
    } else {
        let mut referee = Referee::new();
        referee.begin(&record.init);
        referee
    };
    let board = referee.board();
    let obstacles: String = board.obstacles().iter().map(snake_cell).collect();
    let setup = json!({"h": board.height(), "w": board.width(), "o": obstacles});
    let mut film = Film::default();
    film.push(snake_frame(board, &Value::Null));
    let long = |short: &Value| json!({"direction": short});
    let broken = play(record, true, long, |entry| {
        let output = referee.turn(entry);
        film.push(snake_frame(referee.board(), entry));
        output
    });
    Ok(Told {
        setup,
        film: film.into_value(),
        last: Position::Snake(*referee.board()),
        broken,
    })
}

fn snake_cell(cell: snake::Cell) -> String {
    [digit(cell.x()), digit(cell.y())].iter().collect()
}

fn snake_frame(board: &snake::Board, entry: &Value) -> Frame {
    let path = |player| json!(board.segments(player).map(snake_cell).collect::<String>());
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

/// Tetris2: `w0` and `w1` are the wells from the top, ten characters a row: `.` empty, the letter of the piece that a cell
/// came with (a capital if it came in this turn), `g` for garbage; `n` the two pieces to be placed, `t` the line scores,
/// `c` the combos, `s` the rows sent in this turn, `g0` and `g1` how often each piece was chosen for the opponent.
pub(super) fn tetris2(record: &GameRecord) -> Result<Told> {
    let mut referee = tetris2::botzone::Referee::new();
    referee.begin(&record.init);
    let mut film = Film::default();
    let mut wells = [[EMPTY; WELL]; 2];
    film.push(tetris2_frame(referee.board(), &wells));
    let broken = play(record, true, Value::clone, |entry| {
        let pieces = Color::ALL.map(|color| referee.board().player(color).piece);
        let output = referee.turn(entry);
        let board = referee.board();
        for color in Color::ALL {
            let seat = color.index();
            let placed = &output["display"]["placed"][seat];
            paint(&mut wells[seat], pieces[seat], placed, board, color);
        }
        film.push(tetris2_frame(board, &wells));
        output
    });
    Ok(Told {
        setup: Value::Null,
        film: film.into_value(),
        last: Position::Tetris2(*referee.board()),
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

fn tetris2_frame(board: &tetris2::Board, wells: &[[u8; WELL]; 2]) -> Frame {
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
