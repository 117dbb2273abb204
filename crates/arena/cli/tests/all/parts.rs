//! Games in parts: of a match, of a test, and in a pack, where there is no Rust.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use arena_common::Cancel;
use players::{pack, workspace};

use crate::common::{ARENA, SESSION_BOT};

/// Runs a command line; gives its exit status and what it printed.
fn run(program: impl AsRef<Path>, words: &[&str]) -> (i32, String, String) {
    let output = Command::new(program.as_ref()).args(words).output().unwrap();
    told(&output)
}

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code().unwrap_or(-1),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Plays a part of these games of two strengths of a bot.
fn part(command: &[&str], shard: &str, out: &Path) -> (i32, String, String) {
    let players = ["{seed}", "{seed} --nodes 1"]
        .map(|flags| format!("cmd:{SESSION_BOT} --keep-running --seed {flags}"));
    let mut words = vec![command[0], &players[0], &players[1]];
    words.extend(&command[1..]);
    words.extend(["--game", "nogo", "--nodes", "5", "--mode", "keep-running"]);
    words.extend(["--jobs", "1", "--resume"]);
    words.extend(["--out", out.to_str().unwrap()]);
    if !shard.is_empty() {
        words.extend(["--shard", shard]);
    }
    run(ARENA, &words)
}

/// The games of a file, without what depends on time.
fn games(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let game = |line: &str| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        format!("{} {} {}", game["id"], game["moves"], game["result"])
    };
    let mut games: Vec<String> = text.lines().skip(1).map(game).collect();
    games.sort();
    games
}

#[test]
fn parts_of_a_match_in_any_order_make_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // As many pairs for each part: which part has the first pair depends on the path of the bot.
    let command = ["match", "--games", "12"];
    assert_eq!(part(&command, "", &path("one")).0, 0);
    for (number, missing) in [(3, 8), (1, 4), (2, 0)] {
        let file = path(&format!("part{number}"));
        let (code, _, error) = part(&command, &format!("{number}/3"), &file);
        assert_eq!(code, 0, "{error}");
        // A part that is played twice stays as it is.
        let before = fs::read(&file).unwrap();
        assert_eq!(part(&command, &format!("{number}/3"), &file).0, 0);
        assert_eq!(fs::read(&file).unwrap(), before);
        let found = fs::read_dir(folder.path()).unwrap().flatten();
        let files: Vec<String> = found
            .map(|entry| entry.path().to_string_lossy().into_owned())
            .filter(|name| name.contains("part"))
            .collect();
        let mut words = vec!["merge", "--require-all", "--out"];
        let (all, files) = (path("all"), files.iter().map(String::as_str));
        words.push(all.to_str().unwrap());
        words.extend(files);
        let (code, text, error) = run(ARENA, &words);
        if missing == 0 {
            assert_eq!((code, games(&all)), (0, games(&path("one"))), "{error}");
            assert!(text.contains("12 games"), "{text}");
        } else {
            assert_eq!((code, text.as_str(), all.exists()), (13, "", false));
            assert!(
                error.contains("shard 2/3 is in no file: 4 games"),
                "{error}"
            );
        }
    }
    // Another number of parts, or of nodes, is another plan.
    let (code, _, error) = part(&command, "1/4", &path("part1"));
    assert!(
        code == 1 && error.contains("belongs to another shard"),
        "{error}"
    );
    for shard in ["0/3", "4/3", "1"] {
        let (code, _, error) = part(&command, shard, &path("none"));
        assert!(code == 2 && error.contains("i from 1 to n"), "{error}");
    }
}

