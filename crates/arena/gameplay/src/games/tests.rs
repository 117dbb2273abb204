//! Laws of all games, and their boards against the rules.

mod decisions;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
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

fn record(init: Value, moves: Vec<Value>) -> GameRecord {
    GameRecord {
        moves,
        ..GameRecord::begun(init)
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
        ("reversi", json!([2, 3]), "c4"),
        ("reversi", json!([-1, 5]), "pass"),
        ("gomoku-swap", json!([-1, -1]), "swap"),
        ("ataxx", json!([0, 0, 1, 1]), "00-11"),
        ("amazons", json!([0, 2, 0, 3, 0, 2]), "02-03/02"),
        // Moves off the board are shown, too.
        ("reversi", json!([2, 8]), "2,8"),
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
        ("reversi", "d3", "d3"),
        ("reversi", "pass", "pass"),
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
fn random_game(name: &str, seed: u64) -> GameRecord {
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

fn boards(name: &str, record: &GameRecord) -> Vec<Frame> {
    let game = standard().find(name).unwrap();
    expand(&(game.replay)(record).unwrap().frames)
}

fn choices(name: &str, record: &GameRecord, seat: usize) -> Value {
    let game = standard().find(name).unwrap();
    ((game.replay)(record).unwrap().choices)(seat)
}

#[test]
fn nogo_frames_are_the_rules() {
    for seed in 0..5 {
        let mut record = random_game("nogo", seed);
        // The last move is illegal: the first point again.
        record.moves.push(record.moves[0].clone());
        let frames = boards("nogo", &record);
        assert_eq!(frames.len(), record.moves.len() + 1);
        let mut board = nogo::Board::new();
        for (turn, frame) in frames.iter().enumerate() {
            let cells = frame["b"].as_str().unwrap().as_bytes();
            for point in nogo::PointSet::FULL {
                let [x, y] = [point.x(), point.y()].map(usize::from);
                let may = [nogo::Color::Black, nogo::Color::White]
                    .map(|color| board.legal_moves(color).contains(point));
                let want = match cells[9 * x + y] {
                    b'b' => board.stones(nogo::Color::Black).contains(point),
                    b'w' => board.stones(nogo::Color::White).contains(point),
                    b'.' => may == [true, true],
                    b'B' => may == [true, false],
                    b'W' => may == [false, true],
                    _ => may == [false, false] && board.empty().contains(point),
                };
                assert!(want, "turn {turn}, {point}");
            }
            if turn + 2 < frames.len() {
                let [x, y] = [0, 1].map(|i| record.moves[turn][i].as_u64().unwrap());
                board.play(nogo::Point::new(x as u8, y as u8).unwrap());
                assert_eq!(frames[turn + 1]["m"], 9 * x + y);
            }
        }
        let bad = frames.last().unwrap();
        assert!(bad.get("m").is_none() && bad.get("bad").is_some());
    }
}

#[test]
fn reversi_frames_are_the_rules() {
    use reversi::{Board, Cell, CellSet, Move};

    let colors = [reversi::Color::Black, reversi::Color::White];
    let mut passes = 0;
    for seed in 0..20 {
        let mut record = random_game("reversi", seed);
        // The last move is illegal: the first cell again.
        record.moves.push(record.moves[0].clone());
        let frames = boards("reversi", &record);
        assert_eq!(frames.len(), record.moves.len() + 1);
        let mut board = Board::new();
        for (turn, frame) in frames.iter().enumerate() {
            let cells = frame["b"].as_str().unwrap().as_bytes();
            for cell in CellSet::FULL {
                let may = colors.map(|color| board.legal_moves(color).contains(cell));
                let want = match cells[cell.index()] {
                    b'b' => board.discs(colors[0]).contains(cell),
                    b'w' => board.discs(colors[1]).contains(cell),
                    b'+' => may == [true, true],
                    b'B' => may == [true, false],
                    b'W' => may == [false, true],
                    _ => may == [false, false] && board.empty().contains(cell),
                };
                assert!(want, "turn {turn}, {cell}");
            }
            assert_eq!(frame["n"], json!(board.counts()));
            assert_eq!(frame["t"], board.to_move().index());
            if turn + 2 < frames.len() {
                let [x, y] = [0, 1].map(|i| record.moves[turn][i].as_i64().unwrap());
                let next = &frames[turn + 1];
                let Some(cell) = u8::try_from(x).ok().and_then(|x| Cell::new(x, y as u8)) else {
                    passes += 1;
                    assert_eq!((&next["m"], &next["f"]), (&json!(-1), &json!([])));
                    board.play(Move::Pass);
                    continue;
                };
                let flips: Vec<usize> = board.flips(cell).iter().map(Cell::index).collect();
                assert_eq!(
                    (&next["m"], &next["f"]),
                    (&json!(cell.index()), &json!(flips))
                );
                board.play(Move::Place(cell));
            }
        }
        let bad = frames.last().unwrap();
        assert!(bad.get("m").is_none() && bad.get("bad").is_some());
    }
    assert!(passes > 3, "{passes}");
}

#[test]
fn snake_frames_are_the_rules() {
    for seed in 0..5 {
        let mut record = random_game("snake", seed);
        // Player 0 turns back into its neck, or out of the board.
        record
            .moves
            .push(json!([{"verdict": "TLE", "response": null}, 9]));
        let frames = boards("snake", &record);
        let mut seat = snake::botzone::start();
        let mut first = record.init.clone();
        (first["x"], first["y"]) = (json!(1), json!(1));
        snake::botzone::request(&mut seat, &first).unwrap();
        for (turn, frame) in frames.iter().enumerate().take(frames.len() - 1) {
            for player in 0..2 {
                let want: String = (seat.board().segments(player))
                    .flat_map(|cell| [cell.x(), cell.y()])
                    .map(|at| char::from_digit(at.into(), 36).unwrap())
                    .collect();
                assert_eq!(frame[&format!("p{player}")], want, "turn {turn}");
            }
            if turn + 2 < frames.len() {
                let both = [0, 1].map(|i| record.moves[turn][i].as_u64().unwrap() as usize);
                let [a, b] = both.map(|i| snake::Direction::from_index(i).unwrap());
                seat.try_play((a, b)).unwrap();
            }
        }
        let last = frames.last().unwrap();
        assert_eq!(
            (&last["x0"], &last["x1"]),
            (&json!("invalid_input"), &json!("bad_direction"))
        );
    }
}

#[test]
fn tetris2_frames_are_the_rules() {
    let mut colors = 0;
    for seed in 0..30 {
        let record = random_game("tetris2", seed);
        let frames = boards("tetris2", &record);
        let mut referee = tetris2::botzone::Referee::new();
        referee.begin(&record.init);
        for (turn, frame) in frames.iter().enumerate() {
            for color in Color::ALL {
                let player = referee.board().player(color);
                let cells = frame[&format!("w{color}")].as_str().unwrap();
                for (place, cell) in cells.bytes().enumerate() {
                    let (x, y) = (place as i32 % 10 + 1, 20 - place as i32 / 10);
                    assert_eq!(cell != b'.', player.well.occupied(x, y), "turn {turn}");
                    colors += usize::from(cell.is_ascii_uppercase());
                }
                let piece = frame["n"].as_str().unwrap().as_bytes()[color.index()];
                assert_eq!(char::from(piece).to_string(), player.piece.to_string());
                assert_eq!(frame["t"][color.index()], player.total);
                assert_eq!(frame[&format!("g{color}")], player.given.to_string());
            }
            if let Some(moves) = record.moves.get(turn) {
                let half = |i: usize| json!({"verdict": "OK", "response": moves[i]});
                referee.turn(&json!({"0": half(0), "1": half(1)}));
            }
        }
    }
    assert!(
        colors > 1000,
        "{colors} cells of pieces that have just come"
    );
}

/// A half of random operations, those that kill at once less often.
fn random_half(seed: u64) -> GameRecord {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = snakego::Position::new(snakego::Rules::generate_for(seed, 40));
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
fn snakego_frames_are_the_rules() {
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
                let operation = snakego::Operation::from_number(number.as_u64().unwrap() as u8);
                board.play(&rules, operation.unwrap());
            }
        }
        assert!(board.is_over());
    }
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
