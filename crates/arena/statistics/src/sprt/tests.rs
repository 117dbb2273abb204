//! The ratio, the decisions, and how often they are wrong.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use journal::samples::game;

const WEAK: Hypotheses = Hypotheses {
    elo0: 0.0,
    elo1: 20.0,
    alpha: 0.05,
    beta: 0.05,
};

#[test]
fn bounds_are_walds() {
    // ln 19, as every description of the test at 5 % has it.
    let [low, high] = WEAK.bounds();
    assert!((high - 2.944_438_979).abs() < 1e-9 && (low + high).abs() < 1e-12);
}
#[test]
fn the_ratio_is_that_of_constrained_likelihoods() {
    // Computed independently: both likelihoods maximised numerically (SLSQP) under the constraint on the mean.
    for (pairs, elo0, elo1, want) in [
        ([10, 40, 100, 50, 12], 0.0, 20.0, 0.246_090),
        ([118, 4486, 10602, 4755, 135], 0.0, 2.0, 4.227_751),
        ([30, 0, 40, 0, 10], -5.0, 5.0, -1.151_131),
        ([3, 7, 20, 9, 4], 0.0, 100.0, -4.212_514),
    ] {
        let llr = llr(&Hypotheses { elo0, elo1, ..WEAK }, &pairs);
        assert!((llr - want).abs() < 1e-4, "{pairs:?}: {llr}");
    }
}

#[test]
fn one_pair_is_no_pairs() {
    let mut sprt = Sprt::new(WEAK);
    sprt.count(4);
    assert!(sprt.to_string().contains("\n1 pair: "), "{sprt}");
}

#[test]
fn the_time_to_go_follows_the_ratio() {
    let mut sprt = Sprt::new(WEAK);
    assert_eq!(sprt.expected(), Expected::Unknown, "nothing is known yet");
    let mut estimates = Vec::new();
    for result in [4, 2, 3, 2].into_iter().cycle() {
        sprt.count(result);
        if sprt.decision().is_some() {
            break;
        }
        estimates.push(sprt.expected());
    }
    let games = 2 * sprt.pairs().iter().sum::<u32>();
    assert!((60..400).contains(&games), "{games}");
    for (pairs, estimate) in (1..).zip(estimates) {
        match estimate {
            Expected::Games(total) => {
                let near = games * 3 / 4..=games * 4 / 3;
                assert!(near.contains(&total), "{total} of {games} at pair {pairs}");
            }
            other => assert!(pairs < 10, "{other:?} at pair {pairs}"),
        }
    }
}

#[test]
fn a_ratio_without_a_drift_tells_no_time() {
    // A mean score of about 10 Elo, the middle between the hypotheses.
    let mut sprt = Sprt::new(WEAK);
    for result in [0, 4, 1, 3, 2, 2].into_iter().cycle().take(60) {
        sprt.count(result);
        assert_eq!(sprt.expected(), Expected::Unknown);
    }
    // One that is far off tells a time to the lower bound, too.
    let mut sprt = Sprt::new(WEAK);
    for result in [0, 1, 2, 1].into_iter().cycle().take(20) {
        sprt.count(result);
    }
    assert!(matches!(sprt.expected(), Expected::Games(41..400)));
}

fn play(sprt: &mut Sprt, results: impl Iterator<Item = (u32, [i32; 2])>) {
    for (id, scores) in results {
        sprt.add(&game(id, scores));
    }
}

#[test]
fn pairs_that_are_all_alike_end_the_test() {
    // A sits in seat 0 of even games: every pair is won 2-0, lost 0-2, or shared.
    for (even, odd, want) in [
        ([1, 0], [0, 1], Decision::H1),
        ([0, 1], [1, 0], Decision::H0),
        ([1, 0], [1, 0], Decision::H0),
        ([1, 1], [1, 1], Decision::H0),
    ] {
        let mut sprt = Sprt::new(WEAK);
        let results = (0..1000).map(|id| (id, if id % 2 == 0 { even } else { odd }));
        play(&mut sprt, results);
        assert_eq!(sprt.decision(), Some(want), "{even:?} {odd:?}");
        assert!(sprt.pairs().iter().sum::<u32>() < 100, "{:?}", sprt.pairs());
    }
}

