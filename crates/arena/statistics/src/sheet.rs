//! Tables as data: JSON, CSV, Markdown, with column names that stay.

use anyhow::{Context, Result};
use arena_common::words::alternatives;
use comfy_table::{Table, presets};
use serde_json::{Map, Value};

/// What a table is called, and its columns.
#[derive(Debug, PartialEq, Eq)]
pub struct Head {
    /// Name of the table.
    pub name: &'static str,
    /// Names of the columns.
    pub columns: &'static [&'static str],
}

/// A table with its rows; a cell without a value is null.
#[derive(Clone, Debug)]
pub struct Sheet {
    head: &'static Head,
    rows: Vec<Vec<Value>>,
}

/// How tables are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One object: the name of each table -> a list of rows, each of them an object: the name of each column -> its value.
    Json,
    /// For each table a line of column names, then a line a row (RFC 4180); an empty line between two tables.
    Csv,
    /// Tables as GitHub has them, each below its name.
    Markdown,
}

impl Sheet {
    /// A table without rows.
    pub fn new(head: &'static Head) -> Self {
        Self {
            head,
            rows: Vec::new(),
        }
    }

    /// Adds a row: a cell for each column.
    pub fn add<const N: usize>(&mut self, cells: [Value; N]) {
        debug_assert_eq!(N, self.head.columns.len());
        self.rows.push(cells.into());
    }

    fn json(&self) -> Value {
        let row = |cells: &Vec<Value>| -> Value {
            let names = self.head.columns.iter().map(|name| (*name).to_owned());
            names
                .zip(cells.iter().cloned())
                .collect::<Map<_, _>>()
                .into()
        };
        self.rows.iter().map(row).collect()
    }

    fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.head.columns)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(text))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    fn markdown(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(self.head.columns);
        for row in &self.rows {
            table.add_row(row.iter().map(|cell| {
                let words = text(cell).split_whitespace().collect::<Vec<_>>().join(" ");
                words.replace('|', "\\|")
            }));
        }
        format!("### {}\n\n{table}\n", self.head.name)
    }
}

/// A number with so many digits behind the point; null if it is none (`0/0`).
pub fn number(value: f64, digits: i32) -> Value {
    let unit = 10f64.powi(digits);
    Value::from((value * unit).round() / unit)
}

/// [`number`] where there may be none.
pub fn number_of(value: Option<f64>, digits: i32) -> Value {
    value.map_or(Value::Null, |value| number(value, digits))
}

fn text(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The tables as text; with `only` the one of this name.
///
/// # Errors
/// If there is no such table.
pub fn write(sheets: &[Sheet], form: Form, only: Option<&str>) -> Result<String> {
    let names: Vec<&str> = sheets.iter().map(|sheet| sheet.head.name).collect();
    let chosen: Vec<&Sheet> = (sheets.iter())
        .filter(|sheet| only.is_none_or(|only| only == sheet.head.name))
        .collect();
    ensure!(
        !chosen.is_empty(),
        "there is no table `{}`; name {}",
        only.unwrap_or_default(),
        alternatives(&names)
    );
    match form {
        Form::Json => {
            let tables = chosen
                .iter()
                .map(|sheet| (sheet.head.name.to_owned(), sheet.json()));
            let object: Value = tables.collect::<Map<_, _>>().into();
            serde_json::to_string_pretty(&object).context("cannot encode a table")
        }
        Form::Csv => {
            let parts: Result<Vec<String>> = chosen.iter().map(|sheet| sheet.csv()).collect();
            Ok(parts?.join("\n").trim_end().to_owned())
        }
        Form::Markdown => {
            let parts: Vec<String> = chosen.iter().map(|sheet| sheet.markdown()).collect();
            Ok(parts.join("\n").trim_end().to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Head = Head {
        name: "one",
        columns: &["bot", "score"],
    };
    const TWO: Head = Head {
        name: "two",
        columns: &["why"],
    };

    fn sheets() -> Vec<Sheet> {
        let mut one = Sheet::new(&ONE);
        one.add(["a, \"b\" | c".into(), number(0.123_456, 3)]);
        one.add(["d".into(), number(f64::NAN, 3)]);
        let mut two = Sheet::new(&TWO);
        two.add(["x\ny".into()]);
        vec![one, two]
    }

    #[test]
    fn tables_are_written_in_each_form() {
        let json: Value =
            serde_json::from_str(&write(&sheets(), Form::Json, None).unwrap()).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "one": [{"bot": "a, \"b\" | c", "score": 0.123}, {"bot": "d", "score": null}],
                "two": [{"why": "x\ny"}],
            })
        );
        assert_eq!(
            write(&sheets(), Form::Csv, None).unwrap(),
            "bot,score\n\"a, \"\"b\"\" | c\",0.123\nd,\n\nwhy\n\"x\ny\""
        );
        assert_eq!(
            write(&sheets(), Form::Markdown, None).unwrap(),
            "### one\n\n\
             | bot         | score |\n\
             |-------------|-------|\n\
             | a, \"b\" \\| c | 0.123 |\n\
             | d           |       |\n\n\
             ### two\n\n\
             | why |\n\
             |-----|\n\
             | x y |"
        );
    }

    #[test]
    fn one_table_may_be_chosen() {
        assert_eq!(
            write(&sheets(), Form::Csv, Some("one"))
                .unwrap()
                .lines()
                .next(),
            Some("bot,score")
        );
        let error = write(&sheets(), Form::Csv, Some("three")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no table `three`; name one (or two)"
        );
    }
}
