//! The output of a program, as JSON or as simple IO.

use arena_common::Message;
use arena_common::words::{closest, cut};
use judges_common::MAX_DEBUG;
use serde_json::{Value, json};

/// Bytes of `data` and of `globaldata` that are kept.
const DATA_LIMIT: usize = 100 * 1024;

/// An answer taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The response, for the referee.
    pub response: Value,
    /// Text for the log.
    pub debug: Option<String>,
    /// The data that the program wants back in its next turn of this match.
    pub data: Option<Value>,
    /// The data that it wants back in all its matches from now on.
    pub globaldata: Option<Value>,
}

/// Reads a JSON answer: the whole output must be one JSON value. A value that is not an object with `response` is
/// itself the response. `None` if the output is not JSON.
pub fn read_json(output: &str) -> Option<Answer> {
    let mut value: Value = serde_json::from_str(output).ok()?;
    let Some(fields) = value
        .as_object_mut()
        .filter(|fields| fields.contains_key("response"))
    else {
        return Some(Answer {
            response: value,
            ..Answer::default()
        });
    };
    let mut take = |key: &str| fields.remove(key).filter(|value| !value.is_null());
    let debug = take("debug").map(|debug| match debug {
        Value::String(text) => cut(text, MAX_DEBUG),
        other => cut(other.to_string(), MAX_DEBUG),
    });
    let [data, globaldata] =
        [take("data"), take("globaldata")].map(|value| value.and_then(cut_value));
    Some(Answer {
        response: fields.remove("response").unwrap_or_default(),
        debug,
        data,
        globaldata,
    })
}

/// The key of an answer without `response` that was meant to be it, if one looks like that.
pub fn misspelled(response: &Value) -> Option<Message> {
    let mut keys = response.as_object()?.keys();
    let key = keys.find(|key| closest(key, ["response"].into_iter()).is_some())?;
    Some(msg!("no `response`; it wrote `{key}`"))
}

/// Reads a simple answer: response, debug, data, globaldata, of which the first three have one line each. Also
/// returns the response's own line, which the history repeats. A line that is no response gives a null response:
/// the site makes one of any output, so there is no verdict NJ.
pub fn read_simple(output: &str, to_json: fn(&str) -> Result<Value, String>) -> (Answer, String) {
    let mut parts = output
        .splitn(4, '\n')
        .map(|part| part.trim_end_matches('\r'));
    let line = parts.next().unwrap_or_default().to_owned();
    let mut part = |limit| {
        parts
            .next()
            .filter(|part| !part.trim().is_empty())
            .map(|part| cut(part.trim_end_matches('\n').to_owned(), limit))
    };
    let answer = Answer {
        response: to_json(&line).unwrap_or_default(),
        debug: part(MAX_DEBUG),
        data: part(DATA_LIMIT).map(Value::String),
        globaldata: part(DATA_LIMIT).map(Value::String),
    };
    (answer, line)
}

/// The first input of a program in JSON: the whole history on one line.
pub fn history_json(
    requests: &[Value],
    responses: &[Value],
    stored: &Stored,
    time_ms: u128,
    memory_mb: u64,
) -> String {
    let mut history = json!({
        "requests": requests,
        "responses": responses,
        "time_limit": u64::try_from(time_ms).unwrap_or(u64::MAX),
        "memory_limit": memory_mb,
    });
    for (key, value) in [("data", &stored.data), ("globaldata", &stored.globaldata)] {
        if let Some(value) = value {
            history[key] = value.clone();
        }
    }
    history.to_string()
}

/// The first input of a program in simple IO: number of the turn, then requests and responses in turn, then what
/// is stored. `requests` has one line more than `responses`.
pub fn history_simple(requests: &[String], responses: &[String], stored: &Stored) -> String {
    let mut lines = vec![requests.len().to_string()];
    for (i, request) in requests.iter().enumerate() {
        lines.push(request.clone());
        lines.extend(responses.get(i).cloned());
    }
    if stored.data.is_some() || stored.globaldata.is_some() {
        lines.push(stored.data.as_ref().map(plain).unwrap_or_default());
        lines.extend(stored.globaldata.as_ref().map(plain));
    }
    lines.join("\n")
}

