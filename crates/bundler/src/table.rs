//! The measurements of the files, as one line each and as a table.

use crate::form::Form;
use std::collections::BTreeMap;
use std::fmt;

/// A file that was made and proven.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its form.
    pub form: Form,
    /// Its name, from the workspace's root.
    pub file: String,
    /// Its size; on Saiblo the archive's.
    pub bytes: usize,
    /// Lines of this project and of other people's crates, of plain Rust.
    pub lines: Option<(usize, usize)>,
    /// The wall-clock time of `rustc -O`.
    pub compile_seconds: Option<f64>,
    /// Nodes a second of processor time, against the Cargo build, if that was measured.
    pub speed: Option<f64>,
}

impl fmt::Display for Made {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&said!("{}: {} bytes", self.file, self.bytes))?;
        if let Some((own, foreign)) = self.lines {
            formatter.write_str(&said!(
                ", {own} lines of this project, {foreign} of other people's crates"
            ))?;
        }
        match self.speed {
            Some(speed) => formatter.write_str(&said!(", {speed:.2} of the Cargo build's speed")),
            None => Ok(()),
        }
    }
}

/// A table in Markdown with a row for every bot.
pub fn markdown(bots: &[(String, Vec<Made>)]) -> String {
    let mut text = String::from(
        "| bot | `.rs` or `-rs.zip` bytes | own lines | foreign lines | foreign | `rustc -O` | speed | `-asm.rs` bytes | speed | `.cpp` or \
         `.zip` bytes | speed |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let speed = |made: &Made| {
        made.speed
            .map_or(String::new(), |speed| format!("{speed:.2}"))
    };
    for (bot, made) in bots {
        let of = |form| made.iter().find(|made| made.form == form);
        let mut cells = vec![format!("`{bot}`")];
        // A judge takes one of them, and both are the same text.
        let source = of(Form::Rs).or_else(|| of(Form::RsZip));
        let (own, foreign) = source.and_then(|made| made.lines).unwrap_or_default();
        match source {
            None => cells.extend(vec![String::new(); 6]),
            Some(made) => cells.extend([
                grouped(made.bytes),
                grouped(own),
                grouped(foreign),
                format!(
                    "{:.0} %",
                    100.0 * foreign as f64 / (own + foreign).max(1) as f64
                ),
                format!("{:.1} s", made.compile_seconds.unwrap_or_default()),
                speed(made),
            ]),
        }
        for form in [Form::RsAsm, Form::Cpp] {
            cells.extend(match of(form) {
                None => [String::new(), String::new()],
                Some(made) => [grouped(made.bytes), speed(made)],
            });
        }
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    text
}

/// The page with these rows in its table, which has the heads of [`markdown`]. Rows of bots that are not in `all`, whose
/// order the rows have, go; every other one stays.
pub fn rewritten(page: &str, made: &[(String, Vec<Made>)], all: &[&str]) -> Option<String> {
    let table = markdown(made);
    let head = table.lines().next()?;
    let (before, rest) = page.split_once(&format!("{head}\n"))?;
    let end = rest.find("\n\n").map_or(rest.len(), |at| at + 1);
    let (old, behind) = rest.split_at(end);
    let rows = old.lines().skip(1).chain(table.lines().skip(2));
    let rows: BTreeMap<&str, &str> = rows.filter_map(|row| Some((bot_of(row)?, row))).collect();
    let rows = all.iter().filter_map(|bot| rows.get(bot));
    let rows: String = rows.map(|row| format!("{row}\n")).collect();
    let line = table.lines().nth(1)?;
    Some(format!("{before}{head}\n{line}\n{rows}{behind}"))
}

/// The bot of a row.
pub fn bot_of(row: &str) -> Option<&str> {
    row.strip_prefix("| `")?.split('`').next()
}

/// A number with commas.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_rows_replace_those_of_their_bots_and_bots_that_are_gone_have_none() {
        let head = markdown(&[]);
        let page = format!("Text.\n\n{head}| `b` | 1 |\n| `gone` | 2 |\n| `c` | 3 |\n\nMore.\n");
        let made = [("a".to_owned(), Vec::new()), ("b".to_owned(), Vec::new())];
        let rows = markdown(&made).replace(&head, "");
        let want = format!("Text.\n\n{head}| `c` | 3 |\n{rows}\nMore.\n");
        assert_eq!(rewritten(&page, &made, &["c", "a", "b"]), Some(want));
        assert_eq!(rewritten("Text.\n", &made, &["a"]), None);
    }

    #[test]
    fn every_bot_of_a_judge_has_a_row_and_no_other() {
        let workspace = manifest::Workspace::here().unwrap();
        let bots = workspace.bots.iter();
        let bots = bots.filter(|bot| bot.judge != manifest::Judge::None);
        let want: Vec<&str> = bots.map(|bot| bot.name.as_str()).collect();
        let page = include_str!("../README.md");
        let head = markdown(&[]);
        let (_, rows) = page.split_once(&head).unwrap();
        let found: Vec<&str> = rows.lines().map_while(bot_of).collect();
        assert_eq!(found, want, "`scripts/bundle BOT --write` writes a row");
    }

    #[test]
    fn a_row_has_a_cell_for_every_measure_and_none_for_a_form_that_was_not_made() {
        let made = |form, bytes, lines, compile_seconds| Made {
            form,
            file: "dist/a".to_owned(),
            bytes,
            lines,
            compile_seconds,
            speed: Some(0.987),
        };
        let bots = [
            (
                "a".to_owned(),
                vec![
                    made(Form::Rs, 1_234_567, Some((750, 250)), Some(2.34)),
                    made(Form::Cpp, 999, None, None),
                ],
            ),
            (
                "b".to_owned(),
                vec![
                    made(Form::Cpp, 1000, None, None),
                    made(Form::RsZip, 2000, Some((9, 1)), Some(1.0)),
                ],
            ),
            ("c".to_owned(), vec![made(Form::Cpp, 1000, None, None)]),
        ];
        let table = markdown(&bots);
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| `a` | 1,234,567 | 750 | 250 | 25 % | 2.3 s | 0.99 |  |  | 999 | 0.99 |",
                "| `b` | 2,000 | 9 | 1 | 10 % | 1.0 s | 0.99 |  |  | 1,000 | 0.99 |",
                "| `c` |  |  |  |  |  |  |  |  | 1,000 | 0.99 |"
            ]
        );
        let columns = |row: &str| row.matches('|').count();
        assert!(table.lines().all(|row| columns(row) == 12), "{table}");
    }
}
