//! `arena new-bot` in C++ and Python, where there is no workspace. `scripts/check-players` lets the starters play.

use std::fs;
use std::process::Command;

use players::new_bot::starter::heading;

use snapbox::str;

use crate::common::ARENA;
use crate::shell::Shell;
use crate::texts::mixed::english;

#[test]
fn every_game_of_botzone_has_a_starter_in_two_languages() {
    let folder = tempfile::tempdir().unwrap();
    let new_bot = |arena: &str, words: &[&str]| {
        let mut command = Command::new(arena);
        command.env_clear().current_dir(folder.path());
        let output = command.arg("new-bot").args(words).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let games = gameplay::games::standard();
    for game in games.botzone_names() {
        for (language, file) in [("cpp", "bot.cpp"), ("python", "bot.py")] {
            let name = format!("my-{game}-{language}");
            let idea = format!("Thinks of {game}.");
            let words = [game, &name, "--language", language, "--idea", &idea];
            let (code, text) = new_bot(ARENA, &words);
            assert_eq!(code, Some(0), "{text}");
            // Without a workspace it meets itself.
            let meets = format!("arena match {name}/{file} {name}/{file} --games 10");
            assert!(text.contains(&meets), "{text}");
            let read = |file: &str| fs::read_to_string(folder.path().join(&name).join(file));
            let (source, readme) = (read(file).unwrap(), read("README.md").unwrap());
            assert!(source.is_ascii() && source.contains(&format!("{name}, a bot for ")));
            assert!(source.contains("choose(") && !source.contains("NAME"));
            assert!(
                readme.starts_with(&format!("# {name}\n\n{idea}\n")),
                "{readme}"
            );
            assert!(
                readme.contains(&format!("arena check {name}/{file} --game {game}\n")),
                "{readme}"
            );
            assert_eq!(readme.contains("`botarena`"), language == "python");
            let again = new_bot(ARENA, &words);
            assert!(
                again.0 == Some(1) && again.1.contains("is there already"),
                "{}",
                again.1
            );
        }
    }
    let started: Vec<&str> = games
        .names()
        .into_iter()
        .filter(|name| games.get(name).unwrap().starter.is_some())
        .collect();
    let refused = new_bot(ARENA, &["snakego", "x", "--language", "python"]);
    let known = format!("(games with one: {});", started.join(", "));
    assert!(refused.1.contains(&known), "{}", refused.1);
    Shell::without_cargo().types(str![[r#"
$ arena new-bot nogo ../x --language cpp
error: `../x` is not a valid bot name; write lower-case letters, digits and single dashes, first a letter, at most 30 characters, such as first-try
exit status 1
$ arena new-bot nogi x --language cpp
error: the arena knows no game `nogi`; did you mean `nogo`? (it knows: amazons, [..])
exit status 1
$ arena new-bot snakego x --language python
error: snakego has no starter in C++ or Python (games with one: amazons, [..]); its template in Rust is what `arena new-bot snakego x` copies
exit status 1
$ arena new-bot nogo x --language perl
error: invalid value 'perl' for '--language <LANGUAGE>'
  [possible values: rust, cpp, python]

For more information, try '--help'.
exit status 2
$ toy-arena new-bot toy x --language cpp
error: toy has no starter in C++ or Python (games with one: amazons, [..]); its template in Rust is what `arena new-bot toy x` copies
exit status 1
"#]]);
}

#[test]
fn the_head_of_a_starter_is_in_the_language_of_the_reader() {
    let folder = tempfile::tempdir().unwrap();
    let games = gameplay::games::standard();
    for game in games.botzone_names() {
        let starter = games.find(game).unwrap().starter.unwrap();
        for (language, file, source) in [
            ("cpp", "bot.cpp", starter.cpp),
            ("python", "bot.py", starter.python),
        ] {
            let name = format!("my-{game}-{language}");
            let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
            arena.args(["new-bot", game, &name, "--language", language]);
            let output = arena.args(["--lang", "zh"]).current_dir(folder.path());
            assert!(output.output().unwrap().status.success());
            let read = |file: &str| fs::read_to_string(folder.path().join(&name).join(file));
            let (made, readme) = (read(file).unwrap(), read("README.md").unwrap());
            let (paragraphs, rest) = heading(&made);
            let first = &paragraphs[0];
            assert!(first.starts_with(&format!("{name}，Botzone 上")), "{first}");
            assert_eq!(rest, heading(source).1);
            for text in [paragraphs.join("\n"), readme] {
                // Behind these stand commands.
                let lines = text.lines().filter(|line| !line.starts_with("    "));
                let text = lines.collect::<Vec<_>>().join("\n");
                let mixed = english(&text);
                assert_eq!(mixed, None, "{text}");
            }
            let wide = |line: &&str| arena::lang::columns(line) > 100;
            let wide = made.lines().take(8).find(wide);
            assert_eq!(wide, None);
        }
    }
}
