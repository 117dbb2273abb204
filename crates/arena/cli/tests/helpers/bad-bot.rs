//! A NoGo bot that misbehaves in a chosen way: `bad-bot BEHAVIOUR SEED [MARK]`, for the referee's tests.
//!
//! If a behavior needs a move, it is a random legal one that follows from SEED and the position. MARK does nothing;
//! tests find this process and its children by it.

mod harm;

use std::fs::{read_dir, read_to_string, write};
use std::io::{BufRead, Write, stderr, stdin, stdout};
use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::Duration;

use nogo::botzone::{State, answer, request, response, start};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

const MARKER: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let behaviour = arguments.get(1).map_or("", String::as_str);
    let seed = arguments
        .get(2)
        .and_then(|text| text.parse().ok())
        .unwrap_or(1);
    let mark = arguments.get(3).map_or("", String::as_str);
    match behaviour {
        "sleeper" => forever(),
        "escaped-sleeper" => {
            let _ = rustix::process::setsid();
            forever();
        }
        "escaped-daemon" => {
            let _ = rustix::process::setsid();
            child(
                "escaped-sleeper",
                arguments.get(3).map_or("", String::as_str),
            );
            return ExitCode::SUCCESS;
        }
        "joining-sleeper" => {
            join_an_ancestor();
            forever();
        }
        "hang" => forever(),
        "grows" => harm::grow(seed, mark),
        "ends" => return ExitCode::SUCCESS,
        "counts-lines" => return count_lines(seed),
        "never-reads" => {
            say("{\"response\":{\"x\":0,\"y\":0}}");
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let mut state = start();
    let mut turn = 0;
    for line in stdin().lock().lines().map_while(Result::ok) {
        turn += 1;
        let object = next_answer(&mut state, &line, seed);
        if behaviour == "store" {
            say(&remember(&line, object));
            return ExitCode::SUCCESS;
        }
        if behaviour == "needs-data" {
            return needs_data(&line, &object);
        }
        if let Some(code) = misbehave(behaviour, turn, mark, &object) {
            return ExitCode::from(code);
        }
    }
    ExitCode::SUCCESS
}

/// Follows a line of input, whole history or bare request, and plays a random legal move.
fn next_answer(state: &mut State, line: &str, seed: u64) -> String {
    let input: Value = serde_json::from_str(line).unwrap_or_default();
    let list = |key: &str| input[key].as_array().cloned().unwrap_or_default();
    if input["requests"].is_array() {
        *state = start();
        let answers = list("responses");
        for (i, message) in list("requests").iter().enumerate() {
            let _ = request(state, message);
            if let Some(own) = answers.get(i) {
                let _ = response(state, own);
            }
        }
    } else {
        let _ = request(state, &input);
    }
    let legal = state.legal_moves(state.to_move());
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ legal.bits() as u64);
    let mv = legal
        .nth(random.random_range(0..legal.len()))
        .map(answer)
        .unwrap_or_default();
    let _ = response(state, &mv);
    json!({"response": mv, "debug": format!("{} legal", legal.len())}).to_string()
}

/// Adds large `data` (number of the answer in this match) and `globaldata` (number of the answer in all matches) to
/// the answer, and says in `debug` what it got of them.
fn remember(line: &str, answer: String) -> String {
    let input: Value = serde_json::from_str(line).unwrap_or_default();
    let count = |key: &str| -> u64 {
        input[key]
            .as_str()
            .and_then(|text| text.split(' ').next()?.parse().ok())
            .unwrap_or(0)
    };
    let large = |number: u64| format!("{number} {}", "x".repeat(90_000));
    let mut answer: Value = serde_json::from_str(&answer).unwrap_or_default();
    answer["debug"] = json!(format!("{} {}", count("data"), count("globaldata")));
    answer["data"] = json!(large(count("data") + 1));
    answer["globaldata"] = json!(large(count("globaldata") + 1));
    answer.to_string()
}

