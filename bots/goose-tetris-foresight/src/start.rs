//! Where a search begins: at the empty field, or some way into a game that was found before.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use goose_tetris::{Game, parse_record, replay_with};

use crate::history::{Generation, History};
use crate::node::{Node, PackedMove};

/// The board of a record after `pieces` pieces, and the locks that led to it.
///
/// # Errors
/// If the file cannot be read, is not a valid record or ends before that piece.
pub fn from_record(path: &Path, pieces: usize) -> Result<(Node, History)> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let record = parse_record(text.trim_end()).with_context(|| format!("{name} is not valid"))?;
    let mut before = Game::new();
    let mut history = History::default();
    replay_with(&record, |after| {
        if history.generations.len() < pieces {
            let leads = |mv: &goose_tetris::Move| {
                let mut next = before;
                next.play(*mv);
                next == *after
            };
            if let Some(mv) = before.legal_moves().into_iter().find(leads) {
                history.generations.push(Generation {
                    parents: vec![0],
                    moves: vec![PackedMove::new(mv)],
                });
                before = *after;
            }
        }
    });
    if before.index != pieces || before.outcome().is_some() {
        bail!(
            "{name} has only {} pieces; begin after fewer than that",
            before.index
        );
    }
    Ok((Node::new(before.board, before.score), history))
}
