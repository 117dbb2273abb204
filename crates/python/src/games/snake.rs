//! Snake. An action is a direction: 0 up, 1 right, 2 down, 3 left, as the judge numbers them. Planes are indexed by row x
//! and column y, from 0; a map smaller than 16 x 12 has its first cell at (0, 0), and the rest counts as obstacle.

use std::sync::Arc;

use serde_json::{Value, json};
use snake::{Board, Cell, CellSet, Direction, MAX_HEIGHT, MAX_WIDTH, Map, botzone, snakes_grow};

use crate::rules::{Info, Rules, Turn, hashed, mark, outputs, won_by};

/// A position on its map.
#[derive(Clone)]
pub struct Snake {
    board: Board,
    map: Arc<Map>,
}

impl PartialEq for Snake {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
    }
}

impl Snake {
    fn on(map: &Map) -> Self {
        Self {
            board: Board::new(map),
            map: Arc::new(map.clone()),
        }
    }
}

const PLANE: usize = MAX_HEIGHT as usize * MAX_WIDTH as usize;

impl Rules for Snake {
    type Move = Direction;

    const INFO: Info = Info {
        name: "snake",
        players: 2,
        simultaneous: true,
        actions: 4,
        action: "0 up, 1 right, 2 down, 3 left",
        planes: &[
            "own snake: 1 at the tail, counting up to the head",
            "the opponent's snake, likewise",
            "own head",
            "the opponent's head",
            "obstacles, and what is outside",
            "1 everywhere if the snakes grow in this turn",
        ],
        size: (MAX_HEIGHT as usize, MAX_WIDTH as usize),
    };

    fn start(seed: u64) -> Self {
        Self::on(&Map::generate(seed as i32, None, None))
    }

    fn acting(&self) -> &'static [usize] {
        match self.board.outcome() {
            Some(_) => &[],
            None => &[0, 1],
        }
    }

    fn returns(&self) -> [f32; 2] {
        let winner = self.board.outcome().and_then(|outcome| outcome.winner());
        winner.map_or([0.0; 2], won_by)
    }

    /// The directions that are not certain death; if all are, all four: the judge takes each of them.
    fn legal(&self, player: usize, actions: &mut Vec<u32>) {
        let moves = self.board.legal_moves(player);
        if moves.is_empty() {
            actions.extend(0..4);
        } else {
            actions.extend(moves.iter().map(|direction| direction.index() as u32));
        }
    }

    fn is_legal(&self, _player: usize, action: u32) -> bool {
        action < 4
    }

    fn apply(&mut self, [first, second]: Turn) {
        let direction = |action: u32| Direction::from_index(action as usize);
        if let (Some(first), Some(second)) = (direction(first), direction(second)) {
            self.board.play_unchecked((first, second));
        }
    }

    fn observe(&self, player: usize, planes: &mut [u8]) {
        for (plane, snake) in [(0, player), (1, 1 - player)] {
            for (age, cell) in self.board.segments(snake).enumerate() {
                planes[PLANE * plane + place(cell)] = (age + 1).min(255) as u8;
            }
            planes[PLANE * (plane + 2) + place(self.board.head(snake))] = 1;
        }
        let blocked = CellSet::rectangle(MAX_HEIGHT, MAX_WIDTH) - self.board.field();
        mark(&mut planes[PLANE * 4..PLANE * 5], blocked.iter().map(place));
        planes[PLANE * 5..].fill(u8::from(snakes_grow(self.board.turn())));
    }

    fn encode(mv: Direction, actions: &mut Vec<u32>) {
        actions.push(mv.index() as u32);
    }

    fn decode(actions: &[u32]) -> Option<Direction> {
        Direction::from_index(*actions.first()? as usize)
    }

    fn hash(&self) -> u64 {
        hashed(&self.board)
    }

    fn picture(&self) -> String {
        self.board.to_string()
    }

    /// Words `map=` (or `seed=`) and `moves=`, as [`botzone::State`] reads them.
    fn read(text: &str) -> Result<(Self, Vec<Turn>), String> {
        let state: botzone::State = text.parse::<botzone::State>()?;
        let moves = state.moves().iter();
        let turns = moves.map(|(first, second)| [first.index() as u32, second.index() as u32]);
        Ok((Self::on(state.map()), turns.collect()))
    }

    fn text(&self, origin: &Self, turns: &[Turn]) -> String {
        let moves: Vec<String> = turns
            .iter()
            .map(|[first, second]| format!("{first}{second}"))
            .collect();
        format!("map={} moves={}", origin.map, moves.join(","))
    }

    fn seen(text: String, player: usize) -> String {
        format!("{text} me={player}")
    }

    fn judge(origin: &Self, entries: &[Value]) -> Result<Vec<Value>, String> {
        let obstacles = origin.map.obstacles().iter();
        let obstacles: Vec<Value> = obstacles
            .map(|cell| json!({"x": cell.x(), "y": cell.y()}))
            .collect();
        let map = json!({"height": origin.map.height(), "width": origin.map.width(), "obstacle": obstacles});
        let mut referee = botzone::Referee::resume(&map)?;
        let first = referee.first();
        Ok(outputs(first, entries, |entry| referee.turn(entry)))
    }

    fn begin(request: &Value) -> Result<(Self, usize), String> {
        let mut state = botzone::start();
        botzone::request(&mut state, request)?;
        Ok((Self::on(state.map()), state.me()))
    }

    fn to_json(mv: Direction) -> Result<Value, String> {
        Ok(botzone::answer(mv))
    }

    fn from_json(value: &Value) -> Result<Direction, String> {
        botzone::read(value)
    }
}

fn place(cell: Cell) -> usize {
    usize::from(cell.x() - 1) * usize::from(MAX_WIDTH) + usize::from(cell.y() - 1)
}
