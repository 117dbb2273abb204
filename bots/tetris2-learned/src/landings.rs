//! The worth of a landing: a weighted sum over the well after it and the rows it sends, while the next piece is open.

use search::on_wide_registers;
use tetris2::{PieceCounts, Placement, Player, Rules};

use crate::features::{Batch, COUNTS, Counts, LANES, Lanes};
use crate::shapes::Rows;
use crate::states::{COMBOS, I_STATES, READY, combo, i_state, ready};

/// Heights of a well have a table: 0 to 20.
pub const HEIGHTS: usize = 21;
/// Numbers of holes have one, too: 0 to 10, and more.
pub const HOLES: usize = 12;
/// The rows sent have one: 0 to 5.
pub const SENT: usize = 6;

// Offsets of the terms of each kind; those of the value begin alike.
pub(crate) const HEIGHT_AT: usize = COUNTS;
pub(crate) const HOLES_AT: usize = HEIGHT_AT + HEIGHTS;
pub(crate) const READY_AT: usize = HOLES_AT + HOLES;
pub(crate) const COMBO_AT: usize = READY_AT + READY * I_STATES;
const SENT_AT: usize = COMBO_AT + COMBOS;
const HOLES_BY_HEIGHT_AT: usize = SENT_AT + SENT;
/// Number of terms.
pub const TERMS: usize = HOLES_BY_HEIGHT_AT + 1;

/// The weights of landings.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Of the counts of the well.
    pub counts: [i32; COUNTS],
    /// By the height of the well.
    pub heights: [i32; HEIGHTS],
    /// By the number of its holes.
    pub holes: [i32; HOLES],
    /// Of holes times height.
    pub holes_by_height: i32,
    /// By the shaft that is ready for an I and where the I is, see [`ready`].
    pub ready: [i32; READY * I_STATES],
    /// By the combo.
    pub combos: [i32; COMBOS],
    /// By the rows that are sent.
    pub sent: [i32; SENT],
}

/// A landing of a piece.
pub struct Landing<'a> {
    /// The placement.
    pub placement: Placement,
    /// Its weighted sum.
    pub worth: i32,
    counts: &'a Counts<Lanes>,
    lane: usize,
}

impl Landing<'_> {
    /// The counts of the well after it.
    #[inline]
    pub fn counts(&self) -> Counts {
        self.counts.lane(self.lane)
    }
}

impl Weights {
    /// The weights of terms in the order of [`terms`].
    pub fn of_terms(all: &[i32; TERMS]) -> Self {
        Self {
            counts: part(all, 0),
            heights: part(all, HEIGHT_AT),
            holes: part(all, HOLES_AT),
            ready: part(all, READY_AT),
            combos: part(all, COMBO_AT),
            sent: part(all, SENT_AT),
            holes_by_height: all[HOLES_BY_HEIGHT_AT],
        }
    }

    /// The part that the counts make, for each of a batch.
    #[inline(always)]
    pub fn wells(&self, counts: &Counts<Lanes>) -> [i32; LANES] {
        let mut values = [0; LANES];
        for (counts, &weight) in counts.to_array().iter().zip(&self.counts) {
            for (value, &count) in values.iter_mut().zip(counts) {
                *value += weight * i32::from(count);
            }
        }
        for (lane, value) in values.iter_mut().enumerate() {
            let (height, holes) = (counts.height[lane], counts.holes[lane]);
            *value += self.heights[usize::from(height).min(HEIGHTS - 1)]
                + self.holes[usize::from(holes).min(HOLES - 1)]
                + self.holes_by_height * i32::from(holes) * i32::from(height);
        }
        values
    }

    /// Calls `found` with every landing of the player's piece that looks different, by orientation, row and column.
    /// `gifts` is what the opponent has chosen for the player so far.
    #[inline]
    pub fn each(
        &self,
        player: &Player,
        gifts: PieceCounts,
        rules: Rules,
        mut found: impl FnMut(Landing<'_>),
    ) {
        let Player { well, piece, .. } = *player;
        let landings = well.landings(piece, rules).distinct(piece);
        let ready_at = READY * i_state(None, gifts);
        let around = Batch::around(&well);
        let mut batch = around.clone();
        let mut waiting = [(
            Placement {
                x: 0,
                y: 0,
                o: Default::default(),
            },
            0,
        ); LANES];
        let mut placements = landings.iter();
        loop {
            for placement in placements.by_ref() {
                let (lane, bonus) = match Rows::after(well.rows(), piece, placement) {
                    Some(rows) => (batch.push_rows(rows), self.combos[0] + self.sent[0]),
                    None => {
                        let locked = well.lock(piece, placement);
                        let now = player.combo + 1;
                        let sent = self.sent[locked.garbage(now).len()];
                        (batch.push(&locked.well), self.combos[combo(now)] + sent)
                    }
                };
                waiting[lane] = (placement, bonus);
                if batch.is_full() {
                    break;
                }
            }
            if batch.is_empty() {
                return;
            }
            let full = &batch;
            let counted = on_wide_registers(
                #[inline(always)]
                move || {
                    let counts = full.counts();
                    (counts, self.wells(&counts))
                },
            );
            let (counts, wells) = &counted;
            for (lane, &(placement, bonus)) in waiting[..batch.len()].iter().enumerate() {
                let ready = usize::from(counts.ready[lane]).min(READY - 1);
                found(Landing {
                    placement,
                    worth: wells[lane] + self.ready[ready_at + ready] + bonus,
                    counts,
                    lane,
                });
            }
            if !batch.is_full() {
                return;
            }
            batch.restart(&around);
        }
    }
}

/// The terms of a landing that are not 0, each by its index. `counts` are those of the well after it, `combo_now` is the
/// combo after it, `sent` the rows that it sends, `gifts` what the opponent has chosen for the player so far.
pub fn terms(counts: &Counts, gifts: PieceCounts, combo_now: u32, sent: usize) -> Vec<(u16, i16)> {
    let mut terms: Vec<(usize, u16)> = counts.to_array().iter().copied().enumerate().collect();
    terms.extend([
        (HEIGHT_AT + usize::from(counts.height), 1),
        (HOLES_AT + usize::from(counts.holes).min(HOLES - 1), 1),
        (READY_AT + ready(counts.ready, i_state(None, gifts)), 1),
        (COMBO_AT + combo(combo_now), 1),
        (SENT_AT + sent, 1),
        (HOLES_BY_HEIGHT_AT, counts.holes * counts.height),
    ]);
    let known = terms.into_iter().filter(|&(_, x)| x != 0);
    known.map(|(at, x)| (at as u16, x as i16)).collect()
}

/// The weights from an index on.
pub(crate) fn part<const N: usize>(all: &[i32], at: usize) -> [i32; N] {
    std::array::from_fn(|i| all[at + i])
}
