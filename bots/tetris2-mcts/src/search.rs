//! The tree search: simulations of four turns through the nodes of both players.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};

use arrayvec::ArrayVec;
use search::Budget;
use tetris2::{Board, Color, Garbage, Move, Piece, Player, Rules, Well};

use crate::node::{Candidate, Key, Node};
use crate::params::{MOST_TURNS, Params};
use crate::value;

/// Nodes of a table, above which it is emptied: about 50 MB.
const MOST_NODES: usize = 100_000;

/// The nodes of a color, by a hash that is the same in every run.
type Table = HashMap<Key, Node, BuildHasherDefault<DefaultHasher>>;

/// A search from one position.
pub struct Search {
    params: Params,
    rules: Rules,
    players: [Player; 2],
    /// By color.
    tables: [Table; 2],
    /// By color: the largest differences of values at the end of a simulation, as this color sees them.
    best: [BinaryHeap<Reverse<i32>>; 2],
    random: fastrand::Rng,
    /// The cost so far.
    pub effort: Effort,
}

/// Counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Pairs of well and piece of which all landings were valued to make a node.
    pub nodes: u64,
    /// Those landings.
    pub landings: u64,
    /// Simulations.
    pub simulations: u64,
}

/// The draws of a color in one turn of a simulation.
#[derive(Clone, Copy)]
struct Step {
    key: Key,
    /// Index of the placement.
    candidate: usize,
    /// The piece for the opponent.
    gives: Piece,
}

/// A color in a simulation.
struct Side {
    player: Player,
    dead: bool,
    /// Sum of [`value::clearing`].
    clearing: i32,
    steps: ArrayVec<Step, MOST_TURNS>,
}

impl Side {
    fn new(player: Player) -> Self {
        Self {
            player,
            dead: false,
            clearing: 0,
            steps: ArrayVec::new(),
        }
    }

    /// The worth of the side at the end of a simulation, in hundredths.
    fn value(&self, params: &Params) -> i32 {
        match self.dead {
            true => params.dead,
            false => value::leaf(&params.leaf, &self.player.well, self.clearing),
        }
    }
}

impl Search {
    /// A search that has only the two roots.
    pub fn new(board: &Board, params: &Params, seed: u64) -> Self {
        let players = Color::ALL.map(|color| *board.player(color));
        let mut search = Self {
            params: *params,
            rules: board.rules(),
            players,
            tables: Default::default(),
            best: Default::default(),
            random: fastrand::Rng::with_seed(seed),
            effort: Effort::default(),
        };
        search.add_roots();
        search
    }

    fn add_roots(&mut self) {
        for color in Color::ALL {
            self.add(
                color,
                &self.players[color.index()].clone(),
                self.params.root_width,
            );
        }
    }

    fn add(&mut self, color: Color, player: &Player, width: usize) {
        let node = Node::new(player, width, &self.params, self.rules);
        self.effort.nodes += 1;
        self.effort.landings += node.landings as u64;
        self.tables[color.index()].insert(Key::of(player), node);
    }

    /// Simulates until the budget is spent. A simulation that makes no node costs as much of it as one node.
    pub fn run(&mut self, budget: &mut Budget) {
        budget.spend(self.effort.nodes);
        while !budget.exhausted() {
            let before = self.effort.nodes;
            self.simulate();
            budget.spend((self.effort.nodes - before).max(1));
        }
    }

    /// The variant of the game that is searched.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The player of a color at the root.
    pub const fn player(&self, color: Color) -> &Player {
        &self.players[color.index()]
    }

    /// The root of a color.
    ///
    /// # Panics
    /// Never: roots are always there.
    pub fn root(&self, color: Color) -> &Node {
        &self.tables[color.index()][&Key::of(self.player(color))]
    }

    /// The node of a player's position, if the search has visited it.
    pub fn find(&self, color: Color, player: &Player) -> Option<&Node> {
        self.tables[color.index()].get(&Key::of(player))
    }

    /// The answer; `None` if there is no room for the piece.
    pub fn best(&self, color: Color) -> Option<Move> {
        let root = self.root(color);
        let worth = |candidate: &Candidate| {
            let Candidate { prior, tally, .. } = candidate;
            let doublings = libm::log2(f64::from(tally.visits / 2).max(1.0));
            prior / (1.0 + doublings) + tally.rate()
        };
        let rate = |piece: &Piece| root.pieces[piece.index()].rate();
        Some(Move {
            placement: first_best(root.candidates.iter(), |candidate| worth(candidate))?.placement,
            block: first_best(self.player(color).given.choices(), rate)?,
        })
    }

