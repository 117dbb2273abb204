//! A bot in C++ or Python: a folder with a source that plays, and a README.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use arena_common::texts::{self, tr};
use gameplay::game::Games;

use super::check_name;
use crate::workspace;

/// The language of a starter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C++.
    Cpp,
    /// Python.
    Python,
}

/// The README, in the language of the reader.
const README: [&str; 2] = [include_str!("starter.en.md"), include_str!("starter.zh.md")];
/// The section of the README for Python.
const OF_PYTHON: [&str; 2] = [include_str!("python.en.md"), include_str!("python.zh.md")];

/// The delimiter of the comment at the head of a source in Python.
const DOC: &str = "\"\"\"";

/// The paragraphs of the comment at the head of a starter, each on one line, and the rest of the source.
pub fn heading(source: &str) -> (Vec<String>, &str) {
    let (comment, rest) = match source.strip_prefix(DOC) {
        Some(text) => text.split_once(DOC).unwrap_or((text, "")),
        None => {
            let lines = source.split_inclusive('\n');
            let lines = lines.take_while(|line| line.starts_with("//"));
            source.split_at(lines.map(str::len).sum())
        }
    };
    let lines = comment.trim().lines();
    let text = lines.map(|line| line.trim_start_matches("//").trim());
    let text = text.collect::<Vec<_>>().join("\n");
    let paragraphs = text.split("\n\n").map(|text| text.replace('\n', " "));
    (paragraphs.collect(), rest)
}

/// A starter with the comment at its head in the language of the reader.
fn told(source: &str) -> String {
    if texts::language() == texts::Language::English {
        return source.to_owned();
    }
    let (paragraphs, rest) = heading(source);
    let paragraphs = paragraphs.iter().map(|text| tr(text));
    let head = paragraphs.collect::<Vec<_>>().join("\n\n");
    if source.starts_with(DOC) {
        return format!("{DOC}{head}\n{DOC}{rest}");
    }
    let comment = |line: &str| format!("// {line}").trim_end().to_owned() + "\n";
    head.lines().map(comment).collect::<String>() + rest
}

/// Makes the folder `name` in the current one. Returns the path of the source, and a player for it to meet.
///
/// # Errors
/// If the game has no starter, the name is malformed or taken, or a file cannot be written.
pub fn create(
    games: &Games,
    game: &str,
    language: Language,
    name: &str,
    idea: &str,
) -> Result<(String, String)> {
    check_name(name)?;
    let starter = games.find(game)?.starter.with_context(|| {
        let with = games.iter().filter(|game| game.starter.is_some());
        let with: Vec<&str> = with.map(|game| game.name).collect();
        msg!(
            "{game} has no starter in C++ or Python (games with one: {}); its template in Rust is what `arena new-bot {game} \
             {name}` copies",
            with.join(", ")
        )
    })?;
    let (file, source, more) = match language {
        Language::Cpp => ("bot.cpp", starter.cpp, [""; 2]),
        Language::Python => ("bot.py", starter.python, OF_PYTHON),
    };
    let folder = Path::new(name);
    require!(
        !folder.exists(),
        "{} is there already; choose another name or remove it",
        folder.display()
    );
    let path = format!("{name}/{file}");
    // If there are no bots by name, it plays against itself.
    let bots = workspace::bots().unwrap_or_default();
    let rival = workspace::template(&bots, game).map_or(path.clone(), |bot| bot.name.clone());
    let places = [
        ("NAME", name),
        ("PATH", &path),
        ("FILE", file),
        ("RIVAL", &rival),
        ("GAME", game),
        ("IDEA", tr(idea)),
    ];
    let reader = usize::from(texts::language() == texts::Language::Chinese);
    let text = [README[reader], more[reader]].concat();
    let readme = (places.iter()).fold(text, |text, (place, filled)| text.replace(place, filled));
    fs::create_dir(folder)
        .and_then(|()| fs::write(folder.join(file), told(source).replace("NAME", name)))
        .and_then(|()| fs::write(folder.join("README.md"), readme))
        .with_context(|| msg!("cannot write {}", folder.display()))?;
    Ok((path, rival))
}
