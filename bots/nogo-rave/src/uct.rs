//! UCT with RAVE, with proven results backed up.
//!
//! A simulation walks down the tree by the largest
//!
//! ```text
//! (wins + RAVE wins + exploration sqrt(ln N n)) / (n + RAVE n)
//! ```
//!
//! where N counts the simulations of the position and n those of the move. Visits and RAVE samples always have the same
//! weight: the usual schedule, which lets visits take over, loses most games against this flat sum. A move that is
//! visited for the second time gets its position into the tree; from a move visited for the first time the game is
//! [played out](crate::playout). A node of the budget is a simulation.

use std::fmt;

use nogo::{Board, Color, Point, PointSet};
use search::tree::Branch;
use search::{Budget, on_this_processor};

use crate::mobility::{Candidate, Knowledge, Opinion};
use crate::params::Params;
use crate::playout::playout;
use crate::tree::{Birth, Mask, Tree};

/// The node of the position that is searched.
const ROOT: u32 = 0;

/// The proven result or the mean result of a move or a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Proven to win.
    Won,
    /// Proven to lose.
    Lost,
    /// Not proven: the mean result, 0 to 1.
    Open(f32),
}

impl Verdict {
    /// The win rate in thousandths, rounded: 1000 for a proven win, 0 for a proven loss.
    pub fn thousandths(self) -> i64 {
        match self {
            Verdict::Won => 1000,
            Verdict::Lost => 0,
            Verdict::Open(rate) => (1000.0 * rate + 0.5) as i64,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Won => f.write_str("proven win"),
            Verdict::Lost => f.write_str("proven loss"),
            Verdict::Open(rate) => write!(f, "{:.1} %", 100.0 * rate),
        }
    }
}

/// A move of the root, as the search has counted it so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// The move.
    pub point: Point,
    /// Sum of the results of visits and RAVE samples, what the move was born with included; infinite if it is proven to
    /// win, minus infinite if it is proven to lose.
    pub wins: f32,
    /// Number of visits and RAVE samples, likewise.
    pub samples: f32,
    /// Number of visits, likewise.
    pub visits: f32,
}

/// The search of one position.
pub struct Search {
    params: Params,
    root: Board,
    tree: Tree,
    random: fastrand::Rng,
    /// The walk of the current simulation: nodes and the moves chosen there.
    path: Vec<(u32, u32)>,
    /// The moves that get into the tree now.
    candidates: Vec<Candidate>,
}

impl Search {
    /// A search that has only looked at the moves of the root, of which there must be one at least.
    pub fn new(params: Params, knowledge: &mut impl Knowledge, root: &Board, seed: u64) -> Search {
        let mut search = Search {
            params,
            root: *root,
            tree: Tree::new(),
            random: fastrand::Rng::with_seed(seed),
            path: Vec::with_capacity(Point::COUNT),
            candidates: Vec::with_capacity(Point::COUNT),
        };
        search.expand(knowledge, root, 0.5);
        search
    }

    /// Makes `board` the root and keeps the subtree below it. Returns `false`, and changes nothing, unless it is
    /// a position of the tree one or two moves after the root.
    pub fn follow(&mut self, board: &Board) -> bool {
        let Some(node) = self.find(board) else {
            return false;
        };
        self.tree = self.tree.below(node);
        self.root = *board;
        true
    }

    fn find(&self, board: &Board) -> Option<u32> {
        let mut here = self.root;
        let mut node = ROOT;
        while here.ply() < board.ply() {
            let new = board.stones(here.to_move()) - here.stones(here.to_move());
            let edge = (self.tree.edges(node)).find(|&edge| new.contains(self.tree.point(edge)))?;
            here.play_unchecked(self.tree.point(edge));
            node = self.tree.child(edge)?;
        }
        (here == *board && node != ROOT).then_some(node)
    }

