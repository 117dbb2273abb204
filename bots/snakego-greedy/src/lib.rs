//! Every snake goes to the nearest item that it can reach in time, and avoids places where it would be shut in. It neither
//! splits nor fires nor seals. The template for a SnakeGo bot, and the baseline for every other one.

use saiblo::{Answer, Bot, Turn};
use snakego::{CellSet, ITEM_LIFE, Operation, Position};

/// The bot. It remembers nothing.
pub struct Greedy;

impl Bot for Greedy {
    type State = Position;
    type Move = Operation;

    /// It looks one move ahead, whatever the budget.
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Greedy
    }

    fn choose(&mut self, position: &Position, _turn: &Turn) -> Answer<Operation> {
        let prospects = prospects(position);
        let nodes = prospects.len() as u64;
        // The last of equals: the order of operations starts with a move to the right for both sides.
        match prospects.into_iter().max_by_key(Prospect::rank) {
            Some(best) => Answer {
                mv: best.mv,
                value: best.room as i64,
                nodes,
                debug: best.to_string(),
            },
            // Every move is death: the session's fallback move, a split if possible, is as good as any.
            None => Answer {
                mv: snakego::saiblo::fallback(position).unwrap_or(Operation::Right),
                value: 0,
                nodes,
                debug: "lost".to_owned(),
            },
        }
    }

    fn explain(&mut self, position: &Position, turn: &Turn) -> String {
        let lines: String = (prospects(position).iter())
            .map(|prospect| format!("{}: {prospect}\n", prospect.mv))
            .collect();
        format!("{lines}{}", self.choose(position, turn))
    }
}

/// The outcome of a move that does not kill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The move.
    pub mv: Operation,
    /// Free cells that the head can reach from there.
    pub room: usize,
    /// True if the whole snake, its bank included, has room there.
    pub fits: bool,
    /// Moves from there to the nearest item that is still there by then.
    pub item: Option<u16>,
}

impl Prospect {
    /// Better prospects rank higher: room for the snake, then a near item, then much room.
    fn rank(&self) -> (bool, i32, usize) {
        let nearness = self.item.map_or(i32::MIN, |distance| -i32::from(distance));
        (self.fits, nearness, self.room)
    }
}

impl std::fmt::Display for Prospect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "room {}", self.room)?;
        match self.item {
            Some(distance) => write!(f, ", item in {distance}"),
            None => f.write_str(", no item"),
        }
    }
}

/// The moves of the snake to act that do not kill it.
pub fn prospects(position: &Position) -> Vec<Prospect> {
    let moves = position.legal_moves().into_iter();
    moves
        .filter(|mv| mv.direction().is_some())
        .filter_map(|mv| prospect(position, mv))
        .collect()
}

/// `None` if the snake dies of the move, by a collision or by sealing.
fn prospect(position: &Position, mv: Operation) -> Option<Prospect> {
    let me = position.board.player();
    let id = position.board.snake().id;
    let takes = |board: &snakego::Board| board.snake().head.step(mv.direction()?);
    let eats = takes(&position.board).is_some_and(|cell| position.board.ground().contains(cell));
    let mut next = position.clone();
    next.play(mv);
    let snake = next.board.snakes(me).iter().find(|snake| snake.id == id)?;

    // Layer by layer: the cells that the head can reach with each further move.
    let round = position.board.round();
    let free = next.board.free();
    let mut reached = CellSet::of(snake.head);
    let mut item = eats.then_some(0);
    let mut distance = 0;
    loop {
        let layer = (reached.neighbors() & free) - reached;
        if layer.is_empty() {
            break;
        }
        distance += 1;
        let in_time = |cell| {
            let item = next.board.item_at(&next.rules, cell);
            item.is_some_and(|(_, item)| round + distance < item.time + ITEM_LIFE)
        };
        if item.is_none() && (layer & next.board.ground()).iter().any(in_time) {
            item = Some(distance);
        }
        reached |= layer;
    }
    let room = reached.len() - 1;
    Some(Prospect {
        mv,
        room,
        fits: room as u32 >= snake.total(),
        item,
    })
}

saiblo::bench_test!(Greedy, snakego::saiblo);

#[cfg(test)]
mod tests;
