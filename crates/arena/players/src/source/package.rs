//! The input of a judge's build in a folder: a package, which is a folder or its zip archive, or a single file.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::at_most;
use zip::ZipArchive;

use super::{Files, cannot_read, library, once, run};
use crate::language::{Language, Library, PATHS, Recipe, of_package};

/// The most bytes of a package that are read, four times what a judge takes packed: an archive may hold no end of zeros.
const UNPACKED: u64 = 256 << 20;

/// Returns true if a path is a package: a folder, or a zip archive by the ending of its name.
pub fn is_package(path: &Path) -> bool {
    path.is_dir() || is_archive(path)
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "zip")
}

/// The forms of the package at a path.
///
/// # Errors
/// If it cannot be read or is of no form.
pub fn forms(path: &Path) -> Result<Vec<Language>> {
    let names = names(path)?;
    let below = |folder: &str| of_package(|name| names.contains(&format!("{folder}{name}")));
    let found = below("");
    if !found.is_empty() {
        return Ok(found);
    }
    let (name, archive) = (path.display(), is_archive(path));
    let mut folders = names.iter().filter_map(|name| name.split_once('/'));
    match folders.find(|(inner, _)| !below(&format!("{inner}/")).is_empty()) {
        Some((inner, _)) if archive => fail!(
            "`{name}` has its files in the folder `{inner}`, where no judge looks: pack what is in the folder, not the \
             folder itself"
        ),
        Some((inner, _)) => fail!("`{name}` is not a bot, but `{name}/{inner}` is; name that"),
        None => fail!("`{name}` has nothing at its top that tells how it is run; a bot is {PATHS}"),
    }
}

/// The names at the top of a package and in the folders there.
fn names(path: &Path) -> Result<Vec<String>> {
    if is_archive(path) {
        let archive = open(path)?;
        let names = archive.file_names().flatten();
        return Ok(names.map(|name| name.into_owned()).collect());
    }
    let mut names = Vec::new();
    for entry in entries(path)? {
        let name = entry.file_name().to_string_lossy().into_owned();
        // Entries that cannot be read as folders are skipped: they give no hint.
        let inner = entries(&entry.path()).unwrap_or_default();
        let inner = inner.iter().map(|inner| inner.file_name());
        names.extend(inner.map(|inner| format!("{name}/{}", inner.to_string_lossy())));
        names.push(name);
    }
    names.sort();
    Ok(names)
}

fn entries(folder: &Path) -> Result<Vec<fs::DirEntry>> {
    let read = fs::read_dir(folder).and_then(Iterator::collect);
    read.with_context(|| cannot_read(folder))
}

fn open(path: &Path) -> Result<ZipArchive<File>> {
    let file = File::open(path).with_context(|| cannot_read(path))?;
    ZipArchive::new(file)
        .with_context(|| msg!("`{}` is not a zip archive; pack it again", path.display()))
}

/// All files of a package but hidden ones, what Python keeps of modules, and what earlier builds have left in a folder: the
/// files `made`, or the folders at the top that those are in.
///
/// # Errors
/// If a file cannot be read, or there is more of them than any judge takes.
pub fn read(path: &Path, made: &[&str]) -> Result<Files> {
    read_within(path, made, UNPACKED)
}

fn read_within(path: &Path, made: &[&str], most: u64) -> Result<Files> {
    let mut files = Files::new();
    let mut left = most;
    let mut add = |name: PathBuf, from: &mut dyn Read| -> Result<()> {
        // The sizes that an archive states cannot be relied on.
        let text = match at_most::all(from, left) {
            Err(error) if error.kind() == ErrorKind::FileTooLarge => fail!(
                "`{}` has more than {} MB unpacked; leave there only what the bot needs",
                path.display(),
                most >> 20
            ),
            text => text.with_context(|| cannot_read(&path.join(&name)))?,
        };
        left -= text.len() as u64;
        files.insert(name, text);
        Ok(())
    };
    if is_archive(path) {
        let mut archive = open(path)?;
        for i in 0..archive.len() {
            let mut entry = archive.by_index(i).with_context(|| cannot_read(path))?;
            let name = entry.enclosed_name().with_context(|| {
                msg!(
                    "`{}` has a file `{}`, which is outside of its folder; pack it again",
                    path.display(),
                    String::from_utf8_lossy(entry.name_raw())
                )
            })?;
            if entry.is_file() && !name.iter().any(|part| is_left_out(&part.to_string_lossy())) {
                add(name, &mut entry)?;
            }
        }
        return Ok(files);
    }
    let mut open = vec![PathBuf::new()];
    while let Some(inner) = open.pop() {
        for entry in entries(&path.join(&inner))? {
            let name = inner.join(entry.file_name());
            let left_out = is_left_out(&entry.file_name().to_string_lossy());
            let top = Some(name.as_os_str());
            if left_out || made.iter().any(|made| Path::new(made).iter().next() == top) {
                continue;
            }
            let kind = fs::metadata(entry.path()).with_context(|| cannot_read(&entry.path()))?;
            if kind.is_dir() {
                open.push(name);
            } else {
                let file = File::open(entry.path());
                add(name, &mut file.with_context(|| cannot_read(&entry.path()))?)?;
            }
        }
    }
    Ok(files)
}

