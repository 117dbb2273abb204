//! The items of a half-game, in the form that searches need.

use serde::{Deserialize, Serialize};
use snakego::{Board, Cell, Gift, ITEM_LIFE, Item, MAX_SNAKES, Rules};

/// The worth of items, and the choice of those to come that count.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ItemParams {
    /// Worth of a ray, in cells of length.
    pub ray: u16,
    /// An item in a wall is this much further away, in steps.
    pub behind_wall: u8,
    /// At most this many items that are still to come count.
    pub coming: usize,
    /// They come within this many rounds.
    pub coming_rounds: u16,
}

/// An item, in the form that searches need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledItem {
    /// The cell where it appears.
    pub cell: Cell,
    /// True if it is a ray.
    pub is_ray: bool,
    /// Its worth, in cells of length.
    pub worth: u16,
    /// The first round in which it exists.
    pub time: u16,
}

impl ScheduledItem {
    /// Returns `true` if an item that has appeared still lies there, not in a wall, for long enough that a head can get
    /// there.
    #[inline]
    pub fn is_in_reach(&self, board: &Board, head: Cell) -> bool {
        let life = self.time + ITEM_LIFE - board.round();
        let in_time = u16::from(head.distance(self.cell)) <= life;
        in_time && board.ground().contains(self.cell) && board.is_free(self.cell)
    }

    /// Returns `true` if the cell of an item to come is free, or covered by a snake of the side to move.
    #[inline]
    pub fn may_come_to_own(&self, board: &Board) -> bool {
        let own =
            || (0..MAX_SNAKES).any(|place| board.body(board.player(), place).contains(self.cell));
        board.is_free(self.cell) || own()
    }
}

/// The items of a half-game in the order of their rounds.
pub struct ItemSchedule {
    items: Vec<ScheduledItem>,
    /// For each round the indices of the first item that may still lie on the ground, of the first that is to come, and
    /// of the first that comes too late to count.
    rounds: Vec<[u16; 3]>,
    /// For each cell which items are within [`NEAR`] steps, but not on it: a bit for each of 64 items, the first of which is 32
    /// times the place in the list. So the items of a round are in one of them.
    near: Vec<[u64; 256]>,
}

/// Items up to this many steps from a head are near it.
pub const NEAR: u8 = 6;

/// The items that are near a cell, as places in what [`ItemSchedule::near`] returns.
#[derive(Clone, Copy)]
pub struct Near {
    /// Bits of places.
    bits: u64,
}

impl Iterator for Near {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = self.bits.trailing_zeros();
        self.bits &= self.bits.checked_sub(1)?;
        Some(place as usize)
    }
}

impl ItemSchedule {
    /// The items of a half-game.
    pub fn new(rules: &Rules, params: &ItemParams) -> ItemSchedule {
        let scheduled = |item: &Item| ScheduledItem {
            cell: item.cell,
            is_ray: matches!(item.gift, Gift::Ray(_)),
            worth: match item.gift {
                Gift::Length(length) => length,
                Gift::Ray(_) => params.ray,
            },
            time: item.time,
        };
        let mut items: Vec<ScheduledItem> = rules.items().iter().map(scheduled).collect();
        items.sort_by_key(|item| item.time);
        let (mut oldest, mut next) = (0, 0);
        let rounds = (0..=rules.max_round())
            .map(|round| {
                let gone = |item: &ScheduledItem| item.time + ITEM_LIFE <= round;
                oldest += items[oldest..].iter().take_while(|item| gone(item)).count();
                next += items[next..]
                    .iter()
                    .take_while(|item| item.time <= round)
                    .count();
                let coming = items[next..].iter().take(params.coming);
                let coming = coming.take_while(|item| item.time - round <= params.coming_rounds);
                [oldest, next, next + coming.count()].map(|place| place as u16)
            })
            .collect();
        let near = near(&items);
        ItemSchedule {
            items,
            rounds,
            near,
        }
    }

