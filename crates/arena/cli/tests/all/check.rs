//! The steps of `arena check` that need nothing but Rust.

use std::path::PathBuf;
use std::time::Duration;

use snapbox::str;

use crate::common::{
    LONG, SESSION_BOT, SHORT, WAITING, bad_bot, contest, host, new_mark, session_bot,
};
use crate::shell::{Shell, is};
use arena::check::steps::{OF_BOT, Step, Steps, Subject};
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
    let mut said = String::new();
    for (behaviour, time) in [
        ("hang", WAITING),
        ("exit-1", LONG),
        ("crash", LONG),
        ("not-json", LONG),
        ("stdout-flood", LONG),
        ("illegal", LONG),
    ] {
        let text = error(games::without_bad_verdict(&bad(behaviour, time)));
        said += &format!("{behaviour}: {text}\n");
    }
    is(
        said,
        str![[r#"
hang: game 0, turn 1: TLE after [..] ms
no answer after [..] s; if it reads simple IO, add --simple-io, or ,simple-io behind this player
nothing arrived, and it neither computes nor ends: look for what it waits for
standard output: ""
look at the clock more often, and check again on a machine that does nothing else; a game of `arena match --log FILE` has the turn, and `arena explain BOT --log FILE --game G --turn N` repeats it
exit-1: game 0, turn 1: RE after [..] ms
it exited with status 1; standard output: "{\"debug\":\"81 legal\",\"response\":{\"x\":7,\"y\":6}}"; end of standard error:
a sad message
find out why it ended; what it said stands above
crash: game 0, turn 1: RE after [..] ms
it was killed by signal 6; if it reads simple IO, add --simple-io, or ,simple-io behind this player
it aborted: an exception that nobody catches, a failed assertion, or memory that it has damaged
standard output: ""; end of standard error:
about to crash
find out why it ended; what it said stands above
not-json: game 0, turn 1: NJ after [..] ms
its output is not one JSON value; it answers in simple IO: add --simple-io, or ,simple-io behind this player; standard output: "4 4\n"
print nothing on standard output but the answer
stdout-flood: game 0, turn 1: OLE after [..] ms
it printed [..] bytes or more; standard output: "flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood flood fl"
print the answer and nothing else
illegal: game 0, turn 1: illegal move: it played {"x":4,"y":9}; the judge said: INVALID_MOVE  (4,9) is forbidden position; (4,9) is off the board
the judge ends the game there; look at the requests and responses of all turns before it

"#]],
    );
}

/// A whole check of player A without a build and a bundle, and without these steps.
fn check(contest: &Contest, skip: &[Step]) -> anyhow::Result<String> {
    // Remarks go to standard error then, which is captured: a test that passes prints no failed step.
    let tables = TableArgs {
        json: true,
        ..TableArgs::default()
    };
    let mut steps = Steps::new(OF_BOT, "a-bot", skip, &tables);
    steps.first("builds", || Ok(Message::default()))?;
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
    let mut said = String::new();
    for skip in [&[][..], &[Step::Time], &[Step::Time, Step::Modes]] {
        let contest = Contest {
            // A check that fails ends its contest.
            rules: referee::conduct::Rules {
                cancel: Default::default(),
                ..base.rules.clone()
            },
            ..base.clone()
        };
        said += &format!("{}\n", error(check(&contest, skip)));
    }
    is(
        said,
        str![[r#"
step 2 of 8 failed: answers within the limit, with the margin: game 0, turn 25: answer saved by the fallback move: panicked at crates/arena/cli/tests/helpers/session-bot.rs:[..]: index out of bounds: the len is 57 but the index is 57
a saved answer is a defect of the bot: fix the cause above; `explain` asks the bot about a position alone
step 3 of 8 failed: gives the same answers in both modes: game 0, turn 25: answer saved by the fallback move: panicked at crates/arena/cli/tests/helpers/session-bot.rs:[..]: index out of bounds: the len is 57 but the index is 57
a saved answer is a defect of the bot: fix the cause above; `explain` asks the bot about a position alone
step 8 of 8 failed: 2 games without a bad verdict: game 0, turn 25: answer saved by the fallback move: panicked at crates/arena/cli/tests/helpers/session-bot.rs:[..]: index out of bounds: the len is 57 but the index is 57
a saved answer is a defect of the bot: fix the cause above; `explain` asks the bot about a position alone

"#]],
    );
}

#[test]
fn a_bot_that_plays_illegally_late_fails_at_the_first_step_with_the_move() {
    let (base, _folder) = broken("SESSION_BOT_ILLEGAL=10");
    is(
        error(check(&base, &[])),
        str![[r#"
step 2 of 8 failed: answers within the limit, with the margin: game 0, turn 21: answer saved by the fallback move: illegal move 0,0: response {"x":0,"y":0}: black may not play 0,0: the point is occupied
a saved answer is a defect of the bot: fix the cause above; `explain` asks the bot about a position alone
"#]],
    );
}

#[test]
fn a_bot_that_is_too_slow_fails_by_the_clock_before_any_other_games() {
    let (mut base, _folder) = broken("SESSION_BOT_SLEEP=7000");
    base.rules.time = WAITING;
    is(
        error(check(&base, &[])),
        str![[r#"
step 2 of 8 failed: answers within the limit, with the margin: game 0, turn 1: TLE after [..] ms
no answer after [..] s
nothing arrived, and it neither computes nor ends: look for what it waits for
standard output: ""
ask the Budget of crates/search more often, and check again on a machine that does nothing else; a game of `arena match --log FILE` has the turn, and `arena explain BOT --log FILE --game G --turn N` repeats it
"#]],
    );
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
    is(
        error(check(&base, &[])),
        str![[r#"
step 2 of 8 failed: answers within the limit, with the margin: game 0, turn 7: MLE after [..] ms
it used [..] MB, over the limit of 256 MB; ,memory-mb=N behind the player sets another limit, --memory-mb N one for all
the limit on the site is the one on the game's page there, which may be another one; standard output: ""
let tables and trees grow no further than the limit allows
"#]],
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
    let mut said = String::new();
    for (behaviour, patience) in [
        ("hang", SHORT),
        ("crash", LONG),
        ("exit-1", LONG),
        ("illegal", LONG),
        ("not-json", LONG),
        // Its output for an empty line does not answer anything, but is a move all the same.
        ("stdout-flood", LONG),
    ] {
        let text = error(hostile::survives(&bad(behaviour, LONG), 1, patience));
        said += &format!("{behaviour}: {text}\n");
    }
    is(
        said,
        str![[r#"
hang: input `a good line`: it was not at its end after [..] s. When the input ends a program must end, with status 0 if it has answered; never unwrap what comes from the judge

crash: input `a good line`: it was killed by signal 6. When the input ends a program must end, with status 0 if it has answered; never unwrap what comes from the judge
about to crash
exit-1: input `a good line`: it ended with status 1. When the input ends a program must end, with status 0 if it has answered; never unwrap what comes from the judge
a sad message
illegal: input `a good line`: an illegal answer {"x":4,"y":9}: (4,9) is off the board; it printed "{\"response\":{\"x\":4,\"y\":9}}". Leave the talking to the session of crates/judges: it answers legally wherever a position is known, and is silent elsewhere
not-json: input `a good line`: a line that is not JSON; it printed "4 4\n". Leave the talking to the session of crates/judges: it answers legally wherever a position is known, and is silent elsewhere
stdout-flood: input `a good line`: it did not stop printing. When the input ends a program must end, with status 0 if it has answered; never unwrap what comes from the judge


"#]],
    );
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
    Shell::new().types(str![[r#"
$ arena check goose-tetris-mcts
error: `goose-tetris-mcts` talks to no judge, so there is nothing to upload; name a bot of Botzone or Saiblo (see `arena list`)
exit status 1
$ arena check nogo-randon
error: no bot `nogo-randon` in this workspace; did you mean `nogo-random`?
...
exit status 1
$ arena check nogo-random --skip x
error: invalid value 'x' for '--skip <STEP>'
  [possible values: versions, time, modes, tests, bundle, hostile, positions, games]

For more information, try '--help'.
exit status 2
$ arena check
error: the following required arguments were not provided:
  <BOT>

Usage: arena check <BOT>

For more information, try '--help'.
exit status 2
$ arena check --help | grep -A 9 'Exit status'
Exit status: 0 if all steps passed, 1 if one failed.

Help topics (`arena help TOPIC`): steps, players, tables.

Examples:
  arena check nogo-greedy
  arena check nogo-greedy --skip bundle --time-ms 500 --csv
  arena check my_bot.cpp --game nogo
  arena check my=my_bot.py,time-ms=3000 --game nogo --games 2
"#]]);
}
