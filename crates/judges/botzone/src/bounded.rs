//! Building JSON values within a limit on their number, and only those parts of a line that are needed.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Most values that are built from a line. A number, a string, an array and an object count as one each, and so does
/// every element of the last two. A match of 5000 turns, more than any game here can last, has half as many.
///
/// The memory that a value takes depends on its kind. The worst is an object with one entry: about 700 bytes.
pub const MAX_VALUES: usize = 100_000;

/// Builds a value, as long as the number of values allows; it is decremented for each.
pub struct Build<'a>(pub &'a mut usize);

impl<'de> DeserializeSeed<'de> for Build<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        *self.0 = self.0.checked_sub(1).ok_or_else(|| {
            D::Error::custom(format_args!(
                "the message has too many values (more than {MAX_VALUES})"
            ))
        })?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Build<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Build(&mut *self.0))? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key()? {
            object.insert(key, entries.next_value_seed(Build(&mut *self.0))?);
        }
        Ok(Value::Object(object))
    }
}

/// Builds the two lists of a history from an object. Everything else in it (`data`, `globaldata`, the limits) is only
/// checked to be JSON.
pub struct Lists<'a>(pub &'a mut usize);

/// `requests` and `responses`, each `None` if the object has no such key.
pub type Found = (Option<Value>, Option<Value>);

impl<'de> DeserializeSeed<'de> for Lists<'_> {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Lists<'_> {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Found, A::Error> {
        let (mut requests, mut responses) = (None, None);
        while let Some(key) = entries.next_key::<String>()? {
            let list = match key.as_str() {
                "requests" => &mut requests,
                "responses" => &mut responses,
                _ => {
                    entries.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *list = Some(entries.next_value_seed(Build(&mut *self.0))?);
        }
        Ok((requests, responses))
    }
}
