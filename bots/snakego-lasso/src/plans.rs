//! The items that a snake can fetch after each of its moves, and their effect on the searches.
//!
//! All items are known from the beginning of a half-game; the searches see a few rounds of it. A plan is a way, and it has
//! an item if the way leads over its cell early enough to be there first and late enough still to be there: a body that
//! passes over a cell holds it for as many rounds as the snake is long, and most items are not fetched but fall on a body.
//!
//! The best way is found by dynamic programming over the number of moves: for each cell the best way that ends there, with
//! the items that it has. Ways that cross themselves are left out.

use std::fmt;
use std::iter::successors;

use snakego::{Board, Cell, CellSet, Gift, ITEM_LIFE, Item, Operation, Position};

use crate::params::PlanParams;
use crate::reach::{NEVER, enemy_moves, opening_moves, sibling_moves};

/// Most items that a plan looks at, the next ones.
const MOST_ITEMS: usize = 32;

/// The items that a snake can fetch after a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The move.
    pub operation: Operation,
    /// The items of the best way, in cells of length; those that may go to others, or are far away, in part.
    pub worth: f32,
}

/// `right: items worth 8.5`.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: items worth {:.1}", self.operation, self.worth)
    }
}

/// For each free move of the snake to act what it can fetch after it, in the order of the moves; nothing if no moves are
/// to be planned.
pub fn plans(params: &PlanParams, position: &Position) -> Vec<Plan> {
    let board = &position.board;
    if board.is_over() || params.moves == 0 {
        return Vec::new();
    }
    let open = opening_moves(board);
    let targets = Targets::new(params, position, &open);
    let taken = !board.free();
    let shut: Vec<CellSet> = (0..=params.moves)
        .map(|number| {
            let is_shut = |cell: &Cell| usize::from(open[usize::from(cell.index())]) > number;
            taken.iter().filter(is_shut).collect()
        })
        .collect();
    let plan = |operation: Operation| {
        let start = board.snake().head.step(operation.direction()?)?;
        let worth = best_worth(&targets, start, &shut);
        Some(Plan { operation, worth })
    };
    board.move_kinds().free.iter().filter_map(plan).collect()
}

/// The amounts that plans add to the win rates of the operations, in the order of their numbers: nothing for the best
/// move and for all that are not free moves, and less than nothing for the other free moves.
pub fn bonuses(params: &PlanParams, plans: &[Plan]) -> [f32; 6] {
    let best = plans.iter().map(|plan| plan.worth).fold(0.0, f32::max);
    let mut bonuses = [0.0; 6];
    for plan in plans {
        let loss = (params.rate * (best - plan.worth)).min(params.most);
        bonuses[usize::from(plan.operation.number()) - 1] = -loss;
    }
    bonuses
}

/// An item as the snake to act sees it. Moves are counted from 1, the one that it is to make now.
#[derive(Clone, Copy, Debug)]
struct Target {
    cell: Cell,
    worth: f32,
    /// The first and the last move by which its head may get there.
    first: usize,
    last: usize,
    /// The last moves by which it is there before an enemy, and before another own snake.
    before_enemies: usize,
    before_siblings: usize,
}

struct Targets<'a> {
    params: &'a PlanParams,
    all: Vec<Target>,
    /// For each cell the targets there; bit i stands for number i.
    on: [u32; 256],
    /// The part that is left of an item that is fetched by a move, by the move's number.
    patience: Vec<f32>,
}

