//! A program that looks for the personal URL, whatever its arguments: in the environment and the command line of itself
//! and of every process above it up to the test, and in the memory of the arena. It writes what it finds to a file, one
//! line a find, and `looked` at the end.
//!
//! The file `spy` in the first folder of the search path, which programs have in common with the arena, has three lines:
//! the secret backwards, so that what we know is no find; the test's process; and where to write.

use std::fs::{File, OpenOptions, read, read_to_string};
use std::io::{Read, Write, stdin};

fn main() -> std::io::Result<()> {
    let path = std::env::var("PATH").unwrap_or_default();
    let folder = path.split(':').next().unwrap_or_default();
    let orders = read_to_string(format!("{folder}/spy"))?;
    let [backwards, top, place] =
        [0, 1, 2].map(|line| orders.lines().nth(line).unwrap_or_default());
    let secret = backwards.chars().rev().collect();
    let needles = ["BOTZONE_LOCALAI_URL=".to_owned(), secret];
    let mut report = String::new();
    let mut pid = std::process::id();
    while pid > 0 && pid.to_string() != top {
        let name = read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        let name = name.trim();
        for place in ["environ", "cmdline"] {
            let bytes = read(format!("/proc/{pid}/{place}")).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            for needle in needles.iter().filter(|needle| text.contains(*needle)) {
                report.push_str(&format!("{needle} in {place} of {name}\n"));
            }
        }
        // Nothing is hidden from root.
        if !rustix::process::geteuid().is_root()
            && name.starts_with("arena")
            && File::open(format!("/proc/{pid}/mem")).is_ok()
        {
            report.push_str(&format!("the memory of {name}\n"));
        }
        let stat = read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let parent = after_name.split_whitespace().nth(1);
        pid = parent.and_then(|text| text.parse().ok()).unwrap_or(0);
    }
    report.push_str("looked\n");
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(place)?
        .write_all(report.as_bytes())?;
    // The signature for the header of a log.
    if std::env::args().nth(1).as_deref() == Some("bench") {
        println!("signature: 0123456789abcdef");
    }
    // Reading to the end spares the arena a broken pipe.
    stdin().read_to_end(&mut Vec::new()).map(drop)
}
