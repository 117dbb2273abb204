//! `goose-tetris-foresight`: a record of Goose Tetris by a wide beam search. The idea is told in the library's
//! first page; `--help` lists the arguments.

use clap::Parser as _;
use goose_tetris_foresight::cli::Cli;

fn main() -> anyhow::Result<()> {
    Cli::parse().run()
}