fn is_left_out(name: &str) -> bool {
    name.starts_with('.') || name == "__pycache__"
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

/// The program that the commands of a recipe make of these files, which are those at `path`, in `folder`.
///
/// # Errors
/// If a command fails, with what it says and the library that it misses, or leaves no program.
pub fn build(
    path: &Path,
    files: &Files,
    commands: &[Vec<&str>],
    recipe: &Recipe,
    doubtful: &[Library],
    folder: &Path,
) -> Result<PathBuf> {
    let shown = path.display();
    once(folder, recipe.results, |new| {
        for (path, text) in files {
            let path = new.join(path);
            let above = path.parent().unwrap_or(new);
            fs::create_dir_all(above)
                .and_then(|()| fs::write(&path, text))
                .with_context(|| msg!("cannot write {}", path.display()))?;
        }
        if !commands.is_empty() {
            notice!("making {shown} ...");
        }
        for command in commands {
            if let Err(said) = run(command, new)? {
                let cure = library::cure(doubtful, &said).map_or(String::new(), |cure| cure + "\n");
                let said = said.trim_end();
                fail!("`{}` fails in `{shown}`:\n{cure}{said}", command.join(" "));
            }
        }
        let left = recipe.results.iter().any(|name| new.join(name).is_file());
        require!(left, "`{shown}` is built, but {}", recipe.cure);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// An archive of these files in a folder.
    fn archive(folder: &Path, files: &[(&str, &[u8])]) -> PathBuf {
        let path = folder.join("bot.zip");
        let mut archive = ZipWriter::new(File::create(&path).unwrap());
        for (name, text) in files {
            archive
                .start_file(*name, SimpleFileOptions::default())
                .unwrap();
            archive.write_all(text).unwrap();
        }
        archive.finish().unwrap();
        path
    }

    fn names(files: &Files) -> Vec<&str> {
        files.keys().map(|path| path.to_str().unwrap()).collect()
    }

    #[test]
    fn a_folder_is_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let error = forms(path).unwrap_err().to_string();
        assert!(error.contains("has nothing at its top"), "{error}");
        for inner in ["inner", "__pycache__"] {
            fs::create_dir(path.join(inner)).unwrap();
        }
        let mine: [(&str, &[u8]); 2] = [("Makefile", b"main:\n"), ("inner/a.cpp", b"a")];
        let others: [(&str, &[u8]); 3] =
            [("main", b"old"), (".git", b""), ("__pycache__/a.pyc", b"")];
        for (name, text) in mine.iter().chain(&others) {
            fs::write(path.join(name), text).unwrap();
        }
        assert_eq!(forms(path).unwrap()[0].name, "make");
        let files = read(path, &["main"]).unwrap();
        assert_eq!(names(&files), ["Makefile", "inner/a.cpp"]);
        let before = digest(&files);
        // The archive is the same bot.
        let packed = archive(path, &mine);
        assert_eq!(forms(&packed).unwrap()[0].name, "make");
        assert_eq!(read(&packed, &["main"]).unwrap(), files);
        fs::remove_file(packed).unwrap();
        fs::rename(path.join("inner/a.cpp"), path.join("inner/b.cpp")).unwrap();
        assert_ne!(digest(&read(path, &["main"]).unwrap()), before);
    }

    #[test]
    fn what_is_packed_wrongly_is_named_with_the_cure() {
        let folder = tempfile::tempdir().unwrap();
        let path = archive(folder.path(), &[("bot/main.py", b""), ("a.txt", b"")]);
        let error = forms(&path).unwrap_err().to_string();
        assert!(
            error.contains("in the folder `bot`") && error.contains("pack what is in"),
            "{error}"
        );
        let outer = tempfile::tempdir().unwrap();
        fs::create_dir(outer.path().join("bot")).unwrap();
        fs::write(outer.path().join("bot/main.py"), "").unwrap();
        let error = forms(outer.path()).unwrap_err().to_string();
        assert!(error.contains("/bot` is; name that"), "{error}");

        let path = archive(folder.path(), &[("main.py", b""), ("../../evil", b"")]);
        let error = read(&path, &[]).unwrap_err().to_string();
        assert!(error.contains("`../../evil`, which is outside"), "{error}");

        fs::write(&path, "no zip").unwrap();
        let error = forms(&path).unwrap_err().to_string();
        assert!(error.contains("is not a zip archive"), "{error}");
    }

    #[test]
    fn an_archive_that_swells_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot.zip");
        let mut archive = ZipWriter::new(File::create(&path).unwrap());
        archive
            .start_file("main.py", SimpleFileOptions::default())
            .unwrap();
        archive.write_all(&vec![0; (1 << 20) + 1]).unwrap();
        archive.finish().unwrap();
        assert!(path.metadata().unwrap().len() < 10_000);
        let error = read_within(&path, &[], 1 << 20).unwrap_err().to_string();
        assert!(error.contains("more than 1 MB unpacked"), "{error}");
        assert_eq!(read_within(&path, &[], 2 << 20).unwrap().len(), 1);
    }
}
