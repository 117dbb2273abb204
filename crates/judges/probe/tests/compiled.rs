//! The facts about the compiler that the probe reports, in programs compiled in every way.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    reason = "clippy takes only #[test] functions for tests, not their helpers"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

/// The output of a program with the probe's modules, compiled with these flags; the compiler must print nothing.
fn printed(folder: &Path, flags: &[&str]) -> String {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let mut modules = String::new();
    for name in &["parts", "edition", "file", "processor", "program", "system"] {
        // Elsewhere than where Cargo compiles them, as in a bundle.
        let copy = folder.join(format!("{name}.rs"));
        fs::copy(format!("{source}/{name}.rs"), copy).unwrap();
        modules.push_str(&format!("mod {name};\n"));
    }
    let text = format!(
        "pub type Fact = (&'static str, String);\n{modules}\
         fn main() {{ for (name, value) in program::facts() {{ println!(\"{{name}}: {{value}}\"); }} }}\n"
    );
    let (file, program) = (folder.join("main.rs"), folder.join("main"));
    fs::write(&file, text).unwrap();
    let mut compiler = Command::new("rustc");
    compiler
        .args(flags)
        .args(["-A", "dead_code"])
        .arg(&file)
        .arg("-o")
        .arg(&program);
    let output = compiler.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.is_empty(),
        "{:?}: {}",
        flags,
        said
    );
    let output = Command::new(program).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn assert_told(text: &str, wanted: &str) {
    assert!(
        text.lines().any(|line| line == wanted),
        "{}: {}",
        wanted,
        text
    );
}

#[test]
fn editions_and_flags_are_told() {
    let folder = tempfile::tempdir().unwrap();
    for (edition, flags, optimized, assertions) in [
        ("2015", vec![], "no -O", true),
        ("2018", vec!["-O"], "-O", false),
        ("2021", vec!["-Copt-level=3"], "-O", false),
        ("2024", vec!["-O", "-Cdebug-assertions=on"], "-O", true),
    ] {
        let mut all = vec!["--edition", edition];
        all.extend(&flags);
        let text = printed(folder.path(), &all);
        assert_told(&text, &format!("edition: {edition}"));
        assert_told(&text, &format!("optimized: looks like {optimized}"));
        assert_told(&text, &format!("debug assertions: {assertions}"));
    }
}
