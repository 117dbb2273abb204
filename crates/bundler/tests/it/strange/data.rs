//! Tables.
/// Numbers.
pub const TABLE: [usize; 3] = [1, 2, 3];
