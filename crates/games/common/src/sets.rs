//! Sets of cells as bits: the code common to all games.

/// Defines a set of cells, bit `Cell::index` of a word, and the iterator over its members.
///
/// A game adds what its own board needs: the neighbors of cells, for example. Of its cell it gives `index` and `at`, the
/// cell of a bit that is known to be one.
#[macro_export]
macro_rules! cell_set {
    (
        $(#[$doc:meta])*
        pub struct $set:ident $(<const $size:ident>)? ($word:ident) of $cell:ty,
        FULL = $full:expr, by $cells:ident
    ) => {
        $crate::cell_set_core!($(#[$doc])* ($set, $cell, $cells) $word, 0, $full $(, $size)?);

        // No game needs all of it.
        #[allow(dead_code)]
        impl$(<const $size: usize>)? $set$(<$size>)? {
            /// Returns true if `cell` is a member.
            #[inline]
            pub const fn contains(self, cell: $cell) -> bool {
                self.0 >> cell.index() & 1 != 0
            }

            /// Adds `cell`.
            #[inline]
            pub const fn insert(&mut self, cell: $cell) {
                self.0 |= 1 << cell.index();
            }

            /// Removes `cell`.
            #[inline]
            pub const fn remove(&mut self, cell: $cell) {
                self.0 &= !(1 << cell.index());
            }

            /// Number of members.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns true if it has no members.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Removes the lowest bit.
            #[inline]
            fn pop(&mut self) -> Option<u32> {
                if self.0 == 0 {
                    return None;
                }
                let bit = self.0.trailing_zeros();
                self.0 &= self.0 - 1;
                Some(bit)
            }

            #[inline]
            fn joined(self, other: Self, join: impl Fn($word, $word) -> $word) -> Self {
                Self(join(self.0, other.0))
            }
        }
    };
}

/// As [`cell_set!`], but in four words of 64 bits, the lowest in the first.
#[macro_export]
macro_rules! wide_cell_set {
    (
        $(#[$doc:meta])*
        pub struct $set:ident([u64; 4]) of $cell:ty,
        FULL = $full:expr, by $cells:ident
    ) => {
        $crate::cell_set_core!($(#[$doc])* ($set, $cell, $cells) [u64; 4], [0; 4], $full);

        #[allow(dead_code)]
        impl $set {
            /// Returns true if `cell` is a member.
            // By reference: a copy of a set just written word by word would wait for the writes.
            #[inline]
            pub const fn contains(&self, cell: $cell) -> bool {
                let index = cell.index() as usize;
                self.0[index / 64] >> (index % 64) & 1 != 0
            }

            /// Adds `cell`.
            #[inline]
            pub const fn insert(&mut self, cell: $cell) {
                let index = cell.index() as usize;
                self.0[index / 64] |= 1 << (index % 64);
            }

            /// Removes `cell`.
            #[inline]
            pub const fn remove(&mut self, cell: $cell) {
                let index = cell.index() as usize;
                self.0[index / 64] &= !(1 << (index % 64));
            }

            /// Number of members.
            #[inline]
            pub const fn len(self) -> usize {
                let [a, b, c, d] = self.0;
                (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
            }

            /// Returns true if it has no members.
            #[inline]
            pub const fn is_empty(self) -> bool {
                let [a, b, c, d] = self.0;
                a | b | c | d == 0
            }

            /// Removes the lowest bit.
            #[inline]
            fn pop(&mut self) -> Option<u32> {
                let mut words = (0..).zip(&mut self.0);
                let (word, bits) = words.find(|(_, bits)| **bits != 0)?;
                let bit = 64 * word + bits.trailing_zeros();
                *bits &= *bits - 1;
                Some(bit)
            }

            #[inline]
            fn joined(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
                let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
                Self([join(a, e), join(b, f), join(c, g), join(d, h)])
            }
        }
    };
}

/// The part of [`cell_set!`] and [`wide_cell_set!`] that is the same for all words.
#[doc(hidden)]
#[macro_export]
macro_rules! cell_set_core {
    (
        $(#[$doc:meta])* ($set:ident, $cell:ty, $cells:ident)
        $bits:ty, $empty:expr, $full:expr $(, $size:ident)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $set$(<const $size: usize>)?($bits);

        #[allow(dead_code)]
        impl$(<const $size: usize>)? $set$(<$size>)? {
            /// No cell.
            pub const EMPTY: Self = Self($empty);
            /// Every cell.
            pub const FULL: Self = Self($full);

            /// The bits: bit `index` is set for each member.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// The set of one cell.
            #[inline]
            pub const fn of(cell: $cell) -> Self {
                let mut set = Self::EMPTY;
                set.insert(cell);
                set
            }

            /// The member with the lowest index.
            #[inline]
            pub fn first(mut self) -> Option<$cell> {
                self.pop().map(<$cell>::at)
            }

            /// The members by ascending index.
            #[inline]
            pub const fn iter(self) -> $cells$(<$size>)? {
                $cells(self)
            }
        }

        impl$(<const $size: usize>)? std::ops::BitAnd for $set$(<$size>)? {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                self.joined(other, |own, other| own & other)
            }
        }

        impl$(<const $size: usize>)? std::ops::BitOr for $set$(<$size>)? {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                self.joined(other, |own, other| own | other)
            }
        }

        /// The members that the other set lacks.
        impl$(<const $size: usize>)? std::ops::Sub for $set$(<$size>)? {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                self.joined(other, |own, other| own & !other)
            }
        }

        /// All other cells.
        impl$(<const $size: usize>)? std::ops::Not for $set$(<$size>)? {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self::FULL - self
            }
        }

        impl$(<const $size: usize>)? std::ops::BitAndAssign for $set$(<$size>)? {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                *self = *self & other;
            }
        }

        impl$(<const $size: usize>)? std::ops::BitOrAssign for $set$(<$size>)? {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }

        impl$(<const $size: usize>)? std::ops::SubAssign for $set$(<$size>)? {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl$(<const $size: usize>)? std::iter::FromIterator<$cell> for $set$(<$size>)? {
            fn from_iter<I: IntoIterator<Item = $cell>>(members: I) -> Self {
                let mut set = Self::EMPTY;
                members.into_iter().for_each(|member| set.insert(member));
                set
            }
        }

        impl$(<const $size: usize>)? IntoIterator for $set$(<$size>)? {
            type Item = $cell;
            type IntoIter = $cells$(<$size>)?;
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        /// The members of a set by ascending index.
        #[derive(Clone, Debug)]
        pub struct $cells$(<const $size: usize>)?($set$(<$size>)?);

        impl$(<const $size: usize>)? Iterator for $cells$(<$size>)? {
            type Item = $cell;
            #[inline]
            fn next(&mut self) -> Option<$cell> {
                self.0.pop().map(<$cell>::at)
            }
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl$(<const $size: usize>)? ExactSizeIterator for $cells$(<$size>)? {}

        /// Prints the members with spaces between them.
        impl$(<const $size: usize>)? std::fmt::Display for $set$(<$size>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                for (i, cell) in self.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { " " }, cell)?;
                }
                Ok(())
            }
        }

        /// Prints the members like `Display`, in braces.
        impl$(<const $size: usize>)? std::fmt::Debug for $set$(<$size>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{{{}}}", self)
            }
        }
    };
}
