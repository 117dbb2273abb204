//! The steps of `arena check` as a table, and for people, in both languages.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::SESSION_BOT;

/// The arena that speaks its reader's language.
const ARENA: &str = env!("CARGO_BIN_EXE_arena");

/// Checks a command. Without cargo there is no template: it plays against a random player. Success, standard output, standard error.
fn check(bot: &str, flags: &[&str], folder: &Path) -> (bool, String, String) {
    let mut arena = Command::new(ARENA);
    arena.args(["check", bot, "--game", "nogo", "--games", "2"]);
    // No machine is so slow that a limit of a minute matters.
    arena.args(["--time-ms", "60000"]).args(flags);
    arena.env("CARGO", "/no/cargo").env("LC_ALL", "C");
    let output = arena.current_dir(folder).output().unwrap();
    let [text, errors] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.success(), text, errors)
}

fn good() -> String {
    format!("cmd:{SESSION_BOT} --seed 1 --nodes 1")
}

#[test]
fn every_step_that_was_reached_is_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let (well, text, errors) = check(&good(), &["--json", "--skip", "hostile"], folder.path());
    assert!(well, "{errors}");
    let table: Value = serde_json::from_str(&text).unwrap();
    let column = |name: &str| -> Vec<&Value> {
        let rows = table["steps"].as_array().unwrap().iter();
        rows.map(|row| &row[name]).collect()
    };
    assert_eq!(column("step"), [1, 2, 3, 4]);
    assert_eq!(column("name"), ["build", "time", "hostile", "games"]);
    assert_eq!(column("result"), ["ok", "ok", "skipped", "ok"]);
    assert!(column("bot").iter().all(|bot| **bot == good()));
    assert!(column("seconds")[2].is_null() && column("seconds")[3].is_number());
    assert_eq!(column("text")[0], "it speaks JSON");
    let games = column("text")[3].as_str().unwrap();
    assert!(games.ends_with(" won against random"), "{games}");
    assert!(errors.contains("1/4 builds as the site builds"), "{errors}");
    assert!(errors.contains("passed what was tried"), "{errors}");
}

/// On the site its author ticks a box.
#[test]
fn a_program_that_asks_to_keep_running_needs_no_option() {
    let folder = tempfile::tempdir().unwrap();
    let kept = format!("{} --keep-running", good());
    let (well, text, errors) = check(&kept, &["--skip", "hostile"], folder.path());
    assert!(well, "{errors}");
    assert!(errors.contains("it asks to keep running"), "{errors}");
    assert!(text.contains("passed what was tried"), "{text}");
}

#[test]
fn the_step_that_failed_is_the_last_row() {
    let folder = tempfile::tempdir().unwrap();
    let (well, text, errors) = check("cmd:echo {}", &["--csv"], folder.path());
    assert!(!well);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "bot,step,name,result,seconds,text");
    assert!(rows[1].starts_with("cmd:echo {},1,build,ok,"), "{text}");
    assert!(rows[2].starts_with("cmd:echo {},2,time,failed,"), "{text}");
    assert!(errors.contains("error: step 2 of 4 failed: "), "{errors}");
    let (_, markdown, _) = check("cmd:echo {}", &["--markdown"], folder.path());
    assert!(markdown.starts_with("### steps\n\n| bot "), "{markdown}");
}

#[test]
fn a_reader_of_chinese_has_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let table = |lang: &str| -> (Value, String) {
        let flags = ["--json", "--lang", lang, "--skip", "time"];
        let (_, text, errors) = check("cmd:echo {}", &flags, folder.path());
        let mut table: Value = serde_json::from_str(&text).unwrap();
        for row in table["steps"].as_array_mut().unwrap() {
            row["seconds"] = Value::Null;
        }
        (table, errors)
    };
    let ((english, _), (chinese, errors)) = (table("en"), table("zh"));
    assert_eq!(english, chinese);
    assert!(errors.contains("错误：第 3 步（共 4 步）失败"), "{errors}");
    // What is wrong, and the cure.
    assert!(errors.contains("网站的文档允许这种形式"), "{errors}");
}
