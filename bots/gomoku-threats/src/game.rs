//! The game as its search sees it: forced answers, order and gains of moves, and the value of a position.

use gomoku::{Cell, CellSet, Color};
use search::Budget;
use search::alphabeta::{self, Found, Memory, Ranked, Settings, WIN, Wanted};

use crate::field::Field;
use crate::kind;
use crate::params::Params;
use crate::threats::Threats;

/// The parts of the tree that are left out.
const SETTINGS: Settings = Settings {
    window: 150,
    static_depth: 8,
    static_margin: 200,
    hopeless: 350,
    late_depth: 3,
    late_base: 2,
    late_moves: 3,
    small: 0,
    reduction_base: 0.8,
    reduction_factor: 0.5,
    reduce_after: 3,
    extend_only: true,
    ..Settings::WHOLE
};

/// The depth down to which a leaf where an open four has to be prevented is searched on.
const BELOW: i32 = -6;

/// The worth of each kind of cell in the order of moves: to take it, and to take it from the other side.
const ORDER: [[i32; kind::COUNT]; 2] = [
    [
        0, 1, 3, 5, 10, 12, 16, 22, 40, 50, 90, 44, 60, 200, 400, 1000,
    ],
    [0, 1, 2, 4, 8, 10, 13, 18, 30, 38, 60, 34, 46, 100, 200, 500],
];
/// The unit of that order beside what the history adds.
const RANK: i32 = 256;

/// Searches a position in which `mover` is to move as long as the budget lasts.
pub fn search(
    field: &mut Field<'_>,
    mover: Color,
    threats: &mut Threats,
    params: &Params,
    memory: &mut Memory,
    budget: Budget,
) -> Found<Cell> {
    let mut game = Game {
        field,
        mover,
        threats,
        params,
        check: params.check,
    };
    if matches!(game.forced(), Forced::Cells(cells) if cells.len() == 1) {
        // Most such answers are part of a win that has been proven with as much.
        game.check = params.by_threes;
    }
    alphabeta::deepen(&mut game, &SETTINGS, memory, budget)
}

/// A position with the threat searches of its turn.
struct Game<'a, 'b> {
    field: &'a mut Field<'b>,
    mover: Color,
    threats: &'a mut Threats,
    params: &'a Params,
    /// The share of the turn that a search for a refutation may take.
    check: f64,
}

/// The choices of the side to move.
enum Forced {
    /// The end is known: the plies until the side to move wins, or loses if that is negative; 0 for a draw.
    End(i32),
    /// One of these; all others lose.
    Cells(CellSet),
    /// Anything.
    No,
}

impl Game<'_, '_> {
    /// The choices that fives and open fours leave.
    fn forced(&self) -> Forced {
        let (mover, other) = (self.mover, self.mover.opponent());
        if !self.field.fives(mover).is_empty() {
            return Forced::End(1);
        }
        let fives = self.field.fives(other);
        match fives.len() {
            0 => {}
            1 => return Forced::Cells(fives),
            _ => return Forced::End(-2),
        }
        if !self.field.open_fours(mover).is_empty() {
            return Forced::End(3);
        }
        if self.field.open_fours(other).is_empty() {
            return match self.field.empty().is_empty() {
                true => Forced::End(0),
                false => Forced::No,
            };
        }
        let cells = self.field.defenses(other) | self.field.fours(mover);
        match cells.is_empty() {
            true => Forced::End(-4),
            false => Forced::Cells(cells),
        }
    }

    /// Adds these cells as moves. The gain is 1 if one makes an open three or a four or prevents one, or else 0.
    fn rank(&self, cells: CellSet, moves: &mut Vec<Ranked<Cell>>) {
        moves.extend(cells.iter().map(|mv| self.ranked(mv)));
    }

    #[inline]
    fn ranked(&self, mv: Cell) -> Ranked<Cell> {
        let (mover, other) = (self.mover, self.mover.opponent());
        let [own, theirs] = [mover, other].map(|color| self.field.kind(mv, color));
        let order = ORDER[0][usize::from(own)] + ORDER[1][usize::from(theirs)];
        Ranked {
            mv,
            gain: i32::from(own.max(theirs) >= kind::OPEN_THREE),
            rank: RANK * order - from_center(mv),
        }
    }

    /// The most promising cells where there is no threat to answer.
    fn promising(&self) -> CellSet {
        let (cells, most) = (self.field.useful(), self.params.moves);
        if cells.len() <= most {
            return cells;
        }
        // Order and cell in one number, the best one least.
        let mut keys = [0; Cell::COUNT];
        let keys = &mut keys[..cells.len()];
        for (key, cell) in keys.iter_mut().zip(cells) {
            *key = cell.index() as i32 - self.ranked(cell).rank * 256;
        }
        keys.select_nth_unstable(most);
        let best = keys[..most].iter();
        let best = best.filter_map(|&key| Cell::from_index((key & 255) as usize));
        best.collect()
    }
}

impl alphabeta::Game for Game<'_, '_> {
    type Move = Cell;

    const SLOTS: usize = 2 * Cell::COUNT;

    fn end(&self, ply: usize) -> Option<i32> {
        let ply = ply as i32;
        match self.forced() {
            Forced::End(0) => Some(0),
            Forced::End(plies) if plies > 0 => Some(WIN - ply - plies),
            Forced::End(plies) => Some(ply - plies - WIN),
            _ => None,
        }
    }

    fn key(&self) -> Option<u64> {
        let side = if self.mover == Color::Black { 0 } else { SIDE };
        Some(self.field.hash() ^ side)
    }

