//! Tuning with real programs: the random player of the session, whose one parameter is worth nothing.

use std::fs;
use std::path::{Path, PathBuf};

use snapbox::str;

use crate::common::{
    LONG, SESSION_BOT, arena_with, bad_bot, contest, fake_tools, new_mark, session_bot,
};
use crate::shell::Shell;
use arena_common::{Cancel, Cancelled};
use contest::Contest;
use contest::tune::anneal::{Plan, Stage, State};
use contest::tune::confirm::{self, Confirmation};
use contest::tune::games::Round;
use contest::tune::{self, Tuning, games, load, units};
use journal::fixture::Shard;
use players::player::Player;
use referee::conduct::Mode;
use serde_json::json;
use statistics::sprt::{Decision, Sprt};

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
        confirmation: Confirmation::default(),
    }
}

#[test]
fn the_result_is_the_same_stopped_or_not_and_with_any_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let plan = plan();
    // Without saved steps, resuming means starting.
    let mut whole = load(&path("whole"), &plan).unwrap();
    assert_eq!(whole, State::new(&plan));
    let mut steps = 0;
    tuning(folder.path(), 1)
        .run(
            Stage::Annealing,
            &plan,
            &mut whole,
            &path("whole"),
            &mut |_| steps += 1,
        )
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
    let result = stopped.run(
        Stage::Annealing,
        &plan,
        &mut state,
        &path("part"),
        &mut |state| {
            if state.trials.len() == 3 {
                cancel.cancel();
            }
        },
    );
    assert!(result.unwrap_err().is::<Cancelled>());
    let mut state = load(&path("part"), &plan).unwrap();
    assert_eq!(state.trials, whole.trials[..3]);
    tuning(folder.path(), 2)
        .run(
            Stage::Annealing,
            &plan,
            &mut state,
            &path("part"),
            &mut |_| {},
        )
        .unwrap();
    assert_eq!(state, whole);
}

#[test]
fn a_bot_whose_answers_the_fallback_saves_is_not_tuned() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("bot");
    let script = "#!/bin/sh\nSESSION_BOT_ILLEGAL=5 exec ${0%/*}/session-bot \"$@\"\n";
    fs::write(&program, script).unwrap();
    fs::copy(SESSION_BOT, folder.path().join("session-bot")).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&program, mode).unwrap();
    let tuning = Tuning {
        program,
        ..tuning(folder.path(), 2)
    };
    let mut state = State::new(&plan());
    let checkpoint = folder.path().join("checkpoint");
    let error = tuning.run(
        Stage::Annealing,
        &plan(),
        &mut state,
        &checkpoint,
        &mut |_| {},
    );
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
    let confirmation = Confirmation {
        against: Vec::new(),
        elo1: 100.0,
        max_games: 400,
    };
    let run = |[a, b]: &[Player; 2], jobs, batches| -> Sprt {
        let mut pairs = [0; 5];
        loop {
            let starts = confirmation.starts(pairs, batches).unwrap();
            if starts.is_empty() {
                return confirmation.test(pairs).unwrap();
            }
            let round = Round {
                contest: Contest {
                    players: vec![a.clone(), b.clone(), good()],
                    jobs,
                    ..base()
                },
                games: confirm::games(starts).collect(),
                proposal: None,
            };
            let scores = round.play(round.games.clone()).unwrap();
            pairs = confirmation.count(pairs, &scores).unwrap();
        }
    };
    let test = run(&[good(), bad.clone()], 2, 1);
    assert_eq!(test.decision(), Some(Decision::H1), "{test}");
    assert_eq!(test.pairs(), run(&[good(), bad.clone()], 1, 5).pairs());
    let test = run(&[bad, good()], 2, 1);
    assert_eq!(test.decision(), Some(Decision::H0), "{test}");
    // The same games twice: every pair is 1-1.
    let test = run(&[good(), good()], 2, 1);
    assert_eq!(test.decision(), Some(Decision::H0), "{test}");
    let [ll, ld, _, wd, ww] = test.pairs();
    assert_eq!([ll, ld, wd, ww], [0; 4]);
}

/// `arena tune` of a bot whose program is the random player of the session, as is its opponent.
struct Arena {
    tools: tempfile::TempDir,
    folder: tempfile::TempDir,
}

