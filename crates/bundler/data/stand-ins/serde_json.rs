use std::collections::BTreeMap;
use std::convert::TryFrom;
use std::fmt;
use std::iter::FromIterator;

pub use crate::json;
use crate::serde::Deserialize;

/// Depth up to which arrays and objects may be in one another.
const MAX_DEPTH: usize = 128;

/// An object's entries.
pub type Map<K, V> = BTreeMap<K, V>;

/// A JSON value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number
    Number(Number),
    /// A text
    String(String),
    /// A list
    Array(Vec<Value>),
    /// An object
    Object(Map<String, Value>),
}

/// A JSON number: an integer as such, as long as it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Not negative
    Unsigned(u64),
    /// Negative
    Signed(i64),
    /// Finite
    Float(f64),
}

impl Number {
    /// The number if it is an integer of this type.
    pub fn as_u64(&self) -> Option<u64> {
        match *self {
            Number::Unsigned(number) => Some(number),
            _ => None,
        }
    }

    /// The number if it is an integer of this type.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Number::Unsigned(number) => i64::try_from(number).ok(),
            Number::Signed(number) => Some(number),
            Number::Float(_) => None,
        }
    }

    /// The number, rounded to this type.
    pub fn as_f64(&self) -> Option<f64> {
        Some(match *self {
            Number::Unsigned(number) => number as f64,
            Number::Signed(number) => number as f64,
            Number::Float(number) => number,
        })
    }

    /// Returns true if the number is not an integer.
    pub fn is_f64(&self) -> bool {
        matches!(self, Number::Float(_))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Unsigned(number) => write!(f, "{}", number),
            Number::Signed(number) => write!(f, "{}", number),
            Number::Float(number) => {
                // serde_json has an exponent below 1e-5, `{:?}` below 1e-4.
                let text = match (1e-5..1e-4).contains(&number.abs()) {
                    true => number.to_string(),
                    false => format!("{:?}", number),
                };
                match text.find("e-") {
                    Some(_) => f.write_str(&text),
                    None => f.write_str(&text.replace('e', "e+")),
                }
            }
        }
    }
}

/// Why a text or a value is not what was wanted.
#[derive(Debug)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl Error {
    /// Returns true if the text is JSON of the wrong shape.
    pub fn is_data(&self) -> bool {
        false
    }
}

impl Value {
    /// The entry of this key or place.
    pub fn get<I: Index>(&self, index: I) -> Option<&Value> {
        index.of(self)
    }

    /// The number if this is one of this type.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// The number if this is one of this type.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// The number if this is one.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number()?.as_f64()
    }

    /// The number if this is one.
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The text if this is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The list if this is one.
    pub fn as_array(&self) -> Option<&Vec<Value>> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The object if this is one.
    pub fn as_object(&self) -> Option<&Map<String, Value>> {
        match self {
            Value::Object(entries) => Some(entries),
            _ => None,
        }
    }

    /// Returns true if this is null.
    pub fn is_null(&self) -> bool {
        *self == Value::Null
    }

    /// Returns true if this is an object.
    pub fn is_object(&self) -> bool {
        self.as_object().is_some()
    }

    /// Returns true if this is a number.
    pub fn is_number(&self) -> bool {
        self.as_number().is_some()
    }

    /// The value, which leaves null behind.
    pub fn take(&mut self) -> Value {
        std::mem::replace(self, Value::Null)
    }
}

/// The key of an entry.
pub trait Index {
    /// The entry.
    fn of<'a>(&self, value: &'a Value) -> Option<&'a Value>;
    /// The entry, which is made if there is none.
    ///
    /// # Panics
    /// If there cannot be one.
    fn of_mut<'a>(&self, value: &'a mut Value) -> &'a mut Value;
}

impl Index for str {
    fn of<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        value.as_object()?.get(self)
    }

    fn of_mut<'a>(&self, value: &'a mut Value) -> &'a mut Value {
        if value.is_null() {
            *value = Value::Object(Map::new());
        }
        match value {
            Value::Object(entries) => entries.entry(self.to_owned()).or_insert(Value::Null),
            _ => panic!("no object has the entry {}", self),
        }
    }
}

impl Index for String {
    fn of<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        self.as_str().of(value)
    }

    fn of_mut<'a>(&self, value: &'a mut Value) -> &'a mut Value {
        self.as_str().of_mut(value)
    }
}

impl Index for usize {
    fn of<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        value.as_array()?.get(*self)
    }

    fn of_mut<'a>(&self, value: &'a mut Value) -> &'a mut Value {
        match value {
            Value::Array(items) => &mut items[*self],
            _ => panic!("no list has the item {}", self),
        }
    }
}

