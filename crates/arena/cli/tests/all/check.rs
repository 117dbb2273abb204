//! The steps of `arena check` that need nothing but Rust.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::common::{
    ARENA, LONG, SESSION_BOT, SHORT, bad_bot, contest, host, new_mark, session_bot,
};
use arena::check::steps::{Step, Steps, Subject};
use arena::check::{games, hostile, own_tests};
use arena::tables::TableArgs;
use arena_common::{Cancel, Message};
use contest::Contest;
use players::player::Player;
use players::workspace::{self, Bot};
use referee::Host;
use referee::conduct::Mode;

/// A program that is told all flags, as a bot of the workspace is.
fn flagged(program: &str) -> Player {
    Player::bot("session-bot", PathBuf::from(program))
}

/// The random player of the real session, about to be checked.
fn good(game: &str) -> Contest {
    let mut base = contest(
        flagged(SESSION_BOT),
        session_bot(game, "--no-keep-running"),
        Mode::Restart,
        LONG,
        2,
    );
    base.host = host(game);
    base
}

/// The helper bot that misbehaves, about to be checked.
fn bad(behaviour: &str, time: Duration) -> Contest {
    let mark = new_mark();
    contest(
        bad_bot(behaviour, &mark),
        bad_bot("good", &mark),
        Mode::Restart,
        time,
        2,
    )
}

fn error<T: std::fmt::Debug>(result: anyhow::Result<T>) -> String {
    format!("{:#}", result.unwrap_err())
}

#[test]
fn a_good_bot_passes_every_step() {
    let base = good("nogo");
    let text = games::same_answers(&base, 1).unwrap().to_string();
    assert!(text.ends_with(" answers"), "{text}");
    let text = games::in_time(&base).unwrap().to_string();
    assert!(text.contains("of 120000 ms\n    0 ..12000 ms"), "{text}");
    assert_eq!(
        hostile::survives(&base, 1, LONG).unwrap().to_string(),
        "51 inputs"
    );
    let text = games::without_bad_verdict(&base).unwrap().to_string();
    assert!(text.contains(" won against "), "{text}");
}

#[test]
fn hostile_input_is_made_for_every_game() {
    for name in ["snake", "tetris2"] {
        let program = format!("env SESSION_BOT_GAME={name} {SESSION_BOT} --seed 1 --nodes 1");
        let words: Vec<&str> = program.split(' ').collect();
        let mut base = good(name);
        base.players[0] = crate::common::command(&words);
        hostile::survives(&base, 1, LONG).unwrap();
    }
}

#[test]
fn answers_that_differ_are_found() {
    // A command that takes its seed from the mode.
    let mut base = good("nogo");
    let script = format!("[ $1 = --keep-running ]; exec {SESSION_BOT} $1 --nodes 1 --seed $?");
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("bot");
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, mode).unwrap();
    base.players[0] = flagged(program.to_str().unwrap());
    // It starts a program from elsewhere.
    base.players[0].overrides.no_sandbox = true;
    let text = error(games::same_answers(&base, 1));
    assert!(
        text.contains("game 0, turn 1: ") && text.contains("look for the clock"),
        "{text}"
    );
}

/// A program made of these lines for the shell, about to be checked; the folder holds it.
fn script(lines: &str) -> (Contest, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("bot");
    std::fs::write(&program, format!("#!/bin/sh\n{lines}\n")).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, mode).unwrap();
    let mut base = good("nogo");
    base.players[0] = flagged(program.to_str().unwrap());
    // It starts a program from elsewhere.
    base.players[0].overrides.no_sandbox = true;
    (base, folder)
}

#[test]
fn the_game_that_differs_is_named() {
    // Kept running it is started once for each seat of each game: another seed from the second game on.
    let (base, _folder) = script(&format!(
        "seed=1\nif [ $1 = --keep-running ]; then echo >> \"$0.n\"; [ $(wc -l < \"$0.n\") -gt 2 ] && seed=2; fi\n\
         exec {SESSION_BOT} $1 --nodes 1 --seed $seed"
    ));
    let text = error(games::same_answers(&base, 1));
    assert!(text.contains("game 1, turn 1: "), "{text}");
}

