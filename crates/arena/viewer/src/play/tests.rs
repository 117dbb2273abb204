//! Games over the wire, as the page plays them, and requests that no page of ours sends.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use arena_common::{Cancel, Stop};
use referee::botzone::HumanSeat;
use referee::human::Lines;
use serde_json::{Value, json};

use super::live::{self, LiveGame};
use super::order::Order;
use super::seat::PageLines;
use crate::limits::Limits as TimeLimits;
use crate::server::{Limits, Local};
use crate::tests::{header_of, record};

fn live_game() -> Arc<LiveGame> {
    let games = gameplay::games::standard();
    let record = record(0, Value::Null, Vec::new());
    let header = header_of("nogo");
    let limits = TimeLimits::of_header(None, &header);
    Arc::new(LiveGame::new(&games, (header, limits), 0, None, record).unwrap())
}

/// Sends a request with this head and returns the answer.
fn ask(local: &Local, head: &str, body: &str) -> String {
    let mut stream = connect(local);
    let head = head.replace("HERE", &address(local));
    write!(stream, "{head}\r\nConnection: close\r\n\r\n{body}").unwrap();
    rest(stream)
}

fn address(local: &Local) -> String {
    local.url().replace("http://", "").replace('/', "")
}

/// Limits that nobody reaches that does what it should, however busy the machine is.
const PATIENT: Limits = Limits {
    head: LONG,
    body: LONG,
    connection: LONG,
    connections: 64,
};
/// A state in /proc/net/tcp.
const LISTENS: &str = "0A";
const SHORT: Duration = Duration::from_millis(100);
const LONG: Duration = Duration::from_secs(120);

/// Serves a table while `test` runs.
fn serving(game: &Arc<LiveGame>, test: impl FnOnce(&Local)) {
    serving_with(PATIENT, game, test);
}

fn serving_with(limits: Limits, game: &Arc<LiveGame>, test: impl FnOnce(&Local)) {
    let local = Local::listen(0, limits).unwrap();
    let cancel = Cancel::default();
    thread::scope(|scope| {
        scope.spawn(|| local.serve(game, &cancel).unwrap());
        // A failed test must not leave the server waiting.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| test(&local)));
        cancel.cancel();
        if let Err(panic) = done {
            std::panic::resume_unwind(panic);
        }
    });
}

#[test]
fn only_its_own_page_is_answered() {
    serving(&live_game(), |local| {
        let page = ask(local, "GET / HTTP/1.1\r\nHost: HERE", "");
        assert!(
            page.starts_with("HTTP/1.1 200") && page.contains("/move"),
            "{page}"
        );
        let state = ask(local, "GET /state?since=7 HTTP/1.1\r\nHost: HERE", "");
        assert!(
            state.starts_with("HTTP/1.1 200") && state.contains("\"version\":0"),
            "{state}"
        );
        let same = ask(local, "GET /state?since=0 HTTP/1.1\r\nHost: HERE", "");
        assert!(same.starts_with("HTTP/1.1 204"), "{same}");
        let none = ask(local, "GET /other HTTP/1.1\r\nHost: HERE", "");
        assert!(none.starts_with("HTTP/1.1 404"), "{none}");
        let long = format!(
            "POST /move HTTP/1.1\r\nHost: HERE\r\nContent-Length: {}",
            101
        );
        for (head, body) in [
            ("GET / HTTP/1.1\r\nHost: example.org", ""),
            ("GET / HTTP/1.1\r\nX: y", ""),
            ("GET / HTTP/1.1\r\nHost: HERE\r\nHost: example.org", ""),
            (
                "GET /state HTTP/1.1\r\nHost: HERE\r\nOrigin: http://example.org",
                "",
            ),
            (
                "POST /move HTTP/1.1\r\nHost: HERE\r\nOrigin: null\r\nContent-Length: 3",
                "4,4",
            ),
            (
                "POST /move HTTP/1.1\r\nHost: HERE\r\nContent-Length: 3",
                "4,4",
            ),
            (
                "POST /move HTTP/1.1\r\nHost: HERE\r\nContent-Length: 3",
                "\u{1}23",
            ),
            ("POST /move HTTP/1.1\r\nHost: HERE\r\nContent-Length: 0", ""),
            (long.as_str(), &"x".repeat(101)),
            ("DELETE / HTTP/1.1\r\nHost: HERE", ""),
            ("GET http://example.org/ HTTP/1.1\r\nHost: HERE", ""),
            ("no request at all", ""),
        ] {
            let answer = ask(local, head, body);
            assert!(answer.starts_with("HTTP/1.1 400"), "{head}: {answer}");
        }
    });
}

