//! The tree in memory: the moves of a position lie side by side, with one array for each of their numbers, so that the
//! formula of the search is worked out for eight moves at a time.

use std::ops::Range;

use nogo::Point;

/// Moves that are worked on together: the `f32` of one AVX register.
const LANES: usize = 8;

/// Most edges in the tree: 21 bytes each, 105 MB. When they are used up the search goes on without new positions.
const MOST_EDGES: usize = 5_000_000;

/// Most positions in the tree, 12 bytes each.
const MOST_NODES: usize = 1 << 20;

/// Widths that are known beforehand: those of most positions.
const WIDTHS: u32 = 1 << 10;

/// For every [index](Point::index) of a point whether a side has played it in a simulation, 1.0 or 0.0; a power of two
/// long, so that no bounds are checked.
pub type Mask = [f32; 128];

/// The move and the initial statistics of a new edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Birth {
    /// The move.
    pub point: Point,
    /// Sum of results, or infinite for a proven win.
    pub wins: f32,
    /// Visits and RAVE samples.
    pub samples: f32,
    /// Visits.
    pub visits: f32,
}

/// A position whose moves are in the tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Simulations through this position.
    visits: u32,
    /// Place of its first edge.
    first: u32,
    /// Number of its legal moves. The edges are filled up to a multiple of [`LANES`].
    count: u32,
}

impl Node {
    /// Its edges, with those that fill them up.
    #[inline(always)]
    fn block(self) -> Range<usize> {
        self.first as usize..(self.first + self.count).next_multiple_of(LANES as u32) as usize
    }
}

/// Positions (nodes) and their moves (edges), both named by their places. Node 0 is the root.
pub struct Tree {
    nodes: Vec<Node>,
    /// The first of [`width`].
    widths: Vec<f32>,
    /// Sum of the results of visits and RAVE samples for the side that makes the move, prior included; infinite where
    /// the move is proven to win, minus infinite where it is proven to lose.
    wins: Vec<f32>,
    /// Number of visits and RAVE samples, prior included.
    samples: Vec<f32>,
    /// Number of visits, prior included.
    visits: Vec<f32>,
    /// Its square root, so that the formula takes none.
    roots: Vec<f32>,
    /// The node that the move leads to; 0 if that is not in the tree.
    child: Vec<u32>,
    /// The move.
    point: Vec<Point>,
}

impl Tree {
    /// A tree without a position.
    pub fn new() -> Tree {
        // The memory is only reserved here: what is never written costs nothing.
        Tree {
            nodes: Vec::with_capacity(MOST_NODES),
            widths: (0..WIDTHS).map(width).collect(),
            wins: Vec::with_capacity(MOST_EDGES),
            samples: Vec::with_capacity(MOST_EDGES),
            visits: Vec::with_capacity(MOST_EDGES),
            roots: Vec::with_capacity(MOST_EDGES),
            child: Vec::with_capacity(MOST_EDGES),
            point: Vec::with_capacity(MOST_EDGES),
        }
    }

    /// Is there room for another position?
    pub fn has_room(&self) -> bool {
        self.nodes.len() < MOST_NODES && self.wins.len() + Point::COUNT + LANES <= MOST_EDGES
    }

    /// Adds a position with these moves and returns its node.
    pub fn add(&mut self, births: impl Iterator<Item = Birth>) -> u32 {
        let first = self.wins.len();
        for birth in births {
            self.wins.push(birth.wins);
            self.samples.push(birth.samples);
            self.visits.push(birth.visits);
            self.roots.push(birth.visits.sqrt());
            self.point.push(birth.point);
        }
        let count = self.wins.len() - first;
        let end = first + count.next_multiple_of(LANES);
        self.wins.resize(end, f32::NEG_INFINITY);
        self.samples.resize(end, 1.0);
        self.visits.resize(end, 0.0);
        self.roots.resize(end, 0.0);
        if let Some(&last) = self.point.last() {
            self.point.resize(end, last);
        }
        self.child.resize(end, 0);
        self.nodes.push(Node {
            visits: 0,
            first: first as u32,
            count: count as u32,
        });
        (self.nodes.len() - 1) as u32
    }

    /// Makes the node `child` the position after the move `edge`.
    pub fn link(&mut self, edge: u32, child: u32) {
        self.child[edge as usize] = child;
    }

