//! Replays games that Botzone's own judge refereed: the maps it made, what every joint move of every
//! turn would have done, how it ended, and what it printed.
//!
//! Reads `tests/data/snake.jsonl`, or `snake.jsonl` in the folder that the environment variable
//! `JUDGE_VECTORS` names.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::path::PathBuf;

use serde_json::{Value, json};
use snake::botzone::{self, Referee, Seat};
use snake::{Board, Cell, Direction, Map, Outcome, grow};

fn games() -> Vec<Value> {
    let folder = std::env::var_os("JUDGE_VECTORS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data"),
        PathBuf::from,
    );
    let path = folder.join("snake.jsonl");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("cannot read the judge vectors {}: {error}", path.display())
    });
    let games: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(!games.is_empty(), "{} holds no game", path.display());
    games
}

fn turns(game: &Value) -> &Vec<Value> {
    game["moves"].as_array().unwrap()
}

/// The map that our generator makes of the game's initdata.
fn generated(game: &Value) -> Map {
    let init = &game["init"];
    let number = |key: &str| {
        init[key]
            .as_i64()
            .map(|number| i32::try_from(number).unwrap())
    };
    let size = if init["forced"] == true {
        (number("width"), number("height"))
    } else {
        (None, None)
    };
    Map::generate(number("seed").unwrap(), size.0, size.1)
}

/// The initdata that the judge was sent.
fn initdata(game: &Value) -> Value {
    let init = &game["init"];
    if init["forced"] == true {
        json!({"seed": init["seed"], "width": init["width"], "height": init["height"]})
    } else {
        json!({"seed": init["seed"]})
    }
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

/// The referee at the end of the game, and its outputs: one for the empty log and one a turn.
fn replay(game: &Value) -> (Referee, Vec<Value>) {
    let mut referee = Referee::new();
    let mut outputs = vec![referee.begin(&initdata(game))];
    for (t, turn) in turns(game).iter().enumerate() {
        assert_eq!(
            outputs[t]["command"], "request",
            "game {} went on after turn {t}",
            game["id"]
        );
        outputs.push(referee.turn(&turn_entry(turn)));
    }
    (referee, outputs)
}

/// The directions of a turn in which both moves have the short form.
fn joint_move(turn: &Value) -> Option<(Direction, Direction)> {
    let direction = |mv: &Value| Direction::from_index(usize::try_from(mv.as_u64()?).ok()?);
    Some((direction(&turn[0])?, direction(&turn[1])?))
}

#[test]
fn seeds_make_the_judges_maps() {
    for game in games() {
        let map = generated(&game);
        let obstacles: Vec<Value> = map
            .obstacles()
            .iter()
            .map(|cell| json!([cell.x(), cell.y()]))
            .collect();
        let init = &game["init"];
        assert_eq!(
            (json!(map.height()), json!(map.width()), json!(obstacles)),
            (
                init["height"].clone(),
                init["width"].clone(),
                init["obstacle"].clone()
            ),
            "game {}",
            game["id"]
        );
    }
}

#[test]
fn every_joint_move_of_every_turn() {
    let mut positions = 0;
    for game in games() {
        let mut board = Board::new(&generated(&game));
        for (t, turn) in turns(&game).iter().enumerate() {
            assert_eq!(board.turn() as usize, t);
            let mut probe = String::new();
            for first in Direction::ALL {
                for second in Direction::ALL {
                    let mut next = board;
                    next.play((first, second));
                    probe.push(match next.outcome() {
                        None => '.',
                        Some(Outcome::Win { winner: 0, .. }) => '0',
                        Some(Outcome::Win { .. }) => '1',
                        Some(Outcome::Draw { .. }) => 'D',
                    });
                }
            }
            assert_eq!(
                probe,
                game["probe"][t].as_str().unwrap(),
                "game {} turn {t}",
                game["id"]
            );
            let says_grow = game["grow"].as_str().unwrap().as_bytes()[t] == b'1';
            assert_eq!(
                grow(board.turn()),
                says_grow,
                "game {} turn {t}",
                game["id"]
            );
            positions += 1;

            let Some(joint_move) = joint_move(turn) else {
                assert_eq!(t + 1, turns(&game).len());
                break;
            };
            board.play(joint_move);
        }
    }
    println!("{positions} positions");
}

/// A direction is legal exactly if the judge lets the player live for some answer of the opponent.
#[test]
fn legal_moves_are_those_which_do_not_die_for_certain() {
    for game in games() {
        let mut board = Board::new(&generated(&game));
        for (t, turn) in turns(&game).iter().enumerate() {
            let probe = game["probe"][t].as_str().unwrap().as_bytes();
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
                for (player, lives) in lives.into_iter().enumerate() {
                    assert_eq!(
                        board.legal_moves(player).contains(direction),
                        lives,
                        "game {} turn {t} player {player} direction {direction}",
                        game["id"]
                    );
                }
            }
            match joint_move(turn) {
                Some(joint_move) => board.play(joint_move),
                None => break,
            }
        }
    }
}

