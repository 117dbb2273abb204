//! A SnakeGo player through the real Saiblo session, for the judger's tests: `saiblo-bot BEHAVIOUR [FLAGS]`. It plays
//! at random; in its tenth answer it does what the word says, and with `fires` in every one from the tenth on.

use std::io::Write;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::Duration;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use saiblo::entry_point::{About, run};
use saiblo::{Answer, Bot, Turn, wire};
use snakego::{Operation, Position};

const ABOUT: About = About {
    name: "saiblo-bot",
    version: "0",
    description: "a random player",
};

static BEHAVIOUR: OnceLock<String> = OnceLock::new();

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let behaviour = words.next().unwrap_or_default();
    let _ = BEHAVIOUR.set(behaviour.to_string_lossy().into_owned());
    let status = run::<Random, _>(&ABOUT, &wire!(snakego::saiblo), words.collect());
    ExitCode::from(u8::try_from(status).unwrap_or(2))
}

struct Random;

impl Bot for Random {
    type State = Position;
    type Move = Operation;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "seed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\n\
         seed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\nseed=1\n";

    fn new() -> Self {
        Random
    }

    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Operation> {
        let snakes = |board: &snakego::Board| board.snakes(position.board.player()).len();
        let mut moves: Vec<Operation> = position.legal_moves().iter().collect();
        let any = moves.first().copied();
        moves.retain(|&mv| {
            let mut next = position.clone();
            next.play(mv);
            snakes(&next.board) >= snakes(&position.board)
        });
        let mut random = Xoshiro256PlusPlus::seed_from_u64(turn.seed);
        let mv = if moves.is_empty() {
            any.unwrap_or(Operation::Right)
        } else {
            moves[random.random_range(0..moves.len())]
        };
        if turn.index == 9 {
            misbehave(position);
        }
        let fires = turn.index >= 9 && BEHAVIOUR.get().is_some_and(|word| word == "fires");
        Answer {
            // A ray is not there in a short half.
            mv: if fires { Operation::Fire } else { mv },
            value: 0,
            nodes: 1,
            debug: String::new(),
        }
    }
}

fn misbehave(position: &Position) {
    let packet = |body: &[u8]| {
        let length = (body.len() as u32).to_be_bytes();
        let mut output = std::io::stdout();
        let _ = output.write_all(&[&length, body].concat());
        let _ = output.flush();
        std::thread::sleep(Duration::from_secs(3600));
    };
    match BEHAVIOUR.get().map(String::as_str) {
        Some("exit") => std::process::exit(7),
        Some("panics") => panic!("out of ideas"),
        Some("sleep") => std::thread::sleep(Duration::from_secs(3600)),
        // A ray is not there so early, or the snake looks into a wall.
        Some("illegal") if position.board.snake().has_ray() => packet(&[6, 6]),
        Some("illegal") => packet(&[5]),
        Some("text") => packet(b"up"),
        Some("long") => packet(&[1; 3000]),
        Some("zeros") => packet(&[0; 9]),
        // As much as the champion of 2022.
        Some("eats") => std::mem::forget(vec![1_u8; 270 << 20]),
        _ => {}
    }
}
