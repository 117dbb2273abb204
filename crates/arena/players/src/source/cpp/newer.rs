//! Parts of a C++ source that the site's older g++ lacks: headers, and syntax that the local g++ warns of.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use manifest::compilers::CommandLine;

use super::{SAID, kept_source, line, run, unpacked, words};

/// The headers of later standards, each with the first major version of GCC that has it (its `libstdc++-v3/include` and
/// manual). Before that, g++ 5 has all those of C++11 and C++14.
const HEADERS: [(u32, &[&str]); 8] = [
    (7, &["any", "optional", "string_view", "variant"]),
    (8, &["charconv", "filesystem"]),
    (9, &["bit", "execution", "memory_resource", "version"]),
    (
        10,
        &[
            "compare",
            "concepts",
            "coroutine",
            "numbers",
            "ranges",
            "span",
            "stop_token",
        ],
    ),
    (
        11,
        &[
            "barrier",
            "latch",
            "semaphore",
            "source_location",
            "syncstream",
        ],
    ),
    (12, &["expected", "spanstream", "stacktrace"]),
    (13, &["format", "stdfloat"]),
    (14, &["generator", "print"]),
];

/// The local g++ compiles syntax of these standards, with a warning. The site's g++ 7 has that of C++17, g++ 5 does not.
const SYNTAX: [(u32, &str); 3] = [
    (7, "[-Wc++17-extensions]"),
    (8, "[-Wc++20-extensions]"),
    (8, "[-Wc++23-extensions]"),
];

/// The file that `g++ -M` writes. Only the output of `-H` is used.
const DEPENDENCIES: &str = "dependencies";

/// Ensures that the site's g++ has what the source of a program that was [built](super::build) uses.
///
/// # Errors
/// If it does not, with the lines that need a newer one.
pub fn ensure_not_newer(program: &Path, site: &CommandLine) -> Result<()> {
    let folder = program.parent().context("a program without a folder")?;
    let (name, source) = kept_source(folder)?;
    let mut command = words(
        &name,
        &line(&source, site, unpacked().as_deref()),
        &["-M", "-H"],
        DEPENDENCIES,
    );
    // The libraries are not linked yet.
    command.retain(|word| !word.starts_with("-l"));
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let included = run(&command, folder)?.unwrap_or_default();
    let warnings = fs::read_to_string(folder.join(SAID)).unwrap_or_default();
    let text = String::from_utf8_lossy(&source);
    let mut found = headers(&included, &text, &name, site.version());
    found.extend(syntax(&warnings, site.version()));
    require!(
        found.is_empty(),
        "g++ {} does not compile it, which Botzone has for {}:\n{}",
        site.version(),
        site.name,
        found.join("\n")
    );
    Ok(())
}

/// The major version of the site's g++.
fn major(version: &str) -> u32 {
    let (major, _) = version.split_once('.').unwrap_or((version, ""));
    major.parse().unwrap_or(u32::MAX)
}

/// The headers that the site lacks, of those that `g++ -H` says this source includes itself: `. PATH`.
fn headers(included: &str, source: &str, file: &str, version: &str) -> Vec<String> {
    let own = included.lines().filter_map(|line| line.strip_prefix(". "));
    let names: Vec<&str> = own.filter_map(|path| path.rsplit('/').next()).collect();
    let newer = HEADERS.iter().filter(|(since, _)| *since > major(version));
    let newer = newer.flat_map(|(since, names)| names.iter().map(move |name| (*since, *name)));
    let is_asked = |name: &str| source.contains(&format!("__has_include(<{name}>)"));
    let newer = newer.filter(|(_, name)| names.contains(name) && !is_asked(name));
    let lines = newer.filter_map(|(since, name)| {
        let directive = format!("#include<{name}>");
        let is_it = |line: &str| line.replace([' ', '\t'], "").starts_with(&directive);
        let at = source.lines().position(is_it)?;
        Some((
            at,
            said!("{file}:{}: <{name}> came with g++ {since}", at + 1),
        ))
    });
    let mut lines: Vec<(usize, String)> = lines.collect();
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

/// The warnings of syntax that the site's g++ rejects.
fn syntax(warnings: &str, version: &str) -> Vec<String> {
    let newer: Vec<&str> = SYNTAX
        .iter()
        .filter(|(since, _)| *since > major(version))
        .map(|(_, word)| *word)
        .collect();
    let lines = warnings
        .lines()
        .filter(|line| newer.iter().any(|word| line.contains(word)));
    lines
        .map(|line| line.trim_start_matches("./").to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_the_sites_compiler_lacks_have_their_lines() {
        let source = "#include <vector>\n// <format>\n # include < optional >\n#include <charconv>\n#include <bits/stdc++.h>\n";
        let included = ". /usr/include/c++/12/vector\n. /usr/include/c++/12/charconv\n.. /usr/include/c++/12/span\n\
                        . /usr/include/c++/12/optional\n. /usr/include/c++/12/format\n";
        assert_eq!(
            headers(included, source, "bot.cpp", "7.2.0"),
            ["bot.cpp:4: <charconv> came with g++ 8"]
        );
        assert_eq!(
            headers(included, source, "bot.cpp", "5.4.0"),
            [
                "bot.cpp:3: <optional> came with g++ 7",
                "bot.cpp:4: <charconv> came with g++ 8"
            ]
        );
        let asked = format!("#if __has_include(<charconv>)\n{source}");
        assert!(headers(included, &asked, "bot.cpp", "7.2.0").is_empty());
    }

    #[test]
    fn syntax_of_a_later_standard_is_a_warning_here_and_an_error_there() {
        let warnings = "./bot.cpp:3:5: warning: lambda templates are only available with '-std=c++20' [-Wc++20-extensions]\n\
                        ./bot.cpp:4:5: warning: structured bindings only available with '-std=c++17' [-Wc++17-extensions]\n\
                        ./bot.cpp:5:5: warning: unused variable 'x' [-Wunused-variable]\n";
        let lines = |version| syntax(warnings, version);
        assert!(
            lines("7.2.0").len() == 1
                && lines("7.2.0")[0].starts_with("bot.cpp:3:5: warning: lambda")
        );
        assert_eq!(lines("5.4.0").len(), 2);
    }
}
