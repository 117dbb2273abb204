//! SnakeGo, a half-game. The action is the judge's number of the operation less one: 0 to 3 right, up, left, down; 4 ray;
//! 5 split. A player acts once for each of its snakes. Planes are indexed by x and y.

use gameplay::games;
use gameplay::record::GameRecord;
use serde_json::{Value, json};
use snakego::{Cell, CellSet, Gift, Operation, Position, Rules as Items};

use crate::rules::{Info, Rules, Turn, hashed, mark, won_by};

/// A position with its items.
#[derive(Clone, PartialEq)]
pub struct SnakeGo(Position);

const PLANE: usize = 256;

impl Rules for SnakeGo {
    type Move = Operation;

    const INFO: Info = Info {
        name: "snakego",
        players: 2,
        simultaneous: false,
        actions: 6,
        action: "of each snake the judge's operation less 1",
        planes: &[
            "own snakes: 1 at the tail, counting up to the head (255 at most)",
            "the opponent's snakes, likewise",
            "the snake to act, 1 on each of its cells",
            "heads of both players",
            "own walls",
            "the opponent's walls",
            "items on the ground: what they lengthen by",
            "rays on the ground",
            "snakes that hold a ray",
            "snakes with length still to grow: how much (255 at most)",
            "the round, halved, everywhere",
            "how many snakes are still to act in this half-round, everywhere",
        ],
        size: (16, 16),
    };

    fn start(seed: u64) -> Self {
        Self(Position::new(Items::generate(seed)))
    }

    fn acting(&self) -> &'static [usize] {
        match (self.0.board.is_over(), self.0.board.player()) {
            (true, _) => &[],
            (false, 0) => &[0],
            (false, _) => &[1],
        }
    }

    fn returns(&self) -> [f32; 2] {
        let outcome = self.0.outcome();
        outcome.map_or([0.0; 2], |outcome| won_by(outcome.winner))
    }

    fn legal(&self, _player: usize, actions: &mut Vec<u32>) {
        let operations = self.0.legal_moves().iter();
        actions.extend(operations.map(|operation| u32::from(operation.number()) - 1));
    }

    fn is_legal(&self, _player: usize, action: u32) -> bool {
        operation(action).is_some_and(|operation| self.0.board.check(operation).is_ok())
    }

    fn apply(&mut self, [action, _]: Turn) {
        if let Some(operation) = operation(action) {
            self.0.board.play_unchecked(&self.0.rules, operation);
        }
    }

    fn observe(&self, player: usize, planes: &mut [u8]) {
        let board = &self.0.board;
        let (mut parts, _) = planes.as_chunks_mut::<PLANE>();
        let [
            own,
            theirs,
            acting,
            heads,
            own_walls,
            their_walls,
            lengths,
            rays,
            armed,
            banks,
            round,
            left,
        ] = &mut parts
        else {
            return;
        };
        for (ages, owner) in [(own, player), (theirs, 1 - player)] {
            for (place, snake) in board.snakes(owner).iter().enumerate() {
                let mut cell = snake.tail;
                for age in 1..=snake.len {
                    ages[at(cell)] = age.min(255) as u8;
                    cell = cell.wrapping_step(board.toward_head(cell));
                }
                heads[at(snake.head)] = 1;
                let body = board.body(owner, place);
                if snake.has_ray() {
                    mark(armed, body.iter().map(at));
                }
                for cell in body.iter() {
                    banks[at(cell)] = snake.bank.min(255) as u8;
                }
            }
        }
        if !board.is_over() {
            let body: CellSet = board.body(board.player(), board.acting());
            mark(acting, body.iter().map(at));
        }
        mark(own_walls, board.walls(player).iter().map(at));
        mark(their_walls, board.walls(1 - player).iter().map(at));
        for (_, item) in board.ground_items(&self.0.rules) {
            match item.gift {
                Gift::Length(length) => lengths[at(item.cell)] = length.min(255) as u8,
                Gift::Ray(_) => rays[at(item.cell)] = 1,
            }
        }
        round.fill((board.round() / 2).min(255) as u8);
        left.fill(board.left_to_act() as u8);
    }

    fn encode(mv: Operation, actions: &mut Vec<u32>) {
        actions.push(u32::from(mv.number()) - 1);
    }

    fn decode(actions: &[u32]) -> Option<Operation> {
        operation(*actions.first()?)
    }

    fn hash(&self) -> u64 {
        hashed(&format!("{:#}", self.0))
    }

    fn picture(&self) -> String {
        snakego::text::picture(&self.0)
    }

    fn read(text: &str) -> Result<(Self, Vec<Turn>), String> {
        Ok((Self(text.parse::<Position>()?), Vec::new()))
    }

    fn text(&self, _origin: &Self, _turns: &[Turn]) -> String {
        format!("{:#}", self.0)
    }

    fn logged_start(init: &Value) -> Result<Self, String> {
        let start = games::snakego::start(&GameRecord::begun(&[0, 1], init.clone()));
        Ok(Self(start.map_err(|error| error.to_string())?))
    }

    fn from_log(written: &Value) -> Result<Operation, String> {
        let number = written
            .as_u64()
            .and_then(|number| u8::try_from(number).ok());
        let operation = number.and_then(Operation::from_number);
        operation.ok_or_else(|| format!("{written} is no operation"))
    }

    /// The operations are listed by half-round.
    fn logged(origin: &Self, turns: &[Turn]) -> Result<(Value, Vec<Value>), String> {
        let mut now = origin.clone();
        let mut rounds: Vec<(u32, Vec<u32>)> = Vec::new();
        for &turn in turns {
            let clock = snakego::saiblo::clock(&now.0);
            if rounds.last().is_none_or(|(last, _)| *last != clock) {
                rounds.push((clock, Vec::new()));
            }
            rounds
                .last_mut()
                .into_iter()
                .for_each(|(_, listed)| listed.push(turn[0] + 1));
            now.apply(turn);
        }
        let listed = rounds
            .into_iter()
            .map(|(_, listed)| listed.into())
            .collect();
        Ok((json!({"position": format!("{:#}", origin.0)}), listed))
    }
}

fn operation(action: u32) -> Option<Operation> {
    Operation::from_number(u8::try_from(action + 1).ok()?)
}

fn at(cell: Cell) -> usize {
    16 * usize::from(cell.x()) + usize::from(cell.y())
}
