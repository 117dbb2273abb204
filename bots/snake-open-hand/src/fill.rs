//! The fill of a leaf: how fast each side can get hold of how much of the board.

use snake::rows::Rows;

use crate::track::{Track, left_before};

/// Measures of each side.
pub const INPUTS: usize = 16;

/// Layers of the fill between two counts.
pub const STEPS: [u8; 13] = [2, 2, 2, 2, 2, 2, 2, 2, 4, 4, 4, 6, 6];

/// After so many counts the fill ends as soon as it stands still.
const PATIENCE: usize = 6;

/// What the fill measures, for a value that changes its sign with the sides: the sum of both sides' measures, and our
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
    let turn = track.turn();
    let mut ours = Rows::of(track.head(0, turn + usize::from(REPLY)));
    let mut theirs = Rows::of(track.head(1, turn));
    let mut open = open;
    let mut next = turn + 1;
    if REPLY {
        theirs = theirs.grow(open.without(ours));
        // This may open a cell once more that has been entered since; but one that a fill begins with does no harm.
        open = open.or(track.vacated(left_before(next + 1)));
        next += 1;
    }
    let mut inputs = [[0; 2]; INPUTS];
    let mut before = [0, 0];
    for (count, layers) in STEPS.iter().copied().enumerate() {
        for _ in 0..layers {
            let grown = (
                ours.or(ours.neighbors().and(open.without(theirs))),
                theirs.or(theirs.neighbors().and(open.without(ours))),
            );
            (ours, theirs) = grown;
            open = open.or(track.vacated(left_before(next + 1)));
            next += 1;
        }
        let held = [ours.len(), theirs.len()];
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
    inputs[13] = [ours.pairs(), theirs.pairs()];
    inputs[14] = [rarer(ours), rarer(theirs)];
    inputs[15] = [
        ours.and(theirs.neighbors()).len(),
        theirs.and(ours.neighbors()).len(),
    ];
    Measures {
        sum: inputs.map(|[ours, theirs]| (ours + theirs) as i16),
        difference: inputs.map(|[ours, theirs]| (ours - theirs) as i16),
    }
}
