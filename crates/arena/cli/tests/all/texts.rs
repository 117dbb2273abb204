//! Every text of the arena has its Chinese, and the table has no more than that.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

mod literals;
pub mod mixed;
mod refused;
mod wording;

use arena::cli::Cli;
use arena::lang::{self, columns};
use arena::topics;
use arena_common::texts::{self, Language};
use clap::{Command, CommandFactory};
use literals::{Literal, literals};
use players::new_bot::starter;

/// The arena that speaks its reader's language.
const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// The words that clap and the arena put around the texts of a command.
const AROUND: [&str; 5] = ["Usage:", "Commands", "Arguments", "Options", "default: "];

/// The functions that give a text in the language of the reader, however short it is. The compiler checks that a text
/// of `msg!` has its Chinese.
const SAYS: [&str; 3] = ["tr", "counted", "note"];

/// Literals that look like messages and are not: text written for programs, and text put together from parts.
const NO_MESSAGES: [&str; 33] = [
    "#include <jsoncpp/json/json.h>\n",
    "ASAN_OPTIONS=handle_abort=1:detect_leaks=0:print_legend=0:stack_trace_format='    #%n in %f %S'",
    "No such file or directory",
    "UBSAN_OPTIONS=print_stacktrace=1:stack_trace_format='    #%n in %f %S'",
    "a value without a place",
    "application/jsonl; charset=utf-8",
    "arena explain {name} --log {log} --game {game} --turn {turn} --seat {seat}{effort}",
    " --nodes {nodes}",
    " --time-ms {ms}",
    "cannot find -ljsoncpp",
    "description = ",
    "description = \"{idea}\"",
    "not defined at compile time",
    // Said before the language is known.
    "error: {error:#}",
    "exec \"$@\" 2>&1",
    "hello, is this the judge?\n",
    "letters a to d, w to z",
    "map={} moves=",
    "messages.zh.txt has no Chinese for this:\n{core}",
    "model name\t:",
    "piece {} ({}), score {}",
    "standard error:\n",
    "text/html; charset=utf-8",
    "text/plain; charset=utf-8",
    "`cout << endl`, `fflush(stdout)`",
    "`print(..., file=sys.stderr)`",
    "`print(..., flush=True)`",
    // Positions as text.
    "color {color}: {} to place, combo {}, total {}, may give",
    "{:?}, {} open",
    "{} and {}",
    "{}\nown color: {}",
    "{head}\n[{left_out} bytes left out]\n{tail}",
    "{{before-help}}{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
];

/// Literals of the bundler that are commands, names, and signs by which it knows a cause.
const NO_LINES: [&str; 19] = [
    ", the Cargo build",
    "cannot be bundled",
    "cargo bench",
    "cargo build",
    "cargo metadata",
    "clang++ O0",
    "cmake ONLINE_JUDGE",
    "for i in $(seq {times}); do \"$0\" bench \"$@\" >/dev/null || exit; done; times",
    "g++ main.cpp",
    "glibc {major}.{minor}",
    "no pie",
    "no pthread",
    "not in data/syscalls.txt",
    "not known to run on",
    "than the judge's processor is known to have",
    "the unwinder is still in use",
    "ulimit -s {stack}; ulimit -v {memory}; exec \"$0\" \"$@\"",
    "{said}\n\nThe cure:\n  {}\n{PAGE}",
    "judge root",
];

/// Sources of games with the reasons why a move is illegal, or a text is not a position or move.
const READ: [&str; 12] = [
    "error.rs",
    "text.rs",
    "text/read.rs",
    "/mv.rs",
    "/cell.rs",
    "/point.rs",
    "/piece.rs",
    "/map.rs",
    "/rules.rs",
    "/state.rs",
    "/board.rs",
    "/simple_io.rs",
];

/// Sources that read what other programs say, or write programs.
const READERS: [&str; 4] = [
    "diagnosis/symptoms.rs",
    "diagnosis/traceback.rs",
    "source/amalgamate.rs",
    "source/header.rs",
];

fn arena() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The English help of all commands and arguments: where it stands, and its text.
fn help(command: &Command, path: &str, found: &mut Vec<(String, String)>) {
    let path = format!("{path} {}", command.get_name());
    let about = [command.get_about(), command.get_after_help()];
    for text in about.into_iter().flatten() {
        found.push((path.clone(), text.to_string()));
    }
    for argument in command.get_arguments() {
        let path = format!("{path} {}", argument.get_id());
        let texts = argument.get_help().map(ToString::to_string);
        let heading = argument.get_help_heading().map(str::to_owned);
        found.extend(
            texts
                .into_iter()
                .chain(heading)
                .map(|text| (path.clone(), text)),
        );
    }
    for command in command.get_subcommands() {
        help(command, &path, found);
    }
}

