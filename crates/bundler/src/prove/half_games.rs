//! Playing on Saiblo: one side of a half-game, which is one of the two games of a match, with seats swapped in the other.
//!
//! A line of `data/turns/GAME.jsonl` is what the judge sends to one player in a half-game, as hexadecimal digits:
//! `{"bytes": "1010..."}`. A bot follows what the judge sends, whatever it has answered itself, so it can be given all
//! at once.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use arena_common::texts::counted;
use manifest::Judge;
use serde_json::Value;

use super::turn::{FIXED, Turn, packets};
use crate::process::{describe, run};

/// Plays every half-game of a file.
///
/// # Errors
/// The file is missing, a line is not a half-game, or the bot fails.
pub fn play(binary: &Path, file: &Path) -> Result<Vec<Turn>> {
    let text = fs::read_to_string(file)
        .with_context(|| msg!("{} is needed: a few half-games to compare", file.display()))?;
    let mut played = Vec::new();
    for text in text.lines() {
        let line: Value = serde_json::from_str(text)?;
        let input = bytes(
            line["bytes"]
                .as_str()
                .context("a half-game without `bytes`")?,
        )?;
        let output = run(Command::new(binary).args(FIXED), &input)?.stdout;
        played.push(Turn {
            judge: Judge::Saiblo,
            request: Value::Null,
            input,
            response: packets(&output)?,
        });
    }
    require!(!played.is_empty(), "{} is empty", file.display());
    Ok(played)
}

/// The judge's packet for player 0, who moves first, before the first operation.
pub fn beginning(half_game: &[u8]) -> Vec<u8> {
    let count = match half_game {
        [_, _, _, _, _, _, high, low, ..] => u16::from_be_bytes([*high, *low]),
        _ => 0,
    };
    let size = 8 + 7 * usize::from(count);
    let mut bytes = half_game[..size.min(half_game.len())].to_vec();
    if let Some(player) = bytes.get_mut(4) {
        *player = 0;
    }
    bytes
}

/// The bundle gives the answers of the Cargo build.
///
/// # Errors
/// The first difference.
pub fn same_answers(file: &Path, binary: &Path, expected: &[Turn]) -> Result<((), String)> {
    let played = play(binary, file)?;
    let mut answers = 0;
    for (found, expected) in played.iter().zip(expected) {
        require!(
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
        said!(
            "{} in {}, as the Cargo build",
            counted(answers, "answer", "answers"),
            counted(played.len(), "half-game", "half-games")
        ),
    ))
}

fn bytes(text: &str) -> Result<Vec<u8>> {
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        fail!("`bytes` has an odd number of hexadecimal digits");
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
    fn bytes_are_pairs_of_digits() {
        assert_eq!(bytes("10ff00").unwrap(), [16, 255, 0]);
        assert!(bytes("1").is_err() && bytes("xx").is_err());
    }
}
