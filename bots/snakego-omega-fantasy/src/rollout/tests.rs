use snakego::Position;

use super::*;
use crate::params::Params;
use crate::policy::{Policy, PolicyParams, TERMS};
use crate::schedule::ItemSchedule;

/// The number of times that each operation is drawn in a position, of 1000.
fn draws(text: &str, style: Style) -> Vec<(Operation, u32)> {
    draws_with(&Params::own(), text, style)
}

fn draws_with(params: &Params, text: &str, style: Style) -> Vec<(Operation, u32)> {
    let position: Position = text.parse().unwrap();
    let schedule = ItemSchedule::new(&position.rules, &params.items);
    let learned = params
        .policy
        .as_ref()
        .map(|learned| Policy::new(learned).unwrap());
    let context = SearchContext {
        policy: learned.as_ref(),
        ..SearchContext::whole(&position.rules, params, &schedule, &position.board)
    };
    let mut random = Rng::with_seed(1);
    let mut counts = [0; 6];
    for _ in 0..1000 {
        let operation = policy(&context, &position.board, style, &mut random);
        assert!(position.legal_moves().contains(operation), "{}", operation);
        counts[operation as usize - 1] += 1;
    }
    let all = Operation::ALL.iter().copied().zip(counts);
    all.filter(|&(_, count)| count > 0).collect()
}

fn count(draws: &[(Operation, u32)], operation: Operation) -> u32 {
    let found = draws.iter().find(|draw| draw.0 == operation);
    found.map_or(0, |draw| draw.1)
}

#[test]
fn a_third_of_the_turns_is_a_split() {
    let draws = draws(
        "round=20/512 acting=0 0=0:0:-:777675 1=1:0:-:ff",
        Style::Gather,
    );
    assert!(
        (250..420).contains(&count(&draws, Operation::Split)),
        "{:?}",
        draws
    );
    // Nothing pulls: the three moves are alike.
    for operation in [Operation::Right, Operation::Up, Operation::Left] {
        assert!(
            (150..300).contains(&count(&draws, operation)),
            "{:?}",
            draws
        );
    }
}

#[test]
fn items_pull() {
    let alone = "round=20/512 acting=0 0=0:0:-:77 1=1:0:-:ff";
    let item = |text: &str| draws(&format!("{alone} {text}"), Style::Gather);
    // Straight above: weights 1 : 2 : 1 : 0.
    let up = item("ground=0 items=79L5@19");
    assert!((440..560).contains(&count(&up, Operation::Up)), "{:?}", up);
    assert_eq!(count(&up, Operation::Down), 0);
    // Seven steps away nothing pulls, nor if it is gone on arrival.
    assert_eq!(item("ground=0 items=7eL5@19").len(), 4);
    assert_eq!(item("ground=0 items=7bL5@7").len(), 4);
    // An item to come pulls, unless an enemy lies there.
    assert_eq!(count(&item("items=79L5@25"), Operation::Down), 0);
    let covered = draws(
        "round=20/512 acting=0 0=0:0:-:77 1=1:0:-:79 items=79L5@25",
        Style::Gather,
    );
    assert_eq!(covered.len(), 4);
}

#[test]
fn a_ray_is_fired_at_three_walls() {
    let text = "round=20/512 acting=0 next=9 0=0:0:0:7776 0=2:0:-:00 0=3:0:-:02 0=4:0:-:04 \
        1=1:0:-:ff items=70R512@3";
    assert_eq!(
        draws(&format!("{text} walls1=797a7b"), Style::Gather),
        [(Operation::Fire, 1000)]
    );
    let fewer = draws(&format!("{text} walls1=797a"), Style::Gather);
    assert_eq!(count(&fewer, Operation::Fire), 0);
    let own = draws(&format!("{text} walls0=7c walls1=797a7b"), Style::Gather);
    assert_eq!(count(&own, Operation::Fire), 0);
}

