//! A judge without processes: the session's two streams, and SnakeGo's logic between them.

#![allow(clippy::unwrap_used, reason = "test code")]
#![allow(dead_code, reason = "every test file uses its own part")]
#![allow(
    clippy::incompatible_msrv,
    reason = "only what becomes a file must compile with an old Rust"
)]

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::rc::Rc;

use saiblo::{Answer, Bot, Settings, Turn};
use serde_json::json;
use snakego::saiblo::{Logic, Output, fallback};
use snakego::{Operation, Position, Rules};

/// Repeatable: one node for each answer.
pub const NODES: Settings = Settings {
    nodes: Some(1),
    ..Settings::DEFAULT
};

/// Plays any legal operation that does not kill at once, if there is one.
pub struct Random;

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
        let snakes = position.board.snakes(position.board.player()).len();
        let lives = |&mv: &Operation| {
            let mut next = position.clone();
            next.play(mv);
            next.board.snakes(position.board.player()).len() >= snakes
        };
        let legal = position.legal_moves();
        let alive: Vec<Operation> = legal.iter().filter(lives).collect();
        let mut random = fastrand::Rng::with_seed(turn.seed);
        let mv = random.choice(alive).or_else(|| legal.nth(0)).unwrap();
        answer(mv)
    }
}

/// An answer with nothing but a move.
pub fn answer(mv: Operation) -> Answer<Operation> {
    Answer {
        mv,
        value: 0,
        nodes: 1,
        debug: String::new(),
    }
}

/// A judge that plays the other side itself.
pub struct Judge {
    logic: Logic,
    /// The bot's number.
    me: usize,
    /// Bytes for the bot.
    to_bot: VecDeque<u8>,
    /// Bytes from the bot.
    from_bot: Vec<u8>,
    /// Every single write.
    pub writes: Vec<Vec<u8>>,
    pub flushes: usize,
    /// True if the end of the half-game is announced.
    announce: bool,
}

impl Judge {
    /// A half-game with the items of this seed.
    pub fn new(seed: u64, me: usize, announce: bool) -> Judge {
        let mut judge = Judge {
            logic: Logic::with_rules(Rules::generate_for(seed, 60)),
            me,
            to_bot: VecDeque::new(),
            from_bot: Vec::new(),
            writes: Vec::new(),
            flushes: 0,
            announce,
        };
        let output = judge
            .logic
            .init(&json!({"player_list": [1, 1], "config": {}}))
            .unwrap();
        judge.pass_on(output);
        judge.other_side();
        judge
    }

    pub fn logic(&self) -> &Logic {
        &self.logic
    }

    fn pass_on(&mut self, output: Vec<Output>) {
        for output in output {
            match output {
                Output::Player(player, bytes)
                    if player == self.me && (self.announce || bytes[0] != 0x11) =>
                {
                    self.to_bot.extend(bytes);
                }
                _ => {}
            }
        }
    }

    fn packet(&mut self, player: usize, body: &[u8]) {
        let content = str::from_utf8(body).unwrap();
        let event = json!({"player": player, "content": content, "time": 1});
        let output = self.logic.event(&event).unwrap();
        self.pass_on(output);
    }

    fn other_side(&mut self) {
        while self.logic.end().is_none() && self.logic.position().board.player() != self.me {
            let mv = fallback(self.logic.position()).unwrap();
            self.packet(1 - self.me, &[mv.number()]);
        }
    }

    fn receive(&mut self, bytes: &[u8]) {
        self.writes.push(bytes.to_vec());
        self.from_bot.extend(bytes);
        while let [0, 0, 0, 1, number, rest @ ..] = &self.from_bot[..] {
            let (number, rest) = (*number, rest.to_vec());
            self.from_bot = rest;
            self.packet(self.me, &[number]);
            self.other_side();
        }
        assert_eq!(self.from_bot, b"", "no whole packet");
    }
}

/// One end of the connection to a judge.
#[derive(Clone)]
pub struct Line(pub Rc<RefCell<Judge>>);

impl Line {
    pub fn new(judge: Judge) -> Line {
        Line(Rc::new(RefCell::new(judge)))
    }
}

/// The input ends when the judge has nothing more to say: on a real connection the bot would wait.
impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().to_bot.read(buffer)
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().receive(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flushes += 1;
        Ok(())
    }
}

/// The results of a session on given bytes: the operations sent and the log.
pub fn talk<B: Bot<State = Position, Move = Operation>>(
    settings: &Settings,
    mut input: &[u8],
) -> (Vec<u8>, String) {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let wire = saiblo::wire!(snakego::saiblo);
    saiblo::session::<B, _>(&wire, settings, &mut input, &mut output, &mut log).unwrap();
    let (packets, []) = output.as_chunks::<5>() else {
        panic!("no whole packets: {:?}", output);
    };
    let operations = packets.iter().map(|packet| {
        assert_eq!(packet[..4], [0, 0, 0, 1]);
        assert!((1..=6).contains(&packet[4]));
        packet[4]
    });
    (operations.collect(), String::from_utf8(log).unwrap())
}
