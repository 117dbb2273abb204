//! The effect of each move on the snake that makes it, for searches.

use crate::around::Around;
use crate::board::{Board, MAX_SNAKES};
use crate::operation::Operations;

/// The legal moves of the snake to act, by what they do to that snake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveKinds {
    /// The snake lives. The snake's own tail counts as free if it will have moved away.
    pub free: Operations,
    /// The snake runs into itself: the loop becomes wall, and the snake dies.
    pub sealing: Operations,
    /// The snake dies and gains nothing.
    pub deadly: Operations,
}

impl Board {
    /// The moves that the snake to act survives, see [`MoveKinds::free`]. Meaningless once the half-game is over.
    #[inline]
    pub fn free_moves(&self) -> Operations {
        self.around().open_moves()
    }

    /// The effect of each legal move of the snake to act on that snake. Meaningless once the half-game is over.
    #[inline]
    pub fn move_kinds(&self) -> MoveKinds {
        self.move_kinds_with(self.around())
    }

    /// The same, where what is around the head is known.
    #[inline]
    pub fn move_kinds_with(&self, around: Around) -> MoveKinds {
        let snake = self.snake();
        let free = around.open_moves();
        let mut sealing = self.moves_onto_itself();
        let mut legal = Operations::MOVES;
        if snake.len > 2 || (snake.len == 2 && self.grows()) {
            let back = snake.direction().opposite().into();
            legal.remove(back);
            sealing.remove(back);
        }
        MoveKinds {
            free,
            sealing,
            deadly: legal - free - sealing,
        }
    }

    /// Removes a snake and makes its cells walls of its side. No rule of the game does this: it is how a search
    /// simplifies a position in which the snake is too far away to matter.
    ///
    /// # Panics
    /// If there is no such snake, or it is the one to act.
    pub fn turn_to_wall(&mut self, player: usize, place: usize) {
        assert!(place < self.snakes(player).len() && place < MAX_SNAKES);
        assert!(player != self.player() || place != self.acting());
        let body = self.body(player, place);
        self.walls[player] |= body;
        self.acting -= u8::from(player == self.player() && place < self.acting());
        self.kill(4 * player + place);
        self.blocked |= body;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;
    use crate::{Operation, Position, Rules};

    /// Plays every move of random games and compares what happened.
    #[test]
    fn what_the_moves_then_do() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut seen = [0; 3];
        for seed in 0..60 {
            let mut position = Position::new(Rules::generate(seed));
            while position.outcome().is_none() {
                let board = position.board;
                let kinds = board.move_kinds();
                let moves = [kinds.free, kinds.sealing, kinds.deadly];
                let legal: Operations = board
                    .legal_moves()
                    .iter()
                    .filter(|operation| operation.direction().is_some())
                    .collect();
                assert_eq!(
                    moves.iter().map(|set| set.len()).sum::<usize>(),
                    legal.len()
                );
                for operation in legal {
                    let mut next = board;
                    let mut kind = 0;
                    let told =
                        next.try_play_with(&position.rules, operation, &mut |event| match event {
                            Event::Seal { .. } => kind = 1,
                            Event::Die { .. } => kind = 2,
                            _ => (),
                        });
                    assert!(told.is_ok());
                    assert!(
                        moves[kind].contains(operation),
                        "{:?} {}",
                        position,
                        operation
                    );
                    seen[kind] += 1;
                }
                // Mostly free moves, so that the snakes get long.
                let some = if kinds.free.is_empty() || random.u8(..8) == 0 {
                    board.legal_moves()
                } else {
                    kinds.free
                };
                let pick = some.nth(random.usize(..some.len()));
                position.play(pick.unwrap_or(Operation::Split));
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{:?}", seen);
    }

    #[test]
    fn a_snake_turned_to_wall_is_wall_and_the_turn_stays() {
        let text = "round=20/512 acting=2 next=4 0=0:0:-:4e4d 0=2:1:-:7778 0=3:0:-:11 1=1:0:-:e6e5";
        let mut board = text.parse::<Position>().unwrap().board;
        board.turn_to_wall(0, 0);
        assert_eq!((board.snake().id, board.acting()), (2, 0));
        assert_eq!((board.walls(0).len(), board.snakes(0).len()), (2, 2));
        board.turn_to_wall(1, 0);
        board.turn_to_wall(0, 1);
        assert_eq!((board.snake().id, board.area(0), board.area(1)), (2, 5, 2));
        assert_eq!(board.occupied().len(), 2);
    }
}
