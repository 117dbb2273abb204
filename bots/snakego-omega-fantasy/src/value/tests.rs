use snakego::Position;

use super::*;
use crate::params::Params;
use crate::schedule::ItemSchedule;

fn value_of(text: &str) -> f32 {
    value_with(&Params::own(), text)
}

fn value_with(params: &Params, text: &str) -> f32 {
    let position: Position = text.parse().unwrap();
    let schedule = ItemSchedule::new(&position.rules, &params.items);
    let context = SearchContext::whole(&position.rules, params, &schedule, &position.board);
    value(&context, &position.board)
}

fn assert_near(text: &str, want: f32) {
    let value = value_of(text);
    assert!(
        (value - want).abs() < 1e-4,
        "{} instead of {}: {}",
        value,
        want,
        text
    );
}

/// Two snakes of length 8 far from each other.
const CALM: &str = "round=20/512 acting=0 next=9 0=0:4:-:34333231 1=1:4:-:cbcccdce";

#[test]
fn equal_sides_are_worth_nothing_and_the_other_side_as_much_less() {
    assert_near(CALM, 0.0);
    for line in include_str!("../../bench.txt").lines() {
        // The original snakes keep their player's numbers.
        let id = |id: &str| match id {
            "0" => "1".to_owned(),
            "1" => "0".to_owned(),
            other => other.to_owned(),
        };
        let swapped: Vec<String> = line
            .split(' ')
            .map(|word| match word.split_once('=') {
                Some((player @ ("0" | "1"), snake)) => {
                    let (name, rest) = snake.split_once(':').unwrap();
                    format!("{}={}:{rest}", id(player), id(name))
                }
                Some(("walls0", rest)) => format!("walls1={rest}"),
                Some(("walls1", rest)) => format!("walls0={rest}"),
                Some(("acting", rest)) => format!("acting={}", id(rest)),
                _ => word.to_owned(),
            })
            .collect();
        let swapped = swapped.join(" ");
        assert_near(&swapped, -value_of(line));
    }
}

#[test]
fn walls_length_rays_and_number_of_snakes() {
    assert_near(&format!("{CALM} walls0=0001 walls1=f0"), 1.0);
    assert_near(&CALM.replace("0=0:4", "0=0:6"), 2.4);
    // Below 8 cells there is a charge.
    assert_near(&CALM.replace("0=0:4", "0=0:2"), -2.4 - 1.0);
    assert_near(
        &format!("{} items=00R512@2", CALM.replace("0=0:4:-", "0=0:4:0")),
        3.0,
    );
    // Two snakes instead of one, with the same length together.
    let two = CALM.replace("0=0:4:-:34333231", "0=0:2:-:3433 0=2:2:-:6564");
    assert_near(&two, 2.0);
    let none = "round=20/512 acting=0 next=9 0=0:4:-:34333231 1=1:0:-:cb";
    let over = value_of(none) - value_of(CALM);
    assert!(over > 8.4 + 3.4, "{}", over);
}

#[test]
fn after_the_last_round_only_cells_count() {
    let mut position: Position = CALM.replace("20/", "512/").parse().unwrap();
    position.play(snakego::Operation::Up);
    position.play(snakego::Operation::Split);
    assert!(position.outcome().is_some());
    // The bank has become one cell of player 0, and is worth nothing otherwise.
    assert_near(&format!("{position:#}"), 1.0);
}

#[test]
fn an_item_belongs_to_the_nearer_side_or_to_both() {
    let item = |cell: &str| format!("{CALM} ground=0 items={cell}L4@19");
    // Six steps away, and far from the other.
    assert_near(&item("3a"), 4.0 / 6.0);
    // On the doorstep it counts as two steps away.
    assert_near(&item("35"), 2.0);
    // 8 steps against 8.
    assert_near(&item("78"), 0.0);
    // 7 against 8: not clearly nearer.
    assert_near(
        &format!(
            "{} ground=0 items=78L4@19",
            CALM.replace("34333231", "44434241")
        ),
        4.0 / 7.0 - 4.0 / 8.0,
    );
    // In a wall it is two steps further.
    assert_near(&format!("{} walls0=3a walls1=00", item("3a")), 4.0 / 8.0);
    // Too late for anyone.
    assert_near(
        &CALM
            .replace("round=20", "round=30")
            .replace("next=9", "next=9 ground=0 items=f0L4@15"),
        0.0,
    );
}

#[test]
fn items_come_down_on_bodies() {
    // The tail leaves after 1 + 4 moves, the cell before it after 6.
    let coming = |cell: &str, time: u16| format!("{CALM} items={cell}L3@{time}");
    assert_near(&coming("31", 24), 3.0);
    assert_near(&coming("31", 25), 1.0 + 3.0 / 3.0);
    assert_near(&coming("32", 25), 3.0);
    // A ray is useful once.
    let ray = format!("{CALM} items=31R512@22,00R512@2");
    assert_near(&ray, 3.0);
    assert_near(&ray.replace("0=0:4:-", "0=0:4:1"), 3.0 + 1.0);
    // Further than twenty rounds away.
    assert_near(&coming("3a", 41), 0.0);
}

#[test]
fn corridors_are_narrow() {
    // The three cells on the left of the way are walls: a sixth of the length.
    let walls = "walls0=252627 walls1=000102";
    assert_near(&format!("{CALM} {walls}"), -8.0 / 6.0);
    let both = "walls0=252627 walls1=454647";
    assert_near(&format!("{CALM} {both}"), -8.0 / 4.0);
    // Two of three do not close it.
    assert_near(&format!("{CALM} walls0=2527 walls1=0001"), 0.0);
}

#[test]
fn heads_without_air_are_in_danger() {
    // No air at all: half of the length, and both sides of the corridor are free further on.
    assert_near(&format!("{CALM} walls0=244435 walls1=000102"), -8.0 / 2.0);
    // An enemy head three steps away costs length / (2.5 * 3) on either side.
    let near = "round=20/512 acting=0 next=9 0=0:4:-:34333231 1=1:8:-:37383a39";
    let near = near.replace("37383a39", "3738393a");
    let want = 1.2 * -4.0 - (8.0 / 7.5 - 12.0 / 7.5) / 2.0;
    assert_near(&near, want);
}

#[test]
fn a_head_that_can_follow_its_tail_is_safe_if_that_is_asked_for() {
    let mut params = Params::own();
    params.value.follows_tail = true;
    // A coil of 2 x 2 with an enemy head two steps from its own.
    let coil = "round=20/512 acting=0 next=9 0=0:0:-:44455554 1=1:0:-:42414030";
    assert!(value_with(&params, coil) > value_of(coil));
    for other in [
        // The next move makes it longer.
        coil.replace("0=0:0", "0=0:1"),
        // The tail is elsewhere.
        coil.replace("44455554", "44455565"),
    ] {
        assert_eq!(value_with(&params, &other), value_of(&other));
    }
}
