//! The learned value: a weighted sum of terms of one side, in ten-thousandths of a logit. Own side minus the other
//! one is the logit of the chance to win.
//!
//! The terms are the [counts](crate::features) of the well, some of them once more as a table of their own, and what
//! the side has to place next and can be given later. Which weight a term has is data, see [`crate::params`].

use std::collections::BTreeMap;
use std::sync::Arc;

use botzone::params::within;
use serde::{Deserialize, Serialize};
use tetris2::{Piece, PieceCounts, Placement, Player, Rules};

use crate::features::{Batch, Counts, NAMES};
use crate::landings::{self, COMBO_AT, HEIGHT_AT, HEIGHTS, HOLES, HOLES_AT, READY_AT, SENT, part};
use crate::leaf::Leaf;
use crate::policy::Policy;
use crate::states::{COMBOS, I_NAMES, READY, combo, i_state, ready, without_place};
use crate::threats::is_stuck;

const PIECE_AT: usize = COMBO_AT + COMBOS;
const BARRED_AT: usize = PIECE_AT + 7;
const RARE_AT: usize = BARRED_AT + 7;
const FIT_AT: usize = RARE_AT + 7;
/// Number of terms.
pub const TERMS: usize = FIT_AT + FITS.len();

/// Terms for the piece to be placed in a well that has no place for it without a hole; and height times holes.
const FITS: [&str; 4] = [
    "s_without_place",
    "z_without_place",
    "o_without_place",
    "holes_by_height",
];

/// The weights as they stand in the file: by the name of the term, and what each number of rows sent is worth.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// By name, in ten-thousandths of a logit.
    pub terms: BTreeMap<String, i32>,
    /// The mean worth of 0 to 5 rows in the opponent's well.
    pub sent: [i32; SENT],
}

/// The names of the terms, in the order of [`terms`].
pub fn names() -> Vec<String> {
    let tables = [("height", HEIGHTS), ("holes", HOLES)];
    let mut names: Vec<String> = NAMES.map(str::to_owned).into();
    for (table, len) in tables {
        names.extend((0..len).map(|i| format!("{table}_is_{i}")));
    }
    for state in I_NAMES {
        names.extend((0..READY).map(|i| format!("ready_{i}_i_{state}")));
    }
    names.extend((0..COMBOS).map(|i| format!("combo_is_{i}")));
    for what in ["next", "barred", "rare"] {
        names.extend(Piece::ALL.map(|piece| format!("{what}_{piece}")));
    }
    names.extend(FITS.map(str::to_owned));
    names
}

/// The terms of a side whose next piece is known. `gifts` is what the opponent has chosen for the side so far.
pub fn terms(counts: &Counts, player: &Player, gifts: PieceCounts) -> [i16; TERMS] {
    let mut terms = [0; TERMS];
    for (term, count) in terms.iter_mut().zip(counts.to_array()) {
        *term = count as i16;
    }
    let piece = player.piece;
    terms[HEIGHT_AT + usize::from(counts.height)] = 1;
    terms[HOLES_AT + usize::from(counts.holes).min(HOLES - 1)] = 1;
    terms[READY_AT + ready(counts.ready, i_state(Some(piece), gifts))] = 1;
    terms[COMBO_AT + combo(player.combo)] = 1;
    terms[PIECE_AT + piece.index()] = 1;
    for (i, &count) in gifts.counts().iter().enumerate() {
        terms[BARRED_AT + i] = i16::from(count == 2);
        terms[RARE_AT + i] = i16::from(count == 0);
    }
    if let Some(fit) = without_place(counts, piece) {
        terms[FIT_AT + fit] = 1;
    }
    terms[FIT_AT + 3] = (counts.holes * counts.height) as i16;
    terms
}

/// The weights in the form in which they are used.
#[derive(Clone, PartialEq, Debug)]
pub struct Value {
    /// The weights of landings: all terms except those of the next piece.
    landings: landings::Weights,
    next: [i32; 7],
    barred: [i32; 7],
    rare: [i32; 7],
    fits: [i32; 3],
    /// The value of leaves; without it they have the linear one.
    pub leaf: Option<Arc<Leaf>>,
    /// The policy: the likely choices of the search.
    pub policy: Arc<Policy>,
}

