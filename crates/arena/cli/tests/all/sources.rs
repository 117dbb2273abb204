//! Bots in every form that the sites take: files, folders and archives. What compiles and runs them is made up here, as
//! tests need nothing but Rust; scripts/check-players has the real tools.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::common::{ARENA, SESSION_BOT, helpers};
use crate::files::ended;

const SAIBLO_BOT: &str = env!("CARGO_BIN_EXE_saiblo-bot");

/// A place with tools that stand in for the real ones: each notes its name and arguments and runs its lines.
pub struct Place(tempfile::TempDir);

impl Place {
    pub fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir(place.path("tools")).unwrap();
        let nogo = format!("exec {SESSION_BOT} --seed 1 --nodes 1");
        let snakego = format!("exec {SAIBLO_BOT} well --seed 1 --nodes 1");
        let program =
            |path: &str| format!("printf '#!/bin/sh\\n{snakego}\\n' > {path}; chmod +x {path}");
        place.tool(
            "javac",
            "grep -q 'class Main' Main.java && echo > Main.class; true",
        );
        place.tool("java", &nogo);
        place.tool(
            "cmake",
            &format!(
                "[ $1 = -S ] && exit; mkdir -p .build/bin; {}",
                program(".build/bin/main")
            ),
        );
        place.tool("make", &program("main"));
        let made = program("target/release/main");
        place.tool("cargo", &format!("mkdir -p target/release\n{made}"));
        place.tool("mcs", "echo > bot.exe");
        place.tool("mono", &nogo);
        place.tool(
            "fpc",
            &format!("printf '#!/bin/sh\\n{nogo}\\n' > bot; chmod +x bot"),
        );
        place.tool(
            "python3",
            &format!("case $1 in *.zip) {nogo};; *) {snakego};; esac"),
        );
        place
    }

    pub fn tool(&self, name: &str, lines: &str) {
        let calls = self.path("calls");
        let path = self.path("tools").join(name);
        let text = format!(
            "#!/bin/sh\necho {name} \"$@\" >> {}\n{lines}\n",
            calls.display()
        );
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A folder with these files, which are empty.
    fn folder(&self, name: &str, files: &[&str]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(&path).unwrap();
        for file in files {
            let file = path.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        path
    }

    /// An archive with these files, which are empty.
    fn archive(&self, name: &str, files: &[&str]) -> PathBuf {
        let path = self.path(name);
        let mut archive = ZipWriter::new(File::create(&path).unwrap());
        for file in files {
            archive
                .start_file(*file, SimpleFileOptions::default())
                .unwrap();
        }
        archive.finish().unwrap();
        path
    }

    /// The arena where there is no workspace.
    pub fn arena(&self, words: &[&str]) -> (bool, String, String) {
        self.arena_with(words, &helpers())
    }

    /// [`Place::arena`] with this search path behind the tools.
    fn arena_with(&self, words: &[&str], rest: &str) -> (bool, String, String) {
        let mut arena = Command::new(ARENA);
        arena.args(words).env("CARGO", "/no/cargo");
        arena.env("PATH", format!("{}:{rest}", self.path("tools").display()));
        arena.env("XDG_DATA_HOME", self.path("data"));
        ended(arena.env("XDG_CACHE_HOME", self.path("cache")))
    }

    /// Plays this bot against itself; its language and what is its own by the log, and what was called meanwhile but for the
    /// comparison with the site's versions.
    pub fn play(&self, bot: &Path, option: &str, game: &str) -> (Value, Value, String) {
        let log = self.path("games.jsonl");
        let _ = fs::remove_file(self.path("calls"));
        // The stand-ins note their calls outside their folder.
        let player = format!("my={}{option},sandbox=no", bot.display());
        let mut words = vec!["match", &player, &player, "--game", game, "--games", "2"];
        words.extend(["--jobs", "1", "--time-ms", "20000", "--force"]);
        words.extend(["--log", log.to_str().unwrap()]);
        if game == "snakego" {
            words.extend(["--max-round", "8"]);
        }
        let (well, _, errors) = self.arena(&words);
        assert!(well, "{player}: {errors}");
        let log = fs::read_to_string(log).unwrap();
        for bad in ["TLE", "NJ", "RE", "MLE", "OLE", "trouble"] {
            assert!(!log.contains(&format!("\"{bad}\"")), "{player}: {log}");
        }
        let header: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        let calls = fs::read_to_string(self.path("calls")).unwrap_or_default();
        let calls = calls.lines().filter(|call| !call.contains("/scan.py "));
        let calls: String = calls.map(|call| format!("{call}\n")).collect();
        let identity = &header["identities"][0][0];
        let mut own = identity["agreed"]["own"].clone();
        assert_eq!(own["no_sandbox"].take(), true, "{header}");
        if let Value::Object(rest) = &mut own {
            rest.remove("no_sandbox");
            if rest.is_empty() {
                own = Value::Null;
            }
        }
        let player = identity["agreed"].get("player").unwrap_or(identity);
        (player["source"]["language"].clone(), own, calls)
    }
}

#[test]
fn botzones_forms_play_with_the_limits_of_their_languages() {
    let place = Place::new();
    let java = place.path("my bot.java");
    fs::write(&java, "public class Main {}\n").unwrap();
    let (named, own, calls) = place.play(&java, "", "nogo");
    assert_eq!(named, "java");
    assert_eq!(own, json!({"factors": [3, 2]}));
    let calls: Vec<&str> = calls.lines().collect();
    assert_eq!(calls[0], "javac -encoding UTF-8 -d . Main.java");
    let (start, end) = ("java -XX:+UseSerialGC -Xmx192m -cp ", " Main");
    let started = |call: &&str| call.starts_with(start) && call.ends_with(end);
    assert!(
        calls.len() > 10 && calls[1..].iter().all(started),
        "{calls:?}"
    );

    let python = place.archive("bot.zip", &["__main__.py", "search.py"]);
    let (named, own, calls) = place.play(&python, "", "nogo");
    assert_eq!(named, "python");
    assert_eq!(own, json!({"factors": [6, 4]}));
    let want = format!("python3 {}", fs::canonicalize(&python).unwrap().display());
    assert!(calls.lines().all(|call| call == want), "{calls}");
}

#[test]
fn libraries_of_the_site_are_there_for_who_uses_them() {
    let place = Place::new();
    // As unpacked packages have them; those of the system would do as well.
    for file in [
        "usr/share/java/json-simple.jar",
        "usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll",
    ] {
        let file = place.path("data/arena").join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
    }
    for (name, text, language, factors, compiled, started) in [
        (
            "Bot.java",
            "import org.json.simple.JSONValue;\nclass Main {}\n",
            "java",
            json!({"factors": [3, 2]}),
            "javac -cp json-simple.jar -encoding UTF-8 -d . Main.java",
            "java ",
        ),
        (
            "bot.cs",
            "class Bot {}\n",
            "cs",
            json!({"factors": [6, 4]}),
            "mcs -out:bot.exe Main.cs",
            "mono /",
        ),
        (
            "json.cs",
            "using Newtonsoft.Json;\nclass Bot {}\n",
            "cs",
            json!({"factors": [6, 4]}),
            "mcs -r:Newtonsoft.Json.dll -out:bot.exe Main.cs",
            "mono /",
        ),
        (
            "bot.pas",
            "begin end.\n",
            "pas",
            Value::Null,
            "fpc -O2 -obot Main.pas",
            "",
        ),
    ] {
        let bot = place.path(name);
        fs::write(&bot, text).unwrap();
        let (named, own, calls) = place.play(&bot, "", "nogo");
        assert_eq!((named, own), (json!(language), factors), "{name}");
        let calls: Vec<&str> = calls.lines().collect();
        assert_eq!(calls[0], compiled, "{name}");
        assert!(
            calls[1..].iter().all(|call| call.starts_with(started)),
            "{calls:?}"
        );
    }
}

#[test]
fn saiblos_forms_play_as_folders_and_as_archives() {
    let place = Place::new();
    let cmake = [
        "cmake -S . -B .build -DONLINE_JUDGE=ON",
        "cmake --build .build",
    ];
    let both = ["CMakeLists.txt", "Makefile", "main.cpp"];
    for (bot, option, language, want) in [
        (
            place.archive("cmake.zip", &["CMakeLists.txt", "main.cpp"]),
            "",
            "cmake",
            &cmake[..],
        ),
        (place.folder("both", &both), "", "make", &["make"]),
        // Hidden files are no part of a bot: this is the archive's, built already.
        (
            place.folder("cmake", &["CMakeLists.txt", "main.cpp", ".gitignore"]),
            "",
            "cmake",
            &[],
        ),
        (
            place.folder("both", &both),
            ",language=cmake",
            "cmake",
            &cmake,
        ),
        (
            place.archive("cargo.zip", &["Cargo.toml", "src/main.rs"]),
            "",
            "cargo",
            &["cargo build --offline -j1 --release"],
        ),
        // What the author's own builds have left is no part of a bot either.
        (
            place.folder("cargo", &["Cargo.toml", "src/main.rs", "target/debug"]),
            "",
            "cargo",
            &[],
        ),
    ] {
        let (named, own, calls) = place.play(&bot, option, "snakego");
        assert_eq!(named, language, "{bot:?}");
        assert_eq!(own, Value::Null, "{bot:?}");
        assert_eq!(calls.lines().collect::<Vec<_>>(), want, "{bot:?}");
    }
    let archive = place.archive("python.zip", &["main.py", "inner/part.py"]);
    let folder = place.folder("python", &["main.py"]);
    for bot in [&archive, &folder] {
        let (named, _, calls) = place.play(bot, "", "snakego");
        assert_eq!(named, "python_zip");
        let word = calls
            .lines()
            .next()
            .unwrap()
            .strip_prefix("python3 ")
            .unwrap();
        let file = Path::new(word);
        assert!(
            file.ends_with("main.py") && !file.starts_with(&folder),
            "{calls}"
        );
        let inner = file.parent().unwrap().join("inner/part.py");
        assert_eq!(inner.is_file(), bot == &archive);
    }
}

#[test]
fn a_python_script_runs_without_what_is_beside_it() {
    let place = Place::new();
    let folder = place.folder("mine", &["bot.py", "helper.py"]);
    let bot = folder.join("bot.py");
    let (named, _, calls) = place.play(&bot, "", "snakego");
    assert_eq!(named, "python");
    let word = calls.lines().next().unwrap().strip_prefix("python3 ");
    let there = fs::read_dir(Path::new(word.unwrap()).parent().unwrap()).unwrap();
    let names: Vec<_> = there.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["bot.py"]);

    fs::write(&bot, "import helper\n").unwrap();
    let (well, _, errors) = place.arena(&["check", bot.to_str().unwrap(), "--game", "snakego"]);
    let want = "`helper.py` is beside bot.py, but the site runs one file alone; pack both";
    assert!(!well && errors.contains(want), "{errors}");
}

