//! The game as its search sees it: order and gains of moves, ends, and the value of a board.

use ataxx::{Board, Cell, CellSet, Move, Outcome, Position};
use search::alphabeta::{self, Found, MAX_DEPTH, Memory, Ranked, Settings, WIN, Wanted};
use search::{Budget, hash_of};

use crate::windows::{Sums, Windows};

/// The worth of a piece that a move gains.
const PIECE: i32 = 80;
/// The worth of such a piece in the order of moves.
const RANK: i32 = 256;

/// With so few empty cells a jump that flips nothing is as good as a move that gains a little: it may be the one that keeps a cell.
const FULL: usize = 10;

/// The parts of the tree that are left out.
const SETTINGS: Settings = Settings {
    window: 40,
    static_depth: 5,
    static_margin: 60,
    improving: 60,
    futile_depth: 5,
    futile_base: 100,
    futile_margin: 100,
    late_depth: 2,
    late_moves: 12,
    small: PIECE,
    poor: 0,
    poor_after: 2,
    reduction_base: 0.5,
    reduction_factor: 0.6,
    reduce_after: 3,
    reduce_less: 4 * PIECE,
    without_first: 4,
    singular_depth: 5,
    singular_margin: 8,
    ..Settings::WHOLE
};

/// Searches a position as long as the budget lasts.
pub fn search(
    position: &Position,
    budget: Budget,
    leaf: &Windows,
    memory: &mut Memory,
) -> Found<Move> {
    alphabeta::deepen(&mut Game::new(position, leaf), &SETTINGS, memory, budget)
}

/// A position with what is known of it.
struct Game<'a> {
    position: Position,
    leaf: &'a Windows,
    /// By plies from the root.
    sums: Vec<Sums>,
    /// The boards on the way from the root, each with the move that was played on it, and [`may_repeat`](Self::may_repeat) there.
    path: Vec<(Board, Move, bool)>,
    /// True if a move could repeat a step.
    may_repeat: bool,
    /// The plies up to which the sums are those of the way.
    summed: usize,
}

impl<'a> Game<'a> {
    fn new(position: &Position, leaf: &'a Windows) -> Self {
        Game {
            position: position.clone(),
            leaf,
            sums: vec![Sums::of(position.board()); MAX_DEPTH + 2],
            path: Vec::with_capacity(MAX_DEPTH + 1),
            may_repeat: position.may_repeat(),
            summed: 0,
        }
    }

    /// Adds the legal moves that are wanted, those to one cell together, the clone first.
    #[inline]
    fn list(&self, is_wanted: impl Fn(Move, i32) -> bool, moves: &mut Vec<Ranked<Move>>) {
        let board = self.position.board();
        let own = board.pieces(board.to_move());
        let any = !self.may_repeat || self.position.must_repeat();
        let waiting = i32::from(board.empty().len() <= FULL);
        let mut push = |from: Cell, to: Cell, pieces: i32| {
            let (mv, gain) = (Move { from, to }, (PIECE * pieces).max(waiting));
            if is_wanted(mv, gain) && (any || self.position.repeated(mv).is_none()) {
                moves.push(Ranked {
                    mv,
                    gain,
                    rank: RANK * pieces,
                });
            }
        };
        for to in own.within_two() & board.empty() {
            let flipped = 2 * board.flipped(to).len() as i32;
            if let Some(from) = (CellSet::of(to).neighbors() & own).first() {
                push(from, to, flipped + 1);
            }
            for from in board.jumpers(to) {
                push(from, to, flipped);
            }
        }
    }
}

