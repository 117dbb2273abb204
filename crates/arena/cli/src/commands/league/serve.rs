//! The pages of a league, beside its games or alone.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::Result;
use arena_common::Cancel;
use arena_common::texts::tr;
use contest::running::Running;
use gameplay::Games;
use viewer::league::LeaguePages;
use viewer::server::{Limits, Local};

use crate::interrupt::cancel_on_ctrl_c;
use crate::tables::TableArgs;

/// Pages that are being served.
pub struct Serving(JoinHandle<Result<()>>);

impl Serving {
    /// Begins to serve the pages of the league in this file until `cancel` is set, and says where they are.
    ///
    /// # Errors
    /// If the file is not a league, or the port is taken.
    pub fn start(
        (out, port): (&Path, u16),
        tables: &TableArgs,
        games: &Games,
        running: &Running,
        cancel: &Cancel,
    ) -> Result<Serving> {
        let pages = LeaguePages::open(out, games, running.clone())?;
        let local = Local::listen(port, Limits::default())?;
        tables.remark(local.url())?;
        tables.remark(tr("open it in a browser; Ctrl-C ends"))?;
        let (pages, cancel) = (Arc::new(pages), cancel.clone());
        Ok(Serving(thread::spawn(move || pages.serve(&local, &cancel))))
    }

    /// Waits until Ctrl-C.
    ///
    /// # Errors
    /// If the server failed before.
    pub fn wait(self) -> Result<ExitCode> {
        let served = self.0.join();
        served.map_err(|_| error!("the page's server has failed"))??;
        Ok(ExitCode::SUCCESS)
    }
}

/// Serves a file that is there, until Ctrl-C.
///
/// # Errors
/// As [`Serving::start`].
pub fn alone(out: &Path, port: u16, games: &Games) -> Result<ExitCode> {
    let cancel = Cancel::default();
    cancel_on_ctrl_c(cancel.clone())?;
    Serving::start(
        (out, port),
        &TableArgs::default(),
        games,
        &Running::default(),
        &cancel,
    )?
    .wait()
}
