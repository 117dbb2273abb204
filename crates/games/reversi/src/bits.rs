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

/// The empty cells on which a disc of `own` turns over some of `opponent`, for each pair of these. Two pairs are one vector, which
/// takes little longer than one pair.
#[inline]
pub(crate) fn placements<const N: usize>(own: [u64; N], opponent: [u64; N]) -> [u64; N] {
    let mut found = [0; N];
    for &axis in &AXES {
        for i in 0..N {
            let through = through(opponent[i], axis);
            // Lines through the opponent's discs that begin next to one's own: six cells at most.
            let mut up = through & own[i] << axis;
            let mut down = through & own[i] >> axis;
            up |= through & up << axis;
            down |= through & down >> axis;
            let two_up = through & through << axis;
            let two_down = through & through >> axis;
            up |= two_up & up << (2 * axis);
            down |= two_down & down >> (2 * axis);
            up |= two_up & up << (2 * axis);
            down |= two_down & down >> (2 * axis);
            found[i] |= up << axis | down >> axis;
        }
    }
    for i in 0..N {
        found[i] &= !(own[i] | opponent[i]);
    }
    found
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
