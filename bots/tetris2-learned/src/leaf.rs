//! The value of a leaf: a net that sees both sides at once, see [`crate::inputs`] and [`search::duel`].

use search::duel::Duel;
use search::on_wide_registers;
use tetris2::Player;

use crate::features::Batch;
use crate::inputs::{INPUTS, On, inputs as inputs_of_side};

/// Hidden units.
pub const UNITS: usize = 32;

/// The net.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf(Duel<UNITS>);

impl Leaf {
    /// The net of these lines, see [`search::dense`].
    ///
    /// # Errors
    /// If they are not such a net.
    pub fn new(lines: &[String]) -> Result<Self, String> {
        Duel::parse(&lines.concat(), INPUTS).map(Self)
    }

    /// The logit of color 0's chance to win, in ten-thousandths. Both have their next pieces.
    #[inline]
    pub fn logit(&self, players: [&Player; 2]) -> i32 {
        on_wide_registers(
            #[inline(always)]
            move || {
                let [first, second] = inputs(players);
                self.0.logit(&self.0.sums(&first), &self.0.sums(&second))
            },
        )
    }
}

/// The inputs of both sides.
#[inline(always)]
pub fn inputs(players: [&Player; 2]) -> [On; 2] {
    let mut batch = Batch::new();
    for player in players {
        batch.push(&player.well);
    }
    let counts = batch.counts();
    let [first, second] = players;
    [
        inputs_of_side(&counts.lane(0), first, second.given),
        inputs_of_side(&counts.lane(1), second, first.given),
    ]
}
