//! The tree search: simulations of a few turns through the nodes of both players.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use search::Budget;
use tetris2::{Board, Color, Move, PieceCounts, Placement, Player, Rules};

use crate::node::{Key, NewNode, Node, Tally};
use crate::node_table::NodeTable;
use crate::params::Params;
use crate::select;
use crate::side::{Side, Step, exchange};
use crate::threats::Threats;
use crate::value::{Value, chance};

/// A search from one position.
pub struct Search {
    params: Params,
    value: Value,
    rules: Rules,
    roots: [Player; 2],
    tables: [NodeTable; 2],
    threats: [Threats; 2],
    random: fastrand::Rng,
    /// The cost so far.
    pub effort: Effort,
}

/// Counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Pairs of well and piece of which all landings were evaluated to make a node.
    pub nodes: u64,
    /// Those landings.
    pub landings: u64,
    /// Simulations.
    pub simulations: u64,
}

impl Effort {
    fn count(&mut self, node: &NewNode) {
        self.nodes += 1;
        self.landings += u64::from(node.landings);
    }
}

impl Search {
    /// A search that has only the two roots.
    pub fn new(board: &Board, params: &Params, value: &Value, seed: u64) -> Self {
        let rules = board.rules();
        let roots = Color::ALL.map(|color| *board.player(color));
        let mut effort = Effort::default();
        let threats = Color::ALL.map(|color| Threats::of(board, color));
        let tables = Color::ALL.map(|color| {
            let root = root(board, color, &threats[color.index()], params, value);
            effort.count(&root);
            let gifts = board.player(color.opponent()).given;
            NodeTable::new(&root, select::priors(&root, gifts, params))
        });
        Self {
            params: *params,
            value: value.clone(),
            rules,
            roots,
            tables,
            threats,
            random: fastrand::Rng::with_seed(seed),
            effort,
        }
    }

    /// Simulates until the budget is spent. A simulation that makes no node costs as much of it as one node.
    ///
    /// `for_color` is the side to move for. If it has a certain win, there is nothing to search.
    pub fn run(&mut self, for_color: Color, budget: &mut Budget) {
        budget.spend(self.effort.nodes);
        if self.threats[for_color.index()].win.is_some() {
            return;
        }
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
    pub fn player(&self, color: Color) -> &Player {
        &self.roots[color.index()]
    }

    /// The root of a color.
    pub fn root(&self, color: Color) -> Node<'_> {
        self.tables[color.index()].node(0)
    }

