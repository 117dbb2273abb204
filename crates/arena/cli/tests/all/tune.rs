//! Tuning with real programs: the random player of the session, whose one parameter is worth nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{ARENA, LONG, SESSION_BOT, bad_bot, contest, new_mark, session_bot};
use arena_common::{Cancel, Cancelled};
use contest::Contest;
use contest::tune::anneal::{Plan, State};
use contest::tune::confirm::confirm;
use contest::tune::{Tuning, games, load};
use journal::hypotheses::Hypotheses;
use players::player::Player;
use referee::conduct::Mode;
use serde_json::json;
use statistics::sprt::Decision;

fn base() -> Contest {
    let player = session_bot("nogo", "--keep-running");
    let mut base = contest(player.clone(), player, Mode::KeepRunning, LONG, 2);
    base.rules.nodes = Some(1);
    base
}

fn tuning(folder: &Path, jobs: usize) -> Tuning {
    Tuning {
        base: Contest { jobs, ..base() },
        program: PathBuf::from(SESSION_BOT),
        folder: folder.to_owned(),
    }
}

fn plan() -> Plan {
    Plan {
        bot: "session-bot".to_owned(),
        start: json!({"shift": 3}),
        varied: vec!["/shift".to_owned()],
        steps: 6,
        games: 4,
        nodes: 1,
        seed: 1,
        spread: 1.5,
        max_round: None,
    }
}

#[test]
fn the_result_is_the_same_stopped_or_not_and_with_any_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let plan = plan();
    // Where nothing is, going on is starting.
    let mut whole = load(&path("whole"), &plan).unwrap();
    assert_eq!(whole, State::new(&plan));
    let mut steps = 0;
    tuning(folder.path(), 1)
        .anneal(&plan, &mut whole, &path("whole"), &mut |_| steps += 1)
        .unwrap();
    assert_eq!((steps, whole.next_step(&plan)), (6, None));
    assert!(
        whole.trials.iter().any(|trial| trial.score != 0.5),
        "{whole:?}"
    );

    // Stopped by a signal in the middle of the third step.
    let stopped = tuning(folder.path(), 2);
    let cancel = stopped.base.rules.cancel.clone();
    let mut state = State::new(&plan);
    let result = stopped.anneal(&plan, &mut state, &path("part"), &mut |state| {
        if state.trials.len() == 3 {
            cancel.cancel();
        }
    });
    assert!(result.unwrap_err().is::<Cancelled>());
    let mut state = load(&path("part"), &plan).unwrap();
    assert_eq!(state.trials, whole.trials[..3]);
    tuning(folder.path(), 2)
        .anneal(&plan, &mut state, &path("part"), &mut |_| {})
        .unwrap();
    assert_eq!(state, whole);
}

#[test]
fn a_bot_whose_answers_the_fallback_saves_is_not_tuned() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("bot");
    let script = format!("#!/bin/sh\nSESSION_BOT_ILLEGAL=5 exec {SESSION_BOT} \"$@\"\n");
    std::fs::write(&program, script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, mode).unwrap();
    let tuning = Tuning {
        program,
        ..tuning(folder.path(), 2)
    };
    let mut state = State::new(&plan());
    let checkpoint = folder.path().join("checkpoint");
    let error = tuning.anneal(&plan(), &mut state, &checkpoint, &mut |_| {});
    let error = format!("{:#}", error.unwrap_err());
    assert!(
        error.contains(", turn 11: illegal move ") && error.contains("a saved answer is a defect"),
        "{error}"
    );
    assert!(state.trials.is_empty());
}

#[test]
fn parameters_that_the_bot_refuses_are_not_played() {
    let folder = tempfile::tempdir().unwrap();
    let tuning = tuning(folder.path(), 1);
    let never = Cancel::default();
    let refused = tuning.write("x.json", &json!({"shift": -1})).unwrap();
    let why = games::refusal(&tuning.program, &refused, &never)
        .unwrap()
        .unwrap();
    assert!(why.contains("--params: no shift"), "{why}");
    let good = tuning.write("y.json", &json!({"shift": 1})).unwrap();
    assert_eq!(
        games::refusal(&tuning.program, &good, &never).unwrap(),
        None
    );
}

#[test]
fn a_better_bot_is_confirmed_and_the_same_one_is_not() {
    let mark = new_mark();
    let good = || session_bot("nogo", "--keep-running");
    let bad = bad_bot("exit-1", &mark);
    let hypotheses = Hypotheses::new(0.0, 100.0, 0.05, 0.05).unwrap();
    let run = |[a, b]: &[Player; 2], jobs| {
        let contest = Contest {
            players: vec![a.clone(), b.clone(), good()],
            jobs,
            ..base()
        };
        confirm(&contest, hypotheses, 400, &mut |_, _| {}).unwrap()
    };
    let test = run(&[good(), bad.clone()], 2);
    assert_eq!(test.decision(), Some(Decision::H1), "{test}");
    assert_eq!(test.pairs(), run(&[good(), bad.clone()], 1).pairs());
    let test = run(&[bad, good()], 2);
    assert_eq!(test.decision(), Some(Decision::H0), "{test}");
    // The same games twice: every pair is 1-1.
    let test = run(&[good(), good()], 2);
    assert_eq!(test.decision(), Some(Decision::H0), "{test}");
    let [ll, ld, _, wd, ww] = test.pairs();
    assert_eq!([ll, ld, wd, ww], [0; 4]);
}

#[test]
fn arguments_that_make_no_sense_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("there.json");
    std::fs::write(&file, "{}").unwrap();
    let file = file.to_str().unwrap();
    let stopped = folder.path().join("stopped.json");
    std::fs::write(stopped.with_added_extension("checkpoint"), "{}").unwrap();
    let stopped = stopped.to_str().unwrap();
    for (arguments, want) in [
        (
            &["tune", "nogo-random"][..],
            "has no params.json; name the parameters",
        ),
        (&["tune", "nogo-switcher", "--out", file], "add --force"),
        (
            &["tune", "nogo-switcher", "--vary", "eyes"],
            "there are: alpha_beta.full_width",
        ),
        (&["tune", "nogo-switcher", "--spread", "0"], "such as 0.5"),
        (&["tune", "nogo-switcher", "--elo1", "-3"], "--elo1"),
        (
            &["tune", "nogo-switcher", "--params", "no-such-file"],
            "cannot read no-such-file",
        ),
        (
            &["tune", "nogo-switcher", "--params", file],
            "no number that could vary",
        ),
        (
            &["tune", "nogo-switcher", "--resume", "--out", file],
            "add --force",
        ),
        (
            &["tune", "nogo-switcher", "--out", stopped],
            "resume it with --resume, or start again by --force",
        ),
    ] {
        let output = Command::new(ARENA).args(arguments).output().unwrap();
        assert!(!output.status.success());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(want), "{arguments:?} says:\n{text}");
    }
}
