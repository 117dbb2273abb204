//! One file of Rust, of the smallest bot.

use std::fs;
use std::process::Command;

use bundler::build::Features;
use bundler::rust::reach::reached;
use bundler::rust::{crates, needed, unused, whole};
use manifest::{Workspace, find};

#[test]
fn the_smallest_bot_is_one_file_in_its_authors_words() {
    let workspace = Workspace::here().unwrap();
    let bot = find(&workspace.bots, "nogo-random").unwrap();
    let crates = crates::of_bot(&workspace.root, &bot.name, &Features::new()).unwrap();
    let names: Vec<&str> = crates.iter().map(|of| of.name.as_str()).collect();
    let place = |name| names.iter().position(|other| *other == name).unwrap();
    assert_eq!((place("nogo-random"), place("nogo")), (0, 1), "{names:?}");
    for (first, then) in [("nogo", "botzone"), ("judges-common", "fastrand")] {
        assert!(place(first) < place(then), "{names:?}");
    }

    let scratch = tempfile::tempdir().unwrap();
    let all = whole(&crates, bot, false).unwrap();
    let text = unused::without(&reached(&all).unwrap(), scratch.path()).unwrap();
    let source = fs::read_to_string(bot.folder.join("src/lib.rs")).unwrap();
    let first = source.lines().next().unwrap();
    assert!(text.starts_with(first), "{}", &text[..200]);
    // The referee is in the game's crate, and no bot reaches it.
    for (word, there) in [
        ("fn choose(&mut self, board: &Board, turn: &Turn)", true),
        (
            "/// The points of a set, in the order of their indices.",
            false,
        ),
        ("pub fn legal_moves", true),
        ("crate::included::BENCH_TXT", true),
        ("struct Referee", false),
        ("#[cfg(test)]", false),
        ("include_str!", false),
        ("pub use self::board::Board;", true),
        ("crate::nogo::", true),
    ] {
        assert!(all.contains(word) || !there, "`{word}` is nowhere");
        assert_eq!(text.contains(word), there, "{word}");
    }
    // Once more over what is left: there is nothing more to take out.
    assert_eq!(unused::without(&text, scratch.path()).unwrap(), text);

    compiles(&text);
}

/// Every edition compiles the file without a warning.
fn compiles(text: &str) {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("bot.rs");
    fs::write(&file, text).unwrap();
    for edition in ["2015", "2018", "2021", "2024"] {
        let output = Command::new("rustc")
            .args(["--edition", edition, "--emit", "metadata", "-o"])
            .arg(scratch.path().join("bot.rmeta"))
            .arg(&file)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && said.is_empty(),
            "{edition}: {said}"
        );
    }
}

#[test]
fn what_a_stranger_writes_is_one_file_too() {
    let here = Workspace::here().unwrap();
    let made = tempfile::tempdir().unwrap();
    fs::create_dir(made.path().join("src")).unwrap();
    let strange = here.root.join("crates/bundler/tests/it/strange");
    for file in fs::read_dir(strange).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), made.path().join("src").join(file.file_name())).unwrap();
    }
    let mut manifest = "[package]\nname = \"nogo-strange\"\nversion = \"1.0.0\"\nedition = \"2018\"\nlicense = \"MIT\"\n\
                        [package.metadata.bot]\ngame = \"nogo\"\njudge = \"botzone\"\n[workspace]\n[workspace.metadata]\nprofile = \"bot\"\n\
                        [dependencies]\nfastrand = \"2\"\nserde_json = \"1\"\nserde = { version = \"1\", features = [\"derive\"] }\n"
        .to_owned();
    for name in ["judges/botzone", "games/nogo", "search"] {
        let (_, package) = name.rsplit_once('/').unwrap_or(("", name));
        let path = here.root.join("crates").join(name);
        manifest.push_str(&format!("{package} = {{ path = {path:?} }}\n"));
    }
    fs::write(made.path().join("Cargo.toml"), manifest).unwrap();
    fs::copy(here.root.join("Cargo.lock"), made.path().join("Cargo.lock")).unwrap();
    let workspace = Workspace::at(made.path()).unwrap();
    let bot = find(&workspace.bots, "nogo-strange").unwrap();
    let crates = crates::of_bot(&bot.folder, &bot.name, &Features::new()).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let all = whole(&crates, bot, false).unwrap();
    compiles(&needed(&all, scratch.path()).unwrap());
}

