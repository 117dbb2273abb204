//! The surroundings of other people's programs: a clean environment, and a folder with their user storage.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use snapbox::str;

use crate::common::{ARENA, BAD_BOT, helpers};
use crate::files::ended;
use crate::players::tools;
use crate::shell::Shell;

const SAIBLO_BOT: &str = env!("CARGO_BIN_EXE_saiblo-bot");

/// A match in this folder in which no player is late.
fn play(folder: &Path, players: [&str; 2], game: &str) -> Command {
    let mut arena = Command::new(ARENA);
    arena.args(["match", players[0], players[1], "--game", game]);
    arena.args(["--games", "2", "--jobs", "1", "--time-ms", "20000"]);
    arena.args(["--opening-plies", "0", "--force", "--log", "games.jsonl"]);
    arena.current_dir(folder);
    arena
}

/// The texts of player A in its answers, game by game.
fn said(folder: &Path) -> Vec<Vec<String>> {
    let log = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let games = log
        .lines()
        .skip(1)
        .map(|line| -> Value { serde_json::from_str(line).unwrap() });
    let said = games.map(|game| {
        let seat = usize::from(game["seats"][0] != 0);
        let replies = game["replies"].as_array().unwrap().clone();
        let own = replies.into_iter().filter(|reply| reply["seat"] == seat);
        own.map(|reply| reply["debug"].as_str().unwrap_or("nothing").to_owned())
            .collect()
    });
    said.collect()
}

fn other() -> String {
    format!("other=cmd:{BAD_BOT} good {{seed}},json")
}