/// A program's own `data` and `globaldata`, to be sent back to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    /// From its previous turn.
    pub data: Option<Value>,
    /// From any earlier turn of any match.
    pub globaldata: Option<Value>,
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// Texts are cut like on the site; of other values too large there is nothing sensible to keep.
fn cut_value(value: Value) -> Option<Value> {
    match value {
        Value::String(text) => Some(Value::String(cut(text, DATA_LIMIT))),
        other => (other.to_string().len() <= DATA_LIMIT).then_some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_answers() {
        let answer =
            read_json(r#" {"response":{"x":1},"debug":"d","data":{"k":[1]},"globaldata":"g"} "#)
                .unwrap();
        assert_eq!(answer.response, json!({"x": 1}));
        assert_eq!(answer.debug.as_deref(), Some("d"));
        assert_eq!(answer.data, Some(json!({"k": [1]})));
        assert_eq!(answer.globaldata, Some(json!("g")));
        assert_eq!(read_json("[1,2]\n").unwrap().response, json!([1, 2]));
        assert_eq!(read_json("{\"x\":1}").unwrap().response, json!({"x": 1}));
        for bad in ["", "1 2", "{}\n{}", "hello", "{\"response\":1", ">>>"] {
            assert_eq!(read_json(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_key_may_be_misspelled() {
        let wrong = json!({"debug": "", "respones": {"x": 1}});
        let said = misspelled(&wrong).unwrap().english();
        assert_eq!(said, "no `response`; it wrote `respones`");
        for well in [json!({"x": 1, "y": 2}), json!({"direction": 1}), json!(1)] {
            assert_eq!(misspelled(&well), None);
        }
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let long = json!({"response": 1, "debug": "好".repeat(1000)}).to_string();
        let answer = read_json(&long).unwrap();
        assert_eq!(answer.debug.unwrap(), "好".repeat(341));
        let long = json!({"response": 1, "data": "x".repeat(200_000)}).to_string();
        let answer = read_json(&long).unwrap();
        assert_eq!(answer.data.unwrap().as_str().unwrap().len(), DATA_LIMIT);
    }

    #[test]
    fn simple_answers() {
        let to_json = |line: &str| {
            line.parse::<i64>()
                .map(Value::from)
                .map_err(|error| error.to_string())
        };
        let (answer, line) = read_simple("7\r\nsome debug\nkept\nfor\never\n", to_json);
        assert_eq!((answer.response, line.as_str()), (json!(7), "7"));
        assert_eq!(answer.debug.as_deref(), Some("some debug"));
        assert_eq!(
            (answer.data, answer.globaldata),
            (Some(json!("kept")), Some(json!("for\never")))
        );
        let (answer, line) = read_simple("what?", to_json);
        assert_eq!((answer, line.as_str()), (Answer::default(), "what?"));
    }

    #[test]
    fn simple_history_is_the_specs_example() {
        let text = |lines: &[&str]| {
            lines
                .iter()
                .map(|line| (*line).to_owned())
                .collect::<Vec<_>>()
        };
        let (requests, responses) = (text(&["4 4", "5 5", "2 2"]), text(&["0 8", "8 0"]));
        let stored = Stored::default();
        assert_eq!(
            history_simple(&requests, &responses, &stored),
            "3\n4 4\n0 8\n5 5\n8 0\n2 2"
        );
        let stored = Stored {
            data: None,
            globaldata: Some(json!("all\nmine")),
        };
        assert_eq!(
            history_simple(&requests[..1], &[], &stored),
            "1\n4 4\n\nall\nmine"
        );
    }
}
