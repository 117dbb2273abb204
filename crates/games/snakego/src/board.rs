//! A position: walls, snakes, items on the ground, and whose turn it is.

use std::iter;

use crate::cell::{Cell, Direction};
use crate::cell_set::CellSet;
use crate::error::IllegalMove;
use crate::item::{ITEM_LIFE, Item};
use crate::operation::{Operation, Operations};
use crate::outcome::Outcome;
use crate::rules::Rules;
use crate::snake::Snake;
use crate::steps::Steps;

/// Most snakes that a player can have.
pub const MAX_SNAKES: usize = 4;

/// In rounds up to this one the two original snakes grow with every move.
pub const GROW_ROUNDS: u16 = 8;

/// A position. It is plain data of 560 bytes; what does not change within a half-game is in [`Rules`].
///
/// The body of a snake is a set of cells and the directions along it from the tail to the head. So a move touches a few
/// bits, whatever the length.
#[derive(Clone, Copy)]
pub struct Board {
    pub(crate) walls: [CellSet; 2],
    /// The cells of all snakes and walls.
    // Kept because it is asked for in every move of a search, and changes in few cells.
    pub(crate) blocked: CellSet,
    /// The cells with an item on the ground.
    pub(crate) ground: CellSet,
    /// For each body cell but the heads, the direction to the next cell toward the head.
    pub(crate) steps: Steps,
    /// The cells of each snake: those of player 0 in order from 0, those of player 1 from 4. The places behind the
    /// last snake are empty, here and in `snakes`.
    pub(crate) bodies: [CellSet; 2 * MAX_SNAKES],
    pub(crate) snakes: [Snake; 2 * MAX_SNAKES],
    pub(crate) counts: [u8; 2],
    /// From 1; `max_round` + 1 at the end.
    pub(crate) round: u16,
    pub(crate) player: u8,
    /// Place of the snake to act in its player's list.
    pub(crate) acting: u8,
    pub(crate) over: bool,
    /// The player who took the first item of the half-game; 2 if none was taken yet.
    pub(crate) first_taker: u8,
    /// Round of that, 0 if there is none.
    pub(crate) first_round: u16,
    pub(crate) next_id: u16,
    /// The items on the ground: bit `time % 16` is set for the item that appeared in round `time`.
    // Wider than it needs to be: the compiler reads four bytes, and would wait for bytes beside it just written.
    pub(crate) ground_rounds: u32,
}

impl Board {
    /// The start of a half-game, in round 1 with its items laid out.
    pub fn new(rules: &Rules) -> Board {
        let mut board = Board::empty();
        for (player, cell) in [(0, Cell::from_index(0x0f)), (1, Cell::from_index(0xf0))] {
            board.put(
                player,
                Snake {
                    id: player as u16,
                    head: cell,
                    tail: cell,
                    len: 1,
                    ..Snake::default()
                },
                CellSet::of(cell),
            );
        }
        board.begin_round(rules, &mut |_| ());
        board
    }

    /// The empty board, before round 1.
    pub(crate) fn empty() -> Board {
        Board {
            walls: [CellSet::EMPTY; 2],
            blocked: CellSet::EMPTY,
            ground: CellSet::EMPTY,
            steps: Steps::NONE,
            bodies: [CellSet::EMPTY; 8],
            snakes: [Snake::default(); 8],
            counts: [0; 2],
            round: 0,
            player: 0,
            acting: 0,
            over: false,
            first_taker: 2,
            first_round: 0,
            next_id: 2,
            ground_rounds: 0,
        }
    }

    /// Appends a snake to the list of a player who has fewer than four.
    pub(crate) fn put(&mut self, player: usize, snake: Snake, body: CellSet) {
        let place = 4 * player + usize::from(self.counts[player]);
        self.snakes[place] = snake;
        self.bodies[place] = body;
        self.blocked |= body;
        self.counts[player] += 1;
    }

    /// The round, from 1. After the last round it is one more than their number.
    #[inline]
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The player whose half-round it is, 0 or 1.
    #[inline]
    pub fn player(&self) -> usize {
        usize::from(self.player)
    }

