//! Programs of other people as players: what they speak is found out, each has its own conditions, sources are compiled.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use gameplay::record::Verdict;
use players::player::Overrides;
use referee::botzone::probe::{Protocol, probe};
use referee::conduct::Mode;
use serde_json::{Value, json};

use snapbox::str;

use crate::common::{
    ARENA, BAD_BOT, LONG, SESSION_BOT, SHORT, bad_bot, command, contest, helpers, run, session_bot,
};
use crate::files::ended;
use crate::shell::Shell;

/// A player of the real session that speaks this, as a text of the command line.
fn text(name: &str, flags: &str) -> String {
    format!("{name}=cmd:{SESSION_BOT} {flags} --seed {{seed}} --nodes 1")
}

fn arena(arguments: &[&str]) -> Command {
    let mut command = Command::new(ARENA);
    command.args(arguments);
    command
}

/// A match of NoGo that nobody is late in.
pub fn play(players: [&str; 2], log: &Path) -> Command {
    let mut command = arena(&["match", players[0], players[1], "--game", "nogo"]);
    command.args(["--games", "2", "--jobs", "1", "--time-ms", "20000"]);
    command.arg("--log").arg(log);
    command
}

fn header(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap();
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

/// Returns true if no answer of a log has a bad verdict.
fn all_ok(path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    !["TLE", "NJ", "RE", "trouble"]
        .iter()
        .any(|bad| text.contains(&format!("\"{bad}\"")))
}

#[test]
fn what_a_program_speaks_is_found_out_and_logged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let players = [text("one", "--simple-io"), text("two", "")];
    let (well, table, errors) = ended(&mut play([&players[0], &players[1]], &path));
    assert!(well, "{errors}");
    assert!(table.contains("A one against B two"), "{table}");
    assert!(errors.contains("one: simple IO"), "{errors}");
    assert!(all_ok(&path));
    let header = header(&path);
    assert_eq!(header["players"], json!(["one", "two"]));
    assert_eq!(
        header["identities"][0][0]["agreed"]["own"],
        json!({"simple_io": true})
    );
    assert!(
        header["identities"][1][0]["command"].is_object(),
        "{header}"
    );
}

#[test]
fn protocol_and_mode_are_found_out_in_every_game() {
    let games = gameplay::games::standard();
    let mut tried = 0;
    for game in games.iter() {
        let Some(botzone) = game.botzone() else {
            continue;
        };
        let spoken = |flags: &[&str]| {
            let mut player = session_bot(game.name, "--no-keep-running");
            player.overrides.args = flags.iter().map(|flag| (*flag).to_owned()).collect();
            let contest = contest(player.clone(), player, Mode::Restart, LONG, 2);
            let launch = contest.players[0].launch(&contest.rules, 1).unwrap();
            let found = probe(botzone, &launch, &contest.rules).unwrap();
            (found.protocol, found.asks_to_be_kept)
        };
        assert_eq!(spoken(&[]), (Protocol::Json, false), "{}", game.name);
        let kept = "--keep-running";
        assert_eq!(spoken(&[kept]), (Protocol::Json, true), "{}", game.name);
        if botzone.simple.is_some() {
            let simple = "--simple-io";
            assert_eq!(
                spoken(&[simple]),
                (Protocol::Simple, false),
                "{}",
                game.name
            );
            let both = spoken(&[simple, kept]);
            assert_eq!(both, (Protocol::Simple, true), "{}", game.name);
        }
        tried += 1;
    }
    assert!(tried >= 4);
}