impl<T: Index + ?Sized> Index for &T {
    fn of<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        (**self).of(value)
    }

    fn of_mut<'a>(&self, value: &'a mut Value) -> &'a mut Value {
        (**self).of_mut(value)
    }
}

impl<I: Index> std::ops::Index<I> for Value {
    type Output = Value;

    fn index(&self, index: I) -> &Value {
        index.of(self).unwrap_or(&Value::Null)
    }
}

impl<I: Index> std::ops::IndexMut<I> for Value {
    fn index_mut(&mut self, index: I) -> &mut Value {
        index.of_mut(self)
    }
}

macro_rules! from_integers {
    ($($integer:ident)*) => {
        $(impl From<$integer> for Value {
            fn from(number: $integer) -> Self {
                Value::Number(number.into())
            }
        }

        impl From<$integer> for Number {
            fn from(number: $integer) -> Self {
                match u64::try_from(number) {
                    Ok(number) => Number::Unsigned(number),
                    Err(_) => Number::Signed(number as i64),
                }
            }
        }

        impl PartialEq<$integer> for Value {
            fn eq(&self, number: &$integer) -> bool {
                self.as_number() == Some(&Number::from(*number))
            }
        })*
    };
}

from_integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        if number.is_finite() {
            Value::Number(Number::Float(number))
        } else {
            Value::Null
        }
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Value::Number(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Bool(truth)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::String(text)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Value::Array(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Self {
        Value::Array(Vec::from(items).into_iter().map(Into::into).collect())
    }
}

impl From<Map<String, Value>> for Value {
    fn from(entries: Map<String, Value>) -> Self {
        Value::Object(entries)
    }
}

impl From<&Value> for Value {
    fn from(value: &Value) -> Self {
        value.clone()
    }
}

impl PartialEq<str> for Value {
    fn eq(&self, text: &str) -> bool {
        self.as_str() == Some(text)
    }
}

impl PartialEq<&str> for Value {
    fn eq(&self, text: &&str) -> bool {
        self.as_str() == Some(*text)
    }
}

impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Value::Array(items.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(truth) => write!(f, "{}", truth),
            Value::Number(number) => write!(f, "{}", number),
            Value::String(text) => quoted(text, f),
            Value::Array(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{}", if at == 0 { "" } else { "," }, item)?;
                }
                f.write_str("]")
            }
            Value::Object(entries) => {
                f.write_str("{")?;
                for (at, (key, value)) in entries.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { "," })?;
                    quoted(key, f)?;
                    write!(f, ":{}", value)?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            control if control < ' ' => write!(f, "\\u{:04x}", control as u32)?,
            other => write!(f, "{}", other)?,
        }
    }
    f.write_str("\"")
}

/// Reads a text.
///
/// # Errors
/// If it is not JSON, or not what is wanted.
pub fn from_str<T: Deserialize>(text: &str) -> Result<T, Error> {
    from_slice(text.as_bytes())
}

/// Reads bytes.
///
/// # Errors
/// If they are not JSON, or not what is wanted.
pub fn from_slice<T: Deserialize>(text: &[u8]) -> Result<T, Error> {
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
    };
    let value = parser.value()?;
    parser.blanks();
    if parser.at < text.len() {
        return Err(parser.error("trailing characters"));
    }
    T::deserialize(value)
}

/// Reads a value.
///
/// # Errors
/// If it is not what is wanted.
pub fn from_value<T: Deserialize>(value: Value) -> Result<T, Error> {
    T::deserialize(value)
}

