//! Our own referee as a judge program.

use std::io::{BufRead, Write};

use anyhow::{Context, Result};
use arena_common::at_most;
use arena_common::texts::counted;
use serde_json::Value;

use super::game::Referee;

/// Makes a judge program of a referee: reads one line `{"log":[...],"initdata":...}`, replays the log, and prints
/// the output for its last turn and an empty line, as Botzone's C++ judges do, unless the referee has a program of its own.
///
/// # Errors
/// If the input is no such line, or the streams fail.
pub fn serve(
    referee: &mut dyn Referee,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<()> {
    if let Some(printed) = referee.program(input) {
        return write!(output, "{}", printed?).context("cannot print the judge's output");
    }
    let mut line = Vec::new();
    at_most::line(&mut *input, &mut line, at_most::FILE)
        .context("cannot read the judge's input")?;
    let call: Value = serde_json::from_slice(&line)
        .context("the judge's input is not JSON; send one line {\"log\":[...],\"initdata\":...}")?;
    let log = call["log"].as_array().context(
        "the judge's input has no list `log`; send {\"log\":[],\"initdata\":\"\"} to start",
    )?;
    require!(
        log.len() % 2 == 0,
        "the log has {}; it must be even: outputs and answers in turn",
        counted(log.len(), "entry", "entries")
    );
    let initdata = &call["initdata"];
    let mut last = if log.is_empty() {
        referee.begin(initdata)?
    } else {
        referee.resume(initdata)?;
        Value::Null
    };
    for (turn, entry) in log.iter().skip(1).step_by(2).enumerate() {
        if last["command"] == "finish" {
            fail!("the match is over after turn {turn}, but the log goes on");
        }
        last = referee.turn(entry)?;
    }
    writeln!(output, "{last}\n").context("cannot print the judge's output")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(input: &str) -> Result<String> {
        let mut output = Vec::new();
        let (_, nogo) = crate::games::standard().find_botzone("nogo")?;
        serve(
            (nogo.referee)().as_mut(),
            &mut input.as_bytes(),
            &mut output,
        )?;
        Ok(String::from_utf8(output)?)
    }

    #[test]
    fn the_served_referee_speaks_the_specs_examples() {
        for (input, want) in [
            (
                r#"{"log":[],"initdata":""}"#,
                r#"{"command":"request","content":{"0":{"x":-1,"y":-1}},"display":""}"#,
            ),
            (
                r#"{"log":[{},{"0":{"verdict":"OK","response":{"x":4,"y":4}}}],"initdata":""}"#,
                r#"{"command":"request","content":{"1":{"x":4,"y":4}},"display":{"color":0,"x":4,"y":4}}"#,
            ),
            (
                r#"{"log":[{},{"0":{"verdict":"TLE","response":null}}],"initdata":""}"#,
                r#"{"command":"finish","content":{"0":0,"1":1},"display":{"err":"INVALID_INPUT_VERDICT_TLE","winner":1}}"#,
            ),
        ] {
            assert_eq!(call(input).unwrap(), format!("{want}\n\n"));
        }
    }

    #[test]
    fn a_bad_call_is_an_error_with_a_cure() {
        assert!(
            call("hello")
                .unwrap_err()
                .to_string()
                .contains("send one line")
        );
        assert!(call("{}").unwrap_err().to_string().contains("send {"));
        assert!(
            call(r#"{"log":[{}]}"#)
                .unwrap_err()
                .to_string()
                .contains("must be even")
        );
        let over = r#"{"log":[{},{"0":{"verdict":"RE","response":null}},{},{}],"initdata":""}"#;
        assert!(
            call(over)
                .unwrap_err()
                .to_string()
                .contains("over after turn 1")
        );
    }
}
