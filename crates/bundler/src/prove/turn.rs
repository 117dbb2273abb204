//! One turn of a bot: what it is sent, what it answers, and the comparison of two answers.

use crate::process::{describe, run};
use anyhow::{Context, Result};
use manifest::Judge;
use serde_json::Value;
use std::process::Command;

/// Budget and seed that make a bot exactly repeatable.
pub const FIXED: [&str; 4] = ["--nodes", "500", "--seed", "7"];

/// A turn that was played. On Saiblo it is the bot's side of a whole half-game.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Whose protocol it is.
    pub judge: Judge,
    /// The request on its own.
    pub request: Value,
    /// The whole history, as a bot that starts afresh gets it.
    pub input: Vec<u8>,
    /// The bot's answer.
    pub response: Value,
}

impl Turn {
    /// The program's flags besides budget and seed.
    pub fn flags(&self) -> &'static [&'static str] {
        match self.judge {
            Judge::Saiblo => &[],
            _ => &["--no-keep-running"],
        }
    }

    /// The response in what the program wrote.
    ///
    /// # Errors
    /// There is none.
    pub fn read(&self, output: &str) -> Result<Value> {
        match self.judge {
            Judge::Saiblo => packets(output),
            _ => response(output),
        }
    }
}

/// Plays one turn and compares the answer.
///
/// # Errors
/// The bot fails, or answers otherwise.
pub fn one_turn(command: &mut Command, turn: &Turn) -> Result<()> {
    command.args(FIXED).args(turn.flags());
    let output = run(command, &turn.input)?;
    compare(&turn.read(&output.stdout)?, turn).with_context(|| describe(command))
}

/// Compares a response with that of the Cargo build.
///
/// # Errors
/// They differ.
pub fn compare(response: &Value, expected: &Turn) -> Result<()> {
    if *response != expected.response {
        fail!(
            "answers {response}, the Cargo build {}, to {}",
            expected.response,
            String::from_utf8_lossy(&expected.input).trim()
        );
    }
    Ok(())
}

/// The response in an answer.
///
/// # Errors
/// The text is not one JSON object with `response`.
pub fn response(answer: &str) -> Result<Value> {
    let mut value: Value =
        serde_json::from_str(answer).with_context(|| msg!("the answer is not JSON: {answer}"))?;
    match value.get_mut("response") {
        Some(response) => Ok(response.take()),
        None => fail!("the answer has no response: {answer}"),
    }
}

/// The operations in a bot's output, as one string of digits.
///
/// # Errors
/// The output is not a sequence of packets with one operation each.
pub fn packets(output: &str) -> Result<Value> {
    let (packets, rest) = output.as_bytes().as_chunks::<5>();
    let mut operations = String::new();
    for packet in packets {
        match packet {
            [0, 0, 0, 1, operation @ 1..=6] => operations.push(char::from(b'0' + operation)),
            _ => fail!("not a packet with one operation: {packet:?}"),
        }
    }
    require!(
        rest.is_empty() && !operations.is_empty(),
        "the output does not consist of whole packets: {output:?}"
    );
    Ok(operations.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_one_object_with_a_response() {
        assert_eq!(
            response("{\"response\":{\"x\":1}}\n").unwrap(),
            json!({"x": 1})
        );
        assert!(response("{\"x\":1}").is_err());
        assert!(response("{\"response\":1}\nmore").is_err());
    }

    #[test]
    fn packets_are_operations() {
        assert_eq!(packets("\0\0\0\u{1}\u{4}\0\0\0\u{1}\u{6}").unwrap(), "46");
        for bad in [
            "",
            "\0\0\0\u{1}",
            "\0\0\0\u{1}\u{7}",
            "\0\0\0\u{2}\u{4}\u{4}",
        ] {
            assert!(packets(bad).is_err(), "{bad:?}");
        }
    }
}
