//! The page's data against the rules, and what may not break the page.

use std::fs;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tetris2::Color;

use super::command::{ReplayArgs, run};
use super::film::{Frame, frames};
use super::writer::PageWriter;
use crate::log::tests::{game as record, header};
use crate::log::{self, GameRecord, Header};

fn header_of(game: &str) -> Header {
    Header {
        game: Some(game.to_owned()),
        ..header()
    }
}

/// A random game of Botzone's, up to 60 turns, as a log has it; it does not end.
fn random_game(name: &str, seed: u64) -> GameRecord {
    let game = crate::game::find(name).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let init = (game.initdata)(seed);
    let turns = (game.opening)(&init, &mut random, 60);
    let made = (game.referee)().begin(&init).unwrap()["initdata"].clone();
    let moves = turns.iter().map(|turn| {
        let mut moves: Vec<Value> = turn
            .iter()
            .map(|(_, response)| (game.short)(response).unwrap())
            .collect();
        if moves.len() == 1 {
            moves.remove(0)
        } else {
            moves.into()
        }
    });
    GameRecord {
        init: made,
        moves: moves.collect(),
        replies: Vec::new(),
        ..record(0, [1, 0])
    }
}

/// The page of these games.
fn page(header: &Header, games: &[GameRecord]) -> anyhow::Result<String> {
    let mut page = PageWriter::new(Vec::new(), header, &header.players)?;
    for game in games {
        page.add(game, None)?;
    }
    page.check()?;
    Ok(String::from_utf8(page.finish()?.output)?)
}

/// The data of a page, as its scripts read it.
fn data_of(page: &str) -> Value {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"data\">")
        .unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

fn film(name: &str, record: &GameRecord) -> Vec<Frame> {
    let page = page(&header_of(name), std::slice::from_ref(record)).unwrap();
    frames(&data_of(&page)["games"][0]["film"])
}

