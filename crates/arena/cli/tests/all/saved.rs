//! Answers that the fallback move has saved are counted, and named with game, turn and cause.

use std::process::Command;
use std::time::Duration;

use crate::common::{
    ARENA, BAD_BOT, LONG, SESSION_BOT, bad_bot, broken_bot, command, contest, host, run,
    session_bot,
};
use contest::{Contest, Outcome};
use gameplay::record::GameRecord;
use referee::Host;
use referee::conduct::Mode;
use serde_json::{Value, json};
use statistics::report::report;

const MODES: [(Mode, &str); 2] = [
    (Mode::Restart, "--no-keep-running"),
    (Mode::KeepRunning, "--keep-running"),
];

/// `saved` of each reply of player A, with the turn, in the order of the game.
fn saved(game: &GameRecord) -> Vec<(u64, Value)> {
    let game = serde_json::to_value(game).unwrap();
    let seat = if game["seats"][0] == 0 { 0 } else { 1 };
    let replies = game["replies"].as_array().unwrap();
    let own = replies.iter().filter(|reply| reply["seat"] == seat);
    own.map(|reply| {
        let number = reply["turn_no"].as_u64().unwrap();
        (number - 1, reply["saved"].clone())
    })
    .collect()
}

fn text(contest: &Contest, outcome: &Outcome) -> String {
    report(&outcome.tally, &contest.labels([0, 1]), Duration::ZERO)
}

#[test]
fn illegal_moves_that_were_saved_are_counted_in_the_turn_they_belong_to() {
    for (mode, flag) in MODES {
        for opening in [0, 3] {
            let bot = broken_bot("SESSION_BOT_ILLEGAL=5", flag);
            let mut contest = contest(bot, session_bot("nogo", flag), mode, LONG, 2);
            contest.opening_plies = opening;
            let (games, outcome) = run(&contest);
            let mut all = 0;
            for game in &games {
                for (turn, saved) in saved(game) {
                    // Request number 6 and all later ones, opening included.
                    if turn / 2 < 5 {
                        assert_eq!(saved, Value::Null, "{mode:?} turn {turn}");
                        continue;
                    }
                    all += 1;
                    assert_eq!(saved["answers"], 1, "{mode:?} turn {turn}");
                    let cause = saved["cause"].as_str().unwrap();
                    assert!(cause.starts_with("illegal move "), "{cause}");
                }
            }
            assert!(all > 20);
            let text = text(&contest, &outcome);
            // Player A has seat 0 in game 0, so its sixth request is the eleventh turn.
            assert!(
                text.contains("fallback") && text.contains(" in game 0, turn 11: illegal move "),
                "{text}"
            );
            assert!(
                text.contains(&format!("{} more saved answers", all - 1)),
                "{text}"
            );
        }
    }
}

#[test]
fn a_panic_in_mid_game_is_named_with_file_and_line() {
    for (mode, flag) in MODES {
        let bot = broken_bot("SESSION_BOT_PANIC=2", flag);
        let contest = contest(bot, session_bot("nogo", flag), mode, LONG, 2);
        let (games, outcome) = run(&contest);
        for game in &games {
            let all = saved(game);
            let there = all.iter().filter(|(_, saved)| !saved.is_null());
            assert_eq!(there.count(), 1);
            let cause = all[2].1["cause"].as_str().unwrap();
            assert!(
                cause.starts_with("panicked at crates/arena/cli/tests/helpers/session-bot.rs:")
                    && cause.ends_with(": in mid-search"),
                "{cause}"
            );
        }
        let text = text(&contest, &outcome);
        assert!(text.contains("session-bot.rs:"), "{text}");
        assert!(text.contains(" in game 0, turn 5: panicked at "), "{text}");
    }
}

#[test]
fn whoever_prints_the_prefix_is_counted() {
    let said = "echo '>>>SAVED_ANSWER<<< by luck' >&2; exec \"$0\" good";
    let bot = command(&["sh", "-c", said, BAD_BOT]);
    let contest = contest(bot, bad_bot("good", ""), Mode::Restart, LONG, 1);
    let (games, _) = run(&contest);
    let want = json!({"answers": 1, "cause": "by luck"});
    assert!(saved(&games[0]).iter().all(|(_, saved)| *saved == want));
}

#[test]
fn a_good_match_has_a_zero_and_no_line() {
    let bot = || session_bot("nogo", "--keep-running");
    let contest = contest(bot(), bot(), Mode::KeepRunning, LONG, 2);
    let (games, outcome) = run(&contest);
    assert!(!serde_json::to_string(&games).unwrap().contains("saved"));
    let text = text(&contest, &outcome);
    assert!(
        text.contains("fallback") && !text.contains("saved"),
        "{text}"
    );
}

#[test]
fn in_saiblos_halves_every_saved_answer_is_counted() {
    let bot = |word| {
        let program = env!("CARGO_BIN_EXE_saiblo-bot");
        command(&[program, word, "--seed", "{seed}", "--nodes", "1"])
    };
    for (word, first) in [
        ("fires", "illegal move fire: "),
        (
            "panics",
            "panicked at crates/arena/cli/tests/helpers/saiblo-bot.rs:",
        ),
    ] {
        let contest = Contest {
            host: Host {
                rounds: Some(30),
                ..host("snakego")
            },
            ..contest(bot(word), bot("good"), Mode::KeepRunning, LONG, 2)
        };
        let (games, outcome) = run(&contest);
        for game in &games {
            let answers = |turn: u64| game.moves[turn as usize].as_array().unwrap().len() as u64;
            let mut before = 0;
            let mut causes = Vec::new();
            for (turn, saved) in saved(game) {
                let here = answers(turn);
                // The first nine answers of the half are the bot's own.
                let want = (before + here).saturating_sub(9.max(before));
                before += here;
                assert_eq!(saved["answers"].as_u64().unwrap_or(0), want, "turn {turn}");
                causes.extend(saved["cause"].as_str().map(str::to_owned));
            }
            assert!(
                causes.len() > 5 && causes[0].starts_with(first),
                "{causes:?}"
            );
        }
        let text = text(&contest, &outcome);
        assert!(
            text.contains(" in game 0, turn ") && text.contains(first),
            "{text}"
        );
    }
}

#[test]
fn sprt_and_league_show_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("league.jsonl");
    let bad = format!("cmd:env SESSION_BOT_ILLEGAL=5 {SESSION_BOT} --seed {{seed}} --nodes 1");
    let good = format!("cmd:{SESSION_BOT} --seed {{seed}} --nodes 1");
    let common = ["--game", "nogo", "--jobs", "1"];
    let league = ["--games", "2", "--out", out.to_str().unwrap()];
    for words in [
        [&["sprt", &bad, &good, "--max-games", "2"][..], &common].concat(),
        [&["league", &bad, &good][..], &league, &common].concat(),
    ] {
        let output = Command::new(ARENA).args(&words).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        // In a league A is the player with the earlier name.
        let turn = if words[0] == "league" { 12 } else { 11 };
        let case = format!("turn {turn}: illegal move ");
        let line = text.lines().find(|line| line.contains(&case));
        assert!(line.is_some_and(|line| line.contains("game 0")), "{text}");
        assert!(text.contains("fallback"), "{text}");
    }
}
