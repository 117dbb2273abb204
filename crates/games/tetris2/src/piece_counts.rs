//! The number of times that a player has chosen each piece for the opponent, which limits its next choices.

use std::convert::TryFrom;
use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;
use crate::piece::Piece;

/// The number of times that one color has chosen each piece for the opponent, relative to the piece it chose least:
/// 0 to 2, and 0 for at least one piece. The common first piece counts as chosen once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceCounts([u8; 7]);

/// The counts of two pieces may differ by this much.
const MAX_LEAD: u8 = 2;

impl PieceCounts {
    /// The counts after the common first piece.
    pub fn new(first: Piece) -> Self {
        let mut counts = [0; 7];
        counts[first.index()] = 1;
        Self(counts)
    }

    /// The counts by piece code, relative to the smallest.
    pub const fn counts(&self) -> &[u8; 7] {
        &self.0
    }

    /// Returns true if the piece may be chosen next: not if it is 2 above the rarest one.
    #[inline]
    pub const fn allows(&self, piece: Piece) -> bool {
        self.0[piece.index()] < MAX_LEAD
    }

    /// The pieces that may be chosen next, by code; there is always one.
    pub fn choices(self) -> impl Iterator<Item = Piece> {
        Piece::ALL
            .iter()
            .copied()
            .filter(move |&piece| self.allows(piece))
    }

    /// Counts a choice, which must be an allowed one; otherwise the counts become meaningless.
    #[inline]
    pub fn add(&mut self, piece: Piece) {
        self.0[piece.index()] += 1;
        if !self.0.contains(&0) {
            self.0 = self.0.map(|count| count - 1);
        }
    }
}

/// Prints seven digits, by piece code.
impl fmt::Display for PieceCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|count| write!(f, "{count}"))
    }
}

/// Reads seven digits, by piece code.
impl FromStr for PieceCounts {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match <[u8; 7]>::try_from(text.as_bytes()) {
            Ok(digits)
                if digits.contains(&b'0')
                    && digits.iter().all(|c| (b'0'..=b'0' + MAX_LEAD).contains(c)) =>
            {
                Ok(Self(digits.map(|c| c - b'0')))
            }
            _ => Err(ParseError::new(format!(
                "`{text}` is not a count of chosen pieces: seven digits for L J S Z T I O, each 0 to 2, at least one 0"
            ))),
        }
    }
}
