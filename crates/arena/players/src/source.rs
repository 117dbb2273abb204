//! Bots that come as sources: compiled as the site compiles, and kept by what is in them.
//!
//! A source is copied and built in a folder of its own, as on the site, where nothing else of the author's is. The folder
//! is named by the digest of the source, the command line and the compiler, so a source is compiled once, and an edited
//! one again. The folders are below the target directory of the workspace (as the programs of `BOT@REV` are), outside of
//! a workspace in the user's folder for caches. They may be removed at any time.

mod alone;
pub mod amalgamate;
mod cpp;
mod header;
mod library;
mod package;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result};
use arena_common::words::closest;
use arena_common::{Cancel, at_most};
use manifest::Workspace;
use manifest::compilers::{BOTZONE, CommandLine};
use process::tool::Tool;
use sha2::{Digest, Sha256};

use crate::language::{self, Language, Library, Tool as Needed, Toolchain};

/// The files of a bot by their paths in its folder.
pub(crate) type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A source as a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The words that start it.
    pub words: Vec<String>,
    /// SHA-256 of the source: of the file, or of all files of the package with their names.
    pub digest: String,
    /// The folder of a package, of which it finds a copy where it runs.
    pub package: Option<PathBuf>,
}

/// The program of a source, compiled if it was not compiled before. A Python source is run by `python` if that is given.
///
/// # Errors
/// If it cannot be read, a tool is missing (with its Debian package), or it does not compile (with what the compiler
/// says).
pub fn build(path: &Path, language: Language, python: Option<&str>) -> Result<Built> {
    match language.toolchain {
        Toolchain::Compiled(line) => {
            ensure_tool(GPP, path)?;
            let source = read(path)?;
            let program = cpp::build(path, &source, line, &kept()?)?;
            Ok(Built {
                words: vec![text(&program)],
                digest: digest(&source),
                package: None,
            })
        }
        Toolchain::Interpreted(tool) => {
            if python.is_none() {
                ensure_tool(tool, path)?;
            }
            let digest = if path.is_dir() {
                package::digest(&package::read(path, &[])?)
            } else {
                digest(&read(path)?)
            };
            let path = if package::is_package(path) {
                path.to_owned()
            } else {
                script(path)?
            };
            let path = fs::canonicalize(&path).with_context(|| cannot_read(&path))?;
            Ok(Built {
                words: vec![python.unwrap_or(tool.program).to_owned(), text(&path)],
                digest,
                package: None,
            })
        }
        Toolchain::Built(recipe) => {
            for tool in recipe.tools.iter().filter(|_| python.is_none()) {
                ensure_tool(*tool, path)?;
            }
            let files = if package::is_package(path) {
                let made = if recipe.commands.is_empty() {
                    &[]
                } else {
                    recipe.results
                };
                package::read(path, made)?
            } else {
                Files::from([(recipe.file.into(), read(path)?)])
            };
            let digest = package::digest(&files);
            let used = used(recipe.libraries, &files)?;
            let files = files.into_iter().chain(used.files).collect();
            let mut commands: Vec<Vec<&str>> = recipe.commands.iter().map(|c| c.to_vec()).collect();
            if let Some(compiler) = commands.first_mut() {
                compiler.splice(1..1, used.flags);
            }
            let key = format!("{commands:?} {}", package::digest(&files));
            let key = self::digest(key.as_bytes());
            let folder = kept()?.join(format!("{}-{key}", language.name));
            let file = package::build(path, &files, &commands, recipe, &used.doubtful, &folder)?;
            let word = |word: &&str| {
                word.replace("{file}", &text(&file))
                    .replace("{folder}", &text(&folder))
            };
            let mut words: Vec<String> = recipe.start.iter().map(word).collect();
            if let (Some(python), Some(first)) = (python, words.first_mut()) {
                first.replace_range(.., python);
            }
            Ok(Built {
                words,
                digest,
                package: package::is_package(path).then_some(folder),
            })
        }
    }
}

/// The libraries among these that a bot of these files uses.
///
/// # Errors
/// If a library is there and cannot be read.
pub(crate) fn used(libraries: &[Library], files: &Files) -> Result<library::Used> {
    library::used(libraries, files, &library::roots())
}

