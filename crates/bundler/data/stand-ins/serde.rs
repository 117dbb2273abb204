use std::collections::BTreeMap;
use std::convert::TryFrom;
use std::convert::TryInto;

use crate::serde_json::{Error, Map, Value};

/// A type that is read from JSON.
pub trait Deserialize: Sized {
    /// The value of this type that a JSON value stands for.
    ///
    /// # Errors
    /// If it stands for none.
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error>;
}

/// A type that is written as JSON.
pub trait Serialize {
    /// The JSON value that stands for this one.
    fn to_value(&self) -> Value;
}

impl Serialize for str {
    fn to_value(&self) -> Value {
        Value::from(self)
    }
}

impl<T: Serialize + ?Sized> Serialize for &T {
    fn to_value(&self) -> Value {
        (**self).to_value()
    }
}

impl<T: Serialize> Serialize for Option<T> {
    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }
}

impl<T: Serialize> Serialize for [T] {
    fn to_value(&self) -> Value {
        Value::Array(self.iter().map(T::to_value).collect())
    }
}

impl<T: Serialize, const N: usize> Serialize for [T; N] {
    fn to_value(&self) -> Value {
        self[..].to_value()
    }
}

impl<T: Serialize> Serialize for Vec<T> {
    fn to_value(&self) -> Value {
        self[..].to_value()
    }
}

macro_rules! written_as_values {
    ($($plain:ty)*) => {
        $(impl Serialize for $plain {
            fn to_value(&self) -> Value {
                Value::from(self.clone())
            }
        })*
    };
}

written_as_values!(Value bool String f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl Deserialize for Value {
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
        Ok(value.into())
    }
}

impl Deserialize for bool {
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
        let value = value.into();
        match value {
            Value::Bool(truth) => Ok(truth),
            _ => Err(invalid(&value, "a boolean")),
        }
    }
}

impl Deserialize for String {
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
        let value = value.into();
        match value {
            Value::String(text) => Ok(text),
            _ => Err(invalid(&value, "a string")),
        }
    }
}

impl Deserialize for f64 {
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
        let value = value.into();
        value.as_f64().ok_or_else(|| invalid(&value, "f64"))
    }
}

impl Deserialize for f32 {
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
        let value = value.into();
        f64::deserialize(value).map(|number| number as f32)
    }
}

macro_rules! integers {
    ($($integer:ident)*) => {
        $(impl Deserialize for $integer {
            fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
                let value = value.into();
                let small = value.as_i64().and_then(|number| $integer::try_from(number).ok());
                let found = small.or_else(|| $integer::try_from(value.as_u64()?).ok());
                found.ok_or_else(|| invalid(&value, stringify!($integer)))
            }
        })*
    };
}

integers!(i8 i16 i32 i64 u8 u16 u32 u64 usize);

impl<T: Deserialize> Deserialize for Option<T> {
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
        let value = value.into();
        match value {
            Value::Null => Ok(None),
            value => T::deserialize(value).map(Some),
        }
    }
}

impl<T: Deserialize> Deserialize for Vec<T> {
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
        let value = value.into();
        match value {
            Value::Array(items) => items.into_iter().map(T::deserialize).collect(),
            _ => Err(invalid(&value, "a sequence")),
        }
    }
}

impl<T: Deserialize, const N: usize> Deserialize for [T; N] {
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
        let value = value.into();
        let items = Vec::<T>::deserialize(value)?;
        let found = items.len();
        items.try_into().map_err(|_| {
            Error(format!(
                "invalid length {}, expected an array of length {}",
                found, N
            ))
        })
    }
}

impl<T: Deserialize> Deserialize for BTreeMap<String, T> {
    fn deserialize(value: impl Into<Value>) -> Result<Self, Error> {
        let value = value.into();
        match value {
            Value::Object(entries) => {
                let read = |(key, value)| Ok((key, T::deserialize(value)?));
                entries.into_iter().map(read).collect()
            }
            _ => Err(invalid(&value, "a map")),
        }
    }
}

fn invalid(value: &Value, expected: &str) -> Error {
    Error(format!("invalid value {}, expected {}", value, expected))
}

/// The fields of an object.
pub struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of a value; if `strict`, it may have none but the known ones.
    ///
    /// # Errors
    /// If it is no object, or has an unknown field.
    pub fn of(value: Value, known: &[&str], strict: bool) -> Result<Self, Error> {
        let fields = match value {
            Value::Object(fields) => fields,
            value => return Err(invalid(&value, "an object")),
        };
        match fields
            .keys()
            .find(|key| strict && !known.contains(&key.as_str()))
        {
            Some(key) => Err(Error(format!(
                "unknown field `{}`, expected one of `{}`",
                key,
                known.join("`, `")
            ))),
            None => Ok(Fields(fields)),
        }
    }

    /// A field that must be there, unless it may be null.
    ///
    /// # Errors
    /// If it is missing or invalid.
    pub fn field<T: Deserialize>(&mut self, name: &str) -> Result<T, Error> {
        match self.0.remove(name) {
            Some(value) => T::deserialize(value),
            None => {
                T::deserialize(Value::Null).map_err(|_| Error(format!("missing field `{}`", name)))
            }
        }
    }

    /// A field, or what stands for a missing one.
    ///
    /// # Errors
    /// If it is invalid.
    pub fn field_or<T: Deserialize>(
        &mut self,
        name: &str,
        missing: impl FnOnce() -> T,
    ) -> Result<T, Error> {
        self.0
            .remove(name)
            .map_or_else(|| Ok(missing()), T::deserialize)
    }
}