    /// The node after a move, if it is in the tree.
    pub fn child(&self, edge: u32) -> Option<u32> {
        let child = self.child[edge as usize];
        (child != 0).then_some(child)
    }

    /// The point of a move.
    pub fn point(&self, edge: u32) -> Point {
        self.point[edge as usize]
    }

    /// Visits of a move, prior included.
    pub fn visits(&self, edge: u32) -> f32 {
        self.visits[edge as usize]
    }

    /// Mean result of a move's visits and RAVE samples; infinite if it is proven to win, minus infinite if to lose.
    pub fn mean(&self, edge: u32) -> f32 {
        self.wins[edge as usize] / self.samples[edge as usize]
    }

    /// Number of a move's visits and RAVE samples, prior included.
    pub fn samples(&self, edge: u32) -> f32 {
        self.samples[edge as usize]
    }

    /// Simulations through a node.
    pub fn simulations(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// The moves of a node.
    pub fn edges(&self, node: u32) -> Range<u32> {
        let Node { first, count, .. } = self.nodes[node as usize];
        first..first + count
    }

    /// The part of the tree below a node, which becomes the root.
    pub fn below(&self, root: u32) -> Tree {
        let mut below = Tree::new();
        // The nodes of the old tree in the order in which the new one gets them.
        let mut old = vec![root];
        let mut next = 0;
        while let Some(&node) = old.get(next) {
            let node = self.nodes[node as usize];
            let block = node.block();
            below.nodes.push(Node {
                first: below.wins.len() as u32,
                ..node
            });
            below.wins.extend_from_slice(&self.wins[block.clone()]);
            below
                .samples
                .extend_from_slice(&self.samples[block.clone()]);
            below.visits.extend_from_slice(&self.visits[block.clone()]);
            below.roots.extend_from_slice(&self.roots[block.clone()]);
            below.point.extend_from_slice(&self.point[block.clone()]);
            for &child in &self.child[block] {
                let new = if child == 0 { 0 } else { old.len() as u32 };
                below.child.push(new);
                if child != 0 {
                    old.push(child);
                }
            }
            next += 1;
        }
        below
    }

    /// Notes that a move is proven to win (or to lose).
    pub fn prove(&mut self, edge: u32, wins: bool) {
        self.wins[edge as usize] = if wins {
            f32::INFINITY
        } else {
            f32::NEG_INFINITY
        };
    }

    /// The move with the largest (wins + exploration sqrt(ln N visits)) / samples, and that bound. It is infinite if
    /// the move is proven to win, and minus infinite if every move is proven to lose.
    #[inline]
    pub fn select(&self, node: u32, exploration: f32) -> (u32, f32) {
        let node = self.nodes[node as usize];
        let width = exploration
            * match self.widths.get(node.visits as usize) {
                Some(&width) => width,
                None => width(node.visits),
            };
        let block = node.block();
        let wins = self.wins[block.clone()].as_chunks::<LANES>().0;
        let samples = self.samples[block.clone()].as_chunks::<LANES>().0;
        let roots = self.roots[block].as_chunks::<LANES>().0;
        let mut best = [f32::NEG_INFINITY; LANES];
        let mut at = [0.0f32; LANES];
        let mut chunk = 0.0;
        for ((wins, samples), roots) in wins.iter().zip(samples).zip(roots) {
            for lane in 0..LANES {
                let bound = (wins[lane] + width * roots[lane]) / samples[lane];
                let better = bound > best[lane];
                best[lane] = if better { bound } else { best[lane] };
                at[lane] = if better { chunk } else { at[lane] };
            }
            chunk += 1.0;
        }
        let lane = first_largest(&best);
        let edge = node.first + at[lane] as u32 * LANES as u32 + lane as u32;
        (edge, best[lane])
    }

    /// Adds a simulation through `node` by the move `edge`. `result` is 1.0 if the side to move at the node has won,
    /// else 0.0; `played` are the points that this side has played in it, the move included.
    #[inline]
    pub fn learn(&mut self, node: u32, edge: u32, result: f32, played: &Mask) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        let block = node.block();
        let points = self.point[block.clone()].as_chunks::<LANES>().0;
        let wins = self.wins[block.clone()].as_chunks_mut::<LANES>().0;
        let samples = self.samples[block].as_chunks_mut::<LANES>().0;
        for ((points, wins), samples) in points.iter().zip(wins).zip(samples) {
            let mut new = [0.0; LANES];
            for lane in 0..LANES {
                new[lane] = played[points[lane].index() & 127];
            }
            // Copies, because the compiler cannot know that the two do not overlap.
            let (mut more_samples, mut more_wins) = (*samples, *wins);
            for lane in 0..LANES {
                more_samples[lane] += new[lane];
                more_wins[lane] += new[lane] * result;
            }
            *samples = more_samples;
            *wins = more_wins;
        }
        let edge = edge as usize;
        self.visits[edge] += 1.0;
        self.roots[edge] = self.visits[edge].sqrt();
        self.samples[edge] += 1.0;
        self.wins[edge] += result;
    }
}