fn built(mut command: Command) -> Command {
    command.build();
    command
}

/// All sources in a folder except tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["tests", "texts", "benches", "examples"].contains(&&*name) {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") && !["tests.rs", "samples.rs"].contains(&&*name) {
            found.push(path);
        }
    }
}

/// The literals of the arena, the manifests, the rules and the bundler, with their places.
fn all_literals() -> Vec<(String, Literal)> {
    let crates = arena().join("..");
    let mut files = Vec::new();
    for folder in [
        "arena",
        "manifest/src",
        "games",
        "bundler/src",
        "bundler/asm/src",
    ] {
        sources(&crates.join(folder), &mut files);
    }
    let read = |path: &PathBuf| {
        let mut found = Vec::new();
        let code = fs::read_to_string(path).unwrap();
        literals(code.parse().unwrap(), "", &mut found);
        let place = path.strip_prefix(&crates).unwrap().display().to_string();
        found.into_iter().map(move |text| (place.clone(), text))
    };
    let mut found: Vec<_> = files.iter().flat_map(read).collect();
    let page = include_str!("../../../viewer/page/league.js");
    found.extend(page.split("tr(\"").skip(1).map(|text| {
        let text = text.split('"').next().unwrap().to_owned();
        let within = "tr".to_owned();
        ("viewer/page/league.js".to_owned(), Literal { text, within })
    }));
    found
}

/// The ideas of the bots, and the paragraphs at the head of a new bot's source.
fn told_of_bots() -> Vec<String> {
    let bots = fs::read_dir(arena().join("../../bots")).unwrap();
    let idea = |bot: fs::DirEntry| {
        let manifest = fs::read_to_string(bot.path().join("Cargo.toml")).unwrap();
        let line = manifest
            .lines()
            .find_map(|line| line.strip_prefix("description = "));
        line.unwrap().trim_matches('"').to_owned()
    };
    let mut found: Vec<String> = bots.map(|bot| idea(bot.unwrap())).collect();
    for game in gameplay::games::standard().iter() {
        for starter in game.starter.iter() {
            for source in [starter.cpp, starter.python] {
                found.extend(starter::heading(source).0);
            }
        }
    }
    found
}

/// The keys of all help texts.
fn helps() -> Vec<String> {
    let mut found = Vec::new();
    help(&built(Cli::command()), "", &mut found);
    help(&built(bundler::Args::command()), "", &mut found);
    let topics = topics::ALL.iter();
    found.extend(topics.map(|topic| (topic.name.to_owned(), topic.text.trim_end().to_owned())));
    let keys = found.iter().flat_map(|(_, text)| texts::keys(text));
    keys.chain(AROUND).map(str::to_owned).collect()
}

/// A text for `format!` and its key as one and the same.
fn normal(text: &str) -> String {
    let text = text.trim().replace("{{", "{").replace("}}", "}");
    let mut parts = text.split('{');
    let mut normal = parts.next().unwrap().to_owned();
    for part in parts {
        normal += &match part.split_once('}') {
            Some((place, behind)) if !place.contains(['"', ' ']) => format!("{{}}{behind}"),
            _ => format!("{{{part}"),
        };
    }
    normal
}

/// Returns true if people may see this text: words, and a space between them or a value.
fn is_message(place: &str, text: &str) -> bool {
    let told = match place.split('/').next() {
        Some("games") => READ.iter().any(|file| place.ends_with(file)),
        // Text written into a bundle is English, and errors of a source are for developers of the bundler.
        Some("bundler") => {
            let written = [
                "asm/",
                "/rust/",
                "header.rs",
                "form.rs",
                "/rust.rs",
                "rust_asm.rs",
                "saiblo.rs",
            ];
            let is_written = written.iter().any(|part| place.contains(part));
            // A probe's manifest and sources, and the table of a README.
            let starts = [
                "[package]",
                "#![no_main]",
                "//! Plays",
                "{} = {{ path",
                "| bot",
            ];
            let of_probe = starts.iter().any(|start| text.starts_with(start));
            let is_line = !is_written && !of_probe && !NO_LINES.contains(&text.trim());
            text.starts_with("Upload: ") || is_line
        }
        _ => !READERS.iter().any(|file| place.ends_with(file)),
    };
    let normal = normal(text);
    let mut words = normal.split(|c: char| !c.is_ascii_alphabetic());
    let long = |word: &str| word.len() >= 3 && word.contains(|c: char| c.is_lowercase());
    told && text.trim().contains(' ') && words.any(long) && !NO_MESSAGES.contains(&text)
}

