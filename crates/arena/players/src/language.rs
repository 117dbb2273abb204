//! The languages of bots that come as sources: what tells each, how it is made a program, how long the site lets it think,
//! and what the sites call it.

use manifest::compilers::{BOTZONE, CommandLine};

/// What a turn's limit is multiplied by: that of a program that is started, and that of one that was kept running.
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
    /// How a program is made of it.
    pub toolchain: Toolchain,
    /// What it is called where a bot is uploaded on Botzone, which does not take every one.
    pub botzone: Option<&'static str>,
    /// Likewise on Saiblo.
    pub saiblo: Option<&'static str>,
}

impl Language {
    /// Whether a Python interpreter runs it.
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

/// How a program is made of a source.
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

/// How a judge makes a program in a folder.
#[derive(Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The name that a single file gets there; a package keeps its names.
    pub file: &'static str,
    /// What it needs.
    pub tools: &'static [Tool],
    /// Command lines, one after the other.
    pub commands: &'static [&'static [&'static str]],
    /// Libraries that the judge has for it.
    pub libraries: &'static [Library],
    /// The files of which they leave one, the likeliest first.
    pub results: &'static [&'static str],
    /// What the author has to do where they leave none.
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

const CPP: Factors = [1, 1];

/// What a C++ file is if nothing is said: the newest standard that the site compiles.
const DEFAULT_CPP: &str = "cpp17";

const PYTHON3: Tool = Tool {
    program: "python3",
    package: "python3",
};

/// A Python file. The same name has Botzone's archive with `__main__.py`, which python3 runs like a file.
const PYTHON: Language = Language {
    name: "python",
    factors: [6, 4],
    toolchain: Toolchain::Interpreted(PYTHON3),
    botzone: Some("Python 3.6"),
    saiblo: Some("python"),
};

/// Debian has no package of Python 2 any more.
const PYTHON2: Language = Language {
    name: "python2",
    toolchain: Toolchain::Interpreted(Tool {
        program: "python2",
        package: "",
    }),
    botzone: Some("Python 2"),
    saiblo: None,
    ..PYTHON
};

const JAVASCRIPT: Language = Language {
    name: "js",
    factors: [2, 2],
    toolchain: Toolchain::Interpreted(Tool {
        program: "node",
        package: "nodejs",
    }),
    botzone: Some("JavaScript"),
    saiblo: None,
};

/// The site's Java has json-simple, which its sample imports.
const JSON_SIMPLE: Library = Library {
    name: "org.json.simple",
    file: Some("usr/share/java/json-simple.jar"),
    package: "libjson-simple-java",
    flags: &["-cp", "json-simple.jar"],
};

/// The site saves the file as `Main.java`, whatever its name.
///
/// A JVM sizes its heap by the machine, and fills it before it collects garbage: on a machine with 24 GB, a bot with 50 MB
/// of live data grew to 337 MB, over the site's 256. So it gets the heap of a small machine and the collector of one
/// with a single core, as the site's is; with these, 0 to 140 MB of live data took 88 to 193 MB (OpenJDK 17).
const JAVA: Language = Language {
    name: "java",
    factors: [3, 2],
    toolchain: Toolchain::Built(&Recipe {
        file: "Main.java",
        tools: &[
            Tool {
                program: "javac",
                package: JDK,
            },
            Tool {
                program: "java",
                package: JDK,
            },
        ],
        commands: &[&["javac", "-encoding", "UTF-8", "-d", ".", "Main.java"]],
        libraries: &[JSON_SIMPLE],
        results: &["Main.class"],
        cure: "Botzone starts the class Main: name it so, and leave `package` out",
        start: &[
            "java",
            "-XX:+UseSerialGC",
            "-Xmx192m",
            "-cp",
            "{folder}:{folder}/json-simple.jar",
            "Main",
        ],
    }),
    botzone: Some("Java"),
    saiblo: None,
};

const JDK: &str = "default-jdk-headless";

/// The site has Mono 5.0.0 and links every file with Json.NET; its other flags are not known.
const CSHARP: Language = Language {
    name: "cs",
    factors: [6, 4],
    toolchain: Toolchain::Built(&Recipe {
        file: "Main.cs",
        tools: &[
            Tool {
                program: "mcs",
                package: "mono-mcs",
            },
            Tool {
                program: "mono",
                package: "mono-runtime",
            },
        ],
        commands: &[&["mcs", "-out:bot.exe", "Main.cs"]],
        libraries: &[Library {
            name: "Newtonsoft",
            file: Some("usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll"),
            package: "libnewtonsoft-json5.0-cil",
            flags: &["-r:Newtonsoft.Json.dll"],
        }],
        results: &["bot.exe"],
        cure: "Botzone starts a class with `static void Main()`",
        start: &["mono", "{file}"],
    }),
    botzone: Some("C#"),
    saiblo: None,
};

/// The site has Free Pascal 3.0.0; its flags are not known. With `-O2` it compiles as it does C++.
const PASCAL: Language = Language {
    name: "pas",
    factors: CPP,
    toolchain: Toolchain::Built(&Recipe {
        file: "Main.pas",
        tools: &[Tool {
            program: "fpc",
            package: "fp-compiler",
        }],
        commands: &[&["fpc", "-O2", "-obot", "Main.pas"]],
        libraries: &[Library {
            name: "fpjson",
            file: None,
            package: "fp-units-fcl",
            flags: &[],
        }],
        results: &["bot"],
        cure: "Botzone compiles one file with a main program: `begin ... end.`",
        start: &["{file}"],
    }),
    botzone: Some("Pascal"),
    saiblo: None,
};

/// Botzone's command line for Rust is not known (protocol description, section 7a): this is what anybody would write.
const RUST: Language = rust(
    "rs",
    &rust_recipe(&[&["rustc", "-O", "--edition", "2021", "-o", "bot", RUST_FILE]]),
);

/// `rustc FILE`: the first edition, and no optimization.
const RUST_PLAIN: Language = rust(
    "rs-plain",
    &rust_recipe(&[&["rustc", "-o", "bot", RUST_FILE]]),
);

const RUST_FILE: &str = "bot.rs";

const fn rust(name: &'static str, recipe: &'static Recipe) -> Language {
    Language {
        name,
        factors: CPP,
        toolchain: Toolchain::Built(recipe),
        botzone: Some("Rust"),
        saiblo: None,
    }
}

const fn rust_recipe(commands: &'static [&'static [&'static str]]) -> Recipe {
    Recipe {
        file: RUST_FILE,
        tools: &[Tool {
            program: "rustc",
            package: "rustc",
        }],
        commands,
        libraries: &[],
        results: &["bot"],
        cure: "Botzone compiles one file with a `main` for the standard library alone",
        start: &["{file}"],
    }
}

const MAKE_TOOL: Tool = Tool {
    program: "make",
    package: "make",
};

const MAKE: Language = Language {
    name: "make",
    factors: CPP,
    toolchain: Toolchain::Built(&Recipe {
        file: "Makefile",
        tools: &[MAKE_TOOL],
        commands: &[&["make"]],
        libraries: &[],
        results: &["main"],
        cure: "Saiblo starts the program `main` in the folder: let the Makefile make it",
        start: &["{file}"],
    }),
    botzone: None,
    saiblo: Some("C++ with Makefile"),
};

/// Saiblo defines `ONLINE_JUDGE`, with which its sample puts the program into `bin`.
const CMAKE: Language = Language {
    name: "cmake",
    factors: CPP,
    toolchain: Toolchain::Built(&Recipe {
        file: "CMakeLists.txt",
        tools: &[
            Tool {
                program: "cmake",
                package: "cmake",
            },
            MAKE_TOOL,
        ],
        commands: &[
            &["cmake", "-S", ".", "-B", ".build", "-DONLINE_JUDGE=ON"],
            &["cmake", "--build", ".build"],
        ],
        libraries: &[],
        results: &[".build/bin/main", ".build/main"],
        cure: "Saiblo starts the target `main`: write add_executable(main ...)",
        start: &["{file}"],
    }),
    botzone: None,
    saiblo: Some("C++ with CMake"),
};

const PYTHON_PACKAGE: Language = Language {
    name: "python_zip",
    factors: PYTHON.factors,
    toolchain: Toolchain::Built(&Recipe {
        file: "main.py",
        tools: &[PYTHON3],
        commands: &[],
        libraries: &[],
        results: &["main.py"],
        cure: "Saiblo starts the file `main.py`",
        start: &["python3", "{file}"],
    }),
    botzone: None,
    saiblo: Some("python_zip"),
};

/// Botzone's, which Saiblo does not take.
const PYTHON_ARCHIVE: Language = Language {
    saiblo: None,
    ..PYTHON
};

/// Saiblo's course area compiles Rust so: the bundler's module `saiblo` has what is known of it.
const CARGO: Language = Language {
    name: "cargo",
    factors: CPP,
    toolchain: Toolchain::Built(&Recipe {
        file: "Cargo.toml",
        tools: &[Tool {
            program: "cargo",
            package: "cargo",
        }],
        libraries: &[],
        commands: &[&["cargo", "build", "--offline", "-j1", "--release"]],
        results: &["target/release/main"],
        cure: "Saiblo starts the binary target `main`: write name = \"main\" below [[bin]] in Cargo.toml",
        start: &["{file}"],
    }),
    botzone: None,
    saiblo: Some("Rust"),
};

/// The forms of a package, a folder or its archive, each with the files at its top that tell it.
const PACKAGES: [(&[&str], Language); 6] = [
    (&["Makefile", "makefile", "GNUmakefile"], MAKE),
    (&["CMakeLists.txt"], CMAKE),
    (&["Cargo.toml"], CARGO),
    (&["main.py"], PYTHON_PACKAGE),
    (&["__main__.py"], PYTHON_ARCHIVE),
    (&["__main__.py"], PYTHON2),
];

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
