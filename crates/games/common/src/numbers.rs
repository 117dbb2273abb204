//! Moves that are objects of integers, and lines of simple IO, as Botzone reads both.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Number, Value};

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
    let mut found = [0; N];
    if let Value::String(text) = value {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let numbers = Keys(keys).deserialize(&mut deserializer).ok()?;
        deserializer.end().ok()?;
        for (found, number) in found.iter_mut().zip(numbers) {
            *found = integer(&number?.into())?;
        }
    } else {
        for (found, key) in found.iter_mut().zip(keys) {
            *found = integer(value.get(key)?)?;
        }
    }
    Some(found)
}

/// Reads the last number of each key of an object. Everything else in it is skipped and takes no memory: the text may be
/// as long as a line.
struct Keys<'a, const N: usize>(&'a [&'a str; N]);

impl<'de, const N: usize> DeserializeSeed<'de> for Keys<'_, N> {
    type Value = [Option<Number>; N];

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, const N: usize> Visitor<'de> for Keys<'_, N> {
    type Value = [Option<Number>; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with numbers {}", self.0.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut numbers = [const { None }; N];
        while let Some(key) = entries.next_key::<String>()? {
            match self.0.iter().position(|known| *known == key) {
                Some(at) => numbers[at] = Some(entries.next_value()?),
                None => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(numbers)
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
