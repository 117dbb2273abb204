//! Starts from a file, and games without swapped seats.

use std::fs;
use std::process::{Command, Output};

use snapbox::str;

use crate::common::read_games;
use crate::common::{ARENA, BAD_BOT, SESSION_BOT};
use crate::shell::Shell;
use gameplay::record::GameRecord;
use serde_json::json;

fn play(game: &str, more: &[&str]) -> Output {
    let bot = format!(
        "cmd:env SESSION_BOT_GAME={game} {SESSION_BOT} --keep-running --seed {{seed}} --nodes 1"
    );
    let mut command = Command::new(ARENA);
    command.args(["match", &bot, &bot, "--game", game, "--time-ms", "20000"]);
    command.args(["--mode", "keep-running"]).args(more);
    command.output().unwrap()
}

fn games(log: &std::path::Path) -> Vec<GameRecord> {
    let (header, mut games) = read_games(&fs::read(log).unwrap());
    assert_eq!(header.games as usize, games.len());
    games.sort_by_key(|game| game.id);
    games
}

#[test]
fn pairs_begin_as_the_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let [starts, log] = ["starts.jsonl", "games.jsonl"].map(|name| folder.path().join(name));
    let [starts_name, log_name] = [&starts, &log].map(|path| path.to_str().unwrap().to_owned());
    for (game, text, first, second) in [
        (
            "nogo",
            "{\"moves\":[[4,4],[0,8]]}\n{\"moves\":[[2,2]]}\n",
            json!([[4, 4], [0, 8]]),
            json!([[2, 2]]),
        ),
        (
            "snake",
            "{\"init\":{\"seed\":7},\"moves\":[[1,3]]}\n{\"init\":{\"seed\":9}}\n",
            json!([[1, 3]]),
            json!([]),
        ),
    ] {
        fs::write(&starts, text).unwrap();
        let output = play(
            game,
            &[
                "--games",
                "6",
                "--openings",
                &starts_name,
                "--log",
                &log_name,
                "--force",
            ],
        );
        assert!(output.status.success(), "{output:?}");
        let played = games(&log);
        for game in &played {
            let want = if game.pair == 1 { &second } else { &first };
            assert_eq!(&json!(game.moves[..game.opening]), want);
        }
        assert_eq!(
            played[4].init, played[0].init,
            "after the last comes the first again"
        );
        assert_eq!(played[1].init, played[0].init);
        assert_eq!(game == "snake", played[2].init != played[0].init);
        assert_ne!(
            played[4].moves, played[0].moves,
            "the bots' seeds are of the game"
        );

        // A log is a file of its openings.
        let again = folder.path().join("again.jsonl");
        let output = play(
            game,
            &[
                "--games",
                "4",
                "--openings",
                &log_name,
                "--log",
                again.to_str().unwrap(),
                "--force",
            ],
        );
        assert!(output.status.success(), "{output:?}");
        let replayed = games(&again);
        let start = |game: &GameRecord| json!([game.init, game.moves[..game.opening]]);
        for (old, new) in played.iter().zip(&replayed) {
            assert_eq!(start(old), start(new));
        }
        let header = fs::read_to_string(&again).unwrap();
        assert!(
            header.lines().next().unwrap().contains("\"openings\":\""),
            "{header}"
        );
    }
}

#[test]
fn without_swapped_seats_every_game_has_its_own_start() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("games.jsonl");
    let output = play(
        "snake",
        &["--games", "3", "--swap=no", "--log", log.to_str().unwrap()],
    );
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(" .. "), "there is an interval: {text}");
    let played = games(&log);
    assert_eq!(played.len(), 3, "an odd number stays odd");
    for (id, game) in (0..).zip(&played) {
        assert_eq!(
            (game.id, game.pair, game.seats.as_slice()),
            (id, id, &[0, 1][..])
        );
    }
    assert_ne!(played[0].init, played[1].init);
    // The match goes on as it began, and not as another one.
    let log_name = log.to_str().unwrap();
    let output = play(
        "snake",
        &["--games", "5", "--swap=no", "--log", log_name, "--resume"],
    );
    assert!(output.status.success(), "{output:?}");
    let more = games(&log);
    assert_eq!((more.len(), &more[..3]), (5, &played[..]));
    for wrong in [
        &["--games", "8"][..],
        &["--swap=no", "--opening-plies", "1"],
        &["--swap=no", "--openings", log_name],
    ] {
        let output = play("snake", &[wrong, &["--log", log_name, "--resume"]].concat());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("is of other games"), "{wrong:?}: {text}");
    }
    let header = fs::read_to_string(&log).unwrap();
    assert!(
        header.lines().next().unwrap().contains("\"swap\":false"),
        "{header}"
    );
}

#[test]
fn zero_opening_plies_is_the_start_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("games.jsonl");
    let output = play(
        "nogo",
        &[
            "--games",
            "2",
            "--opening-plies",
            "0",
            "--log",
            log.to_str().unwrap(),
        ],
    );
    assert!(output.status.success(), "{output:?}");
    for game in games(&log) {
        assert_eq!(game.opening, 0);
        let first = &game.replies[0];
        assert!(
            first.turn == 0 && first.first,
            "the first turn has twice the time"
        );
    }
}

