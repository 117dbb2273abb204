//! One C++ file made of a bot's several: the sites compile one file alone.

mod scan;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use self::scan::{Line, Scanned};
use super::{beside, header};

/// The beginning of the first line of such a file.
pub const MARK: &str = "// Made by `arena amalgamate`";

/// The endings of sources that belong to a header of the same name.
const SOURCES: [&str; 3] = ["cpp", "cc", "cxx"];

/// The file that was made.
#[derive(Debug, PartialEq, Eq)]
pub struct Amalgam {
    /// Its bytes. Those of the author's files are kept as they are, whatever their encoding.
    pub text: Vec<u8>,
    /// The files in it, in the order in which they first appear.
    pub files: Vec<PathBuf>,
}

/// Returns the bytes of a file, or `None` if there is none of this path.
pub type Reader<'a> = &'a dyn Fn(&Path) -> Result<Option<Vec<u8>>>;

/// Joins a source, its own headers where they are included, the sources that are beside such a header and have its name,
/// and `more` sources. A header is own if it is found from the file that includes it, or in one of `folders`.
///
/// # Errors
/// If a source or an own header cannot be read or is not there.
pub fn amalgamate(
    main: &Path,
    more: &[PathBuf],
    folders: &[PathBuf],
    read: Reader<'_>,
) -> Result<Amalgam> {
    let main = normal(main);
    let mut writer = Writer {
        root: main.parent().unwrap_or(Path::new("")).to_owned(),
        folders,
        read,
        text: Vec::new(),
        files: Vec::new(),
        open: Vec::new(),
        finished: BTreeSet::new(),
    };
    writer.source(&main)?;
    for source in more {
        writer.source(&normal(source))?;
    }
    let mut next = 0;
    while let Some(file) = writer.files.get(next).cloned() {
        next += 1;
        let is_source = |path: &Path| {
            SOURCES
                .iter()
                .any(|ending| path.extension() == Some(ending.as_ref()))
        };
        let sources = SOURCES.iter().map(|ending| file.with_extension(ending));
        for source in sources.filter(|_| !is_source(&file)) {
            if read(&source)?.is_some() {
                writer.source(&source)?;
            }
        }
    }
    let names: Vec<String> = writer.files.iter().map(|file| writer.name(file)).collect();
    let mut text = format!("{MARK} from {}; edit those.\n", names.join(", ")).into_bytes();
    text.append(&mut writer.text);
    let files = writer.files;
    Ok(Amalgam { text, files })
}

struct Writer<'a> {
    /// The folder of the first source, from which files are named in comments.
    root: PathBuf,
    folders: &'a [PathBuf],
    read: Reader<'a>,
    text: Vec<u8>,
    files: Vec<PathBuf>,
    /// The files that are being written, each included by the one before it.
    open: Vec<PathBuf>,
    /// Headers that were written outside of any condition, and that have no effect when they are included again.
    finished: BTreeSet<PathBuf>,
}

