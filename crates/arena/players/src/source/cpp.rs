//! One C++ file.

mod newer;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::at_most;
use manifest::compilers::{CommandLine, OLD_ABI};

use super::{digest, file_name, header, library, once, run};
use crate::language;

/// The program's name in its folder.
const PROGRAM: &str = "bot";

/// The site's JsonCpp is `jsoncpp/json.h`, Debian's is `jsoncpp/json/json.h`: this stands between them.
const SHIM: &str = "#include <jsoncpp/json/json.h>\n";

/// The folder of headers in an unpacked package, and that of Eigen's headers in Debian.
const HEADERS: &str = "usr/include";
const EIGEN: &str = "usr/include/eigen3";

/// The folder of libraries in an unpacked package; all command lines are for this processor.
const LIBRARIES: &str = "usr/lib/x86_64-linux-gnu";

/// The program built with sanitizers.
const SANITIZED: &str = "sanitized";

/// Its flags: the checks of the compiler's sanitizers, and of the C++ library, for errors that end a program. Overflow,
/// shifts and the like, which every hash uses, are allowed.
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

/// The file beside the program that keeps the compiler's warnings.
const SAID: &str = "warnings";

/// Flags before and behind the file's name.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    flags: Vec<String>,
    libraries: &'static [&'static str],
    shim: bool,
    /// The folder of an unpacked JsonCpp, which is copied beside the program: that need not find the folder when it runs.
    unpacked: Option<PathBuf>,
}

/// The site's command line for this source. A bot that uses JsonCpp is linked with this system's, which has the new binary
/// interface. Packages that the user has unpacked in `root` come before those of the system.
fn line(source: &[u8], site: &CommandLine, root: Option<&Path>) -> Line {
    let text = String::from_utf8_lossy(source);
    let includes = |header: &str| {
        let mut lines = text.lines().map(str::trim_start);
        lines.any(|line| line.starts_with('#') && line.contains("include") && line.contains(header))
    };
    let shim = includes("jsoncpp/json.h");
    let kept = |flag: &&&str| !shim || **flag != OLD_ABI;
    let flags = site.flags.iter().filter(kept);
    let mut flags: Vec<String> = flags.map(|flag| flag.to_string()).collect();
    // This system's JsonCpp asks for C++11, which the site's does not.
    let standard = site.standard();
    flags.extend(standard.map(|standard| if shim { "-std=gnu++11" } else { standard }.to_owned()));
    if shim {
        flags.extend(["-I", "shim"].map(str::to_owned));
    }
    // The compiler passes over a folder that is not there.
    let mut search = |folder: PathBuf| {
        flags.extend(["-I".to_owned(), folder.to_string_lossy().into_owned()]);
    };
    root.map(|root| root.join(HEADERS))
        .into_iter()
        .for_each(&mut search);
    if includes("Eigen/") {
        let roots = root.into_iter().chain([Path::new("/")]);
        roots.map(|root| root.join(EIGEN)).for_each(search);
    }
    let unpacked = root.map(|root| root.join(LIBRARIES));
    let unpacked = unpacked.filter(|folder| shim && folder.join("libjsoncpp.so").is_file());
    if unpacked.is_some() {
        flags.extend(["-L.", "-Wl,-rpath,$ORIGIN"].map(str::to_owned));
    }
    Line {
        flags,
        libraries: if shim {
            &["-ljsoncpp", "-lpthread"]
        } else {
            &["-lpthread"]
        },
        shim,
        unpacked,
    }
}

/// The folder of unpacked packages, if there are any.
fn unpacked() -> Option<PathBuf> {
    library::unpacked().filter(|root| root.is_dir())
}

/// The program of a source.
///
/// # Errors
/// If it does not compile: with what the compiler says, or the Debian package that it misses.
pub fn build(path: &Path, source: &[u8], site: &CommandLine, kept: &Path) -> Result<PathBuf> {
    let name = file_name(path)?.to_string_lossy().into_owned();
    let line = line(source, site, unpacked().as_deref());
    let compiler = run(&["g++", "--version"], kept)?.unwrap_or_default();
    let folder = kept.join(key(source, &line, &format!("{name} {compiler}")));
    once(&folder, &[PROGRAM], |new| {
        notice!("compiling {name} as {} ...", site.name);
        compile(path, &name, source, &line, new)
            .with_context(|| msg!("`{}` does not compile as {}", path.display(), site.name))
    })
}

