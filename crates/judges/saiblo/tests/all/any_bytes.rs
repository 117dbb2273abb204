//! Any bytes in: no panic, no hang, whole packets out, and never more answers than own turns.

use crate::common::{NODES, Random, talk};
use proptest::collection::vec;
use proptest::prelude::*;
use snakego::saiblo::greeting;
use snakego::{Position, Rules};

/// The start of a half-game and operations, legal ones as long as the picks last.
fn half_game(seed: u64, player: usize, picks: &[u8]) -> Vec<u8> {
    let rules = Rules::generate_for(seed, 20);
    let mut bytes = greeting(&rules, player);
    let mut position = Position::new(rules);
    for pick in picks {
        let legal = position.legal_moves();
        let Some(mv) = legal.nth(usize::from(*pick) % legal.len().max(1)) else {
            break;
        };
        bytes.push(mv.number());
        position.play(mv);
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(5_000) })]

    #[test]
    fn any_bytes(input in vec(any::<u8>(), 0..300)) {
        talk::<Random>(&NODES, &input);
    }

    #[test]
    fn any_bytes_after_a_good_start(seed in 0..20u64, player in 0..2usize, tail in vec(0..9u8, 0..300)) {
        let mut input = greeting(&Rules::generate_for(seed, 20), player);
        input.extend(&tail);
        let (operations, _) = talk::<Random>(&NODES, &input);
        prop_assert!(operations.len() <= tail.len() + 1);
    }

    /// One byte of a good half-game changed, cut out or put in.
    #[test]
    fn a_byte_changed(seed in 0..20u64, player in 0..2usize, picks in vec(any::<u8>(), 0..60), at in any::<prop::sample::Index>(), byte: u8, how in 0..3) {
        let mut input = half_game(seed, player, &picks);
        let at = at.index(input.len());
        match how {
            0 => input[at] = byte,
            1 => { input.remove(at); }
            _ => input.insert(at, byte),
        }
        talk::<Random>(&NODES, &input);
    }

    /// A good half-game is answered without a complaint, wherever it stops.
    #[test]
    fn a_good_half_game(seed in 0..20u64, player in 0..2usize, picks in vec(any::<u8>(), 0..60), end in any::<prop::sample::Index>()) {
        let mut input = half_game(seed, player, &picks);
        input.truncate(end.index(input.len() + 1));
        prop_assert_eq!(talk::<Random>(&NODES, &input).1, "");
    }
}
