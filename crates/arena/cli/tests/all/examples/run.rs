//! The test that `scripts/check-examples` runs.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use players::workspace::{Judge, Workspace};
use rustix::process::{Pid, Signal, kill_process_group};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Example, MARKS, examples, transcript};
use crate::import_packs::a_match;
use crate::readme::root;

/// Runs all examples in the folder `EXAMPLES_IN`, a copy of the project, each for `LIMIT` seconds at most: bundles beside the others,
/// each in the order in which they stand.
#[test]
#[ignore = "scripts/check-examples runs it"]
fn every_example_runs() {
    let folder = PathBuf::from(env::var("EXAMPLES_IN").unwrap());
    let limit = env::var("LIMIT").map_or(600, |limit| limit.parse().unwrap());
    let mut all = examples();
    all.retain(|example| example.mark().is_none());
    let before = all.len();
    if env::var("EXAMPLES").as_deref() != Ok("all") {
        all.retain(|example| example.proven().is_none());
    }
    let proven = before - all.len();
    let bots = build(&folder, &all);
    all.extend(bots.iter().map(|bot| of_bot(bot, &folder)));
    println!("what a reader brings: {}", bring(&folder).join(", "));
    // Bundles are mostly compiled, and no other example needs one.
    let (bundles, others): (Vec<&Example>, Vec<&Example>) = all
        .iter()
        .partition(|example| example.line.starts_with("scripts/bundle"));
    let run = |examples: Vec<&Example>, said| -> Vec<String> {
        let failures = |example: &Example| ends_well(example, &folder, said, limit).err();
        examples.into_iter().filter_map(failures).collect()
    };
    let failures = scope(|scope| {
        let bundles = scope.spawn(|| run(bundles, ".said-of-bundles"));
        let mut failures = run(others, ".said");
        failures.extend(bundles.join().unwrap());
        failures
    });
    let marked = MARKS.map(|(mark, count)| format!("{count} \"{mark}\""));
    println!(
        "{} examples run, {} failed; not run are {proven} that other steps prove, {}",
        all.len(),
        failures.len(),
        marked.join(", ")
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Runs one example, and prints how it ended; a failure is returned, too.
fn ends_well(
    Example { page, line, shown }: &Example,
    folder: &Path,
    said: &str,
    limit: u64,
) -> Result<(), String> {
    let said = folder.join(said);
    let output = File::create(&said).unwrap();
    let begun = Instant::now();
    let mut child = shell(line, folder, output.try_clone().unwrap(), output);
    let status = ended(&mut child, Duration::from_secs(limit));
    let output = String::from_utf8_lossy(&fs::read(&said).unwrap()).into_owned();
    let missing = transcript::missing(shown, &output);
    let ok = status.is_some_and(|status| status.success()) && missing.is_none();
    let result = if ok { "ok" } else { "FAILED" };
    let seconds = begun.elapsed().as_secs_f64();
    let mut text = format!("{result} {seconds:5.1} s  {page}: {line}");
    if !ok {
        let ends = status.map_or("too slow".to_owned(), |status| status.to_string());
        text += &format!("\n{ends}:\n{output}");
    }
    if let Some(missing) = missing {
        text += &format!("\nshown on the page, but not printed: {missing}");
    }
    println!("{text}");
    if ok { Ok(()) } else { Err(text) }
}

/// Builds the arena, the bundler, the bots and the tests that the examples name: a first build may take its time.
/// Returns the bots that talk to a judge; these and `arena` are on the path of [`shell`].
fn build(folder: &Path, all: &[Example]) -> Vec<String> {
    let target = PathBuf::from(env::var("CARGO_TARGET_DIR").unwrap());
    fs::create_dir(folder.join(".path")).unwrap();
    let on_path = |program: &Path| {
        let link = folder.join(".path").join(program.file_name().unwrap());
        symlink(target.join(program), link).unwrap();
    };
    on_path(Path::new("release/arena"));
    let words: BTreeSet<String> = all.iter().flat_map(Example::programs).flatten().collect();
    let mut bots = Workspace::at(folder).unwrap().bots;
    bots.retain(|bot| words.contains(&bot.name) && bot.judge != Judge::None);
    let tests = all
        .iter()
        .map(|example| &example.line)
        .filter(|line| line.starts_with("cargo test"));
    let mut lines: Vec<String> = tests.map(|line| format!("{line} --no-run")).collect();
    lines.push("cargo build --release".to_owned());
    lines.push("cargo build --release --package bundler".to_owned());
    for bot in &bots {
        let flags = bot
            .baseline
            .iter()
            .map(|flags| format!("RUSTFLAGS={flags} "));
        let (name, profile) = (&bot.name, &bot.profile);
        lines.push(
            flags.collect::<String>()
                + &format!("cargo build --profile {profile} --package {name}"),
        );
        on_path(&Path::new(profile).join(name));
    }
    // In the project itself: a program may keep the path of the folder that it was built in, and cargo takes it for fresh
    // in the other.
    for line in lines {
        let status = shell(&line, &root(), Stdio::inherit(), Stdio::inherit()).wait();
        assert!(status.unwrap().success(), "{line}");
    }
    bots.into_iter().map(|bot| bot.name).collect()
}

/// The example of a bot's own help, which is its last line.
fn of_bot(bot: &str, folder: &Path) -> Example {
    let help = Command::new(folder.join(".path").join(bot))
        .arg("--help")
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, line) = help.trim_end().rsplit_once("\nExample:\n  ").unwrap();
    Example {
        page: format!("{bot} --help"),
        line: line.to_owned(),
        shown: Vec::new(),
    }
}

/// Provides the files that a reader of the help has: bots of his own, and logs of the site.
fn bring(folder: &Path) -> Vec<&'static str> {
    let players = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/players");
    fs::copy(players.join("nogo_json.cpp"), folder.join("my_bot.cpp")).unwrap();
    fs::copy(players.join("nogo_json.py"), folder.join("my_bot.py")).unwrap();
    let log = a_match("nogo", ["your-bot", "another"]);
    fs::write(folder.join("match.json"), &log).unwrap();
    let packs = ["NoGo-2024-1.zip", "NoGo-2024-2.zip"];
    for pack in packs {
        let mut zip = ZipWriter::new(File::create(folder.join(pack)).unwrap());
        zip.start_file("NoGo.matches", SimpleFileOptions::default())
            .unwrap();
        writeln!(zip, "{log}").unwrap();
        zip.finish().unwrap();
    }
    [&["my_bot.cpp", "my_bot.py", "match.json"], &packs[..]].concat()
}

