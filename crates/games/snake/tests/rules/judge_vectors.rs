//! Replays games that Botzone's own judge refereed: the maps it made, what every joint move of every
//! turn would have done, how it ended, and what it printed.
//!
//! Reads `tests/data/snake.jsonl`, or `snake.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names: any games in that format.

use std::convert::TryFrom;
use std::iter::FromIterator;

use serde_json::{Value, json};
use snake::botzone::{self, Referee, State};
use snake::{Board, Cell, Direction, Map, Outcome, snakes_grow};
use testing::{Vectors, judge_integer, name, per_turn};

fn games() -> Vectors {
    Vectors::read(env!("CARGO_MANIFEST_DIR"), "snake")
}

fn own() -> Vectors {
    Vectors::own(env!("CARGO_MANIFEST_DIR"), "snake")
}

fn turns(game: &Value) -> &Vec<Value> {
    game["moves"].as_array().unwrap()
}

/// The map that our generator makes of the game's initdata; `None` if the judge took its seed from the clock.
fn generated(game: &Value) -> Option<Map> {
    let init = &game["init"];
    let size = |key: &str| (init["forced"] == true).then(|| judge_integer(&init[key]).unwrap());
    let seed = judge_integer(&init["seed"])?;
    Some(Map::generate(seed, size("width"), size("height")))
}

/// The map that the file gives.
fn map(game: &Value) -> Map {
    let init = &game["init"];
    let number = |value: &Value| u8::try_from(value.as_u64().unwrap()).unwrap();
    let cell = |cell: &Value| Cell::new(number(&cell[0]), number(&cell[1])).unwrap();
    let obstacles = init["obstacle"].as_array().unwrap();
    Map::new(
        number(&init["height"]),
        number(&init["width"]),
        obstacles.iter().map(cell).collect(),
    )
    .unwrap()
}

/// The referee before the first turn, and its output for the empty log, which is none for a map of the clock's.
fn begin(game: &Value) -> (Referee, Option<Value>) {
    let init = &game["init"];
    let [seed, height, width] = ["seed", "height", "width"].map(|key| &init[key]);
    if generated(game).is_some() {
        let initdata = match init["forced"] == true {
            true => json!({"seed": seed, "width": width, "height": height}),
            false => json!({"seed": seed}),
        };
        let mut referee = Referee::new();
        let output = referee.begin(&initdata);
        return (referee, Some(output));
    }
    let obstacles = init["obstacle"].as_array().unwrap().iter();
    let obstacles: Vec<Value> = obstacles
        .map(|cell| json!({"x": cell[0], "y": cell[1]}))
        .collect();
    let initdata = json!({"height": height, "obstacle": obstacles, "width": width});
    (Referee::resume(&initdata).unwrap(), None)
}

/// The log entry of one player for a move of the file: a direction, or what the entry held.
fn player_entry(mv: &Value) -> Value {
    let mut entry = match mv {
        Value::Number(_) => json!({"response": {"direction": mv}}),
        _ => mv.clone(),
    };
    if entry["verdict"].is_null() {
        entry["verdict"] = json!("OK");
    }
    entry
}

fn turn_entry(turn: &Value) -> Value {
    json!({"0": player_entry(&turn[0]), "1": player_entry(&turn[1])})
}

/// The referee at the end of the game, and its outputs: one for the empty log, if it has one, and one a turn.
fn replay(game: &Value) -> (Referee, Vec<Value>) {
    let (mut referee, first) = begin(game);
    let mut outputs = Vec::from_iter(first);
    for (t, turn) in turns(game).iter().enumerate() {
        if let Some(last) = outputs.last() {
            let command = &last["command"];
            assert_eq!(command, "request", "{} went on after turn {t}", name(game));
        }
        outputs.push(referee.turn(&turn_entry(turn)));
    }
    (referee, outputs)
}

/// The directions of a turn in which the judge took both answers for directions.
fn joint_move(turn: &Value) -> Option<(Direction, Direction)> {
    let direction = |mv: &Value| {
        let number = judge_integer(player_entry(mv)["response"].get("direction")?)?;
        Direction::from_index(usize::try_from(number).ok()?)
    };
    Some((direction(&turn[0])?, direction(&turn[1])?))
}

/// Plays a turn; false after the last one. No other one may end the game.
fn play(board: &mut Board, game: &Value, t: usize) -> bool {
    let is_last = t + 1 == turns(game).len();
    let Some(joint_move) = joint_move(&turns(game)[t]) else {
        assert!(is_last, "{}: turn {t} is no move", name(game));
        return false;
    };
    board.play(joint_move);
    assert_eq!(
        board.outcome().is_some(),
        is_last,
        "{}: turn {t}",
        name(game)
    );
    !is_last
}

#[test]
fn seeds_make_the_judges_maps() {
    games().compare_where_recorded("maps of seeds", compare_map);
}

fn compare_map(game: &Value) -> usize {
    let Some(ours) = generated(game) else {
        return 0;
    };
    let theirs = map(game);
    assert_eq!(
        (ours.height(), ours.width(), ours.obstacles()),
        (theirs.height(), theirs.width(), theirs.obstacles()),
        "{}",
        name(game)
    );
    1
}

/// The judge's verdicts on all joint moves of a position, by position.
fn probes(game: &Value) -> &[Value] {
    per_turn(game, "probe", turns(game).len()).unwrap_or_else(|| panic!("{}: probe", name(game)))
}

/// For each turn whether the judge said that the snakes grow.
fn growth(game: &Value) -> Vec<bool> {
    let text = game["grow"].as_str().unwrap();
    assert_eq!(
        text.len(),
        turns(game).len(),
        "{}: length of grow",
        name(game)
    );
    text.chars().map(|c| c == '1').collect()
}

