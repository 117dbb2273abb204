//! A move as a JSON text inside a JSON string, which the judge reads too.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Number;

/// The numbers `x` and `y` of such an object. Everything else in it is skipped and takes no memory: the text may be as
/// long as a line.
pub struct Coordinates {
    /// The last `x`, if there is one.
    pub x: Option<Number>,
    /// The last `y`, if there is one.
    pub y: Option<Number>,
}

impl<'de> Deserialize<'de> for Coordinates {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Coordinates, D::Error> {
        deserializer.deserialize_map(Object)
    }
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = Coordinates;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with numbers x and y")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Coordinates, A::Error> {
        let mut coordinates = Coordinates { x: None, y: None };
        while let Some(key) = entries.next_key::<String>()? {
            match key.as_str() {
                "x" => coordinates.x = Some(entries.next_value()?),
                "y" => coordinates.y = Some(entries.next_value()?),
                _ => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(coordinates)
    }
}
