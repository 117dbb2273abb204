//! Kinds of cells: what a stone makes of the four lines through its cell.

/// Two or more lines with a possible five, nothing better.
pub const TWO: u8 = 2;
/// Some open twos, or a three.
pub const OPEN_TWO: u8 = 4;
/// An open three.
pub const OPEN_THREE: u8 = 8;
/// A four.
pub const FOUR: u8 = 11;
/// An open four, or two fours.
pub const OPEN_FOUR: u8 = 14;
/// Five or more in line.
pub const FIVE: u8 = 15;
/// Number of kinds.
pub const COUNT: usize = 16;
