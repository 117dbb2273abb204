//! The features of a well for the learned value: counts over its rows, for sixteen wells at once.
//!
//! Every count is a sum over rows from the top down, and the same operations are done for all of them, one
//! 16-bit lane each. The compiler turns the loop over lanes into vector instructions, which is what makes a learned
//! value of every landing affordable.

use tetris2::{HEIGHT, Well};

use crate::shapes::Rows;

/// Wells in a batch.
pub const LANES: usize = 16;

/// The ten cells of a row.
const CELLS: u16 = 0x03ff;
/// The walls of a row, when its cells are bits 1 to 10.
const WALLS: u16 = 0x0801;
/// The eleven pairs of neighbors of a row with its walls.
const PAIRS: u16 = 0x07ff;
/// The nine pairs of neighboring columns.
const STEPS: u16 = 0x01ff;
/// Columns 1 and 10.
const EDGE: u16 = 0x0201;

/// Declares the counts: a struct with one number for each, and their names.
macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Counts of one well.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct Counts<T = u16> {
            $($(#[$doc])* pub $name: T,)*
        }

        /// Number of counts.
        pub const COUNTS: usize = [$(stringify!($name)),*].len();

        /// Their names, in the order of [`Counts::to_array`].
        pub const NAMES: [&str; COUNTS] = [$(stringify!($name)),*];

        impl<T: Copy> Counts<T> {
            /// The counts in the order of [`NAMES`].
            #[inline]
            pub fn to_array(&self) -> [T; COUNTS] {
                [$(self.$name),*]
            }
        }

        impl Counts<Lanes> {
            /// The counts of one of the wells.
            #[inline]
            pub fn lane(&self, lane: usize) -> Counts {
                Counts { $($name: self.$name[lane]),* }
            }
        }
    };
}

/// One number for each well of a batch.
pub type Lanes = [u16; LANES];

counts! {
    /// Occupied cells.
    cells,
    /// Sum of the heights of the columns.
    column_heights,
    /// Rows with an occupied cell, or below one: the height of the well.
    height,
    /// Empty cells with an occupied one somewhere above in their column.
    holes,
    /// Rows with a hole.
    hole_rows,
    /// Neighbors in a row of which one is occupied and one empty; the walls are occupied. All 20 rows count.
    row_transitions,
    /// The same in a column; the floor is occupied, what is above row 20 is empty.
    column_transitions,
    /// Empty cells between two occupied cells or walls ...
    shaft_1,
    /// ... which continue upwards for 2 cells or more, ...
    shaft_2,
    /// ... 3 or more.
    shaft_3,
    /// Rows without a hole that miss one cell.
    open_1,
    /// Rows without a hole that miss two cells.
    open_2,
    /// Rows without a hole that miss three cells.
    open_3,
    /// Rows without a hole that miss four cells.
    open_4,
    /// Rows that miss one cell, and this is a hole.
    covered_1,
    /// Rows above the highest hole.
    rows_above,
    /// Occupied cells in those.
    cells_above,
    /// Sum of the differences of height between neighboring columns.
    bumpiness,
    /// Pairs of neighboring columns of equal height.
    flat,
    /// Pairs of which the left one is higher by one.
    down_1,
    /// Pairs of which the right one is higher by one.
    up_1,
    /// Pairs that differ by three or more.
    steep,
    /// Places where S lies flat without a hole.
    lying_s,
    /// Places where Z lies flat without a hole.
    lying_z,
    /// Height of the lowest column.
    lowest,
    /// Height of the fifth-highest column.
    fifth,
    /// Sum of the heights of columns 1 and 10.
    edges,
    /// Longest run of rows, one above the other, that miss the same cell and have no hole: what an upright I clears.
    ready,
}

/// Sixteen wells, row by row.
#[derive(Clone, Debug)]
pub struct Batch {
    rows: [Lanes; HEIGHT],
    wells: usize,
    /// All rows from here on are empty.
    top: usize,
}

