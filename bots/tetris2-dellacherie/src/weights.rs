//! The weights, as data: `params.json` (tuned) and `textbook.json` beside `Cargo.toml`.

use serde::Deserialize;
use tetris2::{Locked, Piece, Placement};

use crate::features::{Shape, twice_landing_height};

/// The weight of each feature of a landing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Half a row of landing height.
    pub half_landing_height: i32,
    /// Rows cleared times cells of the piece that went with them.
    pub eroded_cells: i32,
    /// See [`Shape::row_transitions`].
    pub row_transitions: i32,
    /// See [`Shape::column_transitions`].
    pub column_transitions: i32,
    /// See [`Shape::holes`].
    pub holes: i32,
    /// See [`Shape::wells`].
    pub wells: i32,
    /// See [`Shape::hole_depth`].
    pub hole_depth: i32,
    /// See [`Shape::hole_rows`].
    pub hole_rows: i32,
    /// A row sent to the opponent.
    pub sent_rows: i32,
    /// A clearing turn in a row, this one included, up to the third.
    pub combo: i32,
    /// A piece that the opponent may give next and that has no room in the own well.
    pub no_room: i32,
    /// The weight of the best landing of the given piece for the opponent, in percent; it is subtracted.
    pub opponent: i32,
}

/// From this many clearing turns in a row on, one row more is sent: a longer combo is not worth more.
const FULL_COMBO: u32 = 3;

botzone::parameters!(
    Weights,
    serde_json::from_str,
    include_str!("../params.json")
);

impl Weights {
    fn check(&self) -> Result<(), String> {
        botzone::within!(
            -2000..=2000,
            self,
            half_landing_height,
            eroded_cells,
            row_transitions,
            column_transitions
        );
        botzone::within!(
            -2000..=2000,
            self,
            holes,
            wells,
            hole_depth,
            hole_rows,
            sent_rows,
            combo,
            no_room
        );
        botzone::within!(-100..=100, self, opponent);
        Ok(())
    }

    /// The value of a landing for the player who makes it. `combo` counts the clearing turns in a row before it.
    #[inline]
    pub fn value(&self, piece: Piece, placement: Placement, locked: &Locked, combo: u32) -> i32 {
        let shape = Shape::of(&locked.well);
        let mut value = self.half_landing_height * twice_landing_height(piece, placement)
            + self.row_transitions * shape.row_transitions
            + self.column_transitions * shape.column_transitions
            + self.holes * shape.holes
            + self.wells * shape.wells
            + self.hole_depth * shape.hole_depth
            + self.hole_rows * shape.hole_rows;
        let cleared = locked.cleared();
        if cleared > 0 {
            let combo = combo + 1;
            value += self.eroded_cells * (cleared * locked.eroded()) as i32
                + self.sent_rows * locked.garbage(combo).len() as i32
                + self.combo * combo.min(FULL_COMBO) as i32;
        }
        value
    }
}
