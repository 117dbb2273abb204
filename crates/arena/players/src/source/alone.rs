//! Scripts that need other files of the author's: the sites run one file alone.

use std::path::Path;

use anyhow::Result;

/// Ensures that what is beside a script is not needed at its start. An `import` that is indented may be one that the script
/// tries, or makes at home only.
///
/// # Errors
/// If a module is beside it; names the cure.
pub fn ensure(path: &Path, text: &[u8]) -> Result<()> {
    let text = String::from_utf8_lossy(text);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_python = is_python(path);
    let is_beside = |file: &String| path.with_file_name(file).is_file();
    for line in text.lines() {
        if is_python {
            if let Some(file) = python(line).into_iter().find(is_beside) {
                fail!(
                    "`{file}` is beside {name}, but the site runs one file alone; pack both into a .zip, in which {name} is \
                     called __main__.py for Botzone or main.py for Saiblo"
                );
            }
        } else if let Some(file) = javascript(line).into_iter().find(is_beside) {
            fail!(
                "`{file}` is beside {name}, but the site runs one file alone; put its text into {name}"
            );
        }
    }
    Ok(())
}

/// Returns true if a script is in Python.
pub fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "py")
}

/// The files that a line of Python may import.
fn python(line: &str) -> Vec<String> {
    let modules: Vec<&str> = match (line.strip_prefix("import "), line.strip_prefix("from ")) {
        (Some(modules), _) => modules.split(',').collect(),
        (None, Some(module)) => vec![module],
        _ => Vec::new(),
    };
    let name = |module: &str| {
        let module = module.trim_start();
        let end = module.find(|c: char| !c.is_alphanumeric() && c != '_');
        module[..end.unwrap_or(module.len())].to_owned()
    };
    let names = modules.into_iter().map(name);
    let names = names.filter(|name| !name.is_empty());
    names
        .flat_map(|name| [format!("{name}.py"), format!("{name}/__init__.py")])
        .collect()
}

/// The files that a line of JavaScript may require or import.
fn javascript(line: &str) -> Vec<String> {
    if line.starts_with([' ', '\t']) || !(line.contains("require") || line.contains("import")) {
        return Vec::new();
    }
    let parts = line.split(['\'', '"', '`']).skip(1).step_by(2);
    let names = parts.filter_map(|part| part.strip_prefix("./"));
    names
        .flat_map(|name| ["", ".js", ".json"].map(|ending| format!("{name}{ending}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_module_beside_a_script_is_not_on_the_site() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        for file in ["helper.py", "inner/__init__.py", "helper.js"] {
            fs::write(folder.path().join(file), "").unwrap();
        }
        for (script, text, want) in [
            (
                "bot.py",
                "import json\nimport helper\n",
                Some("`helper.py` is beside bot.py"),
            ),
            (
                "bot.py",
                "import json, helper as h # mine",
                Some("`helper.py`"),
            ),
            (
                "bot.py",
                "from inner.part import f",
                Some("`inner/__init__.py`"),
            ),
            (
                "bot.py",
                "try:\n    import helper\nexcept ImportError:\n    pass",
                None,
            ),
            (
                "bot.py",
                "from . import helper\nimportant = 1\nimport helpers",
                None,
            ),
            (
                "bot.js",
                "const h = require('./helper');",
                Some("`helper.js` is beside bot.js"),
            ),
            (
                "bot.js",
                "const fs = require('fs');\n  require('./helper');",
                None,
            ),
        ] {
            let found = ensure(&folder.path().join(script), text.as_bytes());
            let said = found.err().map(|error| error.to_string());
            match want {
                Some(want) => assert!(
                    said.as_ref().is_some_and(|said| said.contains(want)),
                    "{text}: {said:?}"
                ),
                None => assert_eq!(said, None, "{text}"),
            }
        }
    }
}
