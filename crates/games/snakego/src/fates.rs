//! What each move would do to the snake that makes it.

use crate::board::{Board, MAX_SNAKES};
use crate::cell::{Cell, Direction};
use crate::cell_set::CellSet;
use crate::operation::Operations;

/// The legal moves of the snake to act, by what they do to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fates {
    /// The snake lives. The own tail counts as free if it will have moved away.
    pub free: Operations,
    /// The snake closes a loop and becomes wall.
    pub sealing: Operations,
    /// The snake dies for nothing.
    pub deadly: Operations,
}

impl Board {
    /// The moves that the snake to act survives, see [`Fates::free`]. At the end of a half it means nothing.
    #[inline]
    pub fn free_moves(&self) -> Operations {
        let snake = self.snake();
        let mut open = self.free();
        if !self.grows() {
            open.insert(snake.tail);
        }
        open.beside(snake.head)
    }

    /// What each legal move of the snake to act would do to it. At the end of a half it means nothing.
    #[inline]
    pub fn fates(&self) -> Fates {
        let place = self.place();
        let snake = &self.snakes[place];
        let grows = self.grows();
        let mut body = self.bodies[place];
        body.remove_if(!grows, snake.tail);
        let free = self.free_moves();
        let mut sealing = body.beside(snake.head);
        let mut legal = Operations::MOVES;
        if snake.len > 2 || (snake.len == 2 && grows) {
            let back = snake.direction().opposite().into();
            legal.remove(back);
            sealing.remove(back);
        }
        Fates {
            free,
            sealing,
            deadly: legal - free - sealing,
        }
    }

    /// Removes a snake and makes its cells walls of its side. That is no rule of the game but a thought of a search: a
    /// snake too far away to matter stays where it is.
    ///
    /// # Panics
    /// If there is no such snake or it is the one to act.
    pub fn petrify(&mut self, player: usize, place: usize) {
        assert!(place < self.snakes(player).len() && place < MAX_SNAKES);
        assert!(player != self.player() || place != self.acting());
        self.walls[player] |= self.body(player, place);
        self.acting -= u8::from(player == self.player() && place < self.acting());
        self.kill(4 * player + place);
    }
}

impl CellSet {
    /// The moves from `cell` to a neighbour in the set.
    #[inline]
    pub fn beside(&self, cell: Cell) -> Operations {
        let index = cell.index();
        let at = |index: u8| self.contains(Cell::from_index(index)) as u8;
        let around = at(index.wrapping_add(16))
            | at(index.wrapping_add(1)) << 1
            | at(index.wrapping_sub(16)) << 2
            | at(index.wrapping_sub(1)) << 3;
        Operations::from_bits(around & ON_BOARD[usize::from(index)])
    }
}

/// The neighbours of each cell.
static AROUND: [CellSet; 256] = {
    let mut sets = [CellSet::EMPTY; 256];
    let mut index = 0;
    while index < 256 {
        let mut way = 0;
        while way < 4 {
            let cell = Cell::from_index(index as u8);
            if let Some(next) = cell.step(Direction::ALL[way]) {
                sets[index].insert(next);
            }
            way += 1;
        }
        index += 1;
    }
    sets
};

impl Cell {
    /// The cells next to this one: right, up, left and down.
    #[inline]
    pub fn neighbours(self) -> &'static CellSet {
        &AROUND[usize::from(self.index())]
    }
}

/// The moves from each cell that stay on the board, as bits.
static ON_BOARD: [u8; 256] = {
    let mut moves = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut way = 0;
        while way < 4 {
            let cell = Cell::from_index(index as u8);
            moves[index] |= (cell.step(Direction::ALL[way]).is_some() as u8) << way;
            way += 1;
        }
        index += 1;
    }
    moves
};

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
                let fates = board.fates();
                let moves = [fates.free, fates.sealing, fates.deadly];
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
                    let mut fate = 0;
                    let told =
                        next.try_play_telling(
                            &position.rules,
                            operation,
                            &mut |event| match event {
                                Event::Seal { .. } => fate = 1,
                                Event::Die { .. } => fate = 2,
                                _ => (),
                            },
                        );
                    assert!(told.is_ok());
                    assert!(moves[fate].contains(operation), "{position:?} {operation}");
                    seen[fate] += 1;
                }
                // Mostly free moves, so that the snakes get long.
                let some = if fates.free.is_empty() || random.u8(..8) == 0 {
                    board.legal_moves()
                } else {
                    fates.free
                };
                let pick = some.nth(random.usize(..some.len()));
                position.play(pick.unwrap_or(Operation::Split));
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }

    #[test]
    fn moves_beside_a_cell_lead_to_its_neighbours() {
        let mut random = fastrand::Rng::with_seed(2);
        for cell in CellSet::FULL {
            assert_eq!(*cell.neighbours(), CellSet::of(cell).neighbours());
            let set: CellSet = CellSet::FULL.iter().filter(|_| random.bool()).collect();
            let targets = set.beside(cell).iter().filter_map(|operation| {
                let direction = operation.direction()?;
                cell.step(direction)
            });
            assert_eq!(targets.collect::<CellSet>(), *cell.neighbours() & set);
        }
    }

    #[test]
    fn a_petrified_snake_is_wall_and_the_turn_stays() {
        let text = "round=20/512 acting=2 next=4 0=0:0:-:4e4d 0=2:1:-:7778 0=3:0:-:11 1=1:0:-:e6e5";
        let mut board = text.parse::<Position>().unwrap().board;
        board.petrify(0, 0);
        assert_eq!((board.snake().id, board.acting()), (2, 0));
        assert_eq!((board.walls(0).len(), board.snakes(0).len()), (2, 2));
        board.petrify(1, 0);
        board.petrify(0, 1);
        assert_eq!((board.snake().id, board.area(0), board.area(1)), (2, 5, 2));
        assert_eq!(board.occupied().len(), 2);
    }
}
