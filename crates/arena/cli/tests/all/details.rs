//! The lines below a match's tables: every failure with its cause, and where a flag cures it, the flag.

use std::time::Duration;

use snapbox::str;

use crate::common::{ARENA, LONG, bad_bot, command, contest, expected, host, run, session_bot};
use crate::shell::is;
use contest::Contest;
use players::player::Player;
use referee::Host;
use referee::conduct::Mode;
use statistics::report::report;

/// A program made of a line for the shell.
fn script(line: &str) -> Player {
    command(&["sh", "-c", line])
}

fn against_a_good_bot(player: Player) -> Contest {
    contest(player, bad_bot("good", ""), Mode::Restart, LONG, 2)
}

fn details(contest: &Contest) -> String {
    let (_, outcome) = run(contest);
    report(&outcome.tally, &contest.labels([0, 1]), Duration::ZERO)
}

#[test]
fn an_illegal_move_has_game_turn_seat_move_and_the_judges_words() {
    let ours = against_a_good_bot(bad_bot("illegal", ""));
    let judge = [ARENA, "judge", "nogo"].map(str::to_owned).to_vec();
    let official = Contest {
        host: Host {
            official: Some(judge.clone()),
            ..host("nogo")
        },
        ..ours.clone()
    };
    let unknown = Contest {
        host: Host {
            official: Some(judge),
            ..Host::default()
        },
        ..ours.clone()
    };
    for (contest, why) in [
        (ours, "; (4,9) is off the board"),
        (official, "; (4,9) is off the board"),
        (unknown, ""),
    ] {
        let text = details(&contest);
        let said = format!("INVALID_MOVE  (4,9) is forbidden position{why}\n");
        assert!(text.contains(&said), "no `{said}` in\n{text}");
        for part in [
            "illegal move in game 0, turn 1, seat 0: ",
            "illegal move in game 1, turn 2, seat 1: ",
            "{\"x\":4,\"y\":9}",
            "the judge said: INVALID_MOVE  (4,9) is forbidden position",
        ] {
            assert!(text.contains(part), "no `{part}` in\n{text}");
        }
    }
}

/// `INVALID_INPUT_VERDICT_OK` and the like say nothing to a person.
#[test]
fn a_malformed_answer_is_put_into_words_in_every_game() {
    for game in gameplay::games::standard().botzone_names() {
        let malformed = &expected(game)["malformed"];
        let [answer, said] = [0, 1].map(|part: usize| malformed[part].as_str().unwrap());
        let bad = script(&format!("echo '{{\"response\":{answer}}}'"));
        let good = session_bot(game, "--no-keep-running");
        let mut contest = contest(bad, good, Mode::Restart, LONG, 2);
        contest.host = host(game);
        let text = details(&contest);
        let line = text.lines().find(|line| line.contains(" in game 0, "));
        assert_eq!(line, Some(said), "{game}");
    }
}

#[test]
fn a_line_of_simple_io_is_shown_as_it_was_printed() {
    let mut contest = against_a_good_bot(script("echo 4,4"));
    contest.players[0].overrides.simple_io = Some(true);
    let text = details(&contest);
    let line = text.lines().find(|line| line.contains(" in game 0, "));
    is(
        line.unwrap().to_owned(),
        str![[
            r#"A sh -c echo 4,4: illegal move in game 0, turn 1, seat 0: it printed "4,4", read as {"x":4,"y":null}; the judge said: INVALID_INPUT_VERDICT_OK; y must be a number, it is null; it ended without reading its input: read the request from standard input in every turn"#
        ]],
    );
}

#[test]
fn a_death_by_the_rules_is_no_illegal_move() {
    let bot = || session_bot("snake", "--keep-running");
    let mut contest = contest(bot(), bot(), Mode::KeepRunning, LONG, 4);
    contest.host = host("snake");
    let text = details(&contest);
    assert!(text.contains("INVALIDMOVE"), "{text}");
    assert!(!text.contains("illegal move"), "{text}");
}

#[test]
fn the_flag_that_cures_it_is_named() {
    for (bot, simple, cure) in [
        (
            bad_bot("marker-without-permission", ""),
            false,
            Some("--mode keep-running"),
        ),
        (script("echo 4 4"), false, Some("--simple-io")),
        (script("read line; exit 3"), false, Some("--simple-io")),
        (
            script("echo '{\"response\":{\"x\":4,\"y\":4}}'"),
            true,
            Some("leave --simple-io out"),
        ),
        (
            script("read line; exit 3"),
            true,
            Some("leave --simple-io out"),
        ),
        // It speaks JSON, so simple IO is no cure.
        (bad_bot("exit-1", ""), false, None),
        (script("echo hello"), false, None),
    ] {
        let mut contest = against_a_good_bot(bot.clone());
        contest.rules.simple_io = simple;
        // The cure would have changed the bad bot's own game.
        contest.players[1] = session_bot("nogo", "--no-keep-running");
        if simple {
            contest.players[1] = command(&[
                "env",
                crate::common::SESSION_BOT,
                "--simple-io",
                "--nodes",
                "1",
            ]);
        }
        let text = details(&contest);
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| line.contains(" in game 0, turn 1"))
            .collect();
        assert_eq!(lines.len(), 1, "{text}");
        match cure {
            Some(cure) => assert!(text.contains(cure), "{bot:?}: {text}"),
            None => assert!(
                !text.contains("--simple-io") && !text.contains("--mode"),
                "{text}"
            ),
        }
    }
}

#[test]
fn the_first_words_of_a_failure_are_shown_however_many_follow() {
    let noise = "i=0; while [ $i -lt 2000 ]; do echo noise >&2; i=$((i+1)); done";
    let bot = script(&format!(
        "echo the cause >&2; {noise}; echo the end >&2; exit 1"
    ));
    let text = details(&against_a_good_bot(bot));
    assert!(
        text.contains("the cause\n") && text.contains("the end\n"),
        "{text}"
    );
    assert!(text.matches("noise").count() < 3000, "{}", text.len());
}

#[test]
fn two_long_commands_have_labels_that_differ() {
    let long = "/data/somebody/programs/of/this/year/bot";
    for (a, b) in [
        (
            format!("{long}-a --depth 3 --more"),
            format!("{long}-b --depth 3 --more"),
        ),
        (format!("{long} --depth 3"), format!("{long} --depth 4")),
        (
            format!("{long}{long}x{long}{long}"),
            format!("{long}{long}y{long}{long}"),
        ),
        (long.to_owned(), format!("{long}er")),
        ("围".repeat(50) + "a", "围".repeat(50) + "b"),
    ] {
        let contest = contest(command(&[&a]), command(&[&b]), Mode::Restart, LONG, 2);
        let [one, other] = contest.labels([0, 1]);
        assert_ne!(one[2..], other[2..], "{one} {other}");
        assert!(one.chars().count() <= 40 && other.chars().count() <= 40);
    }
    // Labels that are short or differ early stay as they are.
    let contest = contest(
        command(&["./bot"]),
        command(&[long]),
        Mode::Restart,
        LONG,
        2,
    );
    assert_eq!(
        contest.labels([0, 1]),
        ["A ./bot", "B /data/somebody/programs/of/thi..."]
    );
}
