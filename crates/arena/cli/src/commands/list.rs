//! `arena list`.

use std::process::ExitCode;

use anyhow::Result;
use arena_common::texts::tr;
use clap::Args;
use players::workspace::{self, Bot};
use statistics::cells;
use statistics::table::{Cell, Column, Table};

use crate::tables::TableArgs;

/// Arguments of `arena list`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct ListArgs {
    /// How the table is printed
    #[command(flatten)]
    pub tables: TableArgs,
}

/// Prints the bots of the workspace.
///
/// # Errors
/// If there is no workspace here.
pub fn run(args: &ListArgs) -> Result<ExitCode> {
    args.tables.check(&[table(&[])])?;
    let bots = workspace::bots()?;
    args.tables.print(
        || {
            let champions = bots.iter().any(|bot| bot.champion);
            let note = champions.then(|| format!("\n{}", tr("* the champion of its game")));
            format!("{}{}", table(&bots), note.unwrap_or_default())
        },
        || vec![table(&bots)],
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The bots of the workspace.
pub fn table(bots: &[Bot]) -> Table {
    let mut table = Table::new(
        "bots",
        [
            Column::new("bot", tr("bot")).left(),
            Column::new("game", tr("game")).left(),
            Column::new("judge", tr("judge")).left(),
            Column::data("champion"),
            Column::new("idea", tr("idea")).left(),
        ],
    );
    for bot in bots {
        let star = if bot.champion { " *" } else { "" };
        table.add(cells![
            Cell::from(bot.name.as_str()).shown(format!("{}{star}", bot.name)),
            bot.game.as_str(),
            bot.judge.to_string(),
            bot.champion,
            Cell::from(bot.idea.as_str()).shown(tr(&bot.idea)),
        ]);
    }
    table
}

const HELP: &str = "\
These names are the players of the other commands; see `arena help players`. See
`arena help tables` for the columns of the data.

Examples:
  arena list
  arena list --csv";
