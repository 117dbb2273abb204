//! A constant in small letters.
/// One.
pub const odd: usize = 1;
