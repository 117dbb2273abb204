//! Python: the interpreter here reads the source, and tells what the site's lacks, and what it lacks itself.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use arena_common::Message;
use manifest::versions::{PYTHON2, PYTHON3, PYTHON3_LANGUAGE};
use serde::Deserialize;

use super::listed;
use crate::source;

/// The interpreter if none is named.
const PYTHON: &str = "python3";

/// The files that the interpreter reads, by their places in a folder. The inner one is for PYTHONPATH.
const FILES: [(&str, &str); 3] = [
    ("scan.py", include_str!("python/scan.py")),
    ("newer.txt", include_str!("python/newer.txt")),
    (
        "supplied/sitecustomize.py",
        include_str!("python/sitecustomize.py"),
    ),
];

/// The program that prints the major version of its interpreter.
const MAJOR: &str = "print(__import__('sys').version_info[0])";

/// An interpreter's report on a source.
#[derive(Clone, Debug, Deserialize)]
pub struct Scan {
    /// The interpreter's version.
    pub version: String,
    /// True if it can detect syntax that is newer than the site's.
    checks_syntax: bool,
    found: Vec<Finding>,
}

#[derive(Clone, Debug, Deserialize)]
struct Finding {
    kind: Kind,
    file: String,
    line: usize,
    code: String,
    /// A dotted name, a method by the name behind its dot, or for syntax what the interpreter says.
    name: String,
    /// The version that has it first; for packages that which lacks it.
    version: String,
    #[serde(default)]
    supplied: bool,
    #[serde(default)]
    syntax: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Newer,
    Older,
    Python2,
}

/// An interpreter's report on the source at a path: a file, a folder or an archive. `None` if there is no report.
pub fn scan(path: &Path, python: Option<&str>) -> Option<Scan> {
    let folder = folder().ok()?;
    let python = python.unwrap_or(PYTHON);
    // It runs in another folder.
    let absolute = |path: &Path| {
        Some(
            std::path::absolute(path)
                .ok()?
                .to_string_lossy()
                .into_owned(),
        )
    };
    let python = match python.contains('/') {
        true => absolute(Path::new(python))?,
        false => python.to_owned(),
    };
    let script = folder.join("scan.py");
    let words = [
        &python,
        "-E",
        "-B",
        &script.to_string_lossy(),
        &absolute(path)?,
        PYTHON3_LANGUAGE,
    ];
    let said = source::run(&words, &folder).ok()?.ok()?;
    serde_json::from_str(said.lines().last()?).ok()
}

/// The folder for PYTHONPATH, with what an interpreter lacks and the site's has; `None` if it cannot be made.
pub fn supplied() -> Option<PathBuf> {
    Some(folder().ok()?.join("supplied"))
}

/// The folder of the files, written once.
fn folder() -> Result<PathBuf> {
    let texts: String = FILES.iter().map(|(_, text)| *text).collect();
    let folder = source::kept()?.join(format!("python-{}", source::digest(texts.as_bytes())));
    let (first, _) = FILES[0];
    source::once(&folder, &[first], |new| {
        for (place, text) in FILES {
            let path = new.join(place);
            fs::create_dir_all(path.parent().unwrap_or(new))?;
            fs::write(path, text)?;
        }
        Ok(())
    })?;
    Ok(folder)
}

/// Ensures that the site's Python 3 has what a source uses.
///
/// # Errors
/// The lines that use more.
pub fn compare(path: &Path, python: Option<&str>) -> Result<Message> {
    let Some(scan) = scan(path, python).filter(|scan| scan.checks_syntax) else {
        return Ok(msg!(
            "not compared with the site's Python {PYTHON3}: that takes Python 3.8 or later"
        ));
    };
    listed(scan.of(Kind::Newer).map(Finding::describe).collect())?;
    Ok(msg!(
        "nothing in it is newer than the site's Python {PYTHON3}, in syntax, modules and well-known functions; packages such as \
         numpy are not compared"
    ))
}

impl Scan {
    fn of(&self, kind: Kind) -> impl Iterator<Item = &Finding> {
        self.found
            .iter()
            .filter(move |finding| finding.kind == kind)
    }

    /// A line that is Python 2, in words; and whether Python 3 cannot even read it.
    pub fn python2(&self) -> Option<(Message, bool)> {
        let finding = self.of(Kind::Python2).next()?;
        Some((finding.describe(), finding.syntax))
    }

    /// Tells the user what in the source the interpreter here no longer has.
    pub fn notices(&self) {
        let version = &self.version;
        let supplied = |wanted: bool| {
            self.of(Kind::Older)
                .find(move |finding| finding.supplied == wanted)
        };
        if let Some(older) = supplied(true) {
            notice!(
                "{}\nBotzone's Python {PYTHON3} has it; here the arena supplies it",
                older.describe()
            );
        }
        if let Some(older) = supplied(false) {
            notice!(
                "{}\nBotzone's Python {PYTHON3} has it, and Python {version} here does not: name an older interpreter by \
                 ,python=PATH behind this player",
                older.describe()
            );
        }
    }
}

impl Finding {
    fn describe(&self) -> Message {
        let Finding {
            file,
            line,
            code,
            name,
            version,
            ..
        } = self;
        match self.kind {
            Kind::Newer if self.syntax => {
                msg!("{file}:{line}: {name}, and the site has {PYTHON3}: {code}")
            }
            Kind::Newer => msg!(
                "{file}:{line}: {name} came with Python {version}, and the site has {PYTHON3}: {code}"
            ),
            Kind::Older if version.is_empty() => {
                msg!("{file}:{line}: {name} was removed from Python: {code}")
            }
            Kind::Older => msg!("{file}:{line}: {name} is not in {version}: {code}"),
            Kind::Python2 => msg!("{file}:{line}: this is Python 2: {code}"),
        }
    }
}

/// The language of a Python source by its interpreter, `python` or `python2`.
///
/// # Errors
/// If it cannot be started or is no Python.
pub fn language_of(python: &str) -> Result<&'static str> {
    let words = [python, "-E", "-c", MAJOR];
    let said = source::run(&words, Path::new(".")).with_context(|| not_python(python))?;
    match said.as_deref().map(str::trim) {
        Ok("3") => Ok("python"),
        Ok("2") => Ok("python2"),
        _ => Err(anyhow::Error::msg(not_python(python))),
    }
}

fn not_python(python: &str) -> Message {
    msg!("python={python}: this is not the program of a Python interpreter; check the path")
}

/// Returns true if there is a Python 2 that works: a name on the search path may be that of a version manager without
/// one.
fn has_python2() -> bool {
    let ran = source::run(&["python2", "-E", "-c", ""], Path::new("."));
    source::is_installed("python2") && matches!(ran, Ok(Ok(_)))
}

/// Returns true if a source without a stated language is run by Python 2.
///
/// # Errors
/// If it must be, and there is none here.
pub fn is_python2(path: &Path, scan: &Scan) -> Result<bool> {
    let Some((line, syntax)) = scan.python2() else {
        return Ok(false);
    };
    let path = path.display();
    if has_python2() {
        notice!(
            "{line}\n`{path}` is run by python2, as Botzone does for the language Python 2; ,language=python behind it says otherwise"
        );
        return Ok(true);
    }
    require!(
        !syntax,
        "{line}\nBotzone runs `{path}` as Python 2 ({PYTHON2}), which is not installed here, and Debian no longer has it: install it \
         by other means (such as pyenv), and name its program: {path},python=PATH"
    );
    notice!(
        "{line}\nPython 3 does not have it; to run `{path}` by Python 2, as Botzone can, name its program: {path},python=PATH"
    );
    Ok(false)
}
