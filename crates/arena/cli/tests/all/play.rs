//! `arena play` without a browser: what its page does, over the wire.

mod opponents;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::read_games;
use contest::Contest;
use players::player::Player;
use referee::Host;
use referee::conduct::Mode;
use serde_json::{Value, json};
use viewer::play::hint::Adviser;
use viewer::play::opponents::Opponents;
use viewer::server::{Limits, Local};

use crate::common::{LONG, command, contest, host, session_bot};

const SAIBLO_BOT: &str = env!("CARGO_BIN_EXE_saiblo-bot");

/// A page's side of the conversation.
struct Page {
    url: String,
    news: Value,
}

impl Page {
    fn post(&self, path: &str, body: &str) -> u16 {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .new_agent();
        let answer = agent.post(format!("{}{path}", self.url)).send(body);
        answer.unwrap().status().as_u16()
    }

    fn get(&self, path: &str) -> String {
        let mut answer = ureq::get(format!("{}{path}", self.url)).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    }

    /// Waits for news that meets this condition.
    fn wait(&mut self, what: impl Fn(&Value) -> bool) {
        let started = Instant::now();
        while !what(&self.news) {
            assert!(started.elapsed() < LONG, "never: {}", self.news);
            thread::sleep(Duration::from_millis(5));
            self.news = serde_json::from_str(&self.get("state")).unwrap();
        }
    }

    /// The last game.
    fn game(&self) -> &Value {
        let games = self.news["games"].as_object().unwrap();
        &games[&(games.len() - 1).to_string()]
    }

    fn moves(&self) -> usize {
        self.game()["turns"].as_array().unwrap().len()
    }

    /// Waits until the person is asked after this many turns.
    fn asked(&mut self, turns: usize) {
        self.wait(|news| news["ask"].is_object() && played(news) == Some(turns));
    }

    fn first_move(&self) -> String {
        self.news["ask"]["moves"][0].as_str().unwrap().to_owned()
    }
}

/// The turns of the last game.
fn played(news: &Value) -> Option<usize> {
    let games = news["games"].as_object()?;
    let last = games.get(&(games.len() - 1).to_string())?;
    last["turns"].as_array().map(Vec::len)
}

/// Plays NoGo as black against the random player, who gives hints, too.
fn playing(test: impl FnOnce(&mut Page)) {
    let bot = session_bot("nogo", "--no-keep-running");
    let planned = contest(Player::human(), bot, Mode::Restart, LONG, 2);
    let adviser = Adviser {
        name: "adviser".to_owned(),
        player: Box::new(|| Ok(session_bot("nogo", "--no-keep-running"))),
        nodes: Some(1),
    };
    playing_in(planned, &adviser, None, test);
}

/// Plays halves of SnakeGo from seat 0 against a random player, which plays the same in the same position.
fn playing_halves(test: impl FnOnce(&mut Page)) {
    let words = [SAIBLO_BOT, "good", "--seed", "7", "--nodes", "1"];
    let planned = Contest {
        host: Host {
            rounds: Some(60),
            ..host("snakego")
        },
        ..contest(Player::human(), command(&words), Mode::KeepRunning, LONG, 2)
    };
    let adviser = Adviser::opponent(&planned, 0, Some(1));
    playing_in(planned, &adviser, None, test);
}

fn playing_in(
    mut planned: Contest,
    adviser: &Adviser,
    opponents: Option<&Opponents<'_>>,
    test: impl FnOnce(&mut Page),
) {
    planned.rules.nodes = Some(1);
    let games = gameplay::games::standard();
    let mut game = viewer::play::start(&planned, &games, &[0, 1], 0, Some(adviser)).unwrap();
    if let Some(opponents) = opponents {
        game.offer(opponents);
    }
    let game = Arc::new(game);
    let local = Local::listen(0, Limits::default()).unwrap();
    let mut page = Page {
        url: local.url(),
        news: Value::Null,
    };
    thread::scope(|scope| {
        let served =
            scope.spawn(|| viewer::play::serve(&planned, &game, &local, Some(adviser), opponents));
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| test(&mut page)));
        planned.rules.cancel.cancel();
        let served = served.join().unwrap();
        if let Err(panic) = done {
            std::panic::resume_unwind(panic);
        }
        served.unwrap();
    });
}

