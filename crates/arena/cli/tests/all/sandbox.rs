//! Protection of the user from programs of other people: hostile ones of every kind, in the sandbox and without it.

use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use gameplay::record::Verdict;
use referee::conduct::Mode;
use serde_json::Value;

use crate::common::{ARENA, BAD_BOT, SHORT, alive, bad_bot, command, contest, new_mark, run};
use crate::files::ended;

/// The text of a program in the first turn of a match in which it tried to do harm, and the notices.
fn harm(home: &Path, options: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let bad = format!("bad=cmd:{BAD_BOT} harm 1 {port},json{options}");
    let mut arena = Command::new(ARENA);
    arena.args(["match", &bad, &format!("good=cmd:{BAD_BOT} good 1,json")]);
    arena.args(["--game", "nogo", "--games", "2", "--jobs", "1"]);
    arena.args(["--time-ms", "20000", "--log", "games.jsonl"]);
    arena.current_dir(folder.path()).env("HOME", home);
    let (well, text, errors) = ended(&mut arena);
    assert!(well, "{text}{errors}");
    let log = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    let game: Value = serde_json::from_str(log.lines().nth(1).unwrap()).unwrap();
    let seat = game["seats"]
        .as_array()
        .unwrap()
        .iter()
        .position(|player| *player == 0);
    let replies = game["replies"].as_array().unwrap().iter();
    let mut own = replies.filter(|reply| reply["seat"].as_u64() == seat.map(|seat| seat as u64));
    let said = own.find_map(|reply| reply["debug"].as_str());
    (said.unwrap().to_owned(), errors)
}

#[test]
fn a_program_reads_and_writes_its_own_and_has_no_network() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name);
    let again = || {
        for name in ["secret", "removed"] {
            fs::write(path(name), "mine").unwrap();
        }
        let _ = fs::remove_file(path("written"));
    };
    let _listener = UnixListener::bind(path("socket")).unwrap();
    again();
    let all = "read list link write remove program connect packet socket environment own system pair many child";
    let (said, errors) = harm(home.path(), ",sandbox=no");
    // It has no folder of its own then, and where the test is not root's the launcher's environment is closed in any case.
    let free = said.replace(" environment", "");
    assert_eq!(free, all.replace(" environment own", ""), "{errors}");
    assert!(!errors.contains("note: players can"), "{errors}");
    again();
    let (said, errors) = harm(home.path(), "");
    let files = errors
        .matches("note: players can read and write all your files")
        .count();
    let network = errors.matches("note: players can use the network").count();
    assert!(files <= 1 && network <= 1, "{errors}");
    let may = |name: &&str| match *name {
        "connect" | "packet" | "socket" => network > 0,
        "own" | "system" | "pair" | "child" => true,
        "many" => false,
        // As above.
        "environment" => files > 0 && said.contains(name),
        _ => files > 0,
    };
    let want: Vec<&str> = all.split(' ').filter(may).collect();
    assert_eq!(said, want.join(" "), "{errors}");
    assert_eq!(path("written").exists(), files > 0);
}

#[test]
fn a_program_that_fails_by_the_sandbox_is_told_how_to_leave_it() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("secret"), "mine").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let play = |options: &str| {
        let bot = format!("my=cmd:sh -c 'cat $HOME/secret >&2',json{options}");
        let mut arena = Command::new(ARENA);
        arena.args([
            "match",
            &bot,
            &bot.replacen("my", "other", 1),
            "--game",
            "nogo",
        ]);
        arena.args(["--games", "1", "--force", "--log", "games.jsonl"]);
        ended(arena.current_dir(folder.path()).env("HOME", home.path()))
    };
    let cure = "add ,sandbox=no behind this player";
    let (_, text, errors) = play("");
    let open = errors.contains("note: players can read");
    assert_eq!(text.contains(cure), !open, "{text}");
    let (_, text, _) = play(",sandbox=no");
    assert!(text.contains("mine") && !text.contains(cure), "{text}");
}

#[test]
fn a_family_of_which_everybody_has_left_and_forks_is_ended() {
    let mark = new_mark();
    // Of 4 generations, 16 fork for ever.
    let bots = [
        command(&[BAD_BOT, "grows", "4", &mark]),
        bad_bot("good", ""),
    ];
    let [a, b] = bots;
    let (games, outcome) = run(&contest(a, b, Mode::Restart, SHORT, 1));
    assert!(outcome.stopped.is_none(), "{outcome:?}");
    let last = games[0].replies.last().unwrap();
    assert!(
        matches!(last.verdict, Verdict::Tle | Verdict::Mle),
        "{last:?}"
    );
    assert_eq!(alive(&mark), Vec::<String>::new());
}
