use super::*;
use snakego::Rules;

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn choose(position: &Position) -> Operation {
    Greedy::new().choose(position, &Turn::of_nodes(1, 1)).mv
}

#[test]
fn it_goes_to_the_nearest_item() {
    // The head in (4, 4), the neck to its left, items above and to the right.
    let near_above =
        position("round=20 acting=0 0=0:0:-:443424 1=1:0:-:ff items=47L1@18,94L5@19 ground=0,1");
    assert_eq!(choose(&near_above), Operation::Up);
    let near_right =
        position("round=20 acting=0 0=0:0:-:443424 1=1:0:-:ff items=4aL1@18,64L5@19 ground=0,1");
    assert_eq!(choose(&near_right), Operation::Right);
}

#[test]
fn an_item_that_will_be_gone_does_not_count() {
    // Three moves away, in rounds 20, 21 and 22: an item of round 6 lives to round 21, one of round 7 to round 22.
    let text = |time| {
        format!("round=20 acting=0 0=0:0:-:443424 1=1:0:-:ff items=47L1@{time},94L5@19 ground=0,1")
    };
    assert_eq!(choose(&position(&text(6))), Operation::Right);
    assert_eq!(choose(&position(&text(7))), Operation::Up);
}

#[test]
fn an_item_in_a_dead_end_is_left_alone() {
    // A pocket of two cells to the right, with an item in it; the snake has eight cells.
    let text =
        "round=20 acting=0 0=0:0:-:2010000111213132 1=1:0:-:ff walls1=5041 items=40L5@18 ground=0";
    let position = position(text);
    let right = prospects(&position)
        .into_iter()
        .find(|p| p.mv == Operation::Right);
    assert_eq!(right.map(|p| (p.fits, p.item)), Some((false, Some(1))));
}

#[test]
fn without_a_way_out_it_still_answers_legally() {
    // In the corner behind a wall: the only legal moves are deadly, a split is not.
    let text = "round=20 acting=0 0=0:0:-:000102 1=1:0:-:ff walls1=10";
    let position = position(text);
    assert_eq!(prospects(&position).len(), 0);
    assert_eq!(choose(&position), Operation::Split);
}

#[test]
fn whole_half_games_are_legal_and_it_stays_alive() {
    for seed in 0..5 {
        let mut position = Position::new(Rules::generate(seed));
        while position.outcome().is_none() {
            position.play(choose(&position));
        }
        let outcome = position.outcome().unwrap();
        assert!(
            outcome.scores.iter().max() > Some(&40),
            "{}: {:?}",
            seed,
            outcome
        );
    }
}
