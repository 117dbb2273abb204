//! Nodes: one player's position each, with the best placements by static value and the pieces that the player can get
//! next.

use arrayvec::ArrayVec;
use tetris2::{Orientation, Piece, PieceCounts, Placement, Player, Rules};

use crate::features::Counts;
use crate::policy::{Policy, prior};
use crate::value::Value;

/// Most placements in a node, ties included.
pub const MOST_CANDIDATES: usize = 8;

/// The key by which a node is found: a hash of everything in a player's position that affects what can follow. It has
/// 64 bits, so that two positions with the same hash are not to be expected in any number of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(u64);

impl Key {
    /// The key of a player's position. `gifts` is what the opponent has chosen for it so far.
    ///
    /// The same on every machine: multiply and fold, a word at a time.
    #[inline]
    pub fn of(player: &Player, gifts: PieceCounts) -> Self {
        let counts = gifts.counts().iter();
        let gifts = counts.fold(0, |sum, &count| sum << 2 | u64::from(count));
        // From two on it makes no difference how many turns in a row cleared rows: the next one sends a row more.
        let combo = u64::from(player.combo.min(2));
        let rest = gifts << 8 | u64::from(player.piece.code()) << 2 | combo;
        // Six rows a word: a row has ten bits.
        let words = player.well.rows().chunks(6).map(|rows| {
            rows.iter()
                .fold(0, |word, &row| word << 10 | u64::from(row))
        });
        Self(words.fold(mixed(rest), |hash, word| mixed(hash ^ word)))
    }

    /// The hash.
    #[inline]
    pub const fn hash(self) -> u64 {
        self.0
    }
}

/// The two halves of the 128-bit product with the golden ratio's fraction, folded onto each other.
#[inline]
fn mixed(word: u64) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(word ^ GOLDEN.rotate_left(32)) * u128::from(GOLDEN);
    (product >> 64) as u64 ^ product as u64
}

/// The number of times that something was tried, and the results.
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
    /// The prior from the policy, from 0 to 255 (the likeliest candidate).
    prior: u8,
    /// The results of simulations.
    pub tally: Tally,
}

impl Candidate {
    /// None, where there is room for one.
    pub const NONE: Self = Self {
        placement: Placement {
            x: 0,
            y: 0,
            o: Orientation::ALL[0],
        },
        prior: 0,
        tally: Tally {
            visits: 0,
            sum: 0.0,
        },
    };

    /// The prior from the policy, from 0 to 1 (the likeliest candidate).
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from(self.prior) * (1.0 / 255.0)
    }
}

/// A player's position, as a search makes it.
#[derive(Clone, Debug)]
pub struct NewNode {
    /// The key that it is looked up by.
    pub key: Key,
    /// Number of landings that were evaluated.
    pub landings: u8,
    /// The best placements, best first; none if there is no room for the piece.
    pub candidates: ArrayVec<Candidate, MOST_CANDIDATES>,
    /// The priors of the pieces that the opponent can give next, by code, from 0 to 255 (the likeliest). The last of eight is
    /// nothing.
    pub pieces: [u8; 8],
}

/// A player's position in a [table](crate::node_table).
#[derive(Clone, Copy)]
pub struct Node<'a> {
    /// The best placements, best first; none if there is no room for the piece.
    pub candidates: &'a [Candidate],
    /// The priors of the pieces that the opponent can give next, by code, from 0 to 255 (the likeliest).
    pub pieces: &'a [u8; 8],
    /// The sums of all priors, of placements and of pieces.
    pub priors: [f32; 2],
    /// The results of simulations.
    pub record: &'a Record,
}

/// The results of the simulations that went through a node.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Record {
    /// All of them.
    pub all: Tally,
    /// Their number, by the piece that the opponent gave next, by code. The last of the eight does not stand for a
    /// piece.
    pub visits: [u32; 8],
    /// The sums of their results, likewise.
    pub sums: [f32; 8],
}

impl Record {
    /// The simulations after which the opponent gave a piece.
    #[inline]
    pub const fn piece(&self, piece: Piece) -> Tally {
        Tally {
            visits: self.visits[piece.index()],
            sum: self.sums[piece.index()],
        }
    }
}

impl NewNode {
    /// Evaluates all landings of the player's piece and keeps the best `width` and those that are as good as the last
    /// of these. `gifts` is what the opponent has chosen for the player so far.
    pub fn new(
        player: &Player,
        gifts: PieceCounts,
        width: usize,
        value: &Value,
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
        value: &Value,
        rules: Rules,
    ) -> Self {
        let policy = &value.policy;
        let mut best: ArrayVec<(i32, Placement), MOST_CANDIDATES> = ArrayVec::new();
        let mut counts_of_best = Counts::default();
        let mut landings = 0;
        let weights = policy.placements(player.piece);
        weights.each(player, gifts, rules, |landing| {
            landings += 1;
            if is_allowed(landing.placement) {
                if best.first().is_none_or(|&(worth, _)| landing.worth > worth) {
                    counts_of_best = landing.counts();
                }
                let new = (landing.worth, landing.placement);
                insert(&mut best, width.min(MOST_CANDIDATES), new);
            }
        });
        let high = best.first().map_or(0, |best| best.0);
        let candidate = |&(logit, placement): &(i32, Placement)| Candidate {
            placement,
            prior: prior(logit, high),
            tally: Tally::default(),
        };
        Self {
            key: Key::of(player, gifts),
            landings,
            candidates: best.iter().map(candidate).collect(),
            pieces: piece_priors(policy, &counts_of_best, player, gifts),
        }
    }
}

/// The priors of the pieces that can be given; 0 for others.
#[inline]
fn piece_priors(policy: &Policy, counts: &Counts, player: &Player, gifts: PieceCounts) -> [u8; 8] {
    let logits = policy.pieces(counts, player, gifts);
    let choices = || gifts.choices().map(Piece::index);
    let high = choices().map(|piece| logits[piece]).max().unwrap_or(0);
    let mut priors = [0; 8];
    for piece in choices() {
        priors[piece] = prior(logits[piece], high);
    }
    priors
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
            o: Orientation::ALL[0],
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
