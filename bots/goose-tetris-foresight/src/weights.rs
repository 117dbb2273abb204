//! The cost of a board's shape.

use std::fs;

use anyhow::{Context, Result};
use goose_tetris::{COLUMNS, FULL, ROWS};

/// The search's integers are fixed-point numbers: units in one point.
pub const UNIT: i32 = 16;

/// Rows of a table, with room for the lanes below the floor that a piece's mask of four rows can name.
pub const TABLE_ROWS: usize = ROWS + 4;

/// Patterns of a row.
pub const PATTERNS: usize = FULL as usize + 1;

/// A cost in units for each row pattern at each height.
pub type RowTable = [[i16; PATTERNS]; TABLE_ROWS];

/// A cost in units for each way in which three neighboring columns lie: by the left column, then by
/// [`surface_code`].
pub type SurfaceTable = [[i16; SURFACES]; PLACES];

/// Steps between neighboring columns further than this count as this.
pub const STEEPEST: i16 = 6;
/// Different steps.
pub const STEPS: usize = 2 * STEEPEST as usize + 1;
/// Surfaces of three columns.
pub const SURFACES: usize = STEPS * STEPS;
/// Places of a surface: those of its left column.
pub const PLACES: usize = COLUMNS - 2;

/// Points for each change between filled and empty in a row, side walls filled; empty rows are free.
const CHANGE: i32 = 28;
/// Points for each empty cell with a filled one somewhere above it.
const HOLE: i32 = 66;
/// Points taken off for each row with nine cells that misses the one in the well.
const READY: i32 = 15;
/// Points for each row with nine cells that misses another one: a beam that once has its well in another column does
/// not come back.
const WRONG_WELL: i32 = 20;

/// The column of the well, from the left, that the learned weights began with. Nothing that is learned moves the well
/// to another column, so each was tried; see `README.md`.
pub const WELL: usize = 4;

/// Cells of a row that is ready for the well.
const NINE: usize = COLUMNS - 1;

/// The parts of the cost: tables of row patterns and of surfaces, and the cost of a covered cell.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Row patterns, by row (0 = top) and mask.
    pub rows: Box<RowTable>,
    /// Surfaces of three columns.
    pub surface: Box<SurfaceTable>,
    /// Units for each covered empty cell.
    pub hole: i32,
}

impl Weights {
    /// The hand-set weights: the same cost at every height, and a well in this column.
    pub fn plain(well_column: usize) -> Self {
        let mut rows = Box::new([[0; PATTERNS]; TABLE_ROWS]);
        for table in rows.iter_mut().take(ROWS) {
            for (mask, cost) in table.iter_mut().enumerate().skip(1) {
                let well = match mask.count_ones() as usize {
                    NINE if mask >> well_column & 1 == 0 => -READY,
                    NINE => WRONG_WELL,
                    _ => 0,
                };
                *cost = (UNIT * (CHANGE * changes(mask as u16) as i32 + well)) as i16;
            }
        }
        Self {
            rows,
            surface: Box::new([[0; SURFACES]; PLACES]),
            hole: UNIT * HOLE,
        }
    }

    /// The weights that `train` learned, from the data folder.
    pub fn learned() -> Self {
        Self::from_bytes(include_bytes!("../data/weights.bin")).unwrap_or_else(|| Self::plain(WELL))
    }

