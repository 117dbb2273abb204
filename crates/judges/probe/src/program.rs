//! The program: the form in which it was compiled and started.

use std::hint::black_box;
use std::panic::Location;

use crate::Fact;
use crate::edition::edition;
use crate::file::{bytes, field, text, told};

/// The name of the fact that tells what was uploaded...
pub const FORM: &str = "form";
/// ...plain Rust...
pub const SOURCE: &str = "Rust source";
/// ...or the assembler text of a Cargo build, of which the judge's compiler decides nothing.
pub const ASSEMBLER: &str = "assembler text";

/// The name of the fact that tells whether the judge's compiler optimizes...
pub const OPTIMIZED: &str = "optimized";
/// ...which it seems to do.
pub const YES: &str = "looks like -O";

/// The name of the fact that tells the edition.
pub const EDITION: &str = "edition";

/// The end of this file's path when Cargo compiles it. In a bundle the path is that of the bundle.
const OURS: &str = "probe/src/program.rs";

/// The most that is read of a C library, in bytes. Those of glibc have 2 MB.
const MAX_LIBRARY: usize = 4 << 20;

/// The facts about the program.
pub fn facts() -> Vec<Fact> {
    let mut facts = Vec::new();
    if file!().ends_with(OURS) {
        facts.push((FORM, ASSEMBLER.to_owned()));
    } else {
        let merged = if is_merged() { YES } else { "looks like no -O" };
        facts.extend(vec![
            (FORM, SOURCE.to_owned()),
            (EDITION, edition().to_owned()),
            (OPTIMIZED, merged.to_owned()),
            ("debug assertions", cfg!(debug_assertions).to_string()),
            (
                "panic",
                if cfg!(panic = "abort") {
                    "abort"
                } else {
                    "unwind"
                }
                .to_owned(),
            ),
            ("features at compile time", features().join(" ")),
            ("rustc", rustc()),
            ("source file", file!().to_owned()),
        ]);
    }
    // Before it grows by what is read of the library.
    let status = text("/proc/self/status");
    facts.push(("memory", told(status.map(|status| field(&status, "VmHWM")))));
    let maps = bytes("/proc/self/maps", 1 << 16);
    let maps = maps.map(|maps| String::from_utf8_lossy(&maps).into_owned());
    let library = maps.clone().map(|maps| c_library(&maps));
    facts.push(("C library", told(library)));
    facts.push(("program", told(maps.map(|maps| program(&maps)))));
    facts.push(("start-up", start_up()));
    facts
}

/// Features that the compiler may use unasked.
fn features() -> Vec<&'static str> {
    macro_rules! had {
        ($($name:tt)*) => {
            vec![$(($name, cfg!(target_feature = $name))),*]
        };
    }
    let all = had!("sse2" "sse4.2" "popcnt" "avx" "avx2" "bmi1" "bmi2" "lzcnt" "fma" "avx512f");
    let had = all.into_iter().filter(|(_, had)| *had);
    had.map(|(name, _)| name).collect()
}

/// Returns true if the compiler has merged two identical functions into one, as it does from `-C opt-level=2` on.
fn is_merged() -> bool {
    fn one(value: u64) -> u64 {
        value.wrapping_mul(0x9e37_79b9).rotate_left(7)
    }
    fn other(value: u64) -> u64 {
        value.wrapping_mul(0x9e37_79b9).rotate_left(7)
    }
    let address = |function: fn(u64) -> u64| black_box(function as usize);
    address(one) == address(other)
}

/// The commit of the compiler that built the standard library, `/rustc/COMMIT/library/...`: the caller of a function that
/// is given to the library is in the library.
fn rustc() -> String {
    let caller = true.then(Location::caller);
    let path = caller.map_or("not told", Location::file);
    path.split("/library/").next().unwrap_or(path).to_owned()
}

/// The path of the C library and what it says of itself.
fn c_library(maps: &str) -> String {
    let Some(path) = paths(maps).find(|path| is_c_library(path)) else {
        return "none is mapped: the program is static".to_owned();
    };
    let banner = bytes(path, MAX_LIBRARY).map(|library| banner(&library));
    format!("{path}: {}", told(banner))
}

/// The paths of what is mapped.
fn paths(maps: &str) -> impl Iterator<Item = &str> {
    maps.lines()
        .filter_map(|line| line.find('/').map(|at| &line[at..]))
}

/// `libc.so.6` or `libc-2.23.so`.
fn is_c_library(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with("libc.") || name.starts_with("libc-")
}

/// The line of glibc that names its version. The loop is plain, because it goes through 2 MB and may not be optimized.
fn banner(library: &[u8]) -> String {
    let wanted = b"GNU C Library";
    let mut at = 0;
    while at < library.len() {
        if library[at] == b'G' && library[at..].starts_with(wanted) {
            let line = library[at..].split(|byte| *byte < b' ').next();
            return String::from_utf8_lossy(line.unwrap_or_default()).into_owned();
        }
        at += 1;
    }
    "says nothing of itself".to_owned()
}

/// The file of the program.
fn program(maps: &str) -> String {
    paths(maps).next().unwrap_or("not told").to_owned()
}

/// The time since the process was started, and the processor time used since then, both in ticks of 10 ms.
fn start_up() -> String {
    let stat = match text("/proc/self/stat") {
        Ok(stat) => stat,
        Err(why) => return why,
    };
    let uptime = match text("/proc/uptime") {
        Ok(uptime) => uptime,
        Err(why) => return why,
    };
    ages(&stat, &uptime).unwrap_or_else(|| "not told".to_owned())
}

fn ages(stat: &str, uptime: &str) -> Option<String> {
    // The name may hold anything; behind it stand the fields from the third on.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = |number: usize| -> Option<i64> {
        let field = fields.split_whitespace().nth(number - 3)?;
        field.parse().ok()
    };
    let now: i64 = uptime
        .split_whitespace()
        .next()?
        .replace('.', "")
        .parse()
        .ok()?;
    let age = now.checked_sub(ticks(22)?)?.checked_mul(10)?;
    let used = ticks(14)?.checked_add(ticks(15)?)?.checked_mul(10)?;
    Some(format!("{age} ms ago, {used} ms of processor time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_age_of_a_process() {
        let stat = "7 (a) b) R 1 7 7 0 -1 0 1 0 0 0 3 2 0 0 20 0 1 0 123400 9 9";
        assert_eq!(
            ages(stat, "1234.05 99.00\n").unwrap(),
            "50 ms ago, 50 ms of processor time"
        );
        assert_eq!(ages("", ""), None);
        assert_eq!(ages(stat, "x"), None);
    }

    #[test]
    fn the_c_library_is_found() {
        let maps =
            "55 r-xp 0 00:1 7  /a/libcurl.so\n7f r-xp 0 00:1 7  /lib/x/libc-2.23.so\n7e rw-p 0\n";
        let path = paths(maps).find(|path| is_c_library(path));
        assert_eq!(path, Some("/lib/x/libc-2.23.so"));
        assert_eq!(program(maps), "/a/libcurl.so");
        assert!(c_library("").contains("static"));
        assert!(c_library("x /no/libc.so.6").contains("unreadable"));
        assert_eq!(banner(b"GG\0GNU C Library 2.23\n.\0"), "GNU C Library 2.23");
        assert_eq!(banner(b"GNU"), "says nothing of itself");
    }
}