impl Default for Batch {
    fn default() -> Self {
        Self::new()
    }
}

impl Batch {
    /// A batch without a well.
    pub const fn new() -> Self {
        Self {
            rows: [[0; LANES]; HEIGHT],
            wells: 0,
            top: 0,
        }
    }

    /// Adds a well; returns its lane.
    ///
    /// # Panics
    /// If the batch is full.
    #[inline]
    pub fn push(&mut self, well: &Well) -> usize {
        let lane = self.wells;
        assert!(lane < LANES, "the batch is full");
        self.wells += 1;
        let rows = well.rows();
        for (row, &new) in self.rows.iter_mut().zip(rows) {
            row[lane] = new;
        }
        self.top = self.top.max(well.height());
        lane
    }

    /// A batch of wells that differ from this one in a few rows, see [`Batch::push_rows`].
    #[inline]
    pub fn around(well: &Well) -> Self {
        let mut batch = Self::new();
        for (lanes, &row) in batch.rows.iter_mut().zip(well.rows()) {
            *lanes = [row; LANES];
        }
        batch.top = well.height();
        batch
    }

    /// Adds a well that has these rows and is otherwise that of [`Batch::around`]; returns its lane.
    ///
    /// # Panics
    /// If the batch is full.
    #[inline]
    pub fn push_rows(&mut self, rows: Rows) -> usize {
        let lane = self.wells;
        assert!(lane < LANES, "the batch is full");
        self.wells += 1;
        for (i, row) in self.rows[rows.base..rows.base + 4].iter_mut().enumerate() {
            row[lane] = (rows.cells >> (16 * i)) as u16;
        }
        self.top = self.top.max(rows.height());
        lane
    }

    /// Back to `around`, of which this one is a clone that wells were added to.
    #[inline]
    pub fn restart(&mut self, around: &Self) {
        self.rows[..self.top].copy_from_slice(&around.rows[..self.top]);
        self.wells = around.wells;
        self.top = around.top;
    }

    /// Number of wells.
    #[inline]
    pub const fn len(&self) -> usize {
        self.wells
    }

    /// Is there no well?
    pub const fn is_empty(&self) -> bool {
        self.wells == 0
    }

    /// Is there no room for another well?
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.wells == LANES
    }

    /// The counts of all wells. Lanes without a well hold anything.
    #[inline(always)]
    pub fn counts(&self) -> Counts<Lanes> {
        let mut sums = Counts::<Lanes> {
            row_transitions: [2 * (HEIGHT - self.top) as u16; LANES],
            ..Counts::default()
        };
        let mut scan = Scan {
            no_hole: [1; LANES],
            ..Scan::default()
        };
        for row in self.rows[..self.top].iter().rev() {
            for (lane, &row) in row.iter().enumerate() {
                scan.add(&mut sums, lane, row);
            }
        }
        for lane in 0..LANES {
            scan.finish(&mut sums, lane);
        }
        sums
    }
}

/// The state that the scan carries down from the rows above.
#[derive(Default)]
struct Scan {
    /// The row above.
    above: Lanes,
    /// Columns with an occupied cell above.
    covered: Lanes,
    /// Empty cells of the row above between two occupied ones, which continue for 1 and 2 cells.
    shafts: [Lanes; 2],
    /// 1 as long as there was no hole.
    no_hole: Lanes,
    /// Steps of the row above of which the left column is higher, which are 1 and 2 rows high so far.
    left: [Lanes; 2],
    /// The same for the right column.
    right: [Lanes; 2],
    /// Pairs whose left column is higher by 1, 2 and 3 at least.
    left_by: [Lanes; 3],
    /// The same for the right column.
    right_by: [Lanes; 3],
    /// Rows in the current run of [`Counts::ready`].
    run: Lanes,
}