/// A text that is read.
struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn error(&self, what: &str) -> Error {
        Error(format!("{} at byte {}", what, self.at))
    }

    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while let Some(b' ') | Some(b'\n') | Some(b'\r') | Some(b'\t') = self.next() {
            self.at += 1;
        }
    }

    /// Steps over this byte, if it comes next behind blanks.
    fn takes(&mut self, byte: u8) -> bool {
        self.blanks();
        let there = self.next() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn value(&mut self) -> Result<Value, Error> {
        self.blanks();
        match self.next() {
            None => Err(self.error("EOF while parsing a value")),
            Some(b'"') => self.string().map(Value::String),
            Some(b'[') => self.array(),
            Some(b'{') => self.object(),
            Some(b'-') | Some(b'0'..=b'9') => self.number().map(Value::Number),
            Some(_) => self.word(),
        }
    }

    fn word(&mut self) -> Result<Value, Error> {
        let words: [(&[u8], Value); 3] = [
            (b"null", Value::Null),
            (b"true", Value::Bool(true)),
            (b"false", Value::Bool(false)),
        ];
        for (word, value) in &words {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value.clone());
            }
        }
        Err(self.error("expected value"))
    }

    fn deeper(&mut self) -> Result<(), Error> {
        self.at += 1;
        self.depth += 1;
        if self.depth >= MAX_DEPTH {
            return Err(self.error("recursion limit exceeded"));
        }
        Ok(())
    }

    fn array(&mut self) -> Result<Value, Error> {
        self.deeper()?;
        let mut items = Vec::new();
        if !self.takes(b']') {
            loop {
                items.push(self.value()?);
                if self.takes(b']') {
                    break;
                }
                if !self.takes(b',') {
                    return Err(self.error("expected `,` or `]`"));
                }
            }
        }
        self.depth -= 1;
        Ok(Value::Array(items))
    }

    fn object(&mut self) -> Result<Value, Error> {
        self.deeper()?;
        let mut entries = Map::new();
        if !self.takes(b'}') {
            loop {
                self.blanks();
                if self.next() != Some(b'"') {
                    return Err(self.error("key must be a string"));
                }
                let key = self.string()?;
                if !self.takes(b':') {
                    return Err(self.error("expected `:`"));
                }
                let value = self.value()?;
                entries.insert(key, value);
                if self.takes(b'}') {
                    break;
                }
                if !self.takes(b',') {
                    return Err(self.error("expected `,` or `}`"));
                }
            }
        }
        self.depth -= 1;
        Ok(Value::Object(entries))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.next() {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<Number, Error> {
        let start = self.at;
        self.at += usize::from(self.next() == Some(b'-'));
        let zero = self.next() == Some(b'0');
        let digits = self.digits();
        let mut good = digits == 1 || digits > 1 && !zero;
        let mut integer = true;
        if good && self.next() == Some(b'.') {
            self.at += 1;
            integer = false;
            good = self.digits() > 0;
        }
        if let (true, Some(b'e')) | (true, Some(b'E')) = (good, self.next()) {
            self.at += 1;
            integer = false;
            if let Some(b'+') | Some(b'-') = self.next() {
                self.at += 1;
            }
            good = self.digits() > 0;
        }
        if !good {
            return Err(self.error("invalid number"));
        }
        let text = std::str::from_utf8(&self.text[start..self.at]).unwrap_or_default();
        if integer && text != "-0" {
            if let Ok(number) = text.parse() {
                return Ok(Number::Unsigned(number));
            }
            if let Ok(number) = text.parse() {
                return Ok(Number::Signed(number));
            }
        }
        match float(text) {
            Some(number) => Ok(Number::Float(number)),
            None => Err(self.error("number out of range")),
        }
    }

    fn string(&mut self) -> Result<String, Error> {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            bytes.extend_from_slice(&rest[..plain.unwrap_or(rest.len())]);
            self.at += plain.unwrap_or(rest.len());
            let byte = match self.next() {
                None => return Err(self.error("EOF while parsing a string")),
                Some(byte) => byte,
            };
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => {
                    let letter = self.escape()?;
                    bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                }
                _ => return Err(self.error("control character while parsing a string")),
            }
        }
        String::from_utf8(bytes).map_err(|_| self.error("invalid unicode code point"))
    }

    fn escape(&mut self) -> Result<char, Error> {
        let kind = self.next().unwrap_or(0);
        self.at += 1;
        Ok(match kind {
            b'"' | b'\\' | b'/' => char::from(kind),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err(self.error("invalid escape")),
        })
    }

    fn unicode(&mut self) -> Result<char, Error> {
        let mut units = vec![self.hex()?];
        if (0xd800..0xdc00).contains(&units[0]) && self.text[self.at..].starts_with(b"\\u") {
            self.at += 2;
            units.push(self.hex()?);
        }
        match std::char::decode_utf16(units.iter().copied()).next() {
            Some(Ok(letter)) => Ok(letter),
            _ => Err(self.error("lone surrogate in hex escape")),
        }
    }

    fn hex(&mut self) -> Result<u16, Error> {
        let digits = self.text.get(self.at..self.at + 4);
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let plain = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match plain.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            Some(unit) => {
                self.at += 4;
                Ok(unit)
            }
            None => Err(self.error("invalid escape")),
        }
    }
}

