//! Bots in every form that the sites take: files, folders and archives. What compiles and runs them is made up here, as
//! tests need nothing but Rust; scripts/check-players has the real tools.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use snapbox::str;

use crate::common::{ARENA, SESSION_BOT, helpers};
use crate::files::ended;
use crate::shell::Shell;

const SAIBLO_BOT: &str = env!("CARGO_BIN_EXE_saiblo-bot");

/// A place with tools that stand in for the real ones: each notes its name and arguments and runs its lines.
pub struct Place(pub Shell);

impl Place {
    pub fn new() -> Place {
        let shell = Shell::without_cargo();
        let data = shell.path("data").display().to_string();
        let place = Place(shell.with("XDG_DATA_HOME", &data));
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
        self.0.path(name)
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
        let path = format!("{}:{rest}", self.path("tools").display());
        ended(self.0.command(ARENA).args(words).env("PATH", path))
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
        // Hidden files are not part of a bot: this is the archive's, built already.
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
        // The output of the author's own builds is not part of a bot either.
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
    place.0.types(str![[r#"
$ arena check mine/bot.py --game snakego
1/4 builds as the site builds, and speaks its protocol ...
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: `helper.py` is beside bot.py, but the site runs one file alone; pack both into a .zip, in which bot.py is called __main__.py for Botzone or main.py for Saiblo
exit status 1
"#]]);
}

#[test]
fn what_cannot_be_built_or_uploaded_is_named_with_the_cure() {
    let place = Place::new();
    place.0.write("Bot.java", "class Other {}\n");
    place.0.write("large.py", &"#".repeat((4 << 20) + 1));
    place.folder("package", &["Makefile"]);
    place.0.types(str![[r#"
$ arena check Bot.java --game nogo
1/4 builds as the site builds, and speaks its protocol ...
making Bot.java ...
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: `Bot.java` is built, but Botzone starts the class Main: name it so, and leave `package` out
exit status 1
$ arena check Bot.java --game snakego
1/4 builds as the site builds, and speaks its protocol ...
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: Saiblo does not take `Bot.java`; it takes one .cpp or .py, or a .zip with a Makefile, CMakeLists.txt, Cargo.toml or main.py
exit status 1
$ arena check package --game nogo
1/4 builds as the site builds, and speaks its protocol ...
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: Botzone does not take `package`; it takes one .cpp, .rs, .py, .js, .java, .cs or .pas, or a .zip with __main__.py
exit status 1
$ arena check large.py --game nogo
1/4 builds as the site builds, and speaks its protocol ...
    FAILED after [..] s
error: step 1 of 4 failed: builds as the site builds, and speaks its protocol: large.py has 4194305 bytes, and Botzone takes 4194304 (4 MB); make its tables and weights smaller, or compute them at the start
exit status 1
"#]]);
}

#[test]
fn a_missing_tool_is_named_with_its_package() {
    let place = Place::new();
    for name in ["a.java", "a.cs", "a.pas"] {
        place.0.write(name, "");
    }
    for (name, file) in [("m", "Makefile"), ("r", "Cargo.toml"), ("p", "main.py")] {
        place.folder(name, &[file]);
    }
    place.archive("c.zip", &["CMakeLists.txt"]);
    place.archive("q.zip", &["__main__.py"]);
    // Only the arena itself is there.
    fs::remove_dir_all(place.path("tools")).unwrap();
    fs::create_dir(place.path("tools")).unwrap();
    fs::copy(ARENA, place.path("tools/arena")).unwrap();
    let path = place.path("tools").display().to_string();
    place.0.with("PATH", &path).types(str![[r#"
$ for bot in a.java a.cs a.pas c.zip m r p q.zip; do arena match $bot $bot --game nogo --games 2; done
error: `a.java` needs javac, which is not installed; Debian: sudo apt-get install default-jdk-headless
error: `a.cs` needs mcs, which is not installed; Debian: sudo apt-get install mono-mcs
error: `a.pas` needs fpc, which is not installed; Debian: sudo apt-get install fp-compiler
error: `c.zip` needs cmake, which is not installed; Debian: sudo apt-get install cmake
error: `m` needs make, which is not installed; Debian: sudo apt-get install make
error: `r` needs cargo, which is not installed; Debian: sudo apt-get install cargo
error: `p` needs python3, which is not installed; Debian: sudo apt-get install python3
error: `q.zip` needs python3, which is not installed; Debian: sudo apt-get install python3
exit status 1
"#]]);
}
