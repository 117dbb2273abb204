//! JSON as in the judge's JavaScript: the order of keys is kept, every number is a double, and both are printed as
//! `JSON.stringify` does.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// The first integer that JavaScript prints with an exponent, and whose `parseInt` is another number.
const WITH_EXPONENT: f64 = 1e21;

/// A value of `JSON.parse`.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Js {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Js>),
    Object(Vec<(String, Js)>),
}

impl Js {
    /// The object with these fields.
    pub(super) fn object<const N: usize>(fields: [(&str, Js); N]) -> Self {
        let fields = fields.iter().cloned();
        Self::Object(fields.map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// This object with one more field.
    pub(super) fn with(mut self, key: &str, value: Js) -> Self {
        if let Self::Object(fields) = &mut self {
            fields.push((key.to_owned(), value));
        }
        self
    }

    /// Converts a value of serde_json.
    pub(super) fn of(value: &Value) -> Self {
        Self::deserialize(value).unwrap_or(Self::Null)
    }

    /// The field of an object; `None` where JavaScript has `undefined`.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let fields = match self {
            Self::Object(fields) => fields,
            _ => return None,
        };
        let mut fields = fields.iter();
        fields.find(|field| field.0 == key).map(|field| &field.1)
    }

    /// Returns true if `if (value)` is taken.
    pub(super) fn is_truthy(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Bool(is) => *is,
            Self::Number(number) => *number != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::List(_) | Self::Object(_) => true,
        }
    }

    /// A number `n` with `parseInt(n) === n`.
    pub(super) fn integer(&self) -> Option<f64> {
        match self {
            Self::Number(n) if n.trunc() == *n && n.abs() < WITH_EXPONENT => Some(*n),
            _ => None,
        }
    }
}

/// Prints as `JSON.stringify` does: keys that are array indices first, in rising order, then the others as given.
impl fmt::Display for Js {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(is) => write!(f, "{}", is),
            Self::Number(number) => write_number(*number, f),
            Self::Text(text) => write_text(text, f),
            Self::List(values) => {
                f.write_str("[")?;
                for (i, value) in values.iter().enumerate() {
                    f.write_str(if i > 0 { "," } else { "" })?;
                    fmt::Display::fmt(value, f)?;
                }
                f.write_str("]")
            }
            Self::Object(fields) => {
                let mut fields: Vec<&(String, Js)> = fields.iter().collect();
                fields.sort_by_key(|field| array_index(&field.0).unwrap_or(u32::MAX));
                f.write_str("{")?;
                for (i, (key, value)) in fields.into_iter().enumerate() {
                    f.write_str(if i > 0 { "," } else { "" })?;
                    write_text(key, f)?;
                    write!(f, ":{}", value)?;
                }
                f.write_str("}")
            }
        }
    }
}

fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    fmt::Display::fmt(&Value::from(text), f)
}

/// The number of a key that is an array index: decimal, without leading zeros, below 2^32 - 1.
fn array_index(key: &str) -> Option<u32> {
    let index: u32 = key.parse().ok()?;
    (index < u32::MAX && index.to_string() == key).then_some(index)
}

/// JavaScript's `Number::toString`: the shortest digits, and an exponent from 1e21 on and below 1e-6.
fn write_number(number: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if number == 0.0 {
        return f.write_str("0");
    }
    if number < 0.0 {
        f.write_str("-")?;
    }
    let scientific = format!("{:e}", number.abs());
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = digits.replace('.', "");
    // The number is 0.DIGITS * 10^point.
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let length = digits.len() as i32;
    match point {
        _ if length <= point && point <= 21 => {
            write!(f, "{}{}", digits, "0".repeat((point - length) as usize))
        }
        1..=21 => {
            let (whole, rest) = digits.split_at(point as usize);
            write!(f, "{}.{}", whole, rest)
        }
        -5..=0 => write!(f, "0.{}{}", "0".repeat(-point as usize), digits),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            write!(f, "{}{}{}e{:+}", first, dot, rest, point - 1)
        }
    }
}

impl<'de> Deserialize<'de> for Js {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Js;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Js, E> {
        Ok(Js::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Js, E> {
        Ok(Js::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Js, E> {
        Ok(Js::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Js, E> {
        Ok(Js::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Js, E> {
        Ok(Js::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Js, E> {
        Ok(Js::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Js, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element()? {
            list.push(value);
        }
        Ok(Js::List(list))
    }

    /// Of a doubled key the first place and the last value count.
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Js, A::Error> {
        let mut fields: Vec<(String, Js)> = Vec::new();
        while let Some((key, value)) = entries.next_entry::<String, Js>()? {
            match fields.iter_mut().find(|field| field.0 == key) {
                Some(field) => field.1 = value,
                None => fields.push((key, value)),
            }
        }
        Ok(Js::Object(fields))
    }
}
