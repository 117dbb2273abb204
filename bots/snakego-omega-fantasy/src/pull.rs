//! The pull of a point on a head, which falls with the square of its distance.

/// The strength of a pull at each distance in steps: 3600 / d^2, and nothing beyond six steps. In this unit all of them
/// are whole numbers.
const STRENGTH: [i32; 8] = [0, 3600, 900, 400, 225, 144, 100, 0];

/// The strength of the pull of a point that is this far away along x and y.
#[inline]
pub fn strength(dx: i32, dy: i32) -> i32 {
    STRENGTH[(dx.abs() + dy.abs()).min(7) as usize]
}
