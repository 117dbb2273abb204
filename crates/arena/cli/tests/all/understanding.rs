//! From a game to its understanding: `explain`, `positions --keep` and `analyse` on a log.

mod analyst;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::read_games;
use crate::common::{LONG, arena_with, contest, fake_tools, new_mark, page_data, session_bot};
use crate::import_packs::a_match;
use contest::Watch;
use journal::games_file::GamesFile;
use referee::conduct::Mode;
use referee::decisions::Decision;
use referee::record::GameRecord;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with a log of two games, and a bot whose value of a position is a hundredth of its stones.
struct Bench {
    folder: TempDir,
    tools: TempDir,
    log: PathBuf,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bot = folder.path().join("bot");
        let count = "$(printf %s \"$2\" | tr -cd XO | wc -c)";
        let lines = format!(
            "[ \"$1\" = explain ] || exit 1\n[ \"$3\" = --nodes ] && echo asked >> '{}'\n\
             echo tree of $2 with $3 $4\necho nodes: 7\n\
             echo debug: it is good, value=0.$(printf %02d {count})\necho move: 1,1",
            folder.path().join("asked").display()
        );
        fs::write(&bot, format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
        let tools = fake_tools(&new_mark(), "", bot.to_str().unwrap());
        let log = folder.path().join("games.jsonl");
        let player = || session_bot("nogo", "--no-keep-running");
        let mut contest = contest(player(), player(), Mode::Restart, LONG, 2);
        contest.opening_plies = 2;
        let mut file = GamesFile::create(&log, contest.header(), false).unwrap();
        let played = contest.nothing_played();
        contest.run(played, Some(&mut file), &mut |_| Watch::default());
        drop(file);
        Self { folder, tools, log }
    }

    fn arena(&self, arguments: &[&str]) -> Output {
        arena_with(self.tools.path())
            .args(arguments)
            .output()
            .unwrap()
    }

    fn games(&self) -> Vec<GameRecord> {
        games(&self.log)
    }

    /// How often the bot was asked.
    fn asked(&self) -> usize {
        let text = fs::read_to_string(self.folder.path().join("asked"));
        text.unwrap_or_default().lines().count()
    }
}

