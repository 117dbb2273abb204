//! Messages, and the judge's side.

use fastrand::Rng;
use serde_json::{Value, json};
use snakego::saiblo::{
    End, Ending, Logic, Output, answer, check, clock, fallback, greeting, receive, size, start,
    turn,
};
use snakego::{Cell, Gift, Item, Operation, Position, Rules};

fn rules() -> Rules {
    let item = |cell, time, gift| Item {
        cell: Cell::from_index(cell),
        time,
        gift,
    };
    let items = vec![
        item(0x76, 3, Gift::Length(5)),
        item(0x86, 300, Gift::Ray(512)),
    ];
    Rules::new(items, 512).unwrap()
}

/// The greeting in the kit's document, with the two items above.
const GREETING: [u8; 22] = [
    16, 16, 2, 0, 1, 0x10, 0, 2, 7, 6, 0, 0, 3, 0, 5, 8, 6, 2, 1, 44, 2, 0,
];

#[test]
fn a_greeting_is_two_messages() {
    assert_eq!(greeting(&rules(), 1), GREETING);
    let mut tracker = start();
    assert_eq!([size(&tracker, &[]), size(&tracker, &[16])], [1, 5]);
    receive(&mut tracker, &GREETING[..5]).unwrap();
    assert_eq!((tracker.me(), tracker.position()), (1, None));
    assert_eq!(
        [size(&tracker, &[0x10]), size(&tracker, &[0x10, 0, 2])],
        [3, 17]
    );
    receive(&mut tracker, &GREETING[5..]).unwrap();
    assert_eq!(tracker.position(), Some(&Position::new(rules())));
    assert_eq!(turn(&tracker), None);
    receive(&mut tracker, &[4]).unwrap();
    assert_eq!(turn(&tracker), tracker.position());
    assert_eq!(size(&tracker, &[4]), 1);
}

#[test]
fn an_end_is_seven_bytes_at_any_time() {
    let end = End {
        ending: Ending::Illegal,
        winner: 1,
        scores: [-100, 300],
    };
    assert_eq!(end.message(), [0x11, 0x11, 1, 0xff, 0x9c, 1, 44]);
    for known in [0, 5, 22] {
        let mut tracker = start();
        for part in [&GREETING[..5], &GREETING[5..]] {
            if known >= part.len() {
                receive(&mut tracker, part).unwrap();
            }
        }
        assert_eq!(size(&tracker, &[0x11]), 7);
        receive(&mut tracker, &end.message()).unwrap();
        assert_eq!((tracker.position(), turn(&tracker)), (None, None));
        receive(&mut tracker, &[9]).unwrap();
    }
}

#[test]
fn a_clock_runs_for_one_half_round() {
    let mut position = Position::new(rules());
    let mut runs = vec![clock(&position)];
    for operation in "42624113".bytes() {
        position.play(Operation::from_number(operation - b'0').unwrap());
        runs.push(clock(&position));
    }
    // Player 0 has split in round 2, so its half-round 3 has two operations.
    assert_eq!(runs, [2, 3, 4, 5, 6, 6, 7, 8, 8]);
}

#[test]
fn fallbacks_are_legal_and_live_if_they_can() {
    let mut random = Rng::with_seed(1);
    let mut deaths = 0;
    for seed in 0..60 {
        let mut position = Position::new(Rules::generate_for(seed, 100));
        while position.outcome().is_none() {
            let operation = fallback(&position).unwrap();
            assert_eq!(check(&position, operation), Ok(()));
            let me = position.board.player();
            let before = position.board.snakes(me).len();
            let could_live = position.legal_moves().iter().any(|operation| {
                let mut next = position.clone();
                next.play(operation);
                let direction = operation.direction();
                let target = direction.and_then(|d| position.board.snake().head.step(d));
                target.is_some_and(|cell| position.board.free().contains(cell))
                    && next.board.snakes(me).len() == before
            });
            let legal = position.legal_moves();
            let wild = legal.nth(random.usize(..legal.len())).unwrap();
            let mut next = position.clone();
            next.play(operation);
            if next.board.snakes(me).len() < before {
                assert!(!could_live, "{}", position);
                deaths += 1;
            }
            position.play(if random.u8(..5) == 0 { wild } else { operation });
        }
        assert_eq!(fallback(&position), None);
    }
    assert!(deaths < 60, "{}", deaths);
}

/// The logic of a half-game of two rounds, begun, and what it has written.
fn begun() -> (Logic, Vec<Output>) {
    let rules = Rules::new(rules().items().to_vec(), 2).unwrap();
    let mut logic = Logic::with_rules(rules);
    let init = json!({"player_list": [1, 1], "player_num": 2, "config": {}, "replay": "x"});
    let output = logic.init(&init).unwrap();
    (logic, output)
}

