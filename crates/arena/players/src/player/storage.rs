//! The user storage of players: what a bot of the workspace has there, and what a source looks for there in vain.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use arena_common::at_most;

use super::Player;
use super::folder::STORAGE;
use crate::workspace::Bot;

/// The user storage of a bot of the workspace.
pub fn of_bot(bot: &Bot) -> Vec<(PathBuf, PathBuf)> {
    let place = |(name, path): &(String, PathBuf)| (Path::new(STORAGE).join(name), path.clone());
    bot.storage.iter().map(place).collect()
}

/// The user storage of a source: the files that it names, as far as they are in the folder that the user has named, or lie
/// beside it. Says so, and what is missing.
pub fn of_source(player: &Player, source: &Path) -> Vec<(PathBuf, PathBuf)> {
    let text = at_most::read(source).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let beside = source.with_file_name(STORAGE);
    let folder = player.overrides.data.as_ref().unwrap_or(&beside);
    let (found, missing): (Vec<&str>, Vec<&str>) =
        (named(&text).into_iter()).partition(|name| folder.join(name).is_file());
    let list = |names: &[&str]| {
        let places: Vec<String> = (names.iter())
            .map(|name| format!("{STORAGE}/{name}"))
            .collect();
        places.join(", ")
    };
    let name = player.name();
    if !found.is_empty() && player.overrides.data.is_none() {
        notice!(
            "note: `{name}` has {} in its user storage, from beside its source; on the site, that must be uploaded, too",
            list(&found)
        );
    }
    if !missing.is_empty() {
        notice!(
            "note: `{name}` names {}, which its user storage does not have; if it reads that, add ,data=DIR behind this \
             player",
            list(&missing)
        );
    }
    let copied = |name: &&str| (Path::new(STORAGE).join(name), folder.join(name));
    found.iter().map(copied).collect()
}

/// The files of its user storage that a source names: texts in quotes such as `data/net.bin`, without a blank or a sign
/// that stands for something else.
fn named(source: &str) -> BTreeSet<&str> {
    let quote = |letter: char| matches!(letter, '"' | '\'' | '`');
    let never = |letter: char| letter.is_whitespace() || "%{}*$\\".contains(letter);
    let parts = source.split(quote).skip(1);
    let names = parts.filter_map(|part| {
        part.strip_prefix("./")
            .unwrap_or(part)
            .strip_prefix("data/")
    });
    names
        .filter(|name| {
            !name.is_empty()
                && !name.ends_with('/')
                && !name.contains("..")
                && !name.contains(never)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use std::time::Duration;

    use referee::conduct::{Mode, Rules};

    #[test]
    fn the_files_of_a_user_storage_are_told_by_the_source() {
        let source = "open(\"data/net.bin\"); f('./data/b/book'); `data/${x}`; \"data/%d\"; \"data/\"; data/x; \"mydata/y\"";
        let names: Vec<&str> = named(source).into_iter().collect();
        assert_eq!(names, ["b/book", "net.bin"]);
    }

    #[test]
    fn a_bot_of_the_workspace_finds_its_storage() {
        let folder = tempfile::tempdir().unwrap();
        let book = folder.path().join("book.bin");
        fs::write(&book, "moves").unwrap();
        let workspace = crate::workspace::bots().unwrap();
        let bot = Bot {
            storage: vec![("book.bin".to_owned(), book)],
            ..workspace[0].clone()
        };
        let mut player = Player::bot(&bot.name, "/bot".into());
        player.files = Some(of_bot(&bot));
        let rules = Rules::new(Mode::Restart, Duration::from_millis(1));
        let launch = player.launch(&rules, 1).unwrap();
        let place = launch.folder.as_ref().unwrap().path();
        let place = place.join("data/book.bin");
        assert_eq!(fs::read_to_string(place).unwrap(), "moves");
    }
}