/// Two bots that need a history which they have played themselves, in the mode that each wants.
fn needy() -> [String; 2] {
    let counts = format!("counts=cmd:{BAD_BOT} counts-lines {{seed}},simple-io,keep-running");
    [format!("needs=cmd:{BAD_BOT} needs-data {{seed}}"), counts]
}

#[test]
fn programs_of_other_people_begin_at_the_start_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let run = |words: &[&str]| {
        let mut command = Command::new(ARENA);
        command.args(words).args(needy()).args(["--game", "nogo"]);
        command.args(["--games", "4", "--time-ms", "20000"]);
        command
    };
    let log = path("games.jsonl");
    let output = run(&["match", "--log", log.to_str().unwrap()]).output();
    let output = output.unwrap();
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && !table.contains(" in game "),
        "{table}"
    );
    for game in games(&log) {
        assert_eq!(game.opening, 0);
        assert!(game.moves.len() > 9, "{game:?}");
    }
    // A number that somebody gives is for all, as its user wants.
    let given = path("given.jsonl");
    let words = [
        "match",
        "--opening-plies",
        "3",
        "--log",
        given.to_str().unwrap(),
    ];
    let output = run(&words).output().unwrap();
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains("my data is not here"), "{table}");
    assert!(games(&given).iter().all(|game| game.opening == 3));

    let league = path("league.jsonl");
    let output = run(&["league", "--out", league.to_str().unwrap()]).output();
    assert!(output.unwrap().status.success());
    let text = fs::read_to_string(&league).unwrap();
    assert!(text.contains("\"own_openings\":true"), "{text}");
    assert_eq!(text.matches("\"opening\":0,").count(), 4, "{text}");
    assert!(!text.contains("\"trouble\":"), "{text}");
}

#[test]
fn a_league_of_an_earlier_arena_goes_on_with_its_openings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("league.jsonl");
    let bot = |name: &str| format!("{name}=cmd:{BAD_BOT} good {{seed}}");
    let play = |more: &[&str]| {
        let mut command = Command::new(ARENA);
        command.args(["league", &bot("a"), &bot("b"), "--game", "nogo"]);
        command.args(["--time-ms", "20000", "--out", path.to_str().unwrap()]);
        let output = command.args(more).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        fs::read_to_string(&path).unwrap()
    };
    // As it wrote one: openings for all, and no word about it.
    let text = play(&["--games", "2", "--opening-plies", "2"]);
    assert!(!text.contains("own_openings"), "{text}");
    let text = play(&["--games", "4", "--resume"]);
    assert_eq!(text.matches("\"opening\":2,").count(), 4, "{text}");
    assert!(!text.contains("own_openings"), "{text}");
}

#[test]
fn games_that_repeat_an_earlier_one_are_counted() {
    Shell::new().types(str![[r#"
$ arena match 'a=cmd:bad-bot good 7' 'b=cmd:bad-bot good 7' --game nogo --games 6 --time-ms 20000 | grep repeat
4 of 6 games repeat an earlier one move for move, so the intervals are too narrow: these players leave nothing to chance, and all games start alike; --openings FILE or --opening-plies N gives other starts
$ arena match 'a=cmd:bad-bot good 7' 'b=cmd:bad-bot good 7' --game nogo --games 6 --time-ms 20000 --opening-plies 2 | \
    grep repeat
exit status 1
"#]]);
}

#[test]
fn starts_that_are_none_are_refused_before_the_match() {
    let shell = Shell::new();
    shell.write("starts.jsonl", "{\"moves\":[[4,4],[4,4]]}\n");
    shell.types(str![[r#"
$ arena match cmd:x cmd:y --game nogo --openings starts.jsonl
error: cannot use --openings starts.jsonl: line 1 is not a start of nogo: turn 2, [4,4]: the game ends with it INVALID_MOVE  (4,4) is not empty
exit status 1
$ arena match cmd:x cmd:y --game nogo --openings starts.jsonl --opening-plies 2
error: the argument '--openings <FILE>' cannot be used with '--opening-plies <N>'

Usage: arena match --game <GAME> --openings <FILE> <A> <B>

For more information, try '--help'.
exit status 2
$ arena match cmd:x cmd:y --game nogo --openings /no/file
error: cannot open --openings /no/file: No such file or directory (os error 2)
exit status 1
$ arena match cmd:x cmd:y --game nogo --swap maybe
error: invalid value 'maybe' for '--swap <yes|no>'
  [possible values: yes, no]

For more information, try '--help'.
exit status 2
$ arena match cmd:x cmd:y --game snakego --swap=no
error: --swap=no: a match of this game is two halves with swapped seats; leave it out
exit status 1
$ arena match cmd:x cmd:y --game snakego --openings starts.jsonl
error: cannot use --openings starts.jsonl: snakego has no openings: both games of a pair have the same items, from --seed; leave it out
exit status 1
"#]]);
}
