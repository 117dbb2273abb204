//! The state that a bot sees, and its text form.

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, JointMove};
use crate::cell::Direction;
use crate::error::{IllegalMove, ParseError};
use crate::map::Map;

/// One player's view of a game: the board after the last complete turn, which snake is its own, and
/// how the game went so far.
///
/// Text form, read by `FromStr` and printed by `{:#}`: words separated by spaces,
/// * `map=` and a [`Map`], or `seed=` and the number from which the judge makes one;
/// * `moves=` and the joint moves so far with commas between them, each as two digits:
///   direction of player 0, direction of player 1. May be left out.
/// * `me=0` or `me=1`; left out: 0.
///
/// `{}` draws the position.
///
/// ```
/// use snake::botzone::State;
///
/// let state: State = "map=3x4:2,2 moves=13,10 me=1".parse()?;
/// assert_eq!(format!("{state:#}"), "map=3x4:2,2 moves=13,10 me=1");
/// assert_eq!(state.to_string(), "\
/// turn 2, both snakes grow, you are B (player 1), length 3
/// aaA.
/// .#B.
/// ..bb
/// ");
/// let same: State = "seed=5".parse()?;
/// assert!(format!("{same:#}").starts_with("map=13x10:7,7/7,4/2,1/"));
/// # Ok::<(), snake::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    board: Board,
    me: usize,
    map: Map,
    moves: Vec<JointMove>,
    /// The player's own answer in the current turn.
    answer: Option<Direction>,
    /// False before the first request.
    has_map: bool,
}

impl State {
    /// The state of player `me` at the start of a game on `map`.
    ///
    /// # Panics
    /// If `me` is above 1.
    pub fn new(map: Map, me: usize) -> Self {
        assert!(me < 2, "there is no player {}", me);
        Self {
            board: Board::new(&map),
            me,
            map,
            moves: Vec::new(),
            answer: None,
            has_map: true,
        }
    }

    /// A state that does not know its map yet.
    pub(super) fn waiting() -> Self {
        Self {
            has_map: false,
            ..Self::new(Map::empty(10, 10), 0)
        }
    }

    /// The board after the last complete turn.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The player's number, 0 or 1.
    pub const fn me(&self) -> usize {
        self.me
    }

    /// The opponent's player number.
    pub const fn opponent(&self) -> usize {
        1 - self.me
    }

    /// The map with its obstacles in the judge's order.
    pub const fn map(&self) -> &Map {
        &self.map
    }

    /// The joint moves so far.
    pub fn moves(&self) -> &[JointMove] {
        &self.moves
    }

    /// Plays a complete turn.
    ///
    /// # Errors
    /// If the game is over.
    pub fn try_play(&mut self, joint_move: JointMove) -> Result<(), IllegalMove> {
        self.board.try_play(joint_move)?;
        self.moves.push(joint_move);
        self.answer = None;
        Ok(())
    }

    pub(super) const fn has_map(&self) -> bool {
        self.has_map
    }

    pub(super) fn answered(&mut self, direction: Direction) -> Result<(), String> {
        if !self.has_map || self.answer.is_some() {
            return Err(format!("response {direction} answers no request"));
        }
        self.answer = Some(direction);
        Ok(())
    }

    pub(super) fn opponent_moved(&mut self, direction: Direction) -> Result<(), String> {
        let own = self
            .answer
            .ok_or("a request came before the answer to the one before")?;
        let joint_move = if self.me == 0 {
            (own, direction)
        } else {
            (direction, own)
        };
        let mut next = self.board;
        next.try_play(joint_move).map_err(|over| over.to_string())?;
        for player in 0..2 {
            if let Some(death) = next.death(player) {
                let (first, second) = joint_move;
                return Err(format!(
                    "with the moves {first} and {second} player {player} dies ({death})"
                ));
            }
        }
        self.try_play(joint_move).map_err(|over| over.to_string())
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "map={} moves=", self.map)?;
            for (i, (first, second)) in self.moves.iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                write!(f, "{comma}{}{}", first.index(), second.index())?;
            }
            return write!(f, " me={}", self.me);
        }
        let turn = self.board.turn();
        let growth = if crate::snakes_grow(turn) {
            "both snakes grow"
        } else {
            "no growth"
        };
        let letter = ['A', 'B'][self.me];
        let length = self.board.len(self.me);
        writeln!(
            f,
            "turn {turn}, {growth}, you are {letter} (player {}), length {length}",
            self.me
        )?;
        write!(f, "{}", self.board)
    }
}

impl FromStr for State {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (mut map, mut moves, mut me) = (None, Vec::new(), 0);
        for word in text.split_whitespace() {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| ParseError::new(format!("{word:?} is not key=value")))?;
            match key {
                "map" => map = Some(value.parse()?),
                "seed" => {
                    let seed = value
                        .parse()
                        .map_err(|_| ParseError::new(format!("{word:?}: not a 32-bit integer")))?;
                    map = Some(Map::generate(seed, None, None));
                }
                "moves" => moves = read_moves(value)?,
                "me" if value == "0" => me = 0,
                "me" if value == "1" => me = 1,
                _ => {
                    return Err(ParseError::new(format!(
                        "{word:?}: expected map=, seed=, moves= or me=0|1"
                    )));
                }
            }
        }
        let map = map.ok_or_else(|| ParseError::new("a position needs map= or seed="))?;
        let mut state = Self::new(map, me);
        for (i, &(first, second)) in moves.iter().enumerate() {
            state.try_play((first, second)).map_err(|error| {
                ParseError::new(format!("move {i} ({first}, {second}): {error}"))
            })?;
        }
        Ok(state)
    }
}

fn read_moves(text: &str) -> Result<Vec<JointMove>, ParseError> {
    let pairs = text.split(',').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let digits: Option<Vec<Direction>> = pair
                .chars()
                .map(|c| Direction::from_index(c.to_digit(4)? as usize))
                .collect();
            match digits.as_deref() {
                Some(&[first, second]) => Ok((first, second)),
                _ => Err(ParseError::new(format!(
                    "{pair:?} is not a joint move: two digits 0 to 3"
                ))),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in [
            "map=1x2 moves= me=0",
            "map=13x12:2,3/12,10 moves=20,20,13 me=1",
            // The last turn may end the game.
            "map=3x3 moves=00 me=0",
        ] {
            let state: State = text.parse().unwrap();
            assert_eq!(format!("{state:#}"), text);
        }
    }

    #[test]
    fn bad_texts_are_refused() {
        for (text, why) in [
            ("", "a position needs map= or seed="),
            ("me=0", "a position needs map= or seed="),
            ("map", "\"map\" is not key=value"),
            ("seed=x", "\"seed=x\": not a 32-bit integer"),
            (
                "seed=1 me=2",
                "\"me=2\": expected map=, seed=, moves= or me=0|1",
            ),
            (
                "seed=1 moves=2",
                "\"2\" is not a joint move: two digits 0 to 3",
            ),
            (
                "seed=1 moves=24",
                "\"24\" is not a joint move: two digits 0 to 3",
            ),
            (
                "map=3x3 moves=00,11",
                "move 1 (right, right): the game is over",
            ),
        ] {
            assert_eq!(text.parse::<State>().unwrap_err().to_string(), why);
        }
    }
}
