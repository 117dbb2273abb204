//! Parameter files as numbers that can be changed: any JSON, of which every number is one.

use std::fmt::Write;

use anyhow::{Context, Result};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt};
use serde_json::{Number, Value};

/// Most numbers that one step changes: with more it could not be told which of them it was.
const MOST_CHANGES: usize = 3;

/// Significant digits of a changed number with a point.
const DIGITS: usize = 4;

/// The paths of all numbers in the order of the file, as [`Value::pointer`] reads them.
fn pointers(value: &Value) -> Vec<String> {
    let below = |key: &str, value: &Value| -> Vec<String> {
        let paths = pointers(value).into_iter();
        paths.map(|path| format!("/{key}{path}")).collect()
    };
    match value {
        Value::Number(_) => vec![String::new()],
        Value::Array(list) => {
            let each = list.iter().enumerate();
            each.flat_map(|(i, value)| below(&i.to_string(), value))
                .collect()
        }
        Value::Object(map) => map
            .iter()
            .flat_map(|(key, value)| below(key, value))
            .collect(),
        _ => Vec::new(),
    }
}

/// The name of a path for people: `eye.make.0`.
fn name(pointer: &str) -> String {
    pointer.trim_start_matches('/').replace('/', ".")
}

/// The paths of the numbers that shall vary: all, or those with these names or below them.
///
/// # Errors
/// If a name is that of no number, with the names there are; or if there are no numbers at all.
pub fn varied(start: &Value, names: &[String]) -> Result<Vec<String>> {
    let all = pointers(start);
    require!(
        !all.is_empty(),
        "the parameters have no number that could vary"
    );
    let under = |pointer: &str, wanted: &str| {
        name(pointer)
            .strip_prefix(wanted)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    for wanted in names {
        require!(
            all.iter().any(|pointer| under(pointer, wanted)),
            "--vary {wanted}: there is no such number (there are: {})",
            all.iter()
                .map(|pointer| name(pointer))
                .collect::<Vec<_>>()
                .join(", ")
        );
    }
    let wanted =
        |pointer: &String| names.is_empty() || names.iter().any(|wanted| under(pointer, wanted));
    Ok(all.into_iter().filter(wanted).collect())
}

/// Other parameters near these: one to three of the varied numbers are changed, each by at most `spread` times what it
/// was at the `start`, up or down; a whole number by at least 1. What was 0 changes by the mean of the numbers beside it.
///
/// # Errors
/// If a path leads to no number.
pub fn neighbour(
    start: &Value,
    current: &Value,
    varied: &[String],
    spread: f64,
    random: &mut Xoshiro256PlusPlus,
) -> Result<Value> {
    let mut next = current.clone();
    let mut left: Vec<&String> = varied.iter().collect();
    for _ in 0..random.random_range(1..=MOST_CHANGES.min(left.len())) {
        let pointer = left.swap_remove(random.random_range(0..left.len()));
        let number = next
            .pointer_mut(pointer)
            .context("a path that leads nowhere")?;
        let change = spread * unit(start, pointer) * uniform(random);
        *number = changed(number, change)?;
    }
    Ok(next)
}

/// From -1 to 1.
fn uniform(random: &mut Xoshiro256PlusPlus) -> f64 {
    // 53 bits, as many as an f64 has digits.
    (random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// The size of a number: what it was at the start, or the mean of its neighbours, or 1.
fn unit(start: &Value, pointer: &str) -> f64 {
    let size = |value: &Value| value.as_f64().map(f64::abs);
    let own = start.pointer(pointer).and_then(size).unwrap_or(0.0);
    if own > 0.0 {
        return own;
    }
    let above = pointer
        .rsplit_once('/')
        .and_then(|(above, _)| start.pointer(above));
    let sizes: Vec<f64> = match above {
        Some(Value::Array(list)) => list.iter().filter_map(size).collect(),
        Some(Value::Object(map)) => map.values().filter_map(size).collect(),
        _ => Vec::new(),
    };
    let mean = sizes.iter().sum::<f64>() / sizes.len().max(1) as f64;
    if mean > 0.0 { mean } else { 1.0 }
}

fn changed(number: &Value, change: f64) -> Result<Value> {
    if let Some(whole) = number.as_i64() {
        let step = if change < 0.0 {
            change.floor()
        } else {
            change.ceil()
        };
        return Ok(whole.saturating_add(step as i64).into());
    }
    let sum = number.as_f64().context("no number")? + change;
    let rounded: f64 = format!("{sum:.*e}", DIGITS - 1)
        .parse()
        .context("no number")?;
    let number = Number::from_f64(rounded).context("a number out of all bounds")?;
    Ok(number.into())
}

/// A line for every number that differs: name, before, after.
pub fn differences(before: &Value, after: &Value) -> Vec<[String; 3]> {
    let mut lines = Vec::new();
    for pointer in pointers(before) {
        let text = |value: &Value| {
            value
                .pointer(&pointer)
                .map(Value::to_string)
                .unwrap_or_default()
        };
        if text(before) != text(after) {
            lines.push([name(&pointer), text(before), text(after)]);
        }
    }
    lines
}

/// The text of a parameter file.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn text(params: &Value) -> Result<String> {
    let mut text = serde_json::to_string_pretty(params).context("parameters that are no JSON")?;
    let _ = writeln!(text);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use serde_json::json;

    use super::*;

    fn start() -> Value {
        json!({"b": {"list": [10, 0, -20], "f": 0.5}, "a": 0, "text": "x"})
    }

    #[test]
    fn numbers_have_names() {
        let all = varied(&start(), &[]).unwrap();
        assert_eq!(all, ["/a", "/b/f", "/b/list/0", "/b/list/1", "/b/list/2"]);
        let some = varied(&start(), &["b.list".to_owned(), "a".to_owned()]).unwrap();
        assert_eq!(some, ["/a", "/b/list/0", "/b/list/1", "/b/list/2"]);
        let error = varied(&start(), &["b.li".to_owned()])
            .unwrap_err()
            .to_string();
        assert!(error.contains("there are: a, b.f, b.list.0"), "{error}");
        assert!(varied(&json!({"x": "y"}), &[]).is_err());
    }

    #[test]
    fn neighbours_are_near_and_of_the_same_kind() {
        let start = start();
        let all = varied(&start, &[]).unwrap();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0; 4];
        for _ in 0..500 {
            let next = neighbour(&start, &start, &all, 0.5, &mut random).unwrap();
            let lines = differences(&start, &next);
            counts[lines.len()] += 1;
            let number = |pointer: &str| next.pointer(pointer).unwrap().clone();
            assert!((5..=15).contains(&number("/b/list/0").as_i64().unwrap()));
            // Half of the mean of 10, 0 and 20.
            assert!((-5..=5).contains(&number("/b/list/1").as_i64().unwrap()));
            assert!((-30..=-10).contains(&number("/b/list/2").as_i64().unwrap()));
            assert!((0.25..=0.75).contains(&number("/b/f").as_f64().unwrap()));
            assert!((-1..=1).contains(&number("/a").as_i64().unwrap()));
            assert!(number("/b/f").to_string().len() <= 6, "{next}");
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|&count| count > 100), "{counts:?}");
    }

    #[test]
    fn differences_are_listed() {
        let mut after = start();
        after["b"]["f"] = json!(0.25);
        assert_eq!(differences(&start(), &after), [["b.f", "0.5", "0.25"]]);
        assert!(text(&after).unwrap().ends_with("}\n"));
    }
}