fn games(log: &Path) -> Vec<GameRecord> {
    read_games(&fs::read(log).unwrap()).1
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn explain_asks_about_a_turn_of_a_log() {
    let bench = Bench::new();
    let log = bench.log.to_str().unwrap();
    let asked = ["explain", "nogo-prior", "--nodes", "7", "--log", log];
    let of = |more: &[&str]| bench.arena(&[&asked, more].concat());
    let text = said(&of(&["--game", "1", "--turn", "4"]));
    let game = bench.games().into_iter().find(|game| game.id == 1).unwrap();
    let mv = &game.moves[3];
    let heading = format!(
        "games.jsonl, game 1, turn 4: {} in seat 1 played {},{}",
        &game_player(1),
        mv[0],
        mv[1]
    );
    assert!(text.starts_with(&heading), "{text}\n{heading}");
    let position = text.lines().nth(1).unwrap();
    let board: nogo::Board = position
        .strip_prefix("position: ")
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(board.ply(), 3);
    assert!(
        text.contains(" with --nodes 7\n") && text.ends_with("move: 1,1\n"),
        "{text}"
    );

    for (more, want) in [
        (
            &["--game", "7", "--turn", "1"][..],
            "game 7 is not in it; it has 2 games",
        ),
        (&["--game", "0", "--turn", "500"], "turn 500: the game has "),
        (
            &["--game", "0", "--turn", "4", "--seat", "0"],
            "seat 0 does not move in it",
        ),
        (
            &["--game", "0", "--turn", "4", "--step", "2"],
            "--step 2 is not there",
        ),
        (&["--game", "0"], "--turn"),
        (
            &["--game", "0", "--turn", "1", "--between", "x", "y"],
            "it has no player `x`",
        ),
    ] {
        let text = refused(&of(more));
        assert!(text.contains(want), "{more:?}: {text}");
    }
    let text = refused(&bench.arena(&[
        "explain",
        "snake-random",
        "--log",
        log,
        "--game",
        "0",
        "--turn",
        "1",
    ]));
    assert!(text.contains("`snake-random` plays snake, but "), "{text}");
    let text = refused(&bench.arena(&["explain", "nogo-prior"]));
    assert!(text.contains("<POSITION>"), "{text}");
    let text = said(&bench.arena(&["explain", "nogo-prior", "4,4 0,8"]));
    assert!(text.starts_with("tree of 4,4 0,8 with"), "{text}");
}

/// The name of player A (0) or B (1): both are the same command here.
fn game_player(_: usize) -> String {
    let bot = session_bot("nogo", "--no-keep-running");
    arena_common::words::cut(bot.name().to_owned(), 60)
}

#[test]
fn analyse_values_every_position_and_goes_on_where_it_was() {
    let bench = Bench::new();
    let original = fs::read(&bench.log).unwrap();
    let log = bench.log.to_str().unwrap();
    let arguments = [
        "analyse", log, "--nodes", "5", "--worst", "3", "--jobs", "1",
    ];
    let output = bench.arena(&arguments);
    let text = said(&output);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        fs::read(&bench.log).unwrap(),
        original,
        "the log is left alone"
    );
    let copy = bench.folder.path().join("games.analysed.jsonl");
    let whole = fs::read(&copy).unwrap();
    let nogo = referee::games::standard().find("nogo").unwrap();
    let mut positions = 0;
    for (game, old) in games(&copy).iter().zip(bench.games()) {
        let analysis = game.analysis.clone().unwrap();
        assert_eq!((analysis.by.as_str(), analysis.nodes), ("nogo-prior", 5));
        let values: Vec<(usize, usize, f64)> = (analysis.values.iter())
            .map(|found| (found.turn, found.seat, found.value))
            .collect();
        // Where there is one legal move, nobody is asked.
        let decisions = nogo.decisions(game).unwrap().list.into_iter();
        let free = decisions.filter(|decision| !decision.forced);
        let want = free.map(|Decision { turn, .. }| (turn, turn % 2, turn as f64 / 100.0));
        assert_eq!(values, want.collect::<Vec<_>>());
        positions += values.len();
        assert_eq!(
            *game,
            GameRecord {
                analysis: Some(analysis),
                ..old
            }
        );
    }
    assert!(
        text.contains(&format!(
            ", {positions} positions valued by nogo-prior with 5 nodes each"
        )),
        "{text}"
    );
    // What is good for one is bad for the other, and the more stones, the more.
    let rows = text.lines().filter(|line| line.starts_with('│')).count();
    assert_eq!(rows, 4, "a header and three turns:\n{text}");
    assert!(text.contains(" drop ") && text.contains(" -0.7"), "{text}");
    // What was better is another move than the one played.
    let cells = |line: &str| {
        line.split(['│', '┆'])
            .map(|cell| cell.trim().to_owned())
            .collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = text
        .lines()
        .filter(|line| line.starts_with('│'))
        .map(cells)
        .collect();
    assert_eq!(rows[0][4..6], ["move", "better"]);
    assert!(rows.iter().all(|row| row[4] != row[5]), "{text}");
    assert_eq!(bench.asked(), positions);

    // Nothing is left to do; a line that was cut off is done again.
    assert_eq!(said(&bench.arena(&arguments)), text);
    assert_eq!(bench.asked(), positions);
    fs::write(&copy, &whole[..whole.len() - 10]).unwrap();
    let again = bench.arena(&arguments);
    assert_eq!(said(&again), text);
    assert!(
        String::from_utf8_lossy(&again.stderr).contains("breaks off after"),
        "{again:?}"
    );
    assert_eq!(fs::read(&copy).unwrap(), whole);
    let last = games(&copy)[1].analysis.as_ref().unwrap().values.len();
    assert_eq!(bench.asked(), positions + last);

    // The American spelling, one game, another file.
    let out = bench.folder.path().join("one.jsonl");
    let output = bench.arena(&[
        "analyze",
        log,
        "--game",
        "1",
        "--out",
        out.to_str().unwrap(),
        "--nodes",
        "5",
    ]);
    assert!(said(&output).contains(": 1 game, "), "{output:?}");
    assert_eq!(games(&out).len(), 1);

    for (arguments, want) in [
        (
            &["analyse", log, "--nodes", "6"][..],
            "is an analysis by nogo-prior with 5 nodes",
        ),
        (
            &["analyse", log, "--out", log],
            "would replace the log that it is made from",
        ),
        (
            &["analyse", log, "--game", "9", "--nodes", "5", "--force"],
            "game 9 is not in it",
        ),
        (
            &["analyse", log, "--with", "snake-random"],
            "`snake-random` plays snake",
        ),
        (
            &["analyse", out.to_str().unwrap()],
            "game 1 is analysed already, by nogo-prior",
        ),
        (&["analyse", "/no/log"], "cannot open /no/log"),
    ] {
        let text = refused(&bench.arena(arguments));
        assert!(text.contains(want), "{arguments:?}: {text}");
    }
}

#[test]
fn an_analysis_of_another_log_is_not_gone_on_with() {
    let bench = Bench::new();
    let log = bench.log.to_str().unwrap();
    let copy = bench.folder.path().join("games.analysed.jsonl");
    fs::write(&copy, "{\"format\":\"else\"}\n").unwrap();
    let text = refused(&bench.arena(&["analyse", log]));
    assert!(
        text.contains("its first line is not that of") && text.contains("--force"),
        "{text}"
    );
    let output = bench.arena(&["analyse", log, "--force"]);
    assert!(output.status.success(), "{output:?}");
    // Another game in the place of the first.
    let text = fs::read_to_string(&copy)
        .unwrap()
        .replacen("\"id\":0", "\"id\":5", 1);
    fs::write(&copy, text).unwrap();
    let text = refused(&bench.arena(&["analyse", log]));
    assert!(text.contains("line 2 is not that of game 0"), "{text}");
}

#[test]
fn a_turn_to_keep_is_one_decision_of_the_bots_game() {
    let bench = Bench::new();
    let log = bench.log.to_str().unwrap();
    let keep = |more: &[&str]| bench.arena(&[&["positions", "nogo-prior"], more].concat());
    for (arguments, want) in [
        (&["--keep", "x"][..], "--log"),
        (
            &["--log", log, "--game", "0", "--turn", "3"],
            "add --keep NAME",
        ),
        (
            &["--keep", "Ä", "--log", log, "--game", "0", "--turn", "3"],
            "small letters, digits and hyphens",
        ),
        (
            &[
                "--keep", "end-01", "--log", log, "--game", "0", "--turn", "3",
            ],
            "is there already",
        ),
        (&["--want", "1,1"], "--keep"),
    ] {
        let text = refused(&keep(arguments));
        assert!(text.contains(want), "{arguments:?}: {text}");
    }
}

#[test]
fn a_game_of_a_league_has_two_players() {
    let bench = Bench::new();
    let pack = bench.folder.path().join("pack.matches");
    let lines = [["a", "b"], ["a", "c"]].map(|players| a_match("nogo", players));
    fs::write(&pack, lines.join("\n")).unwrap();
    let output = bench.arena(&["import", pack.to_str().unwrap()]);
    assert!(output.status.success());
    let league = pack.with_extension("jsonl");
    // Called by their ids, as those of a league that was played.
    let text = fs::read_to_string(&league).unwrap();
    let text = text
        .replace("\"number\":1,", "")
        .replace("\"number\":2,", "");
    fs::write(&league, text).unwrap();
    let league = league.to_str().unwrap();
    let turn = [
        "explain",
        "nogo-prior",
        "--log",
        league,
        "--game",
        "0",
        "--turn",
        "2",
    ];
    let text = refused(&bench.arena(&turn));
    assert!(
        text.contains("2 games have the number 0; say of which players, such as --between 'a' "),
        "{text}"
    );
    let of = |a: &str, b: &str| bench.arena(&[&turn[..], &["--between", a, b]].concat());
    assert!(said(&of("c", "a")).contains("game 0, turn 2: c in seat 1 played "));
    assert!(refused(&of("b", "c")).contains("game 0 is not in it"));

    let output = bench.arena(&["analyse", league, "--nodes", "5", "--worst", "100"]);
    let text = said(&output);
    assert!(output.status.success(), "{output:?}");
    for name in ["a", "b", "c"] {
        assert!(text.contains(&format!("┆ {name}      ┆")), "{text}");
    }
    // The copy is a league, too.
    let copy = pack.with_extension("analysed.jsonl");
    let output = bench.arena(&["replay", copy.to_str().unwrap()]);
    assert!(said(&output).contains(": 2 games, "), "{output:?}");
}

#[test]
fn the_page_has_the_values_of_the_players_or_of_the_analysis() {
    let bench = Bench::new();
    let lines = fs::read_to_string(&bench.log).unwrap();
    let lines = lines.replace("\"debug\":\"", "\"debug\":\"won, value=0.75 ");
    assert!(lines.contains("value=0.75"), "{lines}");
    fs::write(&bench.log, lines).unwrap();
    let page = |log: &Path| {
        let output = bench.arena(&["replay", log.to_str().unwrap()]);
        assert!(output.status.success(), "{output:?}");
        page_data(&fs::read_to_string(log.with_extension("html")).unwrap())["games"][0].take()
    };
    let game = page(&bench.log);
    assert_eq!(game["analysis"], Value::Null);
    assert_eq!(game["turns"][0][0]["value"], Value::Null, "an opening turn");
    assert_eq!(game["turns"][2][0]["value"], json!(0.75));

    let log = bench.log.to_str().unwrap();
    assert!(
        bench
            .arena(&["analyse", log, "--nodes", "5"])
            .status
            .success()
    );
    let game = page(&bench.folder.path().join("games.analysed.jsonl"));
    assert_eq!(game["analysis"], json!({"by": "nogo-prior", "nodes": 5}));
    assert_eq!(game["turns"][1][0]["value"], json!(0.01));
    assert_eq!(game["turns"][2][0]["value"], json!(0.02));
}
