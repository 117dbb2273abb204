//! A bot in C++ or Python: a folder with a source that plays, and a README.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use arena_common::texts;
use referee::game::Games;

use super::check_name;
use crate::workspace;

/// What it is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C++.
    Cpp,
    /// Python.
    Python,
}

/// The README, in the language of the reader.
const README: [&str; 2] = [include_str!("starter.en.md"), include_str!("starter.zh.md")];
/// What it says of Python besides.
const OF_PYTHON: [&str; 2] = [include_str!("python.en.md"), include_str!("python.zh.md")];

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
    ensure!(
        !folder.exists(),
        "{} is there already; choose another name or remove it",
        folder.display()
    );
    let path = format!("{name}/{file}");
    // Where there are no bots by name, it meets itself.
    let bots = workspace::bots().unwrap_or_default();
    let rival = workspace::template(&bots, game).map_or(path.clone(), |bot| bot.name.clone());
    let places = [
        ("NAME", name),
        ("PATH", &path),
        ("FILE", file),
        ("RIVAL", &rival),
        ("GAME", game),
        ("IDEA", idea),
    ];
    let reader = usize::from(texts::language() == texts::Language::Chinese);
    let text = [README[reader], more[reader]].concat();
    let readme = (places.iter()).fold(text, |text, (place, filled)| text.replace(place, filled));
    fs::create_dir(folder)
        .and_then(|()| fs::write(folder.join(file), source.replace("NAME", name)))
        .and_then(|()| fs::write(folder.join("README.md"), readme))
        .with_context(|| msg!("cannot write {}", folder.display()))?;
    Ok((path, rival))
}