/// Texts that are the same in Chinese: no word in them but names.
fn is_name(text: &str) -> bool {
    [
        "", "Elo", "SnakeGo", "bot", "max", "#", "OK", "TLE", "MLE", "OLE", "NJ", "RE",
    ]
    .contains(&text)
}

#[test]
fn every_text_has_its_chinese_and_the_table_no_more() {
    let (literals, helps) = (all_literals(), [helps(), told_of_bots()].concat());
    let table: BTreeSet<String> = texts::chinese().keys().map(|key| normal(key)).collect();
    let has = |text: &str| is_name(text) || table.contains(&normal(text));
    let helped = |part: &str| has(part) || helps.iter().any(|help| help.contains(part));
    let following = literals.iter().skip(1).map(Some).chain([None]);
    let lacking = literals
        .iter()
        .zip(following)
        .filter(|((place, literal), next)| {
            let Literal { text, within } = literal;
            if SAYS.contains(&within.as_str()) {
                // One noun of two is enough.
                let plural = next.is_some_and(|(_, next)| within == "counted" && has(&next.text));
                return !has(text) && !plural;
            }
            let said = has(text) || texts::keys(text.trim()).all(helped);
            is_message(place, text) && !said
        });
    let lacking = lacking.map(|((place, literal), _)| format!("{place}: {}", literal.text));
    let helps_lacking = helps.iter().filter(|help| !has(help)).cloned();
    let missing: BTreeSet<String> = lacking.chain(helps_lacking).collect();

    // The texts in the last sections of the table are in no source of ours.
    let others = include_str!("../../../common/texts/others.zh.txt");
    let (_, foreign) = others.split_once("# What the library").unwrap();
    let mut used: BTreeSet<String> = literals.iter().map(|(_, it)| normal(&it.text)).collect();
    used.extend(helps.iter().map(|help| normal(help)));
    let unused: Vec<&str> = (texts::chinese().keys().copied())
        .filter(|key| !used.contains(&normal(key)) && !foreign.contains(&format!("\n\n{key}\n=\n")))
        .collect();
    assert!(
        missing.is_empty() && unused.is_empty(),
        "crates/arena/common/texts lacks {} texts:\n{}\nand nobody says {} of its texts:\n{}",
        missing.len(),
        missing.into_iter().collect::<Vec<_>>().join("\n\n"),
        unused.len(),
        unused.join("\n\n")
    );
}

/// The entries of these files of the table.
fn entries_of(files: &[&str]) -> impl Iterator<Item = (String, String)> {
    let read = |name: &&str| {
        let path = arena().join("common/texts").join(name);
        fs::read_to_string(path).unwrap()
    };
    let text = files.iter().map(read).collect::<Vec<_>>().join("\n\n");
    let entries = text.split("\n\n").filter_map(|entry| {
        let (english, chinese) = entry.trim_matches('\n').split_once("\n=\n")?;
        Some((english.to_owned(), chinese.to_owned()))
    });
    entries.collect::<Vec<_>>().into_iter()
}

/// The help of a command and of all below it.
fn rendered_helps(mut command: Command, path: &str, found: &mut Vec<(String, String)>) {
    let path = format!("{path} {}", command.get_name());
    found.push((path.clone(), command.render_help().to_string()));
    for sub in command.get_subcommands() {
        rendered_helps(sub.clone(), &path, found);
    }
}

#[test]
fn chinese_help_fits_80_columns_and_is_chinese() {
    let mut helps = Vec::new();
    rendered_helps(
        lang::command(Language::Chinese, &gameplay::games::standard()),
        "",
        &mut helps,
    );
    for topic in topics::ALL {
        let text = texts::paragraphs(topic.text, Language::Chinese);
        let wide: Vec<&str> = text.lines().filter(|line| columns(line) > 80).collect();
        assert!(wide.is_empty(), "{}: {wide:#?}", topic.name);
    }
    assert!(helps.len() > 15, "{}", helps.len());
    for (path, text) in helps {
        assert!(
            text.contains("用法：") && text.contains("选项:"),
            "{path}:\n{text}"
        );
        for line in text.lines() {
            let usage = line.starts_with("用法：");
            assert!(usage || columns(line) <= 80, "{path}: {line}");
        }
        for english in ["Usage:", "[default: ", "[possible values", "Print help"] {
            assert!(!text.contains(english), "{path} says {english}:\n{text}");
        }
    }
}

#[test]
fn the_bundler_speaks_chinese() {
    let mut helps = Vec::new();
    rendered_helps(bundler::command(Language::Chinese), "", &mut helps);
    for (path, text) in helps {
        assert!(text.contains("用法："), "{path}:\n{text}");
        for english in ["Usage:", "Options", "[default: ", "Print", "Possible"] {
            assert!(!text.contains(english), "{path} says {english}:\n{text}");
        }
        let lines = text.lines().filter(|line| !line.contains("debootstrap"));
        let text = lines.collect::<Vec<_>>().join("\n");
        assert_eq!(mixed::english(&text), None, "{text}");
    }
}

