//! A seat of a half: it gets raw bytes, and answers with packets.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use anyhow::Context;
use judges_common::saved::Report;
use snakego::{Operation, Position};

use crate::conduct::{Lines, Rules, Stop, Verdict};
use crate::process::{End, Limits, Process};

/// Who sits there.
pub enum Seat {
    /// A program.
    Program(Box<ProgramSeat>),
    /// A person.
    Human(HumanSeat),
}

/// What came of listening to a seat.
#[derive(Debug)]
pub enum Heard {
    /// The body of a packet.
    Packet(Vec<u8>),
    /// The logic has something to say first.
    Woken,
    /// No packet will come any more; what a person wants to see about it.
    Fault(Verdict, String),
}

impl Seat {
    /// Passes bytes of the logic on.
    pub fn send(&mut self, bytes: &[u8]) {
        // A person watches the board.
        if let Seat::Program(seat) = self
            && let Some(process) = &mut seat.process
        {
            process.send(bytes);
        }
    }

    /// What the program has said about saved answers since the last call.
    pub fn take_reports(&mut self) -> Vec<Report> {
        match self {
            Seat::Program(seat) => std::mem::take(&mut seat.reports),
            Seat::Human(_) => Vec::new(),
        }
    }

    /// Waits for a packet. The clock began at `started` and stands at `limit`; bodies of more than `length` bytes are
    /// too long. `position` is what a person sees.
    ///
    /// # Errors
    /// If the match was cancelled or a stream fails.
    pub fn listen(
        &mut self,
        started: Instant,
        limit: Duration,
        length: usize,
        wake: Option<BorrowedFd<'_>>,
        position: Option<&Position>,
    ) -> Result<Heard, Stop> {
        match self {
            Seat::Program(seat) => seat.listen(started, limit, length, wake),
            Seat::Human(seat) => seat.ask(position),
        }
    }
}

/// A program that runs through the half.
#[derive(Debug)]
pub struct ProgramSeat {
    name: String,
    process: Option<Process>,
    rules: Rules,
    /// Reports of saved answers that nobody has taken yet.
    reports: Vec<Report>,
}

/// Size of a packet with its four bytes of length.
fn packet_size(bytes: &[u8]) -> Option<usize> {
    let length = u32::from_be_bytes(*bytes.first_chunk()?);
    Some((length as usize).saturating_add(4))
}

impl ProgramSeat {
    /// Starts it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(argv: &[String], rules: Rules) -> Result<ProgramSeat, Stop> {
        let name = shell_words::join(argv);
        let process = Process::start(argv).with_context(|| {
            format!("cannot start `{name}`; check the path and that it is executable")
        })?;
        Ok(ProgramSeat {
            name,
            process: Some(process),
            rules,
            reports: Vec::new(),
        })
    }

    fn listen(
        &mut self,
        started: Instant,
        limit: Duration,
        length: usize,
        wake: Option<BorrowedFd<'_>>,
    ) -> Result<Heard, Stop> {
        let Some(process) = self.process.take() else {
            return Ok(Heard::Fault(Verdict::Re, "it has ended before".to_owned()));
        };
        let limits = Limits {
            time: limit,
            memory: self.rules.memory,
            output: length.saturating_add(4),
        };
        let mut turn = process
            .packet(packet_size, wake, started, &limits, &self.rules.cancel)
            .with_context(|| format!("lost `{}`", self.name))?;
        self.process = turn.kept.take();
        self.reports.append(&mut turn.saved);
        let (verdict, cause) = match turn.end {
            End::Marker => return Ok(Heard::Packet(turn.output.split_off(4))),
            End::Woken => return Ok(Heard::Woken),
            End::Cancelled => return Err(Stop::Cancelled),
            End::Exit(status) => (Verdict::Re, format!("it ended by itself ({status})")),
            End::Time => {
                let seconds = turn.elapsed.as_secs_f64();
                let text = format!("no packet {seconds:.3} s after the half-round began");
                (Verdict::Tle, text)
            }
            End::Memory => (Verdict::Mle, format!("it used {} MB", turn.memory >> 20)),
            End::Output => {
                let text = format!("a packet of more than {length} bytes");
                (Verdict::Ole, text)
            }
        };
        let mut text = cause;
        if !turn.output.is_empty() {
            let shown = &turn.output[..turn.output.len().min(40)];
            text.push_str(&format!("; standard output: {shown:?}"));
        }
        if !turn.stderr.is_empty() {
            text.push_str("; end of standard error:\n");
            text.push_str(&turn.stderr);
        }
        Ok(Heard::Fault(verdict, text))
    }
}