impl Arena {
    fn new() -> Self {
        let arena = Self {
            tools: fake_tools(&new_mark(), "", SESSION_BOT),
            folder: tempfile::tempdir().unwrap(),
        };
        fs::write(arena.path("start"), "{\"shift\":3}").unwrap();
        arena
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Its exit status, and what it prints: the file is OUT in it.
    fn tune(&self, out: &str, more: &[&str]) -> (i32, String, String) {
        let [start, file] = ["start", out].map(|name| self.path(name));
        let [start, file] = [start, file].map(|path| path.display().to_string());
        let output = arena_with(self.tools.path())
            .args(["tune", "nogo-switcher", "--params", &start, "--out", &file])
            .args(["--nodes", "1", "--spread", "1.5", "--games", "6"])
            .args(["--steps", "2", "--max-games", "40"])
            .args(["--against", "nogo-random"])
            .args(more)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap().replace(&file, "OUT");
        let [out, errors] = [output.stdout, output.stderr].map(text);
        (output.status.code().unwrap(), out, errors)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// All files that begin with this name.
    fn files(&self, name: &str) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = names.filter(|file| file.starts_with(name)).collect();
        files.sort();
        files
    }
}

#[test]
fn parts_on_several_machines_are_counted_as_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, out) = (folder.path().join("whole"), folder.path().join("parts"));
    let mut plan = plan();
    plan.steps = 3;
    plan.confirmation = Confirmation {
        against: vec!["one".to_owned(), "two".to_owned()],
        elo1: 200.0,
        max_games: 100,
    };
    let mut tuning = tuning(folder.path(), 2);
    let rival = tuning.base.players[0].clone();
    tuning.base.players.extend([rival.clone(), rival]);

    let mut state = State::new(&plan);
    let mut checkpoints = Vec::new();
    while let Some(stage) = state.stage(&plan).unwrap() {
        let mut tell = |_: &State| checkpoints.push(fs::read_to_string(&whole).unwrap());
        tuning
            .run(stage, &plan, &mut state, &whole, &mut tell)
            .unwrap();
    }
    let (mut joined, mut rounds, mut cut) = (State::new(&plan), 0, 0);
    while let Some(stage) = joined.stage(&plan).unwrap() {
        let (step, count) = (joined.counted(), 2 + rounds % 2);
        let round = || tuning.round(stage, &plan, &joined, count).unwrap();
        for index in (1..=count).rev() {
            let shard = Shard { index, count };
            units::play(&out, &plan, step, shard, &round()).unwrap();
        }
        let scores = units::scores(&out, &plan, step, count, &round()).unwrap();
        let (starts, round) = (scores.len() / 2, round());
        let before = joined.pairs(1);
        tune::advance(&plan, &mut joined, round, &scores, &out).unwrap();
        let sum = |pairs: [u32; 5]| pairs.iter().sum::<u32>() as usize;
        if stage == Stage::Against(1) && sum(joined.pairs(1)) < sum(before) + starts {
            cut += 1;
        }
        // One machine had this, too.
        let checkpoint = fs::read_to_string(&out).unwrap();
        assert!(checkpoints.contains(&checkpoint), "{checkpoint}");
        rounds += 1;
    }
    assert_eq!(joined, state);
    assert_eq!(checkpoints.last(), fs::read_to_string(&out).ok().as_ref());
    // The test against the second rival ended within a step.
    assert_eq!(cut, 1, "{joined:?}");
    assert!(rounds < checkpoints.len() as u32, "{checkpoints:?}");
}

#[test]
fn parts_of_steps_make_the_whole() {
    let arena = Arena::new();
    let (code, whole, errors) = arena.tune("whole", &[]);
    assert!([0, 10, 11].contains(&code), "{errors}");
    assert_eq!(arena.files("whole"), ["whole"]);

    let mut joined = (14, String::new(), String::new());
    for count in [2, 3, 2, 2, 2, 2] {
        if joined.0 != 14 {
            break;
        }
        for index in (1..=count).rev() {
            let (missing, _, errors) = arena.tune("parts", &["--join"]);
            let name = format!("shard-{index}-of-{count}\n");
            let all = index == count && errors.contains("missing: all parts of step");
            assert!(missing == 13 && (all || errors.contains(&name)), "{errors}");
            let shard = format!("{index}/{count}");
            let (code, text, errors) = arena.tune("parts", &["--shard", &shard]);
            assert_eq!((code, text.as_str()), (0, ""), "{errors}");
        }
        // Twice is once.
        let files = arena.files("parts.step");
        let texts = || -> Vec<String> { files.iter().map(|file| arena.text(file)).collect() };
        let before = texts();
        let (code, _, errors) = arena.tune("parts", &["--shard", &format!("1/{count}")]);
        assert!(code == 0 && errors.contains("is there already"), "{errors}");
        assert_eq!((texts(), files.len()), (before, count));
        if count == 3 {
            // As after a kill of the join before: a file of a step that is counted.
            fs::write(arena.path("parts.step-0.shard-1-of-1"), "").unwrap();
            // One machine goes on from here, with files of parts beside it.
            for file in arena.files("parts") {
                let copy = file.replace("parts", "rest");
                fs::copy(arena.path(&file), arena.path(&copy)).unwrap();
            }
        }
        joined = arena.tune("parts", &["--join"]);
        assert!(arena.files("parts.step").is_empty());
    }
    for result in [joined, arena.tune("rest", &["--resume"])] {
        assert_eq!((result.0, &result.1), (code, &whole), "{}", result.2);
    }
    for name in ["parts", "rest"] {
        assert_eq!(arena.text(name), arena.text("whole"));
        assert_eq!(arena.files(name), [name]);
    }
    let (code, _, errors) = arena.tune("parts", &["--shard", "1/2"]);
    assert!(code == 1 && errors.contains("exists already"), "{errors}");
}