#[test]
fn every_joint_move_of_every_turn() {
    games().compare("positions with every joint move", compare_joint_moves);
}

fn compare_joint_moves(game: &Value) -> usize {
    let mut board = Board::new(&map(game));
    for (t, (probe, says_grow)) in probes(game).iter().zip(growth(game)).enumerate() {
        assert_eq!(board.turn() as usize, t);
        let mut ours = String::new();
        for first in Direction::ALL {
            for second in Direction::ALL {
                let mut next = board;
                next.play((first, second));
                ours.push(match next.outcome() {
                    None => '.',
                    Some(Outcome::Win { winner: 0, .. }) => '0',
                    Some(Outcome::Win { .. }) => '1',
                    Some(Outcome::Draw { .. }) => 'D',
                });
            }
        }
        assert_eq!(ours, probe.as_str().unwrap(), "{} turn {t}", name(game));
        assert_eq!(
            snakes_grow(board.turn()),
            says_grow,
            "{} turn {t}",
            name(game)
        );
        if !play(&mut board, game, t) {
            break;
        }
    }
    turns(game).len()
}

/// A direction is legal exactly if the judge lets the player live for some answer of the opponent.
#[test]
fn legal_moves_are_those_which_do_not_die_for_certain() {
    games().compare("positions with their legal moves", compare_legal_moves);
}

fn compare_legal_moves(game: &Value) -> usize {
    let mut board = Board::new(&map(game));
    for (t, probe) in probes(game).iter().enumerate() {
        let probe = probe.as_str().unwrap().as_bytes();
        for direction in Direction::ALL {
            let lives = [0, 1].map(|player| {
                Direction::ALL.iter().any(|other| {
                    let index = match player {
                        0 => 4 * direction.index() + other.index(),
                        _ => 4 * other.index() + direction.index(),
                    };
                    probe[index] == b'.' || probe[index] == b"01"[player]
                })
            });
            for (player, lives) in lives.iter().copied().enumerate() {
                assert_eq!(
                    board.legal_moves(player).contains(direction),
                    lives,
                    "{} turn {t} player {player} direction {direction}",
                    name(game)
                );
            }
        }
        if !play(&mut board, game, t) {
            break;
        }
    }
    turns(game).len()
}

#[test]
fn games_end_as_the_judge_says() {
    games().compare("turns", compare_end);
}

fn compare_end(game: &Value) -> usize {
    let id = name(game);
    let (referee, outputs) = replay(game);
    let last = outputs.last().unwrap();
    let result = &game["result"];
    assert_eq!(last["command"], "finish", "{id}");
    assert_eq!(result["turns"], turns(game).len(), "{id}: turns");
    assert_eq!(last["content"]["0"], result["scores"][0], "{id}");
    assert_eq!(last["content"]["1"], result["scores"][1], "{id}");
    // An absent key is null here and in the file.
    assert_eq!(last["display"]["err"], result["err"], "{id}");
    assert_eq!(last["display"]["winner"], result["winner"], "{id}");
    for player in 0..2 {
        let death = referee.board().death(player).map(|death| death.to_string());
        assert_eq!(
            json!(death),
            result["reason"][player],
            "{id} player {player}"
        );
    }
    let growth = growth(game);
    let turns = &outputs[outputs.len() - growth.len()..];
    for (output, growth) in turns.iter().zip(growth) {
        assert_eq!(output["display"]["grow"], growth.to_string(), "{id}");
    }
    turns.len()
}

#[test]
fn outputs_are_the_judges_to_the_byte() {
    games().compare_where_recorded("raw lines", compare_raw_lines);
}

fn compare_raw_lines(game: &Value) -> usize {
    let Some(raw) = per_turn(game, "raw", turns(game).len() + 1) else {
        return 0;
    };
    let (_, outputs) = replay(game);
    let raw = &raw[raw.len() - outputs.len()..];
    for (t, (line, output)) in raw.iter().zip(&outputs).enumerate() {
        assert_eq!(
            output.to_string(),
            line.as_str().unwrap(),
            "{} line {t}",
            name(game)
        );
    }
    raw.len()
}

/// Both states, fed with the requests and responses of the whole game, see the referee's board and refuse what is not a
/// direction; and the text of a state leads back to it.
#[test]
fn states_and_texts_follow() {
    games().compare_where_recorded("turns of states", compare_states);
}

fn compare_states(game: &Value) -> usize {
    let (mut referee, Some(mut output)) = begin(game) else {
        return 0;
    };
    let mut states = [botzone::start(), botzone::start()];
    for (t, turn) in turns(game).iter().enumerate() {
        let id = format!("{} turn {t}", name(game));
        for (me, state) in states.iter_mut().enumerate() {
            botzone::request(state, &output["content"][me.to_string()]).unwrap();
            assert_eq!((state.board(), state.me()), (referee.board(), me), "{id}");
            let same: State = format!("{state:#}").parse().unwrap();
            assert_eq!(&same, state);
        }
        let entry = turn_entry(turn);
        let taken = [0, 1].map(|me| {
            let response = &entry[me.to_string()]["response"];
            botzone::response(&mut states[me], response).is_ok()
        });
        assert_eq!(taken == [true; 2], joint_move(turn).is_some(), "{id}");
        output = referee.turn(&entry);
    }
    turns(game).len()
}

mod mutants;

/// The own board after a game, drawn: heads where they stayed.
#[test]
fn a_dead_head_stays() {
    let mut board = Board::new(&"10x10".parse().unwrap());
    board.play((Direction::Up, Direction::Left));
    assert_eq!(Some(board.head(0)), Cell::new(1, 1));
    assert_eq!(Some(board.head(1)), Cell::new(10, 9));
}
