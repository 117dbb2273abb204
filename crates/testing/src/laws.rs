//! What must hold for every bot, whatever its idea.

use std::fmt::{Debug, Display};
use std::path::Path;
use std::str::FromStr;

use judges_common::positions;
use judges_common::{Answer, Bot, MAX_DEBUG, Turn};

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
