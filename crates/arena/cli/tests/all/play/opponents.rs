//! The opponents of a person, and the limits of a hint.

use crate::common::read_games;
use anyhow::ensure;
use players::player::Player;
use referee::conduct::Mode;
use serde_json::json;
use viewer::play::hint::Adviser;
use viewer::play::opponents::{Level, Opponents};

use super::playing_in;
use crate::common::{LONG, SESSION_BOT, command, contest, session_bot, session_words};

/// The limits told to an adviser whose opponent may search one node: its time and, if it has a budget, its nodes. It needs
/// more than that time, and gets it.
fn told_for_a_hint(nodes: Option<u64>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let told = folder.path().join("told");
    let script = format!(
        "echo \"$@\" >> '{}'; sleep 1.2; exec env SESSION_BOT_GAME=nogo {SESSION_BOT} --no-keep-running --nodes 1",
        told.display()
    );
    let adviser = Adviser {
        name: "adviser".to_owned(),
        player: Box::new(move || {
            let words = ["sh", "-c", &script, "sh", "{time-ms}"];
            let nodes = nodes.map(|_| "{nodes}");
            let words: Vec<&str> = words.into_iter().chain(nodes).collect();
            let mut teller = command(&words);
            // It writes where we read.
            teller.overrides.no_sandbox = true;
            Ok(teller)
        }),
        nodes,
    };
    let bot = session_bot("nogo", "--no-keep-running");
    let planned = contest(Player::human(), bot, Mode::Restart, LONG, 2);
    playing_in(planned, &adviser, None, |page| {
        page.asked(0);
        assert_eq!(page.post("move", "4,4"), 204);
        page.asked(2);
        assert_eq!(page.post("hint", ""), 204);
        page.wait(|news| news["hint"]["move"].is_string());
    });
    // The other side may be asked, too, before the game is cancelled.
    let told = std::fs::read_to_string(told).unwrap();
    told.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_hint_has_a_budget_of_its_own() {
    assert_eq!(told_for_a_hint(Some(77)), "60000 77");
    assert_eq!(told_for_a_hint(None), "1000");
    // An opponent that gives hints leaves its handicap behind.
    let mut weak = session_bot("nogo", "--no-keep-running");
    (weak.overrides.nodes, weak.overrides.time_ms) = (Some(1), Some(50));
    let planned = contest(Player::human(), weak, Mode::Restart, LONG, 2);
    let adviser = Adviser::opponent(&planned, 0, None);
    let own = (adviser.player)().unwrap().overrides;
    assert_eq!((own.nodes, own.time_ms), (None, None));
}

#[test]
fn another_opponent_begins_other_games() {
    let against = |name: &str| {
        let words = session_words("nogo", "--no-keep-running");
        let bot = Player::command(name, words);
        contest(Player::human(), bot, Mode::Restart, LONG, 2)
    };
    let level = Level {
        nodes: Some(1),
        time_ms: 1000,
    };
    let names = ["first", "second", "broken"].map(str::to_owned).to_vec();
    let opponents = Opponents::new(names, "first", level, |name, level| {
        ensure!(name != "broken", "it cannot be had");
        let mut planned = against(name);
        planned.rules.nodes = level.nodes;
        Ok(planned)
    });
    let adviser = Adviser::opponent(&against("first"), 0, Some(1));
    playing_in(against("first"), &adviser, Some(&opponents), |page| {
        page.asked(0);
        let choice = json!({"opponent": 0, "level": 0});
        assert_eq!(page.news["session"]["choice"], choice);
        assert_eq!(page.post("move", "4,4"), 204);
        page.asked(2);
        for wrong in [
            r#"{"opponent":3,"level":0}"#,
            r#"{"opponent":1,"level":5}"#,
            "x",
        ] {
            assert_eq!(page.post("opponent", wrong), 400, "{wrong}");
        }
        // One that cannot be had leaves the game as it is.
        assert_eq!(page.post("opponent", r#"{"opponent":2,"level":0}"#), 204);
        page.wait(|news| news["session"]["change"]["failed"] == "it cannot be had");
        page.asked(2);
        assert_eq!(page.post("opponent", r#"{"opponent":1,"level":2}"#), 204);
        page.wait(|news| news["session"]["session"] == 1);
        page.asked(0);
        let session = &page.news["session"];
        assert_eq!(
            (&session["players"], &session["nodes"]),
            (&json!(["human", "second"]), &json!(1000))
        );
        assert_eq!(page.post("move", "0,0"), 204);
        page.asked(2);
        let (header, games) = read_games(page.get("log").as_bytes());
        assert_eq!((header.players[1].as_str(), games.len()), ("second", 0));
    });
}
