//! Regions that only one side can enter, and how many moves it has in them.
//!
//! Amazons and empty cells that are connected by steps of a king form a region. Once every region holds amazons of one
//! side only, neither can touch what the other does: the side to move wins if it has more moves left than the other. How
//! many there are is a matter of filling well, because each move blocks one cell and may cut others off.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use amazons::{Board, CellSet, reach};

/// Positions that one call of [`Filler::counts`] may look at.
const LIMIT: u64 = 400;

/// Bounds of the number of moves of a side in its regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// A way to make this many is known.
    pub least: u32,
    /// There is no way to make more.
    pub most: u32,
}

/// Counts moves, and remembers the regions it has seen.
#[derive(Clone, Debug, Default)]
pub struct Filler {
    /// By amazons and by all cells of a region.
    known: BTreeMap<(u64, u64), Moves>,
    /// Positions that the present call may still look at.
    left: u64,
    /// Moves looked at since the start.
    pub effort: u64,
}

impl Filler {
    /// By side, the one to move first: the moves that it has left, or `None` if some region holds amazons of both.
    pub fn counts(&mut self, board: &Board) -> Option<[Moves; 2]> {
        let me = board.to_move();
        let sides = [me, me.opponent()].map(|color| board.amazons(color));
        let free = !board.arrows();
        for amazon in sides[0] {
            let region = connected(CellSet::of(amazon), free);
            if !(region & sides[1]).is_empty() {
                return None;
            }
        }
        self.left = LIMIT;
        Some(sides.map(|amazons| self.fill_all(amazons, free)))
    }

    /// The moves of amazons of one side in all regions of `free`.
    fn fill_all(&mut self, mut amazons: CellSet, free: CellSet) -> Moves {
        let mut moves = Moves::default();
        while let Some(amazon) = amazons.first() {
            let region = connected(CellSet::of(amazon), free);
            let found = self.fill(amazons & region, region);
            moves.least += found.least;
            moves.most += found.most;
            amazons -= region;
        }
        moves
    }

    /// The moves of the amazons of a region.
    fn fill(&mut self, amazons: CellSet, region: CellSet) -> Moves {
        let bound = (region.len() - amazons.len()) as u32;
        if bound <= 1 {
            // A cell that is empty is next to an amazon, as the region is connected.
            return Moves {
                least: bound,
                most: bound,
            };
        }
        let key = (amazons.bits(), region.bits());
        match self.known.get(&key) {
            Some(&known) if known.least == known.most || self.left == 0 => return known,
            _ => {}
        }
        let first_only = self.left == 0;
        self.left = self.left.saturating_sub(1);
        let next = positions(amazons, region);
        self.effort += next.len() as u64;
        let mut moves = Moves::default();
        for (bound, amazons, region) in next {
            if bound < moves.least || first_only && moves.least > 0 {
                // The rest, of which this is the best, was not looked at.
                moves.most = moves.most.max(bound + 1);
                break;
            }
            let found = self.fill_all(amazons, region);
            moves.least = moves.least.max(found.least + 1);
            moves.most = moves.most.max(found.most + 1);
        }
        moves.most = moves.most.min(bound);
        self.known.insert(key, moves);
        moves
    }
}

/// The positions after one move, those first in which most cells are still connected to an amazon: the number of those
/// cells, the amazons, and all cells.
fn positions(amazons: CellSet, region: CellSet) -> Vec<(u32, CellSet, CellSet)> {
    let mut next = Vec::new();
    for from in amazons {
        let others = amazons - CellSet::of(from);
        let blocked = !region | others;
        for to in reach(from, !region | amazons) {
            let amazons = others | CellSet::of(to);
            for arrow in reach(to, blocked) {
                let region = region - CellSet::of(arrow);
                let bound = connected(amazons, region).len() - amazons.len();
                next.push((bound as u32, amazons, region));
            }
        }
    }
    next.sort_by_key(|&(bound, amazons, region)| (Reverse(bound), amazons.bits(), region.bits()));
    next.dedup();
    next
}

