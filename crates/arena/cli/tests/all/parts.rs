//! Games in parts: of a match, of a test, and in a pack, where there is no Rust.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use arena_common::Cancel;
use players::{pack, workspace};

use snapbox::str;

use crate::common::{ARENA, SESSION_BOT};
use crate::shell::Shell;

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
    let shell = Shell::new();
    let all = workspace::bots().unwrap();
    let bots = ["nogo-greedy", "nogo-random"].map(|name| workspace::find(&all, name).unwrap());
    let programs = workspace::build(&bots).unwrap();
    let bots: Vec<_> = (bots.iter().zip(programs))
        .map(|(bot, program)| (bot.name.clone(), (*bot).clone(), program))
        .collect();
    let never = Cancel::default();
    pack::fill(&shell.path("pack"), Path::new(ARENA), &bots, &never).unwrap();
    // A pack cannot hold everything, which is told before anything is built.
    shell.types(str![[r#"
$ arena pack new -- list
error: write `match`, `sprt`, `league` or `tune` behind --, with its arguments
exit status 1
$ arena pack new -- match human nogo-random
error: `human`: a pack takes bots of the workspace, BOT@REV and cmd:COMMAND; compile a source and name the program with cmd:
exit status 1
$ touch my_bot.py; arena pack new -- match my_bot.py nogo-random
error: `my_bot.py`: a pack takes bots of the workspace, BOT@REV and cmd:COMMAND; compile a source and name the program with cmd:
exit status 1
$ arena pack new -- match nogo-greedy nogo-random --log x
error: leave out files, --shard, --resume, --serve and --show: each part gets its own; name all players
exit status 1
$ arena pack new -- league nogo-greedy nogo-random --shard 1/2
error: leave out files, --shard, --resume, --serve and --show: each part gets its own; name all players
exit status 1
$ arena pack pack -- league nogo-greedy nogo-random
error: pack is there already, perhaps with games; name another folder
exit status 1
"#]]);
    let packed = shell.without_environment().with("PATH", "/usr/bin:/bin");
    packed.types(str![[r#"
$ pack/arena league nogo-greedy nogo-random --nodes 5 --games 4 --shard 1/2 --out 1.jsonl
0 of 2 games already played (1.jsonl)
│ rank ┆ bot         ┆  Elo ┆ 95 % interval ┆ games ┆ score % ┆ bad verdicts ┆ fallback ┆ #1 ┆ #2 │
│ #1   ┆ nogo-greedy ┆ +140 ┆    +0 .. +191 ┆     2 ┆   100.0 ┆            0 ┆        0 ┆    ┆  2 │
│ #2   ┆ nogo-random ┆ -140 ┆    -191 .. +0 ┆     2 ┆     0.0 ┆            0 ┆        0 ┆  0 ┆    │
2 games; Elo against the mean of all; a column #k holds the points against the bot of rank k
$ pack/arena list
│ bot         ┆ game ┆ judge   ┆ idea                                                            │
│ nogo-greedy ┆ nogo ┆ botzone ┆ NoGo: one ply, largest difference of legal moves. The baseline. │
│ nogo-random ┆ nogo ┆ botzone ┆ Plays a uniformly random legal move.                            │
$ pack/arena match nogo-rave nogo-random
error: no bot `nogo-rave` in this workspace; did you mean `nogo-random`?
  nogo: nogo-greedy, nogo-random
A player is also `BOT@REV` (a bot as it was in an earlier commit), the path of a bot
(my_bot.cpp, my_bot.rs, my_bot.py, my_bot.js, my_bot.cs, my_bot.pas, Main.java, or a folder or .zip with a Makefile, CMakeLists.txt, Cargo.toml, main.py (Saiblo) or __main__.py (Botzone)),
`human`, or `cmd:COMMAND` for any other program.
exit status 1
$ pack/arena match nogo-random@HEAD nogo-random
error: the pack $PWD/pack has no `nogo-random@HEAD`, only nogo-greedy, nogo-random
exit status 1
$ pack/arena league nogo-greedy nogo-random --nodes 5 --games 4 --shard 2/2 --out /dev/full
error: cannot write /dev/full: No space left on device (os error 28)
exit status 1
$ pack/arena new-bot nogo mine --language python
mine/bot.py plays random legal moves; its idea goes into `choose`. Then:
  arena match mine/bot.py nogo-random --games 10 --log mine.jsonl
  arena check mine/bot.py --game nogo
$ pack/arena check nogo-greedy
error: this arena has built bots and no sources of them to test and bundle: add --skip tests --skip bundle, or clone the repository
exit status 1
$ pack/arena new-bot nogo other
error: this arena has built bots, but no sources to copy; add --language python or --language cpp, or clone the repository
exit status 1
$ # It packs what it has, or some of it.
$ pack/arena pack every; ls every every/bots
running the bench of nogo-greedy ...
running the bench of nogo-random ...
every is ready: the program `arena` in it plays its bots on any machine
every:
arena
bots
pack.json

every/bots:
nogo-greedy
nogo-random
$ pack/arena pack some --bots nogo-greedy,nogo-greedy; ls some/bots
running the bench of nogo-greedy ...
some is ready: the program `arena` in it plays its bots on any machine
nogo-greedy
$ pack/arena pack none --bots nogo-greedy,nogo-gready
error: no bot `nogo-gready` in this workspace; did you mean `nogo-greedy`?
  nogo: nogo-greedy, nogo-random
exit status 1
$ # What is played here must be what was packed.
$ cp 1.jsonl before; cp pack/bots/nogo-random/nogo-random pack/bots/nogo-greedy/nogo-greedy
$ pack/arena league nogo-greedy nogo-random --nodes 5 --games 4 --shard 1/2 --out 1.jsonl --resume
error: `nogo-greedy` plays differently here: its bench with 65536 nodes has the signature [..] and had [..] where the pack was made; its program $PWD/pack/bots/nogo-greedy/nogo-greedy was changed, or this machine computes otherwise; its games would not be those of the plan
exit status 1
$ pack/arena league nogo-greedy nogo-random --nodes 5 --games 4 --shard 2/2 --out 2.jsonl --resume
error: `nogo-greedy` plays differently here: its bench with 65536 nodes has the signature [..] and had [..] where the pack was made; its program $PWD/pack/bots/nogo-greedy/nogo-greedy was changed, or this machine computes otherwise; its games would not be those of the plan
exit status 1
$ cmp 1.jsonl before; ls *.jsonl
1.jsonl
$ # A file that no arena of today wrote.
$ echo {} > pack/pack.json; pack/arena list
error: $PWD/pack/pack.json is not of this arena; make the pack anew with `arena pack`
exit status 1
"#]]);
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
