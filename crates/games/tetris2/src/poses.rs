//! Reachability: all poses that a piece can reach in all four orientations at once, by a flood fill on row masks.
//!
//! A row of poses is one `u64`: lane `o` (16 bits) holds the centers of orientation `o` in that row, bit 0 is
//! column 1. One step left or right is a shift by 1, one turn a rotation by 16, one step down an AND with the row
//! below. Nothing moves upward, so each row is final once the row above it and its own steps are done.

use crate::error::IllegalMove;
use crate::piece::{Orientation, Piece, Placement};
use crate::rules::Rules;
use crate::well::{FULL_ROW, HEIGHT, MAX_OFFSET, WIDTH, Well};

/// Rows of poses, the lowest first.
pub(crate) type Rows = [u64; HEIGHT];

/// The poses of one piece in one well.
pub(crate) struct Poses {
    /// Poses wholly inside the well, on empty cells.
    pub valid: Rows,
    /// Those of them that the piece can reach from above.
    pub reached: Rows,
}

impl Poses {
    /// All poses of a piece and those it can reach from above.
    #[inline]
    pub fn new(well: &Well, piece: Piece, rules: Rules) -> Self {
        let table = &TABLES[piece.index()];
        let free = free_cells(well);
        let open = narrowed(&[u64::MAX; HEIGHT], &free, &table.cells);
        let mut valid = open;
        valid[HEIGHT - 2] &= table.inside[0];
        valid[HEIGHT - 1] &= table.inside[1];
        let mut turned = valid;
        if rules == Rules::Tetris2 {
            turned = narrowed(&valid, &free, &table.clearance);
            turned[HEIGHT - 2] &= table.clear_inside[0];
            turned[HEIGHT - 1] &= table.clear_inside[1];
        }

        let mut reached = [0; HEIGHT];
        let mut enter = u64::MAX;
        let mut above = 0;
        for y in (0..HEIGHT).rev() {
            // The judge lifts the center to row 20 at most and does not look at cells above the well.
            enter &= open[y];
            let mut now = (enter | above) & valid[y];
            loop {
                let beside = (now << 1 | now >> 1) & valid[y];
                let next = now | beside | now.rotate_left(16) & turned[y];
                if next == now {
                    break;
                }
                now = next;
            }
            reached[y] = now;
            above = now;
        }
        Self { valid, reached }
    }
}

impl Well {
    /// Checks whether the piece may come to rest at the placement.
    ///
    /// # Errors
    /// If not: `Invalid`, `NoRoute` or `NotOnGround`, the first of them that holds.
    pub fn check(
        &self,
        piece: Piece,
        placement: Placement,
        rules: Rules,
    ) -> Result<(), IllegalMove> {
        let poses = Poses::new(self, piece, rules);
        let holds = |rows: &Rows, y: u8| contains(rows, Placement { y, ..placement });
        if !holds(&poses.valid, placement.y) {
            Err(IllegalMove::Invalid)
        } else if !holds(&poses.reached, placement.y) {
            Err(IllegalMove::NoRoute)
        } else if holds(&poses.valid, placement.y - 1) {
            Err(IllegalMove::NotOnGround)
        } else {
            Ok(())
        }
    }

    /// Returns true if the piece can enter the well at all; a player whose next piece cannot has lost. The judge's
    /// test: some pose with its center in row 2 or above is free and can be reached straight from above.
    pub fn has_room(&self, piece: Piece) -> bool {
        // Only the top rows matter: whatever enters further down has passed row 18, where no pose reaches above the
        // well.
        let table = &TABLES[piece.index()];
        let free = free_cells(self);
        let open = |y: usize| {
            table.cells.all().iter().fold(u64::MAX, |poses, offset| {
                poses & (free[offset.column][offset.row + y] | offset.spared)
            })
        };
        let at20 = open(HEIGHT - 1);
        let at19 = at20 & open(HEIGHT - 2);
        let at18 = at19 & open(HEIGHT - 3);
        at20 & table.inside[1] | at19 & table.inside[0] | at18 != 0
    }
}

/// Returns true if the placement is among these poses.
fn contains(poses: &Rows, Placement { x, y, o }: Placement) -> bool {
    let (x, y) = (x.wrapping_sub(1), y.wrapping_sub(1));
    usize::from(x) < WIDTH
        && poses
            .get(usize::from(y))
            .is_some_and(|row| row >> (16 * o.index() + usize::from(x)) & 1 == 1)
}

/// Copies a row of cells to all four lanes.
const LANES: u64 = 0x0001_0001_0001_0001;
/// Rows of cells that poses look at: those of the well and `MAX_OFFSET` more on either side.
const PADDED: usize = HEIGHT + 2 * MAX_OFFSET;