/// The path at which a script runs: for Python a copy in a separate folder, so that it imports nothing that the site
/// lacks. In such a folder Node.js would not find the modules that npm has installed beside the script.
fn script(path: &Path) -> Result<PathBuf> {
    let source = read(path)?;
    alone::ensure(path, &source)?;
    if !alone::is_python(path) {
        return Ok(path.to_owned());
    }
    let name = file_name(path)?.to_string_lossy();
    let key = format!("{name} {}", digest(&source));
    let folder = kept()?.join(format!("python-{}", digest(key.as_bytes())));
    once(&folder, &[&*name], |new| {
        let copy = new.join(&*name);
        fs::write(&copy, &source).with_context(|| msg!("cannot write {}", copy.display()))
    })
}

/// The languages that what is at a path may be of. If nothing is said, it is of the first; there is none if nothing tells.
///
/// # Errors
/// If it is a folder or an archive that cannot be read or is no bot.
pub fn languages(path: &Path) -> Result<Vec<Language>> {
    if package::is_package(path) {
        package::forms(path)
    } else {
        Ok(language::of_file(&path.to_string_lossy()))
    }
}

/// The bytes of the file, or of all files of the folder, at a path.
///
/// # Errors
/// If it cannot be read.
pub fn size(path: &Path) -> Result<u64> {
    if path.is_dir() {
        let files = package::read(path, &[])?;
        return Ok(files.values().map(|text| text.len() as u64).sum());
    }
    let data = fs::metadata(path).with_context(|| cannot_read(path))?;
    Ok(data.len())
}

/// Returns true if a text without a slash names a source, whether the source exists or not.
pub fn is_source(text: &str) -> bool {
    let path = Path::new(text);
    let is_package = || package::is_package(path) && (!path.is_dir() || languages(path).is_ok());
    !language::of_file(text).is_empty() || is_package()
}

/// Compiles a C++ file with each of the site's command lines. Returns for each its language, with the compiler's errors
/// if the file does not compile, or else the features that the site's compiler lacks.
///
/// # Errors
/// If the file cannot be read or there is no compiler.
pub fn all_ways(path: &Path) -> Result<Vec<(&'static str, Option<Error>)>> {
    ensure_tool(GPP, path)?;
    let (source, kept) = (read(path)?, kept()?);
    let way = |language: Language| {
        let Toolchain::Compiled(line) = language.toolchain else {
            return None;
        };
        let built = cpp::build(path, &source, line, &kept);
        let newer = built.and_then(|program| cpp::ensure_not_newer(&program, line));
        Some((language.name, newer.err()))
    };
    Ok(languages(path)?.into_iter().filter_map(way).collect())
}

/// Ensures that the site's g++ has what a C++ file uses, as far as its headers and its syntax tell.
///
/// # Errors
/// If it does not, with the lines that need a newer one, or if the file cannot be compiled here.
pub fn ensure_not_newer(path: &Path, line: &'static CommandLine) -> Result<()> {
    let program = cpp::build(path, &read(path)?, line, &kept()?)?;
    cpp::ensure_not_newer(&program, line)
}

pub use cpp::omens;

/// The program of a C++ source once more, so that it says where it does what ends it; and the name of the source.
///
/// # Errors
/// If it cannot be made, for example because the compiler has no sanitizers.
pub fn sanitized(program: &Path, language: &str) -> Result<(PathBuf, String)> {
    match BOTZONE.iter().find(|line| line.name == language) {
        Some(line) => cpp::sanitized(program, line),
        None => anyhow::bail!("no C++"),
    }
}

/// The file in its folder whose name is most like that of a path.
pub fn beside(path: &Path) -> String {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new(".")));
    let entries = entries.into_iter().flatten().flatten();
    let names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    closest(&name, names.iter().map(String::as_str)).unwrap_or_default()
}

/// The folder in which programs are kept.
pub(crate) fn kept() -> Result<PathBuf> {
    let folder = match Workspace::here() {
        Ok(workspace) => workspace.target.join("players"),
        Err(_) => user_folder("XDG_CACHE_HOME", ".cache")
            .context("no folder for compiled bots: set HOME or XDG_CACHE_HOME")?
            .join("arena-players"),
    };
    fs::create_dir_all(&folder).with_context(|| msg!("cannot make {}", folder.display()))?;
    Ok(folder)
}

/// A folder of the user's by the XDG base directory specification: its variable, or else its place in the home folder.
fn user_folder(variable: &str, place: &str) -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty());
    set(variable)
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(set("HOME")?).join(place)))
}

