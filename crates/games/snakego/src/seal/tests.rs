//! The judges' floods, word by word, on random loops.

use std::collections::{BTreeMap, BTreeSet};

use super::enclosed;
use crate::cell::{Cell, Direction};
use crate::cell_set::CellSet;
use crate::rules::Enclosure;
use crate::steps::Steps;

type Place = (i32, i32);

const AROUND: [Place; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

fn on_board((x, y): Place) -> bool {
    (0..16).contains(&x) && (0..16).contains(&y)
}

/// The two-sided flood: seeds beside the second cell of each edge, or beside the first.
fn flood(chain: &[Place], beside_first: bool) -> BTreeSet<Place> {
    let ring: BTreeSet<Place> = chain.iter().copied().collect();
    let mut marks: BTreeMap<Place, usize> = BTreeMap::new();
    let mut open = [false; 2];
    for (i, &u) in chain.iter().enumerate() {
        let v = chain[(i + 1) % chain.len()];
        let base = if beside_first { u } else { v };
        let (ex, ey) = (v.0 - u.0, v.1 - u.1);
        for (side, (sx, sy)) in [(-ey, ex), (ey, -ex)].iter().copied().enumerate() {
            let mut stack = vec![(base.0 + sx, base.1 + sy)];
            while let Some(at) = stack.pop() {
                if !on_board(at) {
                    open[side] = true;
                } else if !ring.contains(&at) && !marks.contains_key(&at) {
                    marks.insert(at, side);
                    stack.extend(AROUND.map(|(dx, dy)| (at.0 + dx, at.1 + dy)));
                }
            }
        }
    }
    marks
        .into_iter()
        .filter(|&(_, side)| !open[side])
        .map(|(at, _)| at)
        .collect()
}

/// Every connected part without a cell at the edge of the board.
fn border(chain: &[Place]) -> BTreeSet<Place> {
    let mut seen: BTreeSet<Place> = chain.iter().copied().collect();
    let mut inside = BTreeSet::new();
    for start in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
        let (mut part, mut stack) = (Vec::new(), vec![start]);
        while let Some(at) = stack.pop() {
            if on_board(at) && seen.insert(at) {
                part.push(at);
                stack.extend(AROUND.map(|(dx, dy)| (at.0 + dx, at.1 + dy)));
            }
        }
        if part.iter().all(|&(x, y)| x % 15 != 0 && y % 15 != 0) {
            inside.extend(part);
        }
    }
    inside
}

/// The corners of a set of squares are the cells of the board; a loop is the outline of a set of squares that hangs
/// together, has no holes and does not touch itself in a corner. Squares are added and taken away at random.
struct Blob([[bool; 17]; 17]);

impl Blob {
    /// Changes the square (x, y) from 1 to 15 if the outline stays one simple curve.
    fn change(&mut self, x: usize, y: usize) {
        let ring = [
            (2, 1),
            (2, 2),
            (1, 2),
            (0, 2),
            (0, 1),
            (0, 0),
            (1, 0),
            (2, 0),
        ];
        let near = ring.map(|(dx, dy)| self.0[x + dx - 1][y + dy - 1]);
        let turns = (0..8).filter(|&i| near[i] != near[(i + 1) % 8]).count();
        // No corner at which two squares touch with their tips.
        let now = !self.0[x][y];
        let tip = (0..4).any(|i| {
            let (a, corner, b) = (near[2 * i], near[2 * i + 1], near[(2 * i + 2) % 8]);
            a == b && corner != a && corner == now
        });
        if turns == 2 && !tip {
            self.0[x][y] = now;
        }
    }

    /// The outline in order, the inside on the left.
    fn outline(&self) -> Vec<Place> {
        let full = |x: i32, y: i32| self.0[x as usize][y as usize];
        // Square (x, y) has the corners (x - 1, y - 1) to (x, y).
        let mut next: BTreeMap<Place, Place> = BTreeMap::new();
        for x in 1..=15 {
            for y in (1..=15).filter(|&y| full(x, y)) {
                let sides = [
                    (full(x, y - 1), (x - 1, y - 1), (x, y - 1)),
                    (full(x + 1, y), (x, y - 1), (x, y)),
                    (full(x, y + 1), (x, y), (x - 1, y)),
                    (full(x - 1, y), (x - 1, y), (x - 1, y - 1)),
                ];
                for (_, from, to) in sides.iter().copied().filter(|side| !side.0) {
                    assert_eq!(next.insert(from, to), None);
                }
            }
        }
        let start = *next.keys().next().unwrap();
        let mut chain = vec![start];
        while next[chain.last().unwrap()] != start {
            chain.push(next[chain.last().unwrap()]);
        }
        assert_eq!(chain.len(), next.len());
        chain
    }
}

fn cell((x, y): Place) -> Cell {
    Cell::new(x as u8, y as u8).unwrap()
}

fn fast(chain: &[Place], rule: Enclosure) -> CellSet {
    let mut steps = Steps::NONE;
    for (i, &at) in chain.iter().enumerate() {
        // Toward the head, which is the first cell; from there on to the last.
        let to = chain[(i + chain.len() - 1) % chain.len()];
        let direction = Direction::ALL
            .iter()
            .copied()
            .find(|&d| cell(at).step(d) == Some(cell(to)));
        steps.set(cell(at), direction.unwrap());
    }
    enclosed(chain.iter().map(|&at| cell(at)).collect(), &steps, rule)
}

#[test]
fn floods_on_random_loops() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut blob = Blob([[false; 17]; 17]);
    blob.0[8][8] = true;
    let (mut pinwheels, mut pockets) = ([0; 2], 0);
    for _ in 0..6_000 {
        for _ in 0..20 {
            blob.change(random.usize(1..=15), random.usize(1..=15));
        }
        let mut chain = blob.outline();
        let start = random.usize(..chain.len());
        chain.rotate_left(start);
        if random.bool() {
            chain.reverse();
        }
        let slow = [flood(&chain, false), flood(&chain, true), border(&chain)];
        for (rule, want) in Enclosure::ALL.iter().copied().zip(&slow) {
            let want: CellSet = want.iter().map(|&at| cell(at)).collect();
            assert_eq!(fast(&chain, rule), want, "{rule} {chain:?}");
        }
        let [judge, adk, border] = slow;
        pinwheels[0] += u32::from(judge.len() < adk.len());
        pinwheels[1] += u32::from(judge.len() > adk.len());
        pockets += u32::from(border.len() > judge.len().max(adk.len()));
    }
    // All cases that tell the rules apart have come up.
    assert!(
        pinwheels.iter().all(|&count| count > 10) && pockets > 100,
        "{:?} {}",
        pinwheels,
        pockets
    );
}