    /// Place of the snake to act in its player's list.
    #[inline]
    pub fn acting(&self) -> usize {
        usize::from(self.acting)
    }

    /// The number of snakes of the player that are still to act in this half-round, including the one to act now.
    #[inline]
    pub fn left_to_act(&self) -> usize {
        if self.over {
            0
        } else {
            usize::from(self.counts[self.player() & 1] - self.acting)
        }
    }

    /// The snakes of a player, in the order in which they act.
    ///
    /// # Panics
    /// If `player` is above 1.
    #[inline]
    pub fn snakes(&self, player: usize) -> &[Snake] {
        &self.snakes[4 * player..][..usize::from(self.counts[player])]
    }

    /// The snake to act. Meaningless once the half-game is over.
    #[inline]
    pub fn snake(&self) -> &Snake {
        &self.snakes[self.place()]
    }

    /// Place of the snake to act among all eight.
    #[inline]
    pub(crate) fn place(&self) -> usize {
        (4 * self.player() + self.acting()) & 7
    }

    /// The cells of the snake at this place of a player's list; empty if there is none.
    ///
    /// # Panics
    /// If `player` is above 1 or `place` above 3.
    #[inline]
    pub fn body(&self, player: usize, place: usize) -> CellSet {
        assert!(place < MAX_SNAKES);
        self.bodies[4 * player + place]
    }

    /// The cells of the snake at this place of a player's list, head first.
    ///
    /// # Panics
    /// If there is no such snake.
    pub fn cells(&self, player: usize, place: usize) -> Vec<Cell> {
        let snake = self.snakes(player)[place];
        let mut cells = Vec::with_capacity(usize::from(snake.len));
        let mut cell = snake.tail;
        for _ in 0..snake.len {
            cells.push(cell);
            cell = cell.wrapping_step(self.toward_head(cell));
        }
        cells.reverse();
        cells
    }

    /// The snake that covers a cell: player and place in the list.
    pub fn snake_at(&self, cell: Cell) -> Option<(usize, usize)> {
        if !self.blocked.contains(cell) {
            return None;
        }
        let place = self.bodies.iter().position(|body| body.contains(cell))?;
        Some((place / 4, place % 4))
    }

    /// The direction from a body cell to the next cell toward the head. Meaningless for a head and for other cells.
    #[inline]
    pub fn toward_head(&self, cell: Cell) -> Direction {
        self.steps.get(cell)
    }

    /// The walls of a player.
    ///
    /// # Panics
    /// If `player` is above 1.
    #[inline]
    pub fn walls(&self, player: usize) -> CellSet {
        self.walls[player]
    }

    /// The cells of all snakes.
    #[inline]
    pub fn occupied(&self) -> CellSet {
        self.blocked - self.walls[0] - self.walls[1]
    }

    /// The cells without wall or snake.
    #[inline]
    pub fn free(&self) -> CellSet {
        !self.blocked
    }

    /// The cells with an item on the ground, those in walls included.
    #[inline]
    pub fn ground(&self) -> CellSet {
        self.ground
    }

