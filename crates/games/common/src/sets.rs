//! What all sets of cells as bits have in common.

/// The traits of a set that follow from its `&`, `|`, `-`, `EMPTY`, `insert` and `iter`: the assigning operators, and the ways
/// from and to its members. Given are the set, a member, and the iterator over members, then their parameters if they have any.
#[macro_export]
macro_rules! set_traits {
    ($set:ty, $member:ty, $members:ty $(, $($parameters:tt)+)?) => {
        impl<$($($parameters)+)?> std::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                *self = *self & other;
            }
        }

        impl<$($($parameters)+)?> std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }

        impl<$($($parameters)+)?> std::ops::SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl<$($($parameters)+)?> std::iter::FromIterator<$member> for $set {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> Self {
                let mut set = Self::EMPTY;
                members.into_iter().for_each(|member| set.insert(member));
                set
            }
        }

        impl<$($($parameters)+)?> IntoIterator for $set {
            type Item = $member;
            type IntoIter = $members;

            fn into_iter(self) -> $members {
                self.iter()
            }
        }
    };
}
