//! The places of things as seen from a head, as indices of tables of weights.

use snakego::Cell;

use super::terms::{FAR, NEAR};

/// Places of heads and tails, and 0 for too far away.
pub(super) const NEAR_ROWS: usize = 7 * 7 + 1;
/// Places of items, and 0 for too far away, or at the head.
pub(super) const FAR_ROWS: usize = 2 * 6 * 7 + 1;

/// By [`Cell::offset_of`].
type Places = [u8; 1024];

pub(super) static NEAR_PLACE: Places = places(false);
pub(super) static FAR_PLACE: Places = places(true);

const fn places(items: bool) -> Places {
    let mut places = [0; 1024];
    let (mut place, mut dx) = (0, -15);
    while dx <= 15 {
        let mut dy = -15;
        while dy <= 15 {
            let (x, y) = (i32::abs(dx), i32::abs(dy));
            let counts = if items {
                0 < x + y && x + y <= FAR
            } else {
                x <= NEAR && y <= NEAR
            };
            if counts {
                place += 1;
                places[Cell::offset_of(dx, dy)] = place;
            }
            dy += 1;
        }
        dx += 1;
    }
    places
}

/// The offset of a place, in x and y.
pub(super) fn offset_of(places: &Places, place: usize) -> Option<(i32, i32)> {
    let all = (-15..=15).flat_map(|dx| (-15..=15).map(move |dy| (dx, dy)));
    let here = |&(dx, dy): &(i32, i32)| usize::from(places[Cell::offset_of(dx, dy)]) == place;
    all.filter(|_| place > 0).find(here)
}

/// Place of a head or a tail.
#[inline]
pub(super) fn near_place(head: Cell, other: Cell) -> usize {
    NEAR_PLACE[head.offset(other) & 1023].into()
}

/// Place of an item.
#[inline]
pub(super) fn far_place(head: Cell, item: Cell) -> usize {
    FAR_PLACE[head.offset(item) & 1023].into()
}
