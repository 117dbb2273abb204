//! The languages of bots that come as sources: what tells each, how it is made a program, how long the site lets it think,
//! and what the sites call it.

mod known;

use manifest::compilers::{BOTZONE, CommandLine};

use known::{CPP, CSHARP, JAVA, JAVASCRIPT, PACKAGES, PASCAL, PYTHON, PYTHON2, RUST, RUST_PLAIN};

/// The multipliers of a turn's limit: for a program that is started, and for one that was kept running.
///
/// The source is the protocol description, section 5 (the site's wiki: C/C++ and Pascal 1, JavaScript 2, Java 3, C# and Python 6) and, for turns of
/// kept programs, the platform's own tools (`ailab-pku/botzone-local`: 1000, 2000 and 4000 ms).
pub type Factors = [u32; 2];

/// A language, or a form of package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Its name in the option `language`, which is the site's where the site has one.
    pub name: &'static str,
    /// The limits of its bots on Botzone. Saiblo's are the logic's, whatever the language.
    pub factors: Factors,
    /// The way to make a program of it.
    pub toolchain: Toolchain,
    /// Its name where a bot is uploaded on Botzone, which does not take every language.
    pub botzone: Option<&'static str>,
    /// Likewise on Saiblo.
    pub saiblo: Option<&'static str>,
}

impl Language {
    /// Returns true if a Python interpreter runs it.
    pub fn is_python(&self) -> bool {
        self.name.starts_with("python")
    }

    /// The libraries that its recipe knows.
    pub fn libraries(&self) -> &'static [Library] {
        match self.toolchain {
            Toolchain::Built(recipe) => recipe.libraries,
            Toolchain::Compiled(_) | Toolchain::Interpreted(_) => &[],
        }
    }
}

/// The way to make a program of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toolchain {
    /// By g++, as Botzone compiles.
    Compiled(&'static CommandLine),
    /// It is not made: an interpreter runs the file, or the package, where it is.
    Interpreted(Tool),
    /// Its files are copied to a folder, where commands make the program.
    Built(&'static Recipe),
}

/// A tool that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its command.
    pub program: &'static str,
    /// Its Debian package; empty if there is none.
    pub package: &'static str,
}

/// The way in which a judge makes a program in a folder.
#[derive(Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The name that a single file gets there; a package keeps its names.
    pub file: &'static str,
    /// The tools that it needs.
    pub tools: &'static [Tool],
    /// Command lines, one after the other.
    pub commands: &'static [&'static [&'static str]],
    /// Libraries that the judge has for it.
    pub libraries: &'static [Library],
    /// The files of which they leave one, the likeliest first.
    pub results: &'static [&'static str],
    /// The advice to the author if they leave none.
    pub cure: &'static str,
    /// The words that start the program; `{file}` is the result, `{folder}` where it was built.
    pub start: &'static [&'static str],
}

/// A library that a judge has beside its compiler, and this machine has if its Debian package is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library {
    /// Its name in a source that uses it, and in the compiler's text if it is missing.
    pub name: &'static str,
    /// Its file below the root folder, which is copied to the folder where the program is built. `None` if the compiler finds
    /// it by itself.
    pub file: Option<&'static str>,
    /// Its Debian package.
    pub package: &'static str,
    /// Words by which the first command uses the copy.
    pub flags: &'static [&'static str],
}

/// The default language of a C++ file: the newest standard that the site compiles.
const DEFAULT_CPP: &str = "cpp17";

/// The paths that are bots, as messages list them.
pub const PATHS: &str = "my_bot.cpp, my_bot.rs, my_bot.py, my_bot.js, my_bot.cs, my_bot.pas, Main.java, or a folder or .zip with a \
                         Makefile, CMakeLists.txt, Cargo.toml, main.py (Saiblo) or __main__.py (Botzone)";

/// The ways to compile C++.
fn cpp() -> impl Iterator<Item = Language> {
    BOTZONE.iter().map(|line| Language {
        name: line.name,
        factors: CPP,
        toolchain: Toolchain::Compiled(line),
        botzone: Some(line.name),
        saiblo: Some("cpp"),
    })
}

/// The languages that a file of this name may be of, by its ending. If nothing is said, it is of the first.
pub fn of_file(path: &str) -> Vec<Language> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "cpp" | "cc" | "cxx" => {
            let mut ways: Vec<Language> = cpp().collect();
            ways.sort_by_key(|language| language.name != DEFAULT_CPP);
            ways
        }
        "py" => vec![PYTHON, PYTHON2],
        "js" => vec![JAVASCRIPT],
        "java" => vec![JAVA],
        "cs" => vec![CSHARP],
        "pas" => vec![PASCAL],
        "rs" => vec![RUST, RUST_PLAIN],
        _ => Vec::new(),
    }
}

/// The forms of a package that has these files at its top. If nothing is said, it is of the first.
pub fn of_package(has: impl Fn(&str) -> bool) -> Vec<Language> {
    let forms = PACKAGES.iter();
    let told = forms.filter(|(names, _)| names.iter().any(|name| has(name)));
    told.map(|(_, language)| *language).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_sites_languages_and_limits() {
        let names = |ways: Vec<Language>| ways.iter().map(|way| way.name).collect::<Vec<_>>();
        for (path, want, factors) in [
            (
                "a/my.bot.cpp",
                &["cpp17", "cpp", "cpp11", "cppo0"][..],
                [1, 1],
            ),
            ("bot.py", &["python", "python2"], [6, 4]),
            ("bot.js", &["js"], [2, 2]),
            ("bot.java", &["java"], [3, 2]),
            ("bot.cs", &["cs"], [6, 4]),
            ("bot.pas", &["pas"], [1, 1]),
            ("bot.rs", &["rs", "rs-plain"], [1, 1]),
        ] {
            let found = of_file(path);
            assert!(found.iter().all(|way| way.factors == factors), "{path}");
            assert_eq!(names(found), want, "{path}");
        }
        assert!(of_file("bot.txt").is_empty() && of_file("bot").is_empty());
        for (files, want) in [
            (&["makefile", "main.cpp"][..], &["make"][..]),
            (&["CMakeLists.txt", "Makefile"], &["make", "cmake"]),
            (&["Cargo.toml", "src"], &["cargo"]),
            (&["main.py"], &["python_zip"]),
            (&["__main__.py"], &["python", "python2"]),
            (&["main.cpp"], &[]),
        ] {
            assert_eq!(names(of_package(|name| files.contains(&name))), want);
        }
    }
}
