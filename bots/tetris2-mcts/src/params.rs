//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code. Weights and static values are in hundredths.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The controller that rates landings.
    pub landing: Weights,
    /// What a side's well is worth at the end of a simulation.
    pub leaf: Weights,
    /// What a dead side is worth there instead.
    pub dead: i32,
    /// Turns of a simulation.
    pub turns: usize,
    /// Placements that the two roots keep.
    pub root_width: usize,
    /// Placements that deeper nodes keep.
    pub width: usize,
    /// A simulation is a win for a side if it is among so many best ones.
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

/// Most turns of a simulation.
pub const MOST_TURNS: usize = 16;

impl Params {
    /// Reads the text of a parameter file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let params: Self =
            serde_json::from_str(text).map_err(|error| format!("parameters: {error}"))?;
        if params.root_width == 0 || params.width == 0 || params.best == 0 {
            return Err("parameters: root_width, width and best are at least 1".to_owned());
        }
        if !(1..=MOST_TURNS).contains(&params.turns) {
            return Err(format!("parameters: turns is from 1 to {MOST_TURNS}"));
        }
        Ok(params)
    }

    /// The parameters of the bot.
    pub fn own() -> Self {
        match Self::parse(include_str!("../params.json")) {
            Ok(params) => params,
            Err(error) => panic!("{}", error),
        }
    }
}
