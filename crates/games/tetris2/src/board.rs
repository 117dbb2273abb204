//! The whole game: both players, and the turn as the judge's own list of stages.

use crate::color::Color;
use crate::error::IllegalMove;
use crate::landings::Landings;
use crate::outcome::{Outcome, Reason};
use crate::piece::{Move, Piece, Placement};
use crate::piece_counts::PieceCounts;
use crate::rules::Rules;
use crate::well::{Garbage, Well};

/// One color's side of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    /// The well.
    pub well: Well,
    /// The piece to place in this turn.
    pub piece: Piece,
    /// The pieces that this color has chosen for the opponent.
    pub given: PieceCounts,
    /// Turns with cleared rows in a row, up to the last turn; always 0 in the older game.
    pub combo: u32,
    /// Line score: 1, 3, 5, 7 for 1 to 4 rows cleared at once.
    pub total: u32,
    /// Height of the well after its last lock, before garbage arrived. It counts for the final score only.
    pub height: u8,
    /// Rows sent in the last turn. They count for the final score only.
    pub sent: u8,
}

impl Player {
    /// The player before the first turn.
    pub fn new(first: Piece) -> Self {
        Self {
            well: Well::new(),
            piece: first,
            given: PieceCounts::new(first),
            combo: 0,
            total: 0,
            height: 0,
            sent: 0,
        }
    }

    /// Locks the piece, clears rows, counts combo and score. Returns the rows for the opponent.
    ///
    /// The placement must be legal; otherwise the result is meaningless (but not unsafe).
    #[inline]
    pub fn lock(&mut self, placement: Placement, rules: Rules) -> Garbage {
        let locked = self.well.lock(self.piece, placement);
        let cleared = locked.cleared();
        self.combo = match rules {
            Rules::Tetris2 if cleared > 0 => self.combo + 1,
            _ => 0,
        };
        let garbage = locked.garbage(self.combo);
        self.well = locked.well;
        self.total += LINE_SCORE[cleared];
        self.height = locked.well.height() as u8;
        self.sent = garbage.len() as u8;
        garbage
    }
}

/// Score for 0 to 4 rows cleared at once.
const LINE_SCORE: [u32; 5] = [0, 1, 3, 5, 7];

/// A position between two turns. It is plain data: copy it, then play on the copy.
///
/// ```
/// use tetris2::{Board, Color, Piece};
///
/// let board = Board::new(Piece::I);
/// let mut next = board;
/// // Both play at once: each places its piece and chooses the opponent's next one.
/// next.play(["1,2,0:S".parse()?, "3,1,1:Z".parse()?]);
/// assert_eq!(next.player(Color::Zero).piece, Piece::Z);
/// assert_eq!(next.player(Color::One).piece, Piece::S);
/// assert_eq!(next.player(Color::Zero).well.height(), 4);
/// assert_eq!(next.outcome(), None);
/// # Ok::<(), tetris2::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rules: Rules,
    players: [Player; 2],
    end: Option<[Option<Reason>; 2]>,
}

impl Board {
    /// The start of a game of Tetris2 with this common first piece.
    pub fn new(first: Piece) -> Self {
        Self::with_rules(first, Rules::Tetris2)
    }

    /// The start of a game of either kind.
    pub fn with_rules(first: Piece, rules: Rules) -> Self {
        Self::from_players([Player::new(first); 2], rules)
    }

    /// The position with these players. The game counts as running; whether both have room for their pieces is
    /// not tested.
    pub const fn from_players(players: [Player; 2], rules: Rules) -> Self {
        Self {
            rules,
            players,
            end: None,
        }
    }

    /// The rules of this game: Tetris2 or the older Tetris.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// One color's side.
    pub const fn player(&self, color: Color) -> &Player {
        &self.players[color.index()]
    }

    /// All resting places of a color's piece.
    pub fn landings(&self, color: Color) -> Landings {
        let player = self.player(color);
        player.well.landings(player.piece, self.rules)
    }

    /// A color's legal moves in this turn, each landing with each choice; none once the game is over.
    pub fn legal_moves(&self, color: Color) -> impl Iterator<Item = Move> {
        let landings = match self.end {
            None => self.landings(color),
            Some(_) => Landings::default(),
        };
        let given = self.player(color).given;
        landings
            .into_iter()
            .flat_map(move |placement| given.choices().map(move |block| Move { block, placement }))
    }

