//! A league is of one strength: its header says what each player is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use arena_common::Cancel;
use players::identity::{self, Identity};
use players::player::Player;
use serde_json::Value;

use super::{ended, ids, merge};
use crate::common::{ARENA, SESSION_BOT};

const SNAKEGO_BOT: &str = env!("CARGO_BIN_EXE_saiblo-bot");

/// A league of two games between a script, which is changed between two sittings, and another player.
fn scripts(folder: &Path, out: &str, more: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(ARENA);
    let script = folder.join("bot.sh");
    let bot = format!("cmd:sh {} --seed {{seed}},json", script.display());
    command.args([
        "league",
        &bot,
        "cmd:false,json",
        "--game",
        "nogo",
        "--jobs",
        "1",
    ]);
    if !more.contains(&"--games") {
        command.args(["--games", "2"]);
    }
    command.args(more);
    ended(command.arg("--out").arg(folder.join(out)))
}

fn header(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap();
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

/// The file as an arena before this wrote it.
fn make_old(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let mut old = header(path);
    let fields = old.as_object_mut().unwrap();
    fields.remove("identities").unwrap();
    let conditions = fields;
    conditions.remove("arena").unwrap();
    conditions.remove("max_round");
    let games = text.split_once('\n').unwrap().1;
    fs::write(path, format!("{old}\n{games}")).unwrap();
}

#[test]
fn a_changed_player_is_not_mixed_into_a_league_by_accident() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = |name: &str| -> PathBuf { folder.join(name) };
    let script = path("bot.sh");
    fs::write(&script, "exit 0\n").unwrap();
    assert!(scripts(folder, "one.jsonl", &[]).0);
    assert!(scripts(folder, "one.jsonl", &["--resume"]).0);
    let before = fs::read(path("one.jsonl")).unwrap();
    let first = header(&path("one.jsonl"));
    assert_eq!(first["arena"], env!("CARGO_PKG_VERSION"));

    fs::write(&script, "exit 1\n").unwrap();
    let (well, _, errors) = scripts(folder, "one.jsonl", &["--resume"]);
    assert!(!well);
    for part in ["bot.sh", "--mix", "name another file"] {
        assert!(errors.contains(part), "no `{part}` in {errors}");
    }
    assert_eq!(fs::read(path("one.jsonl")).unwrap(), before);

    // Merged with games of the changed one: refused, too.
    assert!(scripts(folder, "two.jsonl", &["--games", "4", "--shard", "2/2"]).0);
    assert!(scripts(folder, "three.jsonl", &["--games", "4", "--shard", "2/2"]).0);
    fs::write(&script, "exit 0\n").unwrap();
    assert!(scripts(folder, "four.jsonl", &["--games", "4", "--shard", "1/2"]).0);
    let (two, four, out) = (path("two.jsonl"), path("four.jsonl"), path("out.jsonl"));
    let (well, _, errors) = merge(&[&two, &four], &[]);
    assert!(
        !well && errors.contains("bot.sh") && errors.contains("--mix"),
        "{errors}"
    );
    let (well, _, errors) = merge(&[&two, &path("three.jsonl")], &[]);
    assert!(well, "{errors}");
    let (well, _, errors) = merge(&[&two, &four], &["--mix", "--out", out.to_str().unwrap()]);
    assert!(well, "{errors}");
    // The file says that there were two, and is taken by a resume of either.
    assert_eq!(header(&out)["identities"][0].as_array().unwrap().len(), 1);
    assert_eq!(header(&out)["identities"][1].as_array().unwrap().len(), 2);
    let (well, _, errors) = scripts(folder, "out.jsonl", &["--games", "4", "--resume"]);
    assert!(well, "{errors}");

    fs::write(&script, "exit 1\n").unwrap();
    let (well, _, errors) = scripts(folder, "one.jsonl", &["--resume", "--mix"]);
    assert!(well, "{errors}");
    assert_eq!(
        header(&path("one.jsonl"))["identities"][1]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(ids(&path("one.jsonl")), [0, 1]);
    let (well, _, errors) = scripts(folder, "one.jsonl", &["--resume"]);
    assert!(well, "{errors}");
}

#[test]
fn logs_from_before_stay_readable_and_resuming_one_warns() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("bot.sh"), "exit 0\n").unwrap();
    assert!(scripts(folder, "one.jsonl", &[]).0);
    let (_, _, errors) = scripts(folder, "one.jsonl", &["--resume"]);
    assert!(!errors.contains("warning"), "{errors}");
    make_old(&folder.join("one.jsonl"));
    let (well, _, errors) = scripts(folder, "one.jsonl", &["--resume"]);
    assert!(
        well && errors.contains("does not say what its players"),
        "{errors}"
    );
    let (well, _, errors) = merge(&[&folder.join("one.jsonl")], &[]);
    assert!(well, "{errors}");
}

