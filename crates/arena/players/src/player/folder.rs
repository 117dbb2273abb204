//! The folder in which a player runs: as on the site, nothing is there but its user storage `data`.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempDir;

/// The user storage in a player's folder (protocol description, section 7).
pub const STORAGE: &str = "data";

/// A new folder with copies of `files`, from a place in it to what is copied there, be that a file or a folder. `storage`
/// is copied too, or is the user storage itself if it is `shared`.
///
/// # Errors
/// If something cannot be copied.
pub fn make(files: &[(PathBuf, PathBuf)], storage: Option<&Path>, shared: bool) -> Result<TempDir> {
    let folder = scratch()?;
    let data = folder.path().join(STORAGE);
    for (place, from) in files {
        copy(from, &folder.path().join(place))?;
    }
    if let Some(from) = storage {
        // The user's storage replaces the data that the bot brings along.
        let cleared = match data.exists() {
            true => fs::remove_dir_all(&data),
            false => Ok(()),
        };
        cleared.with_context(|| msg!("cannot remove {}", data.display()))?;
        if shared {
            let link = std::path::absolute(from).and_then(|from| symlink(from, &data));
            link.with_context(|| msg!("cannot link {}", from.display()))?;
        } else {
            copy(from, &data)?;
        }
    } else {
        fs::create_dir_all(&data).with_context(|| msg!("cannot make {}", data.display()))?;
    }
    Ok(folder)
}

/// A new empty folder.
///
/// # Errors
/// If it cannot be made.
pub fn scratch() -> Result<TempDir> {
    tempfile::Builder::new()
        .prefix("arena-player-")
        .tempdir()
        .context("cannot make a folder for a player; is there room for temporary files?")
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let copied = walk(from).and_then(|all| {
        all.iter().try_for_each(|path| {
            // A file with nothing behind it must not end with a slash.
            let below = |top: &Path| match path.as_os_str().is_empty() {
                true => top.to_owned(),
                false => top.join(path),
            };
            let (from, to) = (below(from), below(to));
            if from.is_dir() {
                return fs::create_dir_all(to);
            }
            fs::create_dir_all(to.parent().unwrap_or(&to))?;
            fs::copy(from, to).map(drop)
        })
    });
    copied.with_context(|| msg!("cannot copy {} for a player", from.display()))
}

/// Everything at and below a path, relative to it, folders before what is in them. What is neither a folder nor a file is
/// left out, and so are links to folders, which may be endless.
///
/// # Errors
/// If a folder cannot be read.
pub fn walk(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = vec![PathBuf::new()];
    let mut next = 0;
    while let Some(inner) = found.get(next).cloned() {
        next += 1;
        if !path.join(&inner).is_dir() {
            continue;
        }
        let mut names = fs::read_dir(path.join(&inner))?
            .map(|entry| Ok(inner.join(entry?.file_name())))
            .collect::<io::Result<Vec<_>>>()?;
        names.retain(|name| {
            let path = path.join(name);
            path.is_file() || path.is_dir() && !path.is_symlink()
        });
        names.sort();
        found.append(&mut names);
    }
    Ok(found)
}

/// A word of a command line for a program that runs elsewhere: where it names a file from here, also behind the `=` of a
/// flag, it names it from everywhere.
pub fn from_everywhere(word: &str) -> String {
    let (flag, name) = match word.split_once('=') {
        Some((flag, value)) if !Path::new(word).is_file() => (format!("{flag}="), value),
        _ => (String::new(), word),
    };
    match std::path::absolute(name) {
        Ok(path) if path.is_file() => format!("{flag}{}", path.display()),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_has_its_files_and_a_storage_of_its_own() {
        let here = tempfile::tempdir().unwrap();
        let path = |name: &str| here.path().join(name);
        for (name, text) in [
            ("p/main", "m"),
            ("p/in/net", "n"),
            ("p/data/old", "o"),
            ("d/book", "b"),
        ] {
            fs::create_dir_all(path(name).parent().unwrap()).unwrap();
            fs::write(path(name), text).unwrap();
        }
        let names = |folder: &TempDir| {
            let all = walk(folder.path()).unwrap().into_iter();
            all.map(|path| path.display().to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let package = [(PathBuf::new(), path("p"))];
        assert_eq!(names(&make(&[], None, false).unwrap()), " data");
        let folder = make(&package, None, false).unwrap();
        assert_eq!(names(&folder), " data in main data/old in/net");
        let own = [("data/net".into(), path("p/in/net"))];
        let folder = make(&own, None, false).unwrap();
        assert_eq!(names(&folder), " data data/net");
        let folder = make(&own, Some(&path("d")), false).unwrap();
        assert_eq!(names(&folder), " data data/book");
        fs::write(folder.path().join("data/book"), "changed").unwrap();
        assert_eq!(fs::read_to_string(path("d/book")).unwrap(), "b");
        let folder = make(&package, Some(&path("d")), true).unwrap();
        assert_eq!(names(&folder), " in main in/net");
        assert_eq!(fs::read_dir(path("d")).unwrap().count(), 1);
        fs::write(folder.path().join("data/book"), "changed").unwrap();
        drop(folder);
        assert_eq!(fs::read_to_string(path("d/book")).unwrap(), "changed");
        let error = make(&[], Some(&path("none")), false)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("cannot copy") && error.contains("none"),
            "{error}"
        );
    }

    #[test]
    fn words_that_name_files_name_them_from_everywhere() {
        let here = std::env::current_dir().unwrap();
        for (word, want) in [
            ("Cargo.toml", format!("{}/Cargo.toml", here.display())),
            (
                "--from=./Cargo.toml",
                format!("--from={}/Cargo.toml", here.display()),
            ),
            ("python3", "python3".to_owned()),
            ("src", "src".to_owned()),
            ("--depth=5", "--depth=5".to_owned()),
        ] {
            assert_eq!(from_everywhere(word), want);
        }
    }
}
