//! Positions in which the snakes cannot reach each other before one of them is dead: each fills its own region as long as
//! it can, and who can do so longer wins. Two searches of one snake each, in place of one search of both.

use std::convert::TryFrom;

use search::on_this_processor;
use snake::rows::Rows;
#[cfg(target_arch = "x86_64")]
use snake::rows::wide::{Avx2, Wide};
use snake::snakes_grow;

use crate::score::{DRAW, WIN};
use crate::track::{STEP, Track, left_before};

/// From this depth of a node on snakes that are apart are searched one by one ...
const FROM: i32 = 4;
/// ... for twice as many steps as one half-turn less deep, up to this power of two.
const MOST_LOG2: i32 = 13;

/// Steps that each of both searches may try in a node of this depth: none where it is not worth a look.
#[inline(always)]
pub fn limit(depth: i32) -> u32 {
    if depth < FROM {
        0
    } else {
        1 << (depth + 2).min(MOST_LOG2)
    }
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Snake `dead` is the only one that dies, after at most `turns` more turns.
    Decided {
        /// 0 for ours.
        dead: usize,
        /// Turns in which it still moves.
        turns: usize,
    },
    /// Both die in the same turn.
    Drawn,
}

impl End {
    /// Its value for us, `ply` half-turns from the root.
    pub fn value(self, ply: i32) -> i32 {
        match self {
            End::Decided { dead: 0, turns } => ply + 2 * turns as i32 - WIN,
            End::Decided { turns, .. } => WIN - ply - 2 * turns as i32,
            End::Drawn => DRAW,
        }
    }
}

/// The end of a position in which both are to move and [`Track::begin_turn`] has been called, if the snakes are apart
/// and searches of at most `limit` steps each find it; and the number of steps tried.
pub fn end(track: &Track, open: Rows, limit: u32) -> (Option<End>, u32) {
    if limit == 0 {
        return (None, 0);
    }
    let Some(most) = sealed(track, open) else {
        return (None, 0);
    };
    // The one whose region is used up first, and the other one, which has to live longer.
    let first = usize::from(most[1] < most[0]);
    let decided = |dead, turns| Some(End::Decided { dead, turns });
    let other = Walk::of(track, 1 - first, open, most[first] + 1, limit);
    if other.best > most[first] {
        return (decided(first, most[first]), other.tried);
    }
    let own = Walk::of(track, first, open, other.best + 1, limit);
    let end = if own.best > other.best {
        other.is_longest.then_some(End::Decided {
            dead: 1 - first,
            turns: other.best,
        })
    } else if !own.is_longest {
        None
    } else if own.best < other.best {
        decided(first, own.best)
    } else {
        other.is_longest.then_some(End::Drawn)
    };
    (end, other.tried + own.tried)
}

