//! Illegal moves and the ends of games.

use std::fmt;

use crate::board::Color;

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalMove {
    /// The piece for the opponent has been chosen 2 times more than the rarest one already.
    BlockRestriction,
    /// Not all cells of the placement are empty cells of the well.
    Invalid,
    /// The piece cannot get there.
    NoRoute,
    /// The piece could fall further.
    NotOnGround,
    /// The game is over.
    GameOver,
}

impl IllegalMove {
    /// The judge's error text (the judge asks nobody once the game is over: that text is ours).
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

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BlockRestriction => "this piece was chosen too often for the opponent",
            Self::Invalid => "a cell is occupied or outside the well",
            Self::NoRoute => "there is no way to get there",
            Self::NotOnGround => "the piece would hang in the air",
            Self::GameOver => "the game is over",
        })
    }
}

impl std::error::Error for IllegalMove {}

/// What ended the game for a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Garbage pushed the well over the top, or there was no room for the next piece.
    Overflow,
    /// Both colours overflowed, and this one has the lower total.
    OverflowLowScore,
    /// The half of the turn was not a legal one; only the judge lets a game end this way.
    Forfeit,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// The colour that lost, `None` for a draw.
    pub loser: Option<Color>,
    /// Why, by colour: nothing for a winner.
    pub reasons: [Option<Reason>; 2],
    /// The judge's scores by colour: 0 for the loser, 2 and a margin below 1 for the winner, 1 each for a draw.
    pub scores: [f64; 2],
}
