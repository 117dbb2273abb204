//! Alpha-beta of six plies, one ply deeper after another. The value is a sum over all lines of five cells, by the
//! number of stones in them, of lines with stones of one side only. Cells within two steps of a stone are tried, those
//! first that change this sum most.

use botzone::{Answer, Bot, Turn, value};
use gomoku::{Board, Cell, CellSet, Color, FIVE, LINES, Move};
use search::Budget;

pub mod params;

use params::Params;

/// More than any sum of lines.
const WIN: i32 = 100_000_000;

/// The bot. It remembers nothing.
pub struct Lines {
    params: Params,
}

impl Bot for Lines {
    type State = Board;
    type Move = Move;

    const BENCH_NODES: u64 = 20_000;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Lines {
            params: Params::own(),
        }
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Params::parse(text).map(|params| Lines { params })
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Move> {
        let mut search = Search {
            board: *board,
            lines: Lined::new(board, &self.params),
            params: self.params,
            budget: Budget::of(turn),
        };
        let mut moves = search.ordered();
        let (mut best, mut depth) = (0, 0);
        while depth < self.params.depth && moves.len() > 1 && !search.budget.soft_exhausted() {
            let Some((value, place)) = search.root(&moves, depth + 1) else {
                break;
            };
            best = value;
            moves[..=place].rotate_right(1);
            depth += 1;
        }
        let share = f64::from(best) / (1000.0 + f64::from(best.abs()));
        let nodes = search.budget.nodes();
        Answer {
            mv: Move::Place(moves[0]),
            value: i64::from(best),
            nodes,
            debug: format!("depth {}, {} nodes, {}", depth, nodes, value::text(share)),
        }
    }
}

struct Search {
    board: Board,
    lines: Lined,
    params: Params,
    budget: Budget,
}

impl Search {
    /// The best value of the moves of the root and its place; `None` if the budget was spent first.
    fn root(&mut self, moves: &[Cell], depth: u8) -> Option<(i32, usize)> {
        let mut best = (-WIN - 1, 0);
        for (i, &cell) in moves.iter().enumerate() {
            let value = self.after(cell, -WIN - 1, -best.0, depth);
            if self.budget.exhausted() {
                return None;
            }
            if value > best.0 {
                best = (value, i);
            }
        }
        Some(best)
    }

    /// The value of a move for the side that makes it; the window is the other side's.
    fn after(&mut self, cell: Cell, alpha: i32, beta: i32, depth: u8) -> i32 {
        let board = self.board;
        let color = board.to_move();
        self.board.play_unchecked(Move::Place(cell));
        self.lines.change(cell, color, 1);
        let value = -self.value(alpha, beta, depth - 1);
        self.lines.change(cell, color, -1);
        self.board = board;
        value
    }

    /// The value for the side to move; without meaning once the budget is spent.
    fn value(&mut self, mut alpha: i32, beta: i32, depth: u8) -> i32 {
        if self.budget.exhausted() {
            return 0;
        }
        self.budget.spend(1);
        match self.board.outcome() {
            // The last move won; the earlier, the more it counts.
            Some(outcome) if outcome.winner().is_some() => return -WIN + self.board.ply() as i32,
            Some(_) => return 0,
            None => {}
        }
        if depth == 0 {
            return match self.board.to_move() {
                Color::Black => self.lines.sum,
                Color::White => -self.lines.sum,
            };
        }
        let mut best = -WIN;
        for cell in self.ordered() {
            best = best.max(self.after(cell, -beta, -alpha, depth));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The cells to try, the most promising ones first.
    fn ordered(&self) -> Vec<Cell> {
        let color = self.board.to_move();
        let empty = self.board.empty();
        let mut near = CellSet::EMPTY;
        for stone in !empty {
            let [x, y] = [stone.x(), stone.y()];
            for (dx, dy) in (0..25).map(|i| (i % 5, i / 5)) {
                // A coordinate left of or above the board becomes a large number.
                if let Some(cell) = Cell::new((x + dx).wrapping_sub(2), (y + dy).wrapping_sub(2)) {
                    near.insert(cell);
                }
            }
        }
        let near = match (near & empty).is_empty() {
            true => empty,
            false => near & empty,
        };
        let mut cells: Vec<(i32, Cell)> = (near.iter())
            .map(|cell| (-self.lines.gain(cell, color), cell))
            .collect();
        let from_center = |cell: Cell| {
            let [x, y] = [cell.x(), cell.y()].map(|at| (i32::from(at) - 7).abs());
            x.max(y)
        };
        cells.sort_by_key(|&(gain, cell)| (gain, from_center(cell)));
        cells.truncate(self.params.moves);
        cells.into_iter().map(|(_, cell)| cell).collect()
    }
}

/// The stones of both sides on every line of five cells.
struct Lined {
    /// By direction and first cell.
    counts: Vec<[u8; 2]>,
    /// The worth of lines with stones of one side only, by their number.
    values: [i32; FIVE + 1],
    /// The worth of all lines for black.
    sum: i32,
}

impl Lined {
    fn new(board: &Board, params: &Params) -> Self {
        let [one, two, three, four] = params.lines;
        let mut lines = Lined {
            counts: vec![[0; 2]; LINES.len() * Cell::COUNT],
            // Of five the outcome tells.
            values: [0, one, two, three, four, four],
            sum: 0,
        };
        for &color in &[Color::Black, Color::White] {
            for cell in board.stones(color) {
                lines.change(cell, color, 1);
            }
        }
        lines
    }

    /// Adds a stone, or takes it away.
    fn change(&mut self, cell: Cell, color: Color, by: i8) {
        for line in through(cell) {
            let before = self.value(self.counts[line]);
            let count = &mut self.counts[line][color.index()];
            *count = (*count as i8 + by) as u8;
            self.sum += self.value(self.counts[line]) - before;
        }
    }

    /// The worth of a line for black.
    fn value(&self, counts: [u8; 2]) -> i32 {
        match counts {
            [black, 0] => self.values[usize::from(black)],
            [0, white] => -self.values[usize::from(white)],
            _ => 0,
        }
    }

    /// The gain of a stone on an empty cell, for what it wins and prevents. Five in line and four of the other side
    /// come before all else.
    fn gain(&self, cell: Cell, color: Color) -> i32 {
        let gains = through(cell).map(|line| {
            let counts = self.counts[line].map(usize::from);
            match (counts[color.index()], counts[color.opponent().index()]) {
                (4, 0) => WIN / 100,
                (0, 4) => WIN / 1000,
                (own, 0) => self.values[own + 1],
                (0, other) => self.values[other + 1] / 2,
                _ => 0,
            }
        });
        gains.sum()
    }
}

/// The lines of five cells through a cell.
fn through(cell: Cell) -> impl Iterator<Item = usize> {
    let starts = (0..LINES.len()).flat_map(|line| (0..FIVE as i8).map(move |back| (line, back)));
    starts.filter_map(move |(line, back)| {
        let start = cell.step(LINES[line], -back)?;
        start.step(LINES[line], FIVE as i8 - 1)?;
        Some(line * Cell::COUNT + start.index())
    })
}

botzone::bench_test!(Lines, gomoku::botzone);

#[cfg(test)]
mod tests;
