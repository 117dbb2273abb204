//! The pages of a league, asked for as a browser does, while its games run and when they have ended.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::common::{ARENA, LONG, SESSION_BOT};

/// An `arena league --serve`, ended with Ctrl-C.
pub struct League(Child, pub String);

impl League {
    /// Starts it; its page has this address.
    pub fn start(arguments: &[&str]) -> League {
        let mut child = Command::new(ARENA)
            .args(["league", "--serve"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        // It must not wait for somebody to read.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        League(child, line.trim().to_owned())
    }

    /// Interrupts it, and returns true if it succeeds.
    pub fn end(mut self) -> bool {
        kill_process(Pid::from_child(&self.0), Signal::INT).unwrap();
        self.0.wait().unwrap().success()
    }
}

impl Drop for League {
    fn drop(&mut self) {
        // A failed test must leave nothing behind.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A random player that takes `ms` milliseconds a turn, as a league names it.
pub fn player(name: &str, ms: u32) -> String {
    format!("cmd:env NAME={name} SESSION_BOT_SLEEP={ms} {SESSION_BOT} --nodes 1 --seed {{seed}}")
}

fn get(url: &str) -> (u16, String) {
    let agent = ureq::Agent::config_builder().http_status_as_error(false);
    let mut answer = agent.build().new_agent().get(url).call().unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    (answer.status().as_u16(), text)
}

fn json(url: &str) -> Value {
    let (status, text) = get(url);
    assert_eq!(status, 200, "{url}: {text}");
    serde_json::from_str(&text).unwrap()
}

/// Asks until the answer is what is waited for.
fn until<T>(mut found: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(started.elapsed() < LONG, "it never came");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// The options of a league of NoGo in this file.
pub fn games(out: &Path) -> [String; 4] {
    let out = out.display().to_string();
    [
        "--out".to_owned(),
        out,
        "--game".to_owned(),
        "nogo".to_owned(),
    ]
}

#[test]
fn a_league_is_watched_while_it_runs_and_looked_at_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let out = games(&folder.path().join("league.jsonl"));
    let go = folder.path().join("go");
    let waits = format!("SESSION_BOT_WAIT={}", go.display());
    let players = ["a", "b", "c"].map(|name| player(&format!("{name} {waits}"), 0));
    let mut arguments: Vec<&str> = players.iter().chain(&out).map(String::as_str).collect();
    arguments.extend(["--games", "2", "--jobs", "1", "--time-ms", "600000"]);
    let league = League::start(&arguments);
    let url = league.1.trim_end_matches('/').to_owned();
    let (status, page) = get(&format!("{url}/"));
    assert!(status == 200 && page.contains("id=\"standings\""), "{page}");

    // A running game grows turn by turn and is a replay when it has ended.
    let running = until(|| {
        let news = json(&format!("{url}/standings"));
        let game = news["running"][0].clone();
        (game["turns"].as_u64()? > 2).then_some(game)
    });
    let [a, b, id] = ["a", "b", "id"].map(|key| running[key].to_string());
    let game = format!("a={a}&b={b}&id={id}");
    let (status, page) = get(&format!("{url}/game?{game}"));
    assert_eq!(status, 200, "{page}");
    std::fs::write(go, "").unwrap();
    let turns = |news: &Value| news["game"]["turns"].as_array().map_or(0, Vec::len);
    let mut seen = 0;
    until(|| {
        let (status, text) = get(&format!("{url}/state?{game}&since=-1"));
        // For a moment the game is neither running nor in the file.
        let news: Value = serde_json::from_str(&text).ok().filter(|_| status == 200)?;
        assert!(turns(&news) >= seen, "a game does not shrink");
        seen = turns(&news);
        (news["game"]["live"] != true).then_some(())
    });
    assert!(seen > 10, "{seen} turns");

    let table = until(|| {
        let news = json(&format!("{url}/standings?since=0"));
        (news["table"]["games"] == 6).then(|| news["table"].clone())
    });
    assert_eq!(table["rows"].as_array().unwrap().len(), 3);
    assert_eq!(table["cross"][0][1][1], 2);
    assert_eq!(
        json(&format!("{url}/games?a=0&b=1"))
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let (status, page) = get(&format!("{url}/game?{game}"));
    assert!(status == 200 && page.contains("\"frames\":"), "{page}");
    assert_eq!(get(&format!("{url}/game?a=0&b=1&id=7")).0, 404);
    assert_eq!(get(&format!("{url}/move")).0, 404);
    assert!(league.end(), "Ctrl-C after the last game is no failure");

    // The finished file alone, without naming a player; its pages speak the language that is asked for.
    let finished = League::start(&[&out[0], &out[1], "--lang", "zh"]);
    for path in ["", &format!("game?{game}")] {
        let (status, page) = get(&format!("{}{path}", finished.1));
        assert!(status == 200 && page.contains("\"lang\":\"zh\""), "{page}");
    }
    let news = json(&format!("{}standings", finished.1));
    assert_eq!(news["table"]["games"], 6);
    assert_eq!(news["table"]["rows"], table["rows"]);
    assert!(finished.end());
}

#[test]
fn other_sites_get_nothing_of_a_league() {
    let folder = tempfile::tempdir().unwrap();
    let out = games(&folder.path().join("league.jsonl"));
    let players = ["a", "b"].map(|name| player(name, 0));
    let mut arguments: Vec<&str> = players.iter().chain(&out).map(String::as_str).collect();
    arguments.extend(["--games", "2"]);
    let league = League::start(&arguments);
    for (field, value) in [("host", "example.org"), ("origin", "http://example.org")] {
        let agent = ureq::Agent::config_builder().http_status_as_error(false);
        let request = agent
            .build()
            .new_agent()
            .get(format!("{}standings", league.1));
        let answer = request.header(field, value).call().unwrap();
        assert_eq!(answer.status().as_u16(), 400, "{field}");
    }
    league.end();
}

#[test]
fn a_file_that_is_no_league_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.jsonl");
    let output = Command::new(ARENA)
        .args(["league", "--serve", "--out"])
        .arg(&path)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && errors.contains("none.jsonl"),
        "{errors}"
    );
}
