//! A seat of a half-game: it gets raw bytes, and answers with packets.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use anyhow::Context;
use arena_common::{Message, Stop};
use gameplay::record::Verdict;
use gameplay::saiblo::Follower;
use judges_common::saved::Report;
use process::{End, Launch, Limits, Process};

use crate::conduct::Rules;
use crate::diagnosis::late::{Before, Pace};
use crate::diagnosis::{Asked, Form, told};
use crate::human::{Lines, ask_until};
use crate::setup::start;

/// The occupant of a seat.
pub enum SaibloSeat {
    /// A program.
    Program(Box<ProgramSeat>),
    /// A person.
    Person(HumanSeat),
}

/// The result of listening to a seat.
#[derive(Debug)]
pub enum Listened {
    /// The body of a packet.
    Packet(Vec<u8>),
    /// The logic has something to say first.
    Woken,
    /// No packet will come any more; what a person wants to see about it.
    Fault(Verdict, Message),
}

impl SaibloSeat {
    /// Passes bytes of the logic on.
    pub fn send(&mut self, bytes: &[u8]) {
        // A person watches the board.
        if let SaibloSeat::Program(seat) = self
            && let Some(process) = &mut seat.process
        {
            process.send(bytes);
        }
    }

    /// The program's time limit of a half-round; a person has none.
    pub fn time(&self) -> Option<Duration> {
        match self {
            SaibloSeat::Program(seat) => Some(seat.rules.time),
            SaibloSeat::Person(_) => None,
        }
    }

    /// The program's reports on saved answers since the last call.
    pub fn take_reports(&mut self) -> Vec<Report> {
        match self {
            SaibloSeat::Program(seat) => std::mem::take(&mut seat.reports),
            SaibloSeat::Person(_) => Vec::new(),
        }
    }

    /// Waits for a packet. The clock began at `started` and stands at `limit`; bodies of more than `length` bytes are
    /// too long. `follower` knows what a person sees.
    ///
    /// # Errors
    /// If the match was cancelled or a stream fails.
    pub fn listen(
        &mut self,
        started: Instant,
        limit: Duration,
        length: usize,
        wake: Option<BorrowedFd<'_>>,
        follower: &dyn Follower,
    ) -> Result<Listened, Stop> {
        match self {
            SaibloSeat::Program(seat) => seat.listen(started, limit, length, wake),
            SaibloSeat::Person(seat) => seat.ask(follower),
        }
    }
}

/// A program that runs through the half.
#[derive(Debug)]
pub struct ProgramSeat {
    foreign: bool,
    process: Option<Process>,
    rules: Rules,
    /// Its packets before.
    before: Before,
    /// Reports of saved answers that nobody has taken yet.
    reports: Vec<Report>,
    /// Its folder is there for as long as the process.
    launch: Launch,
}

/// Size of a packet with its four bytes of length.
fn packet_size(bytes: &[u8]) -> Option<usize> {
    let length = u32::from_be_bytes(*bytes.first_chunk()?);
    Some((length as usize).saturating_add(4))
}

impl ProgramSeat {
    /// Starts it; `foreign` says whether it is somebody else's, no bot of the workspace.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(launch: Launch, foreign: bool, rules: Rules) -> Result<ProgramSeat, Stop> {
        Ok(ProgramSeat {
            foreign,
            process: Some(start(&launch)?),
            rules,
            before: Before::default(),
            reports: Vec::new(),
            launch,
        })
    }

    fn listen(
        &mut self,
        started: Instant,
        limit: Duration,
        length: usize,
        wake: Option<BorrowedFd<'_>>,
    ) -> Result<Listened, Stop> {
        let Some(process) = self.process.take() else {
            return Ok(Listened::Fault(Verdict::Re, msg!("it has ended before")));
        };
        let limits = Limits {
            time: limit,
            memory: self.rules.memory,
            output: length.saturating_add(4),
        };
        let mut turn = process
            .packet(packet_size, wake, started, &limits, &self.rules.cancel)
            .with_context(|| msg!("lost `{}`", shell_words::join(&self.launch.words)))?;
        self.process = turn.kept.take();
        self.reports.append(&mut turn.saved);
        let verdict = match turn.end {
            End::Marker => {
                let took = turn.elapsed;
                self.before.note(Pace { took, limit });
                return Ok(Listened::Packet(turn.output.split_off(4)));
            }
            End::Woken => return Ok(Listened::Woken),
            End::Cancelled => return Err(Stop::Cancelled),
            End::Exit(_) => Verdict::Re,
            End::Time => Verdict::Tle,
            End::Memory => Verdict::Mle,
            End::Output => Verdict::Ole,
        };
        let asked = Asked {
            argv: &self.launch.words,
            foreign: self.foreign,
            sandboxed: self.launch.sandbox.is_some(),
            form: Form::Packet,
            rules: &self.rules,
            before: self.before,
        };
        Ok(Listened::Fault(verdict, told(&turn, asked, None)))
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

    /// Shows the board and asks until there is a legal move.
    fn ask(&mut self, follower: &dyn Follower) -> Result<Listened, Stop> {
        let board = follower.board();
        let board = board.context("the logic listens before the half-game has begun")?;
        self.lines.show(&format!("{board}\n"))?;
        let prompt = format!("{}, {}: ", self.name, follower.question());
        ask_until(&mut *self.lines, &prompt, |line| follower.read_move(line)).map(Listened::Packet)
    }
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

    /// Two moves can be made, whatever the board.
    struct Two;

    impl Follower for Two {
        fn receive(&mut self, _: &[u8]) {}
        fn board(&self) -> Option<String> {
            Some("a board".to_owned())
        }
        fn words(&self, _: &serde_json::Value) -> Option<String> {
            None
        }
        fn question(&self) -> String {
            "your move".to_owned()
        }
        fn read_move(&self, text: &str) -> Result<Vec<u8>, String> {
            match text {
                "up" => Ok(vec![2]),
                "down" => Ok(vec![4]),
                _ => Err(format!("`{text}` is not a move")),
            }
        }
        fn check(&self, _: &[u8]) -> Result<(), String> {
            Ok(())
        }
        fn moves(&self) -> Vec<Vec<u8>> {
            vec![vec![2], vec![4]]
        }
    }

    #[test]
    fn a_human_is_asked_until_the_move_is_legal() {
        let lines = Script(vec!["", "fire", "north", " down "]);
        let mut seat = SaibloSeat::Person(HumanSeat::new("A human".to_owned(), Box::new(lines)));
        let mut listen = || seat.listen(Instant::now(), Duration::ZERO, 0, None, &Two);
        assert!(matches!(listen(), Ok(Listened::Packet(body)) if body == [4]));
        assert!(matches!(listen(), Err(Stop::Cancelled)));
    }

    #[test]
    fn packets_have_a_length() {
        assert_eq!(packet_size(&[0, 0, 1]), None);
        assert_eq!(packet_size(&[0, 0, 1, 2, 9]), Some(262));
    }
}