    /// Simulates until the budget is spent or the root is proven, with the knowledge that the search began with.
    pub fn run(&mut self, knowledge: &mut impl Knowledge, budget: &mut Budget) {
        on_this_processor(
            #[inline(always)]
            move || {
                while !budget.exhausted() && self.simulate(knowledge) {
                    budget.spend(1);
                }
            },
        );
    }

    /// One simulation; `false` if there was none because the root is proven.
    #[inline(always)]
    fn simulate(&mut self, knowledge: &mut impl Knowledge) -> bool {
        let mut board = self.root;
        let mut node = ROOT;
        self.path.clear();
        let mut opinion = None;
        let (winner, done) = loop {
            let (edge, bound) = self.tree.select(node, self.params.exploration);
            if bound.is_infinite() {
                let won = bound > 0.0;
                let Some(&(_, to_here)) = self.path.last() else {
                    return false;
                };
                self.tree.prove(to_here, !won);
                // A proof needs no opinion.
                opinion = None;
                let mover = board.to_move();
                break (if won { mover } else { mover.opponent() }, board);
            }
            self.path.push((node, edge));
            board.play_unchecked(self.tree.point(edge));
            node = if let Some(child) = self.tree.child(edge) {
                child
            } else if self.tree.visits(edge) > self.params.prior_visits && self.tree.has_room() {
                let (child, said) = self.expand(knowledge, &board, 1.0 - self.tree.mean(edge));
                self.tree.link(edge, child);
                opinion = Some((board.to_move(), said));
                child
            } else {
                let played = playout(&board, &mut self.random);
                break (played.winner, played.shared_done);
            };
        };
        self.learn(winner, opinion, &done);
        true
    }

    /// Adds the result of a simulation to the moves of its walk and, as RAVE samples, to every move that the side to
    /// move has made later; `done` has the stones of all these moves. An opinion on the way is a part of the result.
    #[inline(always)]
    fn learn(&mut self, winner: Color, opinion: Option<(Color, Opinion)>, done: &Board) {
        // A point that was played before a node is not a move there, so one mask a side is right for the whole walk.
        let masks = [Color::Black, Color::White]
            .map(|color| mask(done.stones(color) - self.root.stones(color)));
        let mut mover = self.root.to_move();
        for &(node, edge) in &self.path {
            let played = if mover == winner { 1.0 } else { 0.0 };
            let result = match opinion {
                None => played,
                Some((color, Opinion { rate, weight })) => {
                    let said = if mover == color { rate } else { 1.0 - rate };
                    played + weight * (said - played)
                }
            };
            self.tree.learn(node, edge, result, &masks[mover.index()]);
            mover = mover.opponent();
        }
    }

    /// Puts a position with all its moves into the tree; what the knowledge says of it.
    fn expand(
        &mut self,
        knowledge: &mut impl Knowledge,
        board: &Board,
        value: f32,
    ) -> (u32, Opinion) {
        let me = board.to_move();
        let Params {
            prior_visits: visits,
            prior_samples,
            ..
        } = self.params;
        let samples = visits + prior_samples;
        let (mut won, mut lost) = (PointSet::EMPTY, PointSet::EMPTY);
        self.candidates.clear();
        for point in board.legal_moves(me) {
            let mut next = *board;
            next.play_unchecked(point);
            let (ours, theirs) = (next.legal_moves(me), next.legal_moves(me.opponent()));
            match knowledge.decided(&next, theirs, ours) {
                Some(true) => lost.insert(point),
                Some(false) => won.insert(point),
                None => {}
            }
            self.candidates.push(Candidate {
                point,
                lead: ours.len() as i32 - theirs.len() as i32,
                rate: 0.5,
            });
        }
        let opinion = knowledge.rate(board, value, &mut self.candidates);
        let births = self.candidates.iter().map(|candidate| Birth {
            point: candidate.point,
            wins: match candidate.point {
                point if won.contains(point) => f32::INFINITY,
                point if lost.contains(point) => f32::NEG_INFINITY,
                _ => samples * candidate.rate,
            },
            samples,
            visits,
        });
        (self.tree.add(births), opinion)
    }
}