#[test]
fn a_short_snake_makes_room_for_a_long_one() {
    // The snake of length 8 has no liberties: 8 / 2 is more than twice 1.
    let text = "round=20/512 acting=2 next=9 0=0:0:-:0001020304050607 0=2:0:-:f0 1=1:0:-:ff \
        walls1=10";
    assert_eq!(draws(text, Style::Gather), [(Operation::Right, 1000)]);
    // Itself as long, it goes on, and does not split.
    let long = text.replace("f0 ", "f0f1f2f3 ");
    assert_eq!(draws(&long, Style::Gather), [(Operation::Left, 1000)]);
}

#[test]
fn a_cell_without_a_way_on_is_left_out_on_request() {
    let mut params = Params::own();
    params.rollout.split_odds = u32::MAX;
    // In the corner to the left there is no way on.
    let text = "round=20/512 acting=0 0=0:0:-:102030 1=1:0:-:ff walls1=01";
    assert!(count(&draws_with(&params, text, Style::Gather), Operation::Left) > 0);
    params.rollout.avoids_dead_ends = true;
    let up = [(Operation::Up, 1000)];
    assert_eq!(draws_with(&params, text, Style::Gather), up);
    // With another dead end above both are left; one with the own tail in it is none.
    let both = text.replace("walls1=01", "walls1=011221");
    assert_eq!(draws_with(&params, &both, Style::Gather).len(), 2);
    let ring = "round=20/512 acting=0 0=0:0:-:10112120 1=1:0:-:ff walls1=0130311222";
    let tail = [(Operation::Right, 1000)];
    assert_eq!(draws_with(&params, ring, Style::Gather), tail);
}

#[test]
fn without_liberties_a_snake_splits_or_seals() {
    let text = "round=20/512 acting=0 next=9 0=0:0:-:001011010203 1=1:0:-:ff";
    assert_eq!(draws(text, Style::Gather), [(Operation::Split, 1000)]);
    let full = text.replace("1=1", "0=2:0:-:f0 0=3:0:-:f2 0=4:0:-:f4 1=1");
    assert_eq!(draws(&full, Style::Gather), [(Operation::Up, 1000)]);
}

#[test]
fn heads_block_each_other() {
    // The enemy's head is two steps to the right: step between.
    let straight = "round=20/512 acting=0 next=9 0=0:0:-:77 1=1:0:-:97a7b7";
    assert_eq!(draws(straight, Style::Fight), [(Operation::Right, 1000)]);
    // Diagonal, and it comes down: up first.
    let diagonal = "round=20/512 acting=0 next=9 0=0:0:-:77 1=1:0:-:88898a";
    assert_eq!(draws(diagonal, Style::Fight), [(Operation::Up, 1000)]);
    let walled = format!("{diagonal} walls1=78");
    assert_eq!(draws(&walled, Style::Fight), [(Operation::Right, 1000)]);
    // A length of 2 is not a threat.
    assert_eq!(
        draws(
            "round=20/512 acting=0 next=9 0=0:0:-:77 1=1:0:-:97a7",
            Style::Fight
        )
        .len(),
        4
    );
}

#[test]
fn heads_hunt_those_with_few_liberties() {
    // The enemy at (7, 12) has one free cell left.
    let text = "round=20/512 acting=0 next=9 0=0:0:-:77 1=1:0:-:7c7d7e walls1=6c";
    let hunted = draws(text, Style::Fight);
    assert_eq!(count(&hunted, Operation::Down), 0, "{hunted:?}");
    assert!(count(&hunted, Operation::Up) > 400);
    // With three it is left alone.
    let calm = text.replace(" walls1=6c", "");
    assert_eq!(draws(&calm, Style::Fight).len(), 4);
}

/// With weights that are all 0 every candidate is as likely as any other, a ray at nothing included.
#[test]
fn gathering_follows_a_learned_policy() {
    let text = "round=20/512 acting=0 0=0:0:0:777675 1=1:0:-:ff items=70R512@3";
    let mut params = Params::own();
    params.policy = Some(PolicyParams {
        exploration: 1.0,
        reduction: 0.0,
        sharpness: 1.0,
        weights: vec![search::dense::text(&[0; TERMS])],
    });
    let fired = |style| count(&draws_with(&params, text, style), Operation::Fire);
    // One of five.
    assert!((150..250).contains(&fired(Style::Gather)));
    assert_eq!(fired(Style::Fight), 0);
}