#[test]
fn nogo_frames_are_the_rules() {
    for seed in 0..5 {
        let mut record = random_game("nogo", seed);
        // The last move is illegal: the first point again.
        record.moves.push(record.moves[0].clone());
        let frames = film("nogo", &record);
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
fn snake_frames_are_the_rules() {
    for seed in 0..5 {
        let mut record = random_game("snake", seed);
        // Player 0 turns back into its neck, or out of the board.
        record
            .moves
            .push(json!([{"verdict": "TLE", "response": null}, 9]));
        let frames = film("snake", &record);
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
    let mut colours = 0;
    for seed in 0..30 {
        let record = random_game("tetris2", seed);
        let frames = film("tetris2", &record);
        let mut referee = tetris2::botzone::Referee::new();
        referee.begin(&record.init);
        for (turn, frame) in frames.iter().enumerate() {
            for color in Color::ALL {
                let player = referee.board().player(color);
                let cells = frame[&format!("w{color}")].as_str().unwrap();
                for (place, cell) in cells.bytes().enumerate() {
                    let (x, y) = (place as i32 % 10 + 1, 20 - place as i32 / 10);
                    assert_eq!(cell != b'.', player.well.occupied(x, y), "turn {turn}");
                    colours += usize::from(cell.is_ascii_uppercase());
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
        colours > 1000,
        "{colours} cells of pieces that have just come"
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
        ..record(0, [1, 0])
    }
}

#[test]
fn snakego_frames_are_the_rules() {
    for seed in 0..5 {
        let half = random_half(seed);
        let frames = film("snakego", &half);
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
fn no_text_breaks_the_page() {
    let evil = "</script><!--<script>\u{2028}\"'\\ & {{data}} {{script}} \u{0}";
    let mut record = random_game("nogo", 1);
    record.replies = record_replies(evil);
    record.result.err = Some(evil.to_owned());
    let header = Header {
        players: [evil.to_owned(), "b".to_owned()],
        ..header_of("nogo")
    };
    let page = page(&header, &[record]).unwrap();
    assert_eq!(page.matches("</script>").count(), 2);
    let data = data_of(&page);
    assert_eq!(data["players"][0], evil);
    assert_eq!(data["games"][0]["err"], evil);
    let done = &data["games"][0]["turns"][1][0];
    assert_eq!(
        (&done["d"], &done["x"], &done["v"]),
        (&json!(evil), &json!(evil), &json!("TLE"))
    );
    assert_eq!((&done["s"], &done["t"]), (&json!(1), &json!(1000.5)));
    // A page needs nothing from anywhere.
    for word in ["http:", "https:", "src=", "@import", "url(h"] {
        assert!(!page.replace(evil, "").contains(word), "{word}");
    }
}

fn record_replies(text: &str) -> Vec<log::ReplyRecord> {
    let mut replies = record(0, [1, 0]).replies;
    for reply in &mut replies {
        (reply.debug, reply.trouble) = (Some(text.to_owned()), Some(text.to_owned()));
    }
    replies
}

#[test]
fn a_match_of_two_halves_has_a_winner() {
    let halves = [
        random_half(3),
        GameRecord {
            id: 1,
            seats: [1, 0],
            ..random_half(3)
        },
    ];
    let data = data_of(&page(&header_of("snakego"), &halves).unwrap());
    assert!(data["matches"]["0"].is_u64(), "{}", data["matches"]);
    assert_eq!(data["games"].as_array().unwrap().len(), 2);
    let data = data_of(&page(&header_of("snakego"), &halves[..1]).unwrap());
    assert_eq!(data["matches"], json!({}));
}

#[test]
fn what_cannot_be_shown_says_so() {
    let said =
        |name: &str, game: GameRecord| page(&header_of(name), &[game]).unwrap_err().to_string();
    let text = said("chess", record(0, [1, 0]));
    assert!(
        text.contains("is of chess") && text.contains("nogo, snake, snakego, tetris2"),
        "{text}"
    );
    let unknown = Header {
        game: None,
        ..header()
    };
    assert!(page(&unknown, &[record(0, [1, 0])]).is_err());
    assert!(
        page(&header(), &[])
            .unwrap_err()
            .to_string()
            .contains("no finished game")
    );
    assert!(
        said(
            "snake",
            GameRecord {
                init: json!({"obstacle": 1}),
                ..record(7, [1, 0])
            }
        )
        .contains("game 7")
    );
    assert!(said("snakego", record(0, [1, 0])).contains("random_seed"));
}

#[test]
fn the_command_writes_a_page_and_names_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut text = Vec::new();
    log::write(&mut text, &header_of("nogo")).unwrap();
    for id in 0..3 {
        let game = GameRecord {
            id,
            ..random_game("nogo", id.into())
        };
        log::write(&mut text, &game).unwrap();
    }
    fs::write(&path, &text).unwrap();
    let args = |game: &[u32]| ReplayArgs {
        log: path.clone(),
        out: None,
        game: game.to_vec(),
    };
    run(&args(&[2, 0])).unwrap();
    let page = fs::read_to_string(folder.path().join("games.html")).unwrap();
    let games = data_of(&page)["games"].take();
    let ids: Vec<u64> = games
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, [0, 2]);

    let said = |args: &ReplayArgs| format!("{:#}", run(args).unwrap_err());
    let error = said(&args(&[5]));
    assert!(
        error.contains("games.jsonl") && error.contains("game 5 is not in it; it has 3 games"),
        "{error}"
    );
    let over = ReplayArgs {
        out: Some(path.clone()),
        ..args(&[])
    };
    assert!(said(&over).contains("would replace the log"));
    let none = ReplayArgs {
        log: folder.path().join("none"),
        ..args(&[])
    };
    assert!(said(&none).contains("arena match --log"));
    for (text, want) in [
        ("", "line 1"),
        ("{}\n", "no match log"),
        ("hello\n{}\n", "line 1"),
        (
            "{\"format\":\"arena-league\",\"version\":9}\n",
            "league version 9",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let error = said(&args(&[]));
        assert!(
            error.contains("games.jsonl") && error.contains("arena match --log"),
            "{error}"
        );
        assert!(error.contains(want), "{error}");
    }
    let header_only = serde_json::to_string(&header_of("nogo")).unwrap();
    fs::write(&path, format!("{header_only}\n")).unwrap();
    assert!(said(&args(&[])).contains("no finished game"));
}
