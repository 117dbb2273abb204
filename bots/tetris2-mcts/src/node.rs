//! Nodes: one player's position each, with the best placements by static value and the pieces that the player can get
//! next.

use arrayvec::ArrayVec;
use tetris2::{HEIGHT, Piece, PieceCounts, Placement, Player, Rules};

/// Most placements in a node, ties included.
pub const MOST_CANDIDATES: usize = 8;

/// What a node is looked up by: everything in a player's position that affects what can follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    rows: [u16; HEIGHT],
    gifts: PieceCounts,
    piece: Piece,
    /// Clearing turns in a row. From two on it makes no difference how many: the next one sends a row more.
    combo: u8,
}

impl Key {
    /// The key of a player's position. `gifts` is what the opponent has chosen for it so far.
    #[inline]
    pub fn of(player: &Player, gifts: PieceCounts) -> Self {
        Self {
            rows: *player.well.rows(),
            gifts,
            piece: player.piece,
            combo: player.combo.min(2) as u8,
        }
    }

    /// A hash that is the same on every machine: multiply and fold, a word at a time.
    #[inline]
    pub fn hash(&self) -> u64 {
        let counts = self.gifts.counts().iter();
        let gifts = counts.fold(0, |sum, &count| sum << 2 | u64::from(count));
        let rest = gifts << 8 | u64::from(self.piece.code()) << 2 | u64::from(self.combo);
        // Six rows a word: a row has ten bits.
        let words = self.rows.chunks(6).map(|rows| {
            rows.iter()
                .fold(0, |word, &row| word << 10 | u64::from(row))
        });
        words.fold(mixed(rest), |hash, word| mixed(hash ^ word))
    }
}

/// The two halves of the 128-bit product with the golden ratio's fraction, folded onto each other.
#[inline]
fn mixed(word: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(word ^ GOLDEN.rotate_left(32)) * u128::from(GOLDEN);
    (product >> 64) as u64 ^ product as u64
}

/// A static value of landings, by which nodes choose their candidates.
pub trait LandingValue {
    /// Calls `found` with every landing of the player's piece that looks different, and its value, larger being better.
    /// `gifts` is what the opponent has chosen for the player so far.
    fn landings(
        &self,
        player: &Player,
        gifts: PieceCounts,
        rules: Rules,
        found: impl FnMut(Placement, i32),
    );
}

/// How often something was tried, and with which results.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Simulations that went through it.
    pub visits: u32,
    /// Sum of their results for the owner of the well, each from 0 (bad) to 1.
    pub sum: f32,
}

impl Tally {
    /// Counts a simulation.
    #[inline]
    pub fn add(&mut self, result: f32) {
        self.visits += 1;
        self.sum += result;
    }

    /// The mean result; `None` without a visit.
    #[inline]
    pub fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }
}

/// A placement that a node considers.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The placement.
    pub placement: Placement,
    /// The static value, scaled to 0 (the worst candidate) .. 1 (the best).
    pub prior: f32,
    /// The results of simulations.
    pub tally: Tally,
}

/// A player's position.
#[derive(Clone, Debug)]
pub struct Node {
    /// The key that it is looked up by.
    pub key: Key,
    /// Number of landings that were evaluated.
    pub landings: u8,
    /// The best placements, best first; none if there is no room for the piece.
    pub candidates: ArrayVec<Candidate, MOST_CANDIDATES>,
    /// The pieces that the opponent can give next, by code.
    pub pieces: [Tally; 7],
    /// All simulations that went through the node.
    pub all: Tally,
}

impl Node {
    /// Counts a simulation in which the owner played this placement and got this piece.
    #[inline]
    pub fn add(&mut self, candidate: usize, piece: Piece, result: f32) {
        self.all.add(result);
        self.candidates[candidate].tally.add(result);
        self.pieces[piece.index()].add(result);
    }

    /// Evaluates all landings of the player's piece and keeps the best `width` and those that are as good as the last
    /// of these. `gifts` is what the opponent has chosen for the player so far.
    pub fn new(
        player: &Player,
        gifts: PieceCounts,
        width: usize,
        value: &impl LandingValue,
        rules: Rules,
    ) -> Self {
        Self::among(player, gifts, |_| true, width, value, rules)
    }

    /// The same, but only of the placements that are allowed.
    #[inline]
    pub fn among(
        player: &Player,
        gifts: PieceCounts,
        is_allowed: impl Fn(Placement) -> bool,
        width: usize,
        value: &impl LandingValue,
        rules: Rules,
    ) -> Self {
        let mut best: ArrayVec<(i32, Placement), MOST_CANDIDATES> = ArrayVec::new();
        let mut landings = 0;
        value.landings(player, gifts, rules, |placement, value| {
            landings += 1;
            if is_allowed(placement) {
                insert(&mut best, width.min(MOST_CANDIDATES), (value, placement));
            }
        });
        let high = best.first().map_or(0, |best| best.0);
        let low = best.last().map_or(0, |best| best.0);
        let candidate = |&(value, placement): &(i32, Placement)| Candidate {
            placement,
            prior: match high - low {
                0 => 1.0,
                range => (value - low) as f32 / range as f32,
            },
            tally: Tally::default(),
        };
        Self {
            key: Key::of(player, gifts),
            landings,
            candidates: best.iter().map(candidate).collect(),
            pieces: [Tally::default(); 7],
            all: Tally::default(),
        }
    }
}

/// Adds to a list, best first, of the `width` best and the ties of the last of them. Of equals the earlier ones
/// stand first, and the last ones go if there are more than the list can hold.
#[inline]
fn insert(
    best: &mut ArrayVec<(i32, Placement), MOST_CANDIDATES>,
    width: usize,
    new: (i32, Placement),
) {
    if best.len() >= width && new.0 < best[width - 1].0 {
        return;
    }
    let at = best.iter().take_while(|old| old.0 >= new.0).count();
    if at == MOST_CANDIDATES {
        return;
    }
    if best.is_full() {
        best.pop();
    }
    best.insert(at, new);
    while best.len() > width && best[best.len() - 1].0 < best[width - 1].0 {
        best.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_kept_in_order_with_ties() {
        let place = |x: u8| Placement {
            x,
            y: 1,
            o: tetris2::Orientation::ALL[0],
        };
        let candidates = |values: &[i32]| {
            let mut best = ArrayVec::new();
            for (&value, x) in values.iter().zip(0..) {
                insert(&mut best, 3, (value, place(x)));
            }
            best.iter()
                .map(|&(value, placement)| (value, placement.x))
                .collect::<Vec<_>>()
        };
        assert_eq!(candidates(&[1, 5, 3, 4, 2]), [(5, 1), (4, 3), (3, 2)]);
        assert_eq!(
            candidates(&[3, 3, 5, 3, 4]),
            [(5, 2), (4, 4), (3, 0), (3, 1), (3, 3)]
        );
        assert_eq!(candidates(&[3, 3, 3, 3, 4, 5, 6]), [(6, 6), (5, 5), (4, 4)]);
        assert_eq!(candidates(&[7; 12]).len(), MOST_CANDIDATES);
    }
}
