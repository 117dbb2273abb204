//! A search on disk.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, ensure};
use goose_tetris::{Board, Move, ROWS};
use serde::{Deserialize, Serialize};
use solvers::checkpoint::Format;

use crate::outer::{Entry, Id, Outer};
use crate::stage::{End, Limits, Start};

/// Version 1 had no name of its program.
const FORMAT: Format = Format {
    program: "goose-tetris-bucket",
    version: 2,
};

#[derive(Serialize, Deserialize)]
struct Saved {
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

/// The arguments that decide the result, as stored in a checkpoint.
fn arguments(limits: &Limits, pieces: usize) -> [u64; 5] {
    [
        limits.bucket_size as u64,
        limits.layer_width as u64,
        limits.layers as u64,
        limits.seed,
        pieces as u64,
    ]
}

/// Writes a search of the first `pieces` pieces after `seconds` of work.
///
/// # Errors
/// If the file cannot be written.
pub fn save(
    path: &Path,
    outer: &Outer,
    limits: &Limits,
    pieces: usize,
    seconds: f64,
) -> Result<()> {
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
        index: outer.index,
        best: outer.best,
        entries: entries.collect(),
        buckets: outer.buckets.values().cloned().collect(),
    };
    FORMAT.save(path, &arguments(limits, pieces), seconds, &saved)
}

/// Reads a search and its seconds of work.
///
/// # Errors
/// If the file cannot be read, is not a search of this version, or belongs to other arguments.
pub fn load(path: &Path, limits: &Limits, pieces: usize) -> Result<(Outer, f64)> {
    let (saved, seconds): (Saved, f64) = FORMAT.load(path, &arguments(limits, pieces))?;
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
        "{} names boards that it does not hold; remove it or name another file to begin anew",
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
    Ok((outer, seconds))
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
