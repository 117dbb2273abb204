//! Live matches against a small site on the loopback interface.

mod mock;
mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::read_games;
use crate::common::{LONG, bad_bot, session_bot};
use arena_common::Cancel;
use mock::{Manner, Mock, SECRET};
use players::player::Player;
use referee::conduct::{Mode, Rules};
use site::localai::run::{Create, Setup, run};
use site::localai::seat::{History, LiveMatch, LivePlayer, Offer};
use site::localai::secret::PersonalUrl;
use site::localai::site::Waits;
use site::localai::summary::Summary;

/// Short where the real client waits for seconds; a reply of the mock is there at once.
const WAITS: Waits = Waits {
    poll: Duration::from_secs(1),
    retry: Duration::from_millis(1),
    trouble: Duration::from_millis(1),
    troubles: 10,
};

fn live_player(game: &str, program: Player) -> LivePlayer {
    let (game, botzone) = gameplay::games::standard().find_botzone(game).unwrap();
    LivePlayer {
        game,
        botzone,
        program,
        rules: Rules::new(Mode::Restart, LONG),
        globaldata: Arc::default(),
    }
}

fn setup(player: Player, folder: &Path) -> Setup {
    Setup {
        player: live_player("nogo", player),
        seed: 1,
        jobs: 2,
        matches: None,
        create: None,
        state: folder.join("state.json"),
        log: None,
    }
}

/// One run, and everything it has said.
fn play(setup: &Setup, mock: &Mock) -> (anyhow::Result<Summary>, String) {
    let (mut out, mut warnings) = (Vec::new(), Vec::new());
    let url = PersonalUrl::parse(&mock.url()).unwrap();
    let summary = run(setup, url, WAITS, &mut out, &mut warnings);
    out.extend(warnings);
    (summary, String::from_utf8(out).unwrap())
}

#[test]
fn two_hundred_matches_with_faults() {
    const MATCHES: u32 = 200;
    let folder = tempfile::tempdir().unwrap();
    let mut setup = setup(session_bot("nogo", "--keep-running"), folder.path());
    setup.player.rules.mode = Some(Mode::KeepRunning);
    setup.log = Some(folder.path().join("live.jsonl"));
    let cancel = Arc::new(Mutex::new(setup.player.rules.cancel.clone()));
    let mock = Mock::start(Manner::Faulty, MATCHES, 8, cancel.clone());
    let (mut texts, mut games) = (String::new(), 0);
    for _ in 0..100 {
        let (summary, text) = play(&setup, &mock);
        let summary = summary.unwrap();
        assert!(summary.cancelled);
        texts.push_str(&text);
        let log = fs::read_to_string(folder.path().join("live.jsonl")).unwrap();
        let (_, records) = read_games(log.as_bytes());
        // The log is appended to.
        assert!(records.len() >= games);
        games = records.len();
        texts.push_str(&log);
        if mock.over.load(Ordering::Relaxed) {
            assert_eq!(summary.open, Vec::<String>::new());
            break;
        }
        texts.push_str(&fs::read_to_string(&setup.state).unwrap());
        setup.player.rules.cancel = Cancel::default();
        *cancel.lock().unwrap() = setup.player.rules.cancel.clone();
    }
    let report = mock.finish();
    assert_eq!(report.violations, Vec::<String>::new());
    let told: BTreeSet<&str> = texts
        .lines()
        .filter(|line| line.starts_with("match ") && line.contains(": seat "))
        .collect();
    assert_eq!(told.len() as u32, MATCHES);
    assert_eq!(report.ends.values().sum::<u32>(), MATCHES);
    assert_eq!(
        report.accepted, report.requests,
        "one answer for every request"
    );
    assert_eq!(games as u32, report.ends["finished"]);
    assert!(!setup.state.exists());
    // The checks above prove little unless much went wrong.
    assert!(
        report.ends["aborted"] >= 5 && report.repeats >= 50,
        "{report:?}"
    );
    for fault in [
        "status before",
        "status after",
        "garbage before",
        "garbage after",
        "reset at once",
        "reset before",
        "reset after",
        "cut off",
        "time-out before",
        "time-out after",
        "old request",
        "request twice",
        "restart",
    ] {
        assert!(
            report.faults.contains_key(fault),
            "no {fault} in {report:?}"
        );
    }
    assert!(texts.contains("***"), "no fault had the secret in it");
    assert!(!texts.contains(SECRET));
}

