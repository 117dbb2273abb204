//! Texts of positions: there and back, and the impossible ones.

use snakego::{Cell, Enclosure, Operation, Position, Rules, text::picture};

#[test]
fn there_and_back() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut ends = 0;
    for seed in 0..60 {
        let rule = Enclosure::ALL[seed as usize % 3];
        let rules = Rules::generate_for(seed, 100).with_enclosure(rule);
        let mut position = Position::new(rules);
        let mut ops = String::new();
        loop {
            // A text holds all items and is long; some positions will do.
            if ops.len().is_multiple_of(7) || position.outcome().is_some() {
                let line = format!("{position:#}");
                assert!(!line.contains('\n'));
                assert_eq!(line.parse::<Position>().unwrap(), position, "{line}");
                assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
            }
            let legal = position.legal_moves();
            let free = legal.iter().filter(|operation| {
                let target = operation
                    .direction()
                    .map(|d| position.board.snake().head.step(d));
                target.is_none_or(|cell| {
                    cell.is_some_and(|cell| position.board.free().contains(cell))
                })
            });
            let free: Vec<Operation> = free.collect();
            let Some(any) = legal.nth(random.usize(..legal.len().max(1))) else {
                break;
            };
            let operation = if free.is_empty() || random.u8(..10) == 0 {
                any
            } else {
                free[random.usize(..free.len())]
            };
            position.play(operation);
            ops += &operation.number().to_string();
        }
        ends += 1;
        let text = format!("seed={seed} max=100 enclosure={rule} ops={ops}");
        assert_eq!(text.parse::<Position>().unwrap(), position);
        assert_eq!(
            position.outcome().is_some(),
            position.legal_moves().is_empty()
        );
    }
    assert_eq!(ends, 60);
}

#[test]
fn a_picture() {
    let text = "# a comment\nround=9/512 acting=2 next=7 first=4:0 items=76L5@3,86R512@6\n\
        0=0:2:-:4e4d5d 0=2:0:1:7778 1=1:0:-:e6e5 walls0=0001 walls1=ff ground=0";
    let position: Position = text.parse().unwrap();
    let lines = picture(&position);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], "...............%");
    assert_eq!(lines[1], "....A...........");
    assert_eq!(lines[2], "....aa..........");
    assert_eq!(lines[7], ".......b........");
    assert_eq!(lines[8], ".......B........");
    assert_eq!(lines[9], ".......5......W.");
    assert_eq!(lines[15], "#...............");
    let board = &position.board;
    assert_eq!((board.player(), board.acting(), board.next_id()), (0, 1, 7));
    assert_eq!(board.first_item(), Some((4, 0)));
    assert_eq!(board.snake().ray(), Some(1));
    assert_eq!(
        board.walls(0),
        ["00", "01"]
            .map(|t| t.parse::<Cell>().unwrap())
            .iter()
            .copied()
            .collect()
    );
}

#[test]
fn the_start() {
    let position: Position = "seed=1642262138104".parse().unwrap();
    assert_eq!(position, Position::new(Rules::generate(1_642_262_138_104)));
    let bare: Position = "round=1/512 acting=0 0=0:0:-:0f 1=1:0:-:f0"
        .parse()
        .unwrap();
    assert_eq!(bare, Position::new(Rules::new(Vec::new(), 512).unwrap()));
}

#[test]
fn impossible_texts_say_what_is_wrong() {
    for (text, wrong) in [
        ("", "neither round="),
        ("hello", "not KEY=VALUE"),
        ("color=red", "not a key"),
        ("round=1 round=2", "twice"),
        ("acting=0", "round=R/MAX is missing"),
        ("round=0 acting=0 0=0:0:-:0f", "round 0"),
        ("round=514 acting=0 0=0:0:-:0f", "round 514"),
        ("round=513 acting=0 0=0:0:-:0f", "acting=-"),
        ("round=9/5000 acting=0", "4096"),
        ("round=9/0 acting=0", "rounds"),
        ("round=9 0=0:0:-:0f", "acting=ID is missing"),
        ("round=9 acting=3 0=0:0:-:0f", "no such snake"),
        ("round=9 acting=- 0=0:0:-:0f", "but it is not"),
        ("round=9 acting=0", "acting=-"),
        ("round=9 acting=0 0=0:0:-:", "no cells"),
        ("round=9 acting=0 0=0:0:-:0f0", "list of cells"),
        ("round=9 acting=0 0=0:0:-:0g", "not a cell"),
        ("round=9 acting=0 0=0:0:-:0fé", "list of cells"),
        ("round=9 acting=0 0=0:0:-:0f0d", "not beside"),
        ("round=9 acting=0 0=0:0:-:0f0e0f", "twice"),
        ("round=9 acting=0 0=0:0:-:0f walls1=0f", "on a wall"),
        (
            "round=9 acting=0 0=0:0:-:0f 1=1:0:-:0f",
            "on a wall or on another",
        ),
        (
            "round=9 acting=0 0=0:0:-:0f 1=0:0:-:f0",
            "the other player's",
        ),
        ("round=9 acting=2 0=2:0:-:0f 1=2:0:-:f0", "same id"),
        ("round=9 acting=2 0=2:0:-:0f next=2", "next=2"),
        (
            "round=9 acting=2 0=2:0:-:0f next=99999",
            "not a number in range",
        ),
        ("round=9 acting=0 0=0:-1:-:0f", "not a number"),
        ("round=9 acting=0 0=0:+1:-:0f", "not a number"),
        ("round=9 acting=0 0=0:0:0:0f", "not a ray"),
        ("round=9 acting=0 0=0:0:0:0f items=00L1@1", "not a ray"),
        (
            "round=9 acting=0 0=0:0:-:0f items=00L1@1 ground=1",
            "no such item",
        ),
        (
            "round=19 acting=0 0=0:0:-:0f items=00L1@1 ground=0",
            "does not exist",
        ),
        (
            "round=9 acting=0 0=0:0:-:00 items=00L1@1 ground=0",
            "holds a snake",
        ),
        (
            "round=9 acting=0 0=0:0:-:0f items=00L1@1 ground=0,0",
            "holds a snake or another item",
        ),
        (
            "round=9 acting=0 0=0:0:-:0f items=00L1@1,01L1@1",
            "two items",
        ),
        ("round=9 acting=0 0=0:0:-:0f items=00X1@1", "not an item"),
        ("round=9 acting=0 0=0:0:-:0f items=é", "not an item"),
        ("round=9 acting=0 0=0:0:-:0f first=10:0", "first"),
        ("round=9 acting=0 0=0:0:-:0f first=1:2", "first"),
        (
            "round=9 acting=0 0=0:0:-:0f walls0=11 walls1=11",
            "both sides",
        ),
        (
            "round=9 acting=0 0=0:0:-:0f enclosure=none",
            "not an enclosure rule",
        ),
        (
            "round=9 acting=2 0=2:0:-:00 0=3:0:-:01 0=4:0:-:02 0=5:0:-:03 0=6:0:-:04",
            "more than four",
        ),
        ("round=9 ops=1", "do not go together"),
        ("seed=1 items=00L1@1", "do not go together"),
        ("seed=-1", "not a number"),
        ("seed=1 ops=7", "not 1 to 6"),
        ("seed=1 ops=6", "operation 1, split"),
        ("seed=1 max=0", "rounds"),
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.contains(wrong), "{}: {:?}", text, error);
    }
}
