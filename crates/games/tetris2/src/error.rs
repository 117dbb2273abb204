//! Errors: a text that cannot be read, an illegal move.

pub use games_common::ParseError;

games_common::illegal_moves! {
    /// The reason why a move is illegal.
    pub enum IllegalMove {
        /// The piece for the opponent has been chosen 2 times more than the rarest one already.
        BlockRestriction => "this piece was chosen too often for the opponent",
        /// Not all cells of the placement are empty cells of the well.
        Invalid => "a cell is occupied or outside the well",
        /// The piece cannot get there.
        NoRoute => "the piece cannot get there",
        /// The piece could fall further.
        NotOnGround => "the piece would not rest on anything",
        /// The game is over.
        GameOver => "the game is over",
    }
}

impl IllegalMove {
    /// The judge's error text. The one for a game that is over is ours: the judge sends no request then.
    pub const fn judge_text(self) -> &'static str {
        match self {
            Self::BlockRestriction => "BLOCK_RESTRICTION_VIOLATED",
            Self::Invalid => "LAST_POS_INVALID",
            Self::NoRoute => "NO_ROUTE",
            Self::NotOnGround => "LAST_POS_NOT_ON_GROUND",
            Self::GameOver => "GAME_OVER",
        }
    }
}