    /// The items on the ground with their ids, by the round in which they appeared.
    #[inline]
    pub fn ground_items<'a>(
        &self,
        rules: &'a Rules,
    ) -> impl Iterator<Item = (u16, Item)> + use<'a> {
        // Turned so that the oldest round that can have left an item, 15 ago, has bit 0.
        let oldest = self.round.wrapping_sub(ITEM_LIFE - 1);
        let mut bits = (self.ground_rounds as u16).rotate_right(u32::from(oldest % 16));
        iter::from_fn(move || {
            let age = bits.trailing_zeros() as u16;
            bits &= bits.checked_sub(1)?;
            rules.item_of_round(oldest.wrapping_add(age))
        })
    }

    /// The item that lies on a cell, with its id.
    pub fn item_at(&self, rules: &Rules, cell: Cell) -> Option<(u16, Item)> {
        if !self.ground.contains(cell) {
            return None;
        }
        self.ground_items(rules).find(|(_, item)| item.cell == cell)
    }

    /// The id that the next new snake gets.
    #[inline]
    pub fn next_id(&self) -> u16 {
        self.next_id
    }

    /// Round and player of the first item taken. If both took one in the same round, it is player 1.
    #[inline]
    pub fn first_item(&self) -> Option<(u16, usize)> {
        (self.first_taker < 2).then_some((self.first_round, usize::from(self.first_taker)))
    }

    /// Returns true if the half-game is over, by its last round or because no snake is left.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Returns true if the next move of the snake to act makes it longer.
    #[inline]
    pub fn grows(&self) -> bool {
        let snake = self.snake();
        snake.bank > 0 || self.grows_without_bank(snake)
    }

    /// The original snakes do, in the first rounds.
    #[inline]
    pub(crate) fn grows_without_bank(&self, snake: &Snake) -> bool {
        self.round <= GROW_ROUNDS && snake.id == u16::from(self.player)
    }

    /// The operations that the judge accepts from the snake to act, deadly ones included. Never empty before the
    /// end of the half-game; empty after it.
    #[inline]
    pub fn legal_moves(&self) -> Operations {
        if self.over {
            return Operations::EMPTY;
        }
        let snake = self.snake();
        let mut legal = Operations::MOVES;
        if snake.len >= 2 {
            // A snake of two that does not grow may turn around.
            if snake.len > 2 || self.grows() {
                legal.remove(snake.direction().opposite().into());
            }
            if snake.has_ray() {
                legal.insert(Operation::Fire);
            }
            if usize::from(self.counts[self.player() & 1]) < MAX_SNAKES {
                legal.insert(Operation::Split);
            }
        }
        legal
    }

    /// Checks whether the judge accepts this operation from the snake to act.
    ///
    /// # Errors
    /// The reason why it is illegal.
    pub fn check(&self, operation: Operation) -> Result<(), IllegalMove> {
        if self.over {
            return Err(IllegalMove::GameOver);
        }
        if self.legal_moves().contains(operation) {
            return Ok(());
        }
        let snake = self.snake();
        Err(match operation {
            Operation::Fire if !snake.has_ray() => IllegalMove::FireWithoutRay,
            Operation::Fire => IllegalMove::FireTooShort,
            Operation::Split if self.snakes(self.player()).len() >= MAX_SNAKES => {
                IllegalMove::SplitLimit
            }
            Operation::Split => IllegalMove::SplitTooShort,
            _ => IllegalMove::Reverse,
        })
    }

    /// Cells covered by a player's snakes and walls. The bank does not count.
    ///
    /// # Panics
    /// If `player` is above 1.
    pub fn area(&self, player: usize) -> u16 {
        let cells: u16 = self.snakes(player).iter().map(|snake| snake.len).sum();
        cells + self.walls[player].len() as u16
    }

    /// The final judge's scores: two for each cell of the area, one more for taking the first item.
    pub fn scores(&self) -> [i16; 2] {
        [0, 1].map(|player| {
            2 * self.area(player) as i16 + i16::from(usize::from(self.first_taker) == player)
        })
    }

    /// The outcome of the half-game; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let scores = self.scores();
        self.over.then_some(Outcome {
            winner: usize::from(scores[0] < scores[1]),
            scores,
        })
    }
}

/// Two positions are equal if the rest of the half-game is the same for the same operations, ids included.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        let steps = |board: &Board| {
            let heads = board.snakes.iter().filter(|snake| snake.len > 0);
            let known = board.occupied() - heads.map(|snake| snake.head).collect();
            let (vertical, backward) = board.steps.planes();
            (vertical & known, backward & known)
        };
        // A snake of length 1 has no direction.
        let snakes = |board: &Board| {
            board.snakes.map(|snake| Snake {
                heading: if snake.len > 1 { snake.heading } else { 0 },
                ..snake
            })
        };
        let flags = |board: &Board| (board.player, board.acting, board.over, board.first_taker);
        self.walls == other.walls
            && self.bodies == other.bodies
            && snakes(self) == snakes(other)
            && steps(self) == steps(other)
            && (
                self.round,
                self.next_id,
                self.ground_rounds,
                self.first_round,
            ) == (
                other.round,
                other.next_id,
                other.ground_rounds,
                other.first_round,
            )
            && flags(self) == flags(other)
            && self.ground == other.ground
    }
}

impl Eq for Board {}
