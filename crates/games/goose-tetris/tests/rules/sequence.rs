//! The sequence against the digests of the rules.

use goose_tetris::{LIMIT, Piece, sequence};
use sha2::{Digest, Sha256};

fn letters(count: usize) -> String {
    sequence()
        .take(count)
        .map(|piece| piece.to_string())
        .collect()
}

fn digest(count: usize) -> String {
    Sha256::digest(letters(count))
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn digests() {
    assert_eq!(
        digest(100),
        "fa33cecd76eea166506187ac2bd64a7860f0e0a98657cb6557c4b5b71ec32eac"
    );
    assert_eq!(
        digest(1000),
        "287ba3578154773dc3bc02e097b06cb61168b5826adf0198b4573963b075c166"
    );
    assert_eq!(
        digest(LIMIT),
        "2571ccd940b664939ebe82bbf9cdbc52ce4871951ef481e3358a9e923070cce9"
    );
}

#[test]
fn counts_and_period() {
    let pieces: Vec<Piece> = sequence().take(LIMIT).collect();
    let counts = Piece::ALL.map(|kind| pieces.iter().filter(|piece| **piece == kind).count());
    assert_eq!(counts, [722, 957, 1053, 1325, 1649, 2094, 2200]);
    assert!((0..LIMIT - 5458).all(|k| pieces[k] == pieces[k + 5458]));
}