/// A person. No clock runs.
pub struct HumanSeat {
    name: String,
    lines: Box<dyn Lines>,
}

impl HumanSeat {
    /// A seat; `name` is what the prompt says.
    pub fn new(name: String, lines: Box<dyn Lines>) -> HumanSeat {
        HumanSeat { name, lines }
    }

    /// Shows the board and asks until there is a legal operation.
    fn ask(&mut self, position: Option<&Position>) -> Result<Heard, Stop> {
        let position = position.context("the logic listens before the half has begun")?;
        let snake = position.board.snake();
        self.lines.show(&format!("{}\n", board(position)))?;
        let prompt = format!(
            "{}, snake {} with its head at {} (x and y in hexadecimal), your move (right, up, left, down, fire, split): ",
            self.name, snake.id, snake.head
        );
        loop {
            self.lines.show(&prompt)?;
            let line = self.lines.next()?;
            let read = line.trim().parse::<Operation>().and_then(|operation| {
                snakego::saiblo::check(position, operation).map(|()| operation)
            });
            match read {
                Ok(operation) => return Ok(Heard::Packet(snakego::saiblo::answer(operation))),
                Err(text) => self.lines.refuse(&text)?,
            }
        }
    }
}

/// The board as people see it.
pub fn board(position: &Position) -> String {
    let board = &position.board;
    let [first, second] = board.scores();
    let mut text = format!(
        "round {}, score {first}:{second}; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, \
         walls # and %\n{}",
        board.round(),
        snakego::text::picture(position)
    );
    for player in 0..2 {
        for (snake, place) in board.snakes(player).iter().zip(0u8..) {
            let letter = char::from([b'a', b'w'][player] + place);
            let ray = if snake.has_ray() { ", a ray" } else { "" };
            text.push_str(&format!(
                "{letter}: snake {}, length {}, bank {}{ray}\n",
                snake.id, snake.len, snake.bank
            ));
        }
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Script(Vec<&'static str>);

    impl Lines for Script {
        fn next(&mut self) -> Result<String, Stop> {
            if self.0.is_empty() {
                return Err(Stop::Cancelled);
            }
            Ok(self.0.remove(0).to_owned())
        }
    }

    #[test]
    fn a_human_is_asked_until_the_operation_is_legal() {
        let position: Position = "seed=1".parse().unwrap();
        let lines = Script(vec!["", "fire", "north", " down "]);
        let mut seat = Seat::Human(HumanSeat::new("A human".to_owned(), Box::new(lines)));
        let mut listen = || seat.listen(Instant::now(), Duration::ZERO, 0, None, Some(&position));
        assert!(matches!(listen(), Ok(Heard::Packet(body)) if body == [4]));
        assert!(matches!(listen(), Err(Stop::Cancelled)));
    }

    #[test]
    fn a_board_names_its_snakes() {
        let text = board(&"seed=1 ops=43".parse().unwrap());
        assert!(text.starts_with("round 2, score 4:4"), "{text}");
        assert!(text.ends_with("w: snake 1, length 2, bank 0"), "{text}");
    }

    #[test]
    fn packets_have_a_length() {
        assert_eq!(packet_size(&[0, 0, 1]), None);
        assert_eq!(packet_size(&[0, 0, 1, 2, 9]), Some(262));
    }
}
