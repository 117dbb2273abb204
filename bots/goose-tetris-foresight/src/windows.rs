//! A second price of a shape: small patterns, wherever they are on the board.
//!
//! Three kinds of windows lie around each row: ten squares of three by three cells, six strips of two rows by five
//! columns, and the row itself. What a pattern costs is the sum of learned parts: one for the pattern alone, one for
//! the column, one for the height, so that a pattern seen seldom at one place leans on the others. Walls and floor
//! count as filled.
//!
//! The parts of one height lie together in a page of 24 kB, and boards are priced many at a time, height after height,
//! so that the page is in the fastest cache while it is used.

use goose_tetris::{Board, COLUMNS, FULL, ROWS};

use crate::vectors::Vectors;
#[cfg(target_arch = "x86_64")]
use crate::wide_windows;

/// Patterns of a square.
const SQUARE: usize = 1 << 9;
/// Patterns of a strip or of a row.
const STRIP: usize = 1 << 10;
/// Strips around a row.
pub(crate) const STRIPS: usize = COLUMNS - 4;

/// Where the learned parts begin: of squares, of strips, of rows.
const SQUARE_AT_COLUMN: usize = SQUARE;
const SQUARE_AT_HEIGHT: usize = SQUARE_AT_COLUMN + SQUARE * COLUMNS;
const STRIP_AT_COLUMN: usize = SQUARE_AT_HEIGHT + SQUARE * ROWS;
const STRIP_AT_HEIGHT: usize = STRIP_AT_COLUMN + STRIP * STRIPS;
const ROW: usize = STRIP_AT_HEIGHT + STRIP * ROWS;
const ROW_AT_HEIGHT: usize = ROW + STRIP;
/// Learned parts.
pub const PARTS: usize = ROW_AT_HEIGHT + STRIP * ROWS;

/// Where strips and the row begin in a page.
pub(crate) const PAGE_STRIPS: usize = COLUMNS * SQUARE;
pub(crate) const PAGE_ROW: usize = PAGE_STRIPS + STRIPS * STRIP;
/// Prices of one height.
pub(crate) const PAGE: usize = PAGE_ROW + STRIP;

/// Boards priced together.
const TOGETHER: usize = 64;

/// A board to be priced.
pub(crate) struct Walled {
    /// The rows between walls, below an empty row and above the floor.
    pub(crate) rows: [u16; ROWS + 2],
    /// The row above the highest filled cell: where windows begin.
    pub(crate) top: usize,
    /// The price so far, in units.
    pub(crate) price: i32,
}

impl Walled {
    #[inline(always)]
    fn new(board: &[u16; ROWS]) -> Self {
        let mut rows = [1 | 1 << (COLUMNS + 1); ROWS + 2];
        for (to, row) in rows[1..].iter_mut().zip(board) {
            *to |= (row & FULL) << 1;
        }
        rows[ROWS + 1] = u16::MAX;
        let filled = board.iter().position(|row| row & FULL != 0);
        Self {
            rows,
            top: filled.unwrap_or(ROWS).saturating_sub(1),
            price: 0,
        }
    }
}

/// Prices of windows, in units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Windows {
    parts: Vec<i16>,
    /// By height; see [`PAGE`].
    pub(crate) pages: Vec<[i16; PAGE]>,
}

impl Default for Windows {
    /// Prices of nothing for everything.
    fn default() -> Self {
        Self {
            parts: vec![0; PARTS],
            pages: vec![[0; PAGE]; ROWS],
        }
    }
}

impl Windows {
    /// From the learned parts; `None` if there are not [`PARTS`] of them.
    #[must_use]
    pub fn new(parts: Vec<i16>) -> Option<Self> {
        if parts.len() != PARTS {
            return None;
        }
        let mut pages = vec![[0; PAGE]; ROWS];
        for (y, page) in pages.iter_mut().enumerate() {
            let (squares, rest) = page.split_at_mut(PAGE_STRIPS);
            let (strips, row) = rest.split_at_mut(STRIPS * STRIP);
            for (x, prices) in squares.chunks_exact_mut(SQUARE).enumerate() {
                for (pattern, price) in prices.iter_mut().enumerate() {
                    *price = parts[pattern]
                        .saturating_add(parts[SQUARE_AT_COLUMN + x * SQUARE + pattern])
                        .saturating_add(parts[SQUARE_AT_HEIGHT + y * SQUARE + pattern]);
                }
            }
            for (x, prices) in strips.chunks_exact_mut(STRIP).enumerate() {
                for (pattern, price) in prices.iter_mut().enumerate() {
                    *price = parts[STRIP_AT_COLUMN + x * STRIP + pattern]
                        .saturating_add(parts[STRIP_AT_HEIGHT + y * STRIP + pattern]);
                }
            }
            for (pattern, price) in row.iter_mut().take(STRIP).enumerate() {
                *price =
                    parts[ROW + pattern].saturating_add(parts[ROW_AT_HEIGHT + y * STRIP + pattern]);
            }
        }
        Some(Self { parts, pages })
    }

