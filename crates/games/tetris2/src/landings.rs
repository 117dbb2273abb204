//! All landings of a piece as one set.

use std::fmt;

use crate::piece::{Orientation, Piece, Placement};
use crate::poses::{Poses, Rows};
use crate::rules::Rules;
use crate::well::{HEIGHT, WIDTH, Well};

/// Bits of a row in the words.
const ROW_BITS: usize = 16;
/// Words of four rows for each orientation.
const WORDS: usize = HEIGHT / 4;

/// A set of placements: the resting places of one piece in one well.
///
/// ```
/// use tetris2::{Piece, Rules, Well};
///
/// let landings = Well::new().landings(Piece::O, Rules::Tetris2);
/// assert_eq!(landings.len(), 4 * 9);
/// assert!(landings.contains("10,1,0".parse()?));
/// assert!(!landings.contains("10,2,0".parse()?));
/// // All four orientations of O look the same.
/// assert_eq!(landings.distinct(Piece::O).len(), 9);
/// # Ok::<(), tetris2::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Landings {
    /// `words[WORDS * o + row / 4]`, 16 bits a row.
    words: [u64; 4 * WORDS],
}

impl Well {
    /// All resting places that the piece can reach from above.
    pub fn landings(&self, piece: Piece, rules: Rules) -> Landings {
        Landings::new(self, piece, rules)
    }
}

impl Landings {
    fn new(well: &Well, piece: Piece, rules: Rules) -> Self {
        let poses = Poses::new(well, piece, rules);
        let mut resting = poses.reached;
        for (pose, below) in resting[1..].iter_mut().zip(&poses.valid) {
            *pose &= !below;
        }
        Self::from_rows(&resting)
    }

    /// Sorts rows of four lanes by lanes.
    #[inline]
    fn from_rows(rows: &Rows) -> Self {
        let mut words = [0; 4 * WORDS];
        for (i, rows) in rows.chunks_exact(4).enumerate() {
            for o in 0..4 {
                let lane = |y: usize| (rows[y] >> (16 * o) & 0xffff) << (16 * y);
                words[WORDS * o + i] = lane(0) | lane(1) | lane(2) | lane(3);
            }
        }
        Self { words }
    }

    /// Number of placements.
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Returns true if there are no placements.
    pub fn is_empty(&self) -> bool {
        self.words == [0; 4 * WORDS]
    }

    /// Returns true if the placement is one of them.
    pub fn contains(&self, placement: Placement) -> bool {
        let (x, y) = (
            placement.x.wrapping_sub(1) as usize,
            placement.y.wrapping_sub(1) as usize,
        );
        x < WIDTH
            && y < HEIGHT
            && self.words[WORDS * placement.o.index() + y / 4] >> (ROW_BITS * (y % 4) + x) & 1 == 1
    }

    /// The placements by orientation, then row, then column: the order of the judge's codes.
    #[inline]
    pub fn iter(&self) -> LandingsIter {
        LandingsIter {
            words: self.words,
            at: 0,
        }
    }

    /// One placement for each set of cells that the piece can come to rest on.
    ///
    /// I, S and Z in orientations 2 and 3 look as they do in 0 and 1, and O looks always the same, only with
    /// another center: of placements with equal cells this keeps the one with the lowest orientation. The
    /// placements that remain lead to different wells unless rows are cleared.
    pub fn distinct(&self, piece: Piece) -> Self {
        let mut kept = *self;
        for o in piece.shapes()..4 {
            for twin in (o % piece.shapes()..o).step_by(piece.shapes()) {
                let anchors = &ANCHORS[piece.index()];
                kept.remove(o, &shifted(self.lane(twin), anchors[o] - anchors[twin]));
            }
        }
        kept
    }

    fn lane(&self, o: usize) -> [u64; WORDS] {
        std::array::from_fn(|i| self.words[WORDS * o + i])
    }

    fn remove(&mut self, o: usize, placements: &[u64; WORDS]) {
        for (word, placements) in self.words[WORDS * o..].iter_mut().zip(placements) {
            *word &= !placements;
        }
    }
}

/// Moves the placements of one orientation down by a number of bits, fewer than 64 (up if it is negative).
fn shifted(words: [u64; WORDS], down: i32) -> [u64; WORDS] {
    std::array::from_fn(|i| {
        let below = if i > 0 { words[i - 1] } else { 0 };
        let above = if i + 1 < WORDS { words[i + 1] } else { 0 };
        match down {
            0 => words[i],
            1.. => words[i] >> down | above << (64 - down),
            _ => words[i] << -down | below >> (64 + down),
        }
    })
}

/// The position of the lower left corner of the cells' bounding box, in bits from the center.
const ANCHORS: [[i32; 4]; 7] = {
    let mut anchors = [[0; 4]; 7];
    let mut i = 0;
    while i < 28 {
        let cells = Piece::ALL[i / 4].cells(Orientation::ALL[i % 4]);
        let (mut left, mut bottom) = (0, 0);
        let mut k = 0;
        while k < 4 {
            if cells[k].0 < left {
                left = cells[k].0;
            }
            if cells[k].1 < bottom {
                bottom = cells[k].1;
            }
            k += 1;
        }
        anchors[i / 4][i % 4] = ROW_BITS as i32 * bottom as i32 + left as i32;
        i += 1;
    }
    anchors
};

impl IntoIterator for Landings {
    type Item = Placement;
    type IntoIter = LandingsIter;

    fn into_iter(self) -> LandingsIter {
        self.iter()
    }
}

impl IntoIterator for &Landings {
    type Item = Placement;
    type IntoIter = LandingsIter;

    fn into_iter(self) -> LandingsIter {
        self.iter()
    }
}

/// Prints the set of placements.
impl fmt::Debug for Landings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|p| p.to_string()))
            .finish()
    }
}

/// The placements of a set by orientation, then row, then column.
#[derive(Clone, Debug)]
pub struct LandingsIter {
    words: [u64; 4 * WORDS],
    at: usize,
}

impl Iterator for LandingsIter {
    type Item = Placement;

    #[inline]
    fn next(&mut self) -> Option<Placement> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Placement {
                    x: (bit % 16) as u8 + 1,
                    y: (self.at % WORDS * 4 + bit / 16) as u8 + 1,
                    o: Orientation::ALL[self.at / WORDS],
                });
            }
            self.at += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = Landings { words: self.words }.len();
        (left, Some(left))
    }
}

impl ExactSizeIterator for LandingsIter {}
