//! Monte Carlo tree search with an evaluation: what the contest's winner tried first, and the baseline here. With
//! the evaluation of his bot for the Tetris ladder he made less than 100,000 points, with changed ones 600,000 and
//! 1,070,000; then he changed to `goose-tetris-bucket`.
//!
//! Piece by piece, a new tree ([`tree`]) decides where the piece goes:
//!
//! 1. *Selection* goes down from the root to the child with the largest sum of its value and
//!    `exploration * sqrt(ln(visits of the parent) / visits)`.
//! 2. *Expansion* adds the best few children of the leaf by the evaluation: resting locks and floating ones that
//!    complete a row. The sequence is known, so there is no chance in the tree.
//! 3. *Evaluation* takes the place of a playout to the end ([`eval`]): a weighted sum of the ladder bot's features of a
//!    board ([`features`]), of the points so far and of the filled cells, because a clear is paid for in cells.
//! 4. *Backup* takes the maximum, not the mean: nobody plays against us.
//!
//! The root's child with the most visits is played. Nothing is kept for the next piece, so a resumed game goes on
//! as an uninterrupted one.
//!
//! Several trees, each with its own jitter of the evaluation, vote by their visits; they are what threads share.
//!
//! # What is our own
//!
//! The winner told the ladder bot's features and weights (`ladder.json` has them), but not what he changed; the weights
//! of `params.json` are ours. Selection, backup and the vote are ours, too: his search was made for two players.

pub mod cli;
pub mod eval;
pub mod features;
pub mod params;
pub mod tree;
