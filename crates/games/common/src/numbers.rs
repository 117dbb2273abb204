//! Moves that are objects of integers, and lines of simple IO, as Botzone reads both.

use serde_json::Value;

use crate::integer;

/// The integers under these keys, as judges take them: of an object, or of a string that holds the text of one. `None` if
/// one is missing or no [`integer`].
///
/// ```
/// use games_common::integers;
/// use serde_json::json;
///
/// let keys = ["x", "y"];
/// assert_eq!(integers(&json!({"x": 4, "y": 2.0, "z": null}), &keys), Some([4, 2]));
/// assert_eq!(integers(&json!(r#"{"y":2,"x":4}"#), &keys), Some([4, 2]));
/// assert_eq!(integers(&json!([4, 2]), &keys), None);
/// ```
pub fn integers<const N: usize>(value: &Value, keys: &[&str; N]) -> Option<[i32; N]> {
    let held: Option<Value> = match value {
        Value::String(text) => Some(serde_json::from_str(text).ok()?),
        _ => None,
    };
    let value = held.as_ref().unwrap_or(value);
    let mut found = [0; N];
    for (found, key) in found.iter_mut().zip(keys) {
        *found = integer(value.get(key)?)?;
    }
    Some(found)
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