/// A number with a fraction or an exponent, or of many digits, to the last bit as serde_json reads it: the digits that fit 64 bits,
/// times a power of ten. `None` if it is out of range.
fn float(text: &str) -> Option<f64> {
    let mut parts = text.split(['e', 'E']);
    let (head, exponent) = (parts.next()?, parts.next().unwrap_or("0"));
    let (mut digits, mut power, mut is_full, mut is_fraction) = (0_u64, 0_i32, false, false);
    for byte in head.trim_start_matches('-').bytes() {
        if byte == b'.' {
            is_full = false;
            is_fraction = true;
            continue;
        }
        let ten = digits.checked_mul(10).filter(|_| !is_full);
        match ten.and_then(|ten| ten.checked_add(u64::from(byte - b'0'))) {
            Some(more) => {
                digits = more;
                power -= i32::from(is_fraction);
            }
            None => {
                is_full = true;
                power += i32::from(!is_fraction);
            }
        }
    }
    let mut value = digits as f64;
    power = match exponent.parse::<i32>() {
        Ok(exponent) => power.saturating_add(exponent),
        Err(_) if exponent.starts_with('-') => -1_000_000,
        Err(_) => 1_000_000,
    };
    while power < -308 && value != 0.0 {
        value /= 1e308;
        power += 308;
    }
    if value != 0.0 {
        let tens: f64 = format!("1e{}", power.abs()).parse().ok()?;
        value = if power < 0 {
            value / tens
        } else {
            value * tens
        };
    }
    let value = if text.starts_with('-') { -value } else { value };
    Some(value).filter(|value| value.is_finite())
}

/// A value as it is written in JSON, with expressions in it.
#[macro_export]
macro_rules! json {
    (null) => { $crate::serde_json::Value::Null };
    ([]) => { $crate::serde_json::Value::Array(Vec::new()) };
    ([ $($item:tt)+ ]) => { $crate::json!(@list [] $($item)+) };
    ({}) => { $crate::serde_json::Value::Object($crate::serde_json::Map::new()) };
    ({ $($entry:tt)+ }) => {{
        let mut object = $crate::serde_json::Map::new();
        $crate::json!(@object object () $($entry)+);
        $crate::serde_json::Value::Object(object)
    }};
    (@list [ $($done:expr,)* ]) => { $crate::serde_json::Value::Array(vec![$($done),*]) };
    (@list [ $($done:expr,)* ] null $(, $($rest:tt)*)?) => {
        $crate::json!(@list [ $($done,)* $crate::json!(null), ] $($($rest)*)?)
    };
    (@list [ $($done:expr,)* ] [ $($inner:tt)* ] $(, $($rest:tt)*)?) => {
        $crate::json!(@list [ $($done,)* $crate::json!([ $($inner)* ]), ] $($($rest)*)?)
    };
    (@list [ $($done:expr,)* ] { $($inner:tt)* } $(, $($rest:tt)*)?) => {
        $crate::json!(@list [ $($done,)* $crate::json!({ $($inner)* }), ] $($($rest)*)?)
    };
    (@list [ $($done:expr,)* ] $item:expr $(, $($rest:tt)*)?) => {
        $crate::json!(@list [ $($done,)* $crate::json!($item), ] $($($rest)*)?)
    };
    (@object $object:ident ()) => {};
    (@object $object:ident ($($key:tt)+) : null $(, $($rest:tt)*)?) => {
        $object.insert(($($key)+).to_string(), $crate::json!(null));
        $crate::json!(@object $object () $($($rest)*)?);
    };
    (@object $object:ident ($($key:tt)+) : [ $($inner:tt)* ] $(, $($rest:tt)*)?) => {
        $object.insert(($($key)+).to_string(), $crate::json!([ $($inner)* ]));
        $crate::json!(@object $object () $($($rest)*)?);
    };
    (@object $object:ident ($($key:tt)+) : { $($inner:tt)* } $(, $($rest:tt)*)?) => {
        $object.insert(($($key)+).to_string(), $crate::json!({ $($inner)* }));
        $crate::json!(@object $object () $($($rest)*)?);
    };
    (@object $object:ident ($($key:tt)+) : $value:expr $(, $($rest:tt)*)?) => {
        $object.insert(($($key)+).to_string(), $crate::json!($value));
        $crate::json!(@object $object () $($($rest)*)?);
    };
    (@object $object:ident ($($key:tt)*) $next:tt $($rest:tt)*) => {
        $crate::json!(@object $object ($($key)* $next) $($rest)*)
    };
    ($value:expr) => { $crate::serde::Serialize::to_value(&$value) };
}
