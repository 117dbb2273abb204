//! Moves that are objects of integers, and lines of simple IO, as Botzone reads both.

use serde_json::Value;

use crate::integer;

/// Characters of a text that a message shows.
const SHOWN: usize = 40;

/// The answer in a player's log entry, as a judge takes it: `response`, or `content` if there is no `response`.
pub fn answer(entry: &Value) -> &Value {
    match &entry["response"] {
        Value::Null => &entry["content"],
        response => response,
    }
}

/// The integers under these keys, as judges take them: of an object, or of a string that holds the text of one.
///
/// # Errors
/// Says of the first that is missing or no [`integer`] what it must be and what it is.
///
/// ```
/// use games_common::integers;
/// use serde_json::json;
///
/// let keys = ["x", "y"];
/// assert_eq!(integers(&json!({"x": 4, "y": 2.0, "z": null}), &keys), Ok([4, 2]));
/// assert_eq!(integers(&json!(r#"{"y":2,"x":4}"#), &keys), Ok([4, 2]));
/// let why = integers(&json!({"x": "4", "y": 2}), &keys).unwrap_err();
/// assert_eq!(why, r#"x must be a number, it is the text "4""#);
/// ```
pub fn integers<const N: usize>(value: &Value, keys: &[&str; N]) -> Result<[i32; N], String> {
    match value {
        Value::String(text) => match serde_json::from_str(text) {
            Ok(held) => fields(&held, keys),
            Err(_) => Err(no_object(value, keys)),
        },
        _ => fields(value, keys),
    }
}

/// The integers under these keys of an object.
///
/// # Errors
/// As those of [`integers`].
pub fn fields<const N: usize>(value: &Value, keys: &[&str; N]) -> Result<[i32; N], String> {
    let object = value.as_object().ok_or_else(|| no_object(value, keys))?;
    let mut found = [0; N];
    for (found, key) in found.iter_mut().zip(keys) {
        let field = object
            .get(*key)
            .ok_or_else(|| format!("{} is missing", key))?;
        *found = integer(field).ok_or_else(|| match field {
            Value::Number(is) => format!("{} must be an integer of 32 bits, it is {}", key, is),
            other => format!("{} must be a number, it is {}", key, described(other)),
        })?;
    }
    Ok(found)
}

fn no_object(value: &Value, keys: &[&str]) -> String {
    let keys = keys.join(", ");
    format!(
        "it must be an object with {}, it is {}",
        keys,
        described(value)
    )
}

/// A description of a value in words.
fn described(value: &Value) -> String {
    match value {
        Value::String(text) => {
            let mut shown: String = text.chars().take(SHOWN).collect();
            if shown.len() < text.len() {
                shown.push('…');
            }
            format!("the text {:?}", shown)
        }
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        plain => plain.to_string(),
    }
}

/// The decimal integer that a part of a line of simple IO begins with: JavaScript's `parseInt`. `None` also beyond 64 bits,
/// where the judge takes no number.
///
/// ```
/// use games_common::leading_integer;
///
/// assert_eq!([" 4x", "-7", "", "x4"].map(leading_integer), [Some(4), Some(-7), None, None]);
/// ```
pub fn leading_integer(text: &str) -> Option<i64> {
    let text = text.trim_start();
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    text[..sign + digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_no_integer_is_named() {
        let long = "y".repeat(60);
        for (value, why) in [
            (
                json!({"x": "0"}),
                r#"x must be a number, it is the text "0""#,
            ),
            (
                json!({"x": 0.5}),
                "x must be an integer of 32 bits, it is 0.5",
            ),
            (
                json!({"x": 1_u64 << 32}),
                "x must be an integer of 32 bits, it is 4294967296",
            ),
            (json!({"x": null}), "x must be a number, it is null"),
            (json!({"x": true}), "x must be a number, it is true"),
            (json!({"x": [0]}), "x must be a number, it is a list"),
            (
                json!({"x": {"x": 0}}),
                "x must be a number, it is an object",
            ),
            (json!({"X": 0}), "x is missing"),
            (json!([0]), "it must be an object with x, it is a list"),
            (json!(7), "it must be an object with x, it is 7"),
            (json!(null), "it must be an object with x, it is null"),
        ] {
            assert_eq!(fields(&value, &["x"]), Err(why.to_owned()), "{value}");
            assert_eq!(integers(&value, &["x"]), Err(why.to_owned()), "{value}");
            if value.is_object() {
                let text = json!(value.to_string());
                assert_eq!(integers(&text, &["x"]), Err(why.to_owned()), "{text}");
                assert!(fields(&text, &["x"]).is_err(), "{}", text);
            }
        }
        let why = integers(&json!(long), &["x"]).unwrap_err();
        assert_eq!(
            why,
            format!(
                "it must be an object with x, it is the text \"{}…\"",
                "y".repeat(40)
            )
        );
    }
}
