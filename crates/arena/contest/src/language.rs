//! The languages of bots that come as sources: how each is made a program, and how long the site lets it think.

use manifest::compilers::{BOTZONE, CommandLine};

/// What a turn's limit is multiplied by: that of a program that is started, and that of one that was kept running.
///
/// The source is the protocol description, section 5 (the site's wiki: C/C++ 1, JavaScript 2, Python 6) and, for turns of
/// kept programs, the platform's own tools (`ailab-pku/botzone-local`: 1000, 2000 and 4000 ms).
pub type Factors = [u32; 2];

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Its name in the option `language`, which is the site's where the site has one.
    pub name: &'static str,
    /// The limits of its bots on Botzone.
    pub factors: Factors,
    /// How a program is made of it.
    pub making: Making,
}

/// How a program is made of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Making {
    /// By g++, as the site compiles.
    Compiled(&'static CommandLine),
    /// It is not made: an interpreter runs the file.
    Interpreted {
        /// The interpreter.
        program: &'static str,
        /// Its Debian package.
        package: &'static str,
    },
    /// By `make` in a folder with a Makefile, which leaves the program `main`: Saiblo's way.
    Made,
}

const CPP: Factors = [1, 1];

/// A folder with a Makefile. Saiblo's limits are the logic's, whatever the language.
pub const MAKE: Language = Language {
    name: "make",
    factors: CPP,
    making: Making::Made,
};

/// What a C++ file is if nothing is said: the newest standard that the site compiles.
const DEFAULT_CPP: &str = "cpp17";

const PYTHON: Language = Language {
    name: "python",
    factors: [6, 4],
    making: Making::Interpreted {
        program: "python3",
        package: "python3",
    },
};

const JAVASCRIPT: Language = Language {
    name: "js",
    factors: [2, 2],
    making: Making::Interpreted {
        program: "node",
        package: "nodejs",
    },
};

/// The ways of C++.
pub fn cpp() -> impl Iterator<Item = Language> {
    BOTZONE.iter().map(|line| Language {
        name: line.name,
        factors: CPP,
        making: Making::Compiled(line),
    })
}

/// The C++ of this name: `cpp`, `cpp11`, `cppo0` or `cpp17`.
pub fn named_cpp(name: &str) -> Option<Language> {
    cpp().find(|language| language.name == name)
}

/// The language of a file, by the ending of its name.
pub fn of_file(path: &str) -> Option<Language> {
    let (_, ending) = path.rsplit_once('.')?;
    match ending {
        "cpp" | "cc" | "cxx" => named_cpp(DEFAULT_CPP),
        "py" => Some(PYTHON),
        "js" => Some(JAVASCRIPT),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_sites_languages_and_limits() {
        let found = |path| of_file(path).map(|language| (language.name, language.factors));
        assert_eq!(found("a/my.bot.cpp"), Some(("cpp17", [1, 1])));
        assert_eq!(found("bot.py"), Some(("python", [6, 4])));
        assert_eq!(found("bot.js"), Some(("js", [2, 2])));
        assert_eq!(found("bot.rs"), None);
        assert_eq!(found("bot"), None);
        let names: Vec<&str> = cpp().map(|language| language.name).collect();
        assert_eq!(names, ["cpp", "cpp11", "cppo0", "cpp17"]);
        assert!(named_cpp("python").is_none());
    }
}
