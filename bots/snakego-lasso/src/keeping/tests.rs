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

/// In a half-game of 512 rounds the last snake had no free move left in round 37, closed its ring and lost by 441. It may split.
#[test]
fn a_side_does_not_give_its_last_snake_for_a_ring_while_there_is_time() {
    let long = "0:0:-:696a5a5949392928272625242333435363646566676878";
    let enemies = "1=1:0:-:7989 1=2:0:-:84 1=3:0:-:6b7b 1=4:2:-:a6b6b5a5a4b4b3a393949596";
    let advice_with = |round: u16, others: &str| {
        let text = format!("round={round}/512 acting=0 next=6 0={long} {others}{enemies}");
        advice(&Params::own(), &text.parse().unwrap())
    };
    assert_eq!(advice_with(37, ""), Advice::Search(None));
    for (round, others) in [(37, "0=5:0:-:00 "), (511, "")] {
        let Advice::Play(ring) = advice_with(round, others) else {
            panic!("not closed in round {}", round);
        };
        assert_eq!(ring.moves, 1);
    }
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
