//! Judge vectors: games that the official judges refereed, one JSON object a line, for the tests of the games.
//!
//! A crate keeps its own in `tests/data/NAME.jsonl`. The environment variable `JUDGE_VECTORS` names a folder with any
//! other set in the same format, of any size. `NAME.count` beside a file declares how many lines it has, so that a
//! file which was cut is noticed; the crates' own files must have one.

use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The games of one file.
#[derive(Debug)]
pub struct Vectors {
    file: PathBuf,
    lines: Vec<Value>,
    /// True if this is the crate's own set, which must have data for every comparison.
    own: bool,
}

impl Vectors {
    /// Reads `NAME.jsonl` from the folder that `JUDGE_VECTORS` names, a relative one from the project's root, where
    /// Cargo is called, and not from the crate's folder, where it starts tests. Without the variable it reads the
    /// crate's own.
    ///
    /// # Panics
    /// As [`Vectors::own`], but without a declared count that is missing.
    pub fn read(crate_folder: &str, name: &str) -> Vectors {
        match env::var_os("JUDGE_VECTORS") {
            Some(folder) => {
                let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                Vectors::load(&root.join(folder), name, false)
            }
            None => Vectors::own(crate_folder, name),
        }
    }

    /// Reads the crate's own `tests/data/NAME.jsonl`.
    ///
    /// # Panics
    /// If a file cannot be read, holds no game or a line that is not JSON, or does not have the declared number of
    /// lines.
    pub fn own(crate_folder: &str, name: &str) -> Vectors {
        Vectors::load(&Path::new(crate_folder).join("tests/data"), name, true)
    }

    fn load(folder: &Path, name: &str, own: bool) -> Vectors {
        let read = |path: &Path| {
            fs::read_to_string(path).unwrap_or_else(|error| {
                panic!("cannot read the judge vectors {}: {error}", path.display())
            })
        };
        let file = folder.join(format!("{name}.jsonl"));
        let text = read(&file);
        let count_file = folder.join(format!("{name}.count"));
        let count = (own || count_file.exists()).then(|| read(&count_file));
        let lines = parse(&text, count.as_deref())
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Vectors { file, lines, own }
    }

    /// The lines in the file's order.
    pub fn lines(&self) -> &[Value] {
        &self.lines
    }

    /// Sums up what `compare` compared in each line, which must be something.
    ///
    /// # Panics
    /// If it is nothing.
    pub fn compare(&self, what: &str, compare: impl Fn(&Value) -> usize) {
        let compared = self.sum(what, compare);
        assert!(
            compared > 0,
            "{}: no {what} to compare",
            self.file.display()
        );
    }

    /// As [`Vectors::compare`], of what the format leaves to each game to record: another set may have none of it.
    ///
    /// # Panics
    /// If it is nothing, and the set is the crate's own.
    pub fn compare_where_recorded(&self, what: &str, compare: impl Fn(&Value) -> usize) {
        let compared = self.sum(what, compare);
        assert!(
            compared > 0 || !self.own,
            "{}: no {what} to compare",
            self.file.display()
        );
    }

    fn sum(&self, what: &str, compare: impl Fn(&Value) -> usize) -> usize {
        let compared = self.lines.iter().map(compare).sum();
        let lines = self.lines.len();
        println!(
            "{}: {compared} {what} in {lines} lines",
            self.file.display()
        );
        compared
    }
}

/// The lines of a file, as many as declared if that is known.
fn parse(text: &str, count: Option<&str>) -> Result<Vec<Value>, String> {
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line)
                .map_err(|error| format!("line {number} is not JSON: {error}"))
        })
        .collect::<Result<Vec<Value>, String>>()?;
    if let Some(count) = count {
        let declared: usize = count
            .trim()
            .parse()
            .map_err(|_| format!("the declared count {:?} is not a number", count.trim()))?;
        if lines.len() != declared {
            return Err(format!(
                "{} lines, but {declared} are declared; the file was cut, or its .count is old",
                lines.len()
            ));
        }
    }
    if lines.is_empty() {
        return Err("no game".to_owned());
    }
    Ok(lines)
}

/// The array under `key`, of which each of `turns` turns has one entry; `None` if there is none.
///
/// # Panics
/// If it is not an array, or has another length.
pub fn per_turn<'a>(game: &'a Value, key: &str, turns: usize) -> Option<&'a [Value]> {
    let list = match &game[key] {
        Value::Null => return None,
        Value::Array(list) => list,
        other => panic!("{}: {key} is not a list: {other}", name(game)),
    };
    assert_eq!(list.len(), turns, "{}: entries of {key}", name(game));
    Some(list)
}

/// The name of a game in a message: its `id`, or its `name`.
pub fn name(game: &Value) -> String {
    match game.get("id").or_else(|| game.get("name")) {
        Some(name) => format!("game {name}"),
        None => "a game without id".to_owned(),
    }
}

