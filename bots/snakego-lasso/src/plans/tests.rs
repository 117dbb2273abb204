use testing::random_games;

use super::*;
use crate::params::Params;

/// Everything counts in full.
fn plain(moves: usize) -> PlanParams {
    PlanParams {
        moves,
        contested: 1.0,
        shared: 1.0,
        patience: 1.0,
        ..Params::own().plans
    }
}

/// The plans after up, left and right of a snake that comes from below.
fn worths(params: &PlanParams, text: &str) -> [f32; 3] {
    let plans = plans(params, &text.parse().unwrap());
    [Operation::Up, Operation::Left, Operation::Right].map(|operation| {
        let plan = plans.iter().find(|plan| plan.operation == operation);
        plan.unwrap().worth
    })
}

/// An item of length 5 three steps above the head.
const ABOVE: &str =
    "round=100/512 acting=0 next=2 0=0:0:-:888786 1=1:0:-:0001 ground=0 items=8bL5@95";

#[test]
fn an_item_counts_if_the_head_gets_there_in_time() {
    assert_eq!(worths(&plain(2), ABOVE), [0.0, 0.0, 0.0]);
    assert_eq!(worths(&plain(3), ABOVE), [5.0, 0.0, 0.0]);
    assert_eq!(worths(&plain(5), ABOVE), [5.0, 5.0, 5.0]);
    // It is gone before the fifth move.
    let old = ABOVE.replace("@95", "@88");
    assert_eq!(worths(&plain(5), &old), [5.0, 0.0, 0.0]);
    assert_eq!(plans(&plain(0), &ABOVE.parse().unwrap()), []);
    let taken = ABOVE.replace("ground=0 ", "");
    assert_eq!(worths(&plain(5), &taken), [0.0, 0.0, 0.0]);
}

#[test]
fn a_ray_counts_without_one_in_hand() {
    let ray = ABOVE.replace("8bL5", "8bR512");
    let params = plain(3);
    assert_eq!(worths(&params, &ray)[0], params.ray);
    let second = ray
        .replace("@95", "@95,00R512@20")
        .replace("0=0:0:-", "0=0:0:1");
    assert_eq!(worths(&params, &second)[0], 0.0);
}

#[test]
fn a_body_holds_the_cell_of_an_item_to_come_for_as_many_rounds_as_it_is_long() {
    let params = PlanParams {
        patience: 0.5,
        ..plain(12)
    };
    let coming = "round=100/512 acting=0 next=2 0=0:0:-:888786 1=1:0:-:0001 items=8aL5@110";
    // After move 8 a body of three cells is there until round 110, in which move 11 is made.
    assert_eq!(worths(&params, coming)[0], 5.0 * 0.5f32.powi(8));
    let long = coming.replace("0=0:0:-:", "0=0:20:-:");
    assert_eq!(worths(&params, &long)[0], 5.0 * 0.5f32.powi(2));
}

#[test]
fn nobody_fetches_an_item_that_falls_on_a_body_that_lies_there_now() {
    let text = |round: u16| {
        format!(
            "round=100/512 acting=0 next=2 0=0:0:-:888786 1=1:0:-:9a9b8b8a7a7b7c8c9c items=8aL5@{round}"
        )
    };
    // The enemy's body leaves the cell with its sixth move, in round 105.
    assert_eq!(worths(&plain(12), &text(105)), [0.0; 3]);
    assert_eq!(worths(&plain(12), &text(106)), [5.0; 3]);
}

#[test]
fn what_others_can_get_first_counts_in_part() {
    let enemy = PlanParams {
        contested: 0.25,
        ..plain(3)
    };
    assert_eq!(worths(&enemy, ABOVE)[0], 5.0);
    let near = ABOVE.replace("1=1:0:-:0001", "1=1:0:-:8d8e");
    assert_eq!(worths(&enemy, &near)[0], 1.25);
    let sibling = PlanParams {
        shared: 0.5,
        ..plain(3)
    };
    let near = ABOVE.replace("next=2 ", "next=3 0=2:0:-:8d8e ");
    assert_eq!(worths(&sibling, &near)[0], 2.5);
}

#[test]
fn a_move_loses_in_proportion_to_what_it_cannot_fetch() {
    let params = |rate, most| PlanParams {
        rate,
        most,
        ..plain(3)
    };
    let position: Position = ABOVE.parse().unwrap();
    let bonus = |params: &PlanParams, operation: Operation| {
        bonuses(params, &plans(params, &position))[usize::from(operation.number()) - 1]
    };
    assert_eq!(bonus(&params(0.125, 1.0), Operation::Up), 0.0);
    assert_eq!(bonus(&params(0.125, 1.0), Operation::Left), -0.625);
    assert_eq!(bonus(&params(0.125, 0.25), Operation::Left), -0.25);
    assert_eq!(bonus(&params(0.125, 1.0), Operation::Down), 0.0);
    assert_eq!(bonus(&params(0.125, 1.0), Operation::Split), 0.0);
}

/// The worth of the best of all ways that go on from this one.
fn best_of_all(targets: &Targets, way: Way, end: Cell, number: usize, open: &[u8; 256]) -> f32 {
    if number > targets.params.moves {
        return way.worth;
    }
    let on = end.neighbors().iter().filter(|cell| {
        usize::from(open[usize::from(cell.index())]) <= number && !way.cells.contains(*cell)
    });
    on.map(|cell| {
        best_of_all(
            targets,
            targets.extend(&way, cell, number),
            cell,
            number + 1,
            open,
        )
    })
    .fold(way.worth, f32::max)
}

#[test]
fn plans_are_rarely_worse_than_the_best_of_all_ways() {
    let params = PlanParams {
        moves: 8,
        ..Params::own().plans
    };
    let (mut equal, mut all) = (0, 0);
    for position in random_games::snakego(300) {
        let open = opening_moves(&position.board);
        let targets = Targets::new(&params, &position, &open);
        for plan in plans(&params, &position) {
            let start = plan.operation.direction().unwrap();
            let start = position.board.snake().head.step(start).unwrap();
            let first = targets.extend(&Way::default(), start, 1);
            let best = best_of_all(&targets, first, start, 2, &open);
            assert!(plan.worth <= best, "{:?}", position);
            all += 1;
            equal += usize::from(plan.worth == best);
        }
    }
    assert!(all > 500, "{}", all);
    assert!(100 * equal > 97 * all, "{} of {}", equal, all);
}
