//! The position of a search, and its start: at the empty field, or some way into a game that was found before.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use goose_tetris::{Game, parse_record, replay_with};

use crate::history::{Generation, History};
use crate::node::{Node, PackedMove};

/// A search between two pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Pieces placed, counted from the first one of the sequence.
    pub index: usize,
    /// The boards kept, in an order that depends on nothing but the settings.
    pub nodes: Vec<Node>,
    /// The history of these boards.
    pub history: History,
}

impl Position {
    /// The empty field before piece `index`, and nothing of the pieces before.
    pub fn empty_field(index: usize) -> Self {
        Self {
            index,
            nodes: vec![Node::start()],
            history: History::default(),
        }
    }

    /// The board of a record after `pieces` pieces, and the locks that led to it.
    ///
    /// # Errors
    /// If the file cannot be read, is not a valid record or ends before that piece.
    pub fn from_record(path: &Path, pieces: usize) -> Result<Self> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let record =
            parse_record(text.trim_end()).with_context(|| format!("{name} is not valid"))?;
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
        Ok(Self {
            index: pieces,
            nodes: vec![Node::new(before.board, before.score)],
            history,
        })
    }
}