impl alphabeta::Game for Game<'_> {
    type Move = Move;

    const SLOTS: usize = 2 * Cell::COUNT * Cell::COUNT;

    fn end(&self, ply: usize) -> Option<i32> {
        let board = self.position.board();
        let lost = ply as i32 - WIN;
        if board.is_over() {
            return Some(match board.outcome().and_then(Outcome::winner) {
                Some(winner) if winner == board.to_move() => -lost,
                Some(_) => lost,
                None => 0,
            });
        }
        Some(lost + 1).filter(|_| self.may_repeat && self.position.must_repeat())
    }

    /// The moves that lose by repetition depend on the way to the board.
    fn key(&self) -> Option<u64> {
        match self.may_repeat {
            true => None,
            false => Some(key(self.position.board())),
        }
    }

    #[inline]
    fn value(&mut self) -> i32 {
        let board = self.position.board();
        for ply in self.summed..self.path.len() {
            let (before, after) = self.sums.split_at_mut(ply + 1);
            let (board, mv, _) = &self.path[ply];
            after[0].follow(&before[ply], board, *mv);
        }
        self.summed = self.path.len();
        self.leaf.value(board, &self.sums[self.summed])
    }

    fn moves(&mut self, wanted: Wanted<Move>, moves: &mut Vec<Ranked<Move>>) {
        self.list(|mv, gain| wanted.has(mv, gain), moves);
    }

    fn others(&mut self, wanted: Wanted<Move>, moves: &mut Vec<Ranked<Move>>) {
        self.list(|mv, gain| !wanted.has(mv, gain), moves);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.path
            .push((*self.position.board(), mv, self.may_repeat));
        self.position.play_unchecked(mv);
        self.may_repeat = self.position.may_repeat();
    }

    #[inline]
    fn take_back(&mut self) {
        self.position.take_back();
        if let Some((.., may_repeat)) = self.path.pop() {
            self.may_repeat = may_repeat;
        }
        self.summed = self.summed.min(self.path.len());
    }

    /// A clone counts as a move from its target cell: its origin makes no difference.
    #[inline]
    fn slot(&self, mv: Move) -> usize {
        let from = if mv.is_jump() { mv.from } else { mv.to };
        let side = self.position.board().to_move().index();
        (side * Cell::COUNT + from.index()) * Cell::COUNT + mv.to.index()
    }

    fn pack(mv: Move) -> u16 {
        (mv.from.index() * Cell::COUNT + mv.to.index()) as u16
    }

    fn unpack(number: u16) -> Option<Move> {
        let [from, to] = [
            usize::from(number) / Cell::COUNT,
            usize::from(number) % Cell::COUNT,
        ];
        let (from, to) = Cell::from_index(from).zip(Cell::from_index(to))?;
        Some(Move { from, to }).filter(|mv| mv.from != mv.to)
    }
}

/// Plies before the last one from which the number of plies is a part of the key.
const NEAR_END: u16 = 64;

/// The key of a board and of who is to move; near the last ply also of the number of plies.
#[inline]
fn key(board: &Board) -> u64 {
    let [black, white] = board.both().map(|pieces| pieces.bits());
    let ply = match board.ply() {
        ply if ply + NEAR_END > ataxx::LAST_PLY => ply,
        ply => ply % 2,
    };
    hash_of([black ^ u64::from(ply) << 49, white])
}

#[cfg(test)]
mod tests {
    use alphabeta::Game as _;

    use super::*;

    /// Games of random moves that now and then go back some plies.
    #[test]
    fn the_game_is_that_of_the_rules() {
        let mut random = fastrand::Rng::with_seed(5);
        let windows = Windows::own();
        let (mut ended, mut repeating) = (0, 0);
        for _ in 0..60 {
            let mut line = vec![Position::new()];
            let mut game = Game::new(&line[0], &windows);
            while line.len() <= MAX_DEPTH {
                let position = &line[line.len() - 1];
                let ply = line.len() - 1;
                let board = position.board();
                let lost = WIN - ply as i32;
                let end = match position.outcome().map(Outcome::winner) {
                    _ if position.outcome().is_none() && position.must_repeat() => Some(1 - lost),
                    None => None,
                    Some(None) => Some(0),
                    Some(Some(winner)) if winner == board.to_move() => Some(lost),
                    Some(Some(_)) => Some(-lost),
                };
                assert_eq!(game.end(ply), end);
                if end.is_some() {
                    ended += 1;
                    break;
                }
                repeating += u32::from(position.may_repeat());
                assert_eq!(game.key().is_none(), position.may_repeat());
                if random.bool() {
                    assert_eq!(game.value(), windows.value(board, &Sums::of(board)));
                }
                let mut moves = Vec::new();
                game.moves(Wanted::all(1), &mut moves);
                let mut found: Vec<Move> = moves.iter().map(|ranked| ranked.mv).collect();
                let mut wanted: Vec<Move> = position.distinct_moves().collect();
                let mv = found[random.usize(..found.len())];
                for moves in [&mut found, &mut wanted] {
                    moves.sort_by_key(|mv| (mv.to.index(), mv.from.index()));
                }
                assert_eq!(found, wanted);
                assert!(
                    found
                        .iter()
                        .all(|&mv| Game::unpack(Game::pack(mv)) == Some(mv))
                );
                assert!(found.iter().all(|&mv| game.slot(mv) < Game::SLOTS));
                // Few clones, so that steps come again.
                let jumps: Vec<Move> = found.iter().copied().filter(|mv| mv.is_jump()).collect();
                let mv = match random.usize(..8) {
                    0 => mv,
                    _ => *jumps.first().unwrap_or(&mv),
                };
                let mut next = position.clone();
                next.play(mv);
                game.play(mv);
                line.push(next);
                for _ in 0..random.usize(..4) {
                    if line.len() > 1 && random.u8(..4) == 0 {
                        line.pop();
                        game.take_back();
                    }
                }
            }
        }
        assert!(ended > 5 && repeating > 20, "{} {}", ended, repeating);
    }
}
