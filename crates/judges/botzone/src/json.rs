//! JSON interaction: one compact line in, one compact line out.

use serde::de::DeserializeSeed;
use serde_json::Value;

use crate::bounded::{Build, Lists, MAX_VALUES};
use crate::message::{History, Message, truncate_debug};

/// One line of input. An object with `requests` is a whole history, anything else a bare request.
///
/// Of a history only the two lists are built, so that its stored data costs nothing beyond its bytes.
///
/// # Errors
/// What is wrong with a line that is neither.
pub fn parse(line: &[u8]) -> Result<Message, String> {
    let mut left = MAX_VALUES;
    let (requests, responses) = if line.first() == Some(&b'{') {
        read(line, &mut left, Lists)?
    } else {
        (None, None)
    };
    let Some(requests) = requests else {
        return read(line, &mut left, Build).map(Message::Request);
    };
    let Value::Array(requests) = requests else {
        return Err("\"requests\" is not an array; it must list all requests so far".to_owned());
    };
    if requests.is_empty() {
        return Err("\"requests\" is empty; its last item is the request to answer".to_owned());
    }
    let mut fault = None;
    let responses = match responses {
        Some(Value::Array(responses)) => responses,
        None | Some(Value::Null) => Vec::new(),
        Some(_) => {
            fault = Some(
                "\"responses\" is not an array; it must list the bot's answers so far".to_owned(),
            );
            Vec::new()
        }
    };
    Ok(Message::History(History {
        requests,
        responses,
        fault,
    }))
}

/// Deserializes the whole line by `seed`, with `left` as the limit on the values that it may build.
fn read<'a, 'de, S: DeserializeSeed<'de>>(
    line: &'de [u8],
    left: &'a mut usize,
    seed: fn(&'a mut usize) -> S,
) -> Result<S::Value, String> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    let value = seed(left).deserialize(&mut reader);
    value
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| {
            if error.is_data() {
                return error.to_string();
            }
            format!("the input is not one line of JSON ({error}); send the judge's line unchanged")
        })
}

/// The answer as one line.
pub fn answer(response: &Value, debug: &str) -> String {
    match truncate_debug(debug) {
        "" => format!("{{\"response\":{response}}}\n"),
        debug => format!(
            "{{\"response\":{response},\"debug\":{}}}\n",
            Value::from(debug)
        ),
    }
}
