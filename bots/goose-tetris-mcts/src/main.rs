//! `goose-tetris-mcts`: a record of Goose Tetris by Monte Carlo tree search. The idea is told in the
//! library's first page; `--help` lists the arguments.

use clap::Parser as _;
use goose_tetris_mcts::cli::Cli;

fn main() -> anyhow::Result<()> {
    Cli::parse().run()
}