#[test]
fn parts_of_something_else_are_refused() {
    let arena = Arena::new();
    let name = "x.step-0.shard-1-of-2";
    for index in [1, 2] {
        let shard = Shard { index, count: 2 };
        let file = units::path(Path::new("x"), 0, shard);
        let (code, ..) = arena.tune("x", &["--shard", &format!("{index}/2")]);
        assert!(code == 0 && arena.path(file.to_str().unwrap()).exists());
    }
    let good = arena.text(name);
    let refused = |text: &str, more: &[&str], want: &str| {
        fs::write(arena.path(name), text).unwrap();
        for unit in [&["--shard", "1/2"][..], &["--join"]] {
            let (code, _, errors) = arena.tune("x", &[unit, more].concat());
            let named = errors.contains("OUT.step-0.shard-1-of-2");
            assert!(
                code == 1 && named && errors.contains(want),
                "{want}: {errors}"
            );
        }
        assert!(!arena.path("x.checkpoint").exists());
    };
    refused(&good, &["--seed", "2"], "another `seed` (1 there, 2 here)");
    let later = good.replace("\"step\":0", "\"step\":1");
    refused(&later, &[], "is of step 1, shard 1/2");
    let other = good.replace("\"shard\":[1,2]", "\"shard\":[2,2]");
    refused(&other, &[], "is of step 0, shard 2/2");
    refused(&good[..good.len() / 2], &[], "is damaged");
    // Scores of other games.
    let scores = good.find("\"scores\"").unwrap();
    fs::write(
        arena.path(name),
        good[..scores].to_owned() + "\"scores\":[]}",
    )
    .unwrap();
    let (code, _, errors) = arena.tune("x", &["--join"]);
    assert!(code == 1 && errors.contains("is damaged"), "{errors}");
    // The steps are the same, whatever follows them.
    fs::write(arena.path(name), good).unwrap();
    let (code, _, errors) = arena.tune("x", &["--join", "--elo1", "5"]);
    assert_eq!(code, 14, "{errors}");
}

#[test]
fn arguments_that_make_no_sense_are_errors() {
    let shell = Shell::new();
    for name in ["there.json", "stopped.json.checkpoint"] {
        shell.write(name, "{}");
    }
    shell.types(str![[r#"
$ arena tune nogo-random
error: nogo-random has no params.json; name the parameters to start from with --params FILE
exit status 1
$ arena tune nogo-switcher --out there.json
error: there.json exists already, and what is in it is not replaced: add --force to replace it, or name another file
exit status 1
$ arena tune nogo-switcher --vary eyes
error: --vary eyes: there is no such number (there are: alpha_beta.full_width, alpha_beta.opponent_width, alpha_beta.own_width, alpha_beta.perturbation, eye.contested, eye.deny.0, eye.deny.1, eye.deny.2, eye.deny.3, eye.keep.0, eye.keep.1, eye.keep.2, eye.keep.3, eye.make.0, eye.make.1, eye.make.2, eye.make.3, eye.spoil.0, eye.spoil.1, eye.spoil.2, eye.spoil.3, switch.above, switch.below, uct.exploration, uct.noise, uct.prior_slope, uct.prior_visits)
exit status 1
$ arena tune nogo-switcher --spread 0
error: --spread 0: give a number above 0 and up to 10, such as 0.5
exit status 1
$ arena tune nogo-switcher --elo1 -3
error: --elo0 0 is not below --elo1 -3: H1 must claim the larger difference
exit status 1
$ arena tune nogo-switcher --params no-such-file
error: cannot read no-such-file: No such file or directory (os error 2)
exit status 1
$ arena tune nogo-switcher --params there.json
error: the parameters have no number that could vary
exit status 1
$ arena tune nogo-switcher --resume --out there.json
error: there.json exists already, and what is in it is not replaced: add --force to replace it, or name another file
exit status 1
$ arena tune nogo-switcher --out stopped.json
error: stopped.json.checkpoint is from a run that was stopped; resume it with --resume, or start again by --force
exit status 1
$ arena tune nogo-switcher --shard 1/2 --join
error: the argument '--shard <i/n>' cannot be used with '--join'

Usage: arena tune --shard <i/n> <BOT>

For more information, try '--help'.
exit status 2
"#]]);
}