#[test]
fn a_bad_verdict_comes_with_its_cure() {
    for (behaviour, time, want) in [
        ("late", SHORT, ["TLE", "look at the clock"]),
        ("exit-1", LONG, ["a sad message", "find out why it ended"]),
        ("crash", LONG, ["about to crash", "find out why it ended"]),
        (
            "not-json",
            LONG,
            ["NJ", "print nothing on standard output but"],
        ),
        (
            "stdout-flood",
            LONG,
            ["OLE", "print the answer and nothing else"],
        ),
    ] {
        let text = error(games::without_bad_verdict(&bad(behaviour, time)));
        assert!(
            want.iter().all(|part| text.contains(part)),
            "{behaviour}: {text}"
        );
    }
}

/// A whole check of player A without a build and a bundle, and without these steps.
fn check(contest: &Contest, skip: &[Step]) -> anyhow::Result<String> {
    let tables = TableArgs::default();
    let mut steps = Steps::new("a-bot", skip, &tables);
    steps.build(|| Ok(()))?;
    steps.others(Subject {
        contest,
        nodes: 1,
        tests: &mut || Ok(Message::default()),
        bundle: &mut || Ok("dist/bot.cpp".to_owned()),
        positions: &mut || Ok(Message::default()),
    })
}

/// The random player of the real session, broken by an environment variable.
fn broken(variable: &str) -> (Contest, tempfile::TempDir) {
    script(&format!("{variable} exec {SESSION_BOT} \"$@\""))
}

#[test]
fn a_good_bot_is_ready_after_all_steps() {
    assert_eq!(check(&good("nogo"), &[]).unwrap(), "dist/bot.cpp");
}

#[test]
fn a_bot_that_panics_late_fails_at_the_first_step_with_file_and_line() {
    let (base, _folder) = broken("SESSION_BOT_INDEX=12");
    for (skip, step) in [
        (&[][..], "step 2 of 8 failed: answers within the limit"),
        (&[Step::Time], "step 3 of 8 failed: gives the same answers"),
        (
            &[Step::Time, Step::Modes],
            "step 8 of 8 failed: 2 games without a bad verdict",
        ),
    ] {
        let contest = Contest {
            // A check that fails ends its contest.
            rules: referee::conduct::Rules {
                cancel: Default::default(),
                ..base.rules.clone()
            },
            ..base.clone()
        };
        let text = error(check(&contest, skip));
        assert!(text.contains(step), "{text}");
        assert!(
            text.contains("game 0, turn 25: answer saved by the fallback move: panicked at "),
            "{text}"
        );
        assert!(
            text.contains("crates/arena/cli/tests/helpers/session-bot.rs:")
                && text.contains("index out of bounds: the len is ")
                && text.contains("a saved answer is a defect of the bot"),
            "{text}"
        );
    }
}

