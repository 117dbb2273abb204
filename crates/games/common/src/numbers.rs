//! Moves that are objects of integers, and lines of simple IO, as Botzone reads both.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use crate::integer;

/// Characters of a text that a message shows.
const SHOWN: usize = 40;

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
    let Value::String(text) = value else {
        return fields(value, keys);
    };
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = Keys(keys).deserialize(&mut deserializer);
    let read = read.and_then(|read| deserializer.end().map(|()| read));
    checked(read.map_err(|_| no_object(value, keys))?, keys)
}

/// The integers under these keys of an object.
///
/// # Errors
/// As those of [`integers`].
pub fn fields<const N: usize>(object: &Value, keys: &[&str; N]) -> Result<[i32; N], String> {
    let read = Keys(keys).deserialize(object);
    checked(read.map_err(|_| no_object(object, keys))?, keys)
}

fn checked<const N: usize>(read: [Option<Field>; N], keys: &[&str; N]) -> Result<[i32; N], String> {
    let mut found = [0; N];
    for ((found, field), key) in found.iter_mut().zip(read).zip(keys) {
        *found = match field {
            Some(Field::Integer(number)) => number,
            Some(Field::Number(is)) => {
                return Err(format!("{key} must be an integer of 32 bits, it is {is}"));
            }
            Some(Field::Other(is)) => return Err(format!("{key} must be a number, it is {is}")),
            None => return Err(format!("{key} is missing")),
        };
    }
    Ok(found)
}

fn no_object(value: &Value, keys: &[&str]) -> String {
    let keys = keys.join(", ");
    match Field::deserialize(value) {
        Ok(Field::Integer(is)) => format!("it must be an object with {keys}, it is {is}"),
        Ok(Field::Number(is) | Field::Other(is)) => {
            format!("it must be an object with {keys}, it is {is}")
        }
        Err(_) => format!("it must be an object with {keys}"),
    }
}

/// Reads the last value of each key of an object. Everything else in it is skipped and takes no memory: the text may be
/// as long as a line.
struct Keys<'a, const N: usize>(&'a [&'a str; N]);

impl<'de, const N: usize> DeserializeSeed<'de> for Keys<'_, N> {
    type Value = [Option<Field>; N];

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, const N: usize> Visitor<'de> for Keys<'_, N> {
    type Value = [Option<Field>; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with {}", self.0.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut fields = [const { None }; N];
        while let Some(key) = entries.next_key::<String>()? {
            match self.0.iter().position(|known| *known == key) {
                Some(at) => fields[at] = Some(entries.next_value()?),
                None => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(fields)
    }
}

/// A value as a field of a move: an integer, or in words what it is instead.
enum Field {
    Integer(i32),
    Number(String),
    Other(String),
}

impl Field {
    fn number(number: Value) -> Field {
        integer(&number).map_or_else(|| Field::Number(number.to_string()), Field::Integer)
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyField)
    }
}

struct AnyField;

impl<'de> Visitor<'de> for AnyField {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_i64<E>(self, number: i64) -> Result<Field, E> {
        Ok(Field::number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Field, E> {
        Ok(Field::number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Field, E> {
        Ok(Field::number(number.into()))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Field, E> {
        Ok(Field::Other(value.to_string()))
    }

    fn visit_unit<E>(self) -> Result<Field, E> {
        Ok(Field::Other("null".to_owned()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Field, E> {
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Ok(Field::Other(format!("the text {shown:?}")))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Field, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Field::Other("a list".to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Field, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Field::Other("an object".to_owned()))
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
                assert!(fields(&text, &["x"]).is_err(), "{text}");
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