    #[inline]
    fn value(&mut self) -> i32 {
        self.field.value(self.mover).into()
    }

    /// The forced answers, or the most promising cells that share a possible five with a stone.
    fn moves(&mut self, _: Wanted<Cell>, moves: &mut Vec<Ranked<Cell>>) {
        if let Forced::Cells(cells) = self.forced() {
            return self.rank(cells, moves);
        }
        let cells = match self.promising() {
            CellSet::EMPTY => self.field.empty(),
            cells => cells,
        };
        self.rank(cells, moves);
    }

    /// All other cells.
    fn others(&mut self, _: Wanted<Cell>, moves: &mut Vec<Ranked<Cell>>) {
        if let Forced::Cells(_) = self.forced() {
            return;
        }
        let first = self.promising();
        if !first.is_empty() {
            self.rank(self.field.empty() - first, moves);
        }
    }

    /// Threats are answered.
    fn is_quiet(&self, depth: i32) -> bool {
        let other = self.mover.opponent();
        let is_calm = self.field.fives(other).is_empty() && self.field.open_fours(other).is_empty();
        is_calm || depth <= BELOW
    }

    /// A leaf whose value is not enough looks for a win by fours, one of which has to be more than a four.
    fn leaf(&mut self, beta: i32, ply: usize, budget: &mut Budget) -> i32 {
        let (value, me) = (self.value(), self.mover);
        let more = |cell| self.field.kind(cell, me) > kind::FOUR;
        if value >= beta || !self.field.fours(me).iter().any(more) {
            return value;
        }
        let (depth, mut line) = (self.params.leaf_fours, Vec::new());
        match (self.threats).fours(self.field, self.mover, depth, budget, &mut line) {
            true => WIN - (ply + line.len()) as i32,
            false => value,
        }
    }

    fn refutation(&mut self, budget: &mut Budget) -> Option<i32> {
        let mut part = budget.part(self.check);
        let win = self.threats.by_threes(self.field, self.mover, &mut part);
        budget.spend(part.nodes());
        Some(WIN - 1 - win?.len() as i32)
    }

    #[inline]
    fn play(&mut self, mv: Cell) {
        self.field.place(mv, self.mover);
        self.mover = self.mover.opponent();
    }

    #[inline]
    fn take_back(&mut self) {
        self.mover = self.mover.opponent();
        self.field.take_back();
    }

    #[inline]
    fn slot(&self, mv: Cell) -> usize {
        self.mover.index() * Cell::COUNT + mv.index()
    }

    fn pack(mv: Cell) -> u16 {
        mv.index() as u16 + 1
    }

    fn unpack(number: u16) -> Option<Cell> {
        Cell::from_index(usize::from(number).checked_sub(1)?)
    }
}

/// Of the positions in which white is to move.
const SIDE: u64 = 0x0f1e_2d3c_4b5a_6978;

/// Steps from the center.
fn from_center(cell: Cell) -> i32 {
    let [x, y] = [cell.x(), cell.y()].map(|at| (i32::from(at) - 7).abs());
    x.max(y)
}

#[cfg(test)]
mod tests {
    use alphabeta::Game as _;
    use gomoku::{Board, Move};

    use super::*;
    use crate::tables::Tables;
    use crate::value::Weights;

    /// In random games: the moves and the others are all cells, and the end is known only if somebody can make five or an open four.
    #[test]
    fn the_game_is_that_of_the_rules() {
        let tables = Tables::new(Weights::own());
        let (params, mut threats) = (Params::own(), Threats::default());
        let mut random = fastrand::Rng::with_seed(5);
        let (mut ended, mut forced) = (0, 0);
        for _ in 0..40 {
            let mut board = Board::new();
            let mut field = Field::new(&board, &tables, 0);
            let mut game = Game {
                field: &mut field,
                mover: Color::Black,
                threats: &mut threats,
                params: &params,
                check: params.check,
            };
            loop {
                let me = board.to_move();
                let fives = [me, me.opponent()].map(|color| board.fives(color).len());
                match game.end(0) {
                    Some(end) => {
                        ended += 1;
                        match fives {
                            _ if board.empty().is_empty() => assert_eq!(end, 0),
                            [0, 0] => assert!(matches!(WIN - end.abs(), 3 | 4), "{:#}", board),
                            [0, _] => assert_eq!(end, 2 - WIN, "{:#}", board),
                            _ => assert_eq!(end, WIN - 1, "{:#}", board),
                        }
                        break;
                    }
                    None => assert!(fives[0] == 0 && fives[1] < 2, "{:#}", board),
                }
                let mut moves = Vec::new();
                game.moves(Wanted::all(0), &mut moves);
                let count = moves.len();
                game.others(Wanted::all(0), &mut moves);
                let mut cells = CellSet::EMPTY;
                for ranked in &moves {
                    cells.insert(ranked.mv);
                    assert_eq!(Game::unpack(Game::pack(ranked.mv)), Some(ranked.mv));
                    assert!(game.slot(ranked.mv) < Game::SLOTS);
                }
                assert_eq!(cells.len(), moves.len());
                if game.is_quiet(0) {
                    assert_eq!(cells, board.empty());
                } else {
                    forced += 1;
                    assert_eq!(count, moves.len());
                }
                let mv = moves[random.usize(..moves.len().min(8))].mv;
                game.play(mv);
                game.take_back();
                game.play(mv);
                board.play(Move::Place(mv));
            }
        }
        assert!(ended > 30 && forced > 20, "{} {}", ended, forced);
    }
}
