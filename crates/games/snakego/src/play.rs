//! Operations and the course of rounds, in the judge's own order.

use std::fmt;

use crate::board::{Board, MAX_SNAKES, Refusal};
use crate::cell::{Cell, Direction};
use crate::cell_set::CellSet;
use crate::event::{Cause, Event};
use crate::operation::Operation;
use crate::rules::{Gift, ITEM_LIFE, Rules};
use crate::seal::enclosed;
use crate::snake::Snake;

impl Board {
    /// Lets the snake to act do this, and whatever the judge does before the next snake's turn.
    ///
    /// `rules` must be those that the board was made with, here and in the functions below.
    ///
    /// # Panics
    /// If the operation is illegal or the half is over.
    pub fn play(&mut self, rules: &Rules, operation: Operation) {
        if let Err(error) = self.try_play(rules, operation) {
            panic!("{operation}: {error}");
        }
    }

    /// Like [`play`](Board::play), but says what is wrong.
    ///
    /// # Errors
    /// If the operation is illegal or the half is over. The board is as it was.
    pub fn try_play(&mut self, rules: &Rules, operation: Operation) -> Result<(), IllegalMove> {
        self.try_play_telling(rules, operation, &mut |_| ())
    }

    /// Like [`try_play`](Board::try_play), and tells all that happens, in order.
    ///
    /// # Errors
    /// If the operation is illegal or the half is over. Then nothing has happened.
    pub fn try_play_telling(
        &mut self,
        rules: &Rules,
        operation: Operation,
        tell: &mut impl FnMut(Event),
    ) -> Result<(), IllegalMove> {
        if self.over {
            return Err(IllegalMove::Over);
        }
        if let Some(refusal) = self.refusal(operation) {
            return Err(IllegalMove::Refused(refusal));
        }
        self.apply(rules, operation, tell);
        Ok(())
    }

    /// Like [`play`](Board::play) for an operation that is known to be legal: an illegal one leaves a board of no
    /// meaning, on which later operations may panic.
    #[inline]
    pub fn play_unchecked(&mut self, rules: &Rules, operation: Operation) {
        self.apply(rules, operation, &mut |_| ());
    }

    #[inline]
    fn apply(&mut self, rules: &Rules, operation: Operation, tell: &mut impl FnMut(Event)) {
        match operation.direction() {
            Some(direction) => self.step(rules, direction, tell),
            None if operation == Operation::Fire => self.fire(tell),
            None => self.split(tell),
        }
        if self.acting >= self.counts[self.player() & 1] {
            self.next_half_round(rules, tell);
        }
    }

    #[inline]
    fn step(&mut self, rules: &Rules, direction: Direction, tell: &mut impl FnMut(Event)) {
        let place = self.place();
        let Snake {
            head,
            tail,
            len,
            bank,
            id,
            ..
        } = self.snakes[place];
        let Some(target) = head.step(direction) else {
            tell(Event::Die {
                snake: id,
                cause: Cause::Border,
            });
            return self.kill_acting();
        };
        if self.walls[0].contains(target) || self.walls[1].contains(target) {
            let own = self.walls[self.player() & 1].contains(target);
            tell(Event::Die {
                snake: id,
                cause: if own {
                    Cause::OwnWall
                } else {
                    Cause::EnemyWall
                },
            });
            return self.kill_acting();
        }

        // Without branches: whether a snake grows is hard to predict.
        let free = self.grows_for_free(&self.snakes[place]);
        let grows = free | (bank > 0);
        let next_tail = if len > 1 {
            tail.wrapping_step(self.steps.get(tail))
        } else {
            target
        };
        self.occupied.remove_if(!grows, tail);
        self.bodies[place].remove_if(!grows, tail);
        let snake = &mut self.snakes[place];
        snake.bank = bank - u16::from(grows & !free);
        snake.len = len + u16::from(grows);
        snake.tail = if grows { tail } else { next_tail };

        if self.occupied.contains(target) {
            if self.bodies[place].contains(target) {
                return self.seal(rules, target, direction, tell);
            }
            let own = self.snake_at(target).map(|(player, _)| player) == Some(self.player());
            tell(Event::Die {
                snake: id,
                cause: if own {
                    Cause::OwnSnake
                } else {
                    Cause::EnemySnake
                },
            });
            return self.kill_acting();
        }
        self.steps.set(head, direction);
        self.occupied.insert(target);
        self.bodies[place].insert(target);
        let snake = &mut self.snakes[place];
        (snake.head, snake.look) = (target, direction as u8);
        if self.ground.contains(target)
            && let Some((item, gift)) = self.pick_up(rules, target)
        {
            self.take(place, item, gift);
            tell(Event::Eat { snake: id, item });
        }
        self.acting += 1;
    }

