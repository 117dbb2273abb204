//! A failure names its true cause, before the games and in them.

use std::fs;
use std::path::Path;
use std::process::Command;

use referee::botzone::probe::{Protocol, probe};
use referee::conduct::Mode;

use crate::common::{ARENA, BAD_BOT, LONG, SESSION_BOT, SHORT, bad_bot, contest};
use crate::files::ended;
use crate::players::{play, tools};

#[test]
fn a_first_move_that_fails_has_its_one_cause() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.py");
    fs::write(&bot, "").unwrap();
    let traceback = "echo 'Traceback (most recent call last):\n  File \"/site/bot.py\", line 17, in f\n    f(x)' >&2";
    for (lines, want) in [
        (
            "echo \"ModuleNotFoundError: No module named 'numpy'\" >&2; exit 1",
            "it exited with status 1\npython3 has no module `numpy` here; Debian: sudo apt-get install python3-numpy, ",
        ),
        (
            "echo \"FileNotFoundError: [Errno 2] No such file or directory: 'data/net'\" >&2; exit 1",
            "there is no file `data/net`: name the folder",
        ),
        (
            "echo MemoryError >&2; exit 1",
            "it asked for more memory than there is",
        ),
        (
            "read line; echo depth 3; echo '{\"response\":{\"x\":4,\"y\":4}}'",
            "before the JSON of its answer it printed \"depth 3\"\nprint debugging text to standard error: `print(",
        ),
        // Who prints an object reads JSON, whatever it does with a number.
        (
            "read line; case $line in {*) echo depth 3; echo '{\"response\":1}';;\n\
             *) echo 'KeyError: 0' >&2; exit 1;; esac",
            "before the JSON of its answer it printed \"depth 3\"",
        ),
        // It reads JSON, as its other failure tells.
        (
            "read line; case $line in {*) echo 'IndexError: list index out of range' >&2;;\n\
             *) echo 'json.decoder.JSONDecodeError: Extra data' >&2;; esac; exit 1",
            "IndexError: list index out of range\nit failed at bot.py:17: f(x)",
        ),
    ] {
        let path = tools(folder.path(), "python3", &format!("{traceback}\n{lines}"));
        let log = folder.path().join("games.jsonl");
        let bot = format!("my={}", bot.display());
        let mut command = play([&bot, "cmd:x,json"], &log);
        let (well, _, errors) = ended(command.env("PATH", path));
        assert!(
            !well && errors.contains("`my` fails at its first move:\n"),
            "{errors}"
        );
        assert!(errors.contains(want), "no `{want}` in {errors}");
        // One cause, told once, and nothing of protocols.
        assert!(
            !errors.contains("in JSON:") && errors.matches("it exited").count() < 2,
            "{errors}"
        );
    }
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
    let games = referee::games::standard();
    let (_, nogo) = games.find_botzone("nogo").unwrap();
    let contest = contest(
        bad_bot("good", ""),
        bad_bot("good", ""),
        Mode::Restart,
        SHORT,
        2,
    );
    let launch = vec![bot.to_str().unwrap().to_owned()].into();
    let found = probe(nogo, &launch, &contest.rules).unwrap();
    assert_eq!(found.protocol, Protocol::Json);
    assert_eq!(fs::read_to_string(&count).unwrap().lines().count(), 3);
}

#[test]
fn too_much_memory_is_no_matter_of_the_protocol() {
    let games = referee::games::standard();
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
    assert!(failure.text.starts_with("it used "), "{failure:?}");
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

/// A command of the arena with that compiler, outside of a workspace.
fn with_compiler(folder: &Path, arguments: &[&str]) -> (bool, String, String) {
    let path = tools(folder, "g++", COMPILER);
    let mut command = Command::new(ARENA);
    command
        .args(arguments)
        .env("PATH", path)
        .env("CARGO", "/no/cargo");
    ended(command.env("XDG_CACHE_HOME", folder.join("cache")))
}

#[test]
fn a_crash_in_cpp_is_looked_for_and_its_turn_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let (bot, log) = (
        folder.path().join("bot.cpp"),
        folder.path().join("games.jsonl"),
    );
    fs::write(&bot, "int main()\n{\n  int crash;\n}\n").unwrap();
    let (bot, log) = (bot.to_str().unwrap(), log.to_str().unwrap());
    let arena = |arguments: &[&str]| with_compiler(folder.path(), arguments);
    let place = "once more under the compiler's sanitizers:\nexecution reached the end\nit failed at bot.cpp:3: int crash;";
    let warning = "the compiler warns of a crash: bot.cpp:5:1: warning: control reaches end";
    let rival = format!("b=cmd:{BAD_BOT} good {{seed}}");
    let options = [
        "--game",
        "nogo",
        "--games",
        "2",
        "--jobs",
        "1",
        "--opening-plies",
        "0",
        "--log",
        log,
    ];
    let options = [&["match", bot, &rival], &options[..]].concat();
    let (well, table, errors) = arena(&options);
    assert!(well && errors.contains("bot.cpp: simple IO"), "{errors}");
    let repeat = format!("arena explain {bot} --log {log} --game 0 --turn 3 --seat 0");
    for want in [
        "RE in game 0, turn 3, seat 0: it was killed by signal 11\nit accessed memory that is not its own",
        &format!("bot.cpp: game 0, turn 3, {place}"),
        &format!("to repeat that turn: {repeat}"),
    ] {
        assert!(table.contains(want), "no `{want}` in {table}{errors}");
    }
    let words: Vec<&str> = repeat.split(' ').skip(1).collect();
    let (well, text, errors) = arena(&words);
    for want in [
        "bot.cpp in seat 0 played no move",
        "\nRE after ",
        ": it was killed by signal 11\n",
        place,
    ] {
        assert!(well && text.contains(want), "no `{want}` in {text}{errors}");
    }
    let (well, text, errors) = arena(&["explain", bot, "--log", log, "--game", "0", "--turn", "1"]);
    assert!(
        well && text.contains("\nit answers {\"x\":0,\"y\":0} after "),
        "{text}{errors}"
    );
    let (well, text, errors) = arena(&["check", bot, "--game", "nogo", "--games", "2"]);
    assert!(
        !well && text.contains(warning) && !text.contains("unused"),
        "{text}"
    );
    assert!(
        errors.contains("game 0, turn 3: RE after ") && errors.contains(place),
        "{errors}"
    );
}