/// By snake, turns in which it can still move at most, for lack of cells: of the one that is sealed first, and of the other
/// one if that is in the same turn. `None` if they may reach the same cell before.
#[inline(always)]
fn sealed(track: &Track, open: Rows) -> Option<[usize; 2]> {
    #[cfg(target_arch = "x86_64")]
    {
        let sealed = Avx2::run(
            #[inline(always)]
            move |avx2| sealed_wide(avx2, track, open),
        );
        if let Some(sealed) = sealed {
            return sealed;
        }
    }
    on_this_processor(
        #[inline(always)]
        move || sealed_narrow(track, open),
    )
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn sealed_wide(avx2: Avx2, track: &Track, open: Rows) -> Option<[usize; 2]> {
    let turn = track.turn();
    let heads = [0, 1].map(|side| Rows::of(track.head(side, turn)));
    let from = Wide::new(avx2, heads[0], heads[1]);
    let mut reached = from;
    let mut open = Wide::twice(avx2, open);
    for steps in (1..).take_while(|steps| left_before(turn + steps) <= turn) {
        reached = reached.grow(open);
        if reached.meet() {
            return None;
        }
        let cells = reached.without(from);
        let black = cells.and(Wide::twice(avx2, Rows::black())).len().numbers();
        let all = cells.len().numbers();
        let enough = [0, 1].map(|side| {
            let (black, white) = (black[side], all[side] - black[side]);
            let is_black = !heads[side].and(Rows::black()).is_empty();
            let (same, other) = if is_black {
                (black, white)
            } else {
                (white, black)
            };
            same as usize >= steps / 2 && other as usize >= steps.div_ceil(2)
        });
        if enough != [true; 2] {
            return Some(enough.map(|enough| if enough { usize::MAX } else { steps - 1 }));
        }
        open = open.or(Wide::twice(
            avx2,
            track.vacated(left_before(turn + steps + 1)),
        ));
    }
    None
}

#[inline(always)]
fn sealed_narrow(track: &Track, open: Rows) -> Option<[usize; 2]> {
    let turn = track.turn();
    let heads = [0, 1].map(|side| Rows::of(track.head(side, turn)));
    let mut reached = heads;
    let mut open = open;
    // Beyond, tails would leave cells that the heads have yet to enter.
    for steps in (1..).take_while(|steps| left_before(turn + steps) <= turn) {
        reached = reached.map(|reached| reached.grow(open));
        if !reached[0].and(reached[1]).is_empty() {
            return None;
        }
        let enough = [0, 1].map(|side| has_cells(reached[side], heads[side], steps));
        if enough != [true; 2] {
            return Some(enough.map(|enough| if enough { usize::MAX } else { steps - 1 }));
        }
        open = open.or(track.vacated(left_before(turn + steps + 1)));
    }
    None
}

/// Returns `true` if `reached` has enough cells of each color for a way of this many steps from `head`.
#[inline(always)]
fn has_cells(reached: Rows, head: Rows, steps: usize) -> bool {
    let cells = reached.without(head);
    let black = cells.and(Rows::black()).len();
    let white = cells.len() - black;
    let (same, other) = if head.and(Rows::black()).is_empty() {
        (white, black)
    } else {
        (black, white)
    };
    same as usize >= steps / 2 && other as usize >= steps.div_ceil(2)
}

/// The search for a way of one snake.
struct Walk<'a> {
    track: &'a Track,
    goal: usize,
    limit: u32,
    /// Steps of the longest way found, which ends at the goal.
    best: usize,
    /// Steps tried.
    tried: u32,
    /// True if no other way below the goal is longer: the search has not been cut off.
    is_longest: bool,
}

impl<'a> Walk<'a> {
    /// Looks for a way of `goal` steps for snake `side`.
    fn of(track: &'a Track, side: usize, open: Rows, goal: usize, limit: u32) -> Self {
        let mut walk = Self {
            track,
            goal,
            limit,
            best: 0,
            tried: 0,
            is_longest: true,
        };
        walk.go_on(track.head(side, track.turn()), open, 0);
        walk
    }

    /// Goes on from `head` after `steps` steps; `open` are the cells that it can enter next.
    fn go_on(&mut self, head: u8, open: Rows, steps: usize) {
        self.best = self.best.max(steps);
        if self.best >= self.goal || self.is_hopeless(head, open, steps) {
            return;
        }
        let mut next = [(0, 0); 4];
        let mut count = 0;
        for step in STEP {
            let Ok(cell) = u8::try_from(isize::from(head) + step) else {
                continue;
            };
            let place = Rows::of(cell);
            if !place.and(open).is_empty() {
                next[count] = (place.neighbors().and(open).len(), cell);
                count += 1;
            }
        }
        // Along the walls first, as Warnsdorff went: cells with few ways on are lost if they are left behind.
        next[..count].sort_unstable();
        for &(_, cell) in &next[..count] {
            if self.tried == self.limit {
                self.is_longest = false;
                return;
            }
            self.tried += 1;
            let mut next = open.without(Rows::of(cell));
            let turn = self.track.turn() + steps + 1;
            if !snakes_grow(turn as u32) {
                next = next.or(self.track.vacated(left_before(turn + 1)));
            }
            self.go_on(cell, next, steps + 1);
            if self.best >= self.goal {
                return;
            }
        }
    }

    /// Returns `true` if there are too few cells for a way longer than the best one.
    fn is_hopeless(&self, head: u8, open: Rows, steps: usize) -> bool {
        let from = Rows::of(head);
        let (mut reached, mut open) = (from, open);
        for more in 1..=self.best + 1 - steps {
            reached = reached.grow(open);
            if !has_cells(reached, from, more) {
                return true;
            }
            let turn = self.track.turn() + steps + more;
            open = open.or(self.track.vacated(left_before(turn + 1)));
        }
        false
    }
}