#[test]
fn a_move_is_taken_back_and_the_game_goes_on_from_there() {
    playing(|page| {
        page.asked(0);
        assert_eq!(page.post("undo", ""), 400);
        assert_eq!(page.post("move", "4,4"), 204);
        page.asked(2);
        let reply = page.game()["turns"][1][0]["m"].clone();
        let second = page.first_move();
        assert_eq!(page.post("move", &second), 204);
        page.asked(4);
        assert_eq!(page.post("undo", ""), 204);
        page.asked(2);
        // The turns before it are as they were, with their times.
        let turns = page.game()["turns"].clone();
        assert_eq!(
            (&turns[0][0]["m"], &turns[1][0]["m"]),
            (&json!("4,4"), &reply)
        );
        assert!(
            turns[1][0]["t"].is_number() && page.game()["opening"] == 0,
            "{turns}"
        );
        assert_eq!(page.post("undo", ""), 204);
        page.asked(0);
        assert_eq!(page.news["undo"], false);
    });
}

#[test]
fn a_hint_is_a_legal_move_of_the_position() {
    playing(|page| {
        page.asked(0);
        page.post("move", "4,4");
        page.asked(2);
        assert_eq!(page.post("hint", ""), 204);
        page.wait(|news| news["hint"]["busy"].is_null() && news["hint"]["turn"] == 2);
        let hint = page.news["hint"]["move"].clone();
        let legal = page.news["ask"]["moves"].as_array().unwrap();
        assert!(legal.contains(&hint), "{}", page.news["hint"]);
        // It has changed nothing.
        assert_eq!(page.moves(), 2);
        // The next position has none.
        page.post("move", hint.as_str().unwrap());
        page.asked(4);
        assert_ne!(page.news["hint"]["turn"], 4);
    });
}

#[test]
fn games_follow_each_other_and_the_finished_ones_are_a_log() {
    playing(|page| {
        page.asked(0);
        page.post("move", "0,0");
        page.asked(2);
        // A game that is given up is in no log.
        assert_eq!(page.post("swap", ""), 204);
        page.wait(|news| news["games"]["0"]["seats"] == json!([1, 0]));
        page.asked(1);
        assert!(read_games(page.get("log").as_bytes()).1.is_empty());
        for turns in (1..).step_by(2) {
            page.wait(|news| {
                !news["games"]["0"]["live"].as_bool().unwrap() || news["ask"].is_object()
            });
            if page.game()["live"] == false {
                break;
            }
            page.asked(turns);
            let next = page.first_move();
            page.post("move", &next);
            page.wait(|news| {
                let game = &news["games"]["0"];
                game["live"] == false || game["turns"].as_array().unwrap().len() > turns
            });
        }
        assert_eq!(page.post("hint", ""), 400);
        let (header, games) = read_games(page.get("log").as_bytes());
        assert_eq!((header.games, games.len()), (1, 1));
        assert_eq!((&games[0].seats, games[0].opening), (&vec![1, 0], 0));
        assert!(games[0].result.winner.is_some() && header.players[0] == "human");
        // A finished game is taken back, too: then it goes on, and is in no log any more.
        let length = games[0].moves.len();
        assert_eq!(page.post("undo", ""), 204);
        page.wait(|news| news["games"]["0"]["live"] == true && news["ask"].is_object());
        assert!(page.moves() < length);
        assert!(read_games(page.get("log").as_bytes()).1.is_empty());
    });
}

/// Plays on until this can be played at the start of a half-round, and returns how many turns there are then.
fn play_until(page: &mut Page, wanted: &str) -> usize {
    for turns in (0..).step_by(2) {
        page.asked(turns);
        let moves = page.news["ask"]["moves"].as_array().unwrap();
        if moves.iter().any(|word| word == wanted) {
            return turns;
        }
        let next = page.first_move();
        assert_eq!(page.post("move", &next), 204);
    }
    unreachable!()
}

