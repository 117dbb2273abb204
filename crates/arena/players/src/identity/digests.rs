//! Digests of the files of a player.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::player::folder::{STORAGE, walk};
use crate::player::{Player, Program};
use crate::workspace::Bot;

/// A file's name -> its SHA-256 in hexadecimal digits, as `sha256sum` prints it.
pub type Digests = BTreeMap<String, String>;

/// The program and the files that a command names, also behind the `=` of a flag or variable. `known` are digests of
/// files that were read before.
///
/// # Errors
/// If a file cannot be read.
pub fn command(words: &[String], known: &mut BTreeMap<PathBuf, String>) -> Result<Digests> {
    let mut digests = Digests::new();
    let mut add = |name: &str, path: PathBuf| -> Result<()> {
        let digest = match known.get(&path) {
            Some(digest) => digest.clone(),
            None => known.entry(path.clone()).or_insert(digest(&path)?).clone(),
        };
        digests.insert(name.to_owned(), digest);
        Ok(())
    };
    let Some((program, rest)) = words.split_first() else {
        return Ok(digests);
    };
    // A program that is not there has no strength; the first game says so.
    if let Some(path) = find(program) {
        add(program, path)?;
    }
    for word in rest {
        let value = word.split_once('=').map(|(_, value)| value);
        for name in [Some(word.as_str()), value].into_iter().flatten() {
            if Path::new(name).is_file() {
                add(name, PathBuf::from(name))?;
            }
        }
    }
    Ok(digests)
}

/// The path of the program that is started by this name.
pub fn find(program: &str) -> Option<PathBuf> {
    let is_program = |path: &PathBuf| {
        path.metadata()
            .is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
    };
    if program.contains('/') {
        return Some(PathBuf::from(program)).filter(is_program);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(is_program)
}

/// `params.json` and the files in `data` of a bot's folder, and its user storage.
///
/// # Errors
/// If a file cannot be read.
pub fn params(bot: &Bot) -> Result<Digests> {
    let mut digests = files_of(&bot.folder)?;
    for (_, path) in &bot.storage {
        let name = path.strip_prefix(&bot.folder).unwrap_or(path);
        digests.insert(name.display().to_string(), digest(path)?);
    }
    Ok(digests)
}

fn files_of(folder: &Path) -> Result<Digests> {
    let mut digests = Digests::new();
    let mut files = vec![folder.join("params.json")];
    if let Ok(data) = fs::read_dir(folder.join("data")) {
        files.extend(data.flatten().map(|entry| entry.path()));
    }
    for file in files.iter().filter(|file| file.is_file()) {
        let name = file.strip_prefix(folder).unwrap_or(file);
        digests.insert(name.display().to_string(), digest(file)?);
    }
    Ok(digests)
}

/// The files of a user storage that belongs to one game: those that the user names, or those of a source.
///
/// # Errors
/// If one cannot be read.
pub fn stored(player: &Player) -> Result<Digests> {
    let mut files = Vec::new();
    match (&player.overrides.data, &player.program) {
        (Some(_), _) if player.overrides.data_shared => {}
        (Some(data), _) => {
            let all = walk(data).with_context(|| msg!("cannot read {}", data.display()))?;
            files.extend(
                (all.into_iter()).map(|path| (Path::new(STORAGE).join(&path), data.join(path))),
            );
        }
        (None, Program::Source { .. }) => files.extend(player.files.iter().flatten().cloned()),
        _ => {}
    }
    files.retain(|(_, from)| from.is_file());
    let digests = files
        .iter()
        .map(|(place, from)| Ok((place.display().to_string(), digest(from)?)));
    digests.collect()
}

/// SHA-256 of a file in hexadecimal digits.
///
/// # Errors
/// If it cannot be read.
pub fn digest(path: &Path) -> Result<String> {
    let mut hash = Sha256::new();
    File::open(path)
        .and_then(|mut file| io::copy(&mut file, &mut hash))
        .with_context(|| msg!("cannot read {}", path.display()))?;
    Ok(format!("{:x}", hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_files_of_the_bots_folder() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(files_of(folder.path()).unwrap(), Digests::new());
        fs::create_dir(folder.path().join("data")).unwrap();
        fs::write(folder.path().join("params.json"), "{}").unwrap();
        fs::write(folder.path().join("data/net.txt"), "1").unwrap();
        let names: Vec<String> = files_of(folder.path()).unwrap().into_keys().collect();
        assert_eq!(names, ["data/net.txt", "params.json"]);
    }
}
