//! The site's compilers and interpreters are older than those of here: what `check` finds newer, and what a match supplies. The
//! tools are made up; scripts/check-players has the real ones.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::common::SESSION_BOT;
use crate::sources::Place;

/// A bot that is an empty file of this name, in a place where `tool` prints `said` if its arguments match `pattern`, and then
/// ends with this status; otherwise it does what `lines` say.
fn place(name: &str, tool: &str, pattern: &str, said: &str, lines: &str) -> (Place, PathBuf) {
    let place = Place::new();
    let bot = place.path(name);
    fs::write(&bot, "#include <charconv>\nclass Main {}\n").unwrap();
    let file = place.path("said");
    fs::write(&file, said).unwrap();
    let status = i32::from(said.contains("error:"));
    let answer = format!("cat {}; exit {status}", file.display());
    place.tool(
        tool,
        &format!("case \"$*\" in {pattern}) {answer};; esac\n{lines}"),
    );
    (place, bot)
}

fn playing() -> String {
    format!("exec {SESSION_BOT} --seed 1 --nodes 1")
}

/// A bot of Python; its interpreter finds this in it.
fn python(found: &serde_json::Value) -> (Place, PathBuf) {
    let said = json!({"version": "3.11.7", "checks_syntax": true, "found": found}).to_string();
    place("bot.py", "python3", "*/scan.py*", &said, &playing())
}

fn check(place: &Place, bot: &Path, more: &[&str]) -> (bool, String, String) {
    let bot = bot.to_str().unwrap();
    let words = ["check", bot, "--game", "nogo", "--time-ms", "20000"];
    let skip = ["--skip", "time", "--skip", "hostile", "--skip", "games"];
    place.arena(&[&words[..], &skip, more].concat())
}

#[test]
fn what_the_site_cannot_run_does_not_pass() {
    let finding = json!([{"kind": "newer", "file": "bot.py", "line": 9, "code": "math.prod(x)", "name": "math.prod", "version": "3.8"}]);
    let node = json!({"version": "v20", "parser": true, "found": [{"line": 5, "name": "ES2020", "version": "", "code": "a?.b"}]});
    let compiler = format!(
        "[ $1 = --version ] && exit\nwhile [ $1 != -o ]; do shift; done\nprintf '#!/bin/sh\\n{}\\n' > $2; chmod +x $2",
        playing()
    );
    for ((place, bot), want) in [
        (
            python(&finding),
            "\nbot.py:9: math.prod came with Python 3.8, and the site has 3.6.5: math.prod(x)",
        ),
        (
            place(
                "bot.js",
                "node",
                "--expose-internals*",
                &node.to_string(),
                &playing(),
            ),
            "\nbot.js:5: this is syntax of ES2020, and the site's Node 10.0.0 reads ES2019: a?.b",
        ),
        (
            place(
                "bot.java",
                "javac",
                "*--release*8*",
                "Main.java:3: error: no List.of\n",
                "echo > Main.class",
            ),
            "\nit does not compile for the site's Java 8 (javac --release 8):\nbot.java:3: error: no List.of",
        ),
        (
            place(
                "bot.cpp",
                "g++",
                "*-H*",
                ". /usr/include/c++/12/charconv\n",
                &compiler,
            ),
            "\ng++ 7.2.0 does not compile it, which Botzone has for cpp17:\nbot.cpp:1: <charconv> came with g++ 8",
        ),
    ] {
        let (well, text, errors) = check(&place, &bot, &[]);
        let cannot = format!(
            "Botzone cannot run `{}`; rewrite what is named below",
            bot.display()
        );
        assert!(
            !well && errors.contains(&cannot) && errors.contains(want),
            "{text}{errors}"
        );
        let (well, text, errors) = check(&place, &bot, &["--skip", "versions"]);
        let left = "not compared with the site's version of the language";
        assert!(well && text.contains(left), "{text}{errors}");
    }
}

#[test]
fn what_was_compared_is_said_and_what_was_not() {
    let no_parser = json!({"version": "v20", "parser": false, "found": []}).to_string();
    let said = "javac: invalid flag: --release";
    for ((place, bot), want) in [
        (
            python(&json!([])),
            "nothing in it is newer than the site's Python 3.6.5, in syntax, ",
        ),
        (
            place("bot.py", "python3", "*/scan.py*", "?", &playing()),
            "not compared with the site's Python 3.6.5: that takes Python 3.8",
        ),
        (
            place(
                "bot.js",
                "node",
                "--expose-internals*",
                &no_parser,
                &playing(),
            ),
            "not compared with the site's Node 10.0.0",
        ),
        (
            place(
                "bot.java",
                "javac",
                "*--release*8*",
                said,
                "echo > Main.class",
            ),
            "compiles for the site's Java 8",
        ),
    ] {
        let (well, text, errors) = check(&place, &bot, &[]);
        assert!(well && text.contains(want), "{text}{errors}");
    }
}