#[test]
fn in_a_half_every_decision_of_a_half_round_is_taken_back_alone() {
    playing_halves(|page| {
        page.asked(0);
        assert_eq!(
            (page.post("undo", ""), &page.news["undo"]),
            (400, &json!(false))
        );
        let turns = play_until(page, "split");
        assert_eq!(page.post("move", "split"), 204);
        page.asked(turns + 2);
        let (two_snakes, ask) = (page.game().clone(), page.news["ask"].clone());
        let first = page.first_move();
        assert_eq!(page.post("move", &first), 204);
        // The second snake of the same half-round.
        page.asked(turns + 3);
        assert_ne!(page.news["ask"]["id"], ask["id"]);
        let (second_asked, second_ask) = (page.game().clone(), page.news["ask"].clone());
        let second = page.first_move();
        assert_eq!(page.post("move", &second), 204);
        page.asked(turns + 4);
        let after = page.game()["turns"].clone();

        // Back by one operation of the half-round, and by the other.
        for (turns, frames, ask) in [
            (turns + 3, &second_asked["frames"], &second_ask),
            (turns + 2, &two_snakes["frames"], &ask),
        ] {
            assert_eq!(page.post("undo", ""), 204);
            page.asked(turns);
            assert_eq!((&page.game()["frames"], &page.news["ask"]), (frames, ask));
        }
        // The turns before are as they were, with their times; and the bot answers what it answered.
        let known = second_asked["turns"].as_array().unwrap();
        assert_eq!(
            page.game()["turns"].as_array().unwrap()[..],
            known[..turns + 2]
        );
        assert_eq!(page.post("move", &first), 204);
        page.asked(turns + 3);
        assert_eq!(page.post("move", &second), 204);
        page.asked(turns + 4);
        let again = page.game()["turns"].as_array().unwrap().iter();
        for (turn, was) in again.zip(after.as_array().unwrap()) {
            assert_eq!((&turn[0]["s"], &turn[0]["m"]), (&was[0]["s"], &was[0]["m"]));
        }
        // To the start: one decision in each half-round before, the split, and two.
        for left in (0..turns / 2 + 3).rev() {
            let before = page.moves();
            assert_eq!(page.post("undo", ""), 204);
            page.wait(|news| news["ask"].is_object() && played(news).unwrap() < before);
            assert_eq!(page.news["undo"], left > 0);
        }
        page.asked(0);
    });
}

#[test]
fn in_a_half_a_hint_is_for_the_snake_that_is_to_act() {
    playing_halves(|page| {
        let turns = play_until(page, "split");
        assert_eq!(page.post("move", "split"), 204);
        let sign = |word: &Value| match word.as_str().unwrap() {
            "right" => "→",
            "up" => "↑",
            "left" => "←",
            "down" => "↓",
            "fire" => "⚡",
            _ => "✂",
        };
        for turns in [turns + 2, turns + 3] {
            page.asked(turns);
            // The hint for the snake before is gone.
            assert!(page.news["hint"].is_null(), "{}", page.news["hint"]);
            assert_eq!(page.post("hint", ""), 204);
            page.wait(|news| news["hint"]["turn"] == turns && news["hint"]["busy"].is_null());
            let hint = page.news["hint"]["move"].clone();
            let legal = page.news["ask"]["moves"].as_array().unwrap();
            let word = legal
                .iter()
                .find(|word| hint == sign(word))
                .unwrap()
                .clone();
            assert_eq!(page.moves(), turns);
            assert_eq!(page.post("move", word.as_str().unwrap()), 204);
        }
        page.asked(turns + 4);
    });
}

#[test]
fn a_finished_half_is_taken_back_and_goes_on() {
    playing_halves(|page| {
        for turns in (0..).step_by(2) {
            page.wait(|news| {
                let game = &news["games"]["0"];
                let played = game["turns"].as_array().map(Vec::len);
                game["live"] == false || news["ask"].is_object() && played == Some(turns)
            });
            if page.game()["live"] == false {
                break;
            }
            let next = page.first_move();
            page.post("move", &next);
        }
        let (length, frames) = (page.moves(), page.game()["frames"].clone());
        assert_eq!(page.post("undo", ""), 204);
        page.wait(|news| news["games"]["0"]["live"] == true && news["ask"].is_object());
        let left = page.moves();
        assert!(
            left < length && left.is_multiple_of(2),
            "{left} of {length}"
        );
        let frames = frames.as_array().unwrap();
        assert_eq!(
            page.game()["frames"].as_array().unwrap()[..],
            frames[..=left]
        );
        assert!(read_games(page.get("log").as_bytes()).1.is_empty());
    });
}
