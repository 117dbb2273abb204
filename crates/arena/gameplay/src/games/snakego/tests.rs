//! The game as the judge's side knows it, against the rules.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::super::tests::{boards, record};
use super::*;
use crate::record::GameRecord;

/// A half of random operations, those that kill at once less often.
pub fn random_half(seed: u64) -> GameRecord {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::new(snakego::Rules::generate_for(seed, 40));
    let mut moves: Vec<Vec<u8>> = Vec::new();
    let mut clock = 0;
    while !position.board.is_over() {
        let now = snakego::saiblo::clock(&position);
        if now != clock {
            moves.push(Vec::new());
            clock = now;
        }
        let legal = position.legal_moves();
        let operation = match random.random_range(0..4) {
            0 => legal.nth(random.random_range(0..legal.len())),
            _ => snakego::saiblo::fallback(&position),
        };
        position.play(operation.unwrap());
        moves.last_mut().unwrap().push(operation.unwrap().number());
    }
    GameRecord {
        init: json!({"random_seed": seed, "max_round": 40}),
        moves: moves.into_iter().map(Value::from).collect(),
        replies: Vec::new(),
        ..record(Value::Null, Vec::new())
    }
}

#[test]
fn a_board_names_its_snakes() {
    let text = board(&"seed=1 ops=43".parse().unwrap());
    assert!(text.starts_with("round 2, score 4:4"), "{text}");
    assert!(text.ends_with("w: snake 1, length 2, bank 0"), "{text}");
}

#[test]
fn a_person_may_make_legal_moves_only() {
    let mut seat = (SAIBLO.follower)();
    assert!(seat.board().is_none() && seat.read_move("down").is_err());
    let rules = snakego::Rules::generate(1);
    let greeting = snakego::saiblo::greeting(&rules, 0);
    let (first, rest) = greeting.split_at(7);
    seat.receive(first);
    seat.receive(rest);
    assert!(seat.board().is_some_and(|text| text.starts_with("round 1")));
    assert!(seat.question().starts_with("snake 0 with its head at "));
    assert!(seat.read_move("fire").is_err() && seat.read_move("north").is_err());
    assert_eq!(seat.read_move("down"), Ok(vec![4]));
}

#[test]
fn hostile_input_has_its_answers() {
    let inputs = (SAIBLO.hostile)(3);
    assert!(inputs.iter().any(|input| input.due) && inputs.iter().any(|input| !input.due));
    let check = |bytes: &[u8], due| (SAIBLO.check_answers)(3, bytes, due);
    assert_eq!(check(&[], false), Ok(()));
    assert_eq!(check(&[0, 0, 0, 1, 4], true), Ok(()));
    for (bytes, due) in [
        (&[][..], true),
        (&[0, 0, 0, 1, 9], false),
        (&[0, 0, 0, 2, 4], false),
        (&[0, 0, 0, 1, 5], true),
    ] {
        assert!(check(bytes, due).is_err(), "{bytes:?}");
    }
}

#[test]
fn a_half_may_begin_with_a_position() {
    let record = |init: Value| {
        let result = crate::record::GameResult::none_yet(2);
        let half = json!({
            "a": 0, "b": 1, "id": 3, "pair": 0, "seats": [0, 1], "init": init, "opening": 0, "moves": [[4], [2]], "replies": [],
            "result": result,
        });
        serde_json::from_value(half).unwrap()
    };
    let seed = json!({"random_seed": 1, "max_round": 512});
    let position = format!("{:#}", start(&record(seed.clone())).unwrap());
    let position = json!({"position": position});
    let decisions = |init: Value| decisions::decisions(&record(init)).unwrap();
    assert_eq!(decisions(position.clone()), decisions(seed));
    assert!(boards::replay(&record(position)).unwrap().broken.is_none());
    let error = start(&record(json!({"position": "round=x"}))).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("game 3: its init is no position: "),
        "{error}"
    );
}

#[test]
fn frames_are_the_rules() {
    for seed in 0..5 {
        let half = random_half(seed);
        let frames = boards("snakego", &half);
        let rules = snakego::Rules::generate_for(seed, 40);
        let mut board = snakego::Board::new(&rules);
        for (turn, frame) in frames.iter().enumerate() {
            let walls = frame["w"].as_str().unwrap().as_bytes();
            let items = frame["i"].as_str().unwrap().as_bytes();
            for place in 0..=255u8 {
                let cell = snakego::Cell::new(place % 16, place / 16).unwrap();
                let want = match walls[usize::from(place)] {
                    b'.' => [false, false],
                    b'0' => [true, false],
                    _ => [false, true],
                };
                assert_eq!(
                    [0, 1].map(|player| board.walls(player).contains(cell)),
                    want
                );
                let item = items[usize::from(place)] != b'.';
                assert_eq!(board.ground().contains(cell), item, "turn {turn}");
            }
            let count = frame.keys().filter(|key| key.starts_with('s')).count();
            assert_eq!(count, board.snakes(0).len() + board.snakes(1).len());
            for player in 0..2 {
                for (place, snake) in board.snakes(player).iter().enumerate() {
                    let mut cells = board.cells(player, place);
                    cells.reverse();
                    let path: String = cells
                        .iter()
                        .flat_map(|cell| [cell.x(), cell.y()])
                        .map(|at| char::from_digit(at.into(), 36).unwrap())
                        .collect();
                    assert_eq!(frame[&format!("s{}", snake.id)], path);
                    assert_eq!(frame[&format!("m{}", snake.id)][0], player);
                }
            }
            for number in half
                .moves
                .get(turn)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                let operation = Operation::from_number(number.as_u64().unwrap() as u8);
                board.play(&rules, operation.unwrap());
            }
        }
        assert!(board.is_over());
    }
}
