//! The effect of the coming pieces on the costs of shapes.
//!
//! A surface with room for a Z is worth more before a Z. All boards of a layer have the same future, so what is learned
//! about it costs nothing: for each layer, the costs of rows, surfaces, covered cells and filled cells are added up
//! once from tables. One table is for every future, seven for each of the next [`AHEAD`] pieces, and two groups for how
//! soon and how often an I comes after those.

use std::fs;

use anyhow::{Context, Result};
use goose_tetris::{CELLS, FULL, Piece, ROWS};

use crate::weights::{
    PATTERNS, PLACES, SURFACES, UNIT, Weights, columns, eight, holes, surface_codes, tops,
};

/// Pieces that have a table each.
pub const AHEAD: usize = 6;
/// Kinds of pieces.
const KINDS: usize = Piece::ALL.len();
/// An I further off than this counts as this.
const FAR: usize = 60;
/// Pieces before the next I, counted from piece [`AHEAD`] on: where a new table begins.
const WAITS: [usize; 6] = [3, 6, 10, 15, 22, 32];
/// Pieces among which I are counted, from piece [`AHEAD`] on.
const SPAN: usize = 40;
/// More I than this count as this.
const MOST: usize = 6;
/// Tables.
pub const TABLES: usize = 1 + KINDS * AHEAD + (WAITS.len() + 1) + (MOST + 1);
/// Tables that one future chooses.
const CHOSEN: usize = 1 + AHEAD + 2;

/// Offsets of the parts of a table: of rows, of surfaces anywhere, of surfaces by place, of a covered cell, of filled
/// cells.
const SURFACE: usize = PATTERNS;
const SURFACE_AT: usize = SURFACE + SURFACES;
const HOLE: usize = SURFACE_AT + SURFACES * PLACES;
const FILLED: usize = HOLE + 1;
/// Parts of a table.
const SHORT: usize = FILLED + CELLS;
/// Parts of the first table, which has rows by height, too.
pub const PARTS: usize = SHORT + PATTERNS * ROWS;

/// Learned parts of costs, in units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlook {
    tables: Vec<Vec<i16>>,
}

/// The costs of one layer.
#[derive(Clone, Debug)]
pub struct Costs {
    /// Of shapes.
    pub weights: Weights,
    /// The bound by filled cells, less what these cost, in points.
    pub bound: [i32; CELLS],
}

/// Parts of table number `table`.
pub const fn parts(table: usize) -> usize {
    if table == 0 { PARTS } else { SHORT }
}

/// The tables for a board whose next piece is number `next` of the sequence. After the end of `pieces` the last one
/// comes again and again.
///
/// # Panics
/// If there are no pieces.
pub fn tables(pieces: &[Piece], next: usize) -> [usize; CHOSEN] {
    let piece = |ahead: usize| pieces[(next + ahead).min(pieces.len() - 1)];
    let mut chosen = [0; CHOSEN];
    for ahead in 0..AHEAD {
        let kind = Piece::ALL.iter().position(|kind| *kind == piece(ahead));
        chosen[1 + ahead] = 1 + KINDS * ahead + kind.unwrap_or(0);
    }
    let first = 1 + KINDS * AHEAD;
    let is_i = |ahead: &usize| piece(*ahead) == Piece::I;
    let wait = (AHEAD..FAR).find(is_i).unwrap_or(FAR) - AHEAD;
    chosen[1 + AHEAD] = first + WAITS.iter().filter(|begin| wait >= **begin).count();
    let count = (AHEAD..AHEAD + SPAN).filter(is_i).count().min(MOST);
    chosen[2 + AHEAD] = first + WAITS.len() + 1 + count;
    chosen
}

/// The numbers of a board's parts in the first table, appended to `to`; a part may come more than once. In other
/// tables those from their end on do not count.
pub fn parts_of(rows: &[u16; ROWS], to: &mut Vec<u32>) {
    let mut part = |at: usize| to.push(at as u32);
    for (y, row) in rows.iter().enumerate() {
        let pattern = usize::from(row & FULL);
        part(pattern);
        part(SHORT + y * PATTERNS + pattern);
    }
    let tops = tops(&columns(rows));
    let codes = surface_codes(&eight(&tops, 0), &eight(&tops, 1), &eight(&tops, 2));
    for (x, code) in codes.into_iter().enumerate() {
        part(SURFACE + code as usize - x * SURFACES);
        part(SURFACE_AT + code as usize);
    }
    let cells = rows.iter().map(|row| (row & FULL).count_ones()).sum();
    for _ in 0..holes(&tops, cells) {
        part(HOLE);
    }
    part(FILLED + cells as usize);
}