#[test]
fn english_help_fits_80_columns() {
    let mut helps = Vec::new();
    let english = lang::command(Language::English, &gameplay::games::standard());
    rendered_helps(built(english.term_width(80)), "", &mut helps);
    for (path, text) in helps {
        let wide: Vec<&str> = text.lines().filter(|line| columns(line) > 80).collect();
        assert!(wide.is_empty(), "{path}: {wide:#?}");
    }
}

#[test]
fn the_flag_or_the_locale_chooses_the_language() {
    let said = |arguments: &[&str], locale: &str| {
        let mut arena = Process::new(ARENA);
        arena.args(arguments).env("LC_ALL", locale);
        let output = arena.output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    for (arguments, locale, chinese) in [
        (&["match", "--help"][..], "C", false),
        (&["match", "--help"], "zh_CN.UTF-8", true),
        (&["match", "--help", "--lang", "zh"], "C", true),
        (&["--lang=en", "match", "--help"], "zh_CN.UTF-8", false),
        (&["--lang", "zh", "help", "league"], "C", true),
        (&["--lang", "zh", "help", "conduct"], "C", true),
        (&["list"], "zh_CN.UTF-8", true),
        (&["list", "--lang", "en"], "zh_CN.UTF-8", false),
    ] {
        let text = said(arguments, locale);
        let found = ["用法：", "游戏", "判定"]
            .iter()
            .any(|word| text.contains(word));
        assert_eq!(found, chinese, "{arguments:?} {locale}:\n{text}");
    }
}

#[test]
fn the_ideas_of_all_bots_are_listed_in_chinese() {
    let mut arena = Process::new(ARENA);
    let output = arena.args(["list", "--lang", "zh"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('│')).collect();
    assert!(rows.len() > 30, "{text}");
    for row in rows {
        let idea = row.trim_end_matches('│').rsplit('┆').next().unwrap();
        let chinese = idea.contains(|c| columns(&String::from(c)) == 2);
        assert!(chinese && mixed::english(idea).is_none(), "{row}");
    }
}

/// The cells of a table's first line.
fn headings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with('┌') {
            let heading = lines.next().unwrap_or_default().trim_matches('│');
            found.extend(heading.split('┆').map(|cell| cell.trim().to_owned()));
        }
    }
    found
}

#[test]
fn the_headings_of_tables_are_chinese() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("league.jsonl");
    let bot = crate::common::SESSION_BOT;
    let players = ["a", "b"].map(|name| format!("cmd:env NAME={name} {bot} --nodes 1"));
    let [a, b] = players.each_ref().map(String::as_str);
    let game = ["--game", "nogo", "--lang", "zh"];
    let league = [
        "league",
        a,
        b,
        "--games",
        "2",
        "--out",
        out.to_str().unwrap(),
    ];
    let sprt = ["sprt", a, b, "--nodes", "1", "--max-games", "4"];
    let runs = [&["match", a, b, "--games", "2"][..], &sprt, &league];
    for run in runs {
        let mut arena = Process::new(ARENA);
        let output = arena.args(run).args(game).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let cells = headings(&text);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(cells.len() > 5, "{run:?}:\n{text}{errors}");
        for cell in cells {
            let chinese = cell.chars().any(|c| columns(&c.to_string()) == 2);
            let rank = cell.starts_with('#');
            assert!(
                chinese || rank || is_name(&cell),
                "{run:?}: `{cell}`\n{text}"
            );
        }
    }
}

#[test]
fn what_a_log_keeps_is_english() {
    let folder = tempfile::tempdir().unwrap();
    let good = format!("good=cmd:{} --nodes 1", crate::common::SESSION_BOT);
    for behaviour in ["crash", "illegal", "two-lines"] {
        let bad = format!("bad=cmd:{} {behaviour} 1", crate::common::BAD_BOT);
        let log = folder.path().join(behaviour);
        let mut arena = Process::new(ARENA);
        arena.args(["match", &bad, &good, "--game", "nogo", "--games", "2"]);
        let output = arena
            .args(["--lang", "zh", "--log"])
            .arg(&log)
            .output()
            .unwrap();
        let text = fs::read_to_string(&log).unwrap();
        assert!(text.contains("\"trouble\":"), "{output:?}");
        let chinese = text
            .lines()
            .find(|line| line.contains(|c| columns(&String::from(c)) == 2));
        assert_eq!(chinese, None);
    }
}