#[test]
fn what_cannot_be_built_or_uploaded_is_named_with_the_cure() {
    let place = Place::new();
    let java = place.path("Bot.java");
    fs::write(&java, "class Other {}\n").unwrap();
    let large = place.path("large.py");
    fs::write(&large, vec![b'#'; (4 << 20) + 1]).unwrap();
    let package = place.folder("package", &["Makefile"]);
    for (bot, game, want) in [
        (&java, "nogo", "is built, but Botzone starts the class Main"),
        (&java, "snakego", "Saiblo does not take `"),
        (&package, "nogo", "Botzone does not take `"),
        (
            &large,
            "nogo",
            "large.py has 4194305 bytes, and Botzone takes 4194304 (4 MB); make",
        ),
    ] {
        let bot = bot.to_str().unwrap();
        let (well, text, errors) = place.arena(&["check", bot, "--game", game]);
        assert!(!well && errors.contains(want), "{text}{errors}");
    }
}

#[test]
fn a_missing_tool_is_named_with_its_package() {
    let place = Place::new();
    let bots = [
        (place.path("a.java"), "javac", "default-jdk-headless"),
        (place.path("a.cs"), "mcs", "mono-mcs"),
        (place.path("a.pas"), "fpc", "fp-compiler"),
        (
            place.archive("c.zip", &["CMakeLists.txt"]),
            "cmake",
            "cmake",
        ),
        (place.folder("m", &["Makefile"]), "make", "make"),
        (place.folder("r", &["Cargo.toml"]), "cargo", "cargo"),
        (place.folder("p", &["main.py"]), "python3", "python3"),
        (
            place.archive("q.zip", &["__main__.py"]),
            "python3",
            "python3",
        ),
    ];
    for (bot, ..) in &bots[..3] {
        fs::write(bot, "").unwrap();
    }
    fs::remove_dir_all(place.path("tools")).unwrap();
    for (bot, tool, package) in bots {
        let bot = bot.to_str().unwrap();
        let words = ["match", bot, bot, "--game", "nogo", "--games", "2"];
        let (well, _, errors) = place.arena_with(&words, "");
        let want = format!(
            "`{bot}` needs {tool}, which is not installed; Debian: sudo apt-get install {package}\n"
        );
        assert!(!well && errors.contains(&want), "{errors}");
    }
}
