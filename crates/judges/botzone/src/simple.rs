//! Simple IO: a turn number, then one line per message, requests and the bot's answers alternating.

use std::io::BufRead;

use serde_json::Value;

use crate::message::{History, truncate_debug};
use crate::read;

/// Most turns of a history that is accepted: far more than any game here can last. Their values take 14 MiB at most.
const MAX_TURNS: usize = 10_000;

/// The turn number, the first line of a history.
///
/// # Errors
/// A description of the problem with it.
pub fn turns(line: &[u8]) -> Result<usize, String> {
    let text = String::from_utf8_lossy(line);
    match text.parse() {
        Ok(turns @ 1..=MAX_TURNS) => Ok(turns),
        _ => {
            let start: String = text.chars().take(40).collect();
            Err(format!(
                "the first line is neither a JSON object nor a turn number from 1 to {MAX_TURNS}: {start:?}; \
                 send the whole history as {{\"requests\":[...],\"responses\":[...]}} on one line"
            ))
        }
    }
}

/// The messages of a history of `turns` turns, exactly `2 * turns - 1` lines: what may follow (`data`,
/// `globaldata`) is left alone, because in keep-running mode it might never come.
///
/// An invalid line, or an early end of input, is a fault of the history. After an invalid line the rest is read all the
/// same, so that the next turn begins where it should.
pub fn history(
    turns: usize,
    input: &mut impl BufRead,
    request: fn(&str) -> Result<Value, String>,
    response: fn(&str) -> Result<Value, String>,
) -> History {
    let mut history = History {
        requests: Vec::new(),
        responses: Vec::new(),
        fault: None,
    };
    let mut buffer = Vec::new();
    for i in 0..2 * turns - 1 {
        match read::line(input, &mut buffer) {
            Ok(true) => {}
            Ok(false) => {
                let text = format!("the input ends after {i} of {} messages", 2 * turns - 1);
                history.fault.get_or_insert(text);
                break;
            }
            Err(error) => {
                history.fault.get_or_insert(error.to_string());
                break;
            }
        }
        if history.fault.is_some() {
            continue;
        }
        let (parse, list) = match i % 2 {
            0 => (request, &mut history.requests),
            _ => (response, &mut history.responses),
        };
        match message(&buffer, parse) {
            Ok(value) => list.push(value),
            Err(error) => history.fault = Some(format!("line {}: {error}", i + 2)),
        }
    }
    history
}

/// One line as a message.
///
/// # Errors
/// A description of the problem with the line.
pub fn message(line: &[u8], parse: fn(&str) -> Result<Value, String>) -> Result<Value, String> {
    let text = str::from_utf8(line).map_err(|error| format!("not UTF-8 text ({error})"))?;
    parse(text)
}

/// The answer: the response's line and, unless it is empty, one line of debug text.
pub fn answer(response: &str, debug: &str) -> String {
    match truncate_debug(debug) {
        "" => format!("{response}\n"),
        debug => format!("{response}\n{}\n", debug.replace(['\n', '\r'], " ")),
    }
}
