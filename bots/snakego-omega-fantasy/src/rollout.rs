//! Rollouts: both sides play on by the same quick policy, in one of two styles.
//!
//! A snake follows the first rule that applies:
//! 1. It makes room for an own snake that has no liberties left: if it is short, it seals or dies, so that the other one
//!    may split. In any case it does not split itself.
//! 2. Below the cap on snakes it splits now and then.
//! 3. It fires a ray that hits enough enemy walls.
//! 4. It moves on without dying: in the style [`Fight`](Style::Fight) by the rules about [enemy heads](fight) nearby, in
//!    the style [`Gather`](Style::Gather) along the pull of the items.
//! 5. It has no liberties: it fires, splits, seals or dies.
//!
//! With a learned policy, the style `Gather` draws its operations from that instead; `Fight` still hunts by these rules.

use fastrand::Rng;
use snakego::{Board, Cell, Operation, Operations};

use crate::candidates::{candidates, widest_seal};
use crate::context::SearchContext;
use crate::policy::{View, fire_gain};
use crate::schedule::ScheduledItem;
use crate::{fight, pull};

/// The style of a rollout; both sides play in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Heads block and hunt each other.
    Fight,
    /// Heads go for items.
    Gather,
}

impl Style {
    /// Both.
    pub const ALL: [Style; 2] = [Style::Fight, Style::Gather];
}

/// Plays on from a position.
pub fn rollout(context: &SearchContext, board: &mut Board, style: Style, random: &mut Rng) {
    let side = board.player();
    for played in 0..context.operations {
        let alone = played > context.params.rollout.alone && board.snakes(1 - side).is_empty();
        if board.is_over() || board.snakes(side).is_empty() || alone {
            return;
        }
        let operation = policy(context, board, style, random);
        board.play_unchecked(context.rules, operation);
    }
}

/// The operation of the snake to act.
pub fn policy(context: &SearchContext, board: &Board, style: Style, random: &mut Rng) -> Operation {
    if let (Some(learned), Style::Gather) = (context.policy, style) {
        let view = View::new(board);
        let choice = candidates(context, board, view.kinds, false);
        return learned.draw(context.schedule, &view, &choice, random);
    }
    let params = &context.params.rollout;
    let player = board.player();
    let snakes = board.snakes(player);
    let snake = board.snake();

    let mut may_split = snake.len > 1 && snakes.len() < context.caps[player];
    for (place, other) in snakes.iter().enumerate() {
        if place == board.acting() || !board.liberties(other.head).is_empty() {
            continue;
        }
        may_split = false;
        if 2 * snake.total() < u32::from(other.len / 2 + other.bank) {
            if let Some(way_out) = way_out(board) {
                return way_out;
            }
        }
    }
    if may_split && random.u32(..params.split_odds) == 0 {
        return Operation::Split;
    }
    let may_fire = snake.has_ray() && snake.len > 1;
    let gain = if may_fire { fire_gain(board) } else { 0 };
    if may_fire && gain >= params.fire_gain {
        return Operation::Fire;
    }
    let around = board.around();
    let mut moves = around.open_moves();
    if params.avoids_dead_ends && moves.len() > 1 {
        let kept = board.moves_with_way_on(around);
        if !kept.is_empty() {
            moves = kept;
        }
    }
    match moves.len() {
        0 if may_fire && i64::from(gain) + i64::from(snake.total()) > 1 => Operation::Fire,
        0 if may_split && (snake.len > 2 || !board.move_kinds().sealing.is_empty()) => {
            Operation::Split
        }
        0 => way_out(board).unwrap_or(Operation::Right),
        1 => moves.nth(0).unwrap_or(Operation::Right),
        _ => {
            let field = match style {
                Style::Gather => items_field(context, board, snake.head),
                Style::Fight => {
                    let enemies = board.snakes(1 - player);
                    if let Some(block) = fight::block(snake, enemies, moves, board, random) {
                        return block;
                    }
                    fight::hunt(params.hunt, snake.head, enemies, board)
                }
            };
            sample(moves, field, random)
        }
    }
}

/// The widest seal or else the first death.
fn way_out(board: &Board) -> Option<Operation> {
    let kinds = board.move_kinds();
    widest_seal(board, kinds.sealing).or(kinds.deadly.nth(0))
}

/// The pull of the items on a head, in x and y: worth / d^2.
///
/// An item that is still to come pulls if its cell is free or covered by an own snake.
fn items_field(context: &SearchContext, board: &Board, head: Cell) -> (i32, i32) {
    let (mut fx, mut fy) = (0, 0);
    let (x, y) = (i32::from(head.x()), i32::from(head.y()));
    let useless_ray = board.snake().has_ray();
    let mut add = |item: &ScheduledItem, is_open: &dyn Fn() -> bool| {
        let (dx, dy) = (i32::from(item.cell.x()) - x, i32::from(item.cell.y()) - y);
        let near = pull::strength(dx, dy);
        // Most are too far away.
        if near == 0 || !is_open() {
            return;
        }
        let worth = if useless_ray && item.is_ray {
            1
        } else {
            i32::from(item.worth)
        };
        (fx, fy) = (fx + worth * near * dx, fy + worth * near * dy);
    };
    let (lying, coming) = context.schedule.around(board.round());
    for item in lying {
        add(item, &|| item.is_in_reach(board, head));
    }
    for item in coming {
        add(item, &|| item.may_come_to_own(board));
    }
    (fx, fy)
}

/// A random move, weighted by a field: the weight of a move is the field along it, plus |x| + |y| of the field. If nothing
/// pulls, or only away from all moves, they are equally likely.
fn sample(moves: Operations, (fx, fy): (i32, i32), random: &mut Rng) -> Operation {
    let mass = fx.abs() + fy.abs();
    let is_open = |operation: Operation| i32::from(moves.contains(operation));
    let open = [
        Operation::Right,
        Operation::Up,
        Operation::Left,
        Operation::Down,
    ]
    .map(is_open);
    let along = [fx, fy, -fx, -fy];
    let mut weights = [0, 1, 2, 3].map(|way| open[way] * (along[way] + mass));
    let mut total: i32 = weights.iter().sum();
    if total == 0 {
        weights = open;
        total = moves.len() as i32;
    }
    let pick = random.i32(0..total);
    let (first, second) = (weights[0], weights[0] + weights[1]);
    let third = second + weights[2];
    let way = usize::from(pick >= first) + usize::from(pick >= second) + usize::from(pick >= third);
    Operation::ALL[way]
}

#[cfg(test)]
mod tests;
