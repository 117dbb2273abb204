//! Every kind of bad bot gets its verdict, and nothing of it is left running.

use std::time::Duration;

use crate::common::{LONG, SESSION_BOT, SHORT, alive, bad_bot, command, contest, new_mark, run};
use gameplay::record::{GameRecord, ReplyRecord, Verdict};
use referee::botzone::probe::{Protocol, probe};
use referee::conduct::Mode;
use statistics::report::report;

/// One game of a bad bot against a good one; the bad bot has seat 0. Checks that nothing is left running.
fn game(behaviour: &str, mode: Mode, time: Duration) -> GameRecord {
    let mark = new_mark();
    let contest = contest(
        bad_bot(behaviour, &mark),
        bad_bot("good", &mark),
        mode,
        time,
        1,
    );
    let (games, outcome) = run(&contest);
    assert!(outcome.stopped.is_none(), "{:?}", outcome.stopped);
    assert_eq!(
        alive(&mark),
        Vec::<String>::new(),
        "left running by {behaviour}"
    );
    games.into_iter().next().unwrap()
}

/// The bad bot's first answer has this verdict, and the judge ends the game with this error.
fn fails_at_once(behaviour: &str, mode: Mode, time: Duration, verdict: Verdict) -> String {
    let game = game(behaviour, mode, time);
    assert_eq!(game.replies[0].verdict, verdict, "{:?}", game.replies[0]);
    assert_eq!(
        game.result.err,
        Some(format!("INVALID_INPUT_VERDICT_{}", verdict.name()))
    );
    assert_eq!((game.result.winner, game.moves.len()), (Some(1), 1));
    assert_eq!(
        game.moves[0].to_string(),
        format!(r#"{{"response":null,"verdict":"{}"}}"#, verdict.name())
    );
    game.replies[0].failure.as_ref().unwrap().english()
}

/// All answers of both bots are OK and the game ends by the rules.
fn plays_well(behaviour: &str, mode: Mode) {
    let game = game(behaviour, mode, LONG);
    assert!(
        game.replies
            .iter()
            .all(|reply| reply.verdict == Verdict::Ok),
        "{:?}",
        game.replies
    );
    assert_eq!(game.result.err, None);
    assert!(game.result.winner.is_some() && game.moves.len() > 20);
}

#[test]
fn a_good_bot_plays_in_both_modes() {
    plays_well("good", Mode::Restart);
    plays_well("keep-running", Mode::KeepRunning);
}

#[test]
fn crash_is_re() {
    let failure = fails_at_once("crash", Mode::Restart, LONG, Verdict::Re);
    assert!(
        failure.contains("signal 6") && failure.contains("about to crash"),
        "{failure}"
    );
    fails_at_once("crash", Mode::KeepRunning, LONG, Verdict::Re);
}

#[test]
fn exit_status_is_re() {
    let failure = fails_at_once("exit-1", Mode::Restart, LONG, Verdict::Re);
    assert!(
        failure.contains("status 1") && failure.contains("a sad message"),
        "{failure}"
    );
    fails_at_once("exit-1", Mode::KeepRunning, LONG, Verdict::Re);
}

#[test]
fn hang_is_tle() {
    let failure = fails_at_once("hang", Mode::Restart, SHORT, Verdict::Tle);
    let waited = failure.strip_prefix("no answer after ");
    let seconds = waited.and_then(|rest| rest.split(' ').next()?.parse().ok());
    assert!(
        seconds.is_some_and(|seconds: f64| seconds >= 0.4),
        "the first turn has twice the time: {failure}"
    );
    fails_at_once("hang", Mode::KeepRunning, SHORT, Verdict::Tle);
}

#[test]
fn stall_in_mid_line_is_tle() {
    fails_at_once("stall", Mode::Restart, SHORT, Verdict::Tle);
    fails_at_once("stall", Mode::KeepRunning, SHORT, Verdict::Tle);
}

#[test]
fn late_is_tle() {
    fails_at_once("late", Mode::Restart, SHORT, Verdict::Tle);
    fails_at_once("late", Mode::KeepRunning, SHORT, Verdict::Tle);
}

#[test]
fn staying_alive_after_the_answer_is_tle() {
    fails_at_once("stay", Mode::Restart, SHORT, Verdict::Tle);
    fails_at_once("close-stdout", Mode::Restart, SHORT, Verdict::Tle);
}

#[test]
fn stdout_flood_is_ole() {
    fails_at_once("stdout-flood", Mode::Restart, LONG, Verdict::Ole);
    fails_at_once("stdout-flood", Mode::KeepRunning, LONG, Verdict::Ole);
}

#[test]
fn stderr_flood_is_no_crime() {
    plays_well("stderr-flood", Mode::Restart);
    plays_well("stderr-flood", Mode::KeepRunning);
}

#[test]
fn memory_hog_is_mle() {
    let failure = fails_at_once("memory-hog", Mode::Restart, LONG, Verdict::Mle);
    assert!(
        failure.contains(" MB, over the limit of 256 MB; ,memory-mb=N behind the player"),
        "{failure}"
    );
    fails_at_once("memory-hog", Mode::KeepRunning, LONG, Verdict::Mle);
}

#[test]
fn output_that_is_not_one_json_value_is_nj() {
    for mode in [Mode::Restart, Mode::KeepRunning] {
        fails_at_once("not-json", mode, LONG, Verdict::Nj);
        fails_at_once("two-lines", mode, LONG, Verdict::Nj);
    }
    fails_at_once(
        "marker-without-permission",
        Mode::Restart,
        LONG,
        Verdict::Nj,
    );
}

#[test]
fn bytes_that_are_not_utf8_are_replaced_and_noted() {
    let gbk = bad_bot("gbk", "");
    let contest = contest(bad_bot("good", ""), gbk, Mode::Restart, LONG, 2);
    let (games, outcome) = run(&contest);
    let mut replies = games.iter().flat_map(|game| {
        let own = |reply: &&ReplyRecord| game.seats[reply.seat] == 1;
        game.replies.iter().filter(own)
    });
    assert!(replies.all(|reply| {
        let debug = reply.debug.as_deref().unwrap();
        reply.verdict == Verdict::Ok
            && reply.not_utf8
            && debug.ends_with(" \u{fffd}\u{fffd}\u{fffd}")
    }));
    assert!(games[0].replies.iter().any(|reply| !reply.not_utf8));
    let table = report(&outcome.tally, &contest.labels([0, 1]), outcome.wall);
    let line = format!(
        "{}: its output in game 0, turn 2 is not UTF-8",
        contest.labels([0, 1])[1]
    );
    assert_eq!(table.matches("not UTF-8").count(), 1, "{table}");
    assert!(table.contains(&line), "{table}");
    let mut simple = contest.clone();
    simple.players[0] = bad_bot("gbk-in-simple-io", "");
    simple.players[0].overrides.simple_io = Some(true);
    let reply = run(&simple).0[0].replies[0].clone();
    assert_eq!((reply.verdict, reply.failure), (Verdict::Ok, None));
    assert!(reply.not_utf8 && reply.debug.as_deref() == Some("\u{fffd}\u{fffd}"));
    // Nor does it hide what the program speaks.
    let games = gameplay::games::standard();
    let (_, nogo) = games.find_botzone("nogo").unwrap();
    let launch = contest.players[1].launch(&contest.rules, 1).unwrap();
    assert_eq!(
        probe(nogo, &launch, &contest.rules).unwrap().protocol,
        Protocol::Json
    );
}

#[test]
fn answer_without_marker_while_staying_alive_is_tle() {
    fails_at_once("no-marker", Mode::KeepRunning, SHORT, Verdict::Tle);
}

#[test]
fn answer_without_marker_and_exit_means_restart() {
    plays_well("good", Mode::KeepRunning);
}

#[test]
fn marker_in_two_writes_is_a_marker() {
    plays_well("split-marker", Mode::KeepRunning);
}

#[test]
fn what_follows_the_marker_belongs_to_the_next_turn() {
    plays_well("blank-after-marker", Mode::KeepRunning);
    let game = game("junk-after-marker", Mode::KeepRunning, LONG);
    assert_eq!(game.replies[0].verdict, Verdict::Ok);
    assert_eq!(game.replies[2].verdict, Verdict::Nj);
}

#[test]
fn a_kept_program_fails_in_a_later_turn() {
    let game_of_exit = game("exit-after-marker", Mode::KeepRunning, LONG);
    let verdicts: Vec<Verdict> = game_of_exit
        .replies
        .iter()
        .map(|reply| reply.verdict)
        .collect();
    // The exit may come before or after the stop: it is noticed when the program is asked again.
    assert_eq!(verdicts, [Verdict::Ok, Verdict::Ok, Verdict::Re]);
}

#[test]
fn a_later_turn_has_the_plain_limit() {
    let bots = ["hang-later", "good"].map(|behaviour| bad_bot(behaviour, ""));
    let [bad, good] = bots;
    let mut contest = contest(bad, good, Mode::KeepRunning, LONG, 1);
    contest.rules.kept_time = SHORT;
    let (games, _) = run(&contest);
    let last = games[0].replies.last().unwrap();
    assert_eq!(
        (last.seat, last.verdict, last.first),
        (0, Verdict::Tle, false)
    );
    let ms = last.ms.unwrap();
    assert!(
        ms >= SHORT.as_secs_f64() * 1e3 && ms < LONG.as_secs_f64() * 1e3,
        "{ms} ms"
    );
}

#[test]
fn illegal_move_is_ok_and_loses() {
    for mode in [Mode::Restart, Mode::KeepRunning] {
        let game = game("illegal", mode, LONG);
        assert_eq!(game.replies[0].verdict, Verdict::Ok);
        assert_eq!(
            game.result.err.as_deref(),
            Some("INVALID_MOVE  (4,9) is forbidden position")
        );
        assert_eq!(
            (game.result.winner, game.moves[0].to_string().as_str()),
            (Some(1), "[4,9]")
        );
    }
}

#[test]
fn children_that_live_on_are_killed() {
    plays_well("child-lives-on", Mode::Restart);
    plays_well("child-lives-on", Mode::KeepRunning);
    let mark = new_mark();
    let mut contest = contest(
        bad_bot("child-escapes", &mark),
        bad_bot("illegal", &mark),
        Mode::Restart,
        LONG,
        1,
    );
    contest.opening_plies = 2;
    let (games, _) = run(&contest);
    assert_eq!(games[0].replies[0].verdict, Verdict::Ok);
    assert_eq!(alive(&mark), Vec::<String>::new());
}

#[test]
fn panic_in_mid_search_is_answered_by_the_hook() {
    for mode in [Mode::Restart, Mode::KeepRunning] {
        let flag = if mode == Mode::Restart {
            "--no-keep-running"
        } else {
            "--keep-running"
        };
        let mark = new_mark();
        // A session bot takes no mark, so its path holds it.
        let folder = tempfile::Builder::new().prefix(&mark).tempdir().unwrap();
        let program = folder.path().join("session-bot");
        std::os::unix::fs::symlink(SESSION_BOT, &program).unwrap();
        let panicking = command(&[
            "env",
            "SESSION_BOT_PANIC=2",
            program.to_str().unwrap(),
            flag,
            "--seed",
            "{seed}",
        ]);
        let (games, _) = run(&contest(panicking, bad_bot("good", &mark), mode, LONG, 1));
        assert_eq!(alive(&mark), Vec::<String>::new());
        assert!(
            games[0]
                .replies
                .iter()
                .all(|reply| reply.verdict == Verdict::Ok),
            "{:?}",
            games[0].replies
        );
        assert_eq!(games[0].result.err, None);
        let debug = |turn: usize| games[0].replies[turn].debug.is_some();
        assert!(
            debug(0) && debug(2) && !debug(4) && debug(6),
            "turn 2 of the bot has the hook's answer"
        );
    }
}

#[test]
fn a_program_that_does_not_exist_stops_the_match() {
    let (games, outcome) = run(&contest(
        command(&["/no/such/bot"]),
        bad_bot("good", ""),
        Mode::Restart,
        LONG,
        2,
    ));
    assert!(games.is_empty());
    let Some(arena_common::Stop::Failed(error)) = outcome.stopped else {
        panic!("{:?}", outcome.stopped)
    };
    assert!(
        error
            .to_string()
            .contains("cannot start `/no/such/bot`; check the path"),
        "{error}"
    );
}
