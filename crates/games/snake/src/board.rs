//! The board and its turn.

use crate::body::Snake;
use crate::cell::{Cell, Direction, DirectionSet};
use crate::cell_set::CellSet;
use crate::error::IllegalMove;
use crate::map::Map;
use crate::outcome::{Death, Fault, Outcome};

/// The moves of one turn: the directions of players 0 and 1.
pub type JointMove = (Direction, Direction);

/// A player's answer in one turn, as the judge reads it.
pub type Answer = Result<Direction, Fault>;

/// Returns true if both snakes grow in turn `turn`, counted from 0: in turns 0 to 9, then in every third
/// one: 12, 15, 18, ...
#[inline]
pub const fn snakes_grow(turn: u32) -> bool {
    turn <= 9 || (turn - 9).is_multiple_of(3)
}

/// A position: the field, two snakes, and the number of turns played. Plain data, 168 bytes, made
/// to be copied.
///
/// Players are 0 and 1; a player number above 1 panics. Two boards are equal if the positions are,
/// whatever the way there.
///
/// ```
/// use snake::{Board, Direction, Map};
///
/// let mut board = Board::new(&"3x4".parse::<Map>()?);
/// board.play((Direction::Right, Direction::Left));
/// assert_eq!(board.to_string(), "\
/// aA..
/// ....
/// ..Bb
/// ");
/// let mut other = board;
/// other.play((Direction::Up, Direction::Left));
/// assert_eq!(other.outcome().and_then(|outcome| outcome.winner()), Some(1));
/// assert_eq!(board.outcome(), None);
/// # Ok::<(), snake::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The cells without obstacles.
    field: CellSet,
    snakes: [Snake; 2],
    turn: u32,
    height: u8,
    width: u8,
    /// The causes of death by player; the game is over if one died.
    deaths: [Option<Death>; 2],
}

impl Board {
    /// The start of a game on `map`.
    pub fn new(map: &Map) -> Self {
        Self {
            field: map.field(),
            snakes: map.starts().map(Snake::new),
            turn: 0,
            height: map.height(),
            width: map.width(),
            deaths: [None; 2],
        }
    }

    /// Number of turns played, which is the number of the next turn, counted from 0.
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// Number of rows, the range of x.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Number of columns, the range of y.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The cells of the board without obstacles.
    pub const fn field(&self) -> CellSet {
        self.field
    }

    /// The obstacles.
    pub fn obstacles(&self) -> CellSet {
        CellSet::rectangle(self.height, self.width) - self.field
    }

    /// The head of `player`'s snake. Where it stayed, if it died.
    #[inline]
    pub const fn head(&self, player: usize) -> Cell {
        self.snakes[player].head
    }

    /// The last cell of `player`'s snake; its head if the snake has length 1.
    pub const fn tail(&self, player: usize) -> Cell {
        self.snakes[player].tail
    }

    /// Number of cells of `player`'s snake. While both live, both have the same.
    pub fn len(&self, player: usize) -> usize {
        usize::from(self.snakes[player].len)
    }

    /// The cells of `player`'s snake, head included.
    #[inline]
    pub const fn body(&self, player: usize) -> CellSet {
        self.snakes[player].cells
    }

    /// The cells of `player`'s snake in order, from the tail to the head.
    pub fn segments(&self, player: usize) -> impl Iterator<Item = Cell> + use<> {
        self.snakes[player].segments()
    }

    /// The cells with nothing on them.
    #[inline]
    pub fn free(&self) -> CellSet {
        self.field - self.snakes[0].cells - self.snakes[1].cells
    }

    #[inline]
    fn is_free(&self, cell: Cell) -> bool {
        let [first, second] = &self.snakes;
        self.field.contains(cell) && !first.cells.contains(cell) && !second.cells.contains(cell)
    }

    /// The cells which a head may enter in this turn as far as is known before it: the free
    /// ones, and the tails, unless this is a turn of growth, in which they stay.
    pub fn enterable(&self) -> CellSet {
        let mut cells = self.free();
        if !snakes_grow(self.turn) {
            cells.insert(self.snakes[0].tail);
            cells.insert(self.snakes[1].tail);
        }
        cells
    }

    /// The directions that are not certain death for `player` in this turn: to a cell of
    /// [`Board::enterable`]. In these only the opponent's head on the same cell can kill it; in
    /// the others it dies whatever the opponent does. (A step onto the opponent's head is one of the others:
    /// when it counts, that cell holds the opponent's neck, or still its head.)
    ///
    /// May be empty. When the game is over: what the rule gives for the bodies as they stand.
    pub fn legal_moves(&self, player: usize) -> DirectionSet {
        let enterable = self.enterable();
        let head = self.snakes[player].head;
        Direction::ALL
            .iter()
            .copied()
            .filter(|&direction| {
                head.step(direction)
                    .is_some_and(|cell| enterable.contains(cell))
            })
            .collect()
    }

    /// Plays one turn.
    ///
    /// # Panics
    /// If the game is over.
    #[inline]
    pub fn play(&mut self, joint_move: JointMove) {
        assert!(self.outcome().is_none(), "the game is over");
        self.play_unchecked(joint_move);
    }