impl Writer<'_> {
    /// Appends a source, unless it was included before.
    fn source(&mut self, path: &Path) -> Result<()> {
        if self.files.iter().any(|file| file == path) {
            return Ok(());
        }
        let text = (self.read)(path)?
            .with_context(|| msg!("there is no file `{}`{}", path.display(), beside(path)))?;
        self.comment(&self.name(path));
        self.file(path, &text, false)
    }

    /// Writes a file with what it includes; `conditional` says whether conditions of the preprocessor decide about it.
    fn file(&mut self, path: &Path, text: &[u8], conditional: bool) -> Result<()> {
        let Scanned {
            lines,
            once,
            guarded,
        } = scan::scan(text);
        let known = self.files.iter().position(|file| file == path);
        let number = known.unwrap_or(self.files.len());
        if known.is_none() {
            self.files.push(path.to_owned());
        }
        if (once || guarded) && !conditional {
            self.finished.insert(path.to_owned());
        }
        // `#pragma once` is about files, so a text that may come twice gets a guard in its place.
        let guard = once && (conditional || known.is_some());
        if guard {
            let name = format!("AMALGAMATED_{number}");
            self.line(format!("#ifndef {name}\n#define {name}").as_bytes());
        }
        self.open.push(path.to_owned());
        for (i, line) in lines.into_iter().enumerate() {
            match line {
                Line::Once => self.line(b""),
                Line::Other(text) => self.line(text),
                Line::Include {
                    text,
                    name,
                    quoted,
                    depth,
                } => {
                    let conditional = conditional || depth > usize::from(guarded);
                    let from = i + 1;
                    match self.find(path, &name, quoted)? {
                        Some((header, inner)) => {
                            if self.open.contains(&header) || self.finished.contains(&header) {
                                self.comment(&format!("{}, included above", self.name(&header)));
                            } else {
                                self.comment(&self.name(&header));
                                self.file(&header, &inner, conditional)?;
                                self.comment(&format!("{}, line {}", self.name(path), from + 1));
                            }
                        }
                        None if !quoted || conditional || header::is_of_the_site(&name) => {
                            self.line(text)
                        }
                        None => fail!(
                            "{}:{from}: there is no file `{name}`{}; a header of the system is written <{name}>, and the folder \
                             of another is named by --include DIR",
                            path.display(),
                            beside(&path.with_file_name(&name))
                        ),
                    }
                }
            }
        }
        self.open.pop();
        if guard {
            self.line(b"#endif");
        }
        Ok(())
    }

    /// The path and the bytes of an own header.
    fn find(&self, from: &Path, name: &str, quoted: bool) -> Result<Option<(PathBuf, Vec<u8>)>> {
        let beside = quoted.then(|| from.with_file_name(name));
        let others = self.folders.iter().map(|folder| folder.join(name));
        for path in beside.into_iter().chain(others) {
            let path = normal(&path);
            if let Some(text) = (self.read)(&path)? {
                return Ok(Some((path, text)));
            }
        }
        Ok(None)
    }

    fn name(&self, path: &Path) -> String {
        let name = path.strip_prefix(&self.root).unwrap_or(path);
        name.display().to_string()
    }

    /// Says where what follows is from. Not by `#line`: whoever names a line, the compiler or the arena, means one of the file
    /// that was compiled.
    fn comment(&mut self, text: &str) {
        self.line(format!("// ---- {text} ----").as_bytes());
    }

    fn line(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
    }
}

