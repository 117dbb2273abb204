//! Output of a program that is not an answer, or more than one.

use arena_common::Message;
use arena_common::words::cut;
use serde_json::{Deserializer, Value};

/// Bytes of stray text that are shown.
const SHOWN: usize = 80;

/// Returns true if this is one JSON value.
pub fn is_json(output: &[u8]) -> bool {
    serde_json::from_slice::<Value>(output).is_ok()
}

/// The text before or behind an answer in JSON, which must be all of the output; `None` if there is no object or no
/// such text.
pub fn around_json(output: &[u8]) -> Option<Message> {
    let text = String::from_utf8_lossy(output);
    let starts = text.match_indices('{').map(|(at, _)| at);
    let mut objects = starts.filter_map(|at| {
        let mut values = Deserializer::from_str(&text[at..]).into_iter::<Value>();
        let Some(Ok(Value::Object(fields))) = values.next() else {
            return None;
        };
        Some((at, at + values.byte_offset(), fields))
    });
    let first = objects.next()?;
    // Debugging text may be an object, too.
    let answer = objects.find(|(_, _, fields)| fields.contains_key("response"));
    let (start, end, _) = match answer {
        Some(answer) if !first.2.contains_key("response") => answer,
        _ => first,
    };
    let (before, behind) = (text[..start].trim(), text[end..].trim());
    if !before.is_empty() {
        let before = cut(before.to_owned(), SHOWN);
        return Some(msg!("before the JSON of its answer it printed {before:?}"));
    }
    let behind = (!behind.is_empty()).then(|| cut(behind.to_owned(), SHOWN))?;
    Some(msg!("behind the JSON of its answer it printed {behind:?}"))
}

/// Text where a packet is due: letters in place of its length.
pub fn no_packet(output: &[u8]) -> Option<Message> {
    let head = output.first_chunk::<4>()?;
    let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    head.iter().all(is_text).then(|| {
        let shown = &output[..output.len().min(SHOWN)];
        msg!(
            "where the four bytes of its length are due it printed {:?}",
            String::from_utf8_lossy(shown).trim_end()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_around_an_answer_is_named() {
        for (output, want) in [
            (
                "depth 3\n{\"response\":1}\n",
                "before the JSON of its answer it printed \"depth 3\"",
            ),
            (
                "{\"depth\":3}\n{\"response\":{\"x\":1}}",
                "before the JSON of its answer it printed \"{\\\"depth\\\":3}\"",
            ),
            (
                "{\"response\":{\"x\":1}}\ndone\n",
                "behind the JSON of its answer it printed \"done\"",
            ),
            ("{\"response\":1}\n{\"response\":1}\n", "behind the JSON"),
            (
                "{1} {\"x\":1}",
                "before the JSON of its answer it printed \"{1}\"",
            ),
        ] {
            let found = around_json(output.as_bytes()).unwrap().english();
            assert!(found.starts_with(want) || found.contains(want), "{found}");
        }
        for output in [
            "",
            "hello\n",
            "{\"response\":",
            "4 4\n",
            "{\"response\":1}\n",
        ] {
            assert_eq!(around_json(output.as_bytes()), None, "{output}");
        }
    }

    #[test]
    fn packets_begin_with_their_length() {
        assert_eq!(no_packet(&[0, 0, 0, 1, 9]), None);
        assert_eq!(no_packet(b"hi"), None);
        let found = no_packet(b"thinking\n").unwrap().english();
        assert!(found.ends_with("printed \"thinking\""), "{found}");
    }
}
