//! The actions of a program that is meant to harm the user who plays it.

use std::fs::{read_dir, read_to_string, write};
use std::net::{TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::process::Command;

use rustix::process::{Resource, getrlimit};
use serde_json::{Value, json};

/// Tries what no program has a right to, and says in `debug` what has worked. `port` is one where somebody listens.
pub fn harm(port: &str, answer: &str) -> String {
    let home = std::env::var("HOME").unwrap_or_default();
    let home = |name: &str| format!("{home}/{name}");
    let own = std::env::var("TMPDIR").is_ok_and(|own| write(format!("{own}/own"), "x").is_ok());
    let parent = rustix::process::getppid();
    let tried = [
        ("read", read_to_string(home("secret")).is_ok()),
        ("list", read_dir(home("")).is_ok()),
        ("link", std::fs::hard_link(home("secret"), "link").is_ok()),
        ("write", write(home("written"), "x").is_ok()),
        ("remove", std::fs::remove_file(home("removed")).is_ok()),
        ("program", write("bad", "x").is_ok()),
        (
            "connect",
            TcpStream::connect(format!("127.0.0.1:{port}")).is_ok(),
        ),
        ("packet", UdpSocket::bind("127.0.0.1:0").is_ok()),
        ("socket", UnixStream::connect(home("socket")).is_ok()),
        (
            "environment",
            std::fs::read(format!(
                "/proc/{}/environ",
                parent.map_or(1, |parent| parent.as_raw_nonzero().get())
            ))
            .is_ok(),
        ),
        ("own", own),
        (
            "system",
            read_to_string("/etc/passwd").is_ok() && write("/dev/null", "x").is_ok(),
        ),
        ("pair", UnixStream::pair().is_ok()),
        ("many", may_be_many()),
        (
            "child",
            Command::new("/bin/sh")
                .args(["-c", "exit"])
                .status()
                .is_ok(),
        ),
    ];
    let worked: Vec<&str> = tried
        .iter()
        .filter(|(_, well)| *well)
        .map(|(name, _)| *name)
        .collect();
    let mut answer: Value = serde_json::from_str(answer).unwrap_or_default();
    answer["debug"] = json!(worked.join(" "));
    answer.to_string()
}

/// Returns true if its family may become much larger than all present processes.
fn may_be_many() -> bool {
    let text = read_to_string("/proc/loadavg").unwrap_or_default();
    let word = text.split_whitespace().nth(3).unwrap_or_default();
    let all: Option<u64> = word.split_once('/').and_then(|(_, all)| all.parse().ok());
    let most = getrlimit(Resource::Nproc).maximum;
    most.is_none_or(|most| most > all.unwrap_or(0) + 2000)
}

/// Has this many generations of descendants, each in a new session. The last ones fork for ever, but only one at a
/// time: where the limit of a family does not hold, as for root, the machine must live, too.
pub fn grow(generations: u64, mark: &str) -> ! {
    let _ = rustix::process::setsid();
    let program = std::env::current_exe().unwrap_or_default();
    let left = generations.saturating_sub(1).to_string();
    if generations > 0 {
        for _ in 0..2 {
            let _ = Command::new(&program).args(["grows", &left, mark]).spawn();
        }
        super::forever();
    }
    loop {
        let _ = Command::new(&program).args(["ends", &left, mark]).status();
    }
}
