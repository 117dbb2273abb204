//! Playing operations and rounds, in the judge's own order.

use crate::board::{Board, MAX_SNAKES};
use crate::cell::{Cell, Direction};
use crate::cell_set::CellSet;
use crate::error::IllegalMove;
use crate::event::{Cause, Event};
use crate::item::{Gift, ITEM_LIFE};
use crate::operation::Operation;
use crate::rules::Rules;
use crate::seal::enclosed;
use crate::snake::Snake;

impl Board {
    /// Plays an operation of the snake to act, and whatever the judge does before the next snake's turn.
    ///
    /// `rules` must be those that the board was made with, here and in the functions below.
    ///
    /// # Panics
    /// If the operation is illegal or the half-game is over.
    pub fn play(&mut self, rules: &Rules, operation: Operation) {
        if let Err(error) = self.try_play(rules, operation) {
            panic!("{}: {}", operation, error);
        }
    }

    /// Like [`play`](Board::play), but says what is wrong.
    ///
    /// # Errors
    /// If the operation is illegal or the half-game is over. The board is as it was.
    pub fn try_play(&mut self, rules: &Rules, operation: Operation) -> Result<(), IllegalMove> {
        self.try_play_with(rules, operation, &mut |_| ())
    }

    /// Like [`try_play`](Board::try_play), and calls `on_event` for everything that happens, in order.
    ///
    /// # Errors
    /// If the operation is illegal or the half-game is over. Then nothing has happened.
    pub fn try_play_with(
        &mut self,
        rules: &Rules,
        operation: Operation,
        on_event: &mut impl FnMut(Event),
    ) -> Result<(), IllegalMove> {
        self.check(operation)?;
        self.apply(rules, operation, on_event);
        Ok(())
    }

    /// Like [`play`](Board::play) for an operation that is known to be legal: an illegal one leaves an invalid board,
    /// on which later operations may panic.
    #[inline]
    pub fn play_unchecked(&mut self, rules: &Rules, operation: Operation) {
        self.apply(rules, operation, &mut |_| ());
    }

    #[inline]
    fn apply(&mut self, rules: &Rules, operation: Operation, on_event: &mut impl FnMut(Event)) {
        match operation.direction() {
            Some(direction) => self.step(rules, direction, on_event),
            None if operation == Operation::Fire => self.fire(on_event),
            None => self.split(on_event),
        }
        if self.acting >= self.counts[self.player() & 1] {
            self.next_half_round(rules, on_event);
        }
    }

    #[inline]
    fn step(&mut self, rules: &Rules, direction: Direction, on_event: &mut impl FnMut(Event)) {
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
            on_event(Event::Die {
                snake: id,
                cause: Cause::Border,
            });
            return self.kill_acting();
        };
        // Without branches: whether a snake grows is hard to predict.
        let free = self.grows_without_bank(&self.snakes[place]);
        let grows = free | (bank > 0);
        let next_tail = if len > 1 {
            tail.wrapping_step(self.steps.get(tail))
        } else {
            target
        };
        self.blocked.remove_if(!grows, tail);
        self.bodies[place].remove_if(!grows, tail);
        let snake = &mut self.snakes[place];
        snake.bank = bank - u16::from(grows & !free);
        snake.len = len + u16::from(grows);
        snake.tail = if grows { tail } else { next_tail };

