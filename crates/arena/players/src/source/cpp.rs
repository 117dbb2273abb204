//! One C++ file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::at_most;
use manifest::compilers::{CommandLine, OLD_ABI};

use super::{digest, file_name, once, run};
use crate::language;

/// The program's name in its folder.
const PROGRAM: &str = "bot";

/// The site's JsonCpp is `jsoncpp/json.h`, Debian's is `jsoncpp/json/json.h`: this stands between them.
const SHIM: &str = "#include <jsoncpp/json/json.h>\n";

/// Headers of libraries that the site has, and the Debian packages that have them here.
const PACKAGES: [(&str, &str); 3] = [
    ("jsoncpp/", "libjsoncpp-dev"),
    ("nlohmann/", "nlohmann-json3-dev"),
    ("Eigen/", "libeigen3-dev"),
];

/// The program that looks for what it does wrong.
const SANITIZED: &str = "sanitized";

/// What makes it: what sanitizers of the compiler, and of its library, find of what ends a program. Overflow, shifts and
/// the like, which every hash does, end none.
const SANITIZE: [&str; 5] = [
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize=signed-integer-overflow,shift,alignment,bool,enum,float-cast-overflow",
    "-fno-sanitize-recover=undefined",
    "-D_GLIBCXX_ASSERTIONS",
];

/// Warnings that foretell a crash.
const OMENS: [&str; 7] = [
    "[-Wreturn-type]",
    "[-Warray-bounds",
    "[-Wuninitialized]",
    "[-Wstringop-overflow",
    "[-Winfinite-recursion]",
    "[-Wdiv-by-zero]",
    "[-Wuse-after-free",
];

/// Where the compiler's warnings are kept beside the program.
const SAID: &str = "warnings";

/// Flags before and behind the file's name.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    flags: Vec<&'static str>,
    libraries: &'static [&'static str],
    shim: bool,
}

/// The site's command line for this source. A bot that uses JsonCpp is linked with this system's, which has the new binary
/// interface.
fn line(source: &[u8], site: &CommandLine) -> Line {
    let text = String::from_utf8_lossy(source);
    let shim = text.lines().map(str::trim_start).any(|line| {
        line.starts_with('#') && line.contains("include") && line.contains("jsoncpp/json.h")
    });
    let kept = |flag: &&&str| !shim || **flag != OLD_ABI;
    let mut flags: Vec<&str> = site.flags.iter().filter(kept).copied().collect();
    if shim {
        flags.extend(["-I", "shim"]);
    }
    Line {
        flags,
        libraries: if shim {
            &["-ljsoncpp", "-lpthread"]
        } else {
            &["-lpthread"]
        },
        shim,
    }
}

/// The program of a source.
///
/// # Errors
/// If it does not compile: with what the compiler says, or the Debian package that it misses.
pub fn build(path: &Path, source: &[u8], site: &CommandLine, kept: &Path) -> Result<PathBuf> {
    let name = file_name(path)?.to_string_lossy().into_owned();
    let line = line(source, site);
    let compiler = run(&["g++", "--version"], kept)?.unwrap_or_default();
    let folder = kept.join(key(source, &line, &compiler));
    once(&folder, &[PROGRAM], |new| {
        notice!("compiling {name} as {} ...", site.name);
        compile(&name, source, &line, new)
            .with_context(|| msg!("`{}` does not compile as {}", path.display(), site.name))
    })
}

fn compile(name: &str, source: &[u8], line: &Line, folder: &Path) -> Result<()> {
    fs::write(folder.join(name), source)?;
    if line.shim {
        let shim = folder.join("shim/jsoncpp");
        fs::create_dir_all(&shim)?;
        fs::write(shim.join("json.h"), SHIM)?;
    }
    let words = words(name, line, &[], PROGRAM);
    let said = run(
        &words.iter().map(String::as_str).collect::<Vec<_>>(),
        folder,
    )?;
    let said = match said {
        Ok(said) => return Ok(fs::write(folder.join(SAID), said)?),
        Err(said) => said,
    };
    let shown = words.join(" ");
    match missing(&said) {
        Some(package) => bail!(
            "a library is missing; Debian: sudo apt-get install {package}\n{shown}\n{}",
            said.trim_end()
        ),
        None => anyhow::bail!("{shown}\n{}", said.trim_end()),
    }
}

/// The command line for a file in the folder where it is called.
fn words(name: &str, line: &Line, more: &[&str], program: &str) -> Vec<String> {
    // A name that begins with a dash is no flag.
    let file = format!("./{name}");
    let flags = line.flags.iter().chain(more);
    let words = ["g++"].iter().chain(flags).copied();
    let words = words.chain([file.as_str(), "-o", program]);
    let words = words.chain(line.libraries.iter().copied());
    words.map(str::to_owned).collect()
}