#[test]
fn a_bot_that_plays_illegally_late_fails_at_the_first_step_with_the_move() {
    let (base, _folder) = broken("SESSION_BOT_ILLEGAL=10");
    let text = error(check(&base, &[]));
    for part in [
        "step 2 of 8 failed: answers within the limit",
        "game 0, turn 21: answer saved by the fallback move: illegal move ",
        "a saved answer is a defect of the bot",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}

#[test]
fn a_bot_that_is_too_slow_fails_by_the_clock_before_any_other_games() {
    let (mut base, _folder) = broken("SESSION_BOT_SLEEP=700");
    base.rules.time = SHORT;
    let text = error(check(&base, &[]));
    for part in [
        "step 2 of 8 failed: answers within the limit",
        "game 0, turn 1: TLE after ",
        "ask the Budget",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}

#[test]
fn another_encoding_is_said_and_no_failure() {
    let said = games::without_bad_verdict(&bad("gbk", LONG))
        .unwrap()
        .to_string();
    assert!(
        said.contains("\nits output in game 0, turn 1 is not UTF-8"),
        "{said}"
    );
}

#[test]
fn a_bot_that_eats_memory_fails_with_the_turn() {
    let (base, _folder) = broken("SESSION_BOT_EAT=3");
    let text = error(check(&base, &[]));
    for part in [
        "step 2 of 8 failed: answers within the limit",
        "game 0, turn 7: MLE after ",
        "it used ",
        "let tables and trees grow no further",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}

#[test]
fn a_bot_that_moves_illegally_without_a_session_fails() {
    let text = error(check(&bad("illegal", LONG), &[]));
    assert!(
        text.contains("game 0, turn 1: illegal move: it played {\"x\":4,\"y\":9}"),
        "{text}"
    );
}

#[test]
fn the_clock_comes_before_all_other_games() {
    let mut topics = arena::topics::ALL.iter();
    let help = topics.find(|topic| topic.name == "steps").unwrap().text;
    let at = |step: &str| help.find(step).unwrap();
    assert!(at("2 time") < at("3 modes") && at("3 modes") < at("4 tests"));
}

#[test]
fn programs_that_do_not_survive_are_named_with_the_input() {
    for (behaviour, patience, want) in [
        (
            "hang",
            SHORT,
            ["input `a good line`", "not at its end after 0.2 s"],
        ),
        ("crash", LONG, ["killed by signal 6", "never unwrap"]),
        ("exit-1", LONG, ["ended with status 1", "a sad message"]),
        (
            "illegal",
            LONG,
            ["an illegal answer", "Leave the talking to the session"],
        ),
        (
            "not-json",
            LONG,
            ["a line that is not JSON", "it printed \"4 4\\n\""],
        ),
        // What it says to an empty line is no answer to anything, but a move all the same.
        (
            "stdout-flood",
            LONG,
            ["did not stop printing", "input `a good line`"],
        ),
    ] {
        let text = error(hostile::survives(&bad(behaviour, LONG), 1, patience));
        assert!(
            want.iter().all(|part| text.contains(part)),
            "{behaviour}: {text}"
        );
    }
}

#[test]
fn saiblos_bots_are_checked_by_packets() {
    let saiblo_bot = env!("CARGO_BIN_EXE_saiblo-bot");
    let mut base = good("nogo");
    base.host = Host {
        rounds: Some(16),
        ..host("snakego")
    };
    base.rules.mode = None;
    base.rules.output = referee::saiblo::judger::LENGTH;
    let player = |behaviour| {
        crate::common::command(&[saiblo_bot, behaviour, "--nodes", "1", "--seed", "{seed}"])
    };
    base.players = vec![player("good"), player("good")];
    games::same_answers(&base, 1).unwrap();
    assert_eq!(
        hostile::survives(&base, 1, LONG).unwrap().to_string(),
        "17 inputs"
    );
    base.rules.time = SHORT;
    base.players[0] = player("sleep");
    let text = error(games::without_bad_verdict(&base));
    assert!(text.contains("TLE"), "{text}");
}

#[test]
fn a_test_of_the_bot_that_fails_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::create_dir(path.join("src")).unwrap();
    let manifest = "[package]\nname = \"nogo-own\"\nedition = \"2024\"\n[workspace]\n";
    std::fs::write(path.join("Cargo.toml"), manifest).unwrap();
    let bot = Bot {
        name: "nogo-own".to_owned(),
        folder: path.to_owned(),
        ..workspace::bots().unwrap().swap_remove(0)
    };
    let result = |wins: bool| {
        let test = format!("#[test]\nfn it_wins() {{ assert!({wins}) }}\n");
        std::fs::write(path.join("src/lib.rs"), test).unwrap();
        own_tests::pass(&bot, &Cancel::default())
    };
    assert_eq!(result(true).unwrap().to_string(), "");
    let text = error(result(false));
    assert!(
        text.contains("it_wins") && text.contains("`cargo test -p nogo-own` runs them alone"),
        "{text}"
    );
}

#[test]
fn invalid_arguments_are_errors() {
    for (arguments, want) in [
        (&["check", "goose-tetris-mcts"][..], "talks to no judge"),
        (&["check", "nogo-randon"], "did you mean `nogo-random`?"),
        (
            &["check", "nogo-random", "--skip", "x"],
            "possible values: versions, time, modes, tests, bundle",
        ),
        (&["check"], "Usage: arena check"),
    ] {
        let output = Command::new(ARENA).args(arguments).output().unwrap();
        assert!(!output.status.success());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(want), "{arguments:?} says:\n{text}");
    }
    let output = Command::new(ARENA)
        .args(["check", "--help"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("Exit status:") && text.contains("--skip bundle"),
        "{text}"
    );
}