#[test]
fn what_python_lacks_here_is_supplied_and_said_once() {
    let (place, bot) = python(&json!([
        {"kind": "older", "file": "bot.py", "line": 6, "code": "time.clock()", "name": "time.clock", "version": "", "supplied": true},
        {"kind": "older", "file": "bot.py", "line": 7, "code": "async = 1", "name": "async", "version": "", "supplied": false},
    ]));
    let lines = format!(
        "echo \"path $PYTHONPATH\" >> {}\n{}",
        place.path("calls").display(),
        playing()
    );
    let said = place.path("said");
    let scan = format!(
        "case \"$*\" in */scan.py*) cat {}; exit;; esac",
        said.display()
    );
    place.tool("python3", &format!("{scan}\n{lines}"));
    let (_, _, calls) = place.play(&bot, "", "nogo");
    let paths: Vec<&str> = calls
        .lines()
        .filter_map(|line| line.strip_prefix("path "))
        .collect();
    assert!(paths.len() > 10, "{calls}");
    for path in paths {
        assert!(Path::new(path).join("sitecustomize.py").is_file(), "{path}");
    }
    let (well, _, errors) = check(&place, &bot, &[]);
    assert!(well, "{errors}");
    for want in [
        "bot.py:6: time.clock was removed from Python: time.clock()\nBotzone's Python 3.6.5 has it; here the arena supplies it\n",
        "bot.py:7: async was removed from Python: async = 1\nBotzone's Python 3.6.5 has it, and Python 3.11.7 here does not: ",
    ] {
        assert_eq!(errors.matches(want).count(), 1, "{errors}");
    }
}

#[test]
fn python_2_is_run_by_its_interpreter_or_named_with_the_cure() {
    let found = json!([{"kind": "python2", "file": "bot.py", "line": 3, "code": "print x", "name": "", "version": "", "syntax": true}]);
    let (place, bot) = python(&found);
    let shown = bot.display();
    // A version manager has a program of that name where it has no such version.
    place.tool("python2", "exit 127");
    let (well, _, errors) = check(&place, &bot, &[]);
    let want = format!(
        "bot.py:3: this is Python 2: print x\nBotzone runs `{shown}` as Python 2 (2.7.12), which is not installed"
    );
    assert!(!well && errors.contains(&want), "{errors}");
    assert!(
        errors.contains(&format!("name its program: {shown},python=PATH")),
        "{errors}"
    );

    let lines = |number: i32| {
        format!(
            "case \"$*\" in *version_info*) echo {number}; exit;; *'-c '*) exit;; esac\n{}",
            playing()
        )
    };
    place.tool("python2", &lines(2));
    let (named, _, calls) = place.play(&bot, "", "nogo");
    assert_eq!(named, "python2");
    let plays = |call: &&str| call.starts_with("python2 /") && call.ends_with("/bot.py");
    assert!(calls.lines().filter(plays).count() > 10, "{calls}");
    let (well, text, errors) = check(&place, &bot, &[]);
    assert!(
        well && errors.contains("is run by python2, as Botzone does"),
        "{text}{errors}"
    );

    // The interpreter tells the language.
    place.tool("my-python", &lines(2));
    let program = place.path("tools").join("my-python");
    let option = format!(",python={}", program.display());
    let (named, own, calls) = place.play(&bot, &option, "nogo");
    assert_eq!(
        (named, &own["python"]),
        (json!("python2"), &json!(program.to_str().unwrap()))
    );
    assert!(
        calls.contains("my-python ") && !calls.contains("python3 "),
        "{calls}"
    );
    let wrong = format!("my={shown},python=false");
    let (well, _, errors) =
        place.arena(&["match", &wrong, &wrong, "--game", "nogo", "--games", "2"]);
    assert!(
        !well && errors.contains("python=false: this is not the program of a Python"),
        "{errors}"
    );
    let (well, _, errors) =
        place.arena(&["match", "cmd:x,python=python3", "cmd:x", "--game", "nogo"]);
    assert!(
        !well && errors.contains("leave it out for `cmd:x`"),
        "{errors}"
    );
}