fn round(state: u32, player: usize) -> [Output; 2] {
    [
        Output::Judger(json!({"state": 0, "time": 3, "length": 2048})),
        Output::Judger(json!({"state": state, "listen": [player], "player": [], "content": []})),
    ]
}

fn packet(logic: &mut Logic, player: usize, body: &str) -> Vec<Output> {
    logic
        .event(&json!({"player": player, "content": body, "time": 5}))
        .unwrap()
}

fn echoes(operation: u8) -> [Output; 2] {
    [0, 1].map(|player| Output::Player(player, vec![operation]))
}

/// The last messages of a half-game.
fn ending(end: &End, states: &str) -> Vec<Output> {
    let [first, second] = end.scores;
    let info = format!("{{\"0\":{first},\"1\":{second}}}");
    vec![
        Output::Player(0, end.message()),
        Output::Player(1, end.message()),
        Output::Judger(json!({"state": -1, "end_info": info, "end_state": states})),
    ]
}

#[test]
fn a_half_in_the_judgers_protocol() {
    let (mut logic, output) = begun();
    let greetings = [0, 1].map(|player| {
        let bytes = greeting(&logic.position().rules, player);
        Output::Player(player, bytes)
    });
    assert_eq!(output, [greetings, round(1, 0)].concat());
    assert_eq!(
        packet(&mut logic, 0, "\u{4}"),
        [echoes(4), round(2, 1)].concat()
    );
    // A longer body with the same value.
    assert_eq!(
        packet(&mut logic, 1, "\0\0\u{3}"),
        [echoes(3), round(3, 0)].concat()
    );
    assert_eq!(
        packet(&mut logic, 0, "\u{4}"),
        [echoes(4), round(4, 1)].concat()
    );
    let end = End {
        ending: Ending::Normal,
        winner: 0,
        scores: [6, 6],
    };
    let last = json!({"state": 5, "listen": [], "player": [], "content": []});
    let mut want = echoes(3).to_vec();
    want.push(Output::Judger(last));
    want.extend(ending(&end, "[\"OK\",\"OK\"]"));
    assert_eq!(packet(&mut logic, 1, "\u{3}"), want);
    assert_eq!(logic.end(), Some(&end));
    assert_eq!(logic.operations().len(), 4);
    assert_eq!(packet(&mut logic, 0, "\u{4}"), []);
}

#[test]
fn snakes_of_a_half_round_share_its_state() {
    let mut logic = Logic::new(1);
    logic.init(&json!({})).unwrap();
    let mut states = Vec::new();
    for (player, body) in [
        (0, "\u{4}"),
        (1, "\u{3}"),
        (0, "\u{6}"),
        (1, "\u{3}"),
        (0, "\u{1}"),
        (0, "\u{1}"),
    ] {
        let output = packet(&mut logic, player, body);
        states.push(output.iter().find_map(|output| match output {
            Output::Judger(message) => message["state"].as_i64().filter(|&state| state > 0),
            Output::Player(..) => None,
        }));
    }
    assert_eq!(states, [Some(2), Some(3), Some(4), Some(5), None, Some(6)]);
}

#[test]
fn faults_end_a_half() {
    let fault = |player, state, error| {
        let content = json!({"player": player, "state": state, "error": error, "error_log": "x"});
        json!({"player": -1, "content": content.to_string()})
    };
    let wrong = |player: usize, body: &str| json!({"player": player, "content": body, "time": 1});
    // In round 2; after round 1 both had two cells.
    for (event, ending_, winner, states) in [
        (fault(0, 3, 0), Ending::Crash, 1, "[\"RE\",\"OK\"]"),
        (fault(1, 3, 0), Ending::Crash, 0, "[\"OK\",\"RE\"]"),
        (fault(0, 3, 1), Ending::Crash, 1, "[\"TLE\",\"OK\"]"),
        (fault(0, 3, 2), Ending::Format, 1, "[\"IA\",\"OK\"]"),
        (wrong(0, "\u{5}"), Ending::Illegal, 1, "[\"IA\",\"OK\"]"),
        (wrong(0, "\u{7}"), Ending::Format, 1, "[\"IA\",\"OK\"]"),
        (wrong(0, ""), Ending::Format, 1, "[\"IA\",\"OK\"]"),
        (wrong(0, "\u{4}\u{4}"), Ending::Format, 1, "[\"IA\",\"OK\"]"),
        // Out of turn.
        (wrong(1, "\u{3}"), Ending::Format, 0, "[\"OK\",\"IA\"]"),
    ] {
        let (mut logic, _) = begun();
        packet(&mut logic, 0, "\u{4}");
        packet(&mut logic, 1, "\u{3}");
        let mut scores = [4, 4];
        scores[1 - winner] = -100;
        let end = End {
            ending: ending_,
            winner,
            scores,
        };
        assert_eq!(logic.event(&event), Ok(ending(&end, states)), "{event}");
        assert_eq!(logic.end(), Some(&end));
    }
    // The clock of an earlier half-round.
    let (mut logic, _) = begun();
    packet(&mut logic, 0, "\u{4}");
    assert_eq!(logic.event(&fault(0, 1, 1)), Ok(Vec::new()));
    assert_eq!(logic.end(), None);
    // Somebody has never come.
    let output = Logic::new(1).init(&json!({"player_list": [1, 0]})).unwrap();
    let end = End {
        ending: Ending::Crash,
        winner: 0,
        scores: [0, -100],
    };
    assert_eq!(output[2..], ending(&end, "[\"OK\",\"RE\"]"));
}