#[test]
fn games_may_end_in_any_order() {
    let results: Vec<(u32, [i32; 2])> = (0..60)
        .map(|id| (id, [i32::from(id % 3 == 0), i32::from(id % 5 == 0)]))
        .collect();
    let mut in_order = Sprt::new(WEAK);
    play(&mut in_order, results.iter().copied());
    let mut backwards = Sprt::new(WEAK);
    play(&mut backwards, results.iter().rev().copied());
    assert_eq!(in_order.pairs(), backwards.pairs());
    assert_eq!(in_order.llr(), backwards.llr());
    // A pair counts when all before it do.
    let mut sprt = Sprt::new(WEAK);
    play(
        &mut sprt,
        [(2, [1, 0]), (3, [1, 0]), (0, [1, 0])].into_iter(),
    );
    assert_eq!(sprt.pairs(), [0; 5]);
    play(&mut sprt, [(1, [0, 1])].into_iter());
    assert_eq!(sprt.pairs(), [0, 0, 1, 0, 1]);
}

#[test]
fn likelihood_of_superiority() {
    let mut sprt = Sprt::new(WEAK);
    assert_eq!(sprt.los(), None);
    sprt.pairs = [20, 30, 50, 30, 20];
    assert!((sprt.los().unwrap() - 0.5).abs() < 1e-9);
    // Mean 0.55, variance 0.0475: 0.05 is 2.294 standard errors of 100 pairs, where tables have 0.9891.
    sprt.pairs = [5, 10, 50, 30, 5];
    let los = sprt.los().unwrap();
    assert!((los - 0.9891).abs() < 1e-4, "{los}");
}

/// The rate at which a test of 0 against 100 Elo accepts H1 at a true strength, and the mean number of pairs it takes.
fn acceptance(elo: f64, seed: u64) -> (f64, f64) {
    let hypotheses = Hypotheses {
        elo1: 100.0,
        ..WEAK
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut accepted, mut pairs) = (0, 0);
    for _ in 0..2000 {
        let mut sprt = Sprt::new(hypotheses);
        let mut id = 0;
        while sprt.decision().is_none() {
            // A tenth of the games is drawn; in a third of the pairs both games go alike.
            let mut points = || {
                if random.random_bool(0.1) {
                    1
                } else {
                    2 * i32::from(random.random_bool(score(elo)))
                }
            };
            let first = points();
            let second = points();
            let second = if random.random_bool(1.0 / 3.0) {
                first
            } else {
                second
            };
            sprt.add(&game(id, [first, 2 - first]));
            sprt.add(&game(id + 1, [2 - second, second]));
            id += 2;
        }
        accepted += u32::from(sprt.decision() == Some(Decision::H1));
        pairs += id / 2;
    }
    (f64::from(accepted) / 2000.0, f64::from(pairs) / 2000.0)
}

#[test]
fn the_test_is_wrong_as_seldom_as_it_says() {
    // A drawn tenth pulls the score to the middle: 100 Elo of decided games are 90 of all.
    let truth = 400.0 * ((0.9 * score(100.0) + 0.05) / (0.95 - 0.9 * score(100.0))).log10();
    assert!((89.0..91.0).contains(&truth), "{truth}");
    let (false_positives, pairs) = acceptance(0.0, 1);
    assert!(
        false_positives < 0.065,
        "{false_positives} in {pairs} pairs"
    );
    // So played at 112 Elo, which is 100 of all games.
    let (true_positives, pairs) = acceptance(111.5, 2);
    assert!(true_positives > 0.935, "{true_positives} in {pairs} pairs");
}
