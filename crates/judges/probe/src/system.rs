//! The system: kernel, limits, and the user storage.

use crate::Fact;
use crate::file::{field, text, told};

/// The file of the user storage that is tried. Whoever wants to know puts it there first.
const STORED: &str = "data/probe.txt";

/// The facts about the system.
pub fn facts() -> Vec<Fact> {
    let limits = text("/proc/self/limits");
    let limit = |name: &str| told(limits.clone().map(|limits| limit(&limits, name)));
    let group = text("/proc/self/cgroup");
    let status = text("/proc/self/status");
    let of_status = |name: &str| told(status.clone().map(|status| field(&status, name)));
    let release = text("/etc/os-release");
    let memory = text("/proc/meminfo");
    vec![
        ("kernel", told(text("/proc/sys/kernel/osrelease"))),
        (
            "system",
            told(release.map(|release| field(&release, "PRETTY_NAME"))),
        ),
        (
            "machine's memory",
            told(memory.map(|memory| field(&memory, "MemTotal"))),
        ),
        (
            "memory of the group",
            memory_limit(group.as_deref().unwrap_or("")),
        ),
        ("group", told(group)),
        ("limit of address space", limit("Max address space")),
        ("limit of stack", limit("Max stack size")),
        ("limit of processor seconds", limit("Max cpu time")),
        ("limit of processes", limit("Max processes")),
        ("limit of open files", limit("Max open files")),
        ("user ids", of_status("Uid")),
        ("seccomp", of_status("Seccomp")),
        ("./data", folder()),
        ("./data/probe.txt", stored()),
    ]
}

/// The soft and the hard limit of this name.
fn limit(limits: &str, name: &str) -> String {
    let values = limits.lines().find_map(|line| line.strip_prefix(name));
    let mut values = values.unwrap_or_default().split_whitespace();
    match (values.next(), values.next()) {
        (Some(soft), Some(hard)) if soft == hard => soft.to_owned(),
        (Some(soft), Some(hard)) => format!("{soft}, at most {hard}"),
        _ => "not told".to_owned(),
    }
}

/// The memory limit of the control group, of either version.
fn memory_limit(group: &str) -> String {
    let files = group.lines().filter_map(limit_file);
    let roots = [
        "/sys/fs/cgroup/memory.max".to_owned(),
        "/sys/fs/cgroup/memory/memory.limit_in_bytes".to_owned(),
    ];
    // In a container the group's own folder is the root.
    let mut files = files.chain(roots);
    let found = files.find_map(|file| text(&file).ok());
    found.unwrap_or_else(|| "unreadable".to_owned())
}

/// The file with the limit that a line of `/proc/self/cgroup` leads to.
fn limit_file(line: &str) -> Option<String> {
    let (_, rest) = line.split_once(':')?;
    match rest.split_once(':')? {
        ("", path) => Some(format!("/sys/fs/cgroup{path}/memory.max")),
        ("memory", path) => Some(format!("/sys/fs/cgroup/memory{path}/memory.limit_in_bytes")),
        _ => None,
    }
}

/// The state of the user storage. A folder can be opened, but not read like a file.
fn folder() -> String {
    match text("data") {
        Err(why) if why.contains("Is a directory") => "a folder".to_owned(),
        Err(why) => why,
        Ok(_) => "a file".to_owned(),
    }
}

fn stored() -> String {
    match text(STORED) {
        Ok(text) => format!("readable, {} bytes", text.len()),
        Err(why) => why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_found() {
        let limits =
            "Limit Soft Hard Units\nMax stack size  8388608  unlimited bytes\nMax processes  7 7\n";
        assert_eq!(
            limit(limits, "Max stack size"),
            "8388608, at most unlimited"
        );
        assert_eq!(limit(limits, "Max processes"), "7");
        assert_eq!(limit(limits, "Max cpu time"), "not told");
    }

    #[test]
    fn the_file_of_a_group() {
        let file = |line| limit_file(line);
        assert_eq!(file("0::/a/b").unwrap(), "/sys/fs/cgroup/a/b/memory.max");
        assert_eq!(
            file("9:memory:/a").unwrap(),
            "/sys/fs/cgroup/memory/a/memory.limit_in_bytes"
        );
        assert_eq!((file("3:cpu:/a"), file("x")), (None, None));
    }
}
