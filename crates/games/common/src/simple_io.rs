//! Simple IO of games whose moves are objects of integers: a line of the numbers, in the order of their keys.

use serde_json::{Value, json};

use crate::leading_integer;

/// The request in a line with the integers of these keys.
///
/// # Errors
/// If the line is not one integer for each key.
pub fn request(line: &str, keys: &[&str]) -> Result<Value, String> {
    let numbers: Option<Vec<i64>> = line
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect();
    match numbers {
        Some(numbers) if numbers.len() == keys.len() => {
            Ok(object(keys, numbers.into_iter().map(Some)))
        }
        _ => Err(format!(
            "`{}` is not a line of {} integers, `{}`",
            line.trim_end(),
            keys.len(),
            keys.join(" ").to_uppercase()
        )),
    }
}

/// The answer in a line with the integers of these keys, read as Botzone does: split at single spaces, and of each part the
/// decimal integer that it begins with. A part without one gives null, which the judge finds malformed.
pub fn response(line: &str, keys: &[&str]) -> Value {
    let parts = line.split(' ').map(leading_integer);
    object(keys, parts.chain(std::iter::repeat(None)))
}

/// A request or an answer as a line of the values of these keys.
pub fn line(value: &Value, keys: &[&str]) -> String {
    let values: Vec<String> = keys.iter().map(|&key| value[key].to_string()).collect();
    values.join(" ")
}

fn object(keys: &[&str], numbers: impl Iterator<Item = Option<i64>>) -> Value {
    let mut object = json!({});
    for (&key, number) in keys.iter().zip(numbers) {
        object[key] = json!(number);
    }
    object
}

/// The keys of a move that is one point.
const POINT: [&str; 2] = ["x", "y"];

/// The request in a line `X Y` of simple IO.
///
/// # Errors
/// If the line is not two integers.
pub fn simple_request(line: &str) -> Result<Value, String> {
    request(line, &POINT)
}

/// The answer in a line `X Y` of simple IO, see [`response`].
///
/// # Errors
/// None; other games have some.
pub fn simple_response(line: &str) -> Result<Value, String> {
    Ok(response(line, &POINT))
}

/// Our answer as the line `X Y`.
pub fn simple_answer(response: &Value) -> String {
    line(response, &POINT)
}

/// A request as the line `X Y`.
pub fn simple_request_line(request: &Value) -> String {
    line(request, &POINT)
}