    /// The windows that `learn` learned, from the data folder.
    #[must_use]
    pub fn learned() -> Self {
        Self::from_bytes(include_bytes!("../data/windows.bin")).unwrap_or_default()
    }

    /// The learned parts, in units.
    #[must_use]
    pub fn parts(&self) -> &[i16] {
        &self.parts
    }

    /// The parts as little-endian 16-bit numbers.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.parts
            .iter()
            .flat_map(|part| part.to_le_bytes())
            .collect()
    }

    /// Reads what [`Windows::to_bytes`] writes; `None` if the length is wrong.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, []) = bytes.as_chunks::<2>() else {
            return None;
        };
        Self::new(
            numbers
                .iter()
                .map(|pair| i16::from_le_bytes(*pair))
                .collect(),
        )
    }

    /// The prices of boards, in units and in their order. The result is the same with all vectors.
    pub fn prices(&self, vectors: Vectors, mut boards: impl Iterator<Item = Board>) -> Vec<i32> {
        let mut prices = Vec::with_capacity(boards.size_hint().0);
        let mut batch = Vec::with_capacity(TOGETHER);
        loop {
            batch.clear();
            batch.extend(
                boards
                    .by_ref()
                    .take(TOGETHER)
                    .map(|board| Walled::new(&board.rows)),
            );
            if batch.is_empty() {
                return prices;
            }
            self.add(vectors, &mut batch);
            prices.extend(batch.iter().map(|board| board.price));
        }
    }

    /// Prices boards.
    #[cfg_attr(target_arch = "x86_64", allow(unsafe_code))]
    fn add(&self, vectors: Vectors, batch: &mut [Walled]) {
        match vectors {
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512 => {
                assert_eq!(Vectors::detect(), vectors, "this machine has no AVX-512");
                // SAFETY: the line above asked for all features that the function is compiled for.
                unsafe { wide_windows::add(self, batch) }
            }
            _ => self.add_portable(batch),
        }
    }

    fn add_portable(&self, batch: &mut [Walled]) {
        for (y, page) in self.pages.iter().enumerate() {
            for board in batch.iter_mut().filter(|board| board.top <= y) {
                for at in places(&board.rows, y) {
                    board.price += i32::from(page[at]);
                }
            }
        }
    }
}

/// The numbers of a board's learned parts, appended to `to`.
pub fn parts_of(rows: &[u16; ROWS], to: &mut Vec<u32>) {
    let Walled { rows, top, .. } = Walled::new(rows);
    for y in top..ROWS {
        let mut part = |at: usize| to.push(at as u32);
        for (place, at) in places(&rows, y).into_iter().enumerate() {
            if place < COLUMNS {
                let pattern = at - place * SQUARE;
                part(pattern);
                part(SQUARE_AT_COLUMN + place * SQUARE + pattern);
                part(SQUARE_AT_HEIGHT + y * SQUARE + pattern);
            } else if place < COLUMNS + STRIPS {
                let x = place - COLUMNS;
                let pattern = at - PAGE_STRIPS - x * STRIP;
                part(STRIP_AT_COLUMN + x * STRIP + pattern);
                part(STRIP_AT_HEIGHT + y * STRIP + pattern);
            } else {
                let pattern = at - PAGE_ROW;
                part(ROW + pattern);
                part(ROW_AT_HEIGHT + y * STRIP + pattern);
            }
        }
    }
}

/// Where the prices of the windows around row `y` stand in its page.
#[inline(always)]
fn places(rows: &[u16; ROWS + 2], y: usize) -> [usize; COLUMNS + STRIPS + 1] {
    let [above, row, below] = [rows[y], rows[y + 1], rows[y + 2]].map(usize::from);
    let mut places = [0; COLUMNS + STRIPS + 1];
    for (x, place) in places[..COLUMNS].iter_mut().enumerate() {
        let three = |row: usize| row >> x & 7;
        *place = x * SQUARE + (three(above) << 6 | three(row) << 3 | three(below));
    }
    for (x, place) in places[COLUMNS..COLUMNS + STRIPS].iter_mut().enumerate() {
        let five = |row: usize| row >> (x + 1) & 31;
        *place = PAGE_STRIPS + x * STRIP + (five(row) << 5 | five(below));
    }
    places[COLUMNS + STRIPS] = PAGE_ROW + (row >> 1 & usize::from(FULL));
    places
}
