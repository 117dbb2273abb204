//! The rules of wells once more, pose by pose and cell by cell, as their description says it: slow and obvious.
//! Nothing here uses the crate's tables.

use std::collections::VecDeque;

mod game;

pub use game::Game;

/// Offsets of the three other cells, by type and orientation.
const CELLS: [[[(i32, i32); 3]; 4]; 7] = [
    [
        [(1, 0), (-1, 0), (-1, -1)],
        [(0, 1), (0, -1), (1, -1)],
        [(-1, 0), (1, 0), (1, 1)],
        [(0, -1), (0, 1), (-1, 1)],
    ],
    [
        [(-1, 0), (1, 0), (1, -1)],
        [(0, -1), (0, 1), (1, 1)],
        [(1, 0), (-1, 0), (-1, 1)],
        [(0, 1), (0, -1), (-1, -1)],
    ],
    [
        [(1, 0), (0, -1), (-1, -1)],
        [(0, 1), (1, 0), (1, -1)],
        [(-1, 0), (0, 1), (1, 1)],
        [(0, -1), (-1, 0), (-1, 1)],
    ],
    [
        [(-1, 0), (0, -1), (1, -1)],
        [(0, -1), (1, 0), (1, 1)],
        [(1, 0), (0, 1), (-1, 1)],
        [(0, 1), (-1, 0), (-1, -1)],
    ],
    [
        [(-1, 0), (0, 1), (1, 0)],
        [(0, -1), (-1, 0), (0, 1)],
        [(1, 0), (0, -1), (-1, 0)],
        [(0, 1), (1, 0), (0, -1)],
    ],
    [
        [(0, -1), (0, 1), (0, 2)],
        [(1, 0), (-1, 0), (-2, 0)],
        [(0, 1), (0, -1), (0, -2)],
        [(-1, 0), (1, 0), (2, 0)],
    ],
    [
        [(0, 1), (-1, 0), (-1, 1)],
        [(-1, 0), (0, -1), (-1, -1)],
        [(0, -1), (1, 0), (1, -1)],
        [(1, 0), (0, 1), (1, 1)],
    ],
];

/// The other cells that must be empty for turning, by type and orientation turned from.
const CLEARANCE: [[&[(i32, i32)]; 4]; 7] = [
    [&[(1, 1)], &[(-1, 1)], &[(-1, -1)], &[(1, -1)]],
    [&[(-1, -1)], &[(1, -1)], &[(1, 1)], &[(-1, 1)]],
    [&[(1, 1)], &[(-1, 1)], &[(-1, -1)], &[(1, -1)]],
    [&[(-1, -1)], &[(1, -1)], &[(1, 1)], &[(-1, 1)]],
    [
        &[(-1, -1), (-1, 1), (1, 1)],
        &[(-1, -1), (-1, 1), (1, -1)],
        &[(-1, -1), (1, 1), (1, -1)],
        &[(-1, 1), (1, 1), (1, -1)],
    ],
    [
        &[(1, -1), (-1, 1), (-2, 1), (-1, 2), (-2, 2)],
        &[(1, 1), (-1, -1), (-2, -1), (-1, -2), (-2, -2)],
        &[(-1, 1), (1, -1), (2, -1), (1, -2), (2, -2)],
        &[(-1, -1), (1, 1), (2, 1), (1, 2), (2, 2)],
    ],
    [&[], &[], &[], &[]],
];

/// Occupied cells, `cells[y - 1][x - 1]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin(pub [[bool; 10]; 20]);

/// A pose: x, y, orientation.
pub type Pose = (i32, i32, usize);

impl Twin {
    pub fn new(rows: &[u16; 20]) -> Self {
        Self(rows.map(|row| std::array::from_fn(|x| row >> x & 1 == 1)))
    }

    pub fn rows(&self) -> [u16; 20] {
        self.0
            .map(|row| (0..10).map(|x| u16::from(row[x]) << x).sum())
    }

