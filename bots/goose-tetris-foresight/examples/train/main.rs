//! Learns what `goose-tetris-foresight` values boards by: the weights of shapes and the outlook.

mod boards;
mod fit;
mod hindsight;
mod outlook;
mod softmax;
mod weights;

use clap::Parser;

/// Learns the weights and the outlook of goose-tetris-foresight
#[derive(Debug, Parser)]
enum Command {
    /// Learn the weights of row patterns from the beam's own hindsight
    #[command(alias = "train")]
    Weights(weights::WeightsArgs),
    /// Learn what the coming pieces do to the weights, from boards of beams and what became of them
    #[command(alias = "learn")]
    Outlook(outlook::OutlookArgs),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Weights(args) => weights::learn(&args),
        Command::Outlook(args) => outlook::learn(&args),
    }
}
