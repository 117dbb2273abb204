//! The inputs of the net for a side: a list of those that are on, one of each of some forty groups and a few more.
//!
//! * Every [count](crate::features) of the well, by value: a group has as many inputs as it has values that are told apart.
//! * Every row by its left and right half: the 32 patterns of five cells, at their height above the floor. Empty halves
//!   are not on.
//! * The height of every column.
//! * The piece to be placed, the combo, which pieces can be given how often, and the shaft that is ready for an I by
//!   where the I is.

use arrayvec::ArrayVec;
use tetris2::{HEIGHT, PieceCounts, Player, WIDTH, Well};

use crate::features::{COUNTS, Counts};
use crate::states::{COMBOS, I_STATES, READY, combo, i_state, ready, without_place};

/// The map from a count to an input: `min(max(count - from, 0) >> shift, values - 1)`.
#[derive(Clone, Copy)]
struct Group {
    from: u16,
    shift: u16,
    values: u16,
}

const fn group(from: u16, shift: u16, values: u16) -> Group {
    Group {
        from,
        shift,
        values,
    }
}

/// In the order of [`crate::features::NAMES`].
const GROUPS: [Group; COUNTS] = [
    group(0, 2, 32), // cells
    group(0, 2, 40), // column_heights
    group(0, 0, 21), // height
    group(0, 0, 20), // holes
    group(0, 0, 12), // hole_rows
    group(0, 1, 40), // row_transitions
    group(8, 0, 36), // column_transitions
    group(0, 0, 16), // shaft_1
    group(0, 0, 10), // shaft_2
    group(0, 0, 8),  // shaft_3
    group(0, 0, 9),  // open_1
    group(0, 0, 9),  // open_2
    group(0, 0, 9),  // open_3
    group(0, 0, 9),  // open_4
    group(0, 0, 9),  // covered_1
    group(0, 0, 16), // rows_above
    group(0, 2, 24), // cells_above
    group(0, 0, 32), // bumpiness
    group(0, 0, 10), // flat
    group(0, 0, 10), // down_1
    group(0, 0, 10), // up_1
    group(0, 0, 8),  // steep
    group(0, 0, 9),  // lying_s
    group(0, 0, 9),  // lying_z
    group(0, 0, 16), // lowest
    group(0, 0, 21), // fifth
    group(0, 1, 20), // edges
    group(0, 0, 6),  // ready
];

/// Offsets of the inputs of each count, and of those after them.
const STARTS: [u16; COUNTS + 1] = {
    let mut starts = [0; COUNTS + 1];
    let mut i = 0;
    while i < COUNTS {
        starts[i + 1] = starts[i] + GROUPS[i].values;
        i += 1;
    }
    starts
};

/// Patterns of half a row.
const HALF: u16 = 32;
const HALVES_AT: u16 = STARTS[COUNTS];
const COLUMNS_AT: u16 = HALVES_AT + 2 * HALF * HEIGHT as u16;
const PIECE_AT: u16 = COLUMNS_AT + (WIDTH * (HEIGHT + 1)) as u16;
const COMBO_AT: u16 = PIECE_AT + 7;
const GIFTS_AT: u16 = COMBO_AT + COMBOS as u16;
const READY_AT: u16 = GIFTS_AT + 3 * 7;
const FIT_AT: u16 = READY_AT + (READY * I_STATES) as u16;
/// Number of inputs.
pub const INPUTS: usize = FIT_AT as usize + 3;

/// Most inputs that are on at once.
pub const MOST_ON: usize = COUNTS + 2 * HEIGHT + WIDTH + 1 + 1 + 7 + 1 + 1;

/// Inputs that are on.
pub type On = ArrayVec<u16, MOST_ON>;

/// The inputs of a side whose next piece is known. `gifts` is what the opponent has chosen for the side so far.
#[inline(always)]
pub fn inputs(counts: &Counts, player: &Player, gifts: PieceCounts) -> On {
    let mut on = On::new();
    for ((count, group), start) in counts.to_array().iter().zip(GROUPS).zip(STARTS) {
        let value = count.saturating_sub(group.from) >> group.shift;
        on.push(start + value.min(group.values - 1));
    }
    let rows = &player.well.rows()[..usize::from(counts.height)];
    for (start, &row) in (HALVES_AT..).step_by(2 * usize::from(HALF)).zip(rows) {
        let (left, right) = (row % HALF, row / HALF);
        if left != 0 {
            on.push(start + left);
        }
        if right != 0 {
            on.push(start + HALF + right);
        }
    }
    for (start, height) in (COLUMNS_AT..)
        .step_by(HEIGHT + 1)
        .zip(column_heights(&player.well, counts.height))
    {
        on.push(start + u16::from(height));
    }
    let piece = player.piece;
    on.push(PIECE_AT + piece.index() as u16);
    on.push(COMBO_AT + combo(player.combo) as u16);
    for (start, &count) in (GIFTS_AT..).step_by(3).zip(gifts.counts()) {
        on.push(start + u16::from(count.min(2)));
    }
    on.push(READY_AT + ready(counts.ready, i_state(Some(piece), gifts)) as u16);
    if let Some(fit) = without_place(counts, piece) {
        on.push(FIT_AT + fit as u16);
    }
    on
}

/// The heights of the columns of a well of this height.
#[inline(always)]
fn column_heights(well: &Well, height: u16) -> [u8; WIDTH] {
    let mut heights = [0; WIDTH];
    let mut covered = 0u16;
    for (row, y) in well.rows()[..usize::from(height)]
        .iter()
        .rev()
        .zip((1..=height as u8).rev())
    {
        let mut new = row & !covered;
        covered |= row;
        while new != 0 {
            heights[new.trailing_zeros() as usize] = y;
            new &= new - 1;
        }
    }
    heights
}
