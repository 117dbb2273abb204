//! The terms of other people's crates, which have to stand before their parts.

use std::fs;

use anyhow::{Context, Result, ensure};

use super::crates::Crate;

/// The first line of it.
pub const BEGIN: &str = "// The parts that are needed of crates by other people, without their comments. They are theirs, and to be used in the";

/// Names of the crates, whose they are, and the terms, as a comment.
///
/// # Errors
/// If a license cannot be read.
pub fn comment(crates: &[Crate]) -> Result<String> {
    let mut lines = vec!["terms below.".to_owned(), String::new()];
    for of in crates {
        lines.push(format!("{} {}", of.name, of.version));
        lines.extend(copyrights(of)?.into_iter().map(|line| format!("  {line}")));
    }
    lines.push(String::new());
    lines.extend(MIT.lines().map(str::to_owned));
    let mut text = format!("{BEGIN}\n");
    for line in lines {
        text.push_str(format!("// {line}").trim_end());
        text.push('\n');
    }
    Ok(text)
}

/// The lines of a crate's licences that say whose it is.
///
/// # Errors
/// If it has no file of a licence, or is not to be had under the MIT license.
fn copyrights(of: &Crate) -> Result<Vec<String>> {
    ensure!(
        of.license
            .split([' ', '/', '(', ')'])
            .any(|name| name == "MIT"),
        "{} {} is licensed under `{}`, which is not known here: its terms have to be in the file",
        of.name,
        of.version,
        of.license
    );
    let folder = of
        .root
        .ancestors()
        .nth(2)
        .context("a crate without a folder")?;
    let mut lines = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        if !name.starts_with("LICENSE") || name.contains("APACHE") {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let text = text.replace('\u{a9}', "(c)");
        let said = text.lines().map(str::trim).filter(|line| {
            line.strip_prefix("Copyright ")
                .or_else(|| line.strip_prefix("COPYRIGHT "))
                .is_some_and(|rest| rest.starts_with("(c)") || rest.starts_with("(C)"))
        });
        lines.extend(said.map(|line| line.trim_end_matches(" or").to_owned()));
    }
    Ok(lines)
}

/// The terms that every crate of other people in a file is to be had under (<https://spdx.org/licenses/MIT.html>).
const MIT: &str = "\
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the \"Software\"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
notice and this permission notice shall be included in all copies or substantial portions of the Software. THE
SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn of(license: &str) -> (tempfile::TempDir, Crate) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("src/lib.rs");
        let of = Crate {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            license: license.to_owned(),
            module: Some("a".to_owned()),
            own: false,
            root,
            features: BTreeSet::new(),
            externs: BTreeMap::new(),
        };
        (folder, of)
    }

    #[test]
    fn whose_a_crate_is_stands_in_its_license() {
        let (folder, of) = of("MIT OR Apache-2.0");
        let text = "The MIT License\n\n  Copyright \u{a9} 2001 A or\nThe above copyright notice shall be included\n";
        fs::write(folder.path().join("LICENSE-MIT"), text).unwrap();
        let apache = folder.path().join("LICENSE-APACHE");
        fs::write(apache, "Copyright (c) yyyy\n").unwrap();
        let comment = comment(std::slice::from_ref(&of)).unwrap();
        let lines: Vec<&str> = comment.lines().collect();
        assert_eq!(
            lines[3..6],
            ["// a 1.0.0", "//   Copyright (c) 2001 A", "//"]
        );
        assert!(lines[6].starts_with("// Permission is hereby granted"));
    }

    #[test]
    fn other_terms_are_refused() {
        let (_folder, of) = of("GPL-3.0");
        let error = comment(std::slice::from_ref(&of)).unwrap_err().to_string();
        assert!(
            error.contains("a 1.0.0 is licensed under `GPL-3.0`"),
            "{error}"
        );
    }
}
