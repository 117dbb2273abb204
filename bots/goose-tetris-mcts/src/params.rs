//! The parameters, as data: `params.json` beside `Cargo.toml`, or a file that `--params` names.

use std::fs;
use std::path::Path;

use anyhow::{Context, Error, Result};
use serde::{Deserialize, Serialize};

/// Everything that can be tuned without touching the code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Weight of exploration in the selection, in units of the evaluation.
    pub exploration: f32,
    /// Children that a node keeps, the best by the evaluation.
    pub children: usize,
    /// The weights of the evaluation of a board.
    pub evaluation: Weights,
}

/// The weights of the evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A point scored.
    pub score: f32,
    /// A filled cell.
    pub cell: f32,
    /// A filled cell of the rows from the top, where a stack soon leaves a piece no way.
    pub high: [f32; 6],
    /// A row of the stack's height.
    pub height: f32,
    /// A row removed times a cell of the piece that was removed with it, summed over the moves from the root.
    pub eroded_cells: f32,
    /// A transition in a row.
    pub row_transitions: f32,
    /// A transition in a column.
    pub column_transitions: f32,
    /// A hole.
    pub holes: f32,
    /// A cell of a well, times its depth.
    pub wells: f32,
    /// A filled cell above a hole.
    pub hole_depth: f32,
    /// A row with a hole.
    pub hole_rows: f32,
}

judges_common::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    /// The parameters in a file.
    ///
    /// # Errors
    /// If it cannot be read or is not a file of parameters.
    pub fn load(path: &Path) -> Result<Self> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let params = Self::parse(&text).map_err(Error::msg);
        params.with_context(|| format!("{name} is not a file of parameters like params.json"))
    }

    fn check(&self) -> Result<(), String> {
        judges_common::within!(1..=1000, self, children);
        judges_common::within!(0.0..=1e9, self, exploration);
        Ok(())
    }
}
