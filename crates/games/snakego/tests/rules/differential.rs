//! Random games against the Python model of the rules: every legal set, position, event, end and score, and the item
//! list of every seed. `scripts/check-snakego` runs it; the ordinary tests need nothing but Rust.
//!
//! The environment: `SNAKEGO_TOOLS`, the folder with `snakego_referee.py`; `SNAKEGO_GAMES`, how many games (500).

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::record::{dump, event, item};
use fastrand::Rng;
use serde_json::{Value, json};
use snakego::{Board, Enclosure, Operation, Rules};

/// A game as it was played here, and what the model has to say about it.
struct Game {
    order: Value,
    steps: Vec<Value>,
    end: Value,
}

fn rules(random: &mut Rng) -> (u64, Rules) {
    let seed = random.u64(..) >> random.u32(..64);
    let generated = Rules::generate(seed);
    let max_round = random.u16(30..=512);
    // The judge's items, or three lists of them on top of each other: more rays, longer snakes, larger seals.
    let mut items = Vec::new();
    for shift in 0..random.u16(1..=3) {
        let more = Rules::generate(seed.wrapping_add(u64::from(shift)));
        items.extend_from_slice(more.items());
    }
    items.sort_by_key(|item| item.time);
    items.dedup_by_key(|item| item.time);
    let rule = *random.choice(&Enclosure::ALL).unwrap();
    let rules = if items.len() == generated.items().len() {
        Rules::generate(seed)
    } else {
        Rules::new(items, max_round).unwrap()
    };
    (seed, rules.with_enclosure(rule))
}

/// Mostly lives, likes items, runs onto its own body in `curl` of 100 cases, and does anything legal in `wild` of 1000.
fn pick(board: &Board, random: &mut Rng, [curl, wild]: [u32; 2]) -> Operation {
    let legal = board.legal_moves();
    let (mut free, mut own, mut items) = (Vec::new(), Vec::new(), Vec::new());
    for operation in legal.iter() {
        let target = operation
            .direction()
            .and_then(|direction| board.snake().head.step(direction));
        match target {
            Some(cell) if board.free().contains(cell) => {
                free.push(operation);
                if board.ground().contains(cell) {
                    items.push(operation);
                }
            }
            Some(cell) if board.body(board.player(), board.acting()).contains(cell) => {
                own.push(operation)
            }
            _ => {}
        }
    }
    let any = legal.nth(random.usize(..legal.len())).unwrap();
    match random.u32(..1000) {
        roll if roll < wild => any,
        roll if roll < wild + 10 * curl && !own.is_empty() => own[random.usize(..own.len())],
        roll if roll % 3 == 0 && !items.is_empty() => items[random.usize(..items.len())],
        _ if !free.is_empty() => free[random.usize(..free.len())],
        _ => any,
    }
}

fn play(random: &mut Rng) -> Game {
    let (seed, rules) = rules(random);
    let mut board = Board::new(&rules);
    let temper = [random.u32(..20), random.u32(5..60)];
    let mut operations = String::new();
    let step = |board: &Board, events: Vec<Value>| {
        if board.is_over() {
            return json!([[], null, events]);
        }
        let legal: Vec<u8> = board.legal_moves().iter().map(Operation::number).collect();
        json!([legal, dump(board, &rules), events])
    };
    let mut steps = vec![step(&board, Vec::new())];
    while !board.is_over() {
        let operation = pick(&board, random, temper);
        let mut events = Vec::new();
        // Without the number of the operation, which the model's own events do not have.
        let mut tell = |told| events.push(json!(event(0, told).as_array().unwrap()[1..]));
        board.try_play_with(&rules, operation, &mut tell).unwrap();
        operations.push_str(&operation.number().to_string());
        steps.push(step(&board, events));
    }
    let first = match board.first_item() {
        Some((round, player)) => json!([round, player]),
        None => json!([-1, -1]),
    };
    let list = |rules: &Rules| rules.items().iter().map(item).collect::<Vec<Value>>();
    Game {
        order: json!({
            "items": list(&rules), "max_round": rules.max_round(), "seed": seed,
            "enclosure": rules.enclosure().to_string(), "ops": operations,
        }),
        steps,
        end: json!({
            "over": true, "area": [board.area(0), board.area(1)], "score": board.scores(),
            "first_item": first, "items": list(&Rules::generate(seed)),
        }),
    }
}

#[test]
#[ignore = "needs Python and the model's folder: scripts/check-snakego"]
fn random_games_against_the_model() {
    let folder = env::var("SNAKEGO_TOOLS").expect("SNAKEGO_TOOLS names the model's folder");
    let count: u64 = env::var("SNAKEGO_GAMES").map_or(500, |text| text.parse().unwrap());
    let driver = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/rules/differential/driver.py"
    );
    let mut model = Command::new("python3")
        .arg(driver)
        .env("PYTHONPATH", folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = model.stdin.take().unwrap();
    let mut output = BufReader::new(model.stdout.take().unwrap());
    let (mut operations, mut kinds) = (0, std::collections::BTreeMap::<String, usize>::new());
    for seed in 0..count {
        let game = play(&mut Rng::with_seed(seed));
        writeln!(input, "{}", game.order).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let model: Value = serde_json::from_str(&line).unwrap();
        let theirs = model["steps"].as_array().unwrap();
        for (n, (ours, theirs)) in game.steps.iter().zip(theirs).enumerate() {
            assert_eq!(
                ours, theirs,
                "game {seed}, after operation {n}: {}",
                game.order
            );
            for told in ours[2].as_array().unwrap() {
                *kinds
                    .entry(told[0].as_str().unwrap().to_owned())
                    .or_default() += 1;
            }
        }
        assert_eq!(game.steps.len(), theirs.len());
        for (key, ours) in game.end.as_object().unwrap() {
            assert_eq!(ours, &model[key], "game {seed}, {key}");
        }
        operations += game.steps.len() - 1;
    }
    drop(input);
    assert!(model.wait().unwrap().success());
    println!("{count} games, {operations} operations, no difference; {kinds:?}");
    assert!(
        count < 100 || kinds.len() == 10,
        "every kind of event: {:?}",
        kinds
    );
}