/// A command in the folder, in a process group of its own.
fn shell(line: &str, folder: &Path, output: impl Into<Stdio>, errors: impl Into<Stdio>) -> Child {
    let path = env::var("PATH").unwrap();
    let mut bash = Command::new("bash");
    bash.args(["-euo", "pipefail", "-c", line]);
    bash.current_dir(folder).process_group(0);
    // The variables that `cargo test` sets are about the arena's package.
    for (name, _) in env::vars() {
        if name.starts_with("CARGO_") && !["CARGO_HOME", "CARGO_TARGET_DIR"].contains(&&*name) {
            bash.env_remove(name);
        }
    }
    bash.env("PATH", format!("{}:{path}", folder.join(".path").display()));
    bash.stdin(Stdio::null()).stdout(output).stderr(errors);
    bash.spawn().unwrap()
}

/// Its status, or none if it has not ended by then and was stopped.
fn ended(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let begun = Instant::now();
    while begun.elapsed() < limit {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        sleep(Duration::from_millis(20));
    }
    // Its children end with it only if it is asked to end.
    for signal in [Signal::TERM, Signal::KILL] {
        let _ = kill_process_group(Pid::from_child(child), signal);
        sleep(Duration::from_secs(2));
    }
    child.wait().unwrap();
    None
}
