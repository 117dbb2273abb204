//! Lines of discs as shifts of words.

/// The four axes: how far a step shifts the word.
const AXES: [u32; 4] = [1, 8, 7, 9];

/// The cells that are not at the left or right edge: a line running through an edge cell would go on in another row.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The opponent's cells that a line along the axis may run through.
#[inline(always)]
const fn through(opponent: u64, axis: u32) -> u64 {
    if axis == 8 {
        opponent
    } else {
        opponent & INNER
    }
}

/// The lines of cells of `through` that begin next to `from` on either side along the axis: six cells at most.
#[inline(always)]
const fn lines(from: u64, through: u64, axis: u32) -> [u64; 2] {
    let mut up = through & from << axis;
    let mut down = through & from >> axis;
    up |= through & up << axis;
    down |= through & down >> axis;
    let two_up = through & through << axis;
    let two_down = through & through >> axis;
    up |= two_up & up << (2 * axis);
    down |= two_down & down >> (2 * axis);
    up |= two_up & up << (2 * axis);
    down |= two_down & down >> (2 * axis);
    [up, down]
}

/// The empty cells on which a disc of `own` turns over some of `opponent`.
#[inline]
pub(crate) fn placements(own: u64, opponent: u64) -> u64 {
    let mut found = 0;
    for &axis in &AXES {
        let [up, down] = lines(own, through(opponent, axis), axis);
        found |= up << axis | down >> axis;
    }
    found & !(own | opponent)
}

/// By cell and axis: the cells from there to the edge of the board, upwards and downwards.
static RAYS: [[[u64; 2]; 4]; 64] = rays();

const fn rays() -> [[[u64; 2]; 4]; 64] {
    let mut rays = [[[0; 2]; 4]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut axis = 0;
        while axis < 4 {
            let mut way = 0;
            while way < 2 {
                rays[cell][axis][way] = ray(1 << cell, AXES[axis], way == 0);
                way += 1;
            }
            axis += 1;
        }
        cell += 1;
    }
    rays
}

const fn ray(from: u64, axis: u32, is_up: bool) -> u64 {
    // A step along an axis changes the column by one, except along that of columns.
    let [right, left] = [0x8080_8080_8080_8080, 0x0101_0101_0101_0101];
    let stops = match (axis, is_up) {
        (8, _) => 0,
        (7, true) | (1, false) | (9, false) => left,
        _ => right,
    };
    let mut ray = 0;
    let mut at = from;
    while at & !stops != 0 {
        at = match is_up {
            true => at << axis,
            false => at >> axis,
        };
        ray |= at;
    }
    ray
}

/// The discs of `opponent` that a disc of `own` on this cell turns over.
#[inline]
pub(crate) fn flips(own: u64, opponent: u64, cell: usize) -> u64 {
    let mut found = 0;
    for &[up, down] in &RAYS[cell & 63] {
        // The first cell without a disc of the opponent, if a disc of one's own is there.
        let end = (opponent | !up).wrapping_add(1) & up & own;
        found |= end.saturating_sub(1) & up;
        let stop = down & !opponent;
        let end = (1 << 63) >> (stop | 1).leading_zeros() & stop & own;
        found |= end.wrapping_mul(2).wrapping_neg() & down;
    }
    found
}
