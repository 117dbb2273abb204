//! Tetris2. The action 200 * (4 * block + o) + 10 * (y - 1) + x - 1 rests the own piece at column x and row y in
//! orientation o and gives the opponent the piece `block`; numbers as the judge has them. Planes are indexed by row from
//! the bottom and column.

use serde_json::{Value, json};
use tetris2::{Board, Color, HEIGHT, Move, Orientation, Piece, Placement, WIDTH, botzone};

use crate::rules::{Info, Rules, Turn, hashed, outputs, won_by};

/// A position.
#[derive(Clone, PartialEq)]
pub struct Tetris2(Board);

const PLANE: usize = WIDTH * HEIGHT;
const COLORS: [Color; 2] = [Color::Zero, Color::One];

impl Rules for Tetris2 {
    type Move = Move;

    const INFO: Info = Info {
        name: "tetris2",
        players: 2,
        simultaneous: true,
        actions: 7 * 4 * PLANE,
        action: "200 * (4 * b + o) + 10 * (y - 1) + x - 1: the piece rests at (x, y) in orientation o, the opponent gets piece b",
        planes: &[
            "own well",
            "the opponent's well",
            "own piece: row b is 1 if it is piece b",
            "the opponent's piece: row b is 1 if it is piece b",
            "row b: how often the player has given piece b, relative to the rarest (0 to 2)",
            "row b: the same of the opponent",
            "rows 0 and 1: combo, own and the opponent's; rows 2 and 3: line score (255 at most)",
        ],
        size: (HEIGHT, WIDTH),
    };

    fn start(seed: u64) -> Self {
        let mut referee = botzone::Referee::new();
        referee.begin(&json!({"seed": seed}));
        Self(*referee.board())
    }

    fn acting(&self) -> &'static [usize] {
        match self.0.outcome() {
            Some(_) => &[],
            None => &[0, 1],
        }
    }

    fn returns(&self) -> [f32; 2] {
        let loser = self.0.outcome().and_then(|outcome| outcome.loser);
        loser.map_or([0.0; 2], |loser| won_by(loser.opponent().index()))
    }

    fn legal(&self, player: usize, actions: &mut Vec<u32>) {
        let color = COLORS[player];
        let landings = self.0.landings(color);
        for block in self.0.player(color).given.choices() {
            let number = |placement| number(Move { block, placement });
            actions.extend(landings.iter().map(number));
        }
    }

    fn is_legal(&self, player: usize, action: u32) -> bool {
        mv(action).is_some_and(|mv| self.0.check(COLORS[player], mv).is_ok())
    }

    fn apply(&mut self, [zero, one]: Turn) {
        if let (Some(zero), Some(one)) = (mv(zero), mv(one)) {
            self.0.play_unchecked([zero, one]);
        }
    }

    fn observe(&self, player: usize, planes: &mut [u8]) {
        for (seat, color) in [COLORS[player], COLORS[1 - player]].into_iter().enumerate() {
            let side = self.0.player(color);
            let plane = |number: usize| PLANE * number..PLANE * (number + 1);
            for (cells, row) in planes[plane(seat)]
                .chunks_exact_mut(WIDTH)
                .zip(side.well.rows())
            {
                for (x, cell) in cells.iter_mut().enumerate() {
                    *cell = (row >> x & 1) as u8;
                }
            }
            let piece = &mut planes[plane(2 + seat)];
            piece[WIDTH * side.piece.index()..][..WIDTH].fill(1);
            let given = planes[plane(4 + seat)].chunks_exact_mut(WIDTH);
            for (cells, &count) in given.zip(side.given.counts()) {
                cells.fill(count);
            }
            let numbers = &mut planes[plane(6)];
            numbers[WIDTH * seat..][..WIDTH].fill(side.combo.min(255) as u8);
            numbers[WIDTH * (2 + seat)..][..WIDTH].fill(side.total.min(255) as u8);
        }
    }

    fn encode(mv: Move, actions: &mut Vec<u32>) {
        actions.push(number(mv));
    }

    fn decode(actions: &[u32]) -> Option<Move> {
        mv(*actions.first()?)
    }

    fn hash(&self) -> u64 {
        hashed(&self.0)
    }

    fn picture(&self) -> String {
        self.0.to_string()
    }

    fn read(text: &str) -> Result<(Self, Vec<Turn>), String> {
        Ok((Self(text.parse::<Board>()?), Vec::new()))
    }

    fn text(&self, _origin: &Self, _turns: &[Turn]) -> String {
        format!("{:#}", self.0)
    }

    fn seen(text: String, player: usize) -> String {
        format!("{player}; {text}")
    }

    fn judge(origin: &Self, entries: &[Value]) -> Result<Vec<Value>, String> {
        let first = origin.0.player(Color::Zero).piece;
        if origin.0 != Board::new(first) {
            return Err("the judge's matches begin with empty wells".to_owned());
        }
        let mut referee = botzone::Referee::new();
        let first = referee.begin(&json!({"firstBlock": first.code()}));
        Ok(outputs(first, entries, |entry| referee.turn(entry)))
    }

    fn begin(request: &Value) -> Result<(Self, usize), String> {
        let mut state = botzone::start();
        botzone::request(&mut state, request)?;
        Ok((Self(*state.board()), state.color().index()))
    }

    fn to_json(mv: Move) -> Result<Value, String> {
        Ok(botzone::answer(mv))
    }

    fn from_json(value: &Value) -> Result<Move, String> {
        botzone::read(value)
    }
}

fn number(mv: Move) -> u32 {
    let Placement { x, y, o } = mv.placement;
    let pose = 4 * u32::from(mv.block.code()) + u32::from(o.code());
    200 * pose + 10 * (u32::from(y) - 1) + u32::from(x) - 1
}

fn mv(action: u32) -> Option<Move> {
    let pose = u8::try_from(action / 200).ok()?;
    let place = (action % 200) as u8;
    Some(Move {
        block: Piece::from_code(pose / 4)?,
        placement: Placement {
            x: place % 10 + 1,
            y: place / 10 + 1,
            o: Orientation::from_code(pose % 4)?,
        },
    })
}
