//! Principal variation search (Marsland, Campbell 1982) with iterative deepening, of games of two who move in turn.
//!
//! A game says what its positions and moves are ([`Game`]), and which of the ways to search less it gains by ([`Settings`]); the
//! search knows neither rules nor values.
//!
//! * **Order.** The move of the table, then by what the game thinks of a move and by what it was worth elsewhere in the tree.
//! * **Window.** The first move of a node has the whole window, the others are asked whether they are better, late ones less deep. The
//!   first window of an iteration is narrow.
//! * **Less.** Quiet positions that are far too good are not searched near the leaves, and moves that gain too little or come late
//!   are left out. A node without a move in the table is searched a ply less deep. The one good move of a node is searched deeper.
//! * **Ends.** Values from [`WINS`] on are proven and are left alone by all of that.

mod root;
mod settings;
mod table;

use crate::Budget;
use std::ops::Range;
use table::{Entry, from_here};

pub use root::{Found, RootMove, deepen, tree, value};
pub use settings::Settings;
pub use table::Memory;

/// More than any value.
pub const INFINITE: i32 = i16::MAX as i32;
/// The value of a win, less the plies until then: a win that comes earlier is better.
pub const WIN: i32 = 32_000;
/// Values from here on are wins, their negatives losses.
pub const WINS: i32 = 30_000;
/// Deepest iteration, and the most plies of a line.
pub const MAX_DEPTH: usize = 100;
/// Most that the history thinks of a move, either sign.
const MOST_HISTORY: i32 = 1 << 13;
/// Moves of a node beyond this one are reduced like it.
const MOST_LATE: usize = 63;

/// A position that moves are played on and taken back from, with all that is known of it.
pub trait Game {
    /// A move.
    type Move: Copy + PartialEq;

    /// Moves that the [history](Game::slot) tells apart.
    const SLOTS: usize;

    /// The value for the side to move if the game is over, `ply` plies from the root.
    fn end(&self, ply: usize) -> Option<i32>;

    /// The hash of the position, of which equal positions have the same; `None` where its value depends on the way to it, too.
    fn key(&self) -> Option<u64>;

    /// The value of the position as it is, for the side to move, below [`WINS`] and above their negative.
    fn value(&mut self) -> i32;

    /// Adds the moves to a list, those that make different positions. Moves that hardly ever matter may be left to
    /// [`others`](Game::others).
    fn moves(&mut self, wanted: Wanted<Self::Move>, moves: &mut Vec<Ranked<Self::Move>>);

    /// Adds the moves that [`moves`](Game::moves) has left out; they are asked for where all of those lose, because a position is not
    /// lost before every move has been tried.
    fn others(&mut self, _: Wanted<Self::Move>, _: &mut Vec<Ranked<Self::Move>>) {}

    /// Returns true if the position has a value as it is, so that it need not be searched on with this depth, 0 or less.
    fn is_quiet(&self, _depth: i32) -> bool {
        true
    }

    /// The value of a quiet position where a line ends, or a win that a search of the game's own has proven, if the value is less than
    /// beta.
    fn leaf(&mut self, _beta: i32, _ply: usize, _: &mut Budget) -> i32 {
        self.value()
    }

    /// The depth of a search that may stand for one of this depth, and the difference between both that is likely at most (ProbCut,
    /// Buro 1995).
    fn shallow(&self, _depth: i32) -> Option<(i32, i32)> {
        None
    }

    /// The value of the position, which a move of the root has made, if a search of the game's own proves that the side to move wins.
    fn refutation(&mut self, _: &mut Budget) -> Option<i32> {
        None
    }

    /// Plays a move.
    fn play(&mut self, mv: Self::Move);

    /// Takes the last move back.
    fn take_back(&mut self);

    /// The place of a move of the side to move in the history, below [`SLOTS`](Game::SLOTS).
    fn slot(&self, mv: Self::Move) -> usize;

    /// A move as a number that is not 0.
    fn pack(mv: Self::Move) -> u16;

    /// The move with this number, if it is one.
    fn unpack(number: u16) -> Option<Self::Move>;
}

/// The moves that a node asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<M> {
    /// The depth to which they are searched: the deeper, the more their order may cost.
    pub depth: i32,
    /// Only those that gain more than this ...
    pub gain: i32,
    /// ... and this one, if it is a move of the position.
    pub first: Option<M>,
}

impl<M: PartialEq> Wanted<M> {
    /// All moves.
    pub fn all(depth: i32) -> Self {
        Wanted {
            depth,
            gain: -INFINITE,
            first: None,
        }
    }

    /// Returns true if the node asks for this move, which gains so much.
    #[inline]
    pub fn has(&self, mv: M, gain: i32) -> bool {
        gain > self.gain || self.first == Some(mv)
    }
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// By how much it changes the value at once, roughly; in the units of values.
    pub gain: i32,
    /// Its place in the order: the more, the sooner.
    pub rank: i32,
}

