//! JSON interaction: one compact line in, one compact line out.

use serde_json::Value;

use crate::message::{History, Message, truncate_debug};

/// Most values of a line. A number, a string, an array and an object count as one each, and so does every element of the
/// last two. A match of 5000 turns, more than any game here can last, has half as many.
///
/// The memory that a value takes depends on its kind. The worst is an object with one entry: about 700 bytes.
const MAX_VALUES: usize = 100_000;

/// One line of input. An object with `requests` is a whole history, anything else a bare request.
///
/// # Errors
/// A description of the problem with a line that is neither.
pub fn parse(line: &[u8]) -> Result<Message, String> {
    if most_values(line) > MAX_VALUES {
        return Err(format!(
            "the message has too many values (more than {MAX_VALUES})"
        ));
    }
    let value = serde_json::from_slice(line).map_err(|error| {
        format!("the input is not one line of JSON ({error}); send the judge's line unchanged")
    })?;
    let mut object = match value {
        Value::Object(object) if object.contains_key("requests") => object,
        request => return Ok(Message::Request(request)),
    };
    let Some(Value::Array(requests)) = object.remove("requests") else {
        return Err("\"requests\" is not an array; it must list all requests so far".to_owned());
    };
    if requests.is_empty() {
        return Err("\"requests\" is empty; its last item is the request to answer".to_owned());
    }
    let mut fault = None;
    let responses = match object.remove("responses") {
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

/// The number of values that a line of JSON has at most: each begins the line or follows a comma or a bracket. Those in
/// strings count too, because moves may be texts that hold JSON.
fn most_values(line: &[u8]) -> usize {
    1 + line.iter().filter(|byte| b",[{".contains(byte)).count()
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
