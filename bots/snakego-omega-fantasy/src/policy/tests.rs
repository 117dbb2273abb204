use snakego::Position;
use testing::random_games;

use super::*;
use crate::params::Params;
use crate::schedule::ItemSchedule;

/// Weights that tell all terms apart.
fn weights() -> Vec<i16> {
    let mut random = Rng::with_seed(1);
    (0..TERMS).map(|_| random.i16(-200..=200)).collect()
}

fn params(weights: &[i16]) -> PolicyParams {
    PolicyParams {
        exploration: 1.0,
        reduction: 0.0,
        sharpness: 2.0,
        weights: vec![search::dense::text(weights)],
    }
}

fn schedule(position: &Position) -> ItemSchedule {
    ItemSchedule::new(&position.rules, &Params::own().items)
}

#[test]
fn priors_are_the_softmax_of_the_weights_of_the_terms() {
    let weights = weights();
    let policy = Policy::new(&params(&weights)).unwrap();
    let mut moves = 0;
    for position in random_games::snakego(200) {
        let board = &position.board;
        if board.is_over() {
            continue;
        }
        let schedule = schedule(&position);
        let candidates: Vec<Operation> = board.legal_moves().iter().collect();
        let logits = candidates.iter().map(|&operation| {
            let terms = terms(&schedule, board, operation);
            moves += usize::from(terms.len() > 1);
            let sum = |(at, x): (u16, i16)| f64::from(weights[usize::from(at)]) * f64::from(x);
            terms.into_iter().map(sum).sum::<f64>() / f64::from(UNIT)
        });
        let powers: Vec<f64> = logits.map(libm::exp).collect();
        let total: f64 = powers.iter().sum();
        let view = View::new(board);
        let priors: Vec<u16> = policy.priors(&schedule, &view, &candidates).collect();
        assert_eq!(priors.len(), candidates.len());
        for (prior, power) in priors.into_iter().zip(powers) {
            let want = power / total;
            let have = f64::from(prior) / f64::from(u16::MAX);
            assert!(
                (have - want).abs() < 1e-3,
                "{} instead of {}: {:#}",
                have,
                want,
                position
            );
        }
    }
    assert!(moves > 100, "{}", moves);
}

/// In rollouts with sharpness 2 a candidate is as likely as its prior squared, of all squares.
#[test]
fn rollouts_draw_by_sharper_priors() {
    let policy = Policy::new(&params(&weights())).unwrap();
    let mut random = Rng::with_seed(1);
    let positions = random_games::snakego(40).into_iter();
    for position in positions.filter(|position| !position.board.is_over()) {
        let board = &position.board;
        let schedule = schedule(&position);
        let view = View::new(board);
        let choice = Choice {
            free: view.kinds.free,
            end: view.kinds.sealing.nth(0).or(view.kinds.deadly.nth(0)),
            fire: board.legal_moves().contains(Operation::Fire),
            split: board.legal_moves().contains(Operation::Split),
        };
        let candidates = choice.list();
        assert_eq!(choice.len(), candidates.len());
        let mut counts = vec![0; candidates.len()];
        for _ in 0..2000 {
            let drawn = policy.draw(&schedule, &view, &choice, &mut random);
            let place = candidates.iter().position(|&operation| operation == drawn);
            counts[place.unwrap()] += 1;
        }
        let priors = policy.priors(&schedule, &view, &candidates);
        let squares: Vec<f64> = priors.map(|prior| f64::from(prior).powi(2)).collect();
        let total: f64 = squares.iter().sum();
        for (count, square) in counts.into_iter().zip(squares) {
            let (have, want) = (f64::from(count) / 2000.0, square / total);
            // Four standard errors.
            assert!((have - want).abs() < 0.045, "{}, not {}", have, want);
        }
    }
}

/// A position, turned by a quarter and seen in a mirror: the same move has the same terms.
#[test]
fn symmetric_positions_share_their_terms() {
    let place = |text: &str, change: &dyn Fn(u8, u8) -> (u8, u8)| {
        let cell = u8::from_str_radix(text, 16).unwrap();
        let (x, y) = change(cell / 16, cell % 16);
        format!("{:02x}", 16 * x + y)
    };
    let text = |change: &dyn Fn(u8, u8) -> (u8, u8)| {
        let cells =
            |cells: &[&str]| -> String { cells.iter().map(|cell| place(cell, change)).collect() };
        format!(
            "round=20/512 acting=0 next=9 ground=0 items={}L3@19,{}L2@25 0=0:1:-:{} 1=1:0:-:{} walls0={}",
            place("57", change),
            place("63", change),
            cells(&["45", "44", "43", "53"]),
            cells(&["66", "67", "68"]),
            cells(&["36", "35"]),
        )
    };
    let own: Position = text(&|x, y| (x, y)).parse().unwrap();
    let turned: Position = text(&|x, y| (15 - y, x)).parse().unwrap();
    let mirrored: Position = text(&|x, y| (15 - x, y)).parse().unwrap();
    let of =
        |position: &Position, operation| terms(&schedule(position), &position.board, operation);
    let right = of(&own, Operation::Right);
    assert!(right.len() > 5, "{:?}", right);
    assert_eq!(right, of(&turned, Operation::Up));
    assert_eq!(right, of(&mirrored, Operation::Left));
    let up = of(&own, Operation::Up);
    assert_ne!(up, right);
    assert_eq!(up, of(&turned, Operation::Left));
    assert_eq!(up, of(&mirrored, Operation::Up));
}

#[test]
fn another_number_of_weights_is_refused() {
    let error = Policy::new(&params(&[0; 3])).unwrap_err();
    assert!(error.contains("3 weights"), "{}", error);
}
