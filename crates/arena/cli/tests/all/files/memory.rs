//! 100,000 games in bounded memory.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{game, header, league};
use crate::common::ARENA;

const GAMES: u32 = 100_000;
/// The most that the arena may hold, in bytes.
const MOST: u64 = 100 << 20;

/// A league's file with every game that `keep` takes.
fn write(path: &Path, header: &str, keep: impl Fn(u32) -> bool) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    writeln!(file, "{header}").unwrap();
    for id in (0..GAMES).filter(|id| keep(*id)) {
        writeln!(file, "{}", game(id, 8)).unwrap();
    }
    file.flush().unwrap();
}

/// Runs it and returns its standard output and its peak memory in bytes. That is asked for while it runs: what the
/// system reports afterwards includes the peak of the process that started it.
fn peak(command: &mut Command) -> (String, u64) {
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    let end = loop {
        if let Some(end) = child.try_wait().unwrap() {
            break end;
        }
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next());
        most = most.max(peak.map_or(0, |kib| kib.parse::<u64>().unwrap() << 10));
        std::thread::sleep(std::time::Duration::from_millis(2));
    };
    assert!(end.success() && most > 0);
    let text = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    (text, most)
}

#[test]
fn a_league_of_100_000_games_is_resumed_and_merged_in_100_mb() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let header = header(GAMES);

    let whole = path("whole.jsonl");
    write(&whole, &header, |_| true);
    let (text, memory) = peak(&mut league(&whole, GAMES, &["--resume"]));
    assert!(text.contains("100000 games"), "{text}");
    assert!(text.contains("peak memory of the arena: "), "{text}");
    assert!(memory <= MOST, "--resume took {} MB", memory >> 20);

    let (late, early) = (path("late.jsonl"), path("early.jsonl"));
    write(&late, &header, |id| id % 4 > 1);
    write(&early, &header, |id| id % 4 < 2);
    let out = path("merged.jsonl");
    let mut merge = Command::new(ARENA);
    merge
        .arg("merge")
        .args([&late, &early])
        .arg("--out")
        .arg(&out);
    let (text, memory) = peak(&mut merge);
    assert!(text.contains("100000 games"), "{text}");
    assert!(memory <= MOST, "merge took {} MB", memory >> 20);
    // The same bytes, in the order of the league.
    let cmp = Command::new("cmp").arg(&whole).arg(&out).output().unwrap();
    assert!(cmp.status.success(), "{cmp:?}");
}
