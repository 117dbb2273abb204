//! The session with a real game: whole matches of NoGo in every form of the protocol, and any bytes.

use crate::common::{KEPT, RESTART, say, seeded, talk, unmarked};
use botzone::{Answer, Bot, Options, Turn, Wire};
use nogo::{Board, Point};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// Lets the seed and the number of calls since `new` decide.
struct Random(usize);

impl Bot for Random {
    type State = Board;
    type Move = Point;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "";

    fn new() -> Self {
        Random(0)
    }

    fn choose(&mut self, board: &Board, turn: &Turn) -> Answer<Point> {
        self.0 += 1;
        let moves: Vec<Point> = board.legal_moves(board.to_move()).iter().collect();
        let pick = (turn.seed >> 8) as usize % moves.len();
        Answer {
            mv: moves[(pick + self.0) % moves.len()],
            value: 0,
            nodes: 1,
            debug: String::new(),
        }
    }
}

fn wire() -> Wire<Board, Point> {
    botzone::wire!(nogo::botzone)
}

/// One seat's part of a match: the requests and the answers to them.
fn seat(moves: &[Point], seat: usize) -> (Vec<Value>, Vec<Value>) {
    let value = |mv: &Point| json!({"x": mv.x(), "y": mv.y()});
    let every_second = |odd| {
        moves
            .iter()
            .skip(odd)
            .step_by(2)
            .map(value)
            .collect::<Vec<_>>()
    };
    match seat {
        0 => (
            [vec![json!({"x": -1, "y": -1})], every_second(1)].concat(),
            every_second(0),
        ),
        _ => (every_second(0), every_second(1)),
    }
}

fn text(value: &Value) -> String {
    format!("{} {}\n", value["x"], value["y"])
}

/// Both seats are played by the bot; every turn is sent in all four forms of the protocol, with the same answer.
#[test]
fn a_match_is_the_same_in_every_form() {
    for seed in 1..4 {
        let (restart, kept) = (seeded(seed, RESTART), seeded(seed, KEPT));
        let (mut board, mut moves) = (Board::new(), Vec::<Point>::new());
        while board.outcome().is_none() {
            let (requests, responses) = seat(&moves, moves.len() % 2);
            let history = json!({"requests": requests, "responses": responses}).to_string();
            let answer = say::<Random>(&wire(), &restart, &history);
            let mv = serde_json::from_str::<Value>(&answer).unwrap()["response"].take();

            let first = json!({"requests": requests[..1], "responses": []});
            let bare = requests[1..].iter().map(|request| format!("{request}\n"));
            let input = format!("{first}\n{}", bare.collect::<String>());
            assert_eq!(
                unmarked(&say::<Random>(&wire(), &kept, input)).last(),
                Some(&answer.trim_end())
            );

            let mut input = format!("{}\n", requests.len());
            for (i, request) in requests.iter().enumerate() {
                input += &text(request);
                input += &responses.get(i).map(text).unwrap_or_default();
            }
            assert_eq!(say::<Random>(&wire(), &restart, input), text(&mv));

            let input = format!("1\n{}", requests.iter().map(text).collect::<String>());
            assert_eq!(
                say::<Random>(&wire(), &kept, input).lines().rev().nth(1),
                Some(text(&mv).trim_end())
            );

            let mv = Point::new(
                mv["x"].as_u64().unwrap() as _,
                mv["y"].as_u64().unwrap() as _,
            )
            .unwrap();
            board.play(mv);
            moves.push(mv);
        }
        assert!(moves.len() > 40);
    }
}

#[test]
fn the_examples_of_the_specification() {
    let answer = say::<Random>(&wire(), &RESTART, "3\n4 4\n0 8\n5 5\n8 0\n2 2\n");
    assert_eq!(answer.split_whitespace().count(), 2);
    // An illegal answer of the bot in the history: (4,4) is taken, so the position is the one before it.
    let input =
        "{\"requests\":[{\"x\":4,\"y\":4},{\"x\":5,\"y\":5}],\"responses\":[{\"x\":4,\"y\":4}]}";
    let talk = talk::<Random>(&wire(), &RESTART, input);
    assert_eq!(talk.out, "{\"response\":{\"x\":0,\"y\":0}}\n");
    assert!(talk.log.contains("turn 1: response"), "{}", talk.log);
}

const PIECES: &[&[u8]] = &[
    b"{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n",
    b"{\"requests\":[{\"x\":4,\"y\":4},",
    b"{\"x\":5,\"y\":5}",
    b"{\"x\":8,\"y\":8}",
    b"\n{\"x\":0,\"y\":9}\n",
    b"{\"x\":2.5,\"y\":\"",
    b"\"{\\\"x\\\":2,\\\"y\\\":3}\"",
    b"],\"responses\":[",
    b"]}",
    b",",
    b"\n",
    b"1\n-1 -1\n",
    b"2\n4 4\n0 8\n",
    b"3 3\n",
    b"3 3 3\n",
    b"999999999999999999999 0\n",
    b"\xc3\x28 1\n",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(5000) })]

    #[test]
    fn any_pieces(keep_running: bool, simple_io: bool, input in vec(select(PIECES), 0..20)) {
        let options = Options { keep_running, simple_io, ..RESTART };
        let talk = talk::<Random>(&wire(), &options, input.concat());
        for line in talk.out.lines().filter(|line| *line != botzone::KEEP_RUNNING_MARKER) {
            let point = match serde_json::from_str::<Value>(line) {
                Ok(value) => format!("{},{}", value["response"]["x"], value["response"]["y"]),
                Err(_) => line.replace(' ', ","),
            };
            prop_assert!(point.parse::<Point>().is_ok(), "{line}");
        }
    }
}
