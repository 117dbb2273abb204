//! The value of a position in cells, for player 0 against player 1.
//!
//! It counts walls and length; rays in hand; the number of snakes, best three; room on both sides of the path ahead; items,
//! by who is nearer; and how close enemy heads are to heads with few liberties, which are free cells beside them.

use snakego::{Board, Cell, CellSet, Direction, ITEM_LIFE, Snake};

use crate::context::SearchContext;
use crate::params::ValueParams;
use crate::schedule::ScheduledItem;

/// The value of a position in cells, for player 0 against player 1.
pub fn value(context: &SearchContext, board: &Board) -> f32 {
    let walls = [0, 1].map(|player| board.walls(player).len() as f32);
    if board.is_over() {
        let bodies = [0, 1].map(|player| {
            let cells: u16 = board.snakes(player).iter().map(|snake| snake.len).sum();
            f32::from(cells)
        });
        return walls[0] - walls[1] + bodies[0] - bodies[1];
    }
    let sides = [0, 1].map(|player| side(context, board, player));
    walls[0] - walls[1] + sides[0] - sides[1] + items(context, board)
}

/// The worth of a side's snakes by themselves and against the enemy's heads.
fn side(context: &SearchContext, board: &Board, player: usize) -> f32 {
    let params = &context.params.value;
    let snakes = board.snakes(player);
    let Some(count) = snakes.len().checked_sub(1) else {
        let left = context.rules.max_round().saturating_sub(board.round());
        let shortage = params.shortage * params.enough_length;
        return -f32::from(left) / params.rounds_without_snakes - shortage;
    };
    let blocked = !board.free();
    let (mut total, mut risk) = (0.0, 0.0);
    let mut value = params.snakes[count.min(3)];
    for (place, snake) in snakes.iter().enumerate() {
        let length = snake.total() as f32;
        total += length;
        if snake.has_ray() {
            value += params.held_ray;
        }
        value -= corridor(params, snake, length, blocked - board.body(player, place));
        risk += danger(params, snake, length, board, board.snakes(1 - player));
    }
    value + params.length * total
        - params.shortage * (params.enough_length - total).max(0.0)
        - risk / 2.0
}

/// The loss of a snake whose path ahead is blocked on a side: there by all of three cells.
fn corridor(params: &ValueParams, snake: &Snake, length: f32, blocked: CellSet) -> f32 {
    if snake.len == 1 {
        return 0.0;
    }
    let (dx, dy) = step(snake.direction());
    let (x, y) = (snake.head.x() as i8, snake.head.y() as i8);
    let is_blocked = |x: i8, y: i8| {
        let cell = Cell::new(x as u8, y as u8);
        cell.map_or(true, |cell| blocked.contains(cell))
    };
    let side = |sx: i8, sy: i8| (1..=3).all(|n| is_blocked(x + n * dx + sx, y + n * dy + sy));
    match (side(dy, dx), side(-dy, -dx)) {
        (true, true) => length / params.both_sides_blocked,
        (false, false) => 0.0,
        _ => length / params.one_side_blocked,
    }
}

/// The loss of a snake by enemy heads near its own, the larger the fewer liberties it has.
fn danger(
    params: &ValueParams,
    snake: &Snake,
    length: f32,
    board: &Board,
    enemies: &[Snake],
) -> f32 {
    // A shorter snake cannot turn back.
    let beside_tail = snake.len >= 4 && snake.head.distance(snake.tail) == 1;
    if params.follows_tail && beside_tail && snake.bank == 0 {
        return 0.0;
    }
    let liberties = board.liberties(snake.head).len();
    if liberties == 0 {
        return length;
    }
    let k = params.head_safety[liberties.min(3) - 1];
    let mut risk = 0.0;
    for enemy in enemies {
        let distance = snake.head.distance(enemy.head);
        if distance <= params.head_reach && !board.liberties(enemy.head).is_empty() {
            risk += length / (k * f32::from(distance));
        }
    }
    risk
}

/// The items that lie on the ground and those to come.
fn items(context: &SearchContext, board: &Board) -> f32 {
    let params = &context.params.value;
    let (lying, coming) = context.schedule.around(board.round());
    let mut value = 0.0;
    for item in lying {
        if board.ground().contains(item.cell) {
            value += race(context, board, item);
        }
    }
    for item in coming {
        let Some((player, place)) = board.snake_at(item.cell) else {
            value += race(context, board, item);
            continue;
        };
        let snake = &board.snakes(player)[place];
        let sign = if player == 0 { 1.0 } else { -1.0 };
        let worth = f32::from(item.worth);
        if moves_until_left(board, snake, item.cell) > item.time - board.round() {
            let useless = item.is_ray && snake.has_ray();
            value += sign * if useless { params.covered_ray } else { worth };
        } else {
            value += sign * worth / params.covered_before + race(context, board, item);
        }
    }
    value
}

/// After how many of its moves a snake will have left a cell of its body.
fn moves_until_left(board: &Board, snake: &Snake, cell: Cell) -> u16 {
    let mut at = snake.tail;
    let mut moves = 1 + snake.bank;
    while at != cell && at != snake.head {
        at = at.wrapping_step(board.toward_head(at));
        moves += 1;
    }
    moves
}

/// An item in the open: it belongs to the side whose nearest head is clearly nearer; otherwise both count.
fn race(context: &SearchContext, board: &Board, item: &ScheduledItem) -> f32 {
    let near = context.params.value.near;
    let worth = f32::from(item.worth);
    let walled = board.walls(0).contains(item.cell) || board.walls(1).contains(item.cell);
    let detour = u16::from(context.params.items.behind_wall) * u16::from(walled);
    let nearest = |player: usize| {
        let heads = board.snakes(player).iter();
        let distance = heads.map(|snake| u16::from(snake.head.distance(item.cell)));
        distance.min().map_or(u16::MAX / 2, |steps| steps + detour)
    };
    let (own, enemy) = (nearest(0), nearest(1));
    let life = item.time + ITEM_LIFE - board.round();
    if own > life && enemy > life {
        return 0.0;
    }
    let share = |steps: u16| worth / f32::from(steps).max(near);
    if own + 1 < enemy {
        share(own)
    } else if own > enemy + 1 {
        -share(enemy)
    } else {
        share(own) - share(enemy)
    }
}

/// x and y of a step.
#[inline]
fn step(direction: Direction) -> (i8, i8) {
    match direction {
        Direction::Right => (1, 0),
        Direction::Up => (0, 1),
        Direction::Left => (-1, 0),
        Direction::Down => (0, -1),
    }
}

#[cfg(test)]
mod tests;