    /// Outside the well everything is occupied, above it too.
    fn empty(&self, x: i32, y: i32) -> bool {
        (1..=10).contains(&x) && (1..=20).contains(&y) && !self.0[y as usize - 1][x as usize - 1]
    }

    fn cells(t: usize, (x, y, o): Pose) -> [(i32, i32); 4] {
        let [a, b, c] = CELLS[t][o];
        [(0, 0), a, b, c].map(|(dx, dy)| (x + dx, y + dy))
    }

    pub fn valid(&self, t: usize, pose: Pose) -> bool {
        Self::cells(t, pose).iter().all(|&(x, y)| self.empty(x, y))
    }

    /// For every row of the center up to 20, the cells in rows up to 20 are in columns 1 to 10 and empty.
    fn enter(&self, t: usize, (x, y, o): Pose) -> bool {
        (y..=20).all(|c| {
            Self::cells(t, (x, c, o)).iter().all(|&(cx, cy)| {
                if (1..=20).contains(&cy) {
                    self.empty(cx, cy)
                } else {
                    (1..=10).contains(&cx)
                }
            })
        })
    }

    fn poses() -> impl Iterator<Item = Pose> {
        (0..4).flat_map(|o| (1..=20).flat_map(move |y| (1..=10).map(move |x| (x, y, o))))
    }

    /// Resting places by orientation, row, column. The older game turns without clearance.
    pub fn landings(&self, t: usize, clearance: bool) -> Vec<Pose> {
        let index = |(x, y, o): Pose| (o * 20 + y as usize - 1) * 10 + x as usize - 1;
        let mut seen = [false; 800];
        let mut queue: VecDeque<Pose> = Self::poses()
            .filter(|&pose| self.valid(t, pose) && self.enter(t, pose))
            .collect();
        queue.iter().for_each(|&pose| seen[index(pose)] = true);
        while let Some((x, y, o)) = queue.pop_front() {
            let may_turn = !clearance
                || CLEARANCE[t][o]
                    .iter()
                    .all(|&(dx, dy)| self.empty(x + dx, y + dy));
            let steps = IntoIterator::into_iter([(x - 1, y, o), (x + 1, y, o), (x, y - 1, o)])
                .chain(may_turn.then_some((x, y, (o + 1) % 4)));
            for next in steps {
                if self.valid(t, next) && !seen[index(next)] {
                    seen[index(next)] = true;
                    queue.push_back(next);
                }
            }
        }
        Self::poses()
            .filter(|&(x, y, o)| seen[index((x, y, o))] && !self.valid(t, (x, y - 1, o)))
            .collect()
    }

    pub fn can_put(&self, t: usize) -> bool {
        Self::poses().any(|pose| pose.1 >= 2 && self.valid(t, pose) && self.enter(t, pose))
    }

    /// Locks a piece and clears rows; the full rows without the piece, lowest first.
    pub fn lock(&mut self, t: usize, pose: Pose) -> Vec<[bool; 10]> {
        let before = self.0;
        for (x, y) in Self::cells(t, pose) {
            self.0[y as usize - 1][x as usize - 1] = true;
        }
        let (full, mut left): (Vec<usize>, Vec<usize>) =
            (0..20).partition(|&y| self.0[y] == [true; 10]);
        let kept: Vec<[bool; 10]> = left.drain(..).map(|y| self.0[y]).collect();
        self.0 = std::array::from_fn(|y| kept.get(y).copied().unwrap_or_default());
        full.into_iter().map(|y| before[y]).collect()
    }

    /// The highest row that is not empty, from 1.
    pub fn height(&self) -> usize {
        (1..=20)
            .rev()
            .find(|&y| self.0[y - 1] != [false; 10])
            .unwrap_or(0)
    }

    /// Rows enter at the bottom, the first one lowest.
    pub fn raise(&mut self, rows: &[[bool; 10]]) {
        let all: Vec<[bool; 10]> = rows.iter().chain(&self.0).copied().collect();
        self.0.copy_from_slice(&all[..20]);
    }
}
