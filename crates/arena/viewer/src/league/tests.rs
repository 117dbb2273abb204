//! A league's file while it grows, and what the page is told.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use contest::running::Running;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::follow::{Follow, News};
use super::{LeaguePages, page};
use crate::server::Asked;
use crate::tests::{header_of, record};

fn header(players: &[&str]) -> String {
    let mut header = serde_json::to_value(header_of("nogo")).unwrap();
    header["league"] = json!(true);
    header["players"] = json!(players);
    header["games"] = json!(4);
    format!("{header}\n")
}

/// Game `id` between two players; the one in seat 0 wins after three plies.
fn game(a: usize, b: usize, id: u32) -> String {
    let moves = vec![json!([4, 4]), json!([0, 8]), json!([2, 7])];
    let mut game = serde_json::to_value(record(id, Value::Null, moves)).unwrap();
    game["a"] = json!(a);
    game["b"] = json!(b);
    format!("{game}\n")
}

fn append(path: &Path, text: &str) {
    let mut file = OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

/// A league of three with two games in it.
fn league() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    fs::write(&path, header(&["a", "b", "c"])).unwrap();
    append(&path, &(game(0, 1, 0) + &game(0, 2, 0)));
    (folder, path)
}

fn pages(path: &Path) -> LeaguePages {
    let games = gameplay::games::standard();
    LeaguePages::open(path, &games, Running::default()).unwrap()
}

fn asked(query: &str) -> Asked {
    Asked {
        path: String::new(),
        query: query.to_owned(),
        sent: None,
    }
}

#[test]
fn a_file_is_followed_while_it_grows() {
    let (_folder, path) = league();
    let mut follow = Follow::open(&path).unwrap();
    assert_eq!(follow.games.len(), 2);
    assert_eq!(follow.read().unwrap(), News::None);
    // A line that is being written is read when it is complete.
    let line = game(1, 2, 0);
    let (start, end) = line.split_at(40);
    append(&path, start);
    assert_eq!(follow.read().unwrap(), News::None);
    append(&path, end);
    assert_eq!(follow.read().unwrap(), News::Games);
    append(&path, &game(0, 1, 1));
    assert_eq!(follow.read().unwrap(), News::Games);
    assert_eq!(follow.standings.games, 4);
    assert_eq!(follow.standings.points[0][1], (1.0, 2));
    let winners: Vec<_> = follow.games.iter().map(|game| game.winner).collect();
    assert_eq!(winners, [Some(0), Some(0), Some(1), Some(1)]);
    // Each is found again where it stands.
    for (a, b, id) in [(0, 1, 0), (2, 0, 0), (1, 2, 0), (1, 0, 1)] {
        let found = follow.game(a, b, id).unwrap().unwrap();
        assert_eq!((found.a.min(found.b), found.id), (a.min(b), id));
    }
    assert_eq!(follow.game(0, 1, 2).unwrap(), None);
    // The league gets a player: another first line, in a new file.
    let text = fs::read_to_string(&path).unwrap();
    let (_, games) = text.split_once('\n').unwrap();
    let grown = path.with_extension("new");
    fs::write(&grown, header(&["a", "b", "c", "d"]) + games).unwrap();
    fs::rename(&grown, &path).unwrap();
    assert_eq!(follow.read().unwrap(), News::Header);
    assert_eq!((follow.header.players.len(), follow.games.len()), (4, 4));
    append(&path, "no game\n");
    let error = format!("{:#}", follow.read().unwrap_err());
    assert!(
        error.contains("line") && error.contains("damaged"),
        "{error}"
    );
}

#[test]
fn a_curve_has_few_points_however_long_the_league_is() {
    let (_folder, path) = league();
    let all: String = (0..300).map(|_| game(0, 1, 0)).collect();
    append(&path, &all);
    let follow = Follow::open(&path).unwrap();
    let games = &follow.curve.games;
    assert!((40..80).contains(&games.len()), "{games:?}");
    assert_eq!(games.len(), follow.curve.elo.len());
    assert!(games.windows(2).all(|pair| pair[1] - pair[0] == games[0]));
    assert!(follow.curve.elo.iter().all(|elo| elo.len() == 3));
}

#[test]
fn the_page_gets_table_games_and_replays() {
    let (_folder, path) = league();
    let pages = pages(&path);
    let news = pages.standings(&asked(""));
    let table = &news["table"];
    assert_eq!(table["players"], json!(["a", "b", "c"]));
    assert_eq!((&table["games"], &table["each"]), (&json!(2), &json!(4)));
    assert_eq!(table["cross"][0][1], json!([1.0, 1]));
    assert!(table["rows"][0]["elo"].as_f64() > table["rows"][1]["elo"].as_f64());
    assert_eq!(news["running"], json!([]));
    let known = pages.standings(&asked(&format!("since={}", table["version"])));
    assert_eq!(known["table"], Value::Null);

    let games = pages.games(&asked("a=2&b=0")).unwrap();
    assert_eq!(
        games,
        json!([{"a": 0, "b": 2, "id": 0, "turns": 3, "winner": 0}])
    );
    let replay = pages.game(&asked("a=0&b=2&id=0")).unwrap().unwrap();
    assert!(
        replay.contains("\"players\":[\"a\",\"c\"]"),
        "no replay of a and c"
    );
    for none in [
        "a=0&b=2&id=1",
        "a=0&b=9&id=0",
        "a=0&b=1",
        "a=-1&b=1&id=0",
        "",
    ] {
        assert!(pages.game(&asked(none)).unwrap().is_none(), "{none}");
    }
}

#[test]
fn the_page_carries_its_chinese() {
    let page = page::league();
    assert!(page.contains("\"Standings\":\"") && !page.contains("{{"));
}
