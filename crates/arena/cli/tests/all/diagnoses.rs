//! A failure names its true cause, before the games and in them.

use std::fs;

use referee::botzone::probe::{Protocol, probe};
use referee::conduct::Mode;

use crate::common::{LONG, SESSION_BOT, SHORT, bad_bot, contest};
use crate::players::tools;
use crate::shell::Shell;
use snapbox::str;

/// Stands in for Python: what it runs are lines for the shell.
fn python(shell: &Shell) {
    shell.program(
        "tools/python3",
        "case \"$*\" in */scan.py*) exit 1;; esac\nfor file; do :; done; . \"$file\"",
    );
}

/// The flags for games of NoGo without surprises.
const NOGO: &str = "--game nogo --games 2 --jobs 1 --opening-plies 0 --time-ms 20000";

#[test]
fn a_first_move_that_fails_has_its_one_cause() {
    let shell = Shell::new().with("NOGO", NOGO);
    python(&shell);
    let traceback = "echo \"Traceback (most recent call last):\n  File \\\"$file\\\", line 17, in f\n    f(x)\" >&2";
    for (name, lines) in [
        (
            "module",
            "echo \"ModuleNotFoundError: No module named 'numpy'\" >&2; exit 1",
        ),
        (
            "file",
            "echo \"FileNotFoundError: [Errno 2] No such file or directory: 'data/net'\" >&2; exit 1",
        ),
        ("memory", "echo MemoryError >&2; exit 1"),
        (
            "debug",
            "read line; echo depth 3; echo '{\"response\":{\"x\":4,\"y\":4}}'",
        ),
        // A program that prints an object reads JSON, whatever it does with a number.
        (
            "object",
            "read line; case $line in {*) echo depth 3; echo '{\"response\":1}';;\n\
             *) echo 'KeyError: 0' >&2; exit 1;; esac",
        ),
        // It reads JSON, as its other failure tells.
        (
            "index",
            "read line; case $line in {*) echo 'IndexError: list index out of range' >&2;;\n\
             *) echo 'json.decoder.JSONDecodeError: Extra data' >&2;; esac; exit 1",
        ),
    ] {
        shell.write(&format!("{name}.py"), &format!("{traceback}\n{lines}\n"));
    }
    shell.types(str![[r#"
$ arena match my=module.py cmd:x,json $NOGO
error: `my` fails at its first move:
it exited with status 1
python3 has no module `numpy` here; Debian: sudo apt-get install python3-numpy, or elsewhere: python3 -m pip install numpy; a module of your own belongs beside the bot
it failed at module.py:17: f(x)
standard output: ""; end of standard error:
Traceback (most recent call last):
  File "[..]/module.py", line 17, in f
    f(x)
ModuleNotFoundError: No module named 'numpy'
fix that; or specify its protocol, my=PLAYER,json or my=PLAYER,simple-io, to play it anyway
exit status 1
$ arena match my=file.py cmd:x,json $NOGO
note: `my` names data/net, which its user storage does not have; if it reads that, add ,data=DIR behind this player
error: `my` fails at its first move:
it exited with status 1
there is no file `data/net`: name the folder that holds what the site has in the bot's user storage by ,data=DIR behind this player
it failed at file.py:17: f(x)
standard output: ""; end of standard error:
Traceback (most recent call last):
  File "[..]/file.py", line 17, in f
    f(x)
FileNotFoundError: [Errno 2] No such file or directory: 'data/net'
fix that; or specify its protocol, my=PLAYER,json or my=PLAYER,simple-io, to play it anyway
exit status 1
$ arena match my=memory.py cmd:x,json $NOGO
error: `my` fails at its first move:
it exited with status 1
it asked for more memory than there is: look for a size that is far too large, and for what grows without end
MemoryError
it failed at memory.py:17: f(x)
standard output: ""; end of standard error:
Traceback (most recent call last):
  File "[..]/memory.py", line 17, in f
    f(x)
MemoryError
fix that; or specify its protocol, my=PLAYER,json or my=PLAYER,simple-io, to play it anyway
exit status 1
$ arena match my=debug.py cmd:x,json $NOGO
error: `my` fails at its first move:
its output is not one JSON value
before the JSON of its answer it printed "depth 3"
print debugging text to standard error: `print(..., file=sys.stderr)`
standard output: "depth 3\n{\"response\":{\"x\":4,\"y\":4}}\n"; end of standard error:
Traceback (most recent call last):
  File "[..]/debug.py", line 17, in f
    f(x)
fix that; or specify its protocol, my=PLAYER,json or my=PLAYER,simple-io, to play it anyway
exit status 1
$ arena match my=object.py cmd:x,json $NOGO
error: `my` fails at its first move:
its output is not one JSON value
before the JSON of its answer it printed "depth 3"
print debugging text to standard error: `print(..., file=sys.stderr)`
standard output: "depth 3\n{\"response\":1}\n"; end of standard error:
Traceback (most recent call last):
  File "[..]/object.py", line 17, in f
    f(x)
fix that; or specify its protocol, my=PLAYER,json or my=PLAYER,simple-io, to play it anyway
exit status 1
$ arena match my=index.py cmd:x,json $NOGO
error: `my` fails at its first move:
it exited with status 1
IndexError: list index out of range
it failed at index.py:17: f(x)
standard output: ""; end of standard error:
Traceback (most recent call last):
  File "[..]/index.py", line 17, in f
    f(x)
IndexError: list index out of range
fix that; or specify its protocol, my=PLAYER,json or my=PLAYER,simple-io, to play it anyway
exit status 1
"#]]);
}

#[test]
fn a_program_that_was_late_at_first_is_asked_once_more() {
    let folder = tempfile::tempdir().unwrap();
    let (count, bot) = (folder.path().join("count"), folder.path().join("bot"));
    let lines = format!(
        "echo >> '{0}'; [ $(wc -l < '{0}') -gt 2 ] && exec {SESSION_BOT} --seed 1 --nodes 1; while :; do :; done",
        count.display()
    );
    tools(folder.path(), "bot", &lines);
    let games = gameplay::games::standard();
    let (_, nogo) = games.find_botzone("nogo").unwrap();
    let contest = contest(
        bad_bot("good", ""),
        bad_bot("good", ""),
        Mode::Restart,
        2 * SHORT,
        2,
    );
    let launch = vec![bot.to_str().unwrap().to_owned()].into();
    let found = probe(nogo, &launch, &contest.rules).unwrap();
    assert_eq!(found.protocol, Protocol::Json);
    assert_eq!(fs::read_to_string(&count).unwrap().lines().count(), 3);
}

#[test]
fn too_much_memory_is_no_matter_of_the_protocol() {
    let games = gameplay::games::standard();
    let (_, nogo) = games.find_botzone("nogo").unwrap();
    let contest = contest(
        bad_bot("memory-hog", ""),
        bad_bot("good", ""),
        Mode::Restart,
        LONG,
        2,
    );
    let launch = contest.players[0].launch(&contest.rules, 1).unwrap();
    let found = probe(nogo, &launch, &contest.rules).unwrap();
    let Protocol::Nothing(failure) = found.protocol else {
        panic!("it answers");
    };
    assert!(failure.known && failure.simple.is_none(), "{failure:?}");
    assert!(
        failure.text.english().starts_with("it used "),
        "{failure:?}"
    );
}

/// A compiler that makes of every source one that ends by signal 11 in its second turn and at its first move in JSON,
/// and with sanitizers one that says why; it warns of it.
const COMPILER: &str = r#"
[ $1 = --version ] && exit
while [ $1 != -o ]; do case $1 in -fsanitize=*) sanitize=1;; esac; shift; done
echo "./bot.cpp:5:1: warning: control reaches end of non-void function [-Wreturn-type]"
echo "./bot.cpp:4:7: warning: unused variable 'x' [-Wunused-variable]"
printf '%s\n' '#!/bin/sh' 'read n; read move' '[ "$n" = 1 ] && { echo 0 0; exit; }' > "$2"
if [ "$sanitize" ]; then
    echo 'case $n in {*) ;; *) echo "bot.cpp:3:5: runtime error: execution reached the end" >&2;; esac; exit 1' >> "$2"
else
    echo 'kill -11 $$' >> "$2"
fi
chmod +x "$2"
"#;

#[test]
fn a_crash_in_cpp_is_looked_for_and_its_turn_repeated() {
    let shell = Shell::without_cargo().with("NOGO", NOGO);
    shell.program("tools/g++", COMPILER);
    shell.write("bot.cpp", "int main()\n{\n  int crash;\n}\n");
    shell.types(str![[r#"
$ arena match bot.cpp 'b=cmd:bad-bot good {seed}' $NOGO --log games.jsonl
compiling bot.cpp as cpp17 ...
bot.cpp: simple IO
│ A bot.cpp against B b ┆ games ┆ won ┆ drawn ┆ lost ┆ score % ┆ 95 % interval │
│ all games             ┆     2 ┆   0 ┆     0 ┆    2 ┆     0.0 ┆   0.0 .. 79.3 │
│ A in seat 0           ┆     1 ┆   0 ┆     0 ┆    1 ┆     0.0 ┆               │
│ A in seat 1           ┆     1 ┆   0 ┆     0 ┆    1 ┆     0.0 ┆               │
Elo difference of A: -inf (95 %: -inf .. +234)

│ end of the game          ┆ games ┆ A won ┆ B won ┆ drawn │
│ INVALID_INPUT_VERDICT_RE ┆     2 ┆     0 ┆     2 ┆     0 │

│ turns by verdict ┆ OK ┆ TLE ┆ MLE ┆ OLE ┆ NJ ┆ RE ┆ fallback
│ A bot.cpp        ┆  2 ┆   0 ┆   0 ┆   0 ┆  0 ┆  2 ┆        0
│ B b              ┆  3 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0

A bot.cpp: RE in game 0, turn 3, seat 0: it was killed by signal 11
it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without its `return`, or endless recursion
standard output: ""

A bot.cpp: RE in game 1, turn 4, seat 1: it was killed by signal 11
it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without its `return`, or endless recursion
standard output: ""

compiling bot.cpp with sanitizers, to see where it crashes ...
bot.cpp: game 0, turn 3, once more under the compiler's sanitizers:
execution reached the end
it failed at bot.cpp:3: int crash;
to repeat that turn: arena explain bot.cpp --log games.jsonl --game 0 --turn 3 --seat 0 --time-ms 20000
$ arena explain bot.cpp --log games.jsonl --game 0 --turn 3 --seat 0
bot.cpp: simple IO
games.jsonl, game 0, turn 3: bot.cpp in seat 0 played no move
position: X......../........./........./........./........./........./....O..../........./.........
RE after [..] ms: it was killed by signal 11
it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without its `return`, or endless recursion
standard output: ""
once more under the compiler's sanitizers:
execution reached the end
it failed at bot.cpp:3: int crash;
$ arena explain bot.cpp --log games.jsonl --game 0 --turn 1
bot.cpp: simple IO
games.jsonl, game 0, turn 1: bot.cpp in seat 0 played 0,0
position: ........./........./........./........./........./........./........./........./.........
it answers {"x":0,"y":0} after [..] ms
$ arena check bot.cpp --game nogo --games 2
1/4 builds as the site builds, and speaks its protocol ...
bot.cpp: simple IO
compiling bot.cpp as cpp ...
compiling bot.cpp as cpp11 ...
compiling bot.cpp as cppo0 ...
    ok [..] s: it speaks simple IO
      no header and no syntax in it is newer than the site's g++ 7.2.0; functions are not compared
      the compiler warns of a crash: bot.cpp:5:1: warning: control reaches end of non-void function [-Wreturn-type]
      cpp17 (chosen): compiles
      cpp: compiles
      cpp11: compiles
      cppo0: compiles
2/4 answers within the limit, with the margin ...
    FAILED after [..] s
error: step 2 of 4 failed: answers within the limit, with the margin: game 0, turn 3: RE after [..] ms
it was killed by signal 11
it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without its `return`, or endless recursion
standard output: ""
once more under the compiler's sanitizers:
execution reached the end
it failed at bot.cpp:3: int crash;
find out why it ended; what it said stands above
exit status 1
"#]]);
}

#[test]
fn an_illegal_answer_may_be_unasked_or_misspelled() {
    Shell::new().with("NOGO", NOGO).types(str![[r#"
$ arena match 'my=cmd:bad-bot never-reads 1,json' 'b=cmd:bad-bot good {seed},json' $NOGO
│ A my against B b ┆ games ┆ won ┆ drawn ┆ lost ┆ score % ┆ 95 % interval │
│ all games        ┆     2 ┆   0 ┆     0 ┆    2 ┆     0.0 ┆   0.0 .. 79.3 │
│ A in seat 0      ┆     1 ┆   0 ┆     0 ┆    1 ┆     0.0 ┆               │
│ A in seat 1      ┆     1 ┆   0 ┆     0 ┆    1 ┆     0.0 ┆               │
Elo difference of A: -inf (95 %: -inf .. +234)

│ end of the game                  ┆ games ┆ A won ┆ B won ┆ drawn │
│ INVALID_MOVE  (x,y) is not empty ┆     2 ┆     0 ┆     2 ┆     0 │

│ turns by verdict ┆ OK ┆ TLE ┆ MLE ┆ OLE ┆ NJ ┆ RE ┆ fallback
│ A my             ┆  4 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0
│ B b              ┆  3 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0

A my: illegal move in game 0, turn 3, seat 0: it played {"x":0,"y":0}; the judge said: INVALID_MOVE  (0,0) is not empty; black may not play 0,0: the point is occupied; it ended without reading its input: read the request from standard input in every turn

A my: illegal move in game 1, turn 4, seat 1: it played {"x":0,"y":0}; the judge said: INVALID_MOVE  (0,0) is not empty; white may not play 0,0: the point is occupied; it ended without reading its input: read the request from standard input in every turn

$ arena match 'my=cmd:bad-bot misspelled 1,json' 'b=cmd:bad-bot good {seed},json' $NOGO
│ A my against B b ┆ games ┆ won ┆ drawn ┆ lost ┆ score % ┆ 95 % interval │
│ all games        ┆     2 ┆   0 ┆     0 ┆    2 ┆     0.0 ┆   0.0 .. 79.3 │
│ A in seat 0      ┆     1 ┆   0 ┆     0 ┆    1 ┆     0.0 ┆               │
│ A in seat 1      ┆     1 ┆   0 ┆     0 ┆    1 ┆     0.0 ┆               │
Elo difference of A: -inf (95 %: -inf .. +234)

│ end of the game          ┆ games ┆ A won ┆ B won ┆ drawn │
│ INVALID_INPUT_VERDICT_OK ┆     2 ┆     0 ┆     2 ┆     0 │

│ turns by verdict ┆ OK ┆ TLE ┆ MLE ┆ OLE ┆ NJ ┆ RE ┆ fallback
│ A my             ┆  2 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0
│ B b              ┆  1 ┆   0 ┆   0 ┆   0 ┆  0 ┆  0 ┆        0

A my: illegal move in game 0, turn 1, seat 0: it played {"debug":"81 legal","respones":{"x":5,"y":3}}; the judge said: INVALID_INPUT_VERDICT_OK; x is missing; no `response`; it wrote `respones`

A my: illegal move in game 1, turn 2, seat 1: it played {"debug":"80 legal","respones":{"x":0,"y":8}}; the judge said: INVALID_INPUT_VERDICT_OK; x is missing; no `response`; it wrote `respones`
"#]]);
}

#[test]
fn once_its_protocol_is_settled_a_program_gets_no_hint_about_it() {
    let shell = Shell::new().with("NOGO", NOGO);
    shell.write("bot.py", "");
    // It dies where it has to answer the first move of its opponent: in the second game.
    let lines = "read line; case $line in *'[{\"x\":-1,\"y\":-1}'*) echo '{\"response\":{\"x\":0,\"y\":0}}';; *) kill -11 $$;; esac";
    shell.program("tools/python3", lines);
    // With one game only and the seats swapped nothing has settled it.
    shell.types(str![[r#"
$ arena match my=bot.py 'b=cmd:bad-bot good {seed},json' $NOGO | grep -A 9 'RE in'
my: 120000 ms a turn
A my: RE in game 1, turn 2, seat 1: it was killed by signal 11
it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without its `return`, or endless recursion
standard output: ""

$ arena match my=bot.py,json 'b=cmd:bad-bot good {seed},json' $NOGO | grep -A 9 'RE in'
my: 120000 ms a turn
A my: RE in game 1, turn 2, seat 1: it was killed by signal 11
it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without its `return`, or endless recursion
standard output: ""

$ arena match 'b=cmd:bad-bot good {seed},json' my=bot.py,json,restart $NOGO --swap no | grep -A 9 'RE in'
my: 120000 ms a turn
B my: RE in game 0, turn 2, seat 1: it was killed by signal 11; if it reads simple IO, add --simple-io, or ,simple-io behind this player
it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without its `return`, or endless recursion
standard output: ""

B my: RE in game 1, turn 2, seat 1: it was killed by signal 11; if it reads simple IO, add --simple-io, or ,simple-io behind this player
it accessed memory that is not its own: an index out of bounds, a null pointer, a function that ends without its `return`, or endless recursion
standard output: ""
"#]]);
}

#[test]
fn a_program_of_simple_io_plays_no_game_that_has_none() {
    let shell = Shell::new();
    python(&shell);
    shell.write("one.py", "read line; echo 1 1");
    let fails =
        r#"echo "ValueError: invalid literal for int() with base 10: '{\"requests\"'" >&2; exit 1"#;
    shell.write("two.py", fails);
    shell.types(str![[r#"
$ arena match my=one.py cmd:x,json --game gomoku --mode restart --log log
error: `my` seems to speak simple IO, as its first move tells, but the game gomoku has no simple IO here:
its output is not one JSON value; standard output: "1 1\n"
gomoku-swap has simple IO: if that is its game, play it by --game gomoku-swap
to play it in JSON anyway: my=PLAYER,json
exit status 1
$ arena match my=one.py cmd:x,json --game snake --mode restart --log log
error: `my` seems to speak simple IO, as its first move tells, but the game snake has no simple IO here:
its output is not one JSON value; standard output: "1 1\n"
upload it as a bot that reads and answers JSON
to play it in JSON anyway: my=PLAYER,json
exit status 1
$ arena match my=two.py cmd:x,json --game gomoku --mode restart --log log
error: `my` seems to speak simple IO, as its first move tells, but the game gomoku has no simple IO here:
it exited with status 1
it ended without reading its input: read the request from standard input in every turn
standard output: ""; end of standard error:
ValueError: invalid literal for int() with base 10: '{"requests"'
gomoku-swap has simple IO: if that is its game, play it by --game gomoku-swap
to play it in JSON anyway: my=PLAYER,json
exit status 1
$ arena match my=two.py cmd:x,json --game snake --mode restart --log log
error: `my` seems to speak simple IO, as its first move tells, but the game snake has no simple IO here:
it exited with status 1
it ended without reading its input: read the request from standard input in every turn
standard output: ""; end of standard error:
ValueError: invalid literal for int() with base 10: '{"requests"'
upload it as a bot that reads and answers JSON
to play it in JSON anyway: my=PLAYER,json
exit status 1
$ ls log
ls: cannot access 'log': No such file or directory
exit status 2
"#]]);
}
