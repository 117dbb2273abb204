//! Tables: defined and filled once, printed for people, or as JSON, CSV and Markdown with column names that stay.

use std::fmt::{self, Display};
use std::io::stdout;

use anyhow::{Context, Result};
use arena_common::words::alternatives;
use comfy_table::{CellAlignment, ContentArrangement, presets};
use rustix::termios::tcgetwinsize;
use serde_json::{Map, Value};

/// A table: its columns and its rows.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name as data.
    pub name: &'static str,
    /// The text behind the name in the help; English, may be empty.
    pub note: &'static str,
    /// Its columns.
    pub columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

/// A column: for people, as data, or both.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name as data; empty if only people read it.
    key: &'static str,
    /// The heading above it, in the language of the reader; empty if only programs read it.
    heading: String,
    /// The text behind the name in the help; English, may be empty.
    pub note: &'static str,
    left: bool,
    interval: bool,
}

/// A cell: one row below one column.
#[derive(Clone, Debug)]
pub enum Cell {
    /// A text, a count, a flag or a number as they are; null, for people `-`, where there is no value.
    Plain(Value),
    /// A number, rounded to this many digits after the point.
    Number(f64, usize),
    /// A part of one; in percent for people.
    Share(f64),
    /// An Elo difference.
    Elo(f64),
    /// Milliseconds.
    Milliseconds(f64),
    /// From the first to the second.
    Interval(Box<[Cell; 2]>),
    /// For people a text in place of the value.
    Shown(String, Box<Cell>),
}

/// A row of cells, made of whatever a [`Cell`] is made from.
#[macro_export]
macro_rules! cells {
    ($($cell:expr),* $(,)?) => { vec![$($crate::table::Cell::from($cell)),*] };
}

/// The format of tables written as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One object: the name of each table -> a list of rows, each of them an object: the name of each column -> its value.
    Json,
    /// For each table a line of column names, then a line a row (RFC 4180); an empty line between two tables.
    Csv,
    /// Tables as GitHub has them, each below its name.
    Markdown,
}

impl Column {
    /// A column with this name as data, below this heading for people; empty for none of it. Numbers to the right.
    pub fn new(key: &'static str, heading: impl Into<String>) -> Self {
        Self {
            key,
            heading: heading.into(),
            note: "",
            left: false,
            interval: false,
        }
    }

    /// A column of data.
    pub fn data(key: &'static str) -> Self {
        Self::new(key, "")
    }

    /// A column for people.
    pub fn people(heading: impl Into<String>) -> Self {
        Self::new("", heading)
    }

    /// Texts, which begin at the left.
    pub fn left(self) -> Self {
        Self { left: true, ..self }
    }

    /// Of intervals: as data two columns, `KEY_low` and `KEY_high`.
    pub fn interval(mut self) -> Self {
        self.interval = true;
        self
    }

    /// With what the help says behind the name.
    pub fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// Its names as data: none, one, or those of both ends.
    pub fn keys(&self) -> Vec<String> {
        match self.key {
            "" => Vec::new(),
            key if self.interval => ["low", "high"].map(|end| format!("{key}_{end}")).into(),
            key => vec![key.to_owned()],
        }
    }
}

impl Cell {
    /// An interval with both ends in this unit.
    pub fn interval(ends: Option<[f64; 2]>, unit: fn(f64) -> Cell) -> Cell {
        ends.map(|ends| Cell::Interval(Box::new(ends.map(unit))))
            .into()
    }

    /// With this text for people.
    pub fn shown(self, text: impl Into<String>) -> Cell {
        Cell::Shown(text.into(), Box::new(self))
    }

    fn data(&self) -> Vec<Value> {
        let (value, digits) = match self {
            Cell::Plain(value) => return vec![value.clone()],
            Cell::Interval(ends) => return ends.iter().flat_map(Cell::data).collect(),
            Cell::Shown(_, cell) => return cell.data(),
            Cell::Number(value, digits) => (value, *digits),
            Cell::Share(value) => (value, 4),
            Cell::Elo(value) => (value, 1),
            Cell::Milliseconds(value) => (value, 2),
        };
        let unit = 10f64.powi(digits as i32);
        // Null if it is no number (`0/0`).
        vec![((value * unit).round() / unit).into()]
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Plain(Value::Null) => f.write_str("-"),
            Cell::Plain(value) => f.write_str(&text(value)),
            Cell::Number(value, digits) => write!(f, "{value:.digits$}"),
            Cell::Share(value) => write!(f, "{:.1}", 100.0 * value),
            Cell::Elo(value) => write!(f, "{value:+.0}"),
            Cell::Milliseconds(value) => write!(f, "{value:.1}"),
            Cell::Interval(ends) => write!(f, "{} .. {}", ends[0], ends[1]),
            Cell::Shown(text, _) => f.write_str(text),
        }
    }
}

macro_rules! plain {
    ($($plain:ty),*) => { $(
        impl From<$plain> for Cell {
            fn from(value: $plain) -> Self {
                Cell::Plain(value.into())
            }
        }
    )* };
}

plain!(&str, String, u32, usize, bool, f64);

/// A cell, or none.
impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Cell::Plain(Value::Null), Into::into)
    }
}

impl Table {
    /// A table without rows.
    pub fn new(name: &'static str, columns: impl Into<Vec<Column>>) -> Self {
        Self {
            name,
            note: "",
            columns: columns.into(),
            rows: Vec::new(),
        }
    }

