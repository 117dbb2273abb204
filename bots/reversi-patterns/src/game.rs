//! The game as its search sees it: order of moves, ends, the value of a position, and cuts that are right most of the time.

use reversi::{Board, Cell, CellSet, Move};
use search::alphabeta::{self, Found, INFINITE, MAX_DEPTH, Memory, Ranked, Settings, Wanted};
use search::{Budget, hash_of};

use crate::node::Node;
use crate::patterns::{Patterns, UNIT};

const CORNERS: CellSet = CellSet::from_bits(0x8100_0000_0000_0081);
/// The diagonal neighbors of the corners.
const BESIDE: CellSet = CellSet::from_bits(0x0042_0000_0000_4200);

/// Depths of a shallow search that may stand for a deep one, by the depth of that from [`CUT_FROM`] on: of the same
/// parity, so that the same side has the last word.
pub const SHALLOW: [i32; 13] = [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6];
/// The least depth of a deep search for which a shallow one may stand.
pub const CUT_FROM: i32 = 2;
/// The standard deviations, in logits, of the differences between both with up to 25, up to 35 and more empty cells, as
/// `measure-reversi-patterns cuts` measures them, of earlier weights of these patterns; from depth 12 on continued by eye.
#[rustfmt::skip]
const DEVIATIONS: [[f64; 13]; 3] = [
    [0.36, 0.48, 0.70, 0.70, 0.86, 0.82, 1.01, 1.03, 1.14, 1.08, 1.30, 1.30, 1.30],
    [0.38, 0.36, 0.54, 0.53, 0.57, 0.50, 0.54, 0.61, 0.47, 0.55, 0.65, 0.65, 0.65],
    [0.22, 0.16, 0.26, 0.23, 0.24, 0.25, 0.29, 0.34, 0.33, 0.27, 0.40, 0.40, 0.40],
];
/// Standard deviations that a cut needs.
const CONFIDENCE: f64 = 1.0;
/// The least depth at which moves are put in the order of their values.
const RANKED_FROM: i32 = 2;

/// The worth of a value in the order of moves, beside what they were worth elsewhere in the tree.
const RANK: i32 = 16;
/// The worth of an answer less in the order, as a value.
const ANSWER: i32 = 16;

/// The parts of the tree that are left out, beside what the [cuts](DEVIATIONS) do.
const SETTINGS: Settings = Settings {
    window: 64,
    static_depth: 2,
    static_margin: 100,
    reduction_base: 0.3,
    reduction_factor: 0.4,
    reduce_after: 3,
    extend_only: true,
    ..Settings::WHOLE
};

/// Searches a position as long as the budget lasts.
pub fn search(board: &Board, budget: Budget, value: &Patterns, memory: &mut Memory) -> Found<Move> {
    alphabeta::deepen(
        &mut Game::new(board, value, true),
        &SETTINGS,
        memory,
        budget,
    )
}

/// The value of a position for the side to move, searched to this depth; `has_cuts` allows those that are right most of the time only.
pub fn value(board: &Board, depth: i32, value: &Patterns, has_cuts: bool) -> i32 {
    let mut memory = Memory::new(20);
    alphabeta::value(
        &mut Game::new(board, value, has_cuts),
        &SETTINGS,
        &mut memory,
        depth,
    )
}

/// The game from the root to the position that is searched.
struct Game<'a> {
    value: &'a Patterns,
    has_cuts: bool,
    /// The nodes before the last one.
    path: Vec<Node>,
    node: Node,
}

impl<'a> Game<'a> {
    fn new(board: &Board, value: &'a Patterns, has_cuts: bool) -> Self {
        Game {
            value,
            has_cuts,
            path: Vec::with_capacity(MAX_DEPTH + 1),
            node: Node::new(*board),
        }
    }
}

