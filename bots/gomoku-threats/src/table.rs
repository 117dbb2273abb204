//! The hash table of the principal variation search.

use gomoku::Cell;

/// What a value in the table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// What a search has found.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// The value for the side to move, wins counted from this position on.
    pub value: i16,
    /// Plies searched.
    pub depth: i8,
    /// What the value says.
    pub bound: Bound,
    cell: u8,
}

impl Entry {
    /// The best move, or that which was too good.
    pub fn cell(&self) -> Option<Cell> {
        Cell::from_index(self.cell.into())
    }
}

/// 2^19 entries of 16 bytes.
const BITS: u32 = 19;

/// The table. A new entry replaces whatever was in its place.
pub struct Table(Vec<Entry>);

impl Default for Table {
    /// An empty table.
    fn default() -> Self {
        let empty = Entry {
            key: 0,
            value: 0,
            depth: 0,
            bound: Bound::AtLeast,
            cell: u8::MAX,
        };
        Table(vec![empty; 1 << BITS])
    }
}

impl Table {
    /// What is known of the position with this hash.
    pub fn get(&self, key: u64) -> Option<&Entry> {
        Some(&self.0[place(key)]).filter(|entry| entry.key == key)
    }

    /// Keeps what was found.
    pub fn put(&mut self, key: u64, value: i16, depth: i8, bound: Bound, cell: Option<Cell>) {
        self.0[place(key)] = Entry {
            key,
            value,
            depth,
            bound,
            cell: cell.map_or(u8::MAX, |cell| cell.index() as u8),
        };
    }
}

fn place(key: u64) -> usize {
    (key >> (64 - BITS)) as usize
}
