//! Laws of all games, and their boards against the rules.

mod decisions;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tetris2::Color;

use super::standard;
use crate::Game;
use crate::botzone::BotzoneGame;
use crate::frames::{Frame, expand};
use crate::record::GameRecord;

fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn botzone_games() -> impl Iterator<Item = (&'static Game, &'static BotzoneGame)> {
    let games: Vec<_> = standard().iter().collect();
    games
        .into_iter()
        .filter_map(|game| Some((game, game.botzone()?)))
}

pub fn record(init: Value, moves: Vec<Value>) -> GameRecord {
    GameRecord {
        moves,
        ..GameRecord::begun(&[0, 1], init)
    }
}

#[test]
fn an_opening_never_ends_the_game() {
    for (game, botzone) in botzone_games() {
        for pair in 0..20 {
            let initdata = (botzone.initdata)(2000 + pair);
            let opening = (botzone.opening)(&initdata, &mut random(pair), 200);
            assert!(!opening.is_empty(), "{}", game.name);
            let mut referee = (botzone.referee)();
            let mut output = referee.begin(&initdata).unwrap();
            for turn in &opening {
                let mut entry = json!({});
                for (seat, response) in turn {
                    entry[seat.to_string()] = json!({"verdict": "OK", "response": response});
                }
                output = referee.turn(&entry).unwrap();
            }
            assert_eq!(output["command"], "request", "{}", game.name);
        }
    }
}

#[test]
fn a_first_request_tells_the_game() {
    let games = standard();
    for (game, botzone) in botzone_games() {
        let initdata = (botzone.initdata)(3);
        let output = (botzone.referee)().begin(&initdata).unwrap();
        let found = games.by_first_request(&output["content"]["0"]);
        assert!(found.iter().any(|found| found.name == game.name));
    }
    for other in [
        json!({"x": 4, "y": 4}),
        json!({"direction": 1}),
        json!({"block": 1}),
        json!([]),
    ] {
        assert!(games.by_first_request(&other).is_empty(), "{other}");
    }
}

#[test]
fn short_and_long_forms_are_the_same_response() {
    for (game, botzone) in botzone_games() {
        let initdata = (botzone.initdata)(5);
        for turn in (botzone.opening)(&initdata, &mut random(5), 20) {
            for (_, response) in turn {
                let short = botzone.logged.short(&response).unwrap();
                assert_eq!(botzone.logged.long(&short), response, "{}", game.name);
                assert!((game.label)(&short).is_some(), "{short}");
            }
        }
    }
}

#[test]
fn malformed_responses_have_no_short_form() {
    for (game, botzone) in botzone_games() {
        let initdata = (botzone.initdata)(5);
        let opening = (botzone.opening)(&initdata, &mut random(5), 1);
        let mut bad = vec![json!("2 3"), json!(null), json!({})];
        if let Some((_, response)) = opening.first().map(|turn| &turn[0]) {
            let mut more = response.clone();
            more["more"] = json!(1);
            let fraction = response.as_object().unwrap().keys().map(|key| {
                let mut response = response.clone();
                response[key] = json!(2.0);
                response
            });
            bad.extend(fraction);
            bad.push(more);
        }
        for response in bad {
            let short = botzone.logged.short(&response);
            assert_eq!(short, None, "{}: {response}", game.name);
        }
    }
}

#[test]
fn moves_have_the_form_of_their_game() {
    for (game, written, label) in [
        ("nogo", json!([4, 0]), "4,0"),
        ("gomoku-swap", json!([-1, -1]), "swap"),
        ("ataxx", json!([0, 0, 1, 1]), "00-11"),
        ("amazons", json!([0, 2, 0, 3, 0, 2]), "02-03/02"),
        // Moves off the board are shown, too.
        ("gomoku", json!([15, 0]), "15,0"),
    ] {
        let game = standard().find(game).unwrap();
        assert_eq!((game.label)(&written).as_deref(), Some(label));
    }
}

#[test]
fn openings_are_repeatable() {
    for (game, botzone) in botzone_games() {
        if game.turns != crate::game::Turns::Alternate {
            continue;
        }
        let open = |seed| (botzone.opening)(&json!(""), &mut random(seed), 3);
        assert_eq!(open(1), open(1), "{}", game.name);
        assert_ne!(open(1), open(2), "{}", game.name);
        let seats: Vec<usize> = open(1).iter().map(|turn| turn[0].0).collect();
        assert_eq!(seats, [0, 1, 0], "{}", game.name);
    }
}

