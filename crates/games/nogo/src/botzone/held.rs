//! A move as the text of an object.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Number;

/// The numbers `x` and `y` of an object that a text holds. What else it holds is skipped and takes no memory: the text
/// may be as long as a line.
pub struct Held {
    /// The last `x`, if there is one.
    pub x: Option<Number>,
    /// The last `y`, if there is one.
    pub y: Option<Number>,
}

impl<'de> Deserialize<'de> for Held {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Held, D::Error> {
        deserializer.deserialize_map(Object)
    }
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = Held;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with numbers x and y")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Held, A::Error> {
        let mut held = Held { x: None, y: None };
        while let Some(key) = entries.next_key::<String>()? {
            match key.as_str() {
                "x" => held.x = Some(entries.next_value()?),
                "y" => held.y = Some(entries.next_value()?),
                _ => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(held)
    }
}
