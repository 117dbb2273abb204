//! The judge's item generator, number for number that of Python's `random`.

use std::collections::BTreeMap;

use crate::cell::Cell;
use crate::item::{Gift, ITEM_LIFE, Item};
use crate::mersenne::Mersenne;

/// A period of the half-game with its square of cells and its odds.
struct Period {
    /// Last round.
    to: u16,
    /// Smallest coordinate; the largest is 15 minus this.
    low: u8,
    /// Weight of a length item.
    length: u32,
    /// Weight of a ray.
    ray: u32,
}

const fn period(to: u16, low: u8, length: u32, ray: u32) -> Period {
    Period {
        to,
        low,
        length,
        ray,
    }
}

/// The judge program's table.
const PERIODS: [Period; 9] = [
    period(20, 6, 5, 1),
    period(40, 5, 5, 1),
    period(60, 4, 5, 1),
    period(64, 3, 5, 1),
    period(80, 3, 5, 2),
    period(100, 2, 5, 2),
    period(120, 1, 5, 2),
    period(384, 0, 5, 2),
    period(512, 0, 4, 3),
];

/// Chance of an item in a round.
const CHANCE: f64 = 0.25;

/// The largest gift of length.
const MAX_LENGTH: u32 = 5;

/// The items of 512 rounds for a seed. `max_round` is only written on the rays.
pub(crate) fn items(seed: u64, max_round: u16) -> Vec<Item> {
    let mut random = Mersenne::new(seed);
    let mut last: BTreeMap<Cell, u16> = BTreeMap::new();
    let mut items = Vec::new();
    let mut round = 1;
    for period in PERIODS {
        while round <= period.to {
            if random.unit() <= CHANCE {
                let cell = loop {
                    let (x, y) = (
                        coordinate(&mut random, period.low),
                        coordinate(&mut random, period.low),
                    );
                    let cell = Cell::from_index(16 * x + y);
                    if last
                        .get(&cell)
                        .map_or(true, |time| time + ITEM_LIFE < round)
                    {
                        break cell;
                    }
                };
                last.insert(cell, round);
                let gift = if random.below(period.length + period.ray) < period.length {
                    Gift::Length(1 + random.below(MAX_LENGTH) as u16)
                } else {
                    Gift::Ray(max_round)
                };
                items.push(Item {
                    cell,
                    time: round,
                    gift,
                });
            }
            round += 1;
        }
    }
    items
}

fn coordinate(random: &mut Mersenne, low: u8) -> u8 {
    low + random.below(u32::from(16 - 2 * low)) as u8
}
