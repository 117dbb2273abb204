//! A hash of boards.

use goose_tetris::{Board, ROWS};

const _: () = assert!(ROWS.is_multiple_of(4), "the rows are hashed in fours");

/// Four rows as one number, the first in the lowest bits.
#[inline(always)]
pub fn word(four: &[u16; 4]) -> u64 {
    u64::from(four[0])
        | u64::from(four[1]) << 16
        | u64::from(four[2]) << 32
        | u64::from(four[3]) << 48
}

/// A 64-bit hash of the rows: wide multiplications, folded. Solvers break ties by it, so its values are part of their
/// results.
#[inline(always)]
pub fn hash(board: &Board) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c14;
    for four in board.rows.as_chunks::<4>().0 {
        let wide = u128::from(hash ^ word(four)) * u128::from(0xa076_1d64_78bd_642f_u64);
        hash = (wide as u64) ^ (wide >> 64) as u64 ^ hash.rotate_left(23);
    }
    hash
}

/// The hash, mixed with a seed: the order of boards that are equal in all that is compared.
pub fn seeded_hash(board: &Board, seed: u64) -> u64 {
    (hash(board) ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records and checkpoints depend on these numbers.
    #[test]
    fn the_hash_is_the_committed_one() {
        let mut board = Board::new();
        let empty = hash(&board);
        board.rows[19] = 0b11_1111_1110;
        assert_eq!(empty, 17_720_855_648_560_139_034);
        assert_eq!(hash(&board), 6_927_343_983_461_214_471);
        assert_ne!(seeded_hash(&board, 0), seeded_hash(&board, 1));
    }
}