#[test]
fn a_program_that_speaks_nothing_is_named_before_the_first_game() {
    let shell = Shell::new();
    shell.write("bot.py", "");
    shell.program("tools/python3", "read -r line; echo hello; exit 3");
    // A command is left to the games, as it always was.
    shell.types(str![[r#"
$ arena match my=bot.py cmd:x,json --game nogo --log log; ls log
error: `my` was asked for a first move, and what it does leaves open which protocol it speaks:
in JSON and in simple IO: it exited with status 3; standard output: "hello\n"
fix that; or specify its protocol, my=PLAYER,json or my=PLAYER,simple-io, to play it anyway
ls: cannot access 'log': No such file or directory
exit status 2
$ arena match false=cmd:false 'b=cmd:session-bot --seed {seed} --nodes 1' --game nogo --games 2 --time-ms 20000 2>&1 > out
warning: `false` fails at its first move:
it exited with status 1
it ended without reading its input: read the request from standard input in every turn
standard output: ""
it is sent JSON; specify its protocol by ,json or ,simple-io behind it
"#]]);
}

/// The random player is the opponent in a check outside a workspace.
#[test]
fn the_random_player_plays_every_game_well() {
    for game in gameplay::games::standard().iter() {
        let player = || command(&[ARENA, "random", game.name, "--seed", "{seed}"]);
        let mut contest = contest(player(), player(), Mode::Restart, LONG, 2);
        contest.host = referee::Host::new(game).short();
        if !contest.host.has_modes() {
            contest.rules.mode = None;
        }
        let (games, outcome) = run(&contest);
        assert!(outcome.stopped.is_none(), "{:?}", outcome.stopped);
        assert_eq!(games.len(), 2);
        let replies = || games.iter().flat_map(|game| &game.replies);
        assert!(replies().count() > 8, "{}", game.name);
        let bad = replies().find(|reply| reply.verdict != Verdict::Ok || reply.failure.is_some());
        assert!(bad.is_none(), "{}: {bad:?}", game.name);
        // Another seed, other moves.
        assert_ne!(games[0].moves, games[1].moves, "{}", game.name);
    }
}

/// On the site its author ticks a box; here it is asked.
#[test]
fn a_program_that_asks_to_keep_running_is_kept_running() {
    let folder = tempfile::tempdir().unwrap();
    let asks = format!("asks=cmd:{BAD_BOT} keep-running");
    let log = folder.path().join("games.jsonl");
    let (well, _, errors) = ended(&mut play([&asks, &text("b", "")], &log));
    assert!(well && all_ok(&log), "{errors}");
    assert!(errors.contains("asks: it asks to keep running"), "{errors}");
    let log = folder.path().join("refused.jsonl");
    let restart = format!("{asks},restart");
    let mut with_flag = play([&asks, &text("b", "")], &log);
    with_flag.args(["--mode", "restart"]);
    for command in [&mut play([&restart, &text("b", "")], &log), &mut with_flag] {
        let (well, _, errors) = ended(command);
        let said = "`asks` asks to keep running, which makes each of its answers invalid";
        assert!(!well && errors.contains(said), "{errors}");
        assert!(!log.exists());
    }
}

#[test]
fn each_player_has_its_own_limit_mode_and_protocol() {
    let late = |overrides: Overrides| {
        let mut contest = contest(
            bad_bot("late", ""),
            bad_bot("late", ""),
            Mode::Restart,
            SHORT,
            2,
        );
        contest.players[1].overrides = overrides;
        let (games, _) = run(&contest);
        let verdicts = |player| {
            let replies = games.iter().flat_map(move |game| {
                (game.replies.iter()).filter(move |reply| game.seats[reply.seat] == player)
            });
            let mut all: Vec<Verdict> = replies.map(|reply| reply.verdict).collect();
            all.dedup();
            all
        };
        [verdicts(0), verdicts(1)]
    };
    let all_late = [vec![Verdict::Tle], vec![Verdict::Tle]];
    assert_eq!(late(Overrides::default()), all_late);
    let time_ms = Some(LONG.as_millis() as u64);
    let patient = Overrides {
        time_ms,
        ..Overrides::default()
    };
    assert_eq!(late(patient), [vec![Verdict::Tle], vec![Verdict::Ok]]);
    let language = Overrides {
        factors: Some([100, 1]),
        ..Overrides::default()
    };
    assert_eq!(late(language), [vec![Verdict::Tle], vec![Verdict::Ok]]);

    // JSON started afresh against simple IO kept running: the same moves as among equals.
    let games = |mode: Option<Mode>, simple_io, flags| {
        let mut contest = contest(
            session_bot("nogo", "--no-keep-running"),
            session_bot("nogo", flags),
            Mode::Restart,
            LONG,
            2,
        );
        contest.players[1].overrides = Overrides {
            mode,
            simple_io,
            ..Overrides::default()
        };
        let (games, _) = run(&contest);
        let good = |verdict| verdict == Verdict::Ok;
        assert!(games.iter().all(|game| {
            let mut replies = game.replies.iter();
            replies.all(|reply| good(reply.verdict) && reply.failure.is_none())
        }));
        let moves: Vec<Vec<Value>> = games.iter().map(|game| game.moves.clone()).collect();
        moves
    };
    let equal = games(None, None, "--no-keep-running");
    assert_eq!(
        equal,
        games(Some(Mode::KeepRunning), Some(true), "--keep-running")
    );
}

#[test]
fn a_league_goes_on_only_under_what_was_agreed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    let league = |time: &str, more: &[&str]| {
        let players = [
            format!("a=cmd:true,json{time}"),
            "b=cmd:false,json".to_owned(),
        ];
        let mut command = arena(&["league", &players[0], &players[1], "--game", "nogo"]);
        command.args(["--games", "2", "--jobs", "1", "--out"]);
        ended(command.arg(&path).args(more))
    };
    let (well, table, errors) = league("", &[]);
    assert!(well, "{errors}");
    assert!(table.contains(" a ") && table.contains(" b "), "{table}");
    assert_eq!(header(&path)["players"], json!(["a", "b"]));
    assert!(league("", &["--resume"]).0);
    let (well, _, errors) = league(",time-ms=700", &["--resume"]);
    let want = r#"`a` is not what it was: what was agreed with it was {} and is {"time_ms":700}"#;
    assert!(!well && errors.contains(want), "{errors}");
}

/// A search path that begins with a program of this name, made of these lines for the shell. Our helpers are on it, too: a
/// program in a sandbox starts nothing else.
pub fn tools(folder: &Path, name: &str, lines: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", folder.display(), helpers())
}

#[test]
fn a_source_is_compiled_once_and_again_when_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("my_bot.cpp");
    // It counts what it compiles, and everything that it compiles is the random player.
    let tools = tools(
        folder.path(),
        "g++",
        &format!(
            "[ $1 = --version ] && exit\necho \"$@\" >> '{}/calls'\ngrep -q broken *.cpp && echo my_bot.cpp:1: error && exit 1\n\
             printf '#!/bin/sh\\nexec {SESSION_BOT} --seed 1 --nodes 1 \"$@\"\\n' > bot; chmod +x bot",
            folder.path().display()
        ),
    );
    let mut number = 0;
    let mut play = |source: &str, options: &str| {
        fs::write(&bot, source).unwrap();
        number += 1;
        let log = folder.path().join(format!("{number}.jsonl"));
        let player = format!("my={}{options}", bot.display());
        let mut command = play([&player, &text("other", "")], &log);
        // Without cargo there is no workspace.
        command.env("PATH", &tools).env("CARGO", "/no/cargo");
        let done = ended(command.env("XDG_CACHE_HOME", folder.path().join("cache")));
        (done, log)
    };
    let calls = || fs::read_to_string(folder.path().join("calls")).unwrap();
    let ((well, _, errors), log) = play("int a;", "");
    assert!(well && all_ok(&log), "{errors}");
    let identity = header(&log)["identities"][0][0]["source"].clone();
    assert_eq!(identity["language"], "cpp17");
    // The form of the output of `printf 'int a;' | sha256sum`.
    let digest = identity["sha256"].as_str().unwrap();
    assert!(digest.len() == 64, "{identity}");
    assert!(play("int a;", "").0.0);
    assert_eq!(
        calls(),
        "-O2 -Wall -mavx -std=c++1z -D_GLIBCXX_USE_CXX11_ABI=0 -D_BOTZONE_ONLINE ./my_bot.cpp -o bot -lpthread\n"
    );
    assert!(play("int b;", "").0.0);
    let ((well, _, errors), log) = play(
        "#include \"jsoncpp/json.h\"",
        ",language=cpp11,args=--simple-io",
    );
    assert!(well && all_ok(&log), "{errors}");
    assert_eq!(
        header(&log)["identities"][0][0]["agreed"]["own"],
        json!({"simple_io": true, "args": ["--simple-io"]})
    );
    let last = calls().lines().skip(2).collect::<Vec<_>>().join("; ");
    assert_eq!(
        last,
        "-O2 -Wall -mavx -std=c++11 -D_BOTZONE_ONLINE -I shim ./my_bot.cpp -o bot -ljsoncpp -lpthread"
    );
    let ((well, _, errors), log) = play("broken", "");
    assert!(
        !well
            && errors.contains("does not compile as cpp17: g++ -O2")
            && errors.contains("1: error"),
        "{errors}"
    );
    assert!(!log.exists());
}

#[test]
fn a_program_of_ones_own_is_checked() {
    let shell = Shell::without_cargo();
    shell.write("bot.py", "");
    let session = "exec session-bot --simple-io --seed 1 --nodes 1";
    shell.program("tools/python3", session);
    shell.types(str![[r#"
$ arena check bot.py --game nogo --games 2 --time-ms 20000
1/4 builds as the site builds, and speaks its protocol ...
bot.py: 120000 ms a turn, simple IO
    ok [..] s: it speaks simple IO
      not compared with the site's Python 3.6.5: that takes Python 3.8 or later
2/4 answers within the limit, with the margin ...
    ok [..] s: 74 answers, slowest [..] of 120000 ms
          0 ..12000 ms    74 ########################################
      12000 ..24000 ms     0
      24000 ..36000 ms     0
      36000 ..48000 ms     0
      48000 ..60000 ms     0
      60000 ..72000 ms     0
      72000 ..84000 ms     0
      84000 ..96000 ms     0
      96000 ..108000 ms     0
      108000 ..120000 ms     0
      120000 .. late ms     0
3/4 reads every form of a first turn that the site may send ...
    ok [..] s: 3 forms
4/4 2 games without a bad verdict ...
    ok [..] s: 1 won against random
ready to upload: on botzone.org.cn, My Bots, add a bot for this game: language Python 3.6, this file as source;
tick "simplified interaction";
leave unticked "allow keep-running".
$ arena check bot.py
error: name the game of `bot.py`: --game amazons (or [..])
exit status 1
"#]]);
    // One that reads JSON only as it came in its author's own trials.
    let json = "read line; case $line in '{\"mem'*|'{\"requests\":[{\"x\":-1,\"y\":-1}],\"resp'*)\n\
                echo \"$line\" | session-bot --seed 1 --nodes 1;; *) exit 5;; esac";
    shell.program("tools/python3", json);
    shell.types(str![[r#"
$ arena check bot.py --game nogo --skip time
1/4 builds as the site builds, and speaks its protocol ...
bot.py: 6000 ms a turn
    ok [..] s: it speaks JSON
      not compared with the site's Python 3.6.5: that takes Python 3.8 or later
2/4 answers within the limit, with the margin ...
    skipped
3/4 reads every form of a first turn that the site may send ...
    FAILED after [..] s
error: step 3 of 4 failed: reads every form of a first turn that the site may send: keys in another order: it exited with status 5; standard output: ""
the site's documentation allows this form: "{\"responses\":[],\"requests\":[{\"x\":-1,\"y\":-1}]}\n"
exit status 1
"#]]);
}
