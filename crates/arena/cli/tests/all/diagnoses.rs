//! A failure names its true cause, before the games and in them.

use std::fs;

use referee::botzone::probe::{Spoken, probe};
use referee::conduct::Mode;

use crate::common::{SESSION_BOT, SHORT, bad_bot, contest};
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
    let argv = [bot.to_str().unwrap().to_owned()];
    assert_eq!(probe(nogo, &argv, &contest.rules).unwrap(), Spoken::Json);
    assert_eq!(fs::read_to_string(&count).unwrap().lines().count(), 3);
}
