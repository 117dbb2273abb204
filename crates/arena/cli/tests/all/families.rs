//! The processes that programs start and leave behind, and the memory of each program.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{BAD_BOT, LONG, alive, bad_bot, contest, new_mark, run, start_program};
use ::process::{End, Limits, Process, Turn};
use arena_common::Cancel;
use gameplay::record::Verdict;
use referee::conduct::Mode;

const MARKER: Option<&[u8]> = Some(b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
const FIRST: &[u8] = b"{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n";
const NOBODY: Vec<String> = Vec::new();

fn start(behaviour: &str, mark: &str) -> Process {
    start_program(&[BAD_BOT, behaviour, "1", mark])
}

fn turn(process: Process, input: &[u8], marker: Option<&[u8]>, memory: u64) -> Turn {
    let limits = Limits {
        time: LONG,
        memory,
        output: 1 << 20,
    };
    let never = Cancel::default();
    process
        .turn(input, marker, Instant::now(), &limits, &never)
        .unwrap()
}

/// State letters of the processes with this mark, as in `/proc/PID/stat`.
fn states(mark: &str) -> String {
    fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter(|entry| {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(mark)
        })
        .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok())
        .filter_map(|stat| stat.rsplit_once(") ")?.1.chars().next())
        .collect()
}

/// Waits until they have these states.
fn wait_for_states(mark: &str, wanted: &str) {
    let started = Instant::now();
    while states(mark) != wanted {
        assert!(started.elapsed() < LONG, "{} not {wanted}", states(mark));
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn the_arenas_own_memory_is_not_the_programs() {
    let ballast = vec![1u8; 300 << 20];
    let turn = turn(start("good", ""), FIRST, None, 64 << 20);
    assert!(
        matches!(turn.end, End::Exit(status) if status.success()),
        "{turn:?}"
    );
    assert!(turn.memory < 32 << 20, "{} MB", turn.memory >> 20);
    assert!(ballast.iter().all(|&byte| byte == 1));
}

#[test]
fn a_short_burst_over_the_memory_limit_is_caught() {
    let turn = turn(start("memory-burst", ""), FIRST, None, 64 << 20);
    assert_eq!(turn.end, End::Memory);
}

#[test]
fn nothing_of_a_program_lives_after_its_turn() {
    for behaviour in [
        "child-lives-on",
        "child-escapes",
        "child-joins",
        "daemon-escapes",
    ] {
        let mark = new_mark();
        let turn = turn(start(behaviour, &mark), FIRST, None, 256 << 20);
        assert_eq!(alive(&mark), NOBODY, "{behaviour}");
        assert!(
            matches!(turn.end, End::Exit(status) if status.success()),
            "{turn:?}"
        );
    }
}

#[test]
fn a_kept_programs_family_stands_still_between_its_turns_and_ends_with_it() {
    let (mark, other) = (new_mark(), new_mark());
    let first = turn(
        start("keep-an-escaped-child", &mark),
        FIRST,
        MARKER,
        256 << 20,
    );
    assert_eq!(first.end, End::Marker);
    wait_for_states(&mark, "TT");
    // Another game ends meanwhile, with a stray of its own.
    turn(start("child-escapes", &other), FIRST, None, 256 << 20);
    assert_eq!((alive(&other), states(&mark).as_str()), (NOBODY, "TT"));
    let input = b"{\"x\":0,\"y\":0}\n";
    let second = turn(first.kept.unwrap(), input, MARKER, 256 << 20);
    assert_eq!(second.end, End::Marker);
    wait_for_states(&mark, "TT");
    drop(second.kept);
    assert_eq!(alive(&mark), NOBODY);
}

#[test]
fn a_kept_programs_family_goes_on_in_its_turn() {
    let mark = new_mark();
    let first = turn(
        start("keep-an-escaped-child", &mark),
        FIRST,
        MARKER,
        256 << 20,
    );
    wait_for_states(&mark, "TT");
    let limits = Limits {
        time: LONG,
        memory: 256 << 20,
        output: 1 << 20,
    };
    let cancel = Cancel::default();
    std::thread::scope(|scope| {
        // Without input the turn goes on until it is cancelled.
        let process = first.kept.unwrap();
        let turn = scope.spawn(|| process.turn(b"", MARKER, Instant::now(), &limits, &cancel));
        wait_for_states(&mark, "SS");
        cancel.cancel();
        assert_eq!(turn.join().unwrap().unwrap().end, End::Cancelled);
    });
    assert_eq!(alive(&mark), NOBODY);
}

#[test]
fn a_bot_that_kills_its_parent_loses() {
    let mark = new_mark();
    let bots = [bad_bot("kill-the-parent", &mark), bad_bot("good", "")];
    let [mut a, b] = bots;
    a.overrides.no_sandbox = true;
    let (games, outcome) = run(&contest(a, b, Mode::Restart, LONG, 2));
    assert!(outcome.stopped.is_none(), "{outcome:?}");
    for game in games {
        let killer = game.seats.iter().position(|&player| player == 0);
        let verdict = game.replies.iter().find(|reply| Some(reply.seat) == killer);
        assert_eq!(verdict.unwrap().verdict, Verdict::Re);
    }
    assert_eq!(alive(&mark), NOBODY);
}
