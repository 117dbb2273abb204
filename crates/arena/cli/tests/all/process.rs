//! One program under control.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::{BAD_BOT, LONG, SHORT, alive, new_mark, start_program, wait_for};
use ::process::{End, Limits, Process, Turn};
use arena_common::Cancel;

const MARKER: Option<&[u8]> = Some(b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
const FIRST: &[u8] = b"{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n";

fn start(behaviour: &str, mark: &str) -> Process {
    start_program(&[BAD_BOT, behaviour, "1", mark])
}

fn turn(process: Process, input: &[u8], marker: Option<&[u8]>, time: Duration) -> Turn {
    let limits = Limits {
        time,
        memory: 256 << 20,
        output: 1 << 20,
    };
    process
        .turn(input, marker, Instant::now(), &limits, &Cancel::default())
        .unwrap()
}

/// State letter of the process with this mark, as in `/proc/PID/stat`.
fn state(mark: &str) -> char {
    let pid = fs::read_dir("/proc").unwrap().flatten().find(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        line.windows(mark.len()).any(|part| part == mark.as_bytes())
    });
    let stat = fs::read_to_string(pid.unwrap().path().join("stat")).unwrap();
    stat.rsplit_once(')')
        .unwrap()
        .1
        .trim_start()
        .chars()
        .next()
        .unwrap()
}

#[test]
fn a_kept_program_is_stopped_between_its_turns() {
    let mark = new_mark();
    let first = turn(start("keep-running", &mark), FIRST, MARKER, LONG);
    assert_eq!(first.end, End::Marker);
    assert!(first.output.starts_with(b"{\"debug\":\"81 legal\""));
    let stopped = Instant::now();
    while state(&mark) != 'T' {
        assert!(stopped.elapsed() < LONG, "state {}", state(&mark));
        sleep(Duration::from_millis(5));
    }
    let second = turn(first.kept.unwrap(), b"{\"x\":0,\"y\":0}\n", MARKER, LONG);
    assert_eq!(second.end, End::Marker);
    assert!(second.output.starts_with(b"{\"debug\":\"79 legal\""));
    drop(second.kept);
    assert_eq!(alive(&mark), Vec::<String>::new());
}

#[test]
fn input_that_nobody_reads_does_not_block() {
    let input = vec![b' '; 1 << 20];
    assert_eq!(turn(start("hang", ""), &input, None, SHORT).end, End::Time);
    let exit = turn(start_program(&["true"]), &input, None, LONG).end;
    assert!(matches!(exit, End::Exit(status) if status.success()));
}

#[test]
fn memory_is_measured() {
    let good = turn(start("good", ""), FIRST, None, LONG);
    assert!(
        (1 << 20..200 << 20).contains(&good.memory),
        "{} bytes",
        good.memory
    );
    let hog = turn(start("memory-hog", ""), FIRST, None, LONG);
    assert_eq!(hog.end, End::Memory);
    assert!(
        (256 << 20..1 << 30).contains(&hog.memory),
        "the hog was let grow to {} MB",
        hog.memory >> 20
    );
}

#[test]
fn the_whole_group_ends_with_its_leader() {
    let mark = new_mark();
    let end = turn(start("child-lives-on", &mark), FIRST, None, LONG).end;
    assert!(
        matches!(end, End::Exit(status) if status.success()),
        "{end:?}"
    );
    wait_for(&mark, 0);
}

#[test]
fn a_cancelled_program_is_killed() {
    let mark = new_mark();
    let limits = Limits {
        time: LONG,
        memory: 256 << 20,
        output: 1 << 20,
    };
    let cancelled = Cancel::default();
    cancelled.cancel();
    let turn = start("hang", &mark)
        .turn(FIRST, None, Instant::now(), &limits, &cancelled)
        .unwrap();
    assert_eq!(turn.end, End::Cancelled);
    assert_eq!(alive(&mark), Vec::<String>::new());
}
