//! The boards of a game, each as what has changed since the one before.
//!
//! A frame is a flat object: texts (a board with a character a cell, a snake with two a cell), numbers and lists. The
//! list holds the first frame as it is, then for each frame the entries that are new: `null` for one that is gone, and
//! for a text that resembles its predecessor one of
//!
//! * `{"e":[place,"text",place,"text",...]}`: these parts are overwritten;
//! * `{"q":[count,"text"]}`: so many characters leave at the front, and the text joins at the end.
//!
//! No entry of a frame is an object, so those mean nothing else.

use serde_json::{Map, Value, json};

/// The data that the page draws for one turn.
pub type Frame = Map<String, Value>;

/// Frames in the order of a game.
#[derive(Debug, Default)]
pub struct Frames {
    last: Frame,
    changes: Vec<Value>,
}

impl Frames {
    /// Appends a frame.
    pub fn push(&mut self, frame: Frame) {
        let mut change = Frame::new();
        for (key, value) in &frame {
            match self.last.get(key) {
                Some(old) if old == value => {}
                Some(old) => {
                    change.insert(key.clone(), difference(old, value));
                }
                None => {
                    change.insert(key.clone(), value.clone());
                }
            }
        }
        let gone = self.last.keys().filter(|key| !frame.contains_key(*key));
        change.extend(gone.map(|key| (key.clone(), Value::Null)));
        self.changes.push(change.into());
        self.last = frame;
    }

    /// The list as the page reads it.
    pub fn into_value(self) -> Value {
        self.changes.into()
    }
}

/// A frame of these entries; those that are null are left out.
pub(crate) fn frame<const N: usize>(entries: [(&str, Value); N]) -> Frame {
    let there = entries.into_iter().filter(|(_, value)| !value.is_null());
    there.map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A base-36 digit for a small number.
pub(crate) fn digit(number: u8) -> char {
    char::from_digit(u32::from(number.min(35)), 36).unwrap_or('0')
}

/// The shortest of the ways to say it.
fn difference(old: &Value, new: &Value) -> Value {
    let (Some(old), Some(text)) = (old.as_str(), new.as_str()) else {
        return new.clone();
    };
    // Places are counted in bytes here and in UTF-16 in the page: the same for ASCII only.
    if !old.is_ascii() || !text.is_ascii() {
        return new.clone();
    }
    let ways = [Some(new.clone()), edits(old, text), Some(moved(old, text))];
    let shortest = ways
        .into_iter()
        .flatten()
        .min_by_key(|way| way.to_string().len());
    shortest.unwrap_or_default()
}

/// Equal characters that cost less to repeat than a further edit does.
const GAP: usize = 6;

fn edits(old: &str, new: &str) -> Option<Value> {
    if old.len() != new.len() {
        return None;
    }
    let pairs = old.bytes().zip(new.bytes()).enumerate();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (place, _) in pairs.filter(|(_, (a, b))| a != b) {
        match runs.last_mut() {
            Some((_, end)) if place < *end + GAP => *end = place + 1,
            _ => runs.push((place, place + 1)),
        }
    }
    let parts: Vec<Value> = runs
        .into_iter()
        .flat_map(|(start, end)| [json!(start), json!(new[start..end])])
        .collect();
    Some(json!({"e": parts}))
}

fn moved(old: &str, new: &str) -> Value {
    let left = (0..=old.len()).find(|&count| new.starts_with(&old[count..]));
    let left = left.unwrap_or(old.len());
    json!({"q": [left, new[old.len() - left..]]})
}

/// The frames of a list, as the page's script makes them.
#[cfg(test)]
pub(crate) fn expand(list: &Value) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut frame = Frame::new();
    for change in list.as_array().unwrap() {
        for (key, value) in change.as_object().unwrap() {
            let old = frame.get(key).and_then(Value::as_str).unwrap_or_default();
            let new = if let Some(parts) = value.get("e") {
                let mut text = old.to_owned();
                for part in parts.as_array().unwrap().chunks(2) {
                    let (start, part) = (part[0].as_u64().unwrap() as usize, &part[1]);
                    let part = part.as_str().unwrap();
                    text.replace_range(start..start + part.len(), part);
                }
                json!(text)
            } else if let Some(parts) = value.get("q") {
                let left = parts[0].as_u64().unwrap() as usize;
                json!(format!("{}{}", &old[left..], parts[1].as_str().unwrap()))
            } else {
                value.clone()
            };
            if new.is_null() {
                frame.remove(key);
            } else {
                frame.insert(key.clone(), new);
            }
        }
        frames.push(frame.clone());
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pushed_is_shown() {
        let long = "a longer text that stays as it is, more or less";
        let shown = [
            json!({"b": "....................", "s": "01020304050607080900", "n": 1, "l": [1, 2]}),
            json!({"b": "..x.................", "s": "0203040506070809000102", "n": 1, "l": [1, 3]}),
            json!({"b": "..x.y..........z....", "s": "020304", "n": 2, "t": long}),
            json!({"b": "01234567890123456789", "s": "", "n": 2, "t": format!("好{long}")}),
            json!({"s": "99", "t": long}),
        ];
        let shown: Vec<Frame> = shown.map(|f| f.as_object().unwrap().clone()).into();
        let mut list = Frames::default();
        for frame in &shown {
            list.push(frame.clone());
        }
        let list = list.into_value();
        assert_eq!(expand(&list), shown);
        assert_eq!(list[1]["b"], json!({"e": [2, "x"]}));
        assert_eq!(list[1]["s"], json!({"q": [2, "0102"]}));
        assert_eq!(list[2]["b"], json!({"e": [4, "y", 15, "z"]}));
        assert!(list[1].get("n").is_none());
        assert_eq!(list[4]["n"], Value::Null);
    }
}