/// The failure message of `comparison`: proof that it can fail.
///
/// # Panics
/// If it does not fail.
pub fn failure<T>(comparison: impl FnOnce() -> T) -> String {
    let Err(reason) = panic::catch_unwind(AssertUnwindSafe(|| drop(comparison()))) else {
        panic!("the comparison did not fail");
    };
    match (
        reason.downcast_ref::<String>(),
        reason.downcast_ref::<&str>(),
    ) {
        (Some(text), _) => text.clone(),
        (None, Some(text)) => (*text).to_owned(),
        (None, None) => String::new(),
    }
}

/// The failure message of `compare` for `line` after `change`: proof that the comparison notices such a wrong record.
///
/// # Panics
/// If `compare` finds nothing to compare in the line as it is, `change` changes nothing, or the comparison does not
/// fail.
pub fn noticed(
    compare: impl Fn(&Value) -> usize,
    line: &Value,
    change: impl FnOnce(&mut Value),
) -> String {
    assert!(compare(line) > 0, "{}: nothing to compare", name(line));
    let mut wrong = line.clone();
    change(&mut wrong);
    assert!(&wrong != line, "{}: nothing was changed", name(line));
    failure(|| compare(&wrong))
}

/// A number that Botzone's judges take for an integer: 2 and 2.0, not 0.5, nothing beyond 32 bits, no text.
///
/// Written with floats throughout, unlike the function of the games that it checks.
pub fn judge_integer(value: &Value) -> Option<i32> {
    let number = value.as_f64()?;
    let fits = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number);
    (fits && number.fract() == 0.0).then_some(number as i32)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_file_that_was_cut_is_noticed() {
        let three = "{\"id\":0}\n{\"id\":1}\n{\"id\":2}\n";
        assert_eq!(parse(three, Some("3\n")).map(|lines| lines.len()), Ok(3));
        assert_eq!(parse(three, None).map(|lines| lines.len()), Ok(3));
        let cut = &three[..three.len() - 9];
        let error = parse(cut, Some("3\n")).unwrap_err();
        assert!(error.starts_with("2 lines, but 3 are declared"), "{error}");
        let error = parse(&three[..three.len() - 3], None).unwrap_err();
        assert!(error.starts_with("line 3 is not JSON: "), "{error}");
        assert!(parse(three, Some("many")).unwrap_err().contains("\"many\""));
        assert_eq!(parse("\n", None), Err("no game".to_owned()));
        assert_eq!(parse("", Some("0")), Err("no game".to_owned()));
    }

    #[test]
    fn a_comparison_of_nothing_fails() {
        let vectors = |own| Vectors {
            file: "x.jsonl".into(),
            lines: vec![json!({"raw": []})],
            own,
        };
        let nothing = |_: &Value| 0;
        for own in [false, true] {
            let text = failure(|| vectors(own).compare("games", nothing));
            assert_eq!(text, "x.jsonl: no games to compare");
        }
        failure(|| vectors(true).compare_where_recorded("lines", nothing));
        vectors(false).compare_where_recorded("lines", nothing);
        vectors(false).compare("games", |_| 1);
    }

    #[test]
    fn a_missing_entry_is_noticed() {
        let game = json!({"id": 7, "legal": [1, 2], "raw": "x"});
        assert_eq!(per_turn(&game, "legal", 2).map(<[Value]>::len), Some(2));
        assert_eq!(per_turn(&game, "none", 2), None);
        let text = failure(|| per_turn(&game, "legal", 3).is_some());
        assert!(text.contains("game 7: entries of legal"), "{text}");
        failure(|| per_turn(&game, "raw", 3).is_some());
    }

    #[test]
    fn what_a_comparison_overlooks_is_noticed() {
        let game = json!({"id": 7, "turns": 3, "note": "x"});
        let compare = |game: &Value| {
            assert_eq!(game["turns"], 3, "turns");
            3
        };
        let text = noticed(compare, &game, |game| game["turns"] = json!(4));
        assert!(text.contains("turns"), "{text}");
        let changes: [fn(&mut Value); 2] = [
            |game| game["note"] = json!("y"),
            |game| game["turns"] = json!(3),
        ];
        for change in changes {
            failure(|| noticed(compare, &game, change));
        }
        failure(|| noticed(|_| 0, &game, |game| game["turns"] = json!(4)));
    }

    #[test]
    fn whole_numbers_of_32_bits_are_integers() {
        for (value, want) in [
            (json!(7), Some(7)),
            (json!(-7.0), Some(-7)),
            (json!(i32::MIN), Some(i32::MIN)),
            (json!(0.5), None),
            (json!(2_147_483_648_u64), None),
            (json!("7"), None),
            (Value::Null, None),
        ] {
            assert_eq!(judge_integer(&value), want, "{value}");
        }
    }
}
