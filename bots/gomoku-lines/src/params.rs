//! The parameters, as data: `params.json` beside `Cargo.toml`.

use serde::Deserialize;

/// Everything that can be tuned without touching the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Plies of the deepest iteration.
    pub depth: u8,
    /// Moves of a node that are searched.
    pub moves: usize,
    /// The worth of five cells in line with one to four stones of one side and none of the other.
    pub lines: [i32; 4],
}

botzone::parameters!(Params, serde_json::from_str, include_str!("../params.json"));

impl Params {
    fn check(&self) -> Result<(), String> {
        botzone::within!(1..=20, self, depth);
        botzone::within!(1..=225, self, moves);
        let refused = self.lines.iter().find(|line| !(0..=10_000).contains(*line));
        if let Some(line) = refused {
            return Err(format!("lines is {}, not 0 to 10000", line));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn extreme_parameters_are_refused_or_played_with() {
        testing::laws::parameters::<crate::Lines>(include_str!("../params.json"));
    }
}
