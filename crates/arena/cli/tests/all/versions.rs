//! The site's compilers and interpreters are older than those of here: what `check` finds newer, and what a match supplies. The
//! tools are made up; scripts/check-players has the real ones.

use std::path::Path;

use serde_json::{Value, json};
use snapbox::str;

use crate::common::SESSION_BOT;
use crate::sources::Place;

/// A place with a bot of every language.
fn place() -> Place {
    let place = Place(Place::new().0.with(
        "SHORT",
        "--game nogo --time-ms 20000 --skip time --skip hostile --skip games",
    ));
    for name in ["bot.py", "bot.js", "bot.java", "bot.cpp"] {
        place.0.write(name, "#include <charconv>\nclass Main {}\n");
    }
    place
}

/// A tool that prints `said` if its arguments match `pattern`, and then ends with this status; otherwise it does what
/// `lines` say.
fn tool(place: &Place, name: &str, pattern: &str, said: &str, lines: &str) {
    let file = format!("said-{name}");
    place.0.write(&file, said);
    let status = i32::from(said.contains("error:"));
    let answer = format!("cat {}; exit {status}", place.path(&file).display());
    let lines = format!("case \"$*\" in {pattern}) {answer};; esac\n{lines}");
    place.tool(name, &lines);
}

fn playing() -> String {
    format!("exec {SESSION_BOT} --seed 1 --nodes 1")
}

/// An interpreter of Python that finds this in a bot.
fn python(place: &Place, found: Value, lines: &str) {
    let said = json!({"version": "3.11.7", "checks_syntax": true, "found": found}).to_string();
    tool(place, "python3", "*/scan.py*", &said, lines);
}

fn node(place: &Place, said: Value) {
    let said = said.to_string();
    tool(place, "node", "--expose-internals*", &said, &playing());
}

