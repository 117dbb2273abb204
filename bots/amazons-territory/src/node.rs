//! The nodes of the search's tree.

use std::ops::Range;

use amazons::Move;

use crate::value::chance;

/// The proven result of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Nothing.
    Open,
    /// The side that made the move to this node wins.
    Won,
    /// It loses.
    Lost,
}

/// A position, by the move that leads to it. Values are those of the side that made it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The move.
    pub mv: Move,
    /// The proven result of the move.
    pub proof: Proof,
    /// Its value before a search, in thousandths of a logit; the largest number if the move wins at once.
    pub logit: i32,
    /// The share of the search that its value before it suggests; known once the search may go here.
    pub prior: f32,
    /// One for the value before a search, and one for each search below it.
    pub visits: u32,
    /// The sum of their values; complete once the search may go here.
    pub sum: f32,
    /// The first of its children, which are in a row.
    pub first_child: u32,
    /// The number of its children.
    pub children: u16,
    /// Children that the search has gone to. They are the first ones: from one that has not been searched to the next,
    /// neither value nor prior rises, except by the net's correction to the next one when its turn comes.
    pub opened: u16,
    /// Children that the net has looked at.
    pub refined: u16,
    /// The sum of what is proportional to its children's priors.
    pub weights: f32,
}

impl Node {
    /// A node that has not been searched.
    pub fn new(mv: Move, logit: i32) -> Self {
        Self {
            mv,
            proof: match logit {
                i32::MAX => Proof::Won,
                _ => Proof::Open,
            },
            logit,
            prior: 0.0,
            visits: 1,
            sum: 0.0,
            first_child: 0,
            children: 0,
            opened: 0,
            refined: 0,
            weights: 1.0,
        }
    }

    /// The chance to win, once the search may go here.
    pub fn mean(&self) -> f32 {
        match self.proof {
            Proof::Open => self.sum / self.visits as f32,
            Proof::Won => 1.0,
            Proof::Lost => 0.0,
        }
    }

    /// The indices of its children.
    pub fn child_range(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.children)
    }

    /// The indices of the children that the search has gone to, and of the one that it goes to next.
    pub fn candidates(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from((self.opened + 1).min(self.children))
    }
}

/// Drops all nodes that are not below `root`, which becomes the first. Children come after their parents, siblings in a row.
pub fn keep(nodes: &mut Vec<Node>, root: usize) {
    // One pass marks all that is below the new root.
    let mut below = vec![false; nodes.len()];
    below[root] = true;
    for at in root..nodes.len() {
        if below[at] {
            below[nodes[at].child_range()].fill(true);
        }
    }
    let mut count = 0;
    let place: Vec<u32> = below
        .iter()
        .map(|&stays| {
            count += u32::from(stays);
            count.saturating_sub(1)
        })
        .collect();
    for at in root..nodes.len() {
        if below[at] {
            let node = nodes[at];
            nodes[place[at] as usize] = Node {
                first_child: place[node.first_child as usize],
                ..node
            };
        }
    }
    nodes.truncate(count as usize);
}

/// The chance of a [`Node::logit`].
pub fn before(logit: i32) -> f32 {
    match logit {
        i32::MAX => 1.0,
        _ => chance(logit),
    }
}

/// Powers of e: what priors are proportional to.
#[derive(Clone, Debug)]
pub struct Powers(Vec<f32>);

impl Powers {
    /// Thousandths of a logit of a step.
    const STEP: usize = 8;
    /// Steps; what is farther behind counts for nothing.
    const STEPS: usize = 1000;

    /// The powers for priors that grow by a factor of e with every `temperature` logits.
    pub fn new(temperature: f32) -> Self {
        let power = |i| libm::expf(-1e-3 * (Self::STEP * i) as f32 / temperature);
        Self((0..Self::STEPS).map(power).collect())
    }

    /// The prior of a move this many thousandths of a logit behind the best, as a part of that one's.
    pub fn of(&self, behind: i32) -> f32 {
        let step = behind.max(0) as usize / Self::STEP;
        self.0.get(step).copied().unwrap_or(0.0)
    }
}
