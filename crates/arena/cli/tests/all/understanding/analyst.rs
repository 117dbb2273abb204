//! The bots that may be the analyst, and their nodes.

use super::{Bench, games, refused};

#[test]
fn far_fewer_nodes_than_in_a_turn_are_said() {
    let bench = Bench::new();
    let log = bench.log.to_str().unwrap();
    let errors = |nodes: &str| {
        let output = bench.arena(&["analyse", log, "--nodes", nodes, "--force"]);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    // Of the 120 s of a turn it has had one, for 7 nodes.
    let note = "(120000 ms) nogo-prior searches some 840 nodes, here 5: ";
    let said = errors("5");
    assert!(said.contains(note), "{said}");
    let said = errors("300");
    assert!(!said.contains("searches some"), "{said}");
}

#[test]
fn any_program_that_answers_as_the_bots_do_is_an_analyst() {
    let bench = Bench::new();
    let log = bench.log.to_str().unwrap();
    let values = |with: &[&str], name: &str| -> Vec<_> {
        let out = bench.shell.path(name);
        let more = ["--nodes", "5", "--out", out.to_str().unwrap()];
        let output = bench.arena(&[&["analyse", log], with, &more].concat());
        assert!(output.status.success(), "{output:?}");
        let games = games(&out).into_iter();
        games.map(|game| game.analysis.unwrap().values).collect()
    };
    let command = format!("cmd:{}", bench.shell.path("bot").display());
    let by_command = values(&["--with", &command], "command.jsonl");
    assert_eq!(by_command, values(&[], "champion.jsonl"));
    let text = refused(&bench.arena(&["analyse", log, "--with", "./bot.py"]));
    let cure = "or cmd:COMMAND for a program that answers";
    assert!(text.contains(cure), "{text}");
}
