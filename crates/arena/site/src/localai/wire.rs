//! The interface's texts: the reply of a poll, the headers with the answers.
//!
//! ```text
//! m n
//! <match id> / <request>                       m pairs of lines
//! <match id> <my seat> <p> <score 0> ...       n lines; p = 0: the match was aborted
//! ```

use serde_json::Value;

/// Limit of the matches that a reply names.
const MAX_MATCHES: usize = 10_000;
/// Limit of the length of a match id.
const MAX_ID: usize = 64;

/// The content of a poll's reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// Match id and request line of every match that waits for an answer.
    pub requests: Vec<(String, String)>,
    /// Matches that have ended.
    pub ended: Vec<End>,
}

/// The end of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// The match's id.
    pub id: String,
    /// The own seat.
    pub seat: usize,
    /// The score of every seat; empty if the match was aborted.
    pub scores: Vec<Value>,
}

/// Reads a reply.
///
/// # Errors
/// If it has any other form; then nothing of it is used.
pub fn parse(body: &[u8]) -> Result<Reply, String> {
    let text = str::from_utf8(body).map_err(|_| said!("the reply is not text"))?;
    let mut lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
    let first = lines.next().unwrap_or_default();
    let [waiting, over] = counts(first)
        .ok_or_else(|| said!("the reply begins with {:?}, not with `m n`", start(first)))?;
    let mut next = || lines.next().ok_or("the reply ends too soon");
    let mut reply = Reply::default();
    for _ in 0..waiting {
        let (id, request) = (match_id(next()?)?, next()?);
        reply.requests.push((id, request.to_owned()));
    }
    for _ in 0..over {
        reply.ended.push(end(next()?)?);
    }
    match lines.find(|line| !line.trim().is_empty()) {
        None => Ok(reply),
        Some(line) => Err(said!("the reply goes on with {:?}", start(line))),
    }
}

/// The id of a match.
///
/// # Errors
/// If the text is none.
pub fn match_id(text: &str) -> Result<String, String> {
    let text = text.trim();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if text.is_empty() || text.len() > MAX_ID || !text.bytes().all(plain) {
        return Err(said!("{:?} is not a match id", start(text)));
    }
    Ok(text.to_owned())
}

fn counts(line: &str) -> Option<[usize; 2]> {
    let mut words = line.split_whitespace().map(|word| {
        let number: usize = word.parse().ok()?;
        (number <= MAX_MATCHES).then_some(number)
    });
    let counts = [words.next()??, words.next()??];
    words.next().is_none().then_some(counts)
}

fn end(line: &str) -> Result<End, String> {
    let wrong = || said!("{:?} tells no end of a match", start(line));
    let mut words = line.split_whitespace();
    let id = match_id(words.next().unwrap_or_default())?;
    let mut number = || words.next()?.parse::<usize>().ok();
    let (Some(seat), Some(players)) = (number(), number()) else {
        return Err(wrong());
    };
    let scores: Option<Vec<Value>> = words
        .map(|word| {
            let number: serde_json::Number = word.parse().ok()?;
            Some(Value::Number(number))
        })
        .collect();
    let scores = scores
        .filter(|scores| scores.len() == players)
        .ok_or_else(wrong)?;
    if players > 0 && seat >= players {
        return Err(wrong());
    }
    Ok(End { id, seat, scores })
}

/// The value of a header: JSON on one line of ASCII.
pub fn one_line(response: &Value) -> String {
    let mut line = String::new();
    for unit in response.to_string().encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ b' '..=b'~') => line.push(char::from(byte)),
            _ => line.push_str(&format!("\\u{unit:04x}")),
        }
    }
    line
}

/// The beginning of a text, for a message.
pub fn start(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_reply_is_read() {
        let text = "2 3\r\na1\r\n4 4\r\nb2\n{\"x\":1}\nc 0 2 1 0\nd 1 2 0.5 2.01\ne 1 0\n\n";
        let ended = |id: &str, seat, scores: &[Value]| End {
            id: id.to_owned(),
            seat,
            scores: scores.to_vec(),
        };
        let want = Reply {
            requests: vec![
                ("a1".to_owned(), "4 4".to_owned()),
                ("b2".to_owned(), "{\"x\":1}".to_owned()),
            ],
            ended: vec![
                ended("c", 0, &[json!(1), json!(0)]),
                ended("d", 1, &[json!(0.5), json!(2.01)]),
                ended("e", 1, &[]),
            ],
        };
        assert_eq!(parse(text.as_bytes()), Ok(want));
        assert_eq!(parse(b"0 0"), Ok(Reply::default()));
    }

    #[test]
    fn garbage_is_refused_as_a_whole() {
        for text in [
            "",
            "1",
            "0 0 0",
            "-1 0",
            "99999999999999999999 0",
            "10001 0",
            "<html>",
            "1 0\na",
            "1 0\na b\n4 4",
            "1 0\n\n4 4",
            "0 1\nc 0 2 1",
            "0 1\nc 2 2 1 0",
            "0 1\nc 0 2 1 x",
            "0 1\nc",
            "0 0\nmore",
        ] {
            assert!(parse(text.as_bytes()).is_err(), "{text:?}");
        }
        assert!(parse(b"0 0\n\xff").is_err());
    }

    #[test]
    fn a_header_is_one_line_of_ascii() {
        assert_eq!(one_line(&json!({"x": 4, "y": -1})), r#"{"x":4,"y":-1}"#);
        let value = json!("好\n😀\u{7f}");
        let line = one_line(&value);
        assert!(line.bytes().all(|byte| (32..127).contains(&byte)), "{line}");
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value);
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_strange(body: Vec<u8>, text in "[0-3 ]{0,4}\n([ab{}0-9 .\n]{0,12})") {
            let _ = parse(&body);
            let _ = parse(text.as_bytes());
        }
    }
}
