//! The languages and forms of packages that the sites take, and how they make programs of them.

use super::{Factors, Language, Library, Recipe, Tool, Toolchain};

pub(super) const CPP: Factors = [1, 1];

const PYTHON3: Tool = Tool {
    program: "python3",
    package: "python3",
};

/// A Python file. The same name has Botzone's archive with `__main__.py`, which python3 runs like a file.
pub(super) const PYTHON: Language = Language {
    name: "python",
    factors: [6, 4],
    toolchain: Toolchain::Interpreted(PYTHON3),
    botzone: Some("Python 3.6"),
    saiblo: Some("python"),
};

/// Debian has no package of Python 2 any more.
pub(super) const PYTHON2: Language = Language {
    name: "python2",
    toolchain: Toolchain::Interpreted(Tool {
        program: "python2",
        package: "",
    }),
    botzone: Some("Python 2"),
    saiblo: None,
    ..PYTHON
};

pub(super) const JAVASCRIPT: Language = Language {
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
pub(super) const JAVA: Language = Language {
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
pub(super) const CSHARP: Language = Language {
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
pub(super) const PASCAL: Language = Language {
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
pub(super) const RUST: Language = rust(
    "rs",
    &rust_recipe(&[&["rustc", "-O", "--edition", "2021", "-o", "bot", RUST_FILE]]),
);

/// `rustc FILE`: the first edition, and no optimization.
pub(super) const RUST_PLAIN: Language = rust(
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
pub(super) const PACKAGES: [(&[&str], Language); 6] = [
    (&["Makefile", "makefile", "GNUmakefile"], MAKE),
    (&["CMakeLists.txt"], CMAKE),
    (&["Cargo.toml"], CARGO),
    (&["main.py"], PYTHON_PACKAGE),
    (&["__main__.py"], PYTHON_ARCHIVE),
    (&["__main__.py"], PYTHON2),
];
