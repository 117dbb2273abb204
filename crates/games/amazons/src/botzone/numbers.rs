//! A move as a JSON text inside a JSON string, which the judge reads too.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Number;

/// The keys of a move.
pub const KEYS: [&str; 6] = ["x0", "y0", "x1", "y1", "x2", "y2"];

/// The last number of each key in such an object, in the order of [`KEYS`]. Everything else in it is skipped and takes no
/// memory: the text may be as long as a line.
pub struct Numbers(pub [Option<Number>; 6]);

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers, D::Error> {
        deserializer.deserialize_map(Object)
    }
}

struct Object;

impl<'de> Visitor<'de> for Object {
    type Value = Numbers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with numbers x0, y0, x1, y1, x2 and y2")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Numbers, A::Error> {
        let mut numbers = [const { None }; 6];
        while let Some(key) = entries.next_key::<String>()? {
            match KEYS.iter().position(|known| *known == key) {
                Some(at) => numbers[at] = Some(entries.next_value()?),
                None => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Numbers(numbers))
    }
}