impl alphabeta::Game for Game<'_> {
    type Move = Move;

    const SLOTS: usize = 2 * Cell::COUNT;

    fn end(&self, ply: usize) -> Option<i32> {
        self.node.end(ply)
    }

    fn key(&self) -> Option<u64> {
        Some(key(&self.node.board))
    }

    #[inline]
    fn value(&mut self) -> i32 {
        self.node.value(self.value)
    }

    fn moves(&mut self, wanted: Wanted<Move>, moves: &mut Vec<Ranked<Move>>) {
        let mut push = |mv, rank| moves.push(Ranked { mv, gain: 0, rank });
        if self.node.moves.is_empty() {
            push(Move::Pass, 0);
        }
        for cell in self.node.moves {
            let Some(next) = self.node.board.after(cell) else {
                continue;
            };
            let [answers, others] = next.moves_of_both();
            let mut rank = 64 * i32::from(CORNERS.contains(cell))
                - 64 * i32::from(BESIDE.contains(cell))
                - ANSWER * (answers.len() + 4 * (answers & CORNERS).len()) as i32;
            if wanted.depth >= RANKED_FROM {
                let sums = self.node.sums.after(&self.node.board, &next);
                rank -= self.value.value(&next, &sums, [answers, others]);
            }
            push(Move::Place(cell), RANK * rank);
        }
    }

    /// The best of the values one ply on.
    fn leaf(&mut self, beta: i32, ply: usize, budget: &mut Budget) -> i32 {
        if self.node.moves.is_empty() {
            let node = self.node.passed();
            return -node.best(self.value, INFINITE, ply + 1, budget);
        }
        self.node.best(self.value, beta, ply, budget)
    }

    fn shallow(&self, depth: i32) -> Option<(i32, i32)> {
        if !self.has_cuts || depth < CUT_FROM {
            return None;
        }
        // Beyond the last depths those of the same parity.
        let last = SHALLOW.len() - 1;
        let at = match (depth - CUT_FROM) as usize {
            at if at <= last => at,
            at => last - (at - last) % 2,
        };
        let stage = match self.node.board.empty().len() {
            0..=25 => 0,
            26..=35 => 1,
            _ => 2,
        };
        let margin = (CONFIDENCE * UNIT * DEVIATIONS[stage][at]) as i32;
        Some((SHALLOW[at], margin))
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let next = match mv {
            Move::Place(cell) => match self.node.board.after(cell) {
                Some(board) => self.node.after(board),
                None => self.node.passed(),
            },
            Move::Pass => self.node.passed(),
        };
        self.path.push(std::mem::replace(&mut self.node, next));
    }

    #[inline]
    fn take_back(&mut self) {
        if let Some(node) = self.path.pop() {
            self.node = node;
        }
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        match mv {
            Move::Place(cell) => self.node.board.to_move().index() * Cell::COUNT + cell.index(),
            Move::Pass => 0,
        }
    }

    fn pack(mv: Move) -> u16 {
        match mv {
            Move::Place(cell) => 1 + cell.index() as u16,
            Move::Pass => 1 + Cell::COUNT as u16,
        }
    }

    fn unpack(number: u16) -> Option<Move> {
        let cell = usize::from(number).checked_sub(1)?;
        Some(Cell::from_index(cell).map_or(Move::Pass, Move::Place))
    }
}

/// The key of a position as the side to move sees it.
fn key(board: &Board) -> u64 {
    hash_of(board.discs_of_both().map(CellSet::bits))
}

#[cfg(test)]
mod tests {
    use alphabeta::{Game as _, WIN};

    use super::*;
    use crate::patterns::{Patterns, Sums};

    /// Games of random moves that now and then go back some plies.
    #[test]
    fn the_game_is_that_of_the_rules() {
        let mut random = fastrand::Rng::with_seed(5);
        let value = Patterns::own();
        let (mut ended, mut passed) = (0, 0);
        for _ in 0..40 {
            let mut line = vec![Board::new()];
            let mut game = Game::new(&line[0], &value, true);
            loop {
                let board = line[line.len() - 1];
                let ply = line.len() - 1;
                let end = board.outcome().map(|outcome| match outcome.winner() {
                    None => 0,
                    Some(winner) if winner == board.to_move() => WIN - ply as i32,
                    Some(_) => ply as i32 - WIN,
                });
                assert_eq!(game.end(ply), end);
                if end.is_some() {
                    ended += 1;
                    break;
                }
                assert_eq!(game.node.board, board);
                assert_eq!(game.node.sums, Sums::of(&board));
                assert_eq!(game.value(), value.of(&board));
                let mut moves = Vec::new();
                game.moves(Wanted::all(random.i32(1..4)), &mut moves);
                let found: Vec<Move> = moves.iter().map(|ranked| ranked.mv).collect();
                assert_eq!(found, board.moves().collect::<Vec<Move>>());
                for &mv in &found {
                    assert_eq!(Game::unpack(Game::pack(mv)), Some(mv));
                    assert!(game.slot(mv) < Game::SLOTS);
                }
                let mv = found[random.usize(..found.len())];
                passed += u32::from(mv == Move::Pass);
                let mut next = board;
                next.play(mv);
                game.play(mv);
                line.push(next);
                while line.len() > 1 && random.u8(..4) == 0 {
                    line.pop();
                    game.take_back();
                }
            }
        }
        assert!(ended == 40 && passed > 5, "{} {}", ended, passed);
    }

    /// The value of a leaf is the best of those one ply on.
    #[test]
    fn a_leaf_looks_one_ply_on() {
        let value = Patterns::own();
        for board in testing::positions!(reversi, 60) {
            if board.outcome().is_some() {
                continue;
            }
            let settled = |board: &Board, mv: Move| {
                let mut next = *board;
                next.play(mv);
                if next.outcome().is_some() {
                    return -Node::new(next).end(1).unwrap();
                }
                match next.moves().next() {
                    Some(Move::Pass) => {
                        next.play(Move::Pass);
                        value.of(&next)
                    }
                    _ => -value.of(&next),
                }
            };
            let found = super::value(&board, 0, &value, true);
            if board.can_move(board.to_move()) {
                let wanted = board.moves().map(|mv| settled(&board, mv)).max();
                assert_eq!(Some(found), wanted, "{:#}", board);
            }
        }
    }
}
