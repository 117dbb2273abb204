//! The command line, and the game as a batch job.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Parser;
use goose_tetris::{Bound, Game, Move, Piece};
use serde::{Deserialize, Serialize};
use solvers::Standing;
use solvers::checkpoint::Format;
use solvers::parallel;
use solvers::solver::{self, BatchArgs, Solver};

use crate::params::Params;
use crate::tree::{Root, Vote, search};

/// Plays Goose Tetris and writes the record: Monte Carlo tree search with an evaluation
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    #[command(flatten)]
    batch: BatchArgs,
    /// Playouts of one tree for one piece
    #[arg(long, default_value_t = 1_500, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    playouts: u32,
    /// Trees that vote for each move
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    trees: u16,
    /// Seed of the evaluation's jitter
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File of parameters in place of the bot's own, see `params.json` and `ladder.json`
    #[arg(long)]
    params: Option<PathBuf>,
}

/// Version 1 had no name of its program, and another evaluation.
const FORMAT: Format = Format {
    program: "goose-tetris-mcts",
    version: 2,
};

/// The arguments that decide the result, as stored in a checkpoint.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Arguments {
    playouts: u32,
    trees: u16,
    pieces: u32,
    seed: u64,
    params: Params,
}

/// The locks of a game: row, rotation state, column.
type SavedMoves = Vec<[u8; 3]>;

impl Cli {
    /// Plays and writes the record: of the whole game, or of what was played when Ctrl-C came.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a checkpoint is another program's or version's or belongs to other
    /// arguments.
    pub fn run(&self) -> Result<()> {
        let params = match &self.params {
            Some(path) => Params::load(path)?,
            None => Params::own(),
        };
        let mut play = Play {
            arguments: Arguments {
                playouts: self.playouts,
                trees: self.trees,
                pieces: self.batch.pieces,
                seed: self.seed,
                params,
            },
            threads: self.batch.threads(),
            pieces: self.batch.sequence(),
            game: Game::new(),
            moves: Vec::new(),
        };
        let seconds = match self.batch.checkpoint_to_resume() {
            Some(path) => play.load(path)?,
            None => 0.0,
        };
        solver::run(&mut play, &self.batch, seconds)
    }
}

struct Play {
    arguments: Arguments,
    threads: usize,
    pieces: Vec<Piece>,
    game: Game,
    moves: Vec<Move>,
}

impl Play {
    /// Plays the moves of a checkpoint; returns its seconds of work.
    fn load(&mut self, path: &Path) -> Result<f64> {
        let (moves, seconds): (SavedMoves, f64) = FORMAT.load(path, &self.arguments)?;
        for [y, state, x] in moves {
            let mv = Move { y, state, x };
            self.game.try_play(mv).with_context(|| {
                format!(
                    "{} holds a move that the rules forbid; remove it or name another file to begin anew",
                    path.display()
                )
            })?;
            self.moves.push(mv);
        }
        Ok(seconds)
    }

    /// The move with the most visits in all trees; among equals the one that the evaluation likes best. `None` if
    /// every lock ends the game.
    fn choose(&self) -> Option<Move> {
        let root = Root {
            board: self.game.board,
            pieces: &self.pieces[self.game.index..],
            index: self.game.index,
            params: &self.arguments.params,
        };
        let seeds: Vec<u64> = (0..u64::from(self.arguments.trees))
            .map(|tree| self.arguments.seed.wrapping_mul(0xd134_2543_de82_ef95) ^ (tree << 32))
            .collect();
        let votes = |seed: &u64| search(&root, self.arguments.playouts, *seed);
        let ballots: Vec<Vec<Vote>> = parallel::map(&seeds, self.threads, votes);
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
}

impl Solver for Play {
    fn index(&self) -> usize {
        self.game.index
    }

    fn advance(&mut self) -> bool {
        let Some(mv) = self.choose() else {
            return false;
        };
        self.game.play_unchecked(mv);
        self.moves.push(mv);
        true
    }

    fn standing(&self, _: &Bound) -> Option<Standing> {
        Some(Standing {
            index: self.game.index,
            score: self.game.score,
            cells: self.game.board.cells(),
        })
    }

    fn best_game(&self, bound: &Bound) -> Option<(Standing, Vec<Move>)> {
        Some((self.standing(bound)?, self.moves.clone()))
    }

    fn save(&mut self, path: &Path, seconds: f64) -> Result<()> {
        let moves: SavedMoves = self.moves.iter().map(|mv| [mv.y, mv.state, mv.x]).collect();
        FORMAT.save(path, &self.arguments, seconds, &moves)
    }
}