/// The first of these programs that is in `folder` if it was built before, and what `make` leaves in a new folder that
/// takes its name otherwise. Two arenas may do that at once: whoever is later takes what is there.
pub(crate) fn once(
    folder: &Path,
    programs: &[&str],
    make: impl FnOnce(&Path) -> Result<()>,
) -> Result<PathBuf> {
    let built = || {
        let mut all = programs.iter().map(|program| folder.join(program));
        all.find(|program| program.is_file())
    };
    if let Some(built) = built() {
        return Ok(built);
    }
    let parent = folder.parent().context("a folder without a parent")?;
    let new = tempfile::tempdir_in(parent)
        .with_context(|| msg!("cannot make a folder in {}", parent.display()))?;
    make(new.path())?;
    match fs::rename(new.path(), folder) {
        Ok(()) => drop(new.keep()),
        Err(error) if built().is_none() => {
            fail!("cannot keep the program in {}: {error}", folder.display())
        }
        Err(_) => {}
    }
    built().context("a build without a program")
}

/// Runs a tool. Returns its output, standard error included: `Ok` if it ends well, `Err` otherwise.
pub(crate) fn run(words: &[&str], folder: &Path) -> Result<std::result::Result<String, String>> {
    // Its errors are wanted, too: they may name what is missing.
    let mut line = vec!["sh", "-c", "exec \"$@\" 2>&1", "sh"];
    line.extend(words);
    let tool = Tool {
        words: line.into_iter().map(str::to_owned).collect(),
        folder,
        without: &[],
        // Causes are recognized by its English words.
        variables: vec![("LC_ALL".to_owned(), "C.UTF-8".to_owned())],
    };
    let mut output = Vec::new();
    let status = tool
        .run(&Cancel::default(), |bytes| output.extend_from_slice(bytes))
        .map_err(Error::from)
        .with_context(|| msg!("cannot start {}", words[0]))?;
    let said = String::from_utf8_lossy(&output).into_owned();
    Ok(if status.success() {
        Ok(said)
    } else {
        Err(said)
    })
}

/// The compiler of C++.
const GPP: Needed = Needed {
    program: "g++",
    package: "g++",
};

fn ensure_tool(tool: Needed, path: &Path) -> Result<()> {
    let there = is_installed(tool.program);
    require!(
        there || !tool.package.is_empty(),
        "`{}` needs {}, which is not installed, and Debian no longer has it: install it by other means (such as pyenv), and \
         name its program: {},python=PATH",
        path.display(),
        tool.program,
        path.display()
    );
    require!(
        there,
        "`{}` needs {}, which is not installed; Debian: sudo apt-get install {}",
        path.display(),
        tool.program,
        tool.package
    );
    Ok(())
}

/// Returns true if a program exists: a path, or a name in a folder of the search path.
pub fn is_installed(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    if path.is_dir() {
        fail!("`{}` is a folder, not a file", path.display());
    }
    at_most::read(path).with_context(|| cannot_read(path))
}

fn cannot_read(path: &Path) -> String {
    said!("cannot read the bot `{}`; check the path", path.display())
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

pub(crate) fn digest(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

fn file_name(path: &Path) -> Result<&OsStr> {
    path.file_name()
        .with_context(|| msg!("`{}` names no file", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_once_is_taken_the_next_time() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("key");
        let mut made = 0;
        for _ in 0..2 {
            let program = once(&folder, &["other", "bot"], |new| {
                made += 1;
                Ok(fs::write(new.join("bot"), "x")?)
            })
            .unwrap();
            assert_eq!(fs::read_to_string(program).unwrap(), "x");
        }
        assert_eq!(made, 1);
        let other = parent.path().join("other");
        let failed = once(&other, &["bot"], |_| anyhow::bail!("no"));
        assert_eq!(failed.unwrap_err().to_string(), "no");
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
    }

    #[test]
    fn tools_that_are_missing_have_a_package() {
        let path = Path::new("a.py");
        let tool = |program, package| Needed { program, package };
        let error = ensure_tool(tool("no-such-tool", "tools"), path).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`a.py` needs no-such-tool, which is not installed; Debian: sudo apt-get install tools"
        );
        ensure_tool(tool("sh", "dash"), path).unwrap();
    }
}
