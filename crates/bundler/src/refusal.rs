//! Cures for a bot that the bundler refuses: the bundler names the obstacle, this module the cure.

use anyhow::Error;
use arena_common::texts::in_english;
use arena_common::{Message, foreign};

/// Signs of a cause in one offence, and the cure. The first that fits is the one: who asks for the number of processors
/// reads files for that.
const CURES: [(&[&str], &str); 7] = [
    (
        &["getrandom", "rand::rngs::thread", ", the Cargo build "],
        "randomness from the operating system (`rand::rng()`, `thread_rng`, `getrandom`, the order of a `HashMap`): draw \
         from the turn's seed, `fastrand::Rng::with_seed(turn.seed)`, and take a `BTreeMap`",
    ),
    (
        &["AVAILABLE_PARALLELISM", "available_parallelism"],
        "the number of processors, which `regex` asks for by its feature `std`: \
         `regex = { version = \"1\", default-features = false }`",
    ),
    (
        &["pthread_", "std::thread"],
        "threads: a bot starts none, the judge gives it one processor",
    ),
    (
        &["std::fs", "std::sys::fs"],
        "files: put what the bot reads into the program, by `include_str!`",
    ),
    (
        &["not defined at compile time"],
        "`env!`: a judge sets no variables of Cargo's; write what it stands for",
    ),
    (
        &["the unwinder is still in use"],
        "`catch_unwind` and `std::backtrace`: return a `Result` instead; the session answers for a bot that panics",
    ),
    (
        &[
            "not known to run on",
            "than the judge's processor is known to have",
        ],
        "instructions that are chosen when the program runs, as fast string searches do (memchr, aho-corasick): leave that \
         feature of the crate out (`default-features = false`), or do without the crate",
    ),
];

/// Signs of a refusal, and the cure where none of the causes above is to be seen.
const REFUSED: [&str; 2] = ["cannot be bundled", "not in data/syscalls.txt"];
const OTHER: &str = "a crate wants more than a bundle may have: the way from main above names it; leave the feature out that \
                     wants it (`default-features = false`), or do without the crate";

/// The reference to the full documentation.
const PAGE: &str = "What may be in a bundle and how that is extended: crates/bundler/README.md, \"When a bot is refused\".";

/// A refusal with the cure of each cause that it shows, and the page; another error as it is.
pub fn with_cure(error: Error) -> Error {
    let said = in_english(|| format!("{error:#}"));
    let shows = |text: &str, signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    let mut cures = Vec::new();
    for offence in said.split("\n  `") {
        let found = CURES.iter().find(|(signs, _)| shows(offence, signs));
        cures.extend(found.map(|(_, cure)| *cure));
    }
    if cures.is_empty() && shows(&said, &REFUSED) {
        cures.push(OTHER);
    }
    if cures.is_empty() {
        return error;
    }
    cures.sort_unstable();
    cures.dedup();
    let cure = ["\nThe cure:\n  ", &cures.join("\n  "), "\n", PAGE].concat();
    Error::msg(Message::from(&error).above(foreign::read(&cure)))
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_refusal_ends_with_the_cure_and_the_page() {
        for (said, cure) in [
            (
                "`poll`: undefined, and not in crates/bundler/asm/data/symbols.txt\n    reached by main -> \
                 getrandom::backends::use_file::open_or_wait",
                "randomness from the operating system (`rand::rng()`",
            ),
            (
                "answers {\"x\":1}, the Cargo build {\"x\":2}, to {}",
                "randomness from the operating system (`rand::rng()`",
            ),
            ("`pthread_create`: undefined", "threads: a bot starts none"),
            (
                "this program cannot be bundled:\n  `sysconf`: undefined\n    reached by main -> \
                 regex_automata::meta::regex::Config::get_pool_capacity::{{closure}}::AVAILABLE_PARALLELISM\n  `stat64`: \
                 undefined\n    reached by main -> \
                 regex_automata::meta::regex::Config::get_pool_capacity::{{closure}}::AVAILABLE_PARALLELISM -> \
                 std::sys::fs::metadata",
                "the number of processors, which `regex` asks for",
            ),
            (
                "`vpcmpeqb`: not known to run on the judge's processor\n    reached by main -> memchr::memmem",
                "instructions that are chosen",
            ),
            (
                "`sinf`: undefined",
                "a crate wants more than a bundle may have",
            ),
        ] {
            let text = with_cure(anyhow!(said).context("it cannot be bundled")).to_string();
            let (before, behind) = text.split_once("\n\nThe cure:\n  ").unwrap();
            assert_eq!(before, format!("it cannot be bundled: {said}"));
            assert!(
                behind.starts_with(cure) && behind.ends_with("\"When a bot is refused\"."),
                "{text}"
            );
            assert_eq!(behind.lines().count(), 2, "{text}");
        }
        let other = with_cure(anyhow!("no such file").context("cannot read a.s"));
        assert_eq!(format!("{other:#}"), "cannot read a.s: no such file");
    }
}
