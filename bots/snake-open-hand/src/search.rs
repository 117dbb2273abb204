//! Principal variation search on half-turns, deeper and deeper.

use search::Budget;
use snake::Board;
use snake::rows::Rows;

use crate::apart;
use crate::leaf;
use crate::ordering::{Heads, Ordering};
use crate::quantized::Quantized;
use crate::score::{DECIDED, DRAW, WIN, from_stored, to_stored};
use crate::table::{Bound, Entry, Table, extend};
use crate::track::{Moves, Track};

const INFINITY: i32 = 32_000;

/// From this depth on the third direction is searched less deep first ...
const REDUCED_FROM: i32 = 8;
/// ... by a whole turn: the value of a leaf depends on who is to move.
const REDUCTION: i32 = 2;

/// The table keeps nodes of this depth and more. Nearly all nodes are less deep, and to ask the memory about one of
/// these takes longer than it saves.
const KEPT_FROM: i32 = 6;

/// Deepest iteration, in half-turns.
const MAX_DEPTH: i32 = 240;

/// The share of the budget after which a move without a choice is searched no deeper.
const FORCED: f64 = 0.1;

/// More half-turns than a game has.
const MOST_PLIES: usize = 1000;

/// One of our directions at the root.
#[derive(Clone, Debug)]
pub struct Line {
    /// The direction's number.
    pub direction: usize,
    /// Its value in the last iteration: exact for the best line, for the others they are worth at most this.
    pub value: i32,
    /// Nodes spent on it.
    pub nodes: u64,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// Our directions to open cells, best first. Empty if there is none.
    pub lines: Vec<Line>,
    /// Half-turns of the last complete iteration.
    pub depth: i32,
    /// The principal variation as far as it is in the table: numbers of directions, ours and replies in turn.
    pub variation: Vec<usize>,
}

/// Searches from `board`, a game that goes on, for `player`, until the budget ends or the result is known. `key` is that
/// of the line of play up to here, see [`extend`]. A node of the budget for every half-turn, leaves included.
pub fn search(
    board: &Board,
    player: usize,
    key: u64,
    net: &Quantized,
    table: &mut Table,
    budget: &mut Budget,
) -> Found {
    let (track, open) = Track::new(board, player);
    let mut search = Search {
        track,
        net,
        table,
        budget,
        ordering: Ordering::default(),
        can_meet: (board.height() + board.width()).is_multiple_of(2),
        stopped: false,
        cut: false,
        open: vec![Rows::empty(); MOST_PLIES],
    };
    search.iterate(open, key)
}

struct Search<'a> {
    track: Track,
    net: &'a Quantized,
    table: &'a mut Table,
    budget: &'a mut Budget,
    ordering: Ordering,
    /// True if the heads can come to the same cell: on boards with an even sum of sides.
    can_meet: bool,
    /// The budget has ended: values mean nothing any more.
    stopped: bool,
    /// A line of this iteration ended before the game did.
    cut: bool,
    /// By half-turns from the root: the open cells. Not in [`Node`], because what is copied as a whole soon after its parts
    /// were written keeps the processor waiting.
    open: Vec<Rows>,
}

/// The place of the search, besides the data of the track.
#[derive(Clone, Copy)]
struct Node {
    /// Half-turns still to search.
    depth: i32,
    /// Half-turns from the root.
    ply: i32,
    key: u64,
}

