//! The seven types, their poses, and the one sequence in which they come.

use std::fmt;

/// Pieces spawned at most; the lock of the last one ends the game without scoring.
pub const LIMIT: usize = 10_000;

/// Pieces whose locks can score.
pub const SCORING_PIECES: usize = LIMIT - 1;

/// A piece type, in the contest's index order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the letters are the names")]
pub enum Piece {
    I,
    L,
    J,
    T,
    O,
    S,
    Z,
}

/// One state of one piece: which cells around the center it fills.
///
/// Rows and columns of the piece are contiguous runs, which is what `row_parts` and `column_parts` say again in
/// the form a search wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Offsets (dx, dy) of the four cells from the center, the center itself first.
    pub cells: [(i8, i8); 4],
    /// Smallest and largest dx.
    pub dx: (i8, i8),
    /// Smallest and largest dy.
    pub dy: (i8, i8),
    /// `row_masks[i]`: cells in row `dy.0 + i`, bit `dx - dx.0`; 0 past the last row.
    pub row_masks: [u16; 4],
    /// `column_runs[i]`: first and last dy in column `dx.0 + i`; (1, 0) past the last column.
    pub column_runs: [(i8, i8); 4],
}

/// A pose to lock a piece in: state and center.
///
/// I, S and Z look the same in states s and s + 2, O in all: such poses are the same cells under different names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Row of the center, 0 = top.
    pub y: u8,
    /// Turning state 0..=3.
    pub state: u8,
    /// Column of the center.
    pub x: u8,
}

type Offsets = [(i8, i8); 3];

/// Section 1 of the rules: the three cells besides the center, by type and state.
const OFFSETS: [[Offsets; 4]; 7] = [
    [
        [(0, -1), (0, -2), (0, 1)],
        [(1, 0), (2, 0), (-1, 0)],
        [(0, -1), (0, -2), (0, 1)],
        [(1, 0), (2, 0), (-1, 0)],
    ],
    [
        [(0, -1), (0, -2), (1, 0)],
        [(1, 0), (2, 0), (0, 1)],
        [(-1, 0), (0, 1), (0, 2)],
        [(0, -1), (-1, 0), (-2, 0)],
    ],
    [
        [(0, -1), (0, -2), (-1, 0)],
        [(0, -1), (1, 0), (2, 0)],
        [(1, 0), (0, 1), (0, 2)],
        [(-1, 0), (-2, 0), (0, 1)],
    ],
    [
        [(1, 0), (0, 1), (-1, 0)],
        [(0, -1), (0, 1), (-1, 0)],
        [(0, -1), (1, 0), (-1, 0)],
        [(0, -1), (1, 0), (0, 1)],
    ],
    [[(0, -1), (1, -1), (1, 0)]; 4],
    [
        [(0, -1), (1, -1), (-1, 0)],
        [(-1, 0), (-1, -1), (0, 1)],
        [(0, -1), (1, -1), (-1, 0)],
        [(-1, 0), (-1, -1), (0, 1)],
    ],
    [
        [(0, -1), (1, 0), (-1, -1)],
        [(0, -1), (-1, 1), (-1, 0)],
        [(0, -1), (1, 0), (-1, -1)],
        [(0, -1), (-1, 1), (-1, 0)],
    ],
];

const SHAPES: [[Shape; 4]; 7] = {
    let mut shapes = [[Shape::from_offsets(OFFSETS[0][0]); 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut state = 0;
        while state < 4 {
            shapes[piece][state] = Shape::from_offsets(OFFSETS[piece][state]);
            state += 1;
        }
        piece += 1;
    }
    shapes
};

impl Shape {
    const fn from_offsets(others: Offsets) -> Self {
        let cells = [(0, 0), others[0], others[1], others[2]];
        let mut dx = (0, 0);
        let mut dy = (0, 0);
        let mut i = 0;
        while i < 4 {
            let (x, y) = cells[i];
            dx = (
                if x < dx.0 { x } else { dx.0 },
                if x > dx.1 { x } else { dx.1 },
            );
            dy = (
                if y < dy.0 { y } else { dy.0 },
                if y > dy.1 { y } else { dy.1 },
            );
            i += 1;
        }
        let mut row_masks = [0; 4];
        let mut column_runs = [(1, 0); 4];
        let mut i = 0;
        while i < 4 {
            let (x, y) = cells[i];
            row_masks[(y - dy.0) as usize] |= 1 << (x - dx.0);
            let run = &mut column_runs[(x - dx.0) as usize];
            if run.0 > run.1 {
                *run = (y, y);
            } else if y < run.0 {
                run.0 = y;
            } else if y > run.1 {
                run.1 = y;
            }
            i += 1;
        }
        Self {
            cells,
            dx,
            dy,
            row_masks,
            column_runs,
        }
    }
}

impl Piece {
    /// All types in index order.
    pub const ALL: [Self; 7] = [
        Self::I,
        Self::L,
        Self::J,
        Self::T,
        Self::O,
        Self::S,
        Self::Z,
    ];

    /// Index 0..=6 in the contest's order I L J T O S Z.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The cells of this piece in turning state `state`.
    ///
    /// # Panics
    /// If `state` is above 3.
    pub const fn shape(self, state: u8) -> &'static Shape {
        &SHAPES[self as usize][state as usize]
    }

    /// Number of states that look different: 2 for I, S, Z; 1 for O; 4 for L, J, T.
    pub const fn distinct_states(self) -> u8 {
        match self {
            Self::I | Self::S | Self::Z => 2,
            Self::O => 1,
            Self::L | Self::J | Self::T => 4,
        }
    }

    /// The largest number of rows that one lock of this type can complete on any reachable board: 4 for I, 3 for
    /// L and J, 2 for the others (section 7 of the rules: S, Z and T cannot be brought into a pose that completes
    /// three).
    pub const fn most_rows(self) -> usize {
        match self {
            Self::I => 4,
            Self::L | Self::J => 3,
            Self::T | Self::O | Self::S | Self::Z => 2,
        }
    }

    const fn from_weight(w: u32) -> Self {
        match w {
            0..=1 => Self::I,
            2..=4 => Self::L,
            5..=7 => Self::J,
            8..=11 => Self::T,
            12..=16 => Self::O,
            17..=22 => Self::S,
            _ => Self::Z,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl fmt::Display for Move {
    /// `state:x,y`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{},{}", self.state, self.x, self.y)
    }
}

/// The turning state in which piece number `index` (from 0) spawns.
pub const fn start_state(index: usize) -> u8 {
    (index % 4) as u8
}

/// The contest's sequence, without end (the contest stops after [`LIMIT`] pieces).
///
/// ```
/// let first: String = goose_tetris::sequence().take(10).map(|piece| piece.to_string()).collect();
/// assert_eq!(first, "ZIOSLZSIZJ");
/// ```
pub fn sequence() -> impl Iterator<Item = Piece> {
    let mut v = 12_358_u32;
    std::iter::repeat_with(move || {
        v = (27_073 * v + 17_713) % 32_749;
        Piece::from_weight(v % 29)
    })
}
