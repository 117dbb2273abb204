//! A search on disk, as JSON.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use goose_tetris::{Board, Move, ROWS};
use goose_tetris_foresight::batch::replace_file;
use serde::{Deserialize, Serialize};

use crate::outer::{Entry, Id, Outer};
use crate::stage::{End, Limits, Start};

#[derive(Serialize, Deserialize)]
struct Saved {
    limits: [u64; 4],
    pieces: usize,
    seconds: f64,
    index: usize,
    best: Id,
    entries: Vec<SavedEntry>,
    buckets: Vec<Vec<Id>>,
}

#[derive(Serialize, Deserialize)]
struct SavedEntry {
    parent: Id,
    rows: [u16; ROWS],
    score: u32,
    index: usize,
    transitions: u32,
    moves: Vec<[u8; 3]>,
}

fn numbers(limits: &Limits) -> [u64; 4] {
    [
        limits.bucket_size as u64,
        limits.layer_width as u64,
        limits.layers as u64,
        limits.seed,
    ]
}

/// Writes a search of the first `pieces` pieces after `seconds` of work.
///
/// # Errors
/// If the file cannot be written.
pub fn save(
    path: &Path,
    outer: &mut Outer,
    limits: &Limits,
    pieces: usize,
    seconds: f64,
) -> Result<()> {
    outer.prune();
    let entries = outer.entries.iter().map(|entry| SavedEntry {
        parent: entry.parent,
        rows: entry.end.place.board.rows,
        score: entry.end.place.score,
        index: entry.end.place.index,
        transitions: entry.end.transitions,
        moves: entry
            .end
            .moves
            .iter()
            .map(|mv| [mv.y, mv.state, mv.x])
            .collect(),
    });
    let saved = Saved {
        limits: numbers(limits),
        pieces,
        seconds,
        index: outer.index,
        best: outer.best,
        entries: entries.collect(),
        buckets: outer.buckets.values().cloned().collect(),
    };
    replace_file(path, |file| {
        serde_json::to_writer(file, &saved).map_err(io::Error::from)
    })
    .with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a search and its seconds of work.
///
/// # Errors
/// If the file cannot be read, is not a search, or belongs to other arguments.
pub fn load(path: &Path, limits: &Limits, pieces: usize) -> Result<(Outer, f64)> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let saved: Saved = serde_json::from_str(&text)
        .with_context(|| format!("{} is not a checkpoint of this program", path.display()))?;
    ensure!(
        saved.limits == numbers(limits) && saved.pieces == pieces,
        "{} belongs to a search with other arguments",
        path.display()
    );
    let entries: Vec<Entry> = saved.entries.into_iter().map(entry).collect();
    let count = entries.len() as Id;
    let ids = saved.buckets.iter().flatten().chain([&saved.best]);
    let known = entries
        .iter()
        .map(|entry| &entry.parent)
        .chain(ids)
        .all(|id| *id < count);
    ensure!(
        known && saved.buckets.iter().all(|bucket| !bucket.is_empty()),
        "{} names boards that it does not hold",
        path.display()
    );
    let key = |bucket: &Vec<Id>| {
        let end = &entries[bucket[0] as usize].end;
        (end.place.index, end.cells)
    };
    let buckets: BTreeMap<_, _> = saved
        .buckets
        .into_iter()
        .map(|bucket| (key(&bucket), bucket))
        .collect();
    let outer = Outer {
        index: saved.index,
        best: saved.best,
        buckets,
        entries,
    };
    Ok((outer, saved.seconds))
}

fn entry(saved: SavedEntry) -> Entry {
    let board = Board { rows: saved.rows };
    let moves = saved
        .moves
        .iter()
        .map(|&[y, state, x]| Move { y, state, x });
    Entry {
        parent: saved.parent,
        end: End {
            cells: board.cells(),
            place: Start {
                board,
                score: saved.score,
                index: saved.index,
            },
            transitions: saved.transitions,
            moves: moves.collect(),
        },
    }
}
