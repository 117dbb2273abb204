//! The bench: totals and the signature.

use crate::common::{Seeded, Watched, wire};
use botzone::bench;

#[test]
fn nodes_are_added_and_the_signature_stays() {
    let first = bench::<Watched>(&wire(), None).unwrap();
    assert_eq!((first.positions, first.nodes), (3, 15));
    let again = bench::<Watched>(&wire(), Some(5)).unwrap();
    assert_eq!(first.signature, again.signature);
    // A constant, so that it is the same on every machine.
    assert_eq!(format!("{:016x}", first.signature), "ca6ed7b509a354bd");
    let more = bench::<Watched>(&wire(), Some(6)).unwrap();
    assert_eq!(more.nodes, 18);
    assert_ne!(first.signature, more.signature);
    assert!(first.nodes_per_second() > 0);
}

#[test]
fn a_position_that_is_none_is_named() {
    let error = bench::<Seeded>(&wire(), None).unwrap_err();
    assert_eq!(
        error,
        "bench position 2 (\"sixty\"): \"sixty\" is not a sum"
    );
}