    /// The weights that an argument names: `learned`, `plain` or a file that the trainer wrote; `plain:4` has its well in
    /// column 4, see [`Weights::plain`].
    ///
    /// # Errors
    /// If there is no such column, the file cannot be read or it is not one of weights.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "learned" => Ok(Self::learned()),
            "plain" => Ok(Self::plain(WELL)),
            plain if plain.starts_with("plain:") => {
                let column = plain.trim_start_matches("plain:").parse().ok();
                let column = column.filter(|column| *column < COLUMNS);
                let last = COLUMNS - 1;
                column.map(Self::plain).with_context(|| {
                    format!("{plain} names no column from plain:0 to plain:{last}")
                })
            }
            path => {
                let bytes = fs::read(path).with_context(|| format!("cannot read {path}"))?;
                Self::from_bytes(&bytes).with_context(|| {
                    format!("{path} is not a file of weights; name one, `learned` or `plain`")
                })
            }
        }
    }

    /// The same weights, each moved by up to a point: another search of the same quality. Seed 0 moves nothing.
    pub fn jittered(mut self, seed: u64) -> Self {
        if seed != 0 {
            let mut random = fastrand::Rng::with_seed(seed);
            for cost in self
                .rows
                .iter_mut()
                .take(ROWS)
                .flat_map(|table| table.iter_mut().skip(1))
            {
                *cost += random.i16(-UNIT as i16..=UNIT as i16);
            }
        }
        self
    }

    /// The tables and the cost of a covered cell as little-endian 16-bit numbers.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self
            .rows
            .iter()
            .take(ROWS)
            .flatten()
            .flat_map(|cost| cost.to_le_bytes());
        let surface = self
            .surface
            .iter()
            .flatten()
            .flat_map(|cost| cost.to_le_bytes());
        rows.chain(surface)
            .chain((self.hole as i16).to_le_bytes())
            .collect()
    }

    /// Reads what [`Weights::to_bytes`] writes; `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, []) = bytes.as_chunks::<2>() else {
            return None;
        };
        let (hole, cells) = numbers.split_last()?;
        let mut rows = Box::new([[0; PATTERNS]; TABLE_ROWS]);
        let mut surface = Box::new([[0; SURFACES]; PLACES]);
        let mut to = rows
            .iter_mut()
            .take(ROWS)
            .flatten()
            .chain(surface.iter_mut().flatten());
        for cell in cells {
            *to.next()? = i16::from_le_bytes(*cell);
        }
        let complete = to.next().is_none();
        complete.then(|| Self {
            rows,
            surface,
            hole: i32::from(i16::from_le_bytes(*hole)),
        })
    }
}

/// The rows of the highest filled cells; 20 for an empty column and for the spare entries.
pub type Tops = [i16; 16];

/// Numbers of the surfaces of three neighboring columns, from the tops of the left, the middle and the right
/// ones; each number counts on from those of the place before.
#[inline(always)]
pub fn surface_codes(left: &[i16; 8], middle: &[i16; 8], right: &[i16; 8]) -> [i16; 8] {
    std::array::from_fn(|x| {
        let first = (left[x] - middle[x]).clamp(-STEEPEST, STEEPEST) + STEEPEST;
        let second = (middle[x] - right[x]).clamp(-STEEPEST, STEEPEST) + STEEPEST;
        (x * SURFACES) as i16 + first * STEPS as i16 + second
    })
}

/// The cost of surfaces, in units.
#[inline(always)]
pub fn surface_cost(codes: &[i16; 8], weights: &Weights) -> i32 {
    let table = weights.surface.as_flattened();
    codes
        .iter()
        .map(|code| i32::from(table[*code as usize]))
        .sum()
}

/// Eight neighboring tops from column `x` on.
#[inline(always)]
pub fn eight(tops: &Tops, x: usize) -> [i16; 8] {
    std::array::from_fn(|i| tops[x + i])
}

/// Covered empty cells: what the columns' heights have more than the board has filled cells.
#[inline(always)]
pub fn holes(tops: &Tops, cells: u32) -> i32 {
    let depths: i16 = tops.iter().sum();
    (tops.len() * ROWS) as i32 - i32::from(depths) - cells as i32
}

/// The cost of covered cells and of the surface, in units.
#[inline(always)]
pub fn tops_cost(tops: &Tops, cells: u32, weights: &Weights) -> i32 {
    let codes = surface_codes(&eight(tops, 0), &eight(tops, 1), &eight(tops, 2));
    weights.hole * holes(tops, cells) + surface_cost(&codes, weights)
}

/// The cost of row patterns, in units.
#[inline(always)]
pub fn rows_cost(rows: &[u16; ROWS], weights: &Weights) -> i32 {
    let cost = |(row, table): (&u16, &[i16; PATTERNS])| i32::from(table[usize::from(row & FULL)]);
    rows.iter().zip(weights.rows.iter()).map(cost).sum()
}

/// Columns as masks over rows, the floor filled, in the spare entries, too.
#[inline(always)]
pub fn columns(rows: &[u16; ROWS]) -> [u32; 16] {
    let mut columns = [1 << ROWS; 16];
    for (y, row) in rows.iter().enumerate() {
        for (x, column) in columns.iter_mut().enumerate() {
            *column |= (u32::from(*row) >> x & 1) << y;
        }
    }
    columns
}

/// The rows of the highest filled cells.
#[inline(always)]
pub fn tops(columns: &[u32; 16]) -> Tops {
    columns.map(|column| column.trailing_zeros() as i16)
}

/// Changes between filled and empty from wall to wall.
pub fn changes(row: u16) -> u32 {
    let walled = u32::from(row) << 1 | 1 | 1 << (COLUMNS + 1);
    (walled ^ walled >> 1).count_ones() - 1
}
