//! Patterns of cells on a square board, read as numbers in base 3: the terms of an n-tuple network (Lucas 2007).
//!
//! A pattern's number has a digit a cell: empty, a piece of the side to move, or one of the other. Patterns that a symmetry of the board
//! maps onto each other are a [`Kind`] and share their weights, and so do the images of a pattern that is its own. All of it is known
//! to the compiler; at run time the [digits](digits) of a piece are added to the numbers of all patterns at once.

/// Most cells of a pattern.
const MOST_CELLS: usize = 10;
const SYMMETRIES: usize = 8;

/// States of a pattern with `cells` cells.
const fn states(cells: usize) -> usize {
    3usize.pow(cells as u32)
}

/// Patterns that symmetries of a board with `SIZE` columns and rows map onto each other.
#[derive(Clone, Copy, PartialEq)]
pub struct Kind<const SIZE: usize> {
    /// The first of its weights.
    pub start: usize,
    /// The cells of one of them, in the order of their digits.
    cells: [usize; MOST_CELLS],
    count: usize,
}

impl<const SIZE: usize> Kind<SIZE> {
    /// The kind of the pattern of these cells, 10 at most.
    pub const fn of(cells: &[usize]) -> Self {
        let mut kind = Self {
            start: 0,
            cells: [0; MOST_CELLS],
            count: cells.len(),
        };
        let mut digit = 0;
        while digit < cells.len() {
            kind.cells[digit] = cells[digit];
            digit += 1;
        }
        kind
    }

    /// The kind of a rectangle, by the column and the row of its first cell and the numbers of its columns and rows.
    pub const fn rectangle([x, y, columns, rows]: [usize; 4]) -> Self {
        let mut kind = Self::of(&[]);
        while kind.count < columns * rows {
            let (column, row) = (x + kind.count % columns, y + kind.count / columns);
            kind.cells[kind.count] = SIZE * row + column;
            kind.count += 1;
        }
        kind
    }

    /// The first weight after those of this kind.
    pub const fn end(&self) -> usize {
        self.start + states(self.count)
    }

    /// The cell of a digit after a symmetry of the board: 1 swaps column and row, 2 and 4 mirror the columns and the rows.
    const fn cell(&self, digit: usize, symmetry: usize) -> usize {
        let (x, y) = (self.cells[digit] % SIZE, self.cells[digit] / SIZE);
        let (x, y) = if symmetry & 1 > 0 { (y, x) } else { (x, y) };
        let x = if symmetry & 2 > 0 { SIZE - 1 - x } else { x };
        let y = if symmetry & 4 > 0 { SIZE - 1 - y } else { y };
        SIZE * y + x
    }

    /// The bits of the cells after a symmetry.
    const fn bits(&self, symmetry: usize) -> u64 {
        let (mut bits, mut digit) = (0, 0);
        while digit < self.count {
            bits |= 1 << self.cell(digit, symmetry);
            digit += 1;
        }
        bits
    }

    /// Returns true if no earlier symmetry has the same cells.
    const fn is_new(&self, symmetry: usize) -> bool {
        let mut before = 0;
        while before < symmetry {
            if self.bits(before) == self.bits(symmetry) {
                return false;
            }
            before += 1;
        }
        true
    }
}

/// These kinds with weights that follow each other.
pub const fn in_order<const SIZE: usize, const COUNT: usize>(
    mut kinds: [Kind<SIZE>; COUNT],
) -> [Kind<SIZE>; COUNT] {
    let mut i = 1;
    while i < COUNT {
        kinds[i].start = kinds[i - 1].end();
        i += 1;
    }
    kinds
}

/// By cell and pattern, in the order of the kinds: the number with the digit 1 for the cell, 0 if it is not in the pattern, or where there
/// is no more pattern.
pub const fn digits<const SIZE: usize, const CELLS: usize, const LANES: usize>(
    kinds: &[Kind<SIZE>],
) -> [[u16; LANES]; CELLS] {
    let mut digits = [[0; LANES]; CELLS];
    let (mut i, mut pattern) = (0, 0);
    while i < SYMMETRIES * kinds.len() {
        let (kind, symmetry) = (&kinds[i / SYMMETRIES], i % SYMMETRIES);
        if kind.is_new(symmetry) {
            let mut digit = 0;
            while digit < kind.count {
                digits[kind.cell(digit, symmetry)][pattern] = states(digit) as u16;
                digit += 1;
            }
            pattern += 1;
        }
        i += 1;
    }
    digits
}

/// By pattern, in the order of the kinds: the first of its weights.
pub const fn starts<const SIZE: usize, const PATTERNS: usize>(
    kinds: &[Kind<SIZE>],
) -> [u32; PATTERNS] {
    let mut starts = [0; PATTERNS];
    let (mut i, mut pattern) = (0, 0);
    while i < SYMMETRIES * kinds.len() {
        if kinds[i / SYMMETRIES].is_new(i % SYMMETRIES) {
            starts[pattern] = kinds[i / SYMMETRIES].start as u32;
            pattern += 1;
        }
        i += 1;
    }
    starts
}

/// By place of a weight, of so many, the place of the one that it is shared with: the lowest of those of its images.
pub fn shared<const SIZE: usize>(kinds: &[Kind<SIZE>], weights: usize) -> Vec<usize> {
    let mut shared: Vec<usize> = (0..weights).collect();
    for kind in kinds {
        let itself = kind.bits(0);
        for symmetry in (1..SYMMETRIES).filter(|&symmetry| kind.bits(symmetry) == itself) {
            // The images of the states of the first cells, to which those of one cell more are added.
            let mut images = vec![0];
            for digit in 0..kind.count {
                let to = kind.cell(digit, symmetry);
                let place = kind.cells.iter().position(|&cell| cell == to);
                let place = states(place.unwrap_or(0));
                for before in 0..2 * images.len() {
                    images.push(images[before] + place);
                }
            }
            for (state, &image) in images.iter().enumerate() {
                let first = &mut shared[kind.start + state];
                *first = (*first).min(kind.start + image);
            }
        }
    }
    shared
}

/// Adds the digits of a piece to the numbers of all patterns.
#[inline(always)]
pub fn add<const LANES: usize>(numbers: &mut [u16; LANES], digits: &[u16; LANES]) {
    for (number, digit) in numbers.iter_mut().zip(digits) {
        *number += digit;
    }
}

/// Takes the digits of a piece away.
#[inline(always)]
pub fn take<const LANES: usize>(numbers: &mut [u16; LANES], digits: &[u16; LANES]) {
    for (number, digit) in numbers.iter_mut().zip(digits) {
        *number -= digit;
    }
}