/// The first lane with the largest number.
#[inline(always)]
fn first_largest(numbers: &[f32; LANES]) -> usize {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let [a, b, c, d, e, f, g, h] = *numbers;
    let (a, b, c, d) = (larger(a, e), larger(b, f), larger(c, g), larger(d, h));
    let largest = larger(larger(a, c), larger(b, d));
    let mut equal = 0u32;
    for (lane, &number) in numbers.iter().enumerate() {
        equal |= u32::from(number == largest) << lane;
    }
    equal.trailing_zeros() as usize & (LANES - 1)
}

/// Square root of the logarithm of a number of simulations.
fn width(simulations: u32) -> f32 {
    libm::logf(simulations.max(1) as f32).sqrt()
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of one position with moves at the first points and these sums of results, samples and visits.
    fn tree(moves: &[(f32, f32, f32)]) -> Tree {
        let mut tree = Tree::new();
        tree.add(
            moves
                .iter()
                .zip(0..)
                .map(|(&(wins, samples, visits), i)| Birth {
                    point: Point::from_index(i).unwrap(),
                    wins,
                    samples,
                    visits,
                }),
        );
        tree
    }

    #[test]
    fn the_largest_bound_is_selected_wherever_it_is() {
        let mut random = fastrand::Rng::with_seed(1);
        for count in 1..=81 {
            let moves: Vec<(f32, f32, f32)> = (0..count)
                .map(|_| {
                    let visits = 1.0 + 20.0 * random.f32();
                    let samples = visits + 20.0 * random.f32();
                    (samples * random.f32(), samples, visits)
                })
                .collect();
            let mut tree = tree(&moves);
            for _ in 0..100 {
                let mask = [0.0; 128];
                tree.learn(0, random.u32(..count), 0.0, &mask);
            }
            for exploration in [0.0, 0.3, 3.0] {
                let bound = |edge: u32| {
                    let i = edge as usize;
                    let width = exploration * (libm::logf(100.0) * tree.visits[i]).sqrt();
                    (tree.wins[i] + width) / tree.samples[i]
                };
                let (edge, best) = tree.select(0, exploration);
                assert!((best - bound(edge)).abs() < 1e-5);
                assert!((0..count).all(|other| bound(other) <= best + 1e-5));
            }
        }
    }

    #[test]
    fn a_simulation_is_a_visit_of_one_move_and_a_sample_of_many() {
        let mut tree = tree(&[(1.0, 4.0, 2.0); 9]);
        let mut played = [0.0; 128];
        (played[0], played[3]) = (1.0, 1.0);
        tree.learn(0, 3, 1.0, &played);
        tree.learn(0, 3, 0.0, &played);
        let numbers = |edge: usize| (tree.wins[edge], tree.samples[edge], tree.visits[edge]);
        assert_eq!(numbers(0), (2.0, 6.0, 2.0));
        assert_eq!(numbers(1), (1.0, 4.0, 2.0));
        assert_eq!(numbers(3), (3.0, 8.0, 4.0));
        assert_eq!(tree.simulations(0), 2);
    }

    #[test]
    fn proofs_outweigh_everything() {
        let mut tree = tree(&[(9.0, 10.0, 5.0), (1.0, 10.0, 5.0), (2.0, 10.0, 5.0)]);
        tree.prove(0, false);
        assert_eq!(tree.select(0, 0.0).0, 2);
        tree.prove(1, true);
        assert_eq!(tree.select(0, 0.0), (1, f32::INFINITY));
        // Samples change nothing about it.
        tree.learn(0, 1, 0.0, &[1.0; 128]);
        assert_eq!(tree.mean(1), f32::INFINITY);
        (0..3).for_each(|edge| tree.prove(edge, false));
        assert_eq!(tree.select(0, 0.0).1, f32::NEG_INFINITY);
    }
}