    /// Takes the item on this cell off the ground.
    fn pick_up(&mut self, rules: &Rules, cell: Cell) -> Option<(u16, Gift)> {
        let (id, item) = self.item_at(rules, cell)?;
        self.ground.remove(cell);
        self.lying &= !(1 << (item.time % 16));
        Some((id, item.gift))
    }

    /// Gives an item to the snake at this place among all eight.
    fn take(&mut self, place: usize, item: u16, gift: Gift) {
        let player = (place / 4) as u8;
        if self.first_taker > 1 || (self.first_round == self.round && self.first_taker == 0) {
            (self.first_taker, self.first_round) = (player, self.round);
        }
        let snake = &mut self.snakes[place];
        match gift {
            // No snake can use up as much in a half.
            Gift::Length(length) => snake.bank = snake.bank.saturating_add(length),
            Gift::Ray(_) => snake.ray = item + 1,
        }
    }

    /// The snake to act has run its head onto its own body at `target`; its tail has moved if it does not grow.
    #[cold]
    #[inline(never)]
    fn seal(
        &mut self,
        rules: &Rules,
        target: Cell,
        direction: Direction,
        tell: &mut impl FnMut(Event),
    ) {
        let place = self.place();
        let Snake { id, head, tail, .. } = self.snakes[place];
        // The loop lacks what lies behind the body cell at `target`.
        let mut chain = self.bodies[place];
        let mut cell = tail;
        while cell != target {
            chain.remove(cell);
            cell = cell.wrapping_step(self.steps.get(cell));
        }
        self.steps.set(head, direction);
        let inside = enclosed(chain, &self.steps, rules.enclosure());
        let region = chain | inside;

        let player = self.player() & 1;
        let mut dead = [id; 2 * MAX_SNAKES];
        let mut deaths = 1;
        let changed = (region - self.walls[player]).len() as u16;
        self.kill_acting();
        for other in (0..self.bodies.len()).rev() {
            if self.bodies[other].meets(region) {
                dead[deaths] = self.snakes[other].id;
                deaths += 1;
                self.kill(other);
                self.acting -=
                    u8::from(other / 4 == player && other % 4 < usize::from(self.acting));
            }
        }
        self.walls[player] |= region;
        self.walls[1 - player] -= region;
        let dead = &mut dead[..deaths];
        dead.sort_unstable();
        tell(Event::Seal {
            snake: id,
            changed,
            dead: dead.to_vec(),
        });
    }

    // Rare, and apart from `step` it leaves that the registers.
    #[inline(never)]
    fn fire(&mut self, tell: &mut impl FnMut(Event)) {
        let place = self.place();
        let direction = self.snakes[place].direction();
        let line = CellSet::ahead(self.snakes[place].head, direction);
        let hit = ((self.walls[0] | self.walls[1]) & line).len() as u16;
        self.walls[0] -= line;
        self.walls[1] -= line;
        self.snakes[place].ray = 0;
        tell(Event::Fire {
            snake: self.snakes[place].id,
            hit,
        });
        self.acting += 1;
    }