#[test]
fn a_turn_of_a_log_is_asked_for_where_a_program_knows_no_positions() {
    let (well, _, errors) = ended(Command::new(ARENA).args(["explain", "cmd:./bot", "4,4"]));
    assert!(
        !well && errors.contains("name a turn of a log: --log FILE"),
        "{errors}"
    );
}

#[test]
fn an_illegal_answer_may_be_unasked_or_misspelled() {
    let folder = tempfile::tempdir().unwrap();
    for (behaviour, want) in [
        (
            "never-reads",
            "it ended without reading its input: read the",
        ),
        ("misspelled", "; no `response`; it wrote `respones`"),
    ] {
        let log = folder.path().join(behaviour);
        let player = format!("my=cmd:{BAD_BOT} {behaviour} 1,json");
        let rival = format!("b=cmd:{BAD_BOT} good {{seed}},json");
        let (well, table, errors) = ended(&mut play([&player, &rival], &log));
        assert!(
            well && table.contains("my: illegal move in game 0, turn "),
            "{table}{errors}"
        );
        assert!(table.contains(want), "no `{want}` in {table}");
    }
}

#[test]
fn once_its_protocol_is_settled_a_program_gets_no_hint_about_it() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.py");
    fs::write(&bot, "").unwrap();
    // It dies where it has to answer the first move of its opponent: in the second game.
    let lines = "read line; case $line in *'[{\"x\":-1,\"y\":-1}'*) echo '{\"response\":{\"x\":0,\"y\":0}}';; *) kill -11 $$;; esac";
    let path = tools(folder.path(), "python3", lines);
    let hint = "if it reads simple IO";
    for (protocol, games) in [("", "2"), (",json", "2"), (",json,restart", "1")] {
        let log = folder.path().join(format!("{protocol}{games}.jsonl"));
        let mut command = Command::new(ARENA);
        let player = format!("my={}{protocol}", bot.display());
        let rival = format!("b=cmd:{BAD_BOT} good {{seed}},json");
        // With one game only and the seats swapped nothing has settled it.
        let players = match games {
            "1" => [&rival, &player],
            _ => [&player, &rival],
        };
        command.args([
            "match",
            players[0],
            players[1],
            "--game",
            "nogo",
            "--opening-plies",
            "0",
        ]);
        command.args([
            "--games",
            games,
            "--jobs",
            "1",
            "--time-ms",
            "20000",
            "--log",
        ]);
        let (_, table, errors) = ended(command.arg(&log).env("PATH", &path));
        assert!(
            table.contains("it was killed by signal 11"),
            "{table}{errors}"
        );
        assert_eq!(table.contains(hint), games == "1", "{protocol}: {table}");
    }
}

#[test]
fn a_program_of_simple_io_plays_no_game_that_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot.py");
    fs::write(&bot, "").unwrap();
    let log = folder.path().join("games.jsonl");
    for lines in [
        "read line; echo 1 1",
        "echo 'ValueError: invalid literal for int() with base 10' >&2; exit 1",
    ] {
        let path = tools(folder.path(), "python3", lines);
        let player = format!("my={}", bot.display());
        for (game, cure) in [
            (
                "gomoku",
                "gomoku-swap has simple IO: if that is its game, play it by --game gomoku-swap\n",
            ),
            ("snake", "upload it as a bot that reads and answers JSON\n"),
        ] {
            let mut command = Command::new(ARENA);
            command.args([
                "match",
                &player,
                "cmd:x,json",
                "--game",
                game,
                "--mode",
                "restart",
            ]);
            let (well, _, errors) = ended(command.arg("--log").arg(&log).env("PATH", &path));
            let want = format!("the game {game} has no simple IO here:\n");
            assert!(
                !well && errors.contains(&want) && errors.contains(cure),
                "{errors}"
            );
            assert!(!log.exists());
        }
    }
}
