//! `arena list`.

use std::process::ExitCode;

use anyhow::Result;
use arena_common::texts::tr;
use clap::Args;
use comfy_table::CellAlignment;
use players::workspace::{self, Bot};
use statistics::report::table;
use statistics::sheet::{Head, Sheet};

use crate::tables::TableArgs;

/// The bots of the workspace.
pub const BOTS: Head = Head {
    name: "bots",
    columns: &["bot", "game", "judge", "champion", "idea"],
};

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
    args.tables.check(&[&BOTS])?;
    let bots = workspace::bots()?;
    args.tables.print(|| people(&bots), || vec![data(&bots)])?;
    Ok(ExitCode::SUCCESS)
}

fn people(bots: &[Bot]) -> String {
    let mut table = table(&["bot", "game", "judge", "idea"]);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Left);
    }
    for bot in bots {
        let star = if bot.champion { " *" } else { "" };
        table.add_row([
            format!("{}{star}", bot.name),
            bot.game.clone(),
            bot.judge.to_string(),
            bot.idea.clone(),
        ]);
    }
    let champions = bots.iter().any(|bot| bot.champion);
    if !champions {
        return table.to_string();
    }
    format!("{table}\n{}", tr("* the champion of its game"))
}

fn data(bots: &[Bot]) -> Sheet {
    let mut sheet = Sheet::new(&BOTS);
    for bot in bots {
        sheet.add([
            bot.name.as_str().into(),
            bot.game.as_str().into(),
            bot.judge.to_string().into(),
            bot.champion.into(),
            bot.idea.as_str().into(),
        ]);
    }
    sheet
}

const HELP: &str = "\
These names are the players of the other commands; see `arena help players`. See
`arena help tables` for the columns of the data.

Examples:
  arena list
  arena list --csv";
