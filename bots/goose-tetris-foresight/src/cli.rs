//! The command line.

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::bench;
use crate::run::{RunArgs, run};

/// Plays Goose Tetris and writes the record: a beam search ordered by an exact look at the known future
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure boards per second on one core, best of five
    Bench {
        /// Do without 512-bit vectors
        #[arg(long)]
        portable: bool,
    },
}

impl Cli {
    /// Does what the arguments say.
    ///
    /// # Errors
    /// If a file cannot be read or written, or is not what it should be.
    pub fn run(&self) -> Result<()> {
        match &self.command {
            None => run(&self.run),
            Some(Command::Bench { portable }) => {
                bench::bench(*portable);
                Ok(())
            }
        }
    }
}
