//! The laws that hold for every bot, whatever its idea.

use std::fmt::{Debug, Display};
use std::path::Path;
use std::str::FromStr;

use judges_common::positions;
use judges_common::{Answer, Bot, MAX_DEBUG, Turn};
use serde_json::{Value, json};

use crate::program::Program;
use crate::random_games;

/// The answer to a position, after checks that hold for every answer: a new bot and one that has answered before give
/// the same, the explanation ends with the move, and the debug text fits into the judge's log.
///
/// # Panics
/// If one of them fails.
#[track_caller]
pub fn answer<B>(state: &B::State, turn: &Turn) -> Answer<B::Move>
where
    B: Bot<State: Debug, Move: PartialEq + Debug>,
{
    let mut bot = B::new();
    let answer = bot.choose(state, turn);
    assert!(answer.debug.len() < MAX_DEBUG, "{}", answer.debug);
    let explained = B::new().explain(state, turn);
    let last = explained.lines().last();
    assert_eq!(last, Some(format!("move: {}", answer.mv).as_str()));
    assert_eq!(bot.choose(state, turn), answer, "{state:?}");
    assert_eq!(B::new().choose(state, turn), answer, "{state:?}");
    answer
}

/// [`answer`] with this number of nodes to every position, each with another seed.
///
/// # Panics
/// As [`answer`].
#[track_caller]
pub fn repeatable<B>(positions: &[B::State], nodes: u64) -> Vec<Answer<B::Move>>
where
    B: Bot<State: Debug, Move: PartialEq + Debug>,
{
    let turns = (0..).map(|seed| Turn::of_nodes(nodes, seed));
    let positions = positions.iter().zip(turns);
    positions
        .map(|(state, turn)| answer::<B>(state, &turn))
        .collect()
}

/// Asks one bot about every position with every budget, and lets `check` look at the answers: they must be legal, and
/// may not have cost many more nodes than there were.
///
/// # Panics
/// If `check` says what is wrong with an answer.
#[track_caller]
pub fn any_budget<B>(
    positions: &[B::State],
    budgets: &[u64],
    check: impl Fn(&B::State, u64, &Answer<B::Move>) -> Result<(), String>,
) where
    B: Bot<State: Debug>,
{
    let mut bot = B::new();
    for (state, seed) in positions.iter().zip(0..) {
        for &nodes in budgets {
            let answer = bot.choose(state, &Turn::of_nodes(nodes, seed));
            if let Err(error) = check(state, nodes, &answer) {
                panic!("{error}: {} with {nodes} nodes in {state:?}", answer.mv);
            }
        }
    }
}

/// [`any_budget`] on positions of random games of SnakeGo: every answer is legal and costs no more nodes than there are.
///
/// # Panics
/// If one is not.
#[track_caller]
pub fn any_budget_in_snakego<B>(budgets: &[u64])
where
    B: Bot<State = snakego::Position, Move = snakego::Operation>,
{
    let positions = random_games::snakego(200);
    any_budget::<B>(
        &positions,
        budgets,
        |position, nodes, answer| match position.legal_moves().contains(answer.mv) {
            true if answer.nodes <= nodes => Ok(()),
            true => Err(format!("{} nodes", answer.nodes)),
            false => Err("illegal".to_owned()),
        },
    );
}

/// Asks new bots about the kept positions of the bot in `crate_folder`, its `CARGO_MANIFEST_DIR`; the listed moves must be
/// legal.
///
/// # Panics
/// If there are fewer than 20, one of them is malformed, `is_legal` says that a listed move is not, or an answer is wrong.
#[track_caller]
pub fn kept_positions<B>(
    crate_folder: &str,
    nodes: u64,
    is_legal: impl Fn(&B::State, B::Move) -> bool,
) where
    B: Bot<Move: FromStr<Err: Display>>,
{
    let kept = positions::load(Path::new(crate_folder)).unwrap_or_else(|error| panic!("{error}"));
    assert!(kept.len() >= 20, "{} kept positions", kept.len());
    for (name, kept) in kept {
        let state: B::State = kept
            .position
            .parse()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        for mv in &kept.moves {
            let mv: B::Move = mv.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(is_legal(&state, mv), "{name}: {mv}");
        }
        let answer = B::new().choose(&state, &Turn::of_nodes(nodes, 1));
        assert!(kept.is_hit(&answer.mv.to_string()), "{name}: {answer}");
    }
}

/// The commands of a bot's command line, on a position in which it has a move.
///
/// # Panics
/// If one of them does not do what its help text says.
#[track_caller]
pub fn commands(program: &Program, name: &str, position: &str) {
    let explained = program.output(&["explain", position], "");
    let last = explained.lines().last().unwrap_or_default();
    assert!(last.starts_with("move: "), "{explained}");
    assert_eq!(
        program.output(&["explain", "-"], &format!("{position}\n")),
        explained
    );
    let bench = program.output(&["bench"], "");
    let names: Vec<&str> = bench
        .lines()
        .filter_map(|line| line.split(": ").next())
        .collect();
    assert_eq!(
        names,
        ["positions", "nodes", "nodes_per_second", "signature"]
    );
    assert!(program.output(&["--help"], "").starts_with(name));
    let version = program.output(&["--version"], "");
    assert!(version.starts_with(&format!("{name} ")), "{version}");
    program.check(&["--frobnicate"], "", 2, "", "--help");
}

/// Checks the parameter file of a bot. In `own`, the text of the bot's own file, each number in turn is replaced by
/// extreme ones: either the bot refuses the file, or it chooses without overflow. It refuses an unknown name, and an
/// error says which parameter is wrong, or in which line.
///
/// # Panics
/// If it does not, or if the bot refuses no number.
#[track_caller]
pub fn parameters<B: Bot>(own: &str) {
    let own: Value = serde_json::from_str(own).unwrap_or_else(|error| panic!("{error}"));
    let refused = |file: &Value| match B::with_params(&file.to_string()) {
        Err(error) => Some(error),
        Ok(mut bot) => {
            for position in B::bench_positions().iter().step_by(12) {
                let state = position.parse().unwrap_or_else(|error| panic!("{error}"));
                bot.choose(&state, &Turn::of_nodes(20, 1));
            }
            None
        }
    };
    assert_eq!(refused(&own), None);
    let mut unknown = own.clone();
    unknown["no_such_parameter"] = json!(1);
    let error = refused(&unknown).unwrap_or_default();
    assert!(error.contains("no_such_parameter"), "{error}");
    let mut places = Vec::new();
    numbers(&own, String::new(), &mut places);
    let mut named = 0;
    for place in places {
        let name = place
            .rsplit('/')
            .find(|part| part.parse::<usize>().is_err());
        let name = name.unwrap_or_default();
        for extreme in [i32::MIN, -1, 0, i32::MAX] {
            let mut file = own.clone();
            if let Some(number) = file.pointer_mut(&place) {
                *number = json!(extreme);
            }
            if let Some(error) = refused(&file) {
                let is_named = error.contains(&format!("{name} is "));
                assert!(is_named || error.contains(" at line "), "{place}: {error}");
                named += usize::from(is_named);
            }
        }
    }
    assert!(named > 0, "no number is refused");
}

/// The places of all numbers in a JSON value.
fn numbers(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Number(_) => places.push(place),
        Value::Array(list) => {
            for (i, value) in list.iter().enumerate() {
                numbers(value, format!("{place}/{i}"), places);
            }
        }
        Value::Object(map) => {
            for (name, value) in map {
                numbers(value, format!("{place}/{name}"), places);
            }
        }
        _ => {}
    }
}
