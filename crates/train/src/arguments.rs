//! Arguments that all trainers have.

use std::path::PathBuf;

use anyhow::Result;

use crate::steps::Folder;

/// The folder, the seed and the threads of a training. None of the defaults of a trainer's arguments may change without the
/// weights that were learned with them.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Folder to train in; steps that are there already are not done again
    folder: PathBuf,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads, which change nothing but the time [default: one for each core]
    #[arg(long)]
    threads: Option<usize>,
}

impl Arguments {
    /// Opens the folder and sets the number of threads.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn start(&self) -> Result<Folder> {
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build_global()?;
        }
        Folder::open(&self.folder)
    }
}