/// Cannot do without what it has stored in the turn before.
fn needs_data(line: &str, answer: &str) -> ExitCode {
    let input: Value = serde_json::from_str(line).unwrap_or_default();
    let turns = input["responses"].as_array().map_or(0, Vec::len);
    if input["data"].as_u64().unwrap_or(0) != turns as u64 {
        complain("my data is not here\n");
        return ExitCode::FAILURE;
    }
    let mut answer: Value = serde_json::from_str(answer).unwrap_or_default();
    answer["data"] = json!(turns + 1);
    say(&answer.to_string());
    ExitCode::SUCCESS
}

/// Keeps running and speaks simple IO: the turn number once, then a line a turn.
fn count_lines(seed: u64) -> ExitCode {
    let mut state = start();
    for line in stdin().lock().lines().skip(1).map_while(Result::ok) {
        let numbers: Vec<i64> = line
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        let [x, y] = numbers[..] else {
            return ExitCode::FAILURE;
        };
        let answer = next_answer(&mut state, &json!({"x": x, "y": y}).to_string(), seed);
        let mv = serde_json::from_str::<Value>(&answer).unwrap_or_default()["response"].take();
        say(&format!("{} {}\n{MARKER}\n", mv["x"], mv["y"]));
    }
    ExitCode::SUCCESS
}

/// One turn in the chosen way; `Some` is an exit status.
fn misbehave(behaviour: &str, turn: u32, mark: &str, answer: &str) -> Option<u8> {
    match behaviour {
        "keep-running" => say(&format!("{answer}\n{MARKER}\n")),
        "split-marker" => {
            say(&format!("{answer}\n{}", &MARKER[..11]));
            sleep(Duration::from_millis(30));
            say(&format!("{}\n", &MARKER[11..]));
        }
        "blank-after-marker" => say(&format!("{answer}\n{MARKER}\n\n  \n")),
        "junk-after-marker" => say(&format!("{answer}\n{MARKER}\njunk")),
        "exit-after-marker" => {
            say(&format!("{answer}\n{MARKER}\n"));
            return Some(3);
        }
        "keep-an-escaped-child" => {
            if turn == 1 {
                child("escaped-sleeper", mark);
                // The child must have left the group before the turn ends, or it proves nothing.
                sleep(Duration::from_millis(100));
            }
            say(&format!("{answer}\n{MARKER}\n"));
        }
        "no-marker" => say(&format!("{answer}\n")),
        "hang-later" => {
            if turn > 1 {
                forever();
            }
            say(&format!("{answer}\n{MARKER}\n"));
        }
        _ => return Some(misbehave_once(behaviour, mark, answer)),
    }
    None
}

