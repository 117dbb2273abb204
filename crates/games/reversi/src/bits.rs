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

/// The discs of `opponent` that a disc of `own` on the one cell of `placed` turns over.
#[inline]
pub(crate) fn flips(own: u64, opponent: u64, placed: u64) -> u64 {
    let mut found = 0;
    for &axis in &AXES {
        let [up, down] = lines(placed, through(opponent, axis), axis);
        if up << axis & own != 0 {
            found |= up;
        }
        if down >> axis & own != 0 {
            found |= down;
        }
    }
    found
}
