//! The files that a player's program may read besides the system's: those that its command line names, and those of its
//! language's installation. Nothing else of the user's home, and nothing of other players.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};

use process::sandbox::is_of_system;

/// The interpreters that are searched for on the search path: a script may start any of them.
const INTERPRETERS: [&str; 5] = ["python3", "python", "node", "java", "mono"];
/// Beside a folder of programs, what these read.
const INSTALLED: [&str; 7] = [
    "conf",
    "include",
    "lib",
    "lib32",
    "lib64",
    "libexec",
    "pyvenv.cfg",
];
/// In the user's home, what modules are installed in, and what tells which version of a language there is.
const OF_HOME: [&str; 6] = [
    ".local/lib",
    // The packages that the user has unpacked for C++ and Java.
    ".local/share/arena",
    ".config/mise",
    ".node-version",
    ".python-version",
    ".tool-versions",
];
/// Most bytes of a first line that names an interpreter.
const FIRST_LINE: u64 = 256;
/// Most links from a name to a program.
const LINKS: usize = 16;

/// Collects what may be read.
#[derive(Debug, Default)]
pub struct Readable {
    found: BTreeSet<PathBuf>,
    /// Folders that are given to nobody, nor what they are in: the user's home and that for temporary files.
    private: Vec<PathBuf>,
    search: Option<OsString>,
}

impl Readable {
    /// Nothing but what the installed languages need, by a search path.
    pub fn of_languages(search: Option<OsString>) -> Self {
        let home = env::var_os("HOME").map(PathBuf::from);
        let home = home.filter(|home| home.is_absolute());
        let private = home.iter().cloned().chain([env::temp_dir()]);
        let mut all = Self {
            private: private
                .flat_map(|path| [path.canonicalize().ok(), Some(path)])
                .flatten()
                .collect(),
            search,
            ..Self::default()
        };
        if let Some(home) = home {
            all.found.extend(OF_HOME.map(|name| home.join(name)));
        }
        for folder in all.search_path() {
            all.installation(&folder);
        }
        for name in INTERPRETERS {
            all.program(name);
        }
        all
    }

    /// The given paths, without those of the system.
    pub fn into_paths(self) -> Vec<PathBuf> {
        let found = self.found.into_iter();
        found.filter(|path| !is_of_system(path)).collect()
    }

    /// Gives a file, or a folder with all that is in it.
    pub fn give(&mut self, path: &Path) {
        let Ok(path) = std::path::absolute(path) else {
            return;
        };
        if path.is_file() || path.is_dir() && !self.is_private(&path) {
            self.found.insert(path);
        }
    }

    /// Gives what a word of a command line, the value of its flag, or a part of a list between colons names, with the folder
    /// that it lies in, and the modules of JavaScript above that.
    pub fn word(&mut self, word: &str) {
        let value = word.split_once('=').map_or(word, |(_, value)| value);
        for path in iter::once(word.into()).chain(env::split_paths(value)) {
            self.give(&path);
            let real = path.canonicalize();
            for path in [std::path::absolute(path), real].into_iter().flatten() {
                if !path.is_file() {
                    continue;
                }
                for (above, folder) in path.ancestors().skip(1).enumerate() {
                    if above == 0 {
                        self.give(folder);
                    }
                    let modules = folder.join("node_modules");
                    if modules.is_dir() {
                        self.give(&modules);
                    }
                }
            }
        }
    }

    /// Gives what a program needs that is started by this word: its installation, and that of the interpreter in its first
    /// line.
    pub fn program(&mut self, word: &str) {
        let Some(program) = self.find(word) else {
            return;
        };
        let mut path = program.clone();
        for _ in 0..LINKS {
            if let Some(folder) = path.parent() {
                self.installation(folder);
            }
            match fs::read_link(&path) {
                Ok(next) => path = path.with_file_name(next),
                Err(_) => break,
            }
        }
        if let Ok(real) = program.canonicalize()
            && let Some(folder) = real.parent()
        {
            self.installation(folder);
        }
        if let Some(interpreter) = interpreter(&program)
            && interpreter != program
            && !is_of_system(&interpreter)
        {
            self.program(&interpreter.to_string_lossy());
        }
    }

    fn find(&self, word: &str) -> Option<PathBuf> {
        if word.contains('/') {
            return std::path::absolute(word).ok();
        }
        let mut all = self.search_path().into_iter();
        all.find_map(|folder| Some(folder.join(word)).filter(|path| path.is_file()))
    }

    fn search_path(&self) -> Vec<PathBuf> {
        let search = self.search.as_deref().unwrap_or(OsStr::new(""));
        let folders = env::split_paths(search);
        folders.filter(|folder| folder.is_absolute()).collect()
    }

    /// Gives a folder of programs and what is installed with them.
    fn installation(&mut self, folder: &Path) {
        if is_of_system(folder) {
            return;
        }
        self.give(folder);
        let Some(above) = folder.parent() else {
            return;
        };
        if folder.ends_with("shims") {
            // Scripts that start one of several versions, of which each is somewhere there.
            self.give(above);
        } else if folder.ends_with("bin") {
            self.found.extend(INSTALLED.map(|name| above.join(name)));
        }
    }

    fn is_private(&self, folder: &Path) -> bool {
        let real = folder.canonicalize().ok();
        let mut both = [Some(folder), real.as_deref()].into_iter().flatten();
        both.any(|folder| {
            self.private
                .iter()
                .any(|private| private.starts_with(folder))
        })
    }
}

/// The interpreter in the first line of a script.
fn interpreter(script: &Path) -> Option<PathBuf> {
    let mut line = Vec::new();
    let file = BufReader::new(File::open(script).ok()?);
    file.take(FIRST_LINE).read_until(b'\n', &mut line).ok()?;
    let line = String::from_utf8(line.strip_prefix(b"#!")?.to_vec()).ok()?;
    Some(PathBuf::from(line.split_whitespace().next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As in a class path.
    #[test]
    fn the_parts_of_a_list_are_given() {
        let folder = tempfile::tempdir().unwrap();
        let (classes, library) = (folder.path().join("classes"), folder.path().join("a.jar"));
        fs::create_dir(&classes).unwrap();
        fs::write(&library, "").unwrap();
        let mut all = Readable::default();
        all.word(&format!("{}:{}", classes.display(), library.display()));
        let given = all.into_paths();
        assert!(
            given.contains(&classes) && given.contains(&library),
            "{given:?}"
        );
    }
}
