//! The rings that a snake can close.
//!
//! A ring is a part of the body from the head back to a joint, and a way from the head to a neighbor of the joint; the last
//! move closes it. What it encloses is worth the sum along the loop of what lies [below](Field::below) each step, so the
//! best ways of all lengths to all cells come out of one dynamic program over the number of moves. It does not know that a
//! way must not cross itself: the best ways that do not are taken.

use std::fmt;

use snakego::{Cell, CellSet, Direction, Operation, Position};

use crate::field::Field;
use crate::params::RingParams;
use crate::reach::MOST_MOVES;

/// The number of ways that are tried, the best first, until one does not cross itself.
const TRIES: usize = 40;

/// A ring and how to close it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    /// The next operation.
    pub operation: Operation,
    /// Moves until it is closed, with the one that closes it.
    pub moves: usize,
    /// The cells that become wall.
    pub cells: CellSet,
    /// Their worth, in cells of wall, less risk and moves.
    pub worth: f32,
}

/// `right: 36 cells at move 12, worth 33.5`.
impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (operation, cells) = (self.operation, self.cells.len());
        let (moves, worth) = (self.moves, self.worth);
        write!(
            f,
            "{operation}: {cells} cells at move {moves}, worth {worth:.1}"
        )
    }
}

/// The rounds that are left, with the present one.
pub fn rounds_left(position: &Position) -> usize {
    usize::from((position.rules.max_round() + 1).saturating_sub(position.board.round()))
}

/// For each move of the snake to act the best ring after it, the best first. A snake of less than three cells has none.
/// A ring that the move itself closes is worth `closing` cells less.
pub fn rings(params: &RingParams, position: &Position, closing: f32) -> Vec<Ring> {
    let board = &position.board;
    if board.is_over() || board.snake().len < 3 {
        return Vec::new();
    }
    let kinds = board.move_kinds();
    let plan = Plan::new(params, position, closing);
    let now = kinds.sealing.iter().filter_map(|way| plan.close(way));
    let later = kinds.free.iter().filter_map(|way| plan.best_after(way));
    let mut rings: Vec<Ring> = now.chain(later).collect();
    rings.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    rings
}

struct Plan<'a> {
    params: &'a RingParams,
    field: Field<'a>,
    /// Head first.
    body: Vec<Cell>,
    bank: usize,
    /// Moves before the one that closes a ring.
    most: usize,
    /// The cost of closing one now.
    closing: f32,
}

/// A way whose next move closes a ring.
struct Way<'a> {
    /// By the dynamic program.
    worth: f32,
    moves: usize,
    /// Index of the joint in the body.
    joint: usize,
    /// Its last cell.
    end: Cell,
    table: &'a Table,
}

/// The best ways, by number of moves and last cell.
struct Table {
    /// 1 for rings that turn to the left, -1 for those to the right.
    sense: f32,
    worth: Vec<[f32; 256]>,
    /// The last step of each.
    step: Vec<[Direction; 256]>,
}