#[test]
fn a_test_in_parts_is_decided_as_on_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let command = ["sprt", "--max-games", "40", "--elo0", "-200", "--elo1", "0"];
    let (one, text, _) = part(&command, "", &path("one"));
    let decision = |text: &str| text[text.find("LLR").unwrap()..].to_owned();
    let mut words = vec!["merge".to_owned()];
    let mut code = 13;
    let mut last = String::new();
    for number in 1..=10 {
        let file = path(&format!("part{number}"));
        assert_eq!(part(&command, &format!("{number}/10"), &file).0, 0);
        words.push(file.to_string_lossy().into_owned());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        (code, last, _) = run(ARENA, &words);
        if code != 13 {
            break;
        }
    }
    assert_eq!((code, decision(&last)), (one, decision(&text)));
    // The first parts alone decide, so not the last one.
    let (code, _, error) = part(&command, "10/10", &path("late"));
    assert_eq!(code, 0, "{error}");
    let (code, text, _) = run(ARENA, &["merge", path("late").to_str().unwrap()]);
    assert!(code == 13 && text.contains("0 pairs"), "{text}");
    let longer = ["sprt", "--max-games", "80", "--elo0", "-200", "--elo1", "0"];
    let (code, _, error) = part(&longer, "10/10", &path("late"));
    assert!(
        code == 1 && error.contains("leave the number out"),
        "{error}"
    );
}

#[test]
fn a_pack_plays_without_rust_and_refuses_a_bot_that_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let all = workspace::bots().unwrap();
    let bots = ["nogo-greedy", "nogo-random"].map(|name| workspace::find(&all, name).unwrap());
    let programs = workspace::build(&bots).unwrap();
    let bots: Vec<_> = (bots.iter().zip(programs))
        .map(|(bot, program)| (bot.name.clone(), (*bot).clone(), program))
        .collect();
    let packed = folder.path().join("pack");
    pack::fill(&packed, Path::new(ARENA), &bots, &Cancel::default()).unwrap();
    let arena = |words: &[&str]| {
        let mut command = Command::new(packed.join("arena"));
        command.env_clear().current_dir(folder.path()).args(words);
        told(&command.output().unwrap())
    };
    let league = ["league", "nogo-greedy", "nogo-random", "--nodes", "5"];
    let plan = |more: &[&'static str]| [&league[..], &["--games", "4"], more].concat();
    let (code, text, error) = arena(&plan(&["--shard", "1/2", "--out", "1.jsonl"]));
    assert!(
        code == 0 && text.contains("2 games"),
        "{code} {text} {error}"
    );
    assert!(
        !error.contains("building") && !error.contains("bench"),
        "{error}"
    );
    let (code, text, _) = arena(&["list"]);
    assert!(code == 0 && text.contains("nogo-greedy"), "{text}");
    let (code, _, error) = arena(&["match", "nogo-rave", "nogo-random"]);
    assert!(code == 1 && error.contains("nogo-rave"), "{error}");
    let (code, _, error) = arena(&["match", "nogo-random@HEAD", "nogo-random"]);
    assert!(
        code == 1 && error.contains("has no `nogo-random@HEAD`"),
        "{error}"
    );
    let (code, _, error) = arena(&plan(&["--shard", "2/2", "--out", "/dev/full"]));
    assert!(code == 1 && error.contains("No space left"), "{error}");

    let (code, text, error) = arena(&["new-bot", "nogo", "mine", "--language", "python"]);
    assert!(
        code == 0 && text.contains("arena match mine/bot.py nogo-random "),
        "{text}{error}"
    );
    for (words, part) in [
        (
            &["check", "nogo-greedy"][..],
            "no sources of them to test and bundle",
        ),
        (&["new-bot", "nogo", "other"], "no sources to copy"),
    ] {
        let (code, _, error) = arena(words);
        assert!(code == 1 && error.contains(part), "{error}");
    }
    // It packs what it has.
    let (code, text, error) = arena(&["pack", "every"]);
    assert!(
        code == 0 && text.contains("every is ready"),
        "{text}{error}"
    );
    let has = |name: &str| folder.path().join("every").join(name).exists();
    assert!(has("arena") && has("bots/nogo-random/nogo-random") && !has("unit"));
    // Or some of it.
    let (code, _, error) = arena(&["pack", "some", "--bots", "nogo-greedy,nogo-greedy"]);
    assert_eq!(code, 0, "{error}");
    let bots = fs::read_dir(folder.path().join("some/bots")).unwrap();
    let names: Vec<_> = bots.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["nogo-greedy"]);
    let (code, _, error) = arena(&["pack", "none", "--bots", "nogo-greedy,nogo-gready"]);
    assert!(code == 1 && error.contains("nogo-gready"), "{error}");

    // What is played here must be what was packed.
    let before = fs::read(folder.path().join("1.jsonl")).unwrap();
    let greedy = packed.join("bots/nogo-greedy/nogo-greedy");
    fs::remove_file(&greedy).unwrap();
    fs::copy(packed.join("bots/nogo-random/nogo-random"), &greedy).unwrap();
    for more in [
        ["--shard", "1/2", "--out", "1.jsonl", "--resume"],
        ["--shard", "2/2", "--out", "2.jsonl", "--resume"],
    ] {
        let (code, _, error) = arena(&plan(&more));
        let part = "`nogo-greedy` plays differently here";
        assert!(code == 1 && error.contains(part), "{error}");
    }
    assert_eq!(fs::read(folder.path().join("1.jsonl")).unwrap(), before);
    assert!(!folder.path().join("2.jsonl").exists());

    // What is no pack of this arena.
    fs::write(packed.join("pack.json"), "{}").unwrap();
    let (code, _, error) = arena(&["list"]);
    let part = "make the pack anew with `arena pack`";
    assert!(code == 1 && error.contains(part), "{error}");

    // What a pack cannot hold is refused before anything is built.
    fs::write(path("my_bot.py"), "").unwrap();
    for (words, part) in [
        (&["list"][..], "behind --"),
        (&["match", "human", "nogo-random"], "a pack takes bots"),
        (
            &["match", &path("my_bot.py"), "nogo-random"],
            "a pack takes bots",
        ),
        (
            &["match", "nogo-greedy", "nogo-random", "--log", "x"],
            "each part gets its own",
        ),
        (
            &["league", "nogo-greedy", "nogo-random", "--shard", "1/2"],
            "each part gets its own",
        ),
    ] {
        let new = path("new");
        let (code, _, error) = run(ARENA, &[&["pack", &new, "--"], words].concat());
        assert!(code == 1 && error.contains(part), "{error}");
    }
    let (code, _, error) = run(
        ARENA,
        &[&["pack", &path("pack"), "--"], &league[..]].concat(),
    );
    assert!(code == 1 && error.contains("is there already"), "{error}");
}

