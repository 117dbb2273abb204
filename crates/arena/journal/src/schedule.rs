//! The games to be played, their starts and their seeds: all of it follows from one seed.
//!
//! The generator is xoshiro256++ (`rand::rngs::Xoshiro256PlusPlus`), which gives the same numbers on every
//! machine; a test pins them.

use judges_common::splitmix;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// One game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Number of the game, from 0.
    pub id: u32,
    /// Number of its deal: with two seats, of its pair.
    pub pair: u32,
    /// The player in each seat.
    pub seats: Vec<usize>,
}

/// The seatings of the games that are played from every start: all of the game's, or the first where no seats are swapped.
pub fn deal<T>(seatings: &[T], swap: bool) -> &[T] {
    &seatings[..if swap { seatings.len() } else { 1 }]
}

/// The game number `id`, of deals whose games have these seatings: with two seats games 2k and 2k+1 are pair k.
pub fn slot(id: u32, deal: &[impl AsRef<[usize]>]) -> Slot {
    let games = deal.len() as u32;
    Slot {
        id,
        pair: id / games,
        seats: deal[(id % games) as usize].as_ref().to_vec(),
    }
}

/// The generator of a pair's opening.
pub fn opening_random(seed: u64, pair: u32) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(mix(seed, &[1, u64::from(pair)]))
}

/// The seed of a pair's initdata, for games whose judge takes one. Fits a positive 32-bit integer.
pub fn init_seed(seed: u64, pair: u32) -> u64 {
    mix(seed, &[2, u64::from(pair)]) >> 33
}

/// The seed of the bot in `seat` of game `id`. Below 2^53, so that every JSON reader keeps it exact.
pub fn bot_seed(seed: u64, id: u32, seat: usize) -> u64 {
    mix(seed, &[3, u64::from(id), seat as u64]) >> 11
}

/// The seed of one step of a tuning.
pub fn step_seed(seed: u64, step: u32) -> u64 {
    mix(seed, &[4, u64::from(step)])
}

/// Mixes numbers into a seed with the outputs of [`splitmix`].
fn mix(seed: u64, parts: &[u64]) -> u64 {
    parts.iter().fold(seed, |state, part| {
        splitmix(
            state.wrapping_add(part.wrapping_mul(0xd1b5_4a32_d192_ed03)),
            1,
        )
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gameplay::game::TWO_SEATS;
    use rand::Rng;

    use super::*;

    #[test]
    fn the_games_of_a_deal_seat_the_players_in_turn() {
        let three: &[&[usize]] = &[&[0, 1, 1], &[1, 0, 1], &[1, 1, 0]];
        for (id, deal, pair, seats) in [
            (6, TWO_SEATS, 3, &[0, 1][..]),
            (7, TWO_SEATS, 3, &[1, 0]),
            (7, &TWO_SEATS[..1], 7, &[0, 1]),
            (7, three, 2, &[1, 0, 1]),
            (9, &[&[0], &[1]], 4, &[1]),
            (4, &[&[0, 1, 0, 1]], 4, &[0, 1, 0, 1]),
        ] {
            let seats = seats.to_vec();
            assert_eq!(slot(id, deal), Slot { id, pair, seats });
        }
    }

    #[test]
    fn seeds_are_pinned() {
        assert_eq!(
            [
                bot_seed(1, 0, 0),
                bot_seed(1, 0, 1),
                bot_seed(2, 0, 0),
                init_seed(1, 0)
            ],
            [
                3495253945700856,
                2712128497697755,
                637487197369032,
                2071837714
            ]
        );
        assert_eq!(opening_random(1, 0).next_u64(), 2307772018776079589);
    }

    #[test]
    fn no_two_bots_share_a_seed() {
        let seeds: BTreeSet<u64> = (0..10_000)
            .flat_map(|id| [0, 1].map(|seat| bot_seed(1, id, seat)))
            .collect();
        assert_eq!(seeds.len(), 20_000);
        assert!(seeds.iter().all(|&seed| seed < 1 << 53));
        assert!((0..100).all(|pair| init_seed(1, pair) < 1 << 31));
    }
}