impl<'a> Plan<'a> {
    fn new(params: &'a RingParams, position: &Position, closing: f32) -> Plan<'a> {
        let board = &position.board;
        let snake = board.snake();
        let total = snake.total() as usize;
        Plan {
            params,
            field: Field::new(params, board),
            body: board.cells(board.player(), board.acting()),
            bank: usize::from(snake.bank),
            most: params
                .moves
                .min(total)
                .min(MOST_MOVES)
                .min(rounds_left(position).saturating_sub(1)),
            closing,
        }
    }

    /// The ring that this move closes.
    fn close(&self, operation: Operation) -> Option<Ring> {
        let joint = self.body[0].step(operation.direction()?)?;
        let length = self.body.iter().position(|&cell| cell == joint)? + 1;
        let ring: CellSet = self.body[..length].iter().copied().collect();
        Some(self.ring(operation, 1, ring, self.closing))
    }

    /// The best ring after a move that closes none.
    fn best_after(&self, operation: Operation) -> Option<Ring> {
        let first = operation.direction()?;
        if self.most == 0 {
            return None;
        }
        let tables = [1.0, -1.0].map(|sense| self.table(first, sense));
        let mut ways: Vec<Way> = Vec::new();
        for table in &tables {
            self.collect(table, &mut ways);
        }
        ways.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let mut ways = ways.iter().take(TRIES);
        ways.find_map(|way| self.follow(operation, way))
    }

    /// The best ways that begin with a step, for rings of one sense.
    fn table(&self, first: Direction, sense: f32) -> Table {
        let mut table = Table {
            sense,
            worth: vec![[f32::NEG_INFINITY; 256]; self.most + 1],
            step: vec![[first; 256]; self.most + 1],
        };
        let start = self.body[0].wrapping_step(first);
        table.worth[1][usize::from(start.index())] =
            sense * self.field.below(self.body[0], start) + self.gain(start, 1);
        let mut live = CellSet::of(start);
        for number in 2..=self.most {
            let mut reached = CellSet::EMPTY;
            for from in live {
                let so_far = table.worth[number - 1][usize::from(from.index())];
                for step in Direction::ALL {
                    let Some(to) = from.step(step).filter(|&to| self.field.is_open(to, number))
                    else {
                        continue;
                    };
                    let worth = so_far + sense * self.field.below(from, to) + self.gain(to, number);
                    let at = usize::from(to.index());
                    if worth > table.worth[number][at] {
                        table.worth[number][at] = worth;
                        table.step[number][at] = step;
                        reached.insert(to);
                    }
                }
            }
            live = reached;
        }
        table
    }

    /// The gain in the worth of the ring from a cell of the way: half of the cell itself, less its costs.
    fn gain(&self, cell: Cell, number: usize) -> f32 {
        self.field.worth(cell) / 2.0 - self.field.risk(cell, number) - self.params.a_move
    }

    /// The ways of a table that end beside a cell of the body that will still be there.
    fn collect<'t>(&self, table: &'t Table, ways: &mut Vec<Way<'t>>) {
        let halves = |cell: Cell| self.field.worth(cell) / 2.0;
        let mut along = halves(self.body[0]);
        for joint in 1..self.body.len() {
            let (cell, before) = (self.body[joint], self.body[joint - 1]);
            along += table.sense * self.field.below(cell, before) + halves(cell);
            // Each move takes a cell of the end away, unless there is bank to grow by.
            let stays =
                |moves: usize| joint + moves + 1 < self.body.len() + self.bank.min(moves + 1);
            for moves in (1..=self.most).take_while(|&moves| stays(moves)) {
                for end in *cell.neighbors() {
                    let worth = table.worth[moves][usize::from(end.index())];
                    if worth > f32::NEG_INFINITY {
                        // The turns of a loop to the left and to the right differ by four, each a quarter of a cell.
                        let worth = worth + along + table.sense * self.field.below(end, cell) + 1.0;
                        ways.push(Way {
                            worth,
                            moves,
                            joint,
                            end,
                            table,
                        });
                    }
                }
            }
        }
    }

    /// The ring of a way, unless the way crosses itself.
    fn follow(&self, operation: Operation, way: &Way) -> Option<Ring> {
        let mut cells: CellSet = self.body[..=way.joint].iter().copied().collect();
        let (mut at, mut costs) = (way.end, 0.0);
        for number in (1..=way.moves).rev() {
            if cells.contains(at) {
                return None;
            }
            cells.insert(at);
            costs += self.field.risk(at, number) + self.params.a_move;
            let step = way.table.step[number][usize::from(at.index())];
            at = at.wrapping_step(step.opposite());
        }
        Some(self.ring(operation, way.moves + 1, cells, costs))
    }

    /// The ring of a loop. The rare cells that the judge leaves out count, too.
    fn ring(&self, operation: Operation, moves: usize, ring: CellSet, costs: f32) -> Ring {
        let cells = ring | ring.enclosed();
        Ring {
            operation,
            moves,
            cells,
            worth: self.field.worth_of(cells) - costs,
        }
    }
}

#[cfg(test)]
mod tests;