/// The path without `.` and without `..` behind a folder, so that a file has one path.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(normal.components().next_back(), Some(Component::Normal(_))) =>
            {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Amalgamates the first of these files. Returns the text below its first line and the names of all files in it.
    fn made(files: &[(&str, &str)]) -> Result<(String, String)> {
        made_with(files, &[], &[])
    }

    fn made_with(
        files: &[(&str, &str)],
        more: &[&str],
        folders: &[&str],
    ) -> Result<(String, String)> {
        let read = |path: &Path| {
            let file = files.iter().find(|(name, _)| Path::new(name) == path);
            Ok(file.map(|(_, text)| text.as_bytes().to_vec()))
        };
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let made = amalgamate(Path::new(files[0].0), &paths(more), &paths(folders), &read)?;
        let text = String::from_utf8(made.text).unwrap();
        let (first, text) = text.split_once('\n').unwrap();
        assert!(first.starts_with(MARK), "{first}");
        let names: Vec<_> = made
            .files
            .iter()
            .map(|file| file.to_str().unwrap())
            .collect();
        Ok((text.to_owned(), names.join(" ")))
    }

    #[test]
    fn headers_come_where_they_are_included_and_their_sources_last() {
        let (text, files) = made(&[
            (
                "src/main.cpp",
                "#include <iostream>\n  # include \"inner/helper.h\" // mine\nint main() {}",
            ),
            (
                "src/inner/helper.h",
                "\u{feff}#pragma once\n#include \"../types.hpp\"\nint help();\r\n",
            ),
            ("src/types.hpp", "#pragma once\nint t;\n"),
            (
                "src/inner/helper.cpp",
                "#include \"helper.h\"\nint help() { return t; }\n",
            ),
            ("src/other.cpp", "int other;\n"),
        ])
        .unwrap();
        assert_eq!(
            text,
            "// ---- main.cpp ----\n#include <iostream>\n// ---- inner/helper.h ----\n\n// ---- types.hpp ----\n\nint t;\n\
             // ---- inner/helper.h, line 3 ----\nint help();\r\n// ---- main.cpp, line 3 ----\nint main() {}\n\
             // ---- inner/helper.cpp ----\n// ---- inner/helper.h, included above ----\nint help() { return t; }\n"
        );
        assert_eq!(
            files,
            "src/main.cpp src/inner/helper.h src/types.hpp src/inner/helper.cpp"
        );
    }

    #[test]
    fn a_header_comes_again_where_it_has_an_effect_again() {
        // Every line of the list is a move; it has no guard.
        let (text, _) = made(&[
            ("a.cpp", "#include \"list.inc\"\n#include \"list.inc\"\n"),
            ("list.inc", "X(1)\n"),
        ])
        .unwrap();
        assert_eq!(text.matches("X(1)").count(), 2, "{text}");
        // If a condition leaves the first one out, the second one counts.
        for (header, times) in [
            ("#pragma once\nint a;", 2),
            ("#ifndef A\n#define A\nint a;\n#endif\n", 2),
        ] {
            let (text, _) = made(&[
                (
                    "a.cpp",
                    "#ifdef LOCAL\n#include \"a.h\"\n#endif\n#include \"a.h\"\n#include \"a.h\"\n",
                ),
                ("a.h", header),
            ])
            .unwrap();
            assert_eq!(text.matches("int a;").count(), times, "{text}");
            let guards = text.matches("#ifndef").count();
            assert_eq!((guards, text.matches("#endif").count()), (2, 3), "{text}");
        }
    }

    #[test]
    fn a_circle_ends() {
        let (text, files) = made(&[
            ("a.cpp", "#include \"a.h\"\n"),
            (
                "a.h",
                "#ifndef A\n#define A\n#include \"b.h\"\nint a;\n#endif // A\n",
            ),
            (
                "b.h",
                "#if !defined(B)\n#define B\n#include \"a.h\"\nint b;\n#endif\n",
            ),
        ])
        .unwrap();
        assert_eq!(
            (
                text.matches("int a;").count(),
                text.matches("int b;").count()
            ),
            (1, 1),
            "{text}"
        );
        assert_eq!(files, "a.cpp a.h b.h");
    }

    #[test]
    fn what_is_not_the_authors_stays() {
        let text = "#include \"jsoncpp/json.h\"\n#include \"vector\"\n#include <mine.h>\n/*\n#include \"old.h\"\n*/\n\
                    const char *s = R\"(/*\n#include \"old.h\"\n)\";\n#ifdef LOCAL\n#include \"debug.h\"\n#endif\n";
        let (made, files) =
            made(&[("a.cpp", text), ("mine.h", "int mine;\n"), ("old.h", "")]).unwrap();
        assert_eq!(made, format!("// ---- a.cpp ----\n{text}"));
        assert_eq!(files, "a.cpp");
    }

    #[test]
    fn further_sources_and_folders_are_named() {
        let files = [
            ("src/a.cpp", "#include <b.h>\nint main() {}\n"),
            ("src/b.cpp", "#include \"b.h\"\n"),
            ("include/b.h", "#pragma once\nint b;\n"),
        ];
        let (text, files) =
            made_with(&files, &["src/./b.cpp", "src/a.cpp"], &["src/../include"]).unwrap();
        assert_eq!(files, "src/a.cpp include/b.h src/b.cpp");
        assert_eq!(text.matches("int b;").count(), 1, "{text}");
    }

    #[test]
    fn a_missing_file_is_named_with_its_line() {
        let error = made(&[("a.cpp", "\n#include \"b.h\"\n")])
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with(
                "a.cpp:2: there is no file `b.h`; a header of the system is written <b.h>, "
            ),
            "{error}"
        );
        let error = made_with(&[("a.cpp", "")], &["c.cpp"], &[])
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("there is no file `c.cpp`"), "{error}");
    }
}