impl Search<'_> {
    fn iterate(&mut self, open: Rows, key: u64) -> Found {
        self.open[0] = self.track.begin_turn(open);
        let line = |direction| Line {
            direction,
            value: 0,
            nodes: 0,
        };
        let mut lines: Vec<Line> = self.track.moves(0).map(line).collect();
        // Without a choice only the value is wanted, for the curve of the game.
        let enough = if lines.len() < 2 { FORCED } else { 1.0 };
        let mut depth = 0;
        while depth < MAX_DEPTH && !lines.is_empty() && 1.0 - self.budget.left() <= enough {
            self.cut = false;
            let root = Node {
                depth: depth + 1,
                ply: 0,
                key,
            };
            self.root(root, &mut lines);
            if self.stopped {
                break;
            }
            depth += 1;
            if !self.cut || lines[0].value.abs() > DECIDED {
                break;
            }
        }
        let variation = self.variation(&lines, key);
        Found {
            lines,
            depth,
            variation,
        }
    }

    /// One iteration. Puts the best line first; if it was stopped, the best of those that it came through.
    fn root(&mut self, root: Node, lines: &mut [Line]) {
        let mut alpha = -INFINITY;
        let mut best = 0;
        for (i, line) in lines.iter_mut().enumerate() {
            let before = self.budget.nodes();
            let child = self.child::<false>(root, line.direction);
            let mut value = alpha + 1;
            if i > 0 {
                value = -self.node::<true>(child, -alpha - 1, -alpha);
            }
            if value > alpha && !self.stopped {
                value = -self.node::<true>(child, -INFINITY, -alpha);
            }
            self.track.unput(0);
            line.nodes += self.budget.nodes() - before;
            if self.stopped {
                break;
            }
            line.value = value;
            if value > alpha {
                alpha = value;
                best = i;
            }
        }
        lines[..=best].rotate_right(1);
    }

    /// Makes a half-turn.
    #[inline(always)]
    fn child<const REPLY: bool>(&mut self, node: Node, direction: usize) -> Node {
        let key = extend(node.key, direction);
        if node.depth > KEPT_FROM {
            self.table.prefetch(key);
        }
        let ply = node.ply as usize;
        self.open[ply + 1] = self
            .track
            .put(usize::from(REPLY), direction, self.open[ply]);
        Node {
            depth: node.depth - 1,
            ply: node.ply + 1,
            key,
        }
    }

    /// The value of a node for the side to move: exact between the bounds, else a bound beyond them.
    fn node<const REPLY: bool>(&mut self, node: Node, alpha: i32, beta: i32) -> i32 {
        if self.budget.exhausted() {
            self.stopped = true;
            return 0;
        }
        self.budget.spend(1);
        // No line from here is better than a win now, none is worse than a loss now.
        if alpha >= WIN - node.ply {
            return alpha;
        }
        if beta <= node.ply - WIN {
            return beta;
        }
        if REPLY {
            return self.reply(node, alpha, beta);
        }
        // If the node is searched once more, its tails leave once more, which changes nothing.
        let ply = node.ply as usize;
        self.open[ply] = self.track.begin_turn(self.open[ply]);
        let value = self.lead(node, alpha, beta);
        self.track.unbegin_turn();
        value
    }

    /// A node in which we are to move. The other head is going to move whatever we do, so if it has no open cell now,
    /// that is its end.
    fn lead(&mut self, mut node: Node, alpha: i32, beta: i32) -> i32 {
        let (ours, theirs) = (self.track.moves(0), self.track.moves(1));
        match (ours.is_empty(), theirs.is_empty()) {
            (true, true) => return DRAW,
            (true, false) => return node.ply - WIN,
            (false, true) => return WIN - node.ply,
            (false, false) => {}
        }
        // A turn without a choice costs no depth.
        if ours.is_single() && theirs.is_single() {
            node.depth = node.depth.max(0) + 2;
        }
        if node.depth <= 0 {
            self.cut = true;
            return self.value::<false>(node);
        }
        let limit = apart::limit(node.depth);
        if limit > 0 {
            let open = self.open[node.ply as usize];
            let (end, tried) = apart::end(&self.track, open, limit);
            self.budget.spend(u64::from(tried));
            if let Some(end) = end {
                return end.value(node.ply);
            }
        }
        self.choose::<false>(node, ours, -INFINITY, alpha, beta)
    }

    /// A node in which our head has moved and the other one is to move. Where it can step onto ours it can have a draw.
    fn reply(&mut self, node: Node, alpha: i32, beta: i32) -> i32 {
        let moves = self.track.moves(1);
        let meets = self.can_meet && self.track.heads_touch();
        let floor = if meets { -DRAW } else { -INFINITY };
        if moves.is_empty() {
            return if meets { floor } else { node.ply - WIN };
        }
        if node.depth <= 0 {
            self.cut = true;
            return (-self.value::<true>(node)).max(floor);
        }
        self.choose::<true>(node, moves, floor, alpha, beta)
    }

    #[inline(always)]
    fn value<const REPLY: bool>(&self, node: Node) -> i32 {
        leaf::value::<REPLY>(self.net, &self.track, self.open[node.ply as usize])
    }

    /// The best of `moves`, or `floor` if that is better.
    fn choose<const REPLY: bool>(
        &mut self,
        node: Node,
        moves: Moves,
        floor: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let is_kept = node.depth >= KEPT_FROM;
        let known = is_kept.then(|| self.table.get(node.key)).flatten();
        if beta - alpha == 1 {
            if let Some(value) = known.and_then(|entry| cutoff(entry, node, alpha, beta)) {
                self.cut = true;
                return value;
            }
        }
        let side = usize::from(REPLY);
        let heads = Heads::of(&self.track, side);
        let known_best = known.and_then(|entry| entry.best);
        let first = known_best.or_else(|| self.ordering.killer(heads));
        let mut best = floor;
        let mut best_direction = None;
        let mut raised = alpha.max(floor);
        for (i, direction) in self.ordering.order(heads, moves, first).enumerate() {
            if raised >= beta {
                break;
            }
            let child = self.child::<REPLY>(node, direction);
            let mut value = raised + 1;
            if i > 1 && node.depth >= REDUCED_FROM {
                let less = Node {
                    depth: child.depth - REDUCTION,
                    ..child
                };
                value = -self.below::<REPLY>(less, -raised - 1, -raised);
            }
            if value > raised && i > 0 && beta - raised > 1 {
                value = -self.below::<REPLY>(child, -raised - 1, -raised);
            }
            if value > raised {
                value = -self.below::<REPLY>(child, -beta, -raised);
            }
            self.track.unput(side);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > raised {
                    raised = value;
                    best_direction = Some(direction);
                }
            }
        }
        match best_direction {
            Some(direction) if best >= beta => {
                self.ordering.remember(heads, direction, node.depth);
            }
            _ => {}
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if is_kept {
            let entry = Entry {
                value: to_stored(best, node.ply),
                depth: node.depth.min(i32::from(u8::MAX)) as u8,
                bound,
                best: best_direction.map(|direction| direction as u8).or(first),
            };
            self.table.put(node.key, entry);
        }
        best
    }

    #[inline(always)]
    fn below<const REPLY: bool>(&mut self, node: Node, alpha: i32, beta: i32) -> i32 {
        if REPLY {
            self.node::<false>(node, alpha, beta)
        } else {
            self.node::<true>(node, alpha, beta)
        }
    }

    /// The best line from the table.
    fn variation(&self, lines: &[Line], mut key: u64) -> Vec<usize> {
        let mut variation = Vec::new();
        let mut next = lines.first().map(|line| line.direction);
        while let Some(direction) = next {
            if variation.len() == MAX_DEPTH as usize {
                break;
            }
            variation.push(direction);
            key = extend(key, direction);
            let entry = self.table.get(key);
            next = entry.and_then(|entry| entry.best).map(usize::from);
        }
        variation
    }
}

/// The value of `node` if the table's entry is enough for these bounds.
#[inline(always)]
fn cutoff(entry: Entry, node: Node, alpha: i32, beta: i32) -> Option<i32> {
    let value = from_stored(entry.value, node.ply);
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    (enough && i32::from(entry.depth) >= node.depth).then_some(value)
}