    /// The items that may lie on the ground in this round, and those that come next; and which of all of them are near a
    /// cell: first of the former, then of the latter.
    #[inline]
    pub fn near(&self, round: u16, cell: Cell) -> [(&[ScheduledItem], Near); 2] {
        let bounds = self.rounds.get(usize::from(round)).copied();
        let [oldest, next, end] = bounds.unwrap_or_default().map(usize::from);
        let near = self.near.get(oldest / 32);
        let bits = near.map_or(0, |near| near[usize::from(cell.index())]) >> (oldest % 32);
        let of = |from: usize, to: usize| {
            let bits = bits >> (from - oldest) & ((1 << (to - from)) - 1);
            (&self.items[from..to], Near { bits })
        };
        [of(oldest, next), of(next, end)]
    }

    /// The items that may lie on the ground in this round, and those that come next.
    #[inline]
    pub fn around(&self, round: u16) -> (&[ScheduledItem], &[ScheduledItem]) {
        let bounds = self.rounds.get(usize::from(round)).copied();
        let [oldest, next, end] = bounds.unwrap_or_default().map(usize::from);
        (&self.items[oldest..next], &self.items[next..end])
    }
}

/// See [`ItemSchedule::near`].
fn near(items: &[ScheduledItem]) -> Vec<[u64; 256]> {
    let reach = i16::from(NEAR);
    let mut near = vec![[0; 256]; items.len() / 32 + 1];
    for (number, item) in items.iter().enumerate() {
        let (x, y) = (i16::from(item.cell.x()), i16::from(item.cell.y()));
        for dx in -reach..=reach {
            let rest = reach - dx.abs();
            for dy in -rest..=rest {
                let (x, y) = (x + dx, y + dy);
                if (dx, dy) == (0, 0) || !(0..16).contains(&x) || !(0..16).contains(&y) {
                    continue;
                }
                let cell = (16 * x + y) as usize;
                let block = number / 32;
                near[block][cell] |= 1 << (number % 32);
                if block > 0 {
                    near[block - 1][cell] |= 1 << (32 + number % 32);
                }
            }
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;

    #[test]
    fn the_next_five_items_within_twenty_rounds() {
        let params = Params::own();
        let rules = Rules::generate(3);
        let schedule = ItemSchedule::new(&rules, &params.items);
        for round in 0..=rules.max_round() {
            let times =
                |items: &[ScheduledItem]| items.iter().map(|item| item.time).collect::<Vec<_>>();
            let all = rules.items().iter().map(|item| item.time);
            let coming = all
                .clone()
                .filter(|&time| time > round && time <= round + 20);
            let lying = all.filter(|&time| time <= round && time + 15 >= round);
            let around = schedule.around(round);
            assert_eq!(times(around.0), lying.collect::<Vec<_>>());
            assert_eq!(times(around.1), coming.take(5).collect::<Vec<_>>());
        }
        assert!(schedule.around(513).0.is_empty());
    }

    #[test]
    fn items_near_a_cell() {
        let params = ItemParams {
            coming: 16,
            coming_rounds: 1000,
            ..Params::own().items
        };
        let rules = Rules::generate(4);
        let schedule = ItemSchedule::new(&rules, &params);
        let mut random = fastrand::Rng::with_seed(1);
        for round in 0..=rules.max_round() + 1 {
            let cell = Cell::from_index(random.u8(..));
            let (lying, coming) = schedule.around(round);
            let near = schedule.near(round, cell);
            for (items, (all, near)) in IntoIterator::into_iter([lying, coming]).zip(near) {
                let is_near =
                    |item: &&ScheduledItem| (1..=NEAR).contains(&cell.distance(item.cell));
                let want: Vec<&ScheduledItem> = items.iter().filter(is_near).collect();
                let have: Vec<&ScheduledItem> = near.map(|place| &all[place]).collect();
                assert_eq!(have, want);
            }
        }
    }
}
