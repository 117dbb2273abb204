//! The territory ratio: the share of the free board that each side owns.

use crate::board::Board;
use crate::cell_set::CellSet;
use crate::fill::alternate;

/// The number of layers that each side fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layers {
    /// Layers of the side whose territory is asked.
    pub own: u32,
    /// Layers of its opponent.
    pub opponent: u32,
}

/// The weights of cells in the territory ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A cell reached by us: DEF.
    pub own: i64,
    /// A cell reached by the opponent: ATA.
    pub opponent: i64,
    /// The deduction for a cell reached by us that the opponent had reached before: BAL.
    pub contested: i64,
}

/// The layers of Yang Runzhe's bots, MYCONSIDER and ENECONSIDER (Mr. Curiosity's report, 2015).
pub const CURIOSITY_LAYERS: Layers = Layers {
    own: 40,
    opponent: 14,
};

/// The weights of Yang Runzhe's bots (the same report).
pub const CURIOSITY_WEIGHTS: Weights = Weights {
    own: 4,
    opponent: 6,
    contested: 3,
};

/// The free cells that each side reaches in the alternating flood fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Territory {
    /// Reached by us.
    pub own: CellSet,
    /// Reached by the opponent. The cells in both sets it reached before us.
    pub opponent: CellSet,
}

impl Territory {
    /// Fills the free cells of `board` (all but obstacles and bodies as they stand) from both
    /// heads, `player` being "us": in turn the opponent grows by one layer, then we do, each side for its
    /// number of layers. The opponent cannot enter cells that we reached first; we may enter its
    /// cells. The heads are not counted, not even those of dead snakes.
    #[inline]
    pub fn of(board: &Board, player: usize, layers: Layers) -> Self {
        let free = board.free();
        let heads = (
            CellSet::of(board.head(player)),
            CellSet::of(board.head(1 - player)),
        );
        let (own, opponent) = alternate(free, heads, (layers.own, layers.opponent));
        Self {
            own: own & free,
            opponent: opponent & free,
        }
    }

    /// The territory ratio gamma in units of 2^-18, rounded down: what our cells weigh over what the
    /// opponent's weigh, or over 1 if the opponent reaches nothing.
    ///
    /// ```
    /// use snake::territory::{CURIOSITY_LAYERS, CURIOSITY_WEIGHTS, Territory};
    /// use snake::{Board, Map};
    ///
    /// let board = Board::new(&"1x6".parse::<Map>()?);
    /// let territory = Territory::of(&board, 0, CURIOSITY_LAYERS);
    /// // We reach all 4 cells, 2 of them after the opponent.
    /// assert_eq!((territory.own.len(), territory.opponent.len()), (4, 2));
    /// let gamma = territory.ratio(&CURIOSITY_WEIGHTS);
    /// assert_eq!(gamma, ((4 * 4 - 2 * 3) << 18) / (2 * 6));
    /// # Ok::<(), snake::ParseError>(())
    /// ```
    #[inline]
    pub fn ratio(&self, weights: &Weights) -> i64 {
        let contested = (self.own & self.opponent).len() as i64;
        let own = self.own.len() as i64 * weights.own - contested * weights.contested;
        let opponent = self.opponent.len() as i64 * weights.opponent;
        (own << 18) / if opponent == 0 { 1 } else { opponent }
    }
}
