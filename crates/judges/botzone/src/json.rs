//! JSON interaction: one compact line in, one compact line out.

use serde_json::Value;

use crate::session::{History, Message, cut_debug};

/// One line of input. An object with `requests` is a whole history, anything else a bare request.
///
/// # Errors
/// What is wrong, if nothing can be made of the line.
pub fn parse(line: &[u8]) -> Result<Message, String> {
    let mut value: Value = serde_json::from_slice(line).map_err(|error| {
        format!("the input is not one line of JSON ({error}); nothing may be added or cut")
    })?;
    let Some(requests) = value.get_mut("requests").map(Value::take) else {
        return Ok(Message::Request(value));
    };
    let Value::Array(requests) = requests else {
        return Err("\"requests\" is not an array; it must list all requests so far".to_owned());
    };
    if requests.is_empty() {
        return Err("\"requests\" is empty; its last item is the request to answer".to_owned());
    }
    let mut fault = None;
    let responses = match value.get_mut("responses").map(Value::take) {
        Some(Value::Array(responses)) => responses,
        None | Some(Value::Null) => Vec::new(),
        Some(_) => {
            fault = Some(
                "\"responses\" is not an array; it must list the own answers so far".to_owned(),
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

/// The answer as one line.
pub fn answer(response: &Value, debug: &str) -> String {
    match cut_debug(debug) {
        "" => format!("{{\"response\":{response}}}\n"),
        debug => format!(
            "{{\"response\":{response},\"debug\":{}}}\n",
            Value::from(debug)
        ),
    }
}
