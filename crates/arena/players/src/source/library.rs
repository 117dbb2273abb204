//! Libraries of the sites as Debian has them: installed, or unpacked by a user who may not install anything.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Files, cannot_read, user_folder};
use crate::language::Library;

/// The libraries of a recipe that a bot uses.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Copies of their files, for the folder where the bot is built.
    pub files: Files,
    /// Words by which the compiler uses the copies.
    pub flags: Vec<&'static str>,
    /// Those whose files this machine lacks, or that the compiler must find by itself.
    pub doubtful: Vec<Library>,
}

/// The folder with packages unpacked for these programs: what is below `/` in a package is below it.
pub fn unpacked() -> Option<PathBuf> {
    Some(user_folder("XDG_DATA_HOME", ".local/share")?.join("arena"))
}

/// The roots under which libraries are searched for.
pub fn roots() -> Vec<PathBuf> {
    let installed = PathBuf::from("/");
    [Some(installed), unpacked()]
        .into_iter()
        .flatten()
        .collect()
}

/// The libraries among these that a bot of these files uses, looked for below each of the roots.
///
/// # Errors
/// If a library is there and cannot be read.
pub fn used(libraries: &[Library], bot: &Files, roots: &[PathBuf]) -> Result<Used> {
    let mut used = Used::default();
    for library in libraries {
        let names = |text: &Vec<u8>| {
            let text = String::from_utf8_lossy(text).to_ascii_lowercase();
            text.contains(&library.name.to_ascii_lowercase())
        };
        if !bot.values().any(names) {
            continue;
        }
        let mut places = roots
            .iter()
            .filter_map(|root| Some(root.join(library.file?)));
        let Some(path) = places.find(|path| path.is_file()) else {
            used.doubtful.push(*library);
            continue;
        };
        let text = std::fs::read(&path).with_context(|| cannot_read(&path))?;
        let name = path.file_name().unwrap_or_default();
        used.files.insert(name.into(), text);
        used.flags.extend(library.flags);
    }
    Ok(used)
}

/// The cure for what a compiler says, if one of these libraries is missing.
pub fn cure(doubtful: &[Library], said: &str) -> Option<String> {
    let said = said.to_ascii_lowercase();
    let mut doubtful = doubtful.iter();
    let library = doubtful.find(|library| said.contains(&library.name.to_ascii_lowercase()))?;
    Some(match library.file {
        Some(_) => missing(library.package, library.package),
        None => said!(
            "a library is missing; Debian: sudo apt-get install {}",
            library.package
        ),
    })
}

/// Names a package to install, and how a user who may not install it unpacks it, with what it needs (`download`).
pub fn missing(package: &str, download: &str) -> String {
    let folder = unpacked().unwrap_or_else(|| Path::new("~/.local/share/arena").into());
    let folder = folder.to_string_lossy();
    let folder = shell_words::quote(&folder);
    said!(
        "a library is missing; Debian: sudo apt-get install {package}\nwithout root, in an empty folder: `mkdir -p {folder} \
         && apt-get download {download} && for deb in *.deb; do dpkg -x $deb {folder}; done`"
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const JSON: Library = Library {
        name: "org.json",
        file: Some("usr/share/json.jar"),
        package: "libjson-java",
        flags: &["-cp", "json.jar"],
    };
    const UNIT: Library = Library {
        name: "fpjson",
        file: None,
        package: "fp-units",
        flags: &[],
    };

    #[test]
    fn a_library_that_a_bot_uses_is_copied_or_has_a_cure() {
        let root = tempfile::tempdir().unwrap();
        let roots = [PathBuf::from("/no/root"), root.path().to_owned()];
        let bot = |text: &str| Files::from([("Main".into(), text.as_bytes().to_vec())]);
        let found = |text: &str| used(&[JSON, UNIT], &bot(text), &roots).unwrap();
        assert_eq!(found("import java.util;"), Used::default());

        let absent = found("import org.json.Value; uses FPJson;");
        assert_eq!(absent.doubtful, [JSON, UNIT]);
        assert!(absent.files.is_empty() && absent.flags.is_empty());
        let cure = |said| cure(&absent.doubtful, said);
        assert_eq!(cure("';' expected"), None);
        let java = cure("error: package org.json does not exist").unwrap();
        assert!(
            java.starts_with(
                "a library is missing; Debian: sudo apt-get install libjson-java\nwithout root, "
            ) && java.contains(" && apt-get download libjson-java && "),
            "{java}"
        );
        let pascal = cure("Fatal: Can't find unit FpJson used by t").unwrap();
        assert!(
            pascal.ends_with("sudo apt-get install fp-units"),
            "{pascal}"
        );

        fs::create_dir_all(root.path().join("usr/share")).unwrap();
        fs::write(root.path().join("usr/share/json.jar"), "jar").unwrap();
        let there = found("import org.json.Value;");
        assert_eq!(there.flags, ["-cp", "json.jar"]);
        assert_eq!(there.files[Path::new("json.jar")], b"jar");
        assert_eq!(there.doubtful, []);
    }
}
