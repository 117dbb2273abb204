use super::*;
use crate::table::{Form, write};
use journal::hypotheses::Hypotheses;
use journal::samples::game;
use serde_json::Value;

#[test]
fn a_report_says_it_all() {
    let mut tally = Tally::new(TWO_SEATS);
    for id in 0..4 {
        tally.add(&game(id, [1, 0]));
    }
    let text = report(
        &tally,
        &["A good".to_owned(), "B late".to_owned()],
        Duration::from_millis(1500),
    );
    for part in [
        "A good against B late",
        "50.0",
        "Elo difference of A: +0",
        "INVALID_MOVE  (x,y) is not empty",
        "A good: TLE in game 1, turn 2, seat 1: late",
        "wall time 1.5 s",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn a_single_failure_that_is_not_shown() {
    let mut late = game(0, [1, 0]);
    late.replies.extend(vec![late.replies[1].clone(); 3]);
    let mut tally = Tally::new(TWO_SEATS);
    tally.add(&late);
    let names = ["A a".to_owned(), "B b".to_owned()];
    let text = report(&tally, &names, Duration::ZERO);
    assert!(text.contains("B b: 1 more failure; "), "{text}");
}

#[test]
fn a_match_without_games_has_a_report() {
    let text = report(
        &Tally::new(TWO_SEATS),
        &["A a".to_owned(), "B b".to_owned()],
        Duration::ZERO,
    );
    assert!(
        text.contains("all games") && !text.contains("Elo"),
        "{text}"
    );
}

#[test]
fn a_match_and_a_test_are_data() {
    let mut tally = Tally::new(TWO_SEATS);
    let mut test = Sprt::new(Hypotheses::new(0.0, 20.0, 0.05, 0.05).unwrap());
    for id in 0..4 {
        // Seat 0 wins the first pair, seat 1 the game of A in the second.
        let game = game(id, if id < 2 { [1, 0] } else { [0, 1] });
        tally.add(&game);
        test.add(&game);
    }
    let labels = ["A x", "B y"].map(str::to_owned);
    let all = tables(&tally, None, Some(&test), ["x", "cmd:y, z"], &labels);
    let csv = |name| write(&all, Form::Csv, Some(name)).unwrap();
    assert_eq!(
        csv("score").lines().nth(1).unwrap(),
        "x,\"cmd:y, z\",,4,2,0,2,0.5,0.15,0.85,0.0,-301.3,301.3"
    );
    assert_eq!(
        csv("endings").lines().nth(1).unwrap(),
        "\"INVALID_MOVE  (x,y) is not empty\",4,2,2,0"
    );
    assert!(
        csv("conduct").contains("\nA,x,2,2,0,0,0,0,0,0,10.0,10.0,1000.5,1000.5\n"),
        "{}",
        csv("conduct")
    );
    assert!(
        csv("failures").contains("A,x,1,2,1,TLE,late"),
        "{}",
        csv("failures")
    );
    let json: Value =
        serde_json::from_str(&write(&all, Form::Json, Some("test")).unwrap()).unwrap();
    let row = &json["test"][0];
    assert_eq!(
        (&row["decision"], &row["pairs_1"]),
        (&Value::Null, &2.into())
    );
    assert_eq!(
        (&row["los"], &row["llr_low"]),
        (&0.5.into(), &(-2.944).into())
    );
}
