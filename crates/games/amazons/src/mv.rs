//! Moves.

use std::fmt;
use std::str::FromStr;

use crate::Cell;

use crate::error::ParseError;

/// A step of an amazon and the arrow that it shoots then.
///
/// ```
/// use amazons::Move;
///
/// let mv: Move = "20-23/20".parse()?;
/// assert_eq!((mv.from.x(), mv.to.y(), mv.arrow), (2, 3, mv.from));
/// assert_eq!(mv.to_string(), "20-23/20");
/// # Ok::<(), amazons::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The cell where the amazon stands.
    pub from: Cell,
    /// The cell that it steps to.
    pub to: Cell,
    /// The cell where its arrow comes to rest.
    pub arrow: Cell,
}

/// Prints `FROM-TO/ARROW`, each as the digits of x and y.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.from, self.to, self.arrow)
    }
}

/// Reads what `Display` prints.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let parts = text
            .split_once('-')
            .and_then(|(from, rest)| Some((from, rest.split_once('/')?)));
        let Some((from, (to, arrow))) = parts else {
            return Err(ParseError::new(format!(
                "`{text}` is not a move: from, to and arrow such as `20-23/20`"
            )));
        };
        let cell = |part: &str| {
            part.parse::<Cell>()
                .map_err(|error| ParseError::new(format!("`{text}` is not a move: {error}")))
        };
        Ok(Self {
            from: cell(from)?,
            to: cell(to)?,
            arrow: cell(arrow)?,
        })
    }
}
