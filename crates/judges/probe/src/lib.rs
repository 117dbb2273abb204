//! A bot that reports undocumented facts about the judge's machine, while another bot plays.
//!
//! [`Probe`] wraps any bot: it plays that bot's moves, and the debug text of its turn k is [part](parts) k of the
//! report, starting again with the first after the last. A part looks up its facts in the turn that reports them, so a
//! bot that is started afresh every turn needs no memory:
//!
//! 1. [`program`]: the form in which it was compiled and started;
//! 2. [`processor`]: its model, speed and features;
//! 3. [`system`]: kernel, limits, and the user storage.
//!
//! Nothing here fails: a fact that cannot be read is reported as `unreadable: ERROR`. A part takes a few milliseconds,
//! and that of the processor 20 more for a loop that is timed. It does not depend on the game or the judge;
//! `scripts/bundle --probe GAME` makes the program, `arena import` reads its reports.

mod edition;
mod file;
pub mod parts;
pub mod processor;
pub mod program;
pub mod system;

use judges_common::{Answer, Bot, Turn};

/// A fact: a name and a value.
pub type Fact = (&'static str, String);

/// The parts, in the order in which they are reported.
pub const PARTS: [fn() -> Vec<Fact>; 3] = [program::facts, processor::facts, system::facts];

/// A bot that plays as `B` and reports on the machine.
pub struct Probe<B>(B);

impl<B: Bot> Bot for Probe<B> {
    type State = B::State;
    type Move = B::Move;

    const BENCH_NODES: u64 = B::BENCH_NODES;
    const BENCH: &'static str = B::BENCH;

    fn new() -> Self {
        Probe(B::new())
    }

    fn with_params(text: &str) -> Result<Self, String> {
        B::with_params(text).map(Probe)
    }

    fn choose(&mut self, state: &B::State, turn: &Turn) -> Answer<B::Move> {
        let answer = self.0.choose(state, turn);
        let part = turn.index as usize % PARTS.len();
        Answer {
            debug: parts::text(part + 1, PARTS.len(), &PARTS[part]()),
            ..answer
        }
    }

    fn counted(&self) -> Option<(&'static str, u64)> {
        self.0.counted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays its own number.
    struct Seven;

    impl Bot for Seven {
        type State = u32;
        type Move = u32;

        const BENCH_NODES: u64 = 1;
        const BENCH: &'static str = "1";

        fn new() -> Self {
            Seven
        }

        fn choose(&mut self, state: &u32, _: &Turn) -> Answer<u32> {
            Answer {
                mv: state + 7,
                value: 1,
                nodes: 2,
                debug: "of the bot".to_owned(),
            }
        }
    }

    #[test]
    fn every_turn_tells_its_part_of_any_match() {
        let mut names = Vec::new();
        for index in 0..7 {
            let mut turn = Turn::of_nodes(1, 1);
            turn.index = index;
            let answer = Probe::<Seven>::new().choose(&index, &turn);
            assert_eq!((answer.mv, answer.value, answer.nodes), (index + 7, 1, 2));
            let part = parts::read(&answer.debug).unwrap();
            assert_eq!((part.number, part.of), (index as usize % 3 + 1, 3));
            if index < 3 {
                names.extend(part.facts.into_iter().map(|(name, _)| name));
            }
        }
        for name in &[program::FORM, processor::FEATURES, "kernel", "./data"] {
            let same = names.iter().filter(|other| other == name);
            assert_eq!(same.count(), 1, "{}", name);
        }
        assert!(names.len() > 25);
    }
}