impl Scan {
    /// Takes the next row down.
    #[inline(always)]
    fn add(&mut self, sums: &mut Counts<Lanes>, l: usize, row: u16) {
        let above = self.above[l];
        let holes = self.covered[l] & !row;
        let filled = self.covered[l] | row;
        let cells = ones(row);
        let open = u16::from(holes == 0);
        let one_missing = u16::from(cells == 9);
        sums.cells[l] += cells;
        let missing = ones(holes);
        sums.column_heights[l] += cells + missing;
        sums.height[l] += u16::from(filled != 0);
        sums.holes[l] += missing;
        sums.hole_rows[l] += 1 - open;

        let walled = row << 1 | WALLS;
        sums.row_transitions[l] += ones((walled ^ walled >> 1) & PAIRS);
        sums.column_transitions[l] += ones(row ^ above);

        let shaft = !row & (row << 1 | 1) & (row >> 1 | 0x0200) & CELLS;
        let [s1, s2] = [0, 1].map(|i| self.shafts[i][l]);
        sums.shaft_1[l] += ones(shaft);
        sums.shaft_2[l] += ones(shaft & s1);
        sums.shaft_3[l] += ones(shaft & s2);
        self.shafts[0][l] = shaft;
        self.shafts[1][l] = shaft & s1;

        sums.open_1[l] += open & one_missing;
        sums.open_2[l] += open & u16::from(cells == 8);
        sums.open_3[l] += open & u16::from(cells == 7);
        sums.open_4[l] += open & u16::from(cells == 6);
        sums.covered_1[l] += (1 - open) & one_missing;
        self.no_hole[l] &= open;
        sums.rows_above[l] += self.no_hole[l] & u16::from(filled != 0);
        sums.cells_above[l] += cells & 0u16.wrapping_sub(self.no_hole[l]);

        let steps = (filled ^ filled >> 1) & STEPS;
        sums.bumpiness[l] += ones(steps);
        let (left, right) = (steps & filled, steps & !filled);
        self.left_by[0][l] |= left;
        self.left_by[1][l] |= left & self.left[0][l];
        self.left_by[2][l] |= left & self.left[1][l];
        self.left[1][l] = left & self.left[0][l];
        self.left[0][l] = left;
        self.right_by[0][l] |= right;
        self.right_by[1][l] |= right & self.right[0][l];
        self.right_by[2][l] |= right & self.right[1][l];
        self.right[1][l] = right & self.right[0][l];
        self.right[0][l] = right;

        sums.lowest[l] += u16::from(filled == CELLS);
        sums.fifth[l] += u16::from(cells + missing >= 5);
        sums.edges[l] += ones(filled & EDGE);

        let run = (open & one_missing) * (1 + self.run[l] * u16::from(row == above));
        self.run[l] = run;
        sums.ready[l] = sums.ready[l].max(run);

        self.covered[l] = filled;
        self.above[l] = row;
    }

    /// Completes the counts after the lowest row.
    #[inline(always)]
    fn finish(&self, sums: &mut Counts<Lanes>, l: usize) {
        sums.column_transitions[l] += ones(self.above[l] ^ CELLS);
        let down_1 = self.left_by[0][l] & !self.left_by[1][l];
        let up_1 = self.right_by[0][l] & !self.right_by[1][l];
        let flat = STEPS & !(self.left_by[0][l] | self.right_by[0][l]);
        sums.flat[l] = ones(flat);
        sums.down_1[l] = ones(down_1);
        sums.up_1[l] = ones(up_1);
        sums.steep[l] = ones(self.left_by[2][l] | self.right_by[2][l]);
        sums.lying_s[l] = ones(flat & up_1 >> 1);
        sums.lying_z[l] = ones(down_1 & flat >> 1);
    }
}

#[inline(always)]
fn ones(word: u16) -> u16 {
    word.count_ones() as u16
}

/// The counts of one well.
pub fn counts(well: &Well) -> Counts {
    let mut batch = Batch::new();
    batch.push(well);
    batch.counts().lane(0)
}