fn compile(path: &Path, name: &str, source: &[u8], line: &Line, folder: &Path) -> Result<()> {
    fs::write(folder.join(name), source)?;
    for file in line.unpacked.iter().flat_map(fs::read_dir).flatten() {
        let file = file?.path();
        let name = file_name(&file)?;
        if name.to_string_lossy().starts_with("libjsoncpp.so") {
            fs::copy(&file, folder.join(name))?;
        }
    }
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
    let cause = header::cause(path, &said).map_or(String::new(), |cause| cause + "\n");
    anyhow::bail!("{cause}{shown}\n{}", said.trim_end())
}

/// The command line for a file in the folder where it is called.
fn words(name: &str, line: &Line, more: &[&str], program: &str) -> Vec<String> {
    // A name that begins with a dash is no flag.
    let file = format!("./{name}");
    let flags = line.flags.iter().map(String::as_str);
    let words = ["g++"].into_iter().chain(flags);
    let words = words.chain(more.iter().copied());
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
        let line = line(&source, site, unpacked().as_deref());
        let words = words(&name, &line, &SANITIZE, &new);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if let Err(said) = run(&words, folder)? {
            fail!("no sanitizers: {said}");
        }
        fs::rename(folder.join(new), &made)?;
    }
    Ok((made, name))
}

pub use newer::ensure_not_newer;

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

/// The compiler's warnings that foretell a crash of a program that was [built](build): one line each.
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
        let found = line(b"#include <iostream>\nint main() {}\n", &BOTZONE[3], None);
        assert_eq!(
            found.flags.join(" "),
            "-O2 -Wall -mavx -std=c++1z -D_GLIBCXX_USE_CXX11_ABI=0 -D_BOTZONE_ONLINE"
        );
        assert_eq!((found.libraries, found.shim), (&["-lpthread"][..], false));
    }

    #[test]
    fn the_local_compiler_has_the_standard_of_the_sites_older_one() {
        let flags = |at: usize| line(b"int main() {}", &BOTZONE[at], None).flags.join(" ");
        assert!(flags(0).ends_with("-D_BOTZONE_ONLINE -std=gnu++98"));
        assert!(flags(1).contains("-std=c++11") && !flags(1).contains("gnu++98"));
        assert!(flags(2).ends_with("-std=gnu++98"));
    }

    #[test]
    fn a_bot_with_jsoncpp_gets_the_shim_and_the_new_interface() {
        for include in [
            "#include \"jsoncpp/json.h\"",
            "  # include <jsoncpp/json.h> // the site's",
        ] {
            let found = line(include.as_bytes(), &BOTZONE[0], None);
            assert_eq!(
                found.flags.join(" "),
                "-O2 -Wall -mavx -D_BOTZONE_ONLINE -std=gnu++11 -I shim"
            );
            assert_eq!(found.libraries, ["-ljsoncpp", "-lpthread"]);
            assert!(found.shim);
        }
        assert!(!line(b"// jsoncpp is not used", &BOTZONE[0], None).shim);
    }

    #[test]
    fn unpacked_packages_come_before_those_of_the_system() {
        let root = tempfile::tempdir().unwrap();
        let named = BOTZONE.iter().find(|site| site.standard().is_none());
        let flags = |source: &[u8]| {
            let found = line(source, named.unwrap(), Some(root.path()));
            let flags = found
                .flags
                .join(" ")
                .replace(root.path().to_str().unwrap(), "ROOT");
            let (_, added) = flags.split_once(" -D_BOTZONE_ONLINE ").unwrap();
            (added.to_owned(), found.unpacked)
        };
        let headers = "-I ROOT/usr/include";
        assert_eq!(flags(b""), (headers.to_owned(), None));
        let eigen = format!("{headers} -I ROOT/usr/include/eigen3 -I /usr/include/eigen3");
        assert_eq!(flags(b"#include <Eigen/Dense>"), (eigen, None));
        // The headers alone do not make it: the linker needs the library.
        let json = b"#include <jsoncpp/json.h>";
        assert_eq!(flags(json), (format!("-I shim {headers}"), None));
        let folder = root.path().join(LIBRARIES);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("libjsoncpp.so"), "").unwrap();
        let linked = format!("-I shim {headers} -L. -Wl,-rpath,$ORIGIN");
        assert_eq!(flags(json), (linked, Some(folder)));
    }

    #[test]
    fn every_change_has_a_key_of_its_own() {
        let (one, two) = (line(b"", &BOTZONE[0], None), line(b"", &BOTZONE[1], None));
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
}