#[test]
fn a_bot_that_fails_is_replaced_by_legal_moves() {
    for (behaviour, said) in [
        ("exit-1", "RE: it exited with status 1"),
        ("not-json", "NJ: "),
        ("illegal", "an illegal move {\"x\":4,\"y\":9}: "),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut setup = setup(bad_bot(behaviour, ""), folder.path());
        setup.matches = Some(2);
        let mock = Mock::start(Manner::Good, 2, 2, Arc::default());
        let (summary, text) = play(&setup, &mock);
        assert_eq!(summary.unwrap().ended(), 2);
        assert!(
            text.contains("a legal move was sent instead: ") && text.contains(said),
            "{text}"
        );
        let report = mock.finish();
        assert_eq!(report.violations, Vec::<String>::new());
        assert_eq!(report.accepted, report.requests);
    }
}

#[test]
fn a_bot_of_simple_io_plays_whatever_the_site_speaks() {
    for mode in [Mode::Restart, Mode::KeepRunning] {
        let folder = tempfile::tempdir().unwrap();
        let flag = match mode {
            Mode::Restart => "--no-keep-running",
            Mode::KeepRunning => "--keep-running",
        };
        let mut player = session_bot("nogo", flag);
        player.overrides.simple_io = Some(true);
        player.overrides.args = vec!["--simple-io".to_owned()];
        player.overrides.mode = Some(mode);
        let mut setup = setup(player, folder.path());
        setup.matches = Some(4);
        let mock = Mock::start(Manner::Good, 4, 2, Arc::default());
        let (summary, text) = play(&setup, &mock);
        assert_eq!(summary.unwrap().ended(), 4);
        assert!(!text.contains("a legal move was sent instead"), "{text}");
        let report = mock.finish();
        assert_eq!(report.violations, Vec::<String>::new());
        assert!(report.requests > 8 && report.accepted == report.requests);
    }
}

