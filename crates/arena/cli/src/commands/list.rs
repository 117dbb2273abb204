//! `arena list`.

use std::process::ExitCode;

use anyhow::Result;
use arena_common::screen::say;
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
    for bot in workspace::bots()? {
        table.add_row([bot.name, bot.game, bot.judge, bot.idea]);
    }
    say(table)?;
    Ok(ExitCode::SUCCESS)
}
