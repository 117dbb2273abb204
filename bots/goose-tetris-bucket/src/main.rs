//! `goose-tetris-bucket`: a record of Goose Tetris by the contest winner's search. The idea is told in the
//! library's first page; `--help` lists the arguments.

use clap::Parser as _;
use goose_tetris_bucket::cli::Cli;

fn main() -> anyhow::Result<()> {
    Cli::parse().run()
}