/// A connection that is given up if the server says nothing.
fn connect(local: &Local) -> TcpStream {
    let stream = TcpStream::connect(address(local)).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

/// The output of the server until it closes the connection.
fn rest(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

/// The connections that the server has a descriptor of, by the kernel's table: one that nobody holds has no inode.
fn connections(local: &Local) -> usize {
    let address: std::net::SocketAddr = address(local).parse().unwrap();
    let here = format!(":{:04X}", address.port());
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let fields = table
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    fields
        .filter(|fields| fields[1].ends_with(&here) && fields[3] != LISTENS && fields[9] != "0")
        .count()
}

#[test]
fn one_that_announces_a_body_and_sends_none_stops_nobody() {
    serving(&live_game(), |local| {
        let heads = [
            "POST /move HTTP/1.1\r\nHost: HERE\r\nContent-Length: 3\r\n\r\n",
            "POST /move HTTP/1.1\r\nHost: HERE\r\nContent-Length: 5000\r\n\r\n",
            "POST /move HTTP/1.1\r\nHost: HERE\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST /move HTTP/1.1\r\nHost: HERE\r\n",
            "",
        ];
        let silent = heads.map(|head| {
            let mut stream = connect(local);
            let head = head.replace("HERE", &address(local));
            stream.write_all(head.as_bytes()).unwrap();
            stream
        });
        let page = ask(local, "GET / HTTP/1.1\r\nHost: HERE", "");
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        drop(silent);
    });
}

#[test]
fn one_that_sends_nothing_more_is_sent_away() {
    let limits = Limits {
        body: SHORT,
        ..PATIENT
    };
    let head = |local: &Local| format!("POST /move HTTP/1.1\r\nHost: {}", address(local));
    serving_with(limits, &live_game(), |local| {
        let mut late = connect(local);
        write!(late, "{}\r\nContent-Length: 3\r\n\r\n4,", head(local)).unwrap();
        let answer = rest(late);
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    });
    let limits = Limits {
        head: SHORT,
        ..PATIENT
    };
    serving_with(limits, &live_game(), |local| {
        for start in ["", "GET / HT", &head(local)] {
            let mut late = connect(local);
            // On a busy machine it may be sent away before it has sent this.
            let _ = late.write_all(start.as_bytes());
            let mut answer = Vec::new();
            let end = late.read_to_end(&mut answer);
            let reset = |error: &std::io::Error| error.kind() == ErrorKind::ConnectionReset;
            assert!(end.as_ref().err().is_none_or(reset), "{end:?}");
            assert_eq!(answer, b"", "after `{start}`");
        }
    });
    // One that never reads what it asked for.
    let limits = Limits {
        connection: SHORT,
        ..PATIENT
    };
    serving_with(limits, &live_game(), |local| {
        let mut silent = connect(local);
        write!(silent, "GET / HTTP/1.1\r\nHost: {}\r\n\r\n", address(local)).unwrap();
        wait_for_no_connection(local);
    });
}

fn wait_for_no_connection(local: &Local) {
    let start = Instant::now();
    while connections(local) > 0 {
        assert!(start.elapsed() < LONG, "{} are open", connections(local));
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn more_connections_than_the_server_takes_at_a_time_wait() {
    let limits = Limits {
        head: SHORT,
        connections: 2,
        ..PATIENT
    };
    serving_with(limits, &live_game(), |local| {
        let silent: Vec<TcpStream> = (0..8).map(|_| connect(local)).collect();
        let page = ask(local, "GET / HTTP/1.1\r\nHost: HERE", "");
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        drop(silent);
    });
}

#[test]
fn a_body_that_is_too_long_is_refused_and_leaves_no_descriptor() {
    serving(&live_game(), |local| {
        for _ in 0..10 {
            let mut huge = connect(local);
            let head = format!("POST /move HTTP/1.1\r\nHost: {}", address(local));
            write!(huge, "{head}\r\nContent-Length: 1048577\r\n\r\nx").unwrap();
            let answer = rest(huge);
            assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
        }
        // One that does send it all gets its answer as well, and one that does not say how much it will be.
        let mut huge = connect(local);
        let head = format!("POST /move HTTP/1.1\r\nHost: {}", address(local));
        write!(huge, "{head}\r\nContent-Length: 3000000\r\n\r\n").unwrap();
        huge.write_all(&vec![b'x'; 3_000_000]).unwrap();
        let answer = rest(huge);
        assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
        let mut huge = connect(local);
        write!(
            huge,
            "{head}\r\nTransfer-Encoding: chunked\r\n\r\n2dc6c0\r\n"
        )
        .unwrap();
        huge.write_all(&vec![b'x'; 3_000_000]).unwrap();
        let answer = rest(huge);
        assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
        wait_for_no_connection(local);
    });
}

#[test]
fn a_person_answers_through_the_page() {
    let shown = live_game();
    serving(&shown, |local| {
        let shared = shown.clone();
        let game = thread::spawn(move || {
            let lines = PageLines {
                game: shared,
                cancel: Cancel::default(),
            };
            let view = (gameplay::games::standard()
                .find_botzone("nogo")
                .unwrap()
                .1
                .view)();
            let mut seat = HumanSeat::new("human".to_owned(), view, Box::new(lines));
            seat.turn(&json!({"x": -1, "y": -1})).unwrap().response
        });
        let news = |since: &str| loop {
            let answer = ask(
                local,
                &format!("GET /state?{since} HTTP/1.1\r\nHost: HERE"),
                "",
            );
            let (_, body) = answer.split_once("\r\n\r\n").unwrap();
            let news: Value = serde_json::from_str(body).unwrap_or_default();
            if news["ask"].is_object() {
                break news;
            }
        };
        let first = news("");
        assert_eq!(first["ask"]["moves"].as_array().unwrap().len(), 81);
        assert_eq!(
            (&first["games"]["0"]["live"], &first["refusal"]),
            (&json!(true), &Value::Null)
        );
        let post = |line: &str| {
            let head = format!(
                "POST /move HTTP/1.1\r\nHost: HERE\r\nOrigin: http://HERE\r\nContent-Length: {}",
                line.len()
            );
            assert!(ask(local, &head, line).starts_with("HTTP/1.1 204"));
        };
        post("9,9");
        let again = loop {
            let news = news("");
            if news["refusal"].is_string() {
                break news;
            }
        };
        assert!(again["version"].as_u64() > first["version"].as_u64());
        post("4,4");
        assert_eq!(game.join().unwrap(), json!({"x": 4, "y": 4}));
    });
}

#[test]
fn waiting_ends_with_the_game() {
    let cancel = Cancel::default();
    cancel.cancel();
    let mut lines = PageLines {
        game: live_game(),
        cancel,
    };
    assert!(matches!(lines.next(), Err(Stop::Cancelled)));
}

#[test]
fn what_cannot_be_done_is_refused() {
    let game = live_game();
    assert!(game.take(Order::Undo).is_err() && game.want_hint().is_err());
    assert!(game.take(Order::New).is_ok());
    let log = String::from_utf8(game.log().unwrap()).unwrap();
    assert_eq!(log.lines().count(), 1);
    let news = game.news(None).unwrap().unwrap();
    assert_eq!(
        (&news["undo"], &news["hint"]),
        (&json!(false), &Value::Null)
    );
}

#[test]
fn what_the_server_refuses_is_said_in_both_languages() {
    let text = include_str!("../../page/play-text.js");
    for words in live::REFUSALS {
        assert_eq!(
            text.matches(&format!("\"{words}\": ")).count(),
            2,
            "{words}"
        );
    }
}
