//! A whole search as a batch job: its arguments, where it begins, and what the batch loop asks of it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use goose_tetris::{Bound, Move, SCORING_PIECES};
use solvers::Standing;
use solvers::solver::{self, BatchArgs, Solver};

use crate::beam::{Beam, Machine, Sequence, Settings};
use crate::checkpoint::{self, Checkpoint};
use crate::outlook::Outlook;
use crate::position::Position;
use crate::vectors::Vectors;
use crate::weights::Weights;

/// Arguments of a search.
#[derive(Clone, Debug, clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    batch: BatchArgs,
    /// Boards kept for each piece
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..100_000_000))]
    width: u32,
    /// Boards of one bucket, in percent of the width
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    quota: u32,
    /// Begin in the game of this record, see `--from`; without it at the empty field
    #[arg(long, requires = "from")]
    start: Option<PathBuf>,
    /// Pieces of that game to keep
    #[arg(long, requires = "start", value_parser = clap::value_parser!(u32).range(1..SCORING_PIECES as i64))]
    from: Option<u32>,
    /// Jitters the weights by up to a point, for another game as good; 0 leaves them as they are
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Weights: `learned`, `plain` (hand-set; `plain:4` with the well in column 4) or a file of the trainer
    #[arg(long, default_value = "learned")]
    weights: String,
    /// What the coming pieces do to the weights: `learned`, `none` (not as good) or a file of the trainer; a default of
    /// `none` with other weights than the learned ones
    #[arg(long)]
    outlook: Option<String>,
    /// Do without 512-bit vectors; the result does not depend on it
    #[arg(long)]
    portable: bool,
}

impl RunArgs {
    fn settings(&self) -> Result<Settings> {
        let width = self.width as usize;
        let outlook = match (&self.outlook, self.weights.as_str()) {
            (Some(name), _) => name,
            (None, "learned") => "learned",
            (None, _) => "none",
        };
        Ok(Settings {
            width,
            quota: (width * self.quota as usize / 100).max(1),
            weights: Weights::named(&self.weights)?.jittered(self.seed),
            outlook: Outlook::named(outlook)?,
        })
    }

    fn machine(&self) -> Machine {
        Machine {
            threads: self.batch.threads(),
            vectors: Vectors::choose(self.portable),
        }
    }

    /// The empty field, or the board that `--start` and `--from` name.
    fn first_position(&self) -> Result<Position> {
        match (&self.start, self.from) {
            (Some(path), Some(from)) if from < self.batch.pieces => {
                Position::from_record(path, from as usize)
            }
            (Some(_), Some(from)) => {
                bail!(
                    "--from {from} leaves none of the {} pieces",
                    self.batch.pieces
                )
            }
            _ => Ok(Position::empty_field(0)),
        }
    }

    /// FNV-1a of all that decides the result.
    fn digest(&self, settings: &Settings, start: &Position) -> u64 {
        let numbers = [
            settings.width as u64,
            settings.quota as u64,
            u64::from(self.batch.pieces),
        ];
        let kept = start.history.generations.iter().flat_map(|one| &one.moves);
        let bytes = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .chain(settings.weights.to_bytes())
            .chain(settings.outlook.iter().flat_map(Outlook::to_bytes))
            .chain(kept.flat_map(|mv| mv.0.to_le_bytes()));
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}

/// Searches and writes the record: of the whole game, or of what was played when Ctrl-C came.
///
/// # Errors
/// If a file cannot be read or written, or a checkpoint belongs to other arguments.
pub fn run(args: &RunArgs) -> Result<()> {
    let settings = args.settings()?;
    let sequence = Sequence::new(args.batch.sequence());
    let start = args.first_position()?;
    let arguments = args.digest(&settings, &start);
    let (position, seconds) = match args.batch.checkpoint_to_resume() {
        Some(path) => resumed(path, arguments)?,
        None => (start, 0.0),
    };
    let beam = Beam::new(&settings, args.machine(), &sequence, position);
    solver::run(&mut Search { beam, arguments }, &args.batch, seconds)
}

/// The position from which a checkpoint goes on, and its seconds of work.
fn resumed(path: &Path, arguments: u64) -> Result<(Position, f64)> {
    let name = path.display();
    let old = Checkpoint::load(path).with_context(|| format!("cannot read {name}"))?;
    if old.arguments != arguments {
        bail!(
            "{name} belongs to a search with other arguments; repeat these, or remove the file or name another one \
             to begin anew"
        );
    }
    Ok((old.position, old.seconds))
}

/// A beam with what its checkpoints are marked with.
struct Search<'a> {
    beam: Beam<'a>,
    arguments: u64,
}

impl Search<'_> {
    fn best(&self, bound: &Bound) -> Option<(usize, Standing)> {
        let (at, node) = self.beam.best(bound)?;
        let standing = Standing {
            index: self.beam.position.index,
            score: node.score,
            cells: node.cells,
        };
        Some((at, standing))
    }
}

impl Solver for Search<'_> {
    fn index(&self) -> usize {
        self.beam.position.index
    }

    fn advance(&mut self) -> bool {
        self.beam.advance()
    }

    fn standing(&self, bound: &Bound) -> Option<Standing> {
        self.best(bound).map(|(_, standing)| standing)
    }

    fn best_game(&self, bound: &Bound) -> Option<(Standing, Vec<Move>)> {
        let (at, standing) = self.best(bound)?;
        let moves = self.beam.position.history.game(at);
        Some((standing, moves.iter().map(|mv| mv.unpack()).collect()))
    }

    fn save(&mut self, path: &Path, seconds: f64) -> Result<()> {
        self.beam.position.history.prune();
        checkpoint::save(path, self.arguments, seconds, &self.beam.position)
            .with_context(|| format!("cannot write {}", path.display()))
    }
}
