//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code. Weights and static values are in hundredths.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The controller that rates landings.
    pub landing: Weights,
    /// The weights of a side's well at the end of a simulation.
    pub leaf: Weights,
    /// The worth of a dead side there instead.
    pub dead: i32,
    /// Turns of a simulation.
    pub turns: usize,
    /// Placements that the two roots keep.
    pub root_width: usize,
    /// Placements that deeper nodes keep.
    pub width: usize,
    /// A simulation is a win for a side if it is among this many best ones.
    pub best: usize,
}

/// The weights of a linear controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A row of landing height; at a leaf, of the well's height.
    pub height: i32,
    /// A row sent (including the combo's extra row) times a cell of the piece that was cleared; at a leaf, summed over the
    /// turns of the simulation.
    pub eroded_cells: i32,
    /// A transition in a row.
    pub row_transitions: i32,
    /// A transition in a column.
    pub column_transitions: i32,
    /// A hole.
    pub holes: i32,
    /// A cell of a well, times its depth.
    pub wells: i32,
    /// An occupied cell above a hole.
    pub hole_depth: i32,
    /// A row with a hole.
    pub hole_rows: i32,
}

/// Largest weight, for which sums cannot overflow.
const MOST: i32 = 100_000;

/// Most turns of a simulation.
pub const MOST_TURNS: usize = 16;

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        for weights in &[self.landing, self.leaf] {
            botzone::within!(
                -MOST..=MOST,
                weights,
                height,
                eroded_cells,
                row_transitions,
                column_transitions
            );
            botzone::within!(-MOST..=MOST, weights, holes, wells, hole_depth, hole_rows);
        }
        botzone::within!(-1_000_000_000..=1_000_000_000, self, dead);
        botzone::within!(1..=MOST_TURNS, self, turns);
        botzone::within!(1..=1000, self, root_width, width);
        botzone::within!(1..=1_000_000, self, best);
        Ok(())
    }
}
