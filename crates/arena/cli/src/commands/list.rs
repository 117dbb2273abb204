//! `arena list`.

use std::process::ExitCode;

use anyhow::Result;
use arena_common::screen::say;
use arena_common::texts::tr;
use contest::report::table;
use contest::workspace;

/// Prints the bots of the workspace.
///
/// # Errors
/// If there is no workspace here.
pub fn run() -> Result<ExitCode> {
    let mut table = table(&["bot", "game", "judge", "idea"]);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    let bots = workspace::bots()?;
    let champions = bots.iter().any(|bot| bot.champion);
    for bot in bots {
        let name = if bot.champion {
            format!("{} *", bot.name)
        } else {
            bot.name
        };
        table.add_row([name, bot.game, bot.judge.to_string(), bot.idea]);
    }
    say(table)?;
    if champions {
        say(tr("* the champion of its game"))?;
    }
    Ok(ExitCode::SUCCESS)
}