    fn simulate(&mut self) {
        self.effort.simulations += 1;
        if self.tables.iter().any(|table| table.len() > MOST_NODES) {
            let roots = Color::ALL.map(|color| self.root(color).clone());
            for (color, root) in Color::ALL.iter().copied().zip(roots) {
                let table = &mut self.tables[color.index()];
                table.clear();
                table.insert(Key::of(&self.players[color.index()]), root);
            }
        }
        let mut sides = self.players.map(Side::new);
        for _ in 0..self.params.turns {
            for color in Color::ALL {
                let step = self.draw(color, &sides[color.index()].player);
                sides[color.index()].steps.push(step);
            }
            self.play(&mut sides);
            if sides.iter().any(|side| side.dead) {
                break;
            }
        }
        self.credit(&sides);
    }

    /// Draws a placement and a piece for the opponent.
    fn draw(&mut self, color: Color, player: &Player) -> Step {
        let key = Key::of(player);
        if !self.tables[color.index()].contains_key(&key) {
            self.add(color, player, self.params.width);
        }
        let node = &self.tables[color.index()][&key];
        let placements = node.candidates.iter().map(|candidate| {
            let visits = f64::from(candidate.tally.visits).max(1.0);
            candidate.prior / (1.0 + libm::log2(visits)) + candidate.tally.smoothed()
        });
        let candidate = drawn(placements, &mut self.random);
        let choices: ArrayVec<Piece, 7> = player.given.choices().collect();
        let pieces = choices
            .iter()
            .map(|piece| node.pieces[piece.index()].smoothed());
        let gives = choices[drawn(pieces, &mut self.random)];
        Step {
            key,
            candidate,
            gives,
        }
    }

    /// Plays a turn of what was drawn last.
    fn play(&self, sides: &mut [Side; 2]) {
        let steps = sides
            .each_ref()
            .map(|side| side.steps[side.steps.len() - 1]);
        let mut garbage = [Garbage::default(); 2];
        for (i, side) in sides.iter_mut().enumerate() {
            let placement = self.tables[i][&steps[i].key].candidates[steps[i].candidate].placement;
            let player = &mut side.player;
            let locked = player.well.lock(player.piece, placement);
            side.clearing += value::clearing(&locked, player.combo);
            garbage[i] = player.lock(placement, self.rules);
        }
        for (i, side) in sides.iter_mut().enumerate() {
            side.player.given.add(steps[i].gives);
            side.player.piece = steps[1 - i].gives;
            side.dead = Well::overflows(side.player.height.into(), garbage[1 - i].len());
        }
        if sides.iter().all(|side| !side.dead) {
            for (i, side) in sides.iter_mut().enumerate() {
                side.player.well.raise(garbage[1 - i].rows());
                side.dead = !side.player.well.has_room(side.player.piece);
            }
        }
    }

    /// Values the end of a simulation and counts it in all nodes on its path.
    fn credit(&mut self, sides: &[Side; 2]) {
        let [zero, one] = sides.each_ref().map(|side| side.value(&self.params));
        for (i, difference) in [zero - one, one - zero].iter().copied().enumerate() {
            let won = is_among_best(&mut self.best[i], self.params.best, difference);
            for step in &sides[i].steps {
                if let Some(node) = self.tables[i].get_mut(&step.key) {
                    node.candidates[step.candidate].tally.add(won);
                    node.pieces[step.gives.index()].add(won);
                }
            }
        }
    }
}

/// Returns `true` if the difference is among the largest `count` so far, itself included, and keeps it then.
fn is_among_best(best: &mut BinaryHeap<Reverse<i32>>, count: usize, difference: i32) -> bool {
    if best.len() < count {
        best.push(Reverse(difference));
        return true;
    }
    match best.peek_mut() {
        Some(mut least) if difference > least.0 => {
            *least = Reverse(difference);
            true
        }
        _ => false,
    }
}

/// Draws an index by these weights, which are positive.
///
/// # Panics
/// If there is none.
fn drawn(weights: impl Iterator<Item = f64> + Clone, random: &mut fastrand::Rng) -> usize {
    let mut left = random.f64() * weights.clone().sum::<f64>();
    let mut last = None;
    for (i, weight) in weights.enumerate() {
        last = Some(i);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    match last {
        Some(index) => index,
        None => panic!("nothing to draw from"),
    }
}

/// The first of those that are worth most.
fn first_best<T>(all: impl Iterator<Item = T>, worth: impl Fn(&T) -> f64) -> Option<T> {
    all.reduce(|best, next| {
        if worth(&next) > worth(&best) {
            next
        } else {
            best
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_so_far_are_a_rising_threshold() {
        let mut best = BinaryHeap::new();
        let wins =
            [5, 1, 3, 1, 2, 2, 4, 3].map(|difference| is_among_best(&mut best, 3, difference));
        assert_eq!(wins, [true, true, true, false, true, false, true, false]);
    }

    #[test]
    fn draws_follow_the_weights() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut counts = [0i32; 3];
        for _ in 0..6000 {
            counts[drawn([1.0, 2.0, 3.0].iter().copied(), &mut random)] += 1;
        }
        for (count, expected) in counts.iter().copied().zip([1000, 2000, 3000]) {
            assert!((count - expected).abs() < 150, "{:?}", counts);
        }
    }
}
