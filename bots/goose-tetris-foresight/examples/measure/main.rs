//! Measures `goose-tetris-foresight`: compares settings, tabulates and draws records.

mod board;
mod clears;
mod compare;
mod curve;
mod plot;
mod svg;

use std::path::PathBuf;

use clap::Parser;

/// Compares settings of goose-tetris-foresight, tabulates and draws records
#[derive(Debug, Parser)]
enum Command {
    /// Compare settings: mean regret per piece over four stretches of 2,000 pieces from the empty field
    #[command(alias = "measure")]
    Compare(compare::CompareArgs),
    /// Print score and regret of a record at the pieces that reference curves are given for
    Curve {
        /// Record file
        record: PathBuf,
    },
    /// Print which clears a record has, which ones the bound plans, and what the difference costs
    Clears {
        /// Record file
        record: PathBuf,
    },
    /// Draw the field of a record after some pieces
    Board {
        /// Record file
        record: PathBuf,
        /// Pieces placed
        #[arg(long)]
        after: usize,
        /// SVG file to write
        #[arg(long)]
        out: PathBuf,
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
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Compare(args) => compare::compare(&args),
        Command::Curve { record } => curve::print(&record),
        Command::Clears { record } => clears::print(&record),
        Command::Board { record, after, out } => board::draw(&record, after, &out),
        Command::Plot { records, out } => plot::plot(&records, &out),
    }
}