#[test]
fn a_part_from_a_bad_machine_is_named_with_the_way_to_play_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let lines = format!(
        "#!/bin/sh\n[ -e '{}' ] && exit 1\nexec {SESSION_BOT} --seed 1 --nodes 1\n",
        path("bad")
    );
    fs::write(path("bot"), lines).unwrap();
    let (one, two) = (path("1.jsonl"), path("2.jsonl"));
    let players = [
        format!("x=cmd:sh {},json,sandbox=no", path("bot")),
        format!("r=cmd:{SESSION_BOT} --seed 2 --nodes 1,json"),
    ];
    let play = |shard: &str, log: &str| {
        let mut words = vec!["match", &players[0], &players[1], "--game", "nogo"];
        words.extend(["--nodes", "1", "--games", "8", "--jobs", "1"]);
        words.extend(["--shard", shard, "--log", log]);
        run(ARENA, &words)
    };
    assert_eq!(play("1/2", &one).0, 0);
    fs::write(path("bad"), "").unwrap();
    assert_eq!(play("2/2", &two).0, 0);
    let (_, text, errors) = run(ARENA, &["merge", &one, &two]);
    let warning =
        format!("warning: x has a bad verdict in 4 of its 4 turns in {two}, but in 0 of ");
    let cure = "play it again on a machine that is well: the same command with --shard 2/2 and another --log";
    for want in [warning.as_str(), cure] {
        assert!(text.contains(want), "no `{want}` in {text}{errors}");
    }
    let (_, text, _) = run(ARENA, &["merge", &one]);
    assert!(!text.contains("bad verdict in"), "{text}");
}
