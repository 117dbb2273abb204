//! When rings have a say, and which.

use super::*;

fn advice_at(round: u16, snake: &str) -> Advice {
    let text = format!("round={round}/512 acting=0 next=2 0={snake} 1=1:0:-:ff");
    advice(&Params::own(), &text.parse().unwrap())
}

#[test]
fn short_snakes_are_left_to_the_searches() {
    assert_eq!(advice_at(100, "0:0:-:7767574737"), Advice::Search(None));
}

#[test]
fn a_long_snake_keeps_its_ring_and_does_not_split() {
    let Advice::Search(Some(preference)) = advice_at(100, "0:0:-:d7c7b7a797877767574737271707")
    else {
        panic!("no preference");
    };
    assert!(!preference.operations.contains(Operation::Split));
    assert!(preference.operations.contains(Operation::Fire));
    assert!(
        preference
            .operations
            .iter()
            .any(|way| way.direction().is_some())
    );
}

#[test]
fn the_last_rounds_close_it() {
    let mut closed = None;
    for round in 490..=512 {
        if let Advice::Play(ring) = advice_at(round, "0:0:-:d7c7b7a797877767574737271707") {
            closed = closed.or(Some((round, ring.moves)));
        }
    }
    let (round, moves) = closed.unwrap();
    assert_eq!(
        usize::from(513 - round),
        moves + Params::own().keeping.spare_rounds
    );
}