    /// With what the help says behind the name.
    pub fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// Adds a row: a cell for each column, see [`cells!`](crate::cells).
    pub fn add(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }

    /// The names of its columns as data.
    pub fn keys(&self) -> Vec<String> {
        self.columns.iter().flat_map(Column::keys).collect()
    }

    /// The rows as data: a value for each of [`keys`](Self::keys).
    fn data(&self) -> impl Iterator<Item = Vec<Value>> {
        let row = |cells: &Vec<Cell>| {
            let values = self.columns.iter().zip(cells).flat_map(|(column, cell)| {
                let mut values = cell.data();
                values.resize(column.keys().len(), Value::Null);
                values
            });
            values.collect()
        };
        self.rows.iter().map(row)
    }

    fn json(&self) -> Value {
        let row = |values| self.keys().into_iter().zip::<Vec<Value>>(values);
        let rows = self.data().map(|values| row(values).collect::<Map<_, _>>());
        rows.collect()
    }

    fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.keys())?;
        for row in self.data() {
            writer.write_record(row.iter().map(text))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    fn markdown(&self) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(self.keys());
        for row in self.data() {
            table.add_row(row.iter().map(|value| {
                let text = text(value);
                let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
                words.replace('|', "\\|")
            }));
        }
        format!("### {}\n\n{table}\n", self.name)
    }
}

/// The table for people, without a line break at its end.
impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = comfy_table::Table::new();
        table
            .load_style(presets::UTF8_FULL_CONDENSED)
            .set_content_arrangement(ContentArrangement::Dynamic);
        // Long texts are wrapped on a terminal and nowhere else.
        if let Ok(size) = tcgetwinsize(stdout())
            && size.ws_col > 0
        {
            table.set_width(size.ws_col);
        }
        let columns = || self.columns.iter();
        let shown = |column: &&Column| !column.heading.is_empty();
        table.set_header(columns().filter(shown).map(|column| &column.heading));
        for row in &self.rows {
            let cells = columns().zip(row).filter(|(column, _)| shown(column));
            table.add_row(cells.map(|(_, cell)| cell));
        }
        for (drawn, column) in table.column_iter_mut().zip(columns().filter(shown)) {
            if !column.left {
                drawn.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.fmt(f)
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The tables as text; with `only` the one of this name.
///
/// # Errors
/// If there is no such table.
pub fn write(tables: &[Table], form: Form, only: Option<&str>) -> Result<String> {
    let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
    let mut chosen = tables.to_vec();
    chosen.retain(|table| only.is_none_or(|only| only == table.name));
    require!(
        !chosen.is_empty(),
        "there is no table `{}`; name {}",
        only.unwrap_or_default(),
        alternatives(&names)
    );
    let chosen = chosen.iter();
    let parts: Vec<String> = match form {
        Form::Json => {
            let tables: Map<_, _> = chosen.map(|it| (it.name.to_owned(), it.json())).collect();
            return serde_json::to_string_pretty(&tables).context("cannot encode a table");
        }
        Form::Csv => chosen.map(Table::csv).collect::<Result<_>>()?,
        Form::Markdown => chosen.map(Table::markdown).collect(),
    };
    Ok(parts.join("\n").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables() -> Vec<Table> {
        let columns = [Column::new("bot", "who").left(), Column::data("score")];
        let mut one = Table::new("one", columns);
        one.add(cells!["a, \"b\" | c", Cell::Number(0.123_456, 3)]);
        one.add(cells!["d", Cell::Number(f64::NAN, 3)]);
        let mut two = Table::new("two", [Column::data("why")]);
        two.add(cells!["x\ny"]);
        vec![one, two]
    }

    #[test]
    fn a_column_is_for_people_or_data_or_both() {
        let columns = [
            Column::people("#"),
            Column::new("score", "95 %").interval(),
            Column::data("won"),
        ];
        let mut table = Table::new("t", columns);
        table.add(cells![
            7_u32,
            Cell::interval(Some([0.25, 0.75]), Cell::Share),
            true
        ]);
        table.add(cells!["", None::<Cell>, 1.5]);
        assert_eq!(table.keys(), ["score_low", "score_high", "won"]);
        assert_eq!(
            write(&[table.clone()], Form::Csv, None).unwrap(),
            "score_low,score_high,won\n0.25,0.75,true\n,,1.5"
        );
        let text = table.to_string();
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('│')).collect();
        assert_eq!(
            rows,
            [
                "│ # ┆         95 % │",
                "│ 7 ┆ 25.0 .. 75.0 │",
                "│   ┆            - │"
            ]
        );
    }

    #[test]
    fn tables_are_written_in_each_form() {
        let json: Value =
            serde_json::from_str(&write(&tables(), Form::Json, None).unwrap()).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "one": [{"bot": "a, \"b\" | c", "score": 0.123}, {"bot": "d", "score": null}],
                "two": [{"why": "x\ny"}],
            })
        );
        assert_eq!(
            write(&tables(), Form::Csv, None).unwrap(),
            "bot,score\n\"a, \"\"b\"\" | c\",0.123\nd,\n\nwhy\n\"x\ny\""
        );
        assert_eq!(
            write(&tables(), Form::Markdown, None).unwrap(),
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
        let chosen = |name| write(&tables(), Form::Csv, Some(name));
        assert!(chosen("one").unwrap().starts_with("bot,score\n"));
        let error = chosen("three").unwrap_err().to_string();
        assert_eq!(error, "there is no table `three`; name one (or two)");
    }
}