    /// Plays one turn. A move that kills is a move like any other.
    ///
    /// # Errors
    /// If the game is over; the board stays as it is.
    pub fn try_play(&mut self, joint_move: JointMove) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        self.play_unchecked(joint_move);
        Ok(())
    }

    /// Plays one turn without checking whether the game is over. On a finished game the result is meaningless.
    #[inline]
    pub fn play_unchecked(&mut self, (first, second): JointMove) {
        self.play_answers([Ok(first), Ok(second)]);
    }

    /// Plays one turn from the answers that the judge got, in the judge's own order of operations. Does not check
    /// whether the game is over.
    #[inline]
    pub fn play_answers(&mut self, answers: [Answer; 2]) {
        if !snakes_grow(self.turn) {
            self.remove_last_cells();
        }
        self.answer_of_player_0(answers[0]);
        self.answer_of_player_1(answers[1]);
        self.turn += 1;
    }

    /// The cause of death of `player`; `None` if it lives.
    pub const fn death(&self, player: usize) -> Option<Death> {
        self.deaths[player]
    }

    /// The result; `None` while both live.
    #[inline]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.deaths {
            [None, None] => None,
            [Some(death), None] => Some(Outcome::Win { winner: 1, death }),
            [None, Some(death)] => Some(Outcome::Win { winner: 0, death }),
            [Some(first), Some(second)] => Some(Outcome::Draw {
                deaths: [first, second],
            }),
        }
    }

    /// Stage 1, unless the snakes grow: both last cells go before any move is looked at.
    #[inline]
    fn remove_last_cells(&mut self) {
        self.snakes[0].remove_last_cell();
        self.snakes[1].remove_last_cell();
    }

    /// Stage 2.
    #[inline]
    fn answer_of_player_0(&mut self, answer: Answer) {
        self.deaths[0] = self.move_head(0, answer).err();
    }

    /// Stage 3: both die if player 1 steps onto the head of snake 0, be it moved or left behind.
    #[inline]
    fn answer_of_player_1(&mut self, answer: Answer) {
        let target = answer
            .ok()
            .and_then(|direction| self.snakes[1].head.step(direction));
        if target == Some(self.snakes[0].head) {
            self.deaths = match self.deaths[0] {
                None => [Some(Death::HeadToHead), Some(Death::HeadToHead)],
                earlier => [earlier, Some(Death::Other)],
            };
        } else {
            self.deaths[1] = self.move_head(1, answer).err();
        }
    }

    /// Puts `player`'s new head in front, or says why it dies. Both bodies are as they stand.
    #[inline]
    fn move_head(&mut self, player: usize, answer: Answer) -> Result<(), Death> {
        let direction = answer?;
        let target = self.snakes[player].head.step(direction);
        let target = target.ok_or(Death::Border)?;
        if !self.is_free(target) {
            return Err(self.why_blocked(player, target));
        }
        self.snakes[player].put_head(direction, target);
        Ok(())
    }

    /// The cause of death for `player` on `cell`, which is not free.
    fn why_blocked(&self, player: usize, cell: Cell) -> Death {
        if cell.x() > self.height || cell.y() > self.width {
            Death::Border
        } else if !self.field.contains(cell) {
            Death::Obstacle
        } else if self.snakes[player].cells.contains(cell) {
            Death::Own
        } else {
            Death::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each snake goes around its half of the empty board of 16 x 12 until it fills it: the longest
    /// bodies there can be.
    #[test]
    fn longest_bodies() {
        let round_top_half = |x: u8, y: u8| match (x, y) {
            (8, 1) => Direction::Right,
            (_, 1) => Direction::Down,
            (1, _) => Direction::Left,
            (_, 12) if x.is_multiple_of(2) => Direction::Up,
            (_, 2) if !x.is_multiple_of(2) => Direction::Up,
            _ if x.is_multiple_of(2) => Direction::Right,
            _ => Direction::Left,
        };
        let mut board = Board::new(&Map::empty(16, 12));
        while board.outcome().is_none() {
            let (first, second) = (board.head(0), board.head(1));
            board.play((
                round_top_half(first.x(), first.y()),
                round_top_half(17 - second.x(), 13 - second.y()).opposite(),
            ));
            for player in 0..2 {
                assert_eq!(board.segments(player).last(), Some(board.head(player)));
                let cells: CellSet = board.segments(player).collect();
                assert_eq!(cells, board.body(player));
                assert_eq!(cells.len(), board.len(player));
            }
        }
        // Length 96 after turn 264; the next turn of growth is 267.
        assert_eq!((board.turn(), board.len(0), board.len(1)), (268, 96, 96));
        assert_eq!(
            board.outcome(),
            Some(Outcome::Draw {
                deaths: [Death::Own; 2]
            })
        );
    }

    #[test]
    fn growth() {
        let grows: Vec<u32> = (0..22).filter(|&turn| snakes_grow(turn)).collect();
        assert_eq!(grows, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 18, 21]);
    }

    #[test]
    fn a_finished_game_cannot_go_on() {
        let mut board = Board::new(&Map::empty(5, 5));
        assert_eq!(board.try_play((Direction::Up, Direction::Down)), Ok(()));
        assert_eq!(board.death(0), Some(Death::Border));
        let end = board;
        assert_eq!(
            board.try_play((Direction::Down, Direction::Up)),
            Err(IllegalMove::GameOver)
        );
        assert_eq!(board, end);
    }

    #[test]
    #[should_panic(expected = "the game is over")]
    fn play_panics_on_a_finished_game() {
        let mut board = Board::new(&Map::empty(5, 5));
        board.play((Direction::Up, Direction::Up));
        board.play((Direction::Down, Direction::Up));
    }
}