impl<'a> Targets<'a> {
    fn new(params: &'a PlanParams, position: &Position, open: &[u8; 256]) -> Targets<'a> {
        let round = usize::from(position.board.round());
        let in_time = |item: &&Item| {
            let time = usize::from(item.time);
            time + usize::from(ITEM_LIFE) > round && time <= round + params.moves
        };
        let items = position.rules.items().iter().filter(in_time);
        let all = targets(params, &position.board, open, items);
        let mut on = [0; 256];
        for (number, target) in all.iter().enumerate() {
            on[usize::from(target.cell.index())] |= 1 << number;
        }
        let later = |left: &f32| Some(left * params.patience);
        let patience = successors(Some(1.0), later).take(params.moves + 1);
        Targets {
            params,
            all,
            on,
            patience: patience.collect(),
        }
    }

    /// Extends a way by a cell that its move with this number leads to.
    #[inline]
    fn extend(&self, way: &Way, cell: Cell, number: usize) -> Way {
        let mut way = *way;
        way.cells.insert(cell);
        let mut left = self.on[usize::from(cell.index())] & !way.items;
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            let target = &self.all[place];
            if (target.first..=target.last).contains(&number) {
                way.items |= 1 << place;
                let mut worth = target.worth * self.patience[number];
                if number > target.before_enemies {
                    worth *= self.params.contested;
                }
                if number > target.before_siblings {
                    worth *= self.params.shared;
                }
                way.worth += worth;
            }
        }
        way
    }
}

/// The first of these items, without those that nobody can fetch, or only a snake that lies there now.
fn targets<'i>(
    params: &PlanParams,
    board: &Board,
    open: &[u8; 256],
    items: impl Iterator<Item = &'i Item>,
) -> Vec<Target> {
    let (enemies, siblings) = (enemy_moves(board, open), sibling_moves(board, open));
    let own_body = board.body(board.player(), board.acting());
    let length = board.snake().total();
    let enemy_lengths = board.snakes(1 - board.player()).iter();
    let enemy_length = enemy_lengths.map(|snake| snake.total()).max().unwrap_or(0);
    let target = |item: &Item| {
        let (round, time) = (usize::from(board.round()), usize::from(item.time));
        if time <= round && !board.ground().contains(item.cell) {
            return None;
        }
        let until = time.saturating_sub(round);
        let at = usize::from(item.cell.index());
        let opens = usize::from(open[at]);
        // Other bodies leave a cell one move after they are counted to.
        let leaves = opens.saturating_sub(usize::from(!own_body.contains(item.cell)));
        if until > 0 && open[at] != NEVER && leaves > until {
            return None;
        }
        // A head that is there earlier is followed by too short a body.
        let earliest = |length: u32| (until + 1).saturating_sub(length as usize).max(1);
        let first = earliest(length);
        Some(Target {
            cell: item.cell,
            worth: match item.gift {
                Gift::Length(length) => f32::from(length),
                Gift::Ray(_) if board.snake().has_ray() => 0.0,
                Gift::Ray(_) => params.ray,
            },
            first,
            last: (time + usize::from(ITEM_LIFE)).saturating_sub(round),
            before_enemies: earliest(enemy_length).max(usize::from(enemies[at])),
            before_siblings: first.max(usize::from(siblings[at])),
        })
    };
    items.filter_map(target).take(MOST_ITEMS).collect()
}

/// A way that does not cross itself.
#[derive(Clone, Copy, Default)]
struct Way {
    worth: f32,
    cells: CellSet,
    /// The targets that it has; bit i stands for number i.
    items: u32,
}

/// The worth of the best way from a cell, to which the first move leads. `shut[n]` are the cells closed to move n.
fn best_worth(targets: &Targets, start: Cell, shut: &[CellSet]) -> f32 {
    let mut ways = vec![Way::default(); 256];
    let mut next = ways.clone();
    let first = targets.extend(&Way::default(), start, 1);
    let mut most = first.worth;
    ways[usize::from(start.index())] = first;
    let mut ends = CellSet::of(start);
    for (number, &shut) in shut.iter().enumerate().skip(2) {
        let mut reached = CellSet::EMPTY;
        for to in ends.neighbors() - shut {
            let mut best: Option<Way> = None;
            for from in *to.neighbors() & ends {
                let way = &ways[usize::from(from.index())];
                if !way.cells.contains(to) {
                    let way = targets.extend(way, to, number);
                    if best.map_or(true, |best| way.worth > best.worth) {
                        best = Some(way);
                    }
                }
            }
            if let Some(way) = best {
                most = most.max(way.worth);
                next[usize::from(to.index())] = way;
                reached.insert(to);
            }
        }
        std::mem::swap(&mut ways, &mut next);
        ends = reached;
    }
    most
}

#[cfg(test)]
mod tests;