/// Results of the search.
impl Search {
    /// The move to play: one that is proven to win, else the most visited one that is not proven to lose, else the most
    /// visited one. Of equal moves the one with the larger mean result.
    ///
    /// # Panics
    /// If the root has no legal move.
    pub fn best(&self) -> Point {
        self.tree.point(self.best_first(ROOT)[0])
    }

    /// Simulations of the root so far, those of earlier turns included.
    pub fn simulations(&self) -> u32 {
        self.tree.simulations(ROOT)
    }

    /// The verdict on the root, which is that on its best move.
    ///
    /// # Panics
    /// If the root has no legal move.
    pub fn verdict(&self) -> Verdict {
        self.verdict_of(self.best_first(ROOT)[0])
    }

    /// The moves that both sides are expected to play, as far as they were visited.
    pub fn line(&self) -> Vec<Point> {
        let mut line = Vec::new();
        let mut node = Some(ROOT);
        while let Some(here) = node {
            match self.best_first(here).first() {
                Some(&edge) if self.visited(edge) > 0 && line.len() < LONGEST_LINE => {
                    line.push(self.tree.point(edge));
                    node = self.tree.child(edge);
                }
                _ => break,
            }
        }
        line
    }

    /// The moves of the root.
    pub fn counted(&self) -> Vec<Counted> {
        let counted = |edge| Counted {
            point: self.tree.point(edge),
            wins: self.tree.mean(edge) * self.tree.samples(edge),
            samples: self.tree.samples(edge),
            visits: self.tree.visits(edge),
        };
        self.tree.edges(ROOT).map(counted).collect()
    }

    /// The top of the tree, best moves first.
    pub fn branches(&self) -> Vec<Branch> {
        self.branches_of(ROOT, LEVELS)
    }

    fn branches_of(&self, node: u32, levels: usize) -> Vec<Branch> {
        if levels == 0 {
            return Vec::new();
        }
        let branch = |&edge: &u32| Branch {
            mv: self.tree.point(edge).to_string(),
            visits: self.visited(edge),
            value: self.verdict_of(edge).to_string(),
            replies: match self.tree.child(edge) {
                Some(child) => self.branches_of(child, levels - 1),
                None => Vec::new(),
            },
        };
        self.best_first(node).iter().map(branch).collect()
    }

    fn best_first(&self, node: u32) -> Vec<u32> {
        let tree = &self.tree;
        let class = |edge| match self.verdict_of(edge) {
            Verdict::Won => 0,
            Verdict::Open(_) => 1,
            Verdict::Lost => 2,
        };
        let mut edges: Vec<u32> = tree.edges(node).collect();
        edges.sort_by(|&a, &b| {
            (class(a).cmp(&class(b)))
                .then(tree.visits(b).total_cmp(&tree.visits(a)))
                .then(tree.mean(b).total_cmp(&tree.mean(a)))
        });
        edges
    }

    fn verdict_of(&self, edge: u32) -> Verdict {
        match self.tree.mean(edge) {
            f32::INFINITY => Verdict::Won,
            f32::NEG_INFINITY => Verdict::Lost,
            mean => Verdict::Open(mean),
        }
    }

    /// Visits of a move without those it was born with.
    fn visited(&self, edge: u32) -> u64 {
        (self.tree.visits(edge) - self.params.prior_visits) as u64
    }
}

/// The mask of a set of points.
#[inline]
fn mask(points: PointSet) -> Mask {
    let mut mask = [0.0; 128];
    for point in points {
        mask[point.index()] = 1.0;
    }
    mask
}

/// Levels of the tree that `explain` prints.
const LEVELS: usize = 3;

/// Most moves of an expected line: it has to fit into the debug text.
const LONGEST_LINE: usize = 24;

#[cfg(test)]
mod tests;