/// `free[dx + MAX_OFFSET][dy + MAX_OFFSET + y]`: in every lane, the columns `x` with an empty cell at column `x + dx`,
/// row `y + dy`. Below the well nothing is empty, above it everything is.
///
/// The shifts leave bits in the gaps between the lanes; the centers' own row, unshifted, always masks them out.
type FreeCells = [[u64; PADDED]; 2 * MAX_OFFSET + 1];

#[inline]
fn free_cells(well: &Well) -> FreeCells {
    let mut center = [0; PADDED];
    for (free, &row) in center[MAX_OFFSET..].iter_mut().zip(well.rows()) {
        *free = u64::from(!row & FULL_ROW) * LANES;
    }
    center[HEIGHT + MAX_OFFSET..].fill(u64::from(FULL_ROW) * LANES);
    [
        center.map(|row| row << 2),
        center.map(|row| row << 1),
        center,
        center.map(|row| row >> 1),
        center.map(|row| row >> 2),
    ]
}

/// A cell at one offset from the center, which the poses of some lanes need empty.
#[derive(Clone, Copy)]
struct Offset {
    /// `dx + MAX_OFFSET`.
    column: usize,
    /// `dy + MAX_OFFSET`.
    row: usize,
    /// All bits of the lanes that do not need it.
    spared: u64,
}

/// Offsets of cells, each with the lanes that need it.
struct Offsets {
    list: [Offset; 16],
    len: usize,
}

impl Offsets {
    #[inline]
    fn all(&self) -> &[Offset] {
        &self.list[..self.len]
    }
}

/// Those of some poses that find the cells empty that they need.
#[inline]
fn narrowed(poses: &Rows, free: &FreeCells, offsets: &Offsets) -> Rows {
    let mut narrowed = *poses;
    for offset in offsets.all() {
        let free = &free[offset.column][offset.row..offset.row + HEIGHT];
        for (pose, free) in narrowed.iter_mut().zip(free) {
            *pose &= free | offset.spared;
        }
    }
    narrowed
}

/// The data about a piece that the flood fill needs.
struct Table {
    /// The cells of each orientation.
    cells: Offsets,
    /// The clearance for turning *into* each orientation.
    clearance: Offsets,
    /// Lanes whose cells stay inside the well with the center in row 19 and in row 20.
    inside: [u64; 2],
    /// The same for the clearance.
    clear_inside: [u64; 2],
}

const TABLES: [Table; 7] = [
    table(Piece::L),
    table(Piece::J),
    table(Piece::S),
    table(Piece::Z),
    table(Piece::T),
    table(Piece::I),
    table(Piece::O),
];

const fn table(piece: Piece) -> Table {
    let mut cells: [&[(i8, i8)]; 4] = [&[]; 4];
    let mut clearance = cells;
    let mut i = 0;
    while i < 4 {
        let o = Orientation::ALL[i];
        cells[o.index()] = piece.cells(o);
        clearance[o.turned().index()] = piece.clearance(o);
        i += 1;
    }
    let cells = offsets(cells);
    let clearance = offsets(clearance);
    Table {
        inside: inside(&cells),
        clear_inside: inside(&clearance),
        cells,
        clearance,
    }
}

/// Collects equal offsets of different lanes.
const fn offsets(needed: [&[(i8, i8)]; 4]) -> Offsets {
    const SIDE: usize = 2 * MAX_OFFSET + 1;
    let mut grid = [u64::MAX; SIDE * SIDE];
    let mut lane = 0;
    while lane < 4 {
        let mut i = 0;
        while i < needed[lane].len() {
            let (dx, dy) = needed[lane][i];
            let (column, row) = (dx + MAX_OFFSET as i8, dy + MAX_OFFSET as i8);
            grid[row as usize * SIDE + column as usize] &= !(0xffff << (16 * lane));
            i += 1;
        }
        lane += 1;
    }
    let none = Offset {
        column: 0,
        row: 0,
        spared: u64::MAX,
    };
    let mut offsets = Offsets {
        list: [none; 16],
        len: 0,
    };
    let mut at = 0;
    while at < SIDE * SIDE {
        if grid[at] != u64::MAX {
            offsets.list[offsets.len] = Offset {
                column: at % SIDE,
                row: at / SIDE,
                spared: grid[at],
            };
            offsets.len += 1;
        }
        at += 1;
    }
    offsets
}

const fn inside(offsets: &Offsets) -> [u64; 2] {
    let mut inside = [u64::MAX; 2];
    let mut i = 0;
    while i < offsets.len {
        let above = offsets.list[i].row as i8 - MAX_OFFSET as i8;
        if above > 0 {
            inside[1] &= offsets.list[i].spared;
        }
        if above > 1 {
            inside[0] &= offsets.list[i].spared;
        }
        i += 1;
    }
    inside
}