/// An executable of these lines for the shell.
fn script(path: &Path, lines: &str) {
    fs::write(path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_environment_is_clean_but_for_what_is_named() {
    let nogo = "--game nogo --games 1 --opening-plies 0 --time-ms 20000";
    let shell = Shell::new()
        .with("NOGO", nogo)
        .with("OTHER", "other=cmd:bad-bot good {seed},json");
    let shell = shell
        .with("OWN", "x")
        .with("HOME", "/h")
        .with("PYTHONUNBUFFERED", "1");
    shell.types(str![[r#"
$ arena match my='cmd:bad-bot environment,json' "$OTHER" $NOGO 2>&1 | grep -oE 'begin.*end|my: .*'
my: RE in game 0, turn 1, seat 0: it exited with status 1; if it reads simple IO, add --simple-io, or ,simple-io behind this player; standard output: ""; end of standard error:
begin|HOME=/h|LANG=C.UTF-8|TMPDIR=[..]|end
my: RE in game 1, turn 2, seat 1: it exited with status 1; if it reads simple IO, add --simple-io, or ,simple-io behind this player; standard output: ""; end of standard error:
begin|HOME=/h|LANG=C.UTF-8|TMPDIR=[..]|end
$ arena match my='cmd:bad-bot environment,json,sandbox=no' "$OTHER" $NOGO 2>&1 | grep -oE 'begin.*end|my: .*'
my: no sandbox
my: RE in game 0, turn 1, seat 0: it exited with status 1; if it reads simple IO, add --simple-io, or ,simple-io behind this player; standard output: ""; end of standard error:
begin|HOME=/h|LANG=C.UTF-8|end
my: RE in game 1, turn 2, seat 1: it exited with status 1; if it reads simple IO, add --simple-io, or ,simple-io behind this player; standard output: ""; end of standard error:
begin|HOME=/h|LANG=C.UTF-8|end
$ arena match my='cmd:bad-bot environment,json,sandbox=no,env=OWN,env="SET=a, b"' "$OTHER" $NOGO 2>&1 | \
    grep -oE 'begin.*end|my: .*'
my: environment OWN 'SET=a, b', no sandbox
my: RE in game 0, turn 1, seat 0: it exited with status 1; if it reads simple IO, add --simple-io, or ,simple-io behind this player; standard output: ""; end of standard error:
begin|HOME=/h|LANG=C.UTF-8|OWN=x|SET=a, b|end
my: RE in game 1, turn 2, seat 1: it exited with status 1; if it reads simple IO, add --simple-io, or ,simple-io behind this player; standard output: ""; end of standard error:
begin|HOME=/h|LANG=C.UTF-8|OWN=x|SET=a, b|end
$ arena match my='cmd:bad-bot environment,json,env=NO_SUCH' "$OTHER" $NOGO
error: the player `my=cmd:bad-bot environment,json,env=NO_SUCH`: env=NO_SUCH: your environment has no such variable; set it, or write env=NO_SUCH=VALUE: environment variable not found
exit status 1
"#]]);
}

#[test]
fn each_game_has_a_copy_of_the_user_storage_unless_they_share_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("books")).unwrap();
    fs::create_dir(path("temporary")).unwrap();
    fs::write(path("books/book"), "mine").unwrap();
    script(&path("bot"), &format!("exec {BAD_BOT} storage \"$@\""));
    let play = |options: &str| {
        let bot = format!("my=cmd:./bot 1,json{options}");
        let mut arena = play(folder.path(), [&bot, &other()], "nogo");
        let done = ended(
            arena
                .env("TMPDIR", path("temporary"))
                .env("PATH", helpers()),
        );
        assert_eq!(
            fs::read_dir(path("temporary")).unwrap().count(),
            0,
            "left behind"
        );
        done
    };
    // Game by game the first answers: what the book says, the number of the answer, and how much lies around.
    let first_answers = || {
        said(folder.path())
            .iter()
            .map(|game| game[..2].join(", "))
            .collect::<Vec<_>>()
    };
    let (well, _, errors) = play(",data=books");
    assert!(
        well && errors.contains("my: user storage a copy of books"),
        "{errors}"
    );
    assert_eq!(first_answers(), ["mine 1 1, mine 2 1"; 2]);
    assert!(!path("books/count").exists());
    let (well, _, errors) = play(",data=books,data-shared");
    assert!(well, "{errors}");
    let answers = said(folder.path());
    assert_eq!(answers[0][0], "mine 1 1");
    assert_eq!(answers[1][0], format!("mine {} 1", answers[0].len() + 1));
    assert_eq!(
        fs::read(path("books/count")).unwrap().len(),
        answers.concat().len()
    );
    // Without it a command runs where it always did.
    let (_, table, _) = play("");
    assert!(
        table.contains("RE in game 0, turn 1") && table.contains("'data/book'"),
        "{table}"
    );
    let (well, _, errors) = play(",data=nowhere");
    assert!(
        !well && errors.contains("data=nowhere: there is no folder `nowhere`"),
        "{errors}"
    );
}

#[test]
fn a_source_runs_in_a_folder_of_its_own_and_its_storage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("bot.py"), "open('data/book')").unwrap();
    let python = tools(
        folder.path(),
        "python3",
        &format!("exec {BAD_BOT} storage 1"),
    );
    let play = |options: &str| {
        let bot = format!("my=bot.py,json{options}");
        ended(play(folder.path(), [&bot, &other()], "nogo").env("PATH", &python))
    };
    let (_, _, errors) = play("");
    let missing = "note: `my` names data/book, which its user storage does not have; if it reads that, add ,data=DIR";
    assert!(errors.contains(missing), "{errors}");
    assert_eq!(said(folder.path())[0], ["nothing"]);
    // Files beside the source that it names are there; other files are not, as on the site.
    for (name, text) in [
        ("data/book", "mine"),
        ("data/other", "x"),
        ("other/book", "theirs"),
    ] {
        fs::create_dir_all(path(name).parent().unwrap()).unwrap();
        fs::write(path(name), text).unwrap();
    }
    let (well, _, errors) = play("");
    let found = "note: `my` has data/book in its user storage, from beside its source; on the site";
    assert!(
        well && errors.contains(found) && !errors.contains(missing),
        "{errors}"
    );
    assert_eq!(said(folder.path())[0][0], "mine 1 1");
    let log = || fs::read_to_string(path("games.jsonl")).unwrap();
    assert!(log().contains("\"files\":{\"data/book\":\""), "{}", log());
    let (well, _, errors) = play(",data=other");
    assert!(well && !errors.contains("note: `my`"), "{errors}");
    assert_eq!(said(folder.path())[0][0], "theirs 1 1");
}

#[test]
fn a_package_runs_in_a_copy_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("bot");
    fs::create_dir(&bot).unwrap();
    fs::write(bot.join("Makefile"), "").unwrap();
    fs::write(bot.join("weights"), "w").unwrap();
    // It must find the weights where it runs, and may change them.
    let make = format!(
        "printf '#!/bin/sh\\n[ \"$(cat weights)\" = w ] || exit 9\\necho x > weights\\n\
         exec {SAIBLO_BOT} good --seed 1 --nodes 1\\n' > main; chmod +x main"
    );
    let path = tools(folder.path(), "make", &make);
    let mut arena = Command::new(ARENA);
    arena.args([
        "match",
        "a=./bot",
        "b=./bot",
        "--game",
        "snakego",
        "--max-round",
        "6",
    ]);
    arena.args([
        "--games",
        "2",
        "--jobs",
        "1",
        "--time-ms",
        "20000",
        "--log",
        "games.jsonl",
    ]);
    arena
        .current_dir(folder.path())
        .env("PATH", path)
        .env("CARGO", "/no/cargo");
    let (well, table, errors) = ended(arena.env("XDG_CACHE_HOME", folder.path().join("cache")));
    let log = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    assert!(
        well && !log.contains("trouble") && log.lines().count() == 3,
        "{table}{errors}{log}"
    );
}