#[test]
fn rounds_of_snakego_make_a_league_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    let league = |rounds: &str, more: &[&str]| {
        let player = |word| format!("cmd:{SNAKEGO_BOT} {word} --seed {{seed}} --nodes 1");
        let mut command = Command::new(ARENA);
        command.args([
            "league",
            &player("good"),
            &player("other"),
            "--game",
            "snakego",
        ]);
        command.args([
            "--games",
            "2",
            "--nodes",
            "1",
            "--max-round",
            rounds,
            "--jobs",
            "1",
        ]);
        ended(command.args(more).arg("--out").arg(&path))
    };
    let (well, _, errors) = league("5", &[]);
    assert!(well, "{errors}");
    assert_eq!(header(&path)["max_round"], 5);
    assert!(league("5", &["--resume"]).0);
    let (well, _, errors) = league("6", &["--resume"]);
    assert!(!well && errors.contains("max_round"), "{errors}");
    // A file from before does not say it, but its games do.
    make_old(&path);
    assert!(league("5", &["--resume"]).0);
    let (well, _, errors) = league("6", &["--resume"]);
    assert!(
        !well && errors.contains("line 2") && errors.contains("5 rounds"),
        "{errors}"
    );
}

#[test]
fn a_match_log_says_what_the_players_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut play = Command::new(ARENA);
    let bot = format!("cmd:env SESSION_BOT_GAME=nogo {SESSION_BOT} --seed {{seed}} --nodes 1");
    play.args([
        "match",
        &bot,
        "cmd:false",
        "--game",
        "nogo",
        "--games",
        "2",
        "--time-ms",
        "20000",
    ]);
    assert!(ended(play.arg("--log").arg(&path)).0);
    let header = header(&path);
    assert_eq!(header["arena"], env!("CARGO_PKG_VERSION"));
    let files = header["identities"][0][0]["command"].as_object().unwrap();
    assert_eq!(files.keys().collect::<Vec<_>>(), [SESSION_BOT, "env"]);
    let digest = files[SESSION_BOT].as_str().unwrap();
    assert!(digest.len() == 64 && digest != files["env"], "{header}");
    assert!(header["identities"][1][0]["command"]["false"].is_string());
}

fn signature(program: &Path) -> anyhow::Result<String> {
    identity::signature("bot", program, &Cancel::default())
}

#[test]
fn a_bench_runs_once_for_each_executable() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("bot");
    fs::copy(SESSION_BOT, &program).unwrap();
    let first = signature(&program).unwrap();
    assert_eq!(first.len(), 16);
    let kept = fs::read_dir(folder.path().join("bench-signatures")).unwrap();
    let kept: Vec<PathBuf> = kept.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(kept.len(), 1);
    // Known for these bytes, so nothing is run.
    fs::write(&kept[0], "signature: 0123456789abcdef\n").unwrap();
    assert_eq!(signature(&program).unwrap(), "0123456789abcdef");
    // A damaged signature is computed again.
    fs::write(&kept[0], "signature: 0123").unwrap();
    assert_eq!(signature(&program).unwrap(), first);

    let players = ["nogo-random", "nogo-switcher"].map(|name| Player::bot(name, program.clone()));
    let found = identity::identities(&players, &Cancel::default()).unwrap();
    let Identity::Bot {
        version,
        bench,
        params,
    } = &found[1]
    else {
        panic!("{found:?}");
    };
    assert_eq!(
        (version.as_str(), bench),
        (env!("CARGO_PKG_VERSION"), &first)
    );
    assert_eq!(params.keys().collect::<Vec<_>>(), ["params.json"]);

    fs::write(&program, "#!/bin/sh\necho no bench here\n").unwrap();
    let error = signature(&program).unwrap_err().to_string();
    assert!(error.contains("prints no signature"), "{error}");
}
