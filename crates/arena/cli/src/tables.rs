//! The output of a command's tables: for people, or as data.

use anyhow::Result;
use arena_common::screen::say;
use arena_common::words::alternatives;
use clap::Args;
use statistics::table::{Form, Table, write};

/// The flags.
#[derive(Clone, Debug, Default, Args)]
pub struct TableArgs {
    /// Print the tables as JSON
    #[arg(help_heading = "Output", long, group = "form")]
    pub json: bool,
    /// Print the tables as CSV
    #[arg(help_heading = "Output", long, group = "form")]
    pub csv: bool,
    /// Print the tables as Markdown
    #[arg(help_heading = "Output", long, group = "form")]
    pub markdown: bool,
    /// Print only this table of the data
    #[arg(help_heading = "Output", long, value_name = "NAME", requires = "form")]
    pub table: Option<String>,
}

impl TableArgs {
    /// The form that the flags ask for; `None` for tables for people.
    pub fn form(&self) -> Option<Form> {
        match (self.json, self.csv, self.markdown) {
            (true, ..) => Some(Form::Json),
            (_, true, _) => Some(Form::Csv),
            (.., true) => Some(Form::Markdown),
            _ => None,
        }
    }

    /// Sees to it that the table of `--table` is one of these, before anything is played.
    ///
    /// # Errors
    /// If it is none of them; names them.
    pub fn check(&self, tables: &[Table]) -> Result<()> {
        let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
        match self.table.as_deref() {
            Some(name) if !names.contains(&name) => {
                fail!("--table {name}: name {}", alternatives(&names))
            }
            _ => Ok(()),
        }
    }

    /// Prints a text for people, or the same as data.
    ///
    /// # Errors
    /// If there is no such table, or standard output takes nothing more.
    pub fn print(
        &self,
        people: impl FnOnce() -> String,
        data: impl FnOnce() -> Vec<Table>,
    ) -> Result<()> {
        match self.form() {
            None => say(people()),
            Some(form) => say(write(&data(), form, self.table.as_deref())?),
        }
    }

    /// Prints the tables if they are asked for as data; what people read has been said before.
    ///
    /// # Errors
    /// As [`Self::print`].
    pub fn print_data(&self, data: impl FnOnce() -> Vec<Table>) -> Result<()> {
        match self.form() {
            None => Ok(()),
            Some(form) => say(write(&data(), form, self.table.as_deref())?),
        }
    }

    /// Prints a remark for people: to standard error where standard output is data.
    ///
    /// # Errors
    /// If standard output takes nothing more.
    pub fn remark(&self, text: impl std::fmt::Display) -> Result<()> {
        match self.form() {
            None => say(text),
            Some(_) => {
                eprintln!("{text}");
                Ok(())
            }
        }
    }
}
