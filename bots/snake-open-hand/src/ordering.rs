//! The order of directions: those that refuted something before come first.

use crate::track::{Moves, Track};

/// No direction.
const NONE: u8 = 4;

/// The side to move, and the cells of its head and of the other one.
#[derive(Clone, Copy)]
pub struct Heads {
    side: usize,
    own: usize,
    other: usize,
}

impl Heads {
    /// Those of a node in which `side` is to move; in a reply our head has moved already.
    #[inline(always)]
    pub fn of(track: &Track, side: usize) -> Self {
        let turn = track.turn();
        Self {
            side,
            own: track.head(side, turn).into(),
            other: track.head(1 - side, turn + side).into(),
        }
    }

    #[inline(always)]
    fn index(self) -> usize {
        self.side << 16 | self.own << 8 | self.other
    }
}

/// The record of good directions in a search.
pub struct Ordering {
    /// A score for each direction from a cell, by side and 4 x cell + direction: the sum of depth^2 over the nodes at
    /// which it was too good for the other side.
    history: [[i32; 1024]; 2],
    /// The direction that was too good last where the heads were on these cells, or [`NONE`].
    killers: Vec<u8>,
}

/// Nothing yet.
impl Default for Ordering {
    fn default() -> Self {
        Self {
            history: [[0; 1024]; 2],
            killers: vec![NONE; 2 << 16],
        }
    }
}

impl Ordering {
    /// The direction that was too good last with heads on these cells.
    #[inline(always)]
    pub fn killer(&self, heads: Heads) -> Option<u8> {
        let killer = self.killers[heads.index()];
        (killer != NONE).then_some(killer)
    }

    /// The directions, `first` first, then those that were too good most often.
    #[inline(always)]
    pub fn order(&self, heads: Heads, moves: Moves, first: Option<u8>) -> Order {
        let history = &self.history[heads.side];
        let mut order = [(0, 0); 4];
        let mut count = 0;
        for direction in moves {
            let score = match first {
                Some(first) if usize::from(first) == direction => i32::MAX,
                _ => history[4 * heads.own + direction],
            };
            let mut at = count;
            while at > 0 && order[at - 1].0 < score {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = (score, direction as u32);
            count += 1;
        }
        let [(_, a), (_, b), (_, c), (_, d)] = order;
        Order {
            directions: a | b << 2 | c << 4 | d << 6,
            count,
        }
    }

    /// Notes a direction that was too good for the other side in a node of this depth.
    #[inline(always)]
    pub fn remember(&mut self, heads: Heads, direction: usize, depth: i32) {
        self.killers[heads.index()] = direction as u8;
        let history = &mut self.history[heads.side];
        history[4 * heads.own + direction] += depth * depth;
        if history[4 * heads.own + direction] > 1 << 24 {
            for score in history {
                *score /= 2;
            }
        }
    }
}

/// Directions in an order. In one number, because to copy an array right after its parts were written keeps the processor
/// waiting.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// Two bits each, the first ones lowest.
    directions: u32,
    count: usize,
}

impl Iterator for Order {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.count = self.count.checked_sub(1)?;
        let direction = self.directions & 3;
        self.directions >>= 2;
        Some(direction as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_refuted_comes_first() {
        let heads = Heads {
            side: 1,
            own: 17,
            other: 200,
        };
        let elsewhere = Heads {
            other: 201,
            ..heads
        };
        let mut ordering = Ordering::default();
        assert_eq!(ordering.killer(heads), None);
        ordering.remember(heads, 2, 5);
        ordering.remember(heads, 3, 4);
        assert_eq!(
            (ordering.killer(heads), ordering.killer(elsewhere)),
            (Some(3), None)
        );
        let order = |first| {
            let order = ordering.order(elsewhere, Moves(0b1110), first);
            order.collect::<Vec<usize>>()
        };
        assert_eq!(order(None), [2, 3, 1]);
        assert_eq!(order(Some(1)), [1, 2, 3]);
        assert_eq!(order(Some(0)), [2, 3, 1]);
    }
}
