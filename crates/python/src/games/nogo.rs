//! NoGo. The action 9 * x + y puts a stone on (x, y); planes are indexed by x and y, so that a plane laid flat is
//! indexed by action.

use nogo::{Board, Color, Point, PointSet, botzone};
use serde_json::{Value, json};

use crate::rules::{Info, Rules, Turn, hashed, mark, outputs, won_by};

/// A position.
#[derive(Clone, PartialEq)]
pub struct NoGo(Board);

impl Rules for NoGo {
    type Move = Point;

    const INFO: Info = Info {
        name: "nogo",
        players: 2,
        simultaneous: false,
        actions: Point::COUNT,
        planes: &[
            "own stones",
            "the opponent's stones",
            "where the player may put a stone",
            "where the opponent might",
        ],
        size: (9, 9),
    };

    fn start(_seed: u64) -> Self {
        Self(Board::new())
    }

    fn acting(&self) -> &'static [usize] {
        match (self.0.outcome(), self.0.to_move()) {
            (Some(_), _) => &[],
            (None, Color::Black) => &[0],
            (None, Color::White) => &[1],
        }
    }

    fn returns(&self) -> [f32; 2] {
        self.0
            .outcome()
            .map_or([0.0; 2], |winner| won_by(winner.index()))
    }

    fn legal(&self, _player: usize, actions: &mut Vec<u32>) {
        let points = self.0.legal_moves(self.0.to_move());
        actions.extend(points.iter().map(|point| point.index() as u32));
    }

    fn is_legal(&self, _player: usize, action: u32) -> bool {
        Point::from_index(action as usize).is_some_and(|point| self.0.is_legal(point))
    }

    fn apply(&mut self, [action, _]: Turn) {
        if let Some(point) = Point::from_index(action as usize) {
            self.0.play_unchecked(point);
        }
    }

    fn observe(&self, player: usize, planes: &mut [u8]) {
        let colors = [Color::Black, Color::White];
        let (own, theirs) = (colors[player], colors[1 - player]);
        let shown = [
            self.0.stones(own),
            self.0.stones(theirs),
            self.0.legal_moves(own),
            self.0.legal_moves(theirs),
        ];
        for (plane, points) in planes.chunks_exact_mut(Point::COUNT).zip(shown) {
            mark(plane, places(points));
        }
    }

    fn encode(mv: Point, actions: &mut Vec<u32>) {
        actions.push(mv.index() as u32);
    }

    fn decode(actions: &[u32]) -> Option<Point> {
        Point::from_index(*actions.first()? as usize)
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
        self.0.to_string()
    }

    fn judge(origin: &Self, entries: &[Value]) -> Result<Vec<Value>, String> {
        if origin.0 != Board::new() {
            return Err("the judge's matches begin with an empty board".to_owned());
        }
        let mut referee = botzone::Referee::new();
        let first = referee.begin(&Value::Null);
        Ok(outputs(first, entries, |entry| referee.turn(entry)))
    }

    fn begin(request: &Value) -> Result<(Self, usize), String> {
        let black = *request == json!({"x": -1, "y": -1});
        Ok((Self(Board::new()), usize::from(!black)))
    }

    fn to_json(mv: Point) -> Result<Value, String> {
        Ok(botzone::answer(mv))
    }

    fn from_json(value: &Value) -> Result<Point, String> {
        botzone::read(value)
    }
}

fn places(points: PointSet) -> impl Iterator<Item = usize> {
    points.iter().map(Point::index)
}