    /// Checks whether the color may play this move.
    ///
    /// # Errors
    /// If not, with the first objection in the judge's order.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if self.end.is_some() {
            return Err(IllegalMove::GameOver);
        }
        self.check_choice(color, mv.block)?;
        self.check_placement(color, mv.placement)
    }

    pub(crate) fn check_choice(&self, color: Color, block: Piece) -> Result<(), IllegalMove> {
        if self.player(color).given.allows(block) {
            Ok(())
        } else {
            Err(IllegalMove::BlockRestriction)
        }
    }

    pub(crate) fn check_placement(
        &self,
        color: Color,
        placement: Placement,
    ) -> Result<(), IllegalMove> {
        let player = self.player(color);
        player.well.check(player.piece, placement, self.rules)
    }

    /// Plays a turn, the moves by color.
    ///
    /// # Panics
    /// If a move is illegal.
    pub fn play(&mut self, moves: [Move; 2]) {
        if let Err((color, reason)) = self.try_play(moves) {
            panic!(
                "color {color} may not play {}: {reason}",
                moves[color.index()]
            );
        }
    }

    /// Plays a turn, or says whose move is illegal and why and leaves the board as it is.
    ///
    /// # Errors
    /// If a move is illegal; of two illegal ones color 0's is named.
    pub fn try_play(&mut self, moves: [Move; 2]) -> Result<(), (Color, IllegalMove)> {
        for color in Color::ALL {
            self.check(color, moves[color.index()])
                .map_err(|reason| (color, reason))?;
        }
        self.play_turn(moves);
        Ok(())
    }

    /// Plays a turn of moves that are known to be legal.
    ///
    /// An illegal move leaves an invalid board (which is not unsafe); debug builds panic.
    #[inline]
    pub fn play_unchecked(&mut self, moves: [Move; 2]) {
        debug_assert_eq!(
            Color::ALL.map(|color| self.check(color, moves[color.index()])),
            [Ok(()); 2],
            "{} and {}",
            moves[0],
            moves[1]
        );
        self.play_turn(moves);
    }

    #[inline]
    fn play_turn(&mut self, moves: [Move; 2]) {
        let garbage = Color::ALL.map(|color| {
            let Move { block, placement } = moves[color.index()];
            self.choose(color, block);
            self.lock(color, placement)
        });
        self.finish_turn(moves.map(|mv| mv.block), garbage);
    }

    /// First stage of a move: the choice is counted.
    pub(crate) fn choose(&mut self, color: Color, block: Piece) {
        self.players[color.index()].given.add(block);
    }

    /// Second stage of a move: the piece is locked and rows are cleared.
    pub(crate) fn lock(&mut self, color: Color, placement: Placement) -> Garbage {
        self.players[color.index()].lock(placement, self.rules)
    }

    /// The stages of a turn after both moves.
    pub(crate) fn finish_turn(&mut self, blocks: [Piece; 2], garbage: [Garbage; 2]) {
        self.next_pieces(blocks);
        self.exchange(garbage);
        if self.end.is_none() {
            self.test_room();
        }
    }

    /// Instead of those stages, if a move was illegal: that color loses; if both were, it is a draw.
    pub(crate) fn forfeit(&mut self, by: [bool; 2]) {
        self.end = Some(by.map(|at_fault| at_fault.then_some(Reason::Forfeit)));
    }

    fn next_pieces(&mut self, blocks: [Piece; 2]) {
        for color in Color::ALL {
            self.players[color.index()].piece = blocks[color.opponent().index()];
        }
    }

    /// Both colors' rows change sides at the same time, none cancelled; if a well overflows, none enters.
    fn exchange(&mut self, garbage: [Garbage; 2]) {
        let overflows = Color::ALL.map(|color| {
            let incoming = garbage[color.opponent().index()].len();
            Well::overflows(self.player(color).height.into(), incoming)
        });
        match (overflows, self.rules) {
            ([false, false], _) => {
                for color in Color::ALL {
                    let incoming = garbage[color.opponent().index()];
                    self.players[color.index()].well.raise(incoming.rows());
                }
            }
            ([true, true], Rules::Tetris) => self.end = Some([Some(Reason::Overflow), None]),
            _ => self.overflow(overflows),
        }
    }

    fn test_room(&mut self) {
        let stuck = self
            .players
            .map(|player| !player.well.has_room(player.piece));
        if stuck != [false; 2] {
            self.overflow(stuck);
        }
    }

    /// One overflowing color loses; of two the one with the lower total, and equal totals are a draw.
    fn overflow(&mut self, overflows: [bool; 2]) {
        let [zero, one] = self.players.map(|player| player.total);
        self.end = Some(if overflows == [true; 2] && zero != one {
            [zero < one, one < zero].map(|lower| lower.then_some(Reason::OverflowLowScore))
        } else {
            overflows.map(|own| own.then_some(Reason::Overflow))
        });
    }

    /// The outcome of the game, `None` while it goes on. There is no turn limit.
    pub fn outcome(&self) -> Option<Outcome> {
        let reasons = self.end?;
        let loser = match reasons {
            [Some(_), None] => Color::Zero,
            [None, Some(_)] => Color::One,
            _ => {
                return Some(Outcome {
                    loser: None,
                    reasons,
                    scores: [1.0; 2],
                });
            }
        };
        let mut scores = [0.0; 2];
        scores[loser.opponent().index()] = 2.0 + self.margin(loser);
        Some(Outcome {
            loser: Some(loser),
            reasons,
            scores,
        })
    }

    /// The winner's score on top of the 2.
    fn margin(&self, loser: Color) -> f64 {
        if self.rules == Rules::Tetris {
            return 0.0;
        }
        let (loser, winner) = (self.player(loser), self.player(loser.opponent()));
        f64::from((loser.height + winner.sent).saturating_sub(winner.height + loser.sent)) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Legal turns of the older game never get there: for both to overflow, each would have to send more rows than
    /// the other clears, and only a combo sends more than it clears.
    #[test]
    fn color_0_loses_a_double_overflow_of_the_older_game() {
        for (rules, loser) in [
            (Rules::Tetris, Some(Color::Zero)),
            (Rules::Tetris2, Some(Color::One)),
        ] {
            let mut board = Board::with_rules(Piece::O, rules);
            board.players[0].total = 9;
            board
                .players
                .iter_mut()
                .for_each(|player| player.height = 20);
            let mut rows = [0; 20];
            rows[0] = 0xff;
            let well = Well::from_rows(rows).unwrap();
            let locked = well.lock(Piece::O, "10,1,0".parse().unwrap());
            board.finish_turn([Piece::O; 2], [locked.garbage(1); 2]);
            assert_eq!(board.outcome().unwrap().loser, loser);
        }
    }
}