/// A program that was [built](build) once more, so that it says where it does what ends it; and the name of its source.
///
/// # Errors
/// If it cannot be made, for example because the compiler has no sanitizers.
pub fn sanitized(program: &Path, site: &CommandLine) -> Result<(PathBuf, String)> {
    let folder = program.parent().context("a program without a folder")?;
    let (name, source) = kept_source(folder)?;
    let made = folder.join(SANITIZED);
    if !made.is_file() {
        notice!("compiling {name} with sanitizers, to see where it crashes ...");
        let new = format!("{SANITIZED}.{}", std::process::id());
        let words = words(&name, &line(&source, site), &SANITIZE, &new);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if let Err(said) = run(&words, folder)? {
            bail!("no sanitizers: {said}");
        }
        fs::rename(folder.join(new), &made)?;
    }
    Ok((made, name))
}

/// The source that is kept beside its program.
fn kept_source(folder: &Path) -> Result<(String, Vec<u8>)> {
    let mut names = fs::read_dir(folder)?
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok());
    let is_source = |name: &String| !language::of_file(name).is_empty();
    let name = names
        .find(is_source)
        .context("a program without its source")?;
    let source = at_most::read(&folder.join(&name))?;
    Ok((name, source))
}

/// What the compiler said of a program that was [built](build) and foretells a crash: a line each.
pub fn omens(program: &Path) -> Vec<String> {
    let said = program
        .parent()
        .map(|folder| at_most::read_to_string(&folder.join(SAID)));
    let said = said.and_then(Result::ok).unwrap_or_default();
    let is_omen = |line: &&str| OMENS.iter().any(|omen| line.contains(omen));
    let lines = said.lines().filter(is_omen);
    lines
        .map(|line| line.trim_start_matches("./").to_owned())
        .collect()
}

/// The Debian package that cures what the compiler says.
fn missing(said: &str) -> Option<&'static str> {
    let no_file = said
        .lines()
        .find(|line| line.contains("No such file or directory"));
    if said.contains("cannot find -ljsoncpp") {
        return Some(PACKAGES[0].1);
    }
    let (_, package) = PACKAGES
        .iter()
        .find(|(header, _)| no_file.is_some_and(|line| line.contains(header)))?;
    Some(package)
}

/// Names everything that the program depends on.
fn key(source: &[u8], line: &Line, compiler: &str) -> String {
    let mut all = format!("{SAID}\n{:?}\n{compiler}\n", line).into_bytes();
    all.extend_from_slice(source);
    digest(&all)
}

#[cfg(test)]
mod tests {
    use manifest::compilers::BOTZONE;

    use super::*;

    #[test]
    fn a_bot_is_compiled_by_the_sites_line() {
        let found = line(b"#include <iostream>\nint main() {}\n", &BOTZONE[3]);
        assert_eq!(
            found.flags.join(" "),
            "-O2 -Wall -mavx -std=c++1z -D_GLIBCXX_USE_CXX11_ABI=0 -D_BOTZONE_ONLINE"
        );
        assert_eq!((found.libraries, found.shim), (&["-lpthread"][..], false));
    }

    #[test]
    fn a_bot_with_jsoncpp_gets_the_shim_and_the_new_interface() {
        for include in [
            "#include \"jsoncpp/json.h\"",
            "  # include <jsoncpp/json.h> // the site's",
        ] {
            let found = line(include.as_bytes(), &BOTZONE[0]);
            assert_eq!(
                found.flags.join(" "),
                "-O2 -Wall -mavx -D_BOTZONE_ONLINE -I shim"
            );
            assert_eq!(found.libraries, ["-ljsoncpp", "-lpthread"]);
            assert!(found.shim);
        }
        assert!(!line(b"// jsoncpp is not used", &BOTZONE[0]).shim);
    }

    #[test]
    fn every_change_has_a_key_of_its_own() {
        let (one, two) = (line(b"", &BOTZONE[0]), line(b"", &BOTZONE[1]));
        let keys = [
            key(b"a", &one, "g++ 12"),
            key(b"b", &one, "g++ 12"),
            key(b"a", &two, "g++ 12"),
            key(b"a", &one, "g++ 13"),
        ];
        for (i, a) in keys.iter().enumerate() {
            assert!(keys[i + 1..].iter().all(|b| a != b));
        }
        assert_eq!(keys[0], key(b"a", &one, "g++ 12"));
    }

    #[test]
    fn missing_libraries_have_packages() {
        let no_header = "shim/jsoncpp/json.h:1:10: fatal error: jsoncpp/json/json.h: No such file or directory\n";
        for (said, package) in [
            (no_header, Some("libjsoncpp-dev")),
            (
                "/usr/bin/ld: cannot find -ljsoncpp: No such file or directory",
                Some("libjsoncpp-dev"),
            ),
            (
                "a.cpp:1:10: fatal error: nlohmann/json.hpp: No such file or directory",
                Some("nlohmann-json3-dev"),
            ),
            (
                "a.cpp:1:10: fatal error: mine.h: No such file or directory",
                None,
            ),
            ("a.cpp:3:1: error: expected ';'", None),
        ] {
            assert_eq!(missing(said), package, "{said}");
        }
    }
}