    /// The node of a player's position, if the search has visited it. `gifts` is what the opponent has chosen for it.
    pub fn find(&self, color: Color, player: &Player, gifts: PieceCounts) -> Option<Node<'_>> {
        let table = &self.tables[color.index()];
        table
            .find(Key::of(player, gifts))
            .map(|index| table.node(index))
    }

    /// The answer: a certain win, or the placement and the piece with the most visits; the piece without risk if there is
    /// one.
    pub fn best(&self, color: Color) -> Option<Move> {
        let threats = &self.threats[color.index()];
        if threats.win.is_some() {
            return threats.win;
        }
        let placement = self.best_placement(color)?;
        let theirs = self.root(color.opponent());
        let given = self.player(color).given.choices();
        let moves: ArrayVec<Move, 7> = given.map(|block| Move { block, placement }).collect();
        let tally = |mv: &Move| {
            let Tally { visits, sum } = theirs.record.piece(mv.block);
            Tally {
                visits,
                // A good result for the receiver is bad for us.
                sum: -sum,
            }
        };
        let safe = moves.iter().copied().filter(|&mv| !threats.is_risky(mv));
        first_best(safe, tally).or_else(|| first_best(moves.iter().copied(), tally))
    }

    /// The chance to win: the mean result of the placement with the most visits; 1 if there is a certain win.
    pub fn chance(&self, color: Color) -> f64 {
        if self.threats[color.index()].win.is_some() {
            return 1.0;
        }
        let candidates = self.root(color).candidates.iter();
        let best = candidates.max_by_key(|candidate| candidate.tally.visits);
        let mean = best.and_then(|candidate| candidate.tally.mean());
        mean.unwrap_or(0.5).into()
    }

    /// The placement with the most visits.
    pub fn best_placement(&self, color: Color) -> Option<Placement> {
        let candidates = self.root(color).candidates.iter();
        first_best(candidates, |candidate| candidate.tally).map(|candidate| candidate.placement)
    }

    fn simulate(&mut self) {
        self.effort.simulations += 1;
        for table in &mut self.tables {
            if !table.has_room(self.params.most_turns) {
                table.clear();
            }
        }
        let mut sides = self.roots.map(Side::new);
        let before = self.effort.nodes;
        for turn in 0..self.params.most_turns {
            if turn >= self.params.turns && self.effort.nodes > before {
                break;
            }
            let nodes = match turn {
                0 => [0; 2],
                _ => self.nodes(&sides),
            };
            let steps = Color::ALL.map(|color| self.step(color, &sides, nodes));
            let garbage = Color::ALL.map(|color| {
                let i = color.index();
                let node = self.tables[i].node(steps[i].node as usize);
                let candidate = &node.candidates[usize::from(steps[i].candidate)];
                sides[i].player.lock(candidate.placement, self.rules)
            });
            exchange(&mut sides, steps, garbage);
            if sides.iter().any(|side| side.dead) {
                break;
            }
        }
        self.credit(&sides);
    }

    /// The indices of both players' nodes, which are made if they are not there. Both are looked up before either is
    /// used: memory is slow.
    #[inline]
    fn nodes(&mut self, sides: &[Side; 2]) -> [usize; 2] {
        let gifts = |color: Color| sides[color.opponent().index()].player.given;
        let keys = Color::ALL.map(|color| Key::of(&sides[color.index()].player, gifts(color)));
        let found = [0, 1].map(|i| self.tables[i].find(keys[i]));
        Color::ALL.map(|color| {
            let i = color.index();
            found[i].unwrap_or_else(|| {
                let player = &sides[i].player;
                let node = NewNode::new(
                    player,
                    gifts(color),
                    self.params.width,
                    &self.value,
                    self.rules,
                );
                self.effort.count(&node);
                self.tables[i].add(&node, select::priors(&node, gifts(color), &self.params))
            })
        })
    }

    /// The step in a player's well in this turn: its placement, and the piece that the opponent gives it.
    #[inline]
    fn step(&mut self, color: Color, sides: &[Side; 2], nodes: [usize; 2]) -> Step {
        let gifts = sides[color.opponent().index()].player.given;
        let node = nodes[color.index()];
        let known = self.tables[color.index()].node(node);
        let candidate = select::placement(known, &self.params);
        let next = select::piece(known, gifts, &self.params, &mut self.random);
        Step {
            node: node as u32,
            candidate: candidate as u8,
            next,
        }
    }

    /// Evaluates the end of a simulation and adds the result to all nodes on its path.
    fn credit(&mut self, sides: &[Side; 2]) {
        let result = self.result(sides);
        for (i, result) in [result, 1.0 - result].iter().enumerate() {
            for step in &sides[i].steps {
                self.tables[i].credit(step, *result);
            }
        }
    }

    /// The chance of color 0 to win, at the end of a simulation.
    fn result(&self, sides: &[Side; 2]) -> f32 {
        match sides.each_ref().map(|side| side.dead) {
            [false, false] => chance(self.value.logit(sides.each_ref().map(|side| &side.player))),
            // Of two that overflow in one turn the one with the lower total loses.
            [true, true] => {
                let [own, theirs] = sides.each_ref().map(|side| side.player.total);
                0.5 + 0.5 * f32::from(own.cmp(&theirs) as i8)
            }
            [own_dead, _] => f32::from(!own_dead),
        }
    }
}

/// The root of a player, without the placements after which every piece can lose at once, unless all are such.
fn root(board: &Board, color: Color, threats: &Threats, params: &Params, value: &Value) -> NewNode {
    let (player, rules) = (board.player(color), board.rules());
    let gifts = board.player(color.opponent()).given;
    let is_safe = |placement| {
        let mut moves = player
            .given
            .choices()
            .map(|block| Move { block, placement });
        moves.any(|mv| !threats.is_risky(mv))
    };
    let root = NewNode::among(player, gifts, is_safe, params.root_width, value, rules);
    if root.candidates.is_empty() {
        NewNode::new(player, gifts, params.root_width, value, rules)
    } else {
        root
    }
}

/// The first of those with the most visits, of these the largest sum.
fn first_best<T>(all: impl Iterator<Item = T>, tally: impl Fn(&T) -> Tally) -> Option<T> {
    let order = |a: Tally, b: Tally| {
        let by_visits = a.visits.cmp(&b.visits);
        by_visits.then_with(|| a.sum.total_cmp(&b.sum))
    };
    all.reduce(|best, next| match order(tally(&next), tally(&best)) {
        Ordering::Greater => next,
        _ => best,
    })
}
