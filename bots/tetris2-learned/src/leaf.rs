//! The value of a leaf: a net that sees both sides at once, see [`crate::inputs`] and [`search::duel`].

use search::duel::Duel;
use search::on_this_processor;
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
    /// If they are no such net.
    pub fn new(lines: &[String]) -> Result<Self, String> {
        Duel::parse(&lines.concat(), INPUTS).map(Self)
    }

    /// The logit of color 0's chance to win, in ten-thousandths. Both have their next pieces.
    #[inline]
    pub fn logit(&self, players: [&Player; 2]) -> i32 {
        let [first, second] = inputs(players);
        self.0.logit(&self.0.sums(&first), &self.0.sums(&second))
    }
}

/// The inputs of both sides.
#[inline]
pub fn inputs(players: [&Player; 2]) -> [On; 2] {
    let mut batch = Batch::new();
    for player in players {
        batch.push(&player.well);
    }
    let counts = on_this_processor(
        #[inline(always)]
        move || batch.counts(),
    );
    let side = |i: usize| inputs_of_side(&counts.lane(i), players[i], players[1 - i].given);
    [side(0), side(1)]
}
