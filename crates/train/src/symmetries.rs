//! The symmetries of a square board: a position is worth the same however the board is turned and mirrored.

/// The number of symmetries; the first one is the identity.
pub const COUNT: usize = 8;

/// By symmetry: the new index of each cell on a board of `width` columns and `CELLS` cells in all, numbered row by row.
pub fn turned<const CELLS: usize>(width: usize) -> [[u8; CELLS]; COUNT] {
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|cell| {
            let (mut x, mut y) = (cell % width, cell / width);
            if symmetry & 1 != 0 {
                x = width - 1 - x;
            }
            if symmetry & 2 != 0 {
                y = width - 1 - y;
            }
            if symmetry & 4 != 0 {
                (x, y) = (y, x);
            }
            (width * y + x) as u8
        })
    })
}
