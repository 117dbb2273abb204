//! Simple IO of games whose moves are one point: a line `X Y` for `{"x":X,"y":Y}`.

use serde_json::{Value, json};

use crate::leading_integer;

/// The request in a line `X Y` of simple IO.
///
/// # Errors
/// If the line is not two integers.
pub fn simple_request(line: &str) -> Result<Value, String> {
    let numbers: Option<Vec<i64>> = line
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect();
    match numbers.as_deref() {
        Some([x, y]) => Ok(json!({"x": x, "y": y})),
        _ => Err(format!(
            "`{}` is not a line `X Y` of two integers",
            line.trim_end()
        )),
    }
}

/// The answer in a line `X Y` of simple IO, read as Botzone does: split at single spaces, and of each part the
/// decimal integer that it begins with. A part without one gives null, which the judge finds malformed.
///
/// # Errors
/// None; other games have some.
pub fn simple_response(line: &str) -> Result<Value, String> {
    let mut parts = line.split(' ').map(leading_integer);
    Ok(json!({"x": parts.next().flatten(), "y": parts.next().flatten()}))
}

/// Our answer as the line `X Y`.
pub fn simple_answer(response: &Value) -> String {
    format!("{} {}", response["x"], response["y"])
}

/// A request as the line `X Y`.
pub fn simple_request_line(request: &Value) -> String {
    simple_answer(request)
}
