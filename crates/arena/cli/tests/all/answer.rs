//! `arena answer`: a player as a function.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use snapbox::str;

use crate::common::{ARENA, session_words};
use crate::shell::Shell;
use serde_json::Value;

fn answer(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(ARENA)
        .arg("answer")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn every_line_has_its_answer() {
    let bot = shell_words::join(session_words("nogo", "--no-keep-running"));
    let bot = format!("my=cmd:{bot},json");
    let lines = [
        r#"{"requests":[{"x":-1,"y":-1}],"responses":[]}"#,
        r#"{"requests":[{"x":-1,"y":-1}],"responses":[]}"#,
        r#"{"requests":[{"x":-1,"y":-1}],"responses":[{"x":4,"y":4}]}"#,
        r#"{"position":"4,4"}"#,
        "nonsense",
        r#"{"requests":["#,
        r#"{"requests":[{"x":4,"y":4}],"responses":[]}"#,
    ];
    let input = format!("{}\n", lines.join("\n"));
    let output = answer(&[&bot, "--game", "nogo", "--seed", "7"], &input);
    assert!(output.status.success());
    let answers: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), lines.len());
    assert_eq!(answers[0], answers[1]);
    for at in [0, 6] {
        let answer = &answers[at];
        assert!(answer["response"]["x"].is_u64(), "{answer}");
        assert_eq!(answer["saved"], Value::Null);
    }
    for (at, want) in [
        (2, "1 requests and 1 responses"),
        (3, "which knows no positions of nogo"),
        (4, "a line is {\"requests\":"),
        (5, "a line is {\"requests\":"),
    ] {
        let error = answers[at]["error"].as_str().unwrap_or_default();
        assert!(error.contains(want), "{at}: {error}");
    }
}

#[test]
fn what_a_player_does_wrong_is_its_answer() {
    let shell = Shell::new();
    shell.write(
        "question",
        "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n",
    );
    shell.types(str![[r#"
$ arena answer "cmd:sh -c 'exit 3',json" --game nogo < question
{"error":"verdict RE: it exited with status 3\nit ended without reading its input: read the request from standard input in every turn\nstandard output: \"\""}
$ arena answer cmd:true < question
error: `cmd:true` is no bot of the workspace, so name the game: --game amazons (or [..])
exit status 1
$ arena answer human --game nogo < question
error: a person answers no lines; `arena play` lets you play
exit status 1
"#]]);
}
