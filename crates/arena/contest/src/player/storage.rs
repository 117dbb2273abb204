//! The user storage of players: what a bot of the workspace has there, and what a source looks for there in vain.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use arena_common::notice;

use super::Player;
use super::folder::STORAGE;
use crate::workspace::Bot;

/// The user storage of a bot of the workspace.
pub fn of_bot(bot: &Bot) -> Vec<(PathBuf, PathBuf)> {
    let place = |(name, path): &(String, PathBuf)| (Path::new(STORAGE).join(name), path.clone());
    bot.storage.iter().map(place).collect()
}

/// Says which files of its user storage a source names that it does not have.
pub fn tell_of_missing(player: &Player, source: &Path) {
    let text = fs::read(source).unwrap_or_default();
    let storage = player.own.data.as_deref();
    let has = |name: &str| storage.is_some_and(|folder| folder.join(name).exists());
    let missing: Vec<String> = (named(&String::from_utf8_lossy(&text)).into_iter())
        .filter(|name| !has(name))
        .map(|name| format!("{STORAGE}/{name}"))
        .collect();
    let Some(first) = missing.first() else { return };
    let folder = match source.with_file_name(first).exists() {
        true => source.with_file_name(STORAGE).display().to_string(),
        false => "DIR".to_owned(),
    };
    notice!(
        "note: `{}` names {}, which its user storage does not have; if it reads that, add ,data={folder} behind this player",
        player.name(),
        missing.join(", ")
    );
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
        .filter(|name| !name.is_empty() && !name.ends_with('/') && !name.contains(never))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Flags;

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
        let flags = Flags {
            mode: None,
            simple_io: false,
            time_ms: 1,
            nodes: None,
        };
        let launch = player.launch(&flags, 1).unwrap();
        let place = launch.folder.as_ref().unwrap().path();
        let place = place.join("data/book.bin");
        assert_eq!(fs::read_to_string(place).unwrap(), "moves");
    }
}