#[test]
fn the_compiler_tells_what_is_unused_in_other_peoples_crates_too() {
    let scratch = tempfile::tempdir().unwrap();
    let own = "fn main() {\n    a::used();\n}\n\n#[allow(warnings)]\nmod a {\n";
    let text = format!(
        "{own}    pub fn used() {{\n        u8::one();\n    }}\n    pub fn other() {{}}\n    pub trait T {{\n        fn one();\n        \
         fn two();\n    }}\n    macro_rules! t {{\n        ($of:ty) => {{\n            impl T for $of {{\n                fn one() {{}}\n                \
         fn two() {{}}\n            }}\n        }};\n    }}\n    t!(u8);\n}}\n"
    );
    let left = unused::without(&text, scratch.path()).unwrap();
    assert!(left.starts_with(own), "{left}");
    assert!(left.contains("fn one() {}"), "{left}");
    assert!(!left.contains("other") && !left.contains("two"), "{left}");
}

#[test]
fn what_is_public_at_the_top_goes_too_and_only_types_keep_what_is_unused() {
    let scratch = tempfile::tempdir().unwrap();
    let text = "pub use std::fmt;\n\npub mod unused {\n    pub fn f() {}\n}\n\npub fn g() {}\n\nmod a {\n    /// Two.\n    #[derive(Debug)]\n    \
                pub enum E {\n        A,\n        B,\n    }\n}\n\nfn main() {\n    match a::E::A {\n        a::E::A => {}\n        a::E::B => {}\n    \
                }\n}\n";
    let left = unused::without(text, scratch.path()).unwrap();
    let (unused, rest) = text.split_once("mod a").unwrap();
    assert!(unused.contains("pub mod unused"));
    let allow = "#[allow(dead_code)] // A variant or a field that only others use.\n    pub enum";
    assert_eq!(left, format!("mod a{}", rest.replace("pub enum", allow)));
}

#[test]
fn a_macro_that_is_only_named_stays() {
    let scratch = tempfile::tempdir().unwrap();
    let text = "macro_rules! one {\n    ($x:expr) => {\n        println!(\"{}\", $x);\n    };\n}\n\nmacro_rules! each {\n    \
                ($m:ident) => {\n        $m!(1);\n    };\n}\n\nfn main() {\n    each!(one);\n}\n";
    assert_eq!(unused::without(text, scratch.path()).unwrap(), text);
}

#[test]
fn what_a_file_cannot_have_is_named() {
    let item = |text: &str| syn::parse_str::<syn::ItemStruct>(text).unwrap();
    for (text, why) in [
        ("struct A(u8);", "fields without names"),
        ("struct A<T> { x: T }", "is generic"),
        ("struct A { #[serde(flatten)] x: u8 }", "serde(flatten)"),
        ("#[serde(tag = \"t\")] struct A { x: u8 }", "is not known"),
    ] {
        let error = bundler::rust::derive::implementation(&item(text)).unwrap_err();
        assert!(format!("{error:#}").contains(why), "{text}: {error:#}");
    }
    for (text, parts) in [
        (
            "#[serde(deny_unknown_fields)] struct A { #[serde(rename = \"y\", default = \"f\")] x: u8, z: u8 }",
            &[
                "Fields::of(value.into(), &[\"y\", \"z\"], true)?",
                "x: fields.field_or(\"y\", f)?,",
                "z: fields.field(\"z\")?,",
            ][..],
        ),
        (
            "#[serde(default)] struct A { #[serde(default = \"f\")] x: u8, r#type: Vec<u8> }",
            &[
                "x: fields.field_or(\"x\", f)?,",
                "r#type: fields.field_or(\"type\", || Self::default().r#type)?,",
            ],
        ),
    ] {
        let text = bundler::rust::derive::implementation(&item(text)).unwrap();
        for part in parts {
            assert!(text.contains(part), "{text}");
        }
    }
}