    #[inline(never)]
    fn split(&mut self, tell: &mut impl FnMut(Event)) {
        let place = self.place();
        let Snake {
            id,
            bank,
            len,
            tail,
            ..
        } = self.snakes[place];
        let rear = len / 2;

        // Turn the rear part round: each of its cells gets the way back to the one behind it.
        let mut body = CellSet::of(tail);
        let mut last = tail;
        let step = self.steps.get(tail);
        let mut back = step.opposite();
        let look = back as u8;
        let mut cell = tail.wrapping_step(step);
        for _ in 1..rear {
            let step = self.steps.get(cell);
            self.steps.set(cell, back);
            body.insert(cell);
            (last, back) = (cell, step.opposite());
            cell = cell.wrapping_step(step);
        }

        let player = self.player() & 1;
        let end = 4 * player + usize::from(self.counts[player]);
        self.snakes.copy_within(place + 1..end, place + 2);
        self.bodies.copy_within(place + 1..end, place + 2);
        self.snakes[place + 1] = Snake {
            id: self.next_id,
            bank,
            len: rear,
            ray: 0,
            head: tail,
            tail: last,
            look,
        };
        self.bodies[place + 1] = body;
        self.bodies[place] -= body;
        let front = &mut self.snakes[place];
        front.bank = 0;
        front.len = len - rear;
        front.tail = cell;
        self.counts[player] += 1;
        tell(Event::Split {
            snake: id,
            newborn: self.next_id,
        });
        self.next_id += 1;
        // The newborn does not act in this half-round.
        self.acting += 2;
    }

    /// Removes the snake to act; so the next in the list is the one to act.
    #[inline]
    fn kill_acting(&mut self) {
        self.kill(self.place());
    }

    /// Removes the snake at this place among all eight.
    #[cold]
    #[inline(never)]
    pub(crate) fn kill(&mut self, place: usize) {
        let player = place / 4;
        let end = 4 * player + usize::from(self.counts[player]);
        self.occupied -= self.bodies[place];
        self.snakes.copy_within(place + 1..end, place);
        self.bodies.copy_within(place + 1..end, place);
        self.snakes[end - 1] = Snake::default();
        self.bodies[end - 1] = CellSet::EMPTY;
        self.counts[player] -= 1;
    }

    #[inline]
    fn next_half_round(&mut self, rules: &Rules, tell: &mut impl FnMut(Event)) {
        self.acting = 0;
        if self.player == 0 && self.counts[1] > 0 {
            self.player = 1;
        } else if self.counts == [0, 0] {
            self.end();
        } else {
            self.begin_round(rules, tell);
        }
    }

    /// Ends the half. Then it is nobody's turn, which is written as the first one's.
    fn end(&mut self) {
        (self.over, self.player, self.acting) = (true, 0, 0);
    }

    /// Removes the items whose time is over, lays out the new one, and gives the turn to the first snake.
    #[inline(never)]
    pub(crate) fn begin_round(&mut self, rules: &Rules, tell: &mut impl FnMut(Event)) {
        self.round += 1;
        let bit = 1 << (self.round % 16);
        if self.lying & bit != 0
            && let Some((_, gone)) = rules.item_of_round(self.round - ITEM_LIFE)
        {
            self.ground.remove(gone.cell);
            self.lying &= !bit;
        }
        self.player = u8::from(self.counts[0] == 0);
        if self.round > rules.max_round() {
            return self.end();
        }
        let Some((id, item)) = rules.item_of_round(self.round) else {
            return;
        };
        match self.snake_at(item.cell) {
            Some((player, place)) => {
                let place = 4 * player + place;
                self.take(place, id, item.gift);
                tell(Event::AppearedOn {
                    snake: self.snakes[place].id,
                    item: id,
                });
            }
            None => {
                // A cell holds one item: a new one replaces the old one.
                if self.ground.contains(item.cell) {
                    self.pick_up(rules, item.cell);
                }
                self.ground.insert(item.cell);
                self.lying |= bit;
            }
        }
    }
}

/// Why [`Board::try_play`] does not play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The half is over.
    Over,
    /// The judge refuses it.
    Refused(Refusal),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::Over => f.write_str("the half is over"),
            IllegalMove::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for IllegalMove {}