impl Default for Outlook {
    /// Costs that no future changes.
    fn default() -> Self {
        Self {
            tables: (0..TABLES).map(|table| vec![0; parts(table)]).collect(),
        }
    }
}

impl Outlook {
    /// From the learned parts; `None` unless there are [`TABLES`] tables of [`parts`] parts each.
    pub fn new(tables: Vec<Vec<i16>>) -> Option<Self> {
        let right = |(number, table): (usize, &Vec<i16>)| table.len() == parts(number);
        let complete = tables.len() == TABLES && tables.iter().enumerate().all(right);
        complete.then_some(Self { tables })
    }

    /// The one that `learn` learned, from the data folder.
    pub fn learned() -> Self {
        Self::from_bytes(include_bytes!("../data/outlook.bin")).unwrap_or_default()
    }

    /// The outlook that an argument names: `learned`, `none` or a file that the trainer wrote.
    ///
    /// # Errors
    /// If the file cannot be read or is not one of an outlook.
    pub fn named(name: &str) -> Result<Option<Self>> {
        match name {
            "learned" => Ok(Some(Self::learned())),
            "none" => Ok(None),
            path => {
                let bytes = fs::read(path).with_context(|| format!("cannot read {path}"))?;
                let outlook = Self::from_bytes(&bytes).with_context(|| {
                    format!("{path} is not a file of an outlook; name one, `learned` or `none`")
                });
                outlook.map(Some)
            }
        }
    }

    /// The learned parts, table after table.
    pub fn tables(&self) -> &[Vec<i16>] {
        &self.tables
    }

    /// The parts as little-endian 16-bit numbers.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parts = self.tables.iter().flatten();
        parts.flat_map(|part| part.to_le_bytes()).collect()
    }

    /// Reads what [`Outlook::to_bytes`] writes; `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, []) = bytes.as_chunks::<2>() else {
            return None;
        };
        let mut numbers = numbers.iter().map(|pair| i16::from_le_bytes(*pair));
        let table = |table| numbers.by_ref().take(parts(table)).collect();
        let tables = (0..TABLES).map(table).collect();
        numbers.next().is_none().then(|| Self::new(tables))?
    }

    /// The costs of boards whose next piece is number `next`, on top of `weights` and of the `bound` before that
    /// piece.
    pub fn costs(
        &self,
        weights: &Weights,
        bound: &[i32; CELLS],
        pieces: &[Piece],
        next: usize,
    ) -> Costs {
        let mut sums = vec![0_i16; SHORT];
        for table in tables(pieces, next) {
            add(&mut sums, &self.tables[table]);
        }
        let mut costs = Costs {
            weights: weights.clone(),
            bound: *bound,
        };
        let by_height = self.tables[0][SHORT..].chunks_exact(PATTERNS);
        for (table, at_height) in costs.weights.rows.iter_mut().zip(by_height) {
            add(table, &sums);
            add(table, at_height);
        }
        let places = sums[SURFACE_AT..HOLE].chunks_exact(SURFACES);
        for (table, at_place) in costs.weights.surface.iter_mut().zip(places) {
            add(table, &sums[SURFACE..]);
            add(table, at_place);
        }
        costs.weights.hole += i32::from(sums[HOLE]);
        for (value, cost) in costs.bound.iter_mut().zip(&sums[FILLED..]) {
            *value -= (i32::from(*cost) + UNIT / 2).div_euclid(UNIT);
        }
        costs
    }
}

/// Adds to costs, as far as there are parts.
fn add(costs: &mut [i16], parts: &[i16]) {
    for (cost, part) in costs.iter_mut().zip(parts) {
        *cost = cost.saturating_add(*part);
    }
}