#[test]
fn a_bots_word_for_a_move_is_shown_as_pages_show_it() {
    for (game, said, shown) in [
        ("snake", "2", "↓"),
        ("tetris2", "5,1,0:T", "5,1,0:T"),
        ("amazons", "20-23/20", "20-23/20"),
        // Text that is not a move, or has no other form, stays.
        ("snake", "back", "back"),
        ("snakego", "up", "up"),
    ] {
        assert_eq!(standard().find(game).unwrap().word(said), shown, "{game}");
    }
}

#[test]
fn a_view_keeps_its_state_after_an_error() {
    let (_, nogo) = standard().find_botzone("nogo").unwrap();
    let mut view = (nogo.view)();
    view.request(&json!({"x": -1, "y": -1})).unwrap();
    assert!(view.read_move("9,9").is_err());
    let center = view.read_move("4,4").unwrap();
    view.response(&center).unwrap();
    assert!(view.request(&center).is_err());
    assert_eq!(view.picture().matches('X').count(), 1);
}

#[test]
fn an_unknown_game_gets_a_list_and_a_guess() {
    let find = |name: &str| standard().find_botzone(name).map(drop);
    let known = standard().botzone_names().join(", ");
    let text = find("chess").unwrap_err().to_string();
    assert_eq!(
        text,
        format!("the arena knows no game of Botzone's called `chess` (it knows: {known})")
    );
    let text = find("tetris").unwrap_err().to_string();
    assert!(
        text.contains("`tetris`; did you mean `tetris2`? (it knows: "),
        "{text}"
    );
    let text = find("snakego").unwrap_err().to_string();
    assert!(text.contains("snakego is a game of Saiblo's"), "{text}");
    let text = standard().find("snakeg").unwrap_err().to_string();
    assert!(
        text.contains("did you mean `snakego`? (it knows: amazons, "),
        "{text}"
    );
}

/// A random game of Botzone's, up to 60 turns, as a log has it; it does not end.
pub fn random_game(name: &str, seed: u64) -> GameRecord {
    let (_, game) = standard().find_botzone(name).unwrap();
    let init = (game.initdata)(seed);
    let turns = (game.opening)(&init, &mut random(seed), 60);
    let made = (game.referee)().begin(&init).unwrap()["initdata"].clone();
    let moves = turns.iter().map(|turn| {
        let mut moves: Vec<Value> = turn
            .iter()
            .map(|(_, response)| game.logged.short(response).unwrap())
            .collect();
        if moves.len() == 1 {
            moves.remove(0)
        } else {
            moves.into()
        }
    });
    record(made, moves.collect())
}

pub fn boards(name: &str, record: &GameRecord) -> Vec<Frame> {
    let game = standard().find(name).unwrap();
    expand(&(game.replay)(record).unwrap().frames)
}

fn choices(name: &str, record: &GameRecord, seat: usize) -> Value {
    let game = standard().find(name).unwrap();
    ((game.replay)(record).unwrap().choices)(seat)
}

#[test]
fn choices_are_the_rules() {
    let mut moves = choices("nogo", &record(Value::Null, vec![json!([4, 4])]), 1);
    assert_eq!(moves["moves"].take().as_array().unwrap().len(), 80);
    let map = json!({"height": 11, "width": 10, "obstacle": []});
    let mut safe = choices("snake", &record(map, Vec::new()), 0);
    assert_eq!(safe["safe"].take(), json!(["right", "down"]));
    let asked = choices("tetris2", &record(json!({"firstBlock": 6}), Vec::new()), 0);
    assert_eq!(asked["gives"].as_array().unwrap().len(), 7);
    assert_eq!(asked["places"].as_array().unwrap().len(), 9);
    let board = tetris2::Board::new(tetris2::Piece::O);
    for place in asked["places"].as_array().unwrap() {
        let mv: tetris2::Move = format!("{}:T", place[0].as_str().unwrap()).parse().unwrap();
        assert_eq!(board.check(Color::Zero, mv), Ok(()));
        assert!(
            place[1]
                .as_array()
                .unwrap()
                .iter()
                .all(|cell| cell.as_u64().unwrap() >= 180)
        );
    }
    let init = json!({"random_seed": 1, "max_round": 512});
    let asked = choices("snakego", &record(init, Vec::new()), 0);
    assert_eq!(
        (&asked["id"], &asked["moves"]),
        (&json!(0), &json!(["right", "up", "left", "down"]))
    );
}

#[test]
fn a_record_without_a_start_says_so() {
    let said = |name: &str, init: Value| {
        let game = standard().find(name).unwrap();
        match (game.replay)(&record(init, Vec::new())) {
            Ok(_) => panic!("{name} was replayed"),
            Err(error) => error.to_string(),
        }
    };
    assert!(said("snake", json!({"obstacle": 1})).contains("game 0"));
    assert!(said("snakego", Value::Null).contains("random_seed"));
}