/// All cells of `free` that are connected to one of `from` by steps of a king.
fn connected(from: CellSet, free: CellSet) -> CellSet {
    let mut reached = from;
    loop {
        let next = reached | (reached.neighbors() & free);
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use amazons::Cell;
    use fastrand::Rng;

    use super::*;

    /// The most moves, by trying all of them.
    fn slow(
        amazons: CellSet,
        region: CellSet,
        known: &mut HashMap<(CellSet, CellSet), u32>,
    ) -> u32 {
        if let Some(&most) = known.get(&(amazons, region)) {
            return most;
        }
        let mut most = 0;
        for from in amazons {
            let others = amazons - CellSet::of(from);
            for to in reach(from, !region | others) {
                for arrow in reach(to, !region | others) {
                    let mut next = others;
                    next.insert(to);
                    let after = slow(next, region - CellSet::of(arrow), known);
                    most = most.max(1 + after);
                }
            }
        }
        known.insert((amazons, region), most);
        most
    }

    /// A connected region of this many cells, as thin as chance allows, and amazons in it.
    fn random_region(cells: usize, amazons: usize, random: &mut Rng) -> (CellSet, CellSet) {
        let any = |set: CellSet, random: &mut Rng| {
            let cells: Vec<Cell> = set.iter().collect();
            cells[random.usize(..cells.len())]
        };
        let mut region = CellSet::of(any(CellSet::FULL, random));
        while region.len() < cells {
            let candidates: [Cell; 4] =
                std::array::from_fn(|_| any(region.neighbors() - region, random));
            let touched = |cell: &Cell| (CellSet::of(*cell).neighbors() & region).len();
            let thin = candidates.iter().copied().min_by_key(touched);
            region |= thin.into_iter().collect();
        }
        let mut placed = CellSet::EMPTY;
        while placed.len() < amazons {
            placed.insert(any(region - placed, random));
        }
        (placed, region)
    }

    #[test]
    fn the_count_is_that_of_a_full_search() {
        let mut random = Rng::with_seed(1);
        let mut cut = 0;
        for _ in 0..1000 {
            let amazons = random.usize(1..=3);
            let cells = amazons + random.usize(1..=7);
            let (amazons, region) = random_region(cells, amazons, &mut random);
            let mut filler = Filler {
                left: u64::MAX,
                ..Filler::default()
            };
            let moves = filler.fill(amazons, region);
            let expected = slow(amazons, region, &mut HashMap::new());
            let exact = Moves {
                least: expected,
                most: expected,
            };
            assert_eq!(moves, exact, "{amazons} in {region}");
            cut += usize::from(expected < (region.len() - amazons.len()) as u32);
            for left in [0, 1, 3] {
                let mut filler = Filler {
                    left,
                    ..Filler::default()
                };
                let bounds = filler.fill(amazons, region);
                assert!(
                    (bounds.least..=bounds.most).contains(&expected),
                    "{} in {}",
                    amazons,
                    region
                );
                assert!(bounds.least > 0);
            }
        }
        assert!(cut > 50, "cells were lost in {} of 1000 only", cut);
    }

    #[test]
    fn a_region_of_both_sides_is_no_count() {
        assert_eq!(Filler::default().counts(&Board::new()), None);
    }

    #[test]
    fn closed_boards_are_counted() {
        // Black has the cell beside its first amazon and three to the right of the last one; white's are shut in but for
        // the lowest row, where two are at the ends of three cells.
        let board: Board =
            "X.######/########/########/XXX#####/...#####/########/OO######/O...O### black"
                .parse()
                .unwrap();
        let [black, white] = Filler::default().counts(&board).unwrap();
        assert_eq!((black.least, black.most), (4, 4));
        assert_eq!((white.least, white.most), (3, 3));
    }
}