        if self.blocked.contains(target) {
            return self.collide(rules, target, direction, on_event);
        }
        self.steps.set(head, direction);
        self.blocked.insert(target);
        self.bodies[place].insert(target);
        let snake = &mut self.snakes[place];
        (snake.head, snake.heading) = (target, direction as u8);
        if self.ground.contains(target) {
            if let Some((item, gift)) = self.pick_up(rules, target) {
                self.take(place, item, gift);
                on_event(Event::Eat { snake: id, item });
            }
        }
        self.acting += 1;
    }

    /// The snake to act has run its head into a wall or a snake at `target`; its tail has moved if it does not grow.
    #[cold]
    #[inline(never)]
    fn collide(
        &mut self,
        rules: &Rules,
        target: Cell,
        direction: Direction,
        on_event: &mut impl FnMut(Event),
    ) {
        let place = self.place();
        if self.bodies[place].contains(target) {
            return self.seal(rules, target, direction, on_event);
        }
        let player = self.player() & 1;
        let cause = if self.walls[player].contains(target) {
            Cause::OwnWall
        } else if self.walls[1 - player].contains(target) {
            Cause::EnemyWall
        } else if self.snake_at(target).map(|(owner, _)| owner) == Some(player) {
            Cause::OwnSnake
        } else {
            Cause::EnemySnake
        };
        on_event(Event::Die {
            snake: self.snakes[place].id,
            cause,
        });
        self.kill_acting();
    }

    /// Takes the item on this cell off the ground.
    fn pick_up(&mut self, rules: &Rules, cell: Cell) -> Option<(u16, Gift)> {
        let (id, item) = self.item_at(rules, cell)?;
        self.ground.remove(cell);
        self.ground_rounds &= !(1 << (item.time % 16));
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
            // No snake can use up as much in a half-game.
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
        on_event: &mut impl FnMut(Event),
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
        self.blocked |= region;
        let dead = &mut dead[..deaths];
        dead.sort_unstable();
        on_event(Event::Seal {
            snake: id,
            changed,
            dead: dead.to_vec(),
        });
    }

    // Rare; kept out of line so that `step` has the registers.
    #[inline(never)]
    fn fire(&mut self, on_event: &mut impl FnMut(Event)) {
        let place = self.place();
        let direction = self.snakes[place].direction();
        let line = CellSet::ahead(self.snakes[place].head, direction);
        let erased = (self.walls[0] | self.walls[1]) & line;
        self.blocked -= erased;
        self.walls[0] -= line;
        self.walls[1] -= line;
        self.snakes[place].ray = 0;
        on_event(Event::Fire {
            snake: self.snakes[place].id,
            hit: erased.len() as u16,
        });
        self.acting += 1;
    }

    #[inline(never)]
    fn split(&mut self, on_event: &mut impl FnMut(Event)) {
        let place = self.place();
        let Snake {
            id,
            bank,
            len,
            tail,
            ..
        } = self.snakes[place];
        let rear = len / 2;

        // Turn the rear part around: each of its cells gets the direction to the one behind it.
        let mut body = CellSet::of(tail);
        let mut last = tail;
        let step = self.steps.get(tail);
        let mut back = step.opposite();
        let heading = back as u8;
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
            heading,
        };
        self.bodies[place + 1] = body;
        self.bodies[place] -= body;
        let front = &mut self.snakes[place];
        front.bank = 0;
        front.len = len - rear;
        front.tail = cell;
        self.counts[player] += 1;
        on_event(Event::Split {
            snake: id,
            newborn: self.next_id,
        });
        self.next_id += 1;
        // The newborn does not act in this half-round.
        self.acting += 2;
    }

    /// Removes the snake to act; the next one in the list is then to act.
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
        self.blocked -= self.bodies[place];
        self.snakes.copy_within(place + 1..end, place);
        self.bodies.copy_within(place + 1..end, place);
        self.snakes[end - 1] = Snake::default();
        self.bodies[end - 1] = CellSet::EMPTY;
        self.counts[player] -= 1;
    }

    #[inline]
    fn next_half_round(&mut self, rules: &Rules, on_event: &mut impl FnMut(Event)) {
        self.acting = 0;
        if self.player == 0 && self.counts[1] > 0 {
            self.player = 1;
        } else if self.counts == [0, 0] {
            self.end();
        } else {
            self.begin_round(rules, on_event);
        }
    }

    /// Ends the half-game. Then nobody is to move, which is stored as player 0 and place 0.
    fn end(&mut self) {
        (self.over, self.player, self.acting) = (true, 0, 0);
    }

    /// Removes the item that expires, lays out the new one, and gives the turn to the first snake.
    #[inline(never)]
    pub(crate) fn begin_round(&mut self, rules: &Rules, on_event: &mut impl FnMut(Event)) {
        self.round += 1;
        let bit = 1 << (self.round % 16);
        if self.ground_rounds & bit != 0 {
            if let Some((_, gone)) = rules.item_of_round(self.round - ITEM_LIFE) {
                self.ground.remove(gone.cell);
                self.ground_rounds &= !bit;
            }
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
                on_event(Event::AppearedOn {
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
                self.ground_rounds |= bit;
            }
        }
    }
}
