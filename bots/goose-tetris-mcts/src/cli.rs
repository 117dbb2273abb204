//! The command line, and the game as a batch job.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use goose_tetris::{Game, Move, Piece, SCORING_PIECES, sequence};
use goose_tetris_foresight::batch::{Progress, replace_file};
use goose_tetris_foresight::share;
use goose_tetris_foresight::weights::Weights;
use serde::{Deserialize, Serialize};

use crate::tree::{Root, Vote, search};

/// Plays Goose Tetris and writes the record: Monte Carlo tree search with an evaluation
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    /// Where the record goes
    #[arg(long)]
    out: Option<PathBuf>,
    /// Playouts of one tree for one piece
    #[arg(long, default_value_t = 1_500, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    playouts: u32,
    /// Trees that vote for each move
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    trees: u16,
    /// Threads; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Pieces of the game to play
    #[arg(long, default_value_t = SCORING_PIECES as u32, value_parser = clap::value_parser!(u32).range(1..=SCORING_PIECES as i64))]
    pieces: u32,
    /// Seed of the evaluation's jitter
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File to keep the state of the game in
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Seconds between checkpoints
    #[arg(long, default_value_t = 60, requires = "checkpoint")]
    checkpoint_seconds: u64,
    /// Go on from the checkpoint if the file exists
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

/// A game on disk.
#[derive(Serialize, Deserialize)]
struct Saved {
    /// What decides the result: playouts, trees, pieces, seed.
    arguments: [u64; 4],
    seconds: f64,
    /// Locks as row, turning state, column.
    moves: Vec<[u8; 3]>,
}

impl Cli {
    /// Plays and writes the record: of the whole game, or of what was played when Ctrl-C came.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a checkpoint belongs to other arguments.
    pub fn run(&self) -> Result<()> {
        let pieces: Vec<Piece> = sequence().take(self.pieces as usize).collect();
        let weights = Weights::learned();
        let mut moves = Vec::new();
        let mut state = Game::new();
        let mut seconds = 0.0;
        if let Some(path) = &self.checkpoint
            && self.resume
            && path.exists()
        {
            (moves, seconds) = self.load(path)?;
            for mv in &moves {
                state.try_play(*mv)?;
            }
        }
        let progress = Progress::new(pieces.len(), state.index, seconds)?;
        let mut saved = Instant::now();
        while state.index < pieces.len() && !progress.stopped() {
            let Some(mv) = self.choose(&state, &pieces, &weights) else {
                break;
            };
            state.play_unchecked(mv);
            moves.push(mv);
            progress.show(state.index, state.score, state.board.cells());
            if saved.elapsed() >= Duration::from_secs(self.checkpoint_seconds) {
                self.save(&moves, progress.seconds())?;
                saved = Instant::now();
            }
        }
        self.save(&moves, progress.seconds())?;
        let place = (state.index, state.score, state.board.cells());
        progress.finish(moves, place, self.out.as_deref())
    }

    /// The move with the most visits in all trees; among equals the one that the evaluation likes best. `None` if
    /// every lock ends the game.
    fn choose(&self, state: &Game, pieces: &[Piece], weights: &Weights) -> Option<Move> {
        let root = Root {
            board: state.board,
            pieces: &pieces[state.index..],
            index: state.index,
            weights,
        };
        let seeds: Vec<u64> = (0..u64::from(self.trees))
            .map(|tree| self.seed.wrapping_mul(0xd134_2543_de82_ef95) ^ (tree << 32))
            .collect();
        let votes = |seed: &u64| search(&root, self.playouts, *seed);
        let ballots: Vec<Vec<Vote>> = share::map(&seeds, usize::from(self.threads), votes);
        let mut sums: Vec<(Move, u32)> = Vec::new();
        for vote in ballots.iter().flatten() {
            match sums.iter_mut().find(|sum| sum.0 == vote.mv) {
                Some(sum) => sum.1 += vote.visits,
                None => sums.push((vote.mv, vote.visits)),
            }
        }
        let most = sums.iter().map(|sum| sum.1).max()?;
        let best = sums.iter().find(|sum| sum.1 == most)?;
        Some(best.0)
    }

    fn arguments(&self) -> [u64; 4] {
        [
            u64::from(self.playouts),
            u64::from(self.trees),
            u64::from(self.pieces),
            self.seed,
        ]
    }

    fn save(&self, moves: &[Move], seconds: f64) -> Result<()> {
        let Some(path) = &self.checkpoint else {
            return Ok(());
        };
        let saved = Saved {
            arguments: self.arguments(),
            seconds,
            moves: moves.iter().map(|mv| [mv.y, mv.state, mv.x]).collect(),
        };
        replace_file(path, |file| {
            serde_json::to_writer(file, &saved).map_err(io::Error::from)
        })
        .with_context(|| format!("cannot write {}", path.display()))
    }

    fn load(&self, path: &Path) -> Result<(Vec<Move>, f64)> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let saved: Saved = serde_json::from_str(&text)
            .with_context(|| format!("{} is not a checkpoint of this program", path.display()))?;
        ensure!(
            saved.arguments == self.arguments(),
            "{} belongs to a game with other arguments",
            path.display()
        );
        let moves = saved
            .moves
            .iter()
            .map(|&[y, state, x]| Move { y, state, x });
        Ok((moves.collect(), saved.seconds))
    }
}