struct Search<'a, G: Game> {
    game: &'a mut G,
    settings: &'a Settings,
    memory: &'a mut Memory,
    budget: Budget,
    /// By depth and by the moves before.
    reductions: Vec<[u8; MOST_LATE + 1]>,
    /// By [`Game::slot`].
    history: Vec<i16>,
    /// Those of the positions on the way, by plies from the root.
    values: Vec<i32>,
    /// Those of the nodes on the way, each behind those of the node before.
    moves: Vec<Ranked<G::Move>>,
}

impl<G: Game> Search<'_, G> {
    /// The value, for the side that made it, of the last move: the first one in the order is searched with the whole window, any other
    /// one first asked whether it is better than alpha, `reduced` plies less deep.
    fn scout(
        &mut self,
        is_first: bool,
        alpha: i32,
        beta: i32,
        [depth, reduced]: [i32; 2],
        ply: usize,
    ) -> i32 {
        if is_first {
            return -self.value(-beta, -alpha, depth - 1, ply + 1, None);
        }
        let mut value = -self.value(-alpha - 1, -alpha, depth - 1 - reduced, ply + 1, None);
        if value > alpha && reduced > 0 {
            value = -self.value(-alpha - 1, -alpha, depth - 1, ply + 1, None);
        }
        if value > alpha && value < beta {
            value = -self.value(-beta, -alpha, depth - 1, ply + 1, None);
        }
        value
    }

    /// The value of the position for the side to move, as exact as the window asks for; without meaning once the budget is spent.
    /// With `except`, that of all moves but this one.
    fn value(
        &mut self,
        mut alpha: i32,
        beta: i32,
        mut depth: i32,
        ply: usize,
        except: Option<G::Move>,
    ) -> i32 {
        if self.budget.exhausted() {
            return 0;
        }
        self.budget.spend(1);
        if let Some(value) = self.game.end(ply) {
            return value;
        }
        if depth <= 0 && self.game.is_quiet(depth) || ply >= MAX_DEPTH {
            return self.game.leaf(beta, ply, &mut self.budget);
        }
        let settings = self.settings;
        let key = self.game.key().filter(|_| except.is_none() && depth > 0);
        let (mut low, mut high, mut first) = (-INFINITE, INFINITE, None);
        let mut known = None;
        if let Some(entry) = key.and_then(|key| self.memory.get(key)) {
            first = G::unpack(entry.mv);
            let bounds =
                [entry.low, entry.high].map(|bound| from_here(bound.into(), -(ply as i32)));
            if i32::from(entry.depth) >= depth {
                if bounds[0] >= beta || bounds[0] == bounds[1] {
                    return bounds[0];
                }
                if bounds[1] <= alpha {
                    return bounds[1];
                }
            }
            if i32::from(entry.depth) == depth {
                [low, high] = bounds;
            }
            known = first.map(|mv| (mv, bounds[0], i32::from(entry.depth)));
        }
        let is_scout = beta - alpha == 1;
        let now = self.game.value();
        self.values[ply] = now;
        if is_scout && depth <= 0 && alpha - now >= settings.hopeless {
            return now;
        }
        if is_scout && except.is_none() && beta.abs() < WINS && depth > 0 {
            let is_improving = i32::from(ply > 1 && now > self.values[ply - 2]);
            let bar = beta + settings.static_margin * depth - settings.improving * is_improving;
            if depth <= settings.static_depth && now >= bar && self.game.is_quiet(0) {
                return now;
            }
            if let Some(value) = self.probable(now, alpha, depth, ply) {
                return value;
            }
        }
        if first.is_none() && settings.without_first > 0 && depth >= settings.without_first {
            depth -= 1;
        }
        let singular = known.filter(|&(_, low, at)| {
            settings.singular_depth > 0
                && depth >= settings.singular_depth
                && except.is_none()
                && at >= depth - 3
                && low.abs() < WINS
                && low > -INFINITE
        });
        let mut extended = 0;
        if let Some((mv, low, _)) = singular {
            let bar = low - settings.singular_margin * depth;
            let others = self.value(bar - 1, bar, (depth - 1) / 2, ply, Some(mv));
            if self.budget.exhausted() {
                return 0;
            }
            if others < bar {
                extended = 1;
            } else if is_scout && bar >= beta {
                // Several moves are too good.
                return bar;
            }
        }
        let mut wanted = Wanted::all(depth);
        wanted.first = first;
        if is_scout && depth > 0 && depth <= settings.futile_depth {
            wanted.gain = alpha - now - settings.futile_base - settings.futile_margin * depth;
        }
        let from = self.moves.len();
        self.game.moves(wanted, &mut self.moves);
        self.rank(from, first);
        let (mut best, mut best_move, start) = (-INFINITE, None, alpha);
        let is_forced = settings.extend_only && self.moves.len() == from + 1 && depth > 0;
        let mut are_all = except.is_some();
        let mut searched = 0;
        let mut next = from;
        loop {
            if next == self.moves.len() && best <= -WINS && !are_all {
                // All of these lose: what was left out comes after all.
                are_all = true;
                self.game.others(wanted, &mut self.moves);
                self.rank(next, None);
            }
            if next == self.moves.len() {
                break;
            }
            let Ranked { mv, gain, .. } = self.pick(next);
            next += 1;
            if Some(mv) == except {
                continue;
            }
            if searched > 0 && best > -WINS && is_scout && depth > 0 {
                let is_late = depth <= settings.late_depth
                    && searched >= settings.late_base + settings.late_moves * depth as usize;
                let is_left_out = |gain| {
                    gain <= settings.small && is_late
                        || gain <= settings.poor && searched >= settings.poor_after
                        || gain <= wanted.gain
                };
                if is_left_out(gain) {
                    let rest = &self.moves[next..];
                    if rest.iter().all(|ranked| is_left_out(ranked.gain)) {
                        break;
                    }
                    continue;
                }
            }
            let mut reduced = 0;
            if searched >= settings.reduce_after && depth >= 3 {
                reduced = self.reduction(depth, searched)
                    - i32::from(gain >= settings.reduce_less)
                    - i32::from(!is_scout);
            }
            self.game.play(mv);
            let deeper = if Some(mv) == first { extended } else { 0 };
            let deep = depth + deeper.max(i32::from(is_forced));
            let depths = [deep, reduced.min(depth - 1).max(0)];
            let value = self.scout(searched == 0, alpha, beta, depths, ply);
            self.game.take_back();
            if self.budget.exhausted() {
                self.moves.truncate(from);
                return 0;
            }
            searched += 1;
            if value > best || best_move.is_none() {
                best = value;
                best_move = Some(mv);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.learn(from..next, depth);
                break;
            }
        }
        self.moves.truncate(from);
        if searched == 0 {
            // All but the excepted one are missing.
            return alpha;
        }
        if let Some(key) = key {
            if best < beta {
                high = best;
            }
            if best > start {
                low = best;
            }
            let entry = Entry {
                low: from_here(low, ply as i32) as i16,
                high: from_here(high, ply as i32) as i16,
                depth: depth as u8,
                mv: best_move.map_or(0, G::pack),
            };
            self.memory.put(key, entry);
        }
        best
    }

    /// A bound that a shallow search makes likely for a null window above alpha.
    fn probable(&mut self, now: i32, alpha: i32, depth: i32, ply: usize) -> Option<i32> {
        let (shallow, margin) = self.game.shallow(depth)?;
        if now > alpha {
            let high = alpha + 1 + margin;
            let is_likely = high < WINS && self.value(high - 1, high, shallow, ply, None) >= high;
            Some(alpha + 1).filter(|_| is_likely)
        } else {
            let low = alpha - margin;
            let is_likely = low > -WINS && self.value(low, low + 1, shallow, ply, None) <= low;
            Some(alpha).filter(|_| is_likely)
        }
    }

    /// Adds to the ranks of the moves from this one on what they were worth elsewhere in the tree; the move of the table comes first.
    fn rank(&mut self, from: usize, first: Option<G::Move>) {
        for ranked in &mut self.moves[from..] {
            ranked.rank = match Some(ranked.mv) == first {
                true => i32::MAX,
                false => ranked.rank + i32::from(self.history[self.game.slot(ranked.mv)]),
            };
        }
    }

    /// The best of the moves from this one on, which changes places with the first of them.
    #[inline]
    fn pick(&mut self, from: usize) -> Ranked<G::Move> {
        let moves = &mut self.moves[from..];
        let mut best = 0;
        for i in 1..moves.len() {
            if moves[i].rank > moves[best].rank {
                best = i;
            }
        }
        moves.swap(0, best);
        moves[0]
    }

    /// The last of these moves was too good, and those before it, searched to the same depth, were not.
    fn learn(&mut self, moves: Range<usize>, depth: i32) {
        let step = (4 * depth * depth).min(MOST_HISTORY / 4);
        for (i, ranked) in self.moves[moves].iter().rev().enumerate() {
            let step = if i == 0 { step } else { -step };
            let number = &mut self.history[self.game.slot(ranked.mv)];
            let is = i32::from(*number);
            *number = (is + step - is * step.abs() / MOST_HISTORY) as i16;
        }
    }

    fn reduction(&self, depth: i32, searched: usize) -> i32 {
        let depth = (depth as usize).min(MAX_DEPTH);
        i32::from(self.reductions[depth][searched.min(MOST_LATE)])
    }
}

#[cfg(test)]
mod tests;
