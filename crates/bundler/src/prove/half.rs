//! Playing a side of a half of Saiblo's SnakeGo.
//!
//! A line of `data/turns/snakego.jsonl` is what the judge sends to one player in a half, as hexadecimal digits:
//! `{"bytes": "1010..."}`. A bot follows the judge's word, not its own, so it can be given all at once.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::Proof;
use super::play::{FIXED, Turn};
use crate::process::{describe, run};
use crate::report::counted;
use crate::workspace::Judge;

/// Plays every half of a file.
///
/// # Errors
/// The file is missing, a line is no half, or the bot fails.
pub fn play(binary: &Path, file: &Path) -> Result<Vec<Turn>> {
    let text = fs::read_to_string(file).with_context(|| {
        format!(
            "{} is needed: a few halves of the game to compare",
            file.display()
        )
    })?;
    let mut played = Vec::new();
    for line in text.lines() {
        let half: Value = serde_json::from_str(line)?;
        let input = bytes(half["bytes"].as_str().context("a half without bytes")?)?;
        let output = run(Command::new(binary).args(FIXED), &input)?.stdout;
        played.push(Turn {
            judge: Judge::Saiblo,
            request: Value::Null,
            input,
            response: packets(&output)?,
        });
    }
    ensure!(!played.is_empty(), "{} is empty", file.display());
    Ok(played)
}

/// The operations in a bot's output, as one text of digits.
///
/// # Errors
/// The output is not a row of packets with one operation each.
pub fn packets(output: &str) -> Result<Value> {
    let (packets, rest) = output.as_bytes().as_chunks::<5>();
    let mut operations = String::new();
    for packet in packets {
        match packet {
            [0, 0, 0, 1, operation @ 1..=6] => operations.push(char::from(b'0' + operation)),
            _ => bail!("no packet with an operation: {packet:?}"),
        }
    }
    ensure!(
        rest.is_empty() && !operations.is_empty(),
        "no whole packets: {output:?}"
    );
    Ok(operations.into())
}

/// What the judge sends to player 0, who moves first, before the first operation.
pub fn beginning(half: &[u8]) -> Vec<u8> {
    let count = match half {
        [_, _, _, _, _, _, high, low, ..] => u16::from_be_bytes([*high, *low]),
        _ => 0,
    };
    let size = 8 + 7 * usize::from(count);
    let mut bytes = half[..size.min(half.len())].to_vec();
    if let Some(player) = bytes.get_mut(4) {
        *player = 0;
    }
    bytes
}

/// The bundle gives the answers of the Cargo build.
///
/// # Errors
/// The first difference.
pub fn same_answers(proof: &Proof, binary: &Path, expected: &[Turn]) -> Result<((), String)> {
    let played = play(binary, &proof.turns)?;
    let mut answers = 0;
    for (found, expected) in played.iter().zip(expected) {
        ensure!(
            found.response == expected.response,
            "{} answers {}, the Cargo build {}",
            describe(&Command::new(binary)),
            found.response,
            expected.response
        );
        answers += expected.response.as_str().map_or(0, str::len);
    }
    Ok((
        (),
        format!(
            "{} in {}, as the Cargo build",
            counted(answers, "answer", "answers"),
            counted(played.len(), "half", "halves")
        ),
    ))
}

fn bytes(text: &str) -> Result<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        bail!("an odd number of hexadecimal digits");
    };
    pairs
        .iter()
        .map(|pair| Ok(u8::from_str_radix(str::from_utf8(pair)?, 16)?))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn bytes_are_pairs_of_digits() {
        assert_eq!(bytes("10ff00").unwrap(), [16, 255, 0]);
        assert!(bytes("1").is_err() && bytes("xx").is_err());
    }
}
