//! A whole search as a batch job: progress bar, checkpoints, record.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use goose_tetris::{Bound, Piece, SCORING_PIECES, sequence};

use crate::batch::Progress;
use crate::beam::{Beam, Machine, Settings};
use crate::checkpoint::Checkpoint;
use crate::history::History;
use crate::measure::outlook;
use crate::node::Node;
use crate::outlook::Outlook;
use crate::start::from_record;
use crate::vectors::Vectors;
use crate::weights::Weights;

/// Arguments of a search.
#[derive(Clone, Debug, clap::Args)]
pub struct RunArgs {
    /// Where the record goes
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Boards kept for each piece
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..100_000_000))]
    pub width: u32,
    /// Boards of one bucket, in percent of the width
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub quota: u32,
    /// Threads; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Begin in the game of this record, see `--from`; without it at the empty field
    #[arg(long, requires = "from")]
    pub start: Option<PathBuf>,
    /// Pieces of that game to keep
    #[arg(long, requires = "start", value_parser = clap::value_parser!(u32).range(1..SCORING_PIECES as i64))]
    pub from: Option<u32>,
    /// Pieces of the game to play (the future after them is worth nothing)
    #[arg(long, default_value_t = SCORING_PIECES as u32, value_parser = clap::value_parser!(u32).range(1..=SCORING_PIECES as i64))]
    pub pieces: u32,
    /// Jitters the weights by up to a point, for another game as good; 0 leaves them as they are
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Use the hand-set weights instead of the learned ones, and no outlook if none is named
    #[arg(long)]
    pub plain: bool,
    /// What the coming pieces do to the weights: `learned`, `none` (not as good) or a file that `learn` wrote
    #[arg(
        long,
        default_value = "learned",
        default_value_if("plain", "true", "none")
    )]
    pub outlook: String,
    /// Use no wide vectors; the result does not depend on it
    #[arg(long)]
    pub portable: bool,
    /// File to keep the state of the search in
    #[arg(long)]
    pub checkpoint: Option<PathBuf>,
    /// Seconds between checkpoints
    #[arg(long, default_value_t = 60, requires = "checkpoint")]
    pub checkpoint_seconds: u64,
    /// Go on from the checkpoint if the file exists
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
}

impl RunArgs {
    fn settings(&self) -> Result<Settings> {
        let width = self.width as usize;
        let weights = if self.plain {
            Weights::plain()
        } else {
            Weights::learned()
        };
        Ok(Settings {
            width,
            quota: (width * self.quota as usize / 100).max(1),
            weights: weights.jittered(self.seed),
            outlook: outlook(&self.outlook)?,
        })
    }

    fn machine(&self) -> Machine {
        let vectors = if self.portable {
            Vectors::Portable
        } else {
            Vectors::detect()
        };
        Machine {
            threads: usize::from(self.threads),
            vectors,
        }
    }

    /// FNV-1a of all that decides the result.
    fn digest(&self, settings: &Settings, history: &History) -> u64 {
        let numbers = [
            settings.width as u64,
            settings.quota as u64,
            u64::from(self.pieces),
        ];
        let kept = history.generations.iter().flat_map(|one| &one.moves);
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
    let pieces: Vec<Piece> = sequence().take(args.pieces as usize).collect();
    let bound = Bound::soft(&pieces);
    let (arguments, (index, seconds, nodes, history)) = begin(args, &settings)?;
    let mut beam = Beam::new(
        &settings,
        args.machine(),
        &pieces,
        &bound,
        index,
        nodes,
        history,
    );

    let progress = Progress::new(pieces.len(), index, seconds)?;
    let mut saved = Instant::now();
    let mut game_over = false;
    while beam.index < pieces.len() && !game_over && !progress.stopped() {
        game_over = !beam.advance();
        if let Some((_, best)) = beam.best(progress.bound()) {
            progress.show(beam.index, best.score, best.cells);
        }
        if saved.elapsed() >= Duration::from_secs(args.checkpoint_seconds) {
            save(args, arguments, &mut beam, progress.seconds())?;
            saved = Instant::now();
        }
    }
    save(args, arguments, &mut beam, progress.seconds())?;
    let Some((at, best)) = beam.best(progress.bound()) else {
        bail!("no board is left")
    };
    let moves = beam.history.game(at);
    progress.finish(
        moves.iter().map(|mv| mv.unpack()),
        (beam.index, best.score, best.cells),
        args.out.as_deref(),
    )
}

/// Pieces placed, seconds of work, boards and how they came about.
type Begin = (usize, f64, Vec<Node>, History);

/// The digest of the arguments, and where the search begins or goes on.
fn begin(args: &RunArgs, settings: &Settings) -> Result<(u64, Begin)> {
    let (node, history) = match (&args.start, args.from) {
        (Some(path), Some(from)) if from < args.pieces => from_record(path, from as usize)?,
        (Some(_), Some(from)) => bail!("--from {from} leaves none of the {} pieces", args.pieces),
        _ => (Node::start(), History::default()),
    };
    let arguments = args.digest(settings, &history);
    let begin = match &args.checkpoint {
        Some(path) if args.resume && path.exists() => {
            let old = Checkpoint::load(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            if old.arguments != arguments {
                bail!(
                    "{} belongs to a search with other arguments",
                    path.display()
                );
            }
            (old.index, old.seconds, old.nodes, old.history)
        }
        _ => (history.generations.len(), 0.0, vec![node], history),
    };
    Ok((arguments, begin))
}

fn save(args: &RunArgs, arguments: u64, beam: &mut Beam, seconds: f64) -> Result<()> {
    let Some(path) = &args.checkpoint else {
        return Ok(());
    };
    beam.history.prune();
    let nodes = std::mem::take(&mut beam.nodes);
    let history = std::mem::take(&mut beam.history);
    let checkpoint = Checkpoint {
        arguments,
        index: beam.index,
        seconds,
        nodes,
        history,
    };
    let saved = checkpoint
        .save(path)
        .with_context(|| format!("cannot write {}", path.display()));
    (beam.nodes, beam.history) = (checkpoint.nodes, checkpoint.history);
    saved
}