#[test]
fn what_the_site_cannot_run_does_not_pass() {
    let place = place();
    let newer = json!([{"kind": "newer", "file": "bot.py", "line": 9, "code": "math.prod(x)", "name": "math.prod", "version": "3.8"}]);
    python(&place, newer, &playing());
    let syntax = json!({"line": 5, "name": "ES2020", "version": "", "code": "a?.b"});
    node(
        &place,
        json!({"version": "v20", "parser": true, "found": [syntax]}),
    );
    let said = "Main.java:3: error: no List.of\n";
    tool(&place, "javac", "*--release*8*", said, "echo > Main.class");
    let compiler = format!(
        "[ $1 = --version ] && exit\nwhile [ $1 != -o ]; do shift; done\nprintf '#!/bin/sh\\n{}\\n' > $2; chmod +x $2",
        playing()
    );
    let said = ". /usr/include/c++/12/charconv\n";
    tool(&place, "g++", "*-H*", said, &compiler);
    place.0.types(str![[r#"
$ arena check bot.py $SHORT
1/4 builds as the site builds, and speaks its protocol ...
bot.py: 120000 ms a turn
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: Botzone cannot run `bot.py`; rewrite what is named below for the site's version, or skip this with --skip versions if the site has a newer one by now
bot.py:9: math.prod came with Python 3.8, and the site has 3.6.5: math.prod(x)
exit status 1
$ arena check bot.js $SHORT
1/4 builds as the site builds, and speaks its protocol ...
bot.js: 40000 ms a turn
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: Botzone cannot run `bot.js`; rewrite what is named below for the site's version, or skip this with --skip versions if the site has a newer one by now
bot.js:5: this is syntax of ES2020, and the site's Node 10.0.0 reads ES2019: a?.b
exit status 1
$ arena check bot.java $SHORT
1/4 builds as the site builds, and speaks its protocol ...
making bot.java ...
bot.java: 60000 ms a turn
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: Botzone cannot run `bot.java`; rewrite what is named below for the site's version, or skip this with --skip versions if the site has a newer one by now
it does not compile for the site's Java 8 (javac --release 8):
bot.java:3: error: no List.of
exit status 1
$ arena check bot.cpp $SHORT
1/4 builds as the site builds, and speaks its protocol ...
compiling bot.cpp as cpp17 ...
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: Botzone cannot run `bot.cpp`; rewrite what is named below for the site's version, or skip this with --skip versions if the site has a newer one by now
g++ 7.2.0 does not compile it, which Botzone has for cpp17:
bot.cpp:1: <charconv> came with g++ 8
exit status 1
$ for bot in bot.*; do arena check $bot $SHORT --skip versions 2>&1 | grep 'not compared'; done
      not compared with the site's version of the language
      not compared with the site's version of the language
      not compared with the site's version of the language
      not compared with the site's version of the language
"#]]);
}

#[test]
fn what_was_compared_is_said_and_what_was_not() {
    let place = place();
    python(&place, json!([]), &playing());
    node(
        &place,
        json!({"version": "v20", "parser": false, "found": []}),
    );
    let said = "javac: invalid flag: --release";
    tool(&place, "javac", "*--release*8*", said, "echo > Main.class");
    place.0.types(str![[r#"
$ arena check bot.py $SHORT
1/4 builds as the site builds, and speaks its protocol ...
bot.py: 120000 ms a turn
    ok [..] s: it speaks JSON
      nothing in it is newer than the site's Python 3.6.5, in syntax, modules and well-known functions; packages such as numpy are not compared
2/4 answers within the limit, with the margin ...
    skipped
3/4 reads every form of a first turn that the site may send ...
    skipped
4/4 10 games without a bad verdict ...
    skipped
passed what was tried; before an upload run it without --skip
$ arena check bot.js $SHORT
1/4 builds as the site builds, and speaks its protocol ...
bot.js: 40000 ms a turn
    ok [..] s: it speaks JSON
      not compared with the site's Node 10.0.0: this node has no parser to offer
2/4 answers within the limit, with the margin ...
    skipped
3/4 reads every form of a first turn that the site may send ...
    skipped
4/4 10 games without a bad verdict ...
    skipped
passed what was tried; before an upload run it without --skip
$ arena check bot.java $SHORT
1/4 builds as the site builds, and speaks its protocol ...
making bot.java ...
bot.java: 60000 ms a turn
    ok [..] s: it speaks JSON
      compiles for the site's Java 8
2/4 answers within the limit, with the margin ...
    skipped
3/4 reads every form of a first turn that the site may send ...
    skipped
4/4 10 games without a bad verdict ...
    skipped
passed what was tried; before an upload run it without --skip
"#]]);
    tool(&place, "python3", "*/scan.py*", "?", &playing());
    place.0.types(str![[r#"
$ arena check bot.py $SHORT
1/4 builds as the site builds, and speaks its protocol ...
bot.py: 120000 ms a turn
    ok [..] s: it speaks JSON
      not compared with the site's Python 3.6.5: that takes Python 3.8 or later
2/4 answers within the limit, with the margin ...
    skipped
3/4 reads every form of a first turn that the site may send ...
    skipped
4/4 10 games without a bad verdict ...
    skipped
passed what was tried; before an upload run it without --skip
"#]]);
}

#[test]
fn what_python_lacks_here_is_supplied_and_said_once() {
    let place = place();
    let found = json!([
        {"kind": "older", "file": "bot.py", "line": 6, "code": "time.clock()", "name": "time.clock", "version": "", "supplied": true},
        {"kind": "older", "file": "bot.py", "line": 7, "code": "async = 1", "name": "async", "version": "", "supplied": false},
    ]);
    let calls = place.path("calls").display().to_string();
    let lines = format!("echo \"path $PYTHONPATH\" >> {calls}\n{}", playing());
    python(&place, found, &lines);
    let (_, _, calls) = place.play(&place.path("bot.py"), "", "nogo");
    let lines = calls.lines();
    let paths: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("path "))
        .collect();
    assert!(paths.len() > 10, "{calls}");
    for path in paths {
        assert!(Path::new(path).join("sitecustomize.py").is_file(), "{path}");
    }
    place.0.types(str![[r#"
$ arena check bot.py $SHORT
1/4 builds as the site builds, and speaks its protocol ...
bot.py:6: time.clock was removed from Python: time.clock()
Botzone's Python 3.6.5 has it; here the arena supplies it
bot.py:7: async was removed from Python: async = 1
Botzone's Python 3.6.5 has it, and Python 3.11.7 here does not: name an older interpreter by ,python=PATH behind this player
bot.py: 120000 ms a turn
    ok [..] s: it speaks JSON
      nothing in it is newer than the site's Python 3.6.5, in syntax, modules and well-known functions; packages such as numpy are not compared
2/4 answers within the limit, with the margin ...
    skipped
3/4 reads every form of a first turn that the site may send ...
    skipped
4/4 10 games without a bad verdict ...
    skipped
passed what was tried; before an upload run it without --skip
"#]]);
}

#[test]
fn python_2_is_run_by_its_interpreter_or_named_with_the_cure() {
    let place = place();
    let bot = place.path("bot.py");
    let found = json!([{"kind": "python2", "file": "bot.py", "line": 3, "code": "print x", "name": "", "version": "", "syntax": true}]);
    python(&place, found, &playing());
    // A version manager has a program of that name where it has no such version.
    place.tool("python2", "exit 127");
    place.0.types(str![[r#"
$ arena check bot.py $SHORT
1/4 builds as the site builds, and speaks its protocol ...
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: bot.py:3: this is Python 2: print x
Botzone runs `bot.py` as Python 2 (2.7.12), which is not installed here, and Debian no longer has it: install it by other means (such as pyenv), and name its program: bot.py,python=PATH
exit status 1
"#]]);

    let lines = format!(
        "case \"$*\" in *version_info*) echo 2; exit;; *'-c '*) exit;; esac\n{}",
        playing()
    );
    place.tool("python2", &lines);
    let (named, _, calls) = place.play(&bot, "", "nogo");
    assert_eq!(named, "python2");
    let plays = |call: &&str| call.starts_with("python2 /") && call.ends_with("/bot.py");
    assert!(calls.lines().filter(plays).count() > 10, "{calls}");

    // The interpreter tells the language.
    place.tool("my-python", &lines);
    let program = place.path("tools").join("my-python");
    let option = format!(",python={}", program.display());
    let (named, own, calls) = place.play(&bot, &option, "nogo");
    let program = json!(program.to_str().unwrap());
    assert_eq!((named, &own["python"]), (json!("python2"), &program));
    let started = |name: &str| calls.lines().any(|call| call.starts_with(name));
    assert!(started("my-python ") && !started("python3 "), "{calls}");
    place.0.types(str![[r#"
$ arena check bot.py $SHORT
1/4 builds as the site builds, and speaks its protocol ...
bot.py:3: this is Python 2: print x
`bot.py` is run by python2, as Botzone does for the language Python 2; ,language=python behind it says otherwise
bot.py: 120000 ms a turn
    ok [..] s: it speaks JSON
2/4 answers within the limit, with the margin ...
    skipped
3/4 reads every form of a first turn that the site may send ...
    skipped
4/4 10 games without a bad verdict ...
    skipped
passed what was tried; before an upload run it without --skip
$ arena match my=bot.py,python=false cmd:x --game nogo --games 2
error: python=false: this is not the program of a Python interpreter; check the path
exit status 1
$ arena match cmd:x,python=python3 cmd:x --game nogo
error: python= names the interpreter of a Python source; leave it out for `cmd:x`
exit status 1
"#]]);
}