#[test]
fn an_item_that_appears_on_a_snake_does_not_count_before_its_round_ends() {
    // It appears in round 2 on the body of player 1.
    let item = Item {
        cell: Cell::from_index(0xe0),
        time: 2,
        gift: Gift::Length(1),
    };
    let mut logic = Logic::with_rules(Rules::new(vec![item], 9).unwrap());
    logic.init(&json!({})).unwrap();
    packet(&mut logic, 0, "\u{4}");
    packet(&mut logic, 1, "\u{3}");
    assert_eq!(logic.position().board.first_item(), Some((2, 1)));
    packet(&mut logic, 0, "\u{5}");
    assert_eq!(logic.end().unwrap().scores, [-100, 4]);
}

#[test]
fn a_configuration_may_name_seed_and_rounds() {
    let mut logic = Logic::new(1);
    let config = json!({"random_seed": 7, "max_round": 100, "length": 16, "width": 16});
    logic.init(&json!({ "config": config })).unwrap();
    assert_eq!(*logic.position().rules, Rules::generate_for(7, 100));
    let mut logic = Logic::new(3);
    logic.init(&json!({"config": {"max_round": 512}})).unwrap();
    assert_eq!(*logic.position().rules, Rules::generate(3));
    for config in [
        json!({"length": 20}),
        json!({"max_round": 0}),
        json!({"max_round": "x"}),
        json!({"random_seed": -1}),
    ] {
        assert!(Logic::new(1).init(&json!({ "config": config })).is_err());
    }
}

#[test]
fn events_that_make_no_sense_are_errors() {
    for event in [
        json!({}),
        json!({"player": 2, "content": "\u{4}"}),
        json!({"player": -1, "content": "x"}),
        json!({"player": -1, "content": "{\"player\":5,\"error\":0}"}),
        json!({"player": -1, "content": "{\"player\":0,\"error\":9}"}),
    ] {
        let (mut logic, _) = begun();
        assert!(logic.event(&event).is_err(), "{}", event);
        assert_eq!(logic.end(), None);
    }
}

/// Both trackers follow the half-game that the logic referees, to its end.
#[test]
fn trackers_follow_the_logic() {
    let mut random = Rng::with_seed(4);
    for seed in 0..40 {
        let mut logic = Logic::with_rules(Rules::generate_for(seed, 80));
        let mut trackers = [start(), start()];
        let mut output = logic.init(&json!({})).unwrap();
        loop {
            for output in &output {
                if let Output::Player(player, bytes) = output {
                    let mut bytes = bytes.as_slice();
                    while !bytes.is_empty() {
                        let mut known = 0;
                        while known < size(&trackers[*player], &bytes[..known]) {
                            known = size(&trackers[*player], &bytes[..known]);
                        }
                        receive(&mut trackers[*player], &bytes[..known]).unwrap();
                        bytes = &bytes[known..];
                    }
                }
            }
            if logic.end().is_some() {
                break;
            }
            let position = logic.position();
            let me = position.board.player();
            assert_eq!(
                [0, 1].map(|player| turn(&trackers[player]).is_some()),
                [me == 0, me == 1]
            );
            assert_eq!(turn(&trackers[me]), Some(position));
            let legal = position.legal_moves();
            let operation = match random.u8(..10) {
                0 => legal.nth(random.usize(..legal.len())).unwrap(),
                _ => fallback(position).unwrap(),
            };
            let body = String::from_utf8(answer(operation)).unwrap();
            output = packet(&mut logic, me, &body);
        }
        let outcome = logic.position().outcome().unwrap();
        assert_eq!(logic.end().unwrap().scores, outcome.scores);
        assert_eq!(trackers[0].position(), None);
    }
}

/// A judger's number may be any JSON.
#[test]
fn a_value_is_not_trusted() {
    for value in [json!(null), json!([]), json!(1e99), Value::from("x")] {
        let (mut logic, _) = begun();
        assert!(logic.event(&value).is_err());
        let event = json!({"player": value, "content": value});
        assert!(logic.event(&event).is_err());
    }
}