impl Value {
    /// Takes the weights of a file.
    ///
    /// # Errors
    /// If a term is missing or unknown, or a weight is so large that sums might overflow.
    pub fn new(weights: &Weights) -> Result<Self, String> {
        let names = names();
        if let Some(name) = weights.terms.keys().find(|name| !names.contains(name)) {
            return Err(format!("value: there is no term `{name}`"));
        }
        let weight = |name: &String| match weights.terms.get(name) {
            Some(weight) => within(name, weight, &(-100_000..=100_000)).map(|()| *weight),
            None => Err(format!("value: the term `{name}` is missing")),
        };
        let all: Vec<i32> = names.iter().map(weight).collect::<Result<_, _>>()?;
        let landings = landings::Weights {
            counts: part(&all, 0),
            heights: part(&all, HEIGHT_AT),
            holes: part(&all, HOLES_AT),
            holes_by_height: all[FIT_AT + 3],
            ready: part(&all, READY_AT),
            combos: part(&all, COMBO_AT),
            sent: weights.sent,
        };
        Ok(Self {
            policy: Arc::new(Policy::of_landings(&landings)),
            landings,
            next: part(&all, PIECE_AT),
            barred: part(&all, BARRED_AT),
            rare: part(&all, RARE_AT),
            fits: part(&all, FIT_AT),
            leaf: None,
        })
    }

    /// The value of a side whose next piece is known. `gifts` is what the opponent has chosen for the side so far.
    pub fn side(&self, player: &Player, gifts: PieceCounts) -> i32 {
        let mut batch = Batch::new();
        batch.push(&player.well);
        let counts = batch.counts();
        self.landings.wells(&counts)[0] + self.rest(&counts.lane(0), player, gifts)
    }

    /// The logit of color 0's chance to win, in ten-thousandths; both have their next pieces.
    #[inline]
    pub fn logit(&self, players: [&Player; 2]) -> i32 {
        match &self.leaf {
            Some(leaf) => leaf.logit(players),
            None => {
                let [own, theirs] = self.sides(players);
                own - theirs
            }
        }
    }

    /// [`Value::side`] for both players, by color.
    #[inline]
    pub fn sides(&self, players: [&Player; 2]) -> [i32; 2] {
        let mut batch = Batch::new();
        for player in players {
            batch.push(&player.well);
        }
        let counts = batch.counts();
        let wells = self.landings.wells(&counts);
        [0, 1].map(|i| wells[i] + self.rest(&counts.lane(i), players[i], players[1 - i].given))
    }

    #[inline]
    fn rest(&self, counts: &Counts, player: &Player, gifts: PieceCounts) -> i32 {
        let piece = player.piece;
        let mut value = self.landings.ready[ready(counts.ready, i_state(Some(piece), gifts))]
            + self.landings.combos[combo(player.combo)]
            + self.next[piece.index()];
        for (i, &count) in gifts.counts().iter().enumerate() {
            value += match count {
                2 => self.barred[i],
                0 => self.rare[i],
                _ => 0,
            };
        }
        value + without_place(counts, piece).map_or(0, |fit| self.fits[fit])
    }

    /// Calls `found` with every landing of the player's piece that looks different, by orientation, row and column, and its
    /// value: that of the well after it, with the garbage that it sends, while the next piece is open. `gifts` is what the
    /// opponent has chosen for the player so far.
    #[inline]
    pub fn landings(
        &self,
        player: &Player,
        gifts: PieceCounts,
        rules: Rules,
        mut found: impl FnMut(Placement, i32),
    ) {
        self.landings.each(player, gifts, rules, |landing| {
            found(landing.placement, landing.worth);
        });
    }

    /// The value of the best landing of a piece; `None` if there is no room for it.
    pub fn best_landing(&self, player: &Player, gifts: PieceCounts, rules: Rules) -> Option<i32> {
        if is_stuck(&player.well, player.piece) {
            return None;
        }
        let mut best = None;
        self.landings(player, gifts, rules, |_, value| {
            best = best.max(Some(value))
        });
        best
    }
}

/// A logit in ten-thousandths as a chance from 0 to 1.
#[inline]
pub fn chance(value: i32) -> f32 {
    1.0 / (1.0 + libm::expf(-1e-4 * value as f32))
}
