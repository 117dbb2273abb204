//! The command line.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::run::RunArgs;
use crate::{bench, curve, learn, measure, plot, run};

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
        /// Use no wide vectors
        #[arg(long)]
        portable: bool,
    },
    /// Print score and regret of a record at the pieces that reference curves are given for
    Curve {
        /// Record file
        record: PathBuf,
    },
    /// Draw score and regret of records against pieces
    Plot {
        /// Record files; their names are the legend
        #[arg(required = true)]
        records: Vec<PathBuf>,
        /// SVG file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Compare settings: mean regret per piece over four stretches of 2,000 pieces from the empty field
    Measure(measure::MeasureArgs),
    /// Learn the weights of row patterns from the beam's own hindsight
    Train(measure::TrainArgs),
    /// Learn what the coming pieces do to the prices, from boards of beams and what became of them
    Learn(learn::LearnArgs),
}

impl Cli {
    /// Does what the arguments say.
    ///
    /// # Errors
    /// If a file cannot be read or written, or is not what it should be.
    pub fn run(&self) -> Result<()> {
        match &self.command {
            None => run::run(&self.run),
            Some(Command::Bench { portable }) => {
                bench::bench(*portable);
                Ok(())
            }
            Some(Command::Curve { record }) => curve::print(record),
            Some(Command::Plot { records, out }) => plot::plot(records, out),
            Some(Command::Measure(args)) => measure::measure(args),
            Some(Command::Train(args)) => measure::train(args),
            Some(Command::Learn(args)) => learn::learn(args),
        }
    }
}
