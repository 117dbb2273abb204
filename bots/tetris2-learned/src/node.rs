//! Nodes: one player's position each, with the placements that the static value likes best and the pieces that he
//! can get next.

use arrayvec::ArrayVec;
use tetris2::{Given, HEIGHT, Piece, Placement, Player, Rules};

use crate::value::Value;

/// Most placements in a node, ties included.
pub const MOST_KEPT: usize = 8;

/// What a node is looked up by: all of a player's position that decides what can come of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    rows: [u16; HEIGHT],
    gifts: Given,
    piece: Piece,
    /// Clearing turns in a row. From two on it makes no difference how many: the next one sends a row more.
    combo: u8,
}

impl Key {
    /// The key of a player's position. `gifts` is what the opponent has chosen for him so far.
    #[inline]
    pub fn of(player: &Player, gifts: Given) -> Self {
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

/// How often something was tried, and what came of it.
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

/// A placement that a node keeps.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// The placement.
    pub placement: Placement,
    /// The static value, scaled to 0 (the worst one kept) .. 1 (the best).
    pub prior: f32,
    /// What simulations say.
    pub tally: Tally,
}

/// A player's position.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is looked up by.
    pub key: Key,
    /// Landings that were valued.
    pub landings: u8,
    /// The best placements, best first; none if the player has no room.
    pub kept: ArrayVec<Kept, MOST_KEPT>,
    /// The pieces that the opponent can give next, by code.
    pub pieces: [Tally; 7],
    /// All simulations that went through the node.
    pub all: Tally,
}

impl Node {
    /// Counts a simulation in which the owner played this placement and got this piece.
    #[inline]
    pub fn add(&mut self, kept: usize, piece: Piece, result: f32) {
        self.all.add(result);
        self.kept[kept].tally.add(result);
        self.pieces[piece.index()].add(result);
    }

    /// Values all landings of the player's piece and keeps the best `width` and those that are as good as the last
    /// of these. `gifts` is what the opponent has chosen for the player so far.
    pub fn new(player: &Player, gifts: Given, width: usize, value: &Value, rules: Rules) -> Self {
        Self::among(player, gifts, |_| true, width, value, rules)
    }

    /// The same, but only of the placements that are allowed.
    #[inline]
    pub fn among(
        player: &Player,
        gifts: Given,
        is_allowed: impl Fn(Placement) -> bool,
        width: usize,
        value: &Value,
        rules: Rules,
    ) -> Self {
        let mut best: ArrayVec<(i32, Placement), MOST_KEPT> = ArrayVec::new();
        let mut landings = 0;
        value.landings(player, gifts, rules, |placement, value| {
            landings += 1;
            if is_allowed(placement) {
                insert(&mut best, width.min(MOST_KEPT), (value, placement));
            }
        });
        let high = best.first().map_or(0, |best| best.0);
        let low = best.last().map_or(0, |best| best.0);
        let keep = |&(value, placement): &(i32, Placement)| Kept {
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
            kept: best.iter().map(keep).collect(),
            pieces: [Tally::default(); 7],
            all: Tally::default(),
        }
    }
}

/// Adds to a list, best first, of the `width` best and the ties of the last of them. Of equals the earlier ones
/// stand first, and the last ones go if there are more than the list can hold.
#[inline]
fn insert(best: &mut ArrayVec<(i32, Placement), MOST_KEPT>, width: usize, new: (i32, Placement)) {
    if best.len() >= width && new.0 < best[width - 1].0 {
        return;
    }
    let at = best.iter().take_while(|old| old.0 >= new.0).count();
    if at == MOST_KEPT {
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
        let kept = |values: &[i32]| {
            let mut best = ArrayVec::new();
            for (&value, x) in values.iter().zip(0..) {
                insert(&mut best, 3, (value, place(x)));
            }
            best.iter()
                .map(|&(value, placement)| (value, placement.x))
                .collect::<Vec<_>>()
        };
        assert_eq!(kept(&[1, 5, 3, 4, 2]), [(5, 1), (4, 3), (3, 2)]);
        assert_eq!(
            kept(&[3, 3, 5, 3, 4]),
            [(5, 2), (4, 4), (3, 0), (3, 1), (3, 3)]
        );
        assert_eq!(kept(&[3, 3, 3, 3, 4, 5, 6]), [(6, 6), (5, 5), (4, 4)]);
        assert_eq!(kept(&[7; 12]).len(), MOST_KEPT);
    }
}