/// The behaviours that end with the first turn.
fn misbehave_once(behaviour: &str, mark: &str, answer: &str) -> u8 {
    match behaviour {
        "good" => say(&format!("{answer}\n")),
        "crash" => {
            complain("about to crash\n");
            std::process::abort();
        }
        "exit-1" => {
            say(answer);
            complain("a sad message\n");
            return 1;
        }
        "stall" => {
            say(&answer[..answer.len() / 2]);
            forever();
        }
        "late" => {
            sleep(Duration::from_millis(700));
            say(answer);
        }
        "stay" => {
            say(&format!("{answer}\n"));
            forever();
        }
        "close-stdout" => {
            say(answer);
            let _ = rustix::stdio::dup2_stdout(stderr());
            forever();
        }
        "stdout-flood" => loop {
            say(&"flood ".repeat(10_000));
        },
        "stderr-flood" => {
            for _ in 0..20 {
                complain(&"noise ".repeat(20_000));
            }
            say(answer);
        }
        "memory-hog" => hog(),
        "memory-burst" => {
            let burst = vec![1u8; 80 << 20];
            say(&answer[..answer.len().min(burst.len())]);
        }
        "escape-and-hang" => {
            child("escaped-sleeper", mark);
            sleep(Duration::from_millis(100));
            forever();
        }
        "kill-the-parent" => {
            child("escaped-sleeper", mark);
            sleep(Duration::from_millis(100));
            if let Some(parent) = rustix::process::getppid() {
                let _ = rustix::process::kill_process(parent, rustix::process::Signal::KILL);
            }
            forever();
        }
        "not-json" => say("4 4\n"),
        "two-lines" => say(&format!("{answer}\n{answer}\n")),
        "marker-without-permission" => say(&format!("{answer}\n{MARKER}\n")),
        "environment" => {
            // The search path is long.
            let names = std::env::vars().filter(|(name, _)| name != "PATH");
            let mut lines: Vec<String> = names
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            lines.sort();
            complain(&format!("begin|{}|end\n", lines.join("|")));
            return 1;
        }
        "storage" => return use_storage(answer),
        "harm" => say(&harm::harm(mark, answer)),
        "gbk-in-simple-io" => say_bytes(b"4 4\n\xc4\xe3\n"),
        "gbk" => {
            // The debug text ends with two characters of GBK.
            let (before, after) = answer.split_once("legal").unwrap_or((answer, ""));
            say_bytes(&[before.as_bytes(), b"\xc4\xe3\xba\xc3", after.as_bytes()].concat());
            let _ = stderr().write_all(b"\xc4\xe3\n");
        }
        "misspelled" => say(&answer.replace("response", "respones")),
        "illegal" => say(&json!({"response": {"x": 4, "y": 9}}).to_string()),
        "child-lives-on" => {
            child("sleeper", mark);
            say(answer);
        }
        "child-escapes" | "child-joins" | "daemon-escapes" => {
            let kind = match behaviour {
                "child-escapes" => "escaped-sleeper",
                "child-joins" => "joining-sleeper",
                _ => "escaped-daemon",
            };
            child(kind, mark);
            // The child must have left the group before we end, or it proves nothing.
            sleep(Duration::from_millis(100));
            say(answer);
        }
        other => {
            complain(&format!("bad-bot: unknown behaviour `{other}`\n"));
            return 2;
        }
    }
    0
}

/// Reads the book of the user storage, counts the answers there, and says in `debug` what it has found.
fn use_storage(answer: &str) -> u8 {
    let Ok(book) = read_to_string("data/book") else {
        complain("No such file or directory: 'data/book'\n");
        return 1;
    };
    let count = read_to_string("data/count").unwrap_or_default().len() + 1;
    let _ = write("data/count", "x".repeat(count));
    let here = read_dir(".").map_or(0, Iterator::count);
    let mut answer: Value = serde_json::from_str(answer).unwrap_or_default();
    answer["debug"] = json!(format!("{book} {count} {here}"));
    say(&answer.to_string());
    0
}

fn say(text: &str) {
    say_bytes(text.as_bytes());
}

fn say_bytes(bytes: &[u8]) {
    let mut output = stdout().lock();
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}

fn complain(text: &str) {
    let _ = stderr().write_all(text.as_bytes());
}

fn forever() -> ! {
    loop {
        sleep(Duration::from_secs(1000));
    }
}

/// Goes into the process group of the farthest ancestor that lets us in.
fn join_an_ancestor() {
    let mut pid = rustix::process::getppid();
    while let Some(ancestor) = pid {
        if let Ok(group) = rustix::process::getpgid(Some(ancestor)) {
            let _ = rustix::process::setpgid(None, Some(group));
        }
        let stat = format!("/proc/{}/stat", ancestor.as_raw_nonzero());
        let stat = read_to_string(stat).unwrap_or_default();
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        pid = after_name
            .split_whitespace()
            .nth(1)
            .and_then(|parent| rustix::process::Pid::from_raw(parent.parse().ok()?));
    }
}

/// Starts a child that inherits our streams and outlives us.
fn child(behaviour: &str, mark: &str) {
    if let Ok(program) = std::env::current_exe() {
        let _ = Command::new(program).args([behaviour, "1", mark]).spawn();
    }
}

/// Takes 4 MB more every millisecond and writes to all of it.
fn hog() -> ! {
    let mut hoard: Vec<Vec<u8>> = Vec::new();
    loop {
        hoard.push(vec![
            u8::try_from(hoard.len() % 255).unwrap_or(0) + 1;
            4 << 20
        ]);
        sleep(Duration::from_millis(1));
    }
}