#[test]
fn games_end_as_the_judge_says() {
    for game in games() {
        let id = &game["id"];
        let (referee, outputs) = replay(&game);
        let last = outputs.last().unwrap();
        let result = &game["result"];
        assert_eq!(last["command"], "finish", "game {id}");
        assert_eq!(result["turns"], turns(&game).len(), "game {id}");
        assert_eq!(last["content"]["0"], result["scores"][0], "game {id}");
        assert_eq!(last["content"]["1"], result["scores"][1], "game {id}");
        // An absent key is null here and in the file.
        assert_eq!(last["display"]["err"], result["err"], "game {id}");
        assert_eq!(last["display"]["winner"], result["winner"], "game {id}");
        for player in 0..2 {
            let death = referee.board().death(player).map(|death| death.to_string());
            assert_eq!(
                json!(death),
                result["reason"][player],
                "game {id} player {player}"
            );
        }
        for (output, growth) in outputs[1..]
            .iter()
            .zip(game["grow"].as_str().unwrap().chars())
        {
            assert_eq!(
                output["display"]["grow"] == "true",
                growth == '1',
                "game {id}"
            );
        }
    }
}

#[test]
fn outputs_are_the_judges_to_the_byte() {
    let mut lines = 0;
    for game in games() {
        let Some(raw) = game["raw"].as_array() else {
            continue;
        };
        let (_, outputs) = replay(&game);
        assert_eq!(raw.len(), outputs.len(), "game {}", game["id"]);
        for (t, (line, output)) in raw.iter().zip(outputs).enumerate() {
            assert_eq!(
                output.to_string(),
                line.as_str().unwrap(),
                "game {} line {t}",
                game["id"]
            );
            lines += 1;
        }
    }
    assert!(lines > 0, "no game has raw lines");
}

/// Both seats, fed with the requests and responses of the whole game, see the referee's board; and
/// the text of a seat leads back to it.
#[test]
fn seats_and_texts_follow() {
    for game in games() {
        let mut referee = Referee::new();
        let mut output = referee.begin(&initdata(&game));
        let mut seats = [botzone::start(), botzone::start()];
        for (t, turn) in turns(&game).iter().enumerate() {
            for (me, seat) in seats.iter_mut().enumerate() {
                botzone::request(seat, &output["content"][me.to_string()]).unwrap();
                assert_eq!(
                    (seat.board(), seat.me()),
                    (referee.board(), me),
                    "game {} turn {t}",
                    game["id"]
                );
                let same: Seat = format!("{seat:#}").parse().unwrap();
                assert_eq!(&same, seat);
            }
            let Some((first, second)) = joint_move(turn) else {
                break;
            };
            botzone::response(&mut seats[0], &botzone::answer(first)).unwrap();
            botzone::response(&mut seats[1], &botzone::answer(second)).unwrap();
            output = referee.turn(&turn_entry(turn));
        }
    }
}

/// The own board after a game, drawn: heads where they stayed.
#[test]
fn a_dead_head_stays() {
    let mut board = Board::new(&"10x10".parse().unwrap());
    board.play((Direction::Up, Direction::Left));
    assert_eq!(Some(board.head(0)), Cell::new(1, 1));
    assert_eq!(Some(board.head(1)), Cell::new(10, 9));
}