#[test]
fn answers_that_a_fallback_move_has_saved_are_counted() {
    for (player, at_least, said) in [
        (
            crate::common::broken_bot("SESSION_BOT_ILLEGAL=2", "--no-keep-running"),
            4,
            "turn 3: illegal move ",
        ),
        (
            crate::common::broken_bot("SESSION_BOT_PANIC=1", "--no-keep-running"),
            2,
            "turn 2: panicked at crates/arena/cli/tests/helpers/session-bot.rs:",
        ),
        (
            bad_bot("exit-1", ""),
            2,
            "turn 1: RE: it exited with status 1",
        ),
        (bad_bot("illegal", ""), 2, "turn 1: an illegal move {"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut setup = setup(player, folder.path());
        setup.matches = Some(2);
        let mock = Mock::start(Manner::Good, 2, 2, Arc::default());
        let text = play(&setup, &mock).0.unwrap().to_string();
        mock.finish();
        let (_, rest) = text.split_once(" aborted\n").unwrap();
        let (count, rest) = rest
            .split_once(" answers saved by a fallback move, the first in match ")
            .unwrap();
        assert!(count.parse::<u32>().unwrap() >= at_least, "{text}");
        assert!(rest.contains(said), "{text}");
    }
}

#[test]
fn matches_are_created_with_swapped_seats() {
    let folder = tempfile::tempdir().unwrap();
    let mut setup = setup(session_bot("nogo", "--no-keep-running"), folder.path());
    setup.matches = Some(2);
    setup.create = Some(Create {
        opponent: "abc".to_owned(),
        seconds: Some(3),
    });
    let mock = Mock::start(Manner::Good, 0, 0, Arc::default());
    let (summary, text) = play(&setup, &mock);
    assert_eq!(summary.unwrap().ended(), 2);
    assert_eq!(text.matches("created match ").count(), 2);
    let created = mock.finish().created;
    assert_eq!(created.len(), 2);
    for (own, headers) in created.iter().enumerate() {
        for (name, value) in [
            ("x-game".to_owned(), "NoGo"),
            (format!("x-player-{own}"), "me"),
            (format!("x-player-{}", 1 - own), "abc"),
            ("x-usesimpleio".to_owned(), "false"),
            ("x-timelimit".to_owned(), "3"),
        ] {
            assert!(headers.contains(&(name, value.to_owned())), "{headers:?}");
        }
    }
}

#[test]
fn a_refusal_names_the_cure() {
    for (status, cure) in [
        (400, "remove that file"),
        (401, "copy the URL again"),
        (302, "copy the personal URL again"),
        (500, "10 times in a row; try again later"),
        (503, "10 times in a row; try again later"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let setup = setup(bad_bot("good", ""), folder.path());
        let mock = Mock::start(Manner::Status(status), 0, 0, Arc::default());
        let (summary, text) = play(&setup, &mock);
        let error = format!("{:?}", summary.unwrap_err());
        assert!(error.contains(cure), "{error}");
        assert!(
            !error.contains(SECRET) && !text.contains(SECRET),
            "{error}{text}"
        );
        mock.finish();
    }
}

#[test]
fn an_unreachable_site_does_not_show_the_secret() {
    let folder = tempfile::tempdir().unwrap();
    let setup = setup(bad_bot("good", ""), folder.path());
    // Nobody listens on port 1; the port of a server that has ended might have a new owner.
    let url = format!("http://127.0.0.1:1/api/user/{SECRET}/localai");
    let url = PersonalUrl::parse(&url).unwrap();
    let cancel = setup.player.rules.cancel.clone();
    /// Cancels the run at its first warning.
    struct Once(Cancel, Vec<u8>);
    impl std::io::Write for Once {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.cancel();
            self.1.write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut warnings = Once(cancel, Vec::new());
    run(&setup, url, WAITS, &mut Vec::new(), &mut warnings).unwrap();
    let text = String::from_utf8(warnings.1).unwrap();
    assert!(text.contains("refused") && !text.contains(SECRET), "{text}");
}

#[test]
fn equal_requests_are_told_apart_by_the_rules() {
    let turn = |live: &mut LiveMatch, line: &str| {
        let (offer, warning) = live.offer(line).unwrap();
        assert_eq!(warning, None);
        assert_eq!(live.answer(), Ok(None));
        live.history.accepted = true;
        offer
    };
    let start = |game: &str| {
        let player = live_player(game, session_bot(game, "--no-keep-running"));
        LiveMatch::new(&player, History::new("a".to_owned(), 1)).unwrap()
    };
    // Player 0 comes from the other corner, and both can go on for a while.
    let mut live = start("snake");
    let map = r#"{"height":16,"width":12,"obstacle":[],"x":16,"y":12}"#;
    assert_eq!(turn(&mut live, map), Offer::New);
    assert_eq!(turn(&mut live, map), Offer::Again);
    for _ in 0..3 {
        assert_eq!(turn(&mut live, "{\"direction\":1}"), Offer::New);
    }
    assert_eq!(live.history.responses.len(), 4);
    let mut live = start("nogo");
    assert_eq!(turn(&mut live, "-1 -1"), Offer::New);
    let first = live.history.responses[0].clone();
    assert_eq!(live.offer("-1 -1"), Ok((Offer::Again, None)));
    assert!(live.header().is_some(), "the answer goes out again");
    assert_eq!(live.history.responses, [first]);
    // Black may not play where white is: the match has parted from the rules, and goes on.
    assert!(
        live.offer("7 77")
            .unwrap()
            .1
            .unwrap()
            .contains("does not fit")
    );
    assert_eq!(
        live.offer("3 3"),
        Err("a second request before the first was answered".to_owned())
    );
    assert!(live.offer("hello").is_err());
}
