//! The fill of a leaf: how fast each side can get hold of how much of the board.

use snake::rows::Rows;
#[cfg(target_arch = "x86_64")]
use snake::rows::wide::{Avx2, Counts, Wide};

use crate::track::{Track, left_before};

/// Measures of each side.
pub const INPUTS: usize = 16;

/// Layers of the fill between two counts.
pub const STEPS: [u8; 13] = [2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 6, 6];

/// After this many counts the fill ends as soon as it stands still.
const PATIENCE: usize = 6;

/// The measures of the fill, for a value that changes its sign with the sides: the sum of both sides' measures, and our
/// measures less theirs.
///
/// In order: cells held after 2, 4, 6, ... layers ([`STEPS`]), pairs of neighbors among the cells held in the end, cells
/// of the rarer color among them, cells held beside a cell of the other side's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measures {
    /// Both sides' measures added up.
    pub sum: [i16; INPUTS],
    /// Ours less theirs.
    pub difference: [i16; INPUTS],
}

/// The measures of a position. `open` are the open cells after the tails of this turn have left; in a reply our head has
/// moved already.
///
/// Both snakes fill the board at the same pace, layer by layer as the turns go by, each not into cells that the other
/// one reached before; a cell of a body becomes open when its tail will have passed.
#[inline(always)]
pub fn measures<const REPLY: bool>(track: &Track, open: Rows) -> Measures {
    let mut start = Start::of::<REPLY>(track, open);
    let mut inputs = [[0; 2]; INPUTS];
    let mut before = [0, 0];
    for (count, layers) in STEPS.iter().copied().enumerate() {
        for _ in 0..layers {
            let (ours, theirs, open) = (start.ours, start.theirs, start.open);
            start.ours = ours.grow(open.without(theirs));
            start.theirs = theirs.grow(open.without(ours));
            start.open = open.or(start.vacated(track));
        }
        let held = [start.ours.len(), start.theirs.len()];
        inputs[count] = held;
        if held == before && count >= PATIENCE {
            inputs[count..STEPS.len()].fill(held);
            break;
        }
        before = held;
    }
    let rarer = |cells: Rows| {
        let black = cells.and(Rows::black()).len();
        black.min(cells.len() - black)
    };
    let (ours, theirs) = (start.ours, start.theirs);
    inputs[13] = [ours.pairs(), theirs.pairs()];
    inputs[14] = [rarer(ours), rarer(theirs)];
    inputs[15] = [
        ours.and(theirs.neighbors()).len(),
        theirs.and(ours.neighbors()).len(),
    ];
    Measures::of(inputs)
}

/// The same, not yet added up.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn wide<const REPLY: bool>(avx2: Avx2, track: &Track, open: Rows) -> [Counts; INPUTS] {
    let mut start = Start::of::<REPLY>(track, open);
    let mut open = Wide::twice(avx2, start.open);
    let mut cells = Wide::new(avx2, start.ours, start.theirs);
    let mut before = cells.len();
    let mut inputs = [before; INPUTS];
    for (count, layers) in STEPS.iter().copied().enumerate() {
        for _ in 0..layers {
            cells = cells.layer(open);
            open = open.or(Wide::twice(avx2, start.vacated(track)));
        }
        let held = cells.len();
        inputs[count] = held;
        if count >= PATIENCE && held.same(before) {
            inputs[count..STEPS.len()].fill(held);
            break;
        }
        before = held;
    }
    inputs[13] = cells.pairs();
    inputs[14] = cells.rarer(avx2);
    inputs[15] = cells.contested();
    inputs
}

/// The state from which the fill starts.
struct Start {
    ours: Rows,
    theirs: Rows,
    open: Rows,
    /// The turn of the next layer.
    next: usize,
}

impl Start {
    #[inline(always)]
    fn of<const REPLY: bool>(track: &Track, open: Rows) -> Self {
        let turn = track.turn();
        let mut start = Self {
            ours: Rows::of(track.head(0, turn + usize::from(REPLY))),
            theirs: Rows::of(track.head(1, turn)),
            open,
            next: turn + 1,
        };
        if REPLY {
            start.theirs = start.theirs.grow(open.without(start.ours));
            // This may open a cell once more that has been entered since; but one that a fill begins with does no harm.
            start.open = open.or(start.vacated(track));
        }
        start
    }

    /// The cells that become open after the next layer.
    #[inline(always)]
    fn vacated(&mut self, track: &Track) -> Rows {
        self.next += 1;
        track.vacated(left_before(self.next))
    }
}

impl Measures {
    /// From those of both sides, ours first.
    #[inline(always)]
    pub fn of(inputs: [[i32; 2]; INPUTS]) -> Self {
        Self {
            sum: inputs.map(|[ours, theirs]| (ours + theirs) as i16),
            difference: inputs.map(|[ours, theirs]| (ours - theirs) as i16),
        }
    }
}
