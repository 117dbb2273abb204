//! Goose Tetris, alone. The action 200 * state + 10 * y + x locks the piece with its center at row y from the top and
//! column x, in this turning state. Planes are indexed by row from the top and column.

use std::fmt;
use std::str::FromStr;

use goose_tetris::{COLUMNS, Game, ROWS, game_record, parse_record, replay, start_state};

use crate::rules::{Info, Rules, Turn, hashed};

/// A game before the next piece.
#[derive(Clone, PartialEq)]
pub struct GooseTetris(Game);

/// A lock.
#[derive(Clone, Copy)]
pub struct Move(goose_tetris::Move);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<u8>> = text
            .split([':', ','])
            .map(|word| word.parse().ok())
            .collect();
        match numbers.as_deref() {
            Some(&[state @ 0..4, x @ 0..10, y @ 0..20]) => {
                Ok(Self(goose_tetris::Move { y, state, x }))
            }
            _ => Err(format!("{text:?} is not a move `state:x,y`")),
        }
    }
}

const PLANE: usize = ROWS * COLUMNS;

impl Rules for GooseTetris {
    type Move = Move;

    const INFO: Info = Info {
        name: "goose-tetris",
        players: 1,
        simultaneous: false,
        actions: 4 * PLANE,
        action: "200 * state + 10 * y + x",
        planes: &[
            "the field",
            "the piece: row b is 1 if it is letter b of ILJTOSZ",
            "the turning state in which the piece spawns, everywhere",
        ],
        size: (ROWS, COLUMNS),
    };

    fn start(_seed: u64) -> Self {
        Self(Game::new())
    }

    fn acting(&self) -> &'static [usize] {
        match self.0.outcome() {
            Some(_) => &[],
            None => &[0],
        }
    }

    fn returns(&self) -> [f32; 2] {
        [self.0.score as f32, 0.0]
    }

    fn legal(&self, _player: usize, actions: &mut Vec<u32>) {
        let before = actions.len();
        actions.extend(self.0.legal_moves().into_iter().map(number));
        actions[before..].sort_unstable();
    }

    fn is_legal(&self, _player: usize, action: u32) -> bool {
        mv(action).is_some_and(|mv| self.0.legal_moves().contains(&mv))
    }

    fn apply(&mut self, [action, _]: Turn) {
        if let Some(mv) = mv(action) {
            self.0.play_unchecked(mv);
        }
    }

    fn observe(&self, _player: usize, planes: &mut [u8]) {
        let rows = planes[..PLANE].chunks_exact_mut(COLUMNS);
        for (cells, row) in rows.zip(self.0.board.rows) {
            for (x, cell) in cells.iter_mut().enumerate() {
                *cell = (row >> x & 1) as u8;
            }
        }
        planes[PLANE + COLUMNS * self.0.piece.index()..][..COLUMNS].fill(1);
        planes[2 * PLANE..].fill(start_state(self.0.index));
    }

    fn encode(mv: Move, actions: &mut Vec<u32>) {
        actions.push(number(mv.0));
    }

    fn decode(actions: &[u32]) -> Option<Move> {
        mv(*actions.first()?).map(Move)
    }

    fn hash(&self) -> u64 {
        hashed(&self.0)
    }

    fn picture(&self) -> String {
        self.0.to_string()
    }

    /// The contest's record; an empty text for the start, which has none.
    fn read(text: &str) -> Result<(Self, Vec<Turn>), String> {
        if text.trim().is_empty() {
            return Ok((Self::start(0), Vec::new()));
        }
        let record = parse_record(text.trim()).map_err(|error| error.to_string())?;
        let moves = replay(&record).moves.into_iter();
        Ok((Self::start(0), moves.map(|mv| [number(mv), 0]).collect()))
    }

    fn text(&self, _origin: &Self, turns: &[Turn]) -> String {
        game_record(turns.iter().filter_map(|&[action, _]| mv(action))).unwrap_or_default()
    }
}

fn number(mv: goose_tetris::Move) -> u32 {
    200 * u32::from(mv.state) + 10 * u32::from(mv.y) + u32::from(mv.x)
}

fn mv(action: u32) -> Option<goose_tetris::Move> {
    let place = (action % 200) as u8;
    Some(goose_tetris::Move {
        y: place / 10,
        state: u8::try_from(action / 200).ok().filter(|state| *state < 4)?,
        x: place % 10,
    })
}
