//! A folder with a Makefile, as Saiblo takes it: `make` leaves the program `main`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use arena_common::notice;

use super::{once, run};

/// What `make` leaves, by Saiblo's rule.
const PROGRAM: &str = "main";
/// The most bytes that Saiblo takes (protocol description of Saiblo, section 1).
const UPLOAD: u64 = 64 << 20;

/// The files of a bot by their paths in its folder.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

/// All files but hidden ones and the program `main` itself, which an earlier `make` has left.
///
/// # Errors
/// If there is no Makefile, a file cannot be read, or there is more than Saiblo takes.
pub fn read(folder: &Path) -> Result<Files> {
    let name = folder.display();
    ensure!(
        has_makefile(folder),
        "`{name}` has no Makefile; a bot in a folder is built by `make`, which leaves the program `{PROGRAM}`"
    );
    let (mut files, mut bytes) = (Files::new(), 0);
    let mut open = vec![PathBuf::new()];
    while let Some(inner) = open.pop() {
        let cannot = || format!("cannot read `{}`", folder.join(&inner).display());
        for entry in fs::read_dir(folder.join(&inner)).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            let path = inner.join(entry.file_name());
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if hidden || path == Path::new(PROGRAM) {
                continue;
            }
            let kind = fs::metadata(entry.path()).with_context(cannot)?;
            if kind.is_dir() {
                open.push(path);
                continue;
            }
            bytes += kind.len();
            ensure!(
                bytes <= UPLOAD,
                "`{name}` has more than the {} MB that Saiblo takes; leave there what the bot needs",
                UPLOAD >> 20
            );
            let text = fs::read(entry.path()).with_context(cannot)?;
            files.insert(path, text);
        }
    }
    Ok(files)
}

/// Whether `make` has something to go by there.
pub fn has_makefile(folder: &Path) -> bool {
    ["Makefile", "makefile", "GNUmakefile"]
        .iter()
        .any(|name| folder.join(name).is_file())
}

/// SHA-256 of all files and their names.
pub fn digest(files: &Files) -> String {
    let mut all = Vec::new();
    for (path, text) in files {
        let name = path.to_string_lossy();
        all.extend(format!("{} {name} {}\n", name.len(), text.len()).into_bytes());
        all.extend_from_slice(text);
    }
    super::digest(&all)
}

/// The program of a folder.
///
/// # Errors
/// If `make` fails, with what it says, or leaves no program.
pub fn build(folder: &Path, files: &Files, kept: &Path) -> Result<PathBuf> {
    let place = kept.join(format!("make-{}", digest(files)));
    once(&place, PROGRAM, |new| {
        notice!("making {} ...", folder.display());
        for (path, text) in files {
            let path = new.join(path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, text)?;
        }
        if let Err(said) = run(&["make"], new)? {
            bail!(
                "`make` fails in `{}`:\n{}",
                folder.display(),
                said.trim_end()
            );
        }
        ensure!(
            new.join(PROGRAM).is_file(),
            "`make` in `{}` leaves no program `{PROGRAM}`, which Saiblo starts; name it in the Makefile",
            folder.display()
        );
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let error = read(path).unwrap_err().to_string();
        assert!(error.contains("has no Makefile"), "{error}");
        fs::create_dir(path.join("inner")).unwrap();
        for (name, text) in [
            ("Makefile", "main:\n"),
            ("inner/a.cpp", "a"),
            ("main", "old"),
            (".git", "hidden"),
        ] {
            fs::write(path.join(name), text).unwrap();
        }
        let files = read(path).unwrap();
        let names: Vec<&Path> = files.keys().map(PathBuf::as_path).collect();
        assert_eq!(names, [Path::new("Makefile"), Path::new("inner/a.cpp")]);
        let before = digest(&files);
        fs::rename(path.join("inner/a.cpp"), path.join("inner/b.cpp")).unwrap();
        assert_ne!(digest(&read(path).unwrap()), before);
    }
}
