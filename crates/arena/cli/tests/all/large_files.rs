//! Whatever strangers' file is read, it takes a bounded amount of memory, and the error names the file, the limit and the cure.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::common::ARENA;
use crate::import_packs::a_match;

/// The address space of the arena in KiB, less than half of a huge file.
const SPACE: u32 = 2 << 20;
const HUGE: u64 = 5 << 30;

/// Makes a file of zeros behind `start`, which takes no room on the disk.
fn huge(path: PathBuf, start: &str) -> String {
    fs::write(&path, start).unwrap();
    let file = OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(HUGE).unwrap();
    path.display().to_string()
}

/// The arena's error in a bounded address space, where it must fail.
fn refused(words: &[&str], stdin: Option<&str>) -> String {
    let mut command = Command::new("/bin/sh");
    let script = format!("ulimit -v {SPACE}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, ARENA]).args(words);
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(match stdin {
        Some(file) => File::open(file).unwrap().into(),
        None => Stdio::null(),
    });
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code().is_some_and(|code| code > 0),
        "{words:?}: {}: {said}",
        output.status
    );
    said
}

fn bomb(path: &Path) -> String {
    let mut zip = ZipWriter::new(File::create(path).unwrap());
    zip.start_file("all.matches", SimpleFileOptions::default())
        .unwrap();
    for _ in 0..20 {
        zip.write_all(&vec![b' '; 1 << 20]).unwrap();
    }
    zip.finish().unwrap();
    path.display().to_string()
}

#[test]
fn every_reader_has_a_limit_that_its_error_names_with_file_and_cure() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let zeros = huge(path("zeros.json"), "");
    let source = huge(path("zeros.py"), "");
    let array = huge(path("array.json"), "[");
    let wide = path("wide.json");
    fs::write(&wide, [0xff, 0xfe]).unwrap();
    OpenOptions::new()
        .write(true)
        .open(&wide)
        .unwrap()
        .set_len(HUGE)
        .unwrap();
    let wide = wide.display().to_string();
    let packed = bomb(&path("bomb.zip"));
    let nested = path("nested.json");
    fs::write(&nested, "[".repeat(1 << 20)).unwrap();
    let nested = nested.display().to_string();
    let game = path("game.json");
    fs::write(&game, a_match("nogo", ["a", "b"])).unwrap();
    let log = path("log.jsonl");
    let [game, log] = [game, log].map(|path| path.display().to_string());
    let made = Command::new(ARENA)
        .args(["import", &game, "--out", &log])
        .output();
    assert!(made.unwrap().status.success());
    let file = OpenOptions::new().write(true).open(&log).unwrap();
    file.set_len(HUGE).unwrap();
    let package = path("package");
    fs::create_dir(&package).unwrap();
    fs::write(package.join("__main__.py"), "").unwrap();
    huge(package.join("net.bin"), "");
    let package = package.display().to_string();
    let secret = huge(path("url"), "");
    fs::set_permissions(&secret, Permissions::from_mode(0o600)).unwrap();
    let out = path("out.jsonl").display().to_string();
    let right = "check that it is the right file";
    for (words, file, limit, cure) in [
        (&["import", &zeros][..], &zeros, "16 MiB", right),
        (
            &["import", &packed],
            &packed,
            "line 1 has no end within 16 MiB",
            right,
        ),
        (
            &["import", &nested],
            &nested,
            "recursion limit",
            "save the site's log as it came",
        ),
        (
            &["import", &array, &game],
            &array,
            "64 MiB",
            "with a match a line",
        ),
        (
            &["import", &wide, &game],
            &wide,
            "64 MiB",
            "with a match a line",
        ),
        (
            &["replay", &zeros],
            &zeros,
            "line 1 has no end within 16 MiB",
            right,
        ),
        (
            &["replay", &log],
            &log,
            "line 3 has no end within 64 MiB",
            right,
        ),
        (
            &["merge", &zeros, &log, "--out", &out],
            &zeros,
            "16 MiB",
            right,
        ),
        (
            &["match", "nogo-random", "nogo-greedy", "--openings", &zeros],
            &zeros,
            "64 MiB",
            right,
        ),
        (&["league", "--file", &zeros], &zeros, "64 MiB", right),
        (&["verify", &zeros], &zeros, "64 MiB", right),
        (
            &["match", &source, &source, "--game", "nogo"],
            &source,
            "64 MiB",
            right,
        ),
        (
            &["match", &package, &package, "--game", "nogo"],
            &package,
            "256 MB",
            "leave there only what the bot needs",
        ),
        (
            &["localai", "nogo-greedy", "--url-file", &secret],
            &secret,
            "64 MiB",
            right,
        ),
    ] {
        let said = refused(words, None);
        assert!(
            [file.as_str(), limit, cure]
                .iter()
                .all(|part| said.contains(part)),
            "{words:?}: {said}"
        );
    }
    for words in [&["judge", "nogo"][..], &["judge", "gomoku"]] {
        let said = refused(words, Some(&zeros));
        assert!(
            said.contains("the judge's input") && said.contains("64 MiB"),
            "{said}"
        );
    }
}
