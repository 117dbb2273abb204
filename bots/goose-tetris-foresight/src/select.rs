//! Which children live: equal boards merged, a quota for each bucket, then the best of the rest.
//!
//! A child lives if fewer than `quota` better ones share its bucket and fewer than `width` better ones are
//! within their quotas. Better is the larger value, then the larger hash. So the choice is a function of the set
//! of children alone, and children known to be below the last survivor need never be shown.

use crate::node::{BUCKETS, Child};

/// Buffers that are used again from layer to layer.
#[derive(Debug, Default)]
pub struct Selector {
    table: Vec<u64>,
    counts: Vec<u32>,
    keys: Vec<u64>,
}

/// What a selection saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selected {
    /// Whether `width` children lived, so that there is a last survivor to be better than.
    pub filled: bool,
    /// The value of the last survivor; the smallest number if there are fewer than `width`.
    pub worst: i32,
}

impl Selector {
    /// Thins `children` out, in their order. Of equal boards of equal value the first
    /// one lives.
    pub fn select(&mut self, children: &mut Vec<Child>, width: usize, quota: usize) -> Selected {
        self.merge(children);
        let cutoffs = self.bucket_cutoffs(children, quota);
        let inside =
            |child: &Child| match cutoffs.binary_search_by_key(&child.bucket, |cutoff| cutoff.0) {
                Ok(at) => key(child) >= cutoffs[at].1,
                Err(_) => true,
            };
        children.retain(inside);
        if children.len() < width {
            return Selected {
                filled: false,
                worst: i32::MIN,
            };
        }
        self.keys.clear();
        self.keys.extend(children.iter().map(key));
        let cutoff = nth_largest(&mut self.keys, width);
        children.retain(|child| key(child) >= cutoff);
        Selected {
            filled: true,
            worst: ((cutoff >> 32) as u32 ^ SIGN) as i32,
        }
    }

    /// Removes all but the best of equal boards.
    fn merge(&mut self, children: &mut Vec<Child>) {
        let size = (children.len() * 2).next_power_of_two().max(16);
        self.table.clear();
        self.table.resize(size, 0);
        let mut dead = false;
        for at in 0..children.len() {
            let child = children[at];
            let tag = child.hash & !u64::from(u32::MAX);
            let mut slot = child.hash as usize & (size - 1);
            loop {
                let entry = self.table[slot];
                if entry == 0 {
                    self.table[slot] = tag | (at as u64 + 1);
                    break;
                }
                let other = (entry as u32 - 1) as usize;
                if entry & !u64::from(u32::MAX) == tag && children[other].hash == child.hash {
                    let loser = if child.value > children[other].value {
                        self.table[slot] = tag | (at as u64 + 1);
                        other
                    } else {
                        at
                    };
                    children[loser].bucket = DEAD;
                    dead = true;
                    break;
                }
                slot = (slot + 1) & (size - 1);
            }
        }
        if dead {
            children.retain(|child| child.bucket != DEAD);
        }
    }

    /// The smallest living key of each bucket that is over its quota, by bucket.
    fn bucket_cutoffs(&mut self, children: &[Child], quota: usize) -> Vec<(u16, u64)> {
        self.counts.resize(BUCKETS, 0);
        let mut crowded = Vec::new();
        for child in children {
            let count = &mut self.counts[usize::from(child.bucket)];
            *count += 1;
            if *count as usize == quota + 1 {
                crowded.push(child.bucket);
            }
        }
        crowded.sort_unstable();
        let mut members: Vec<(u16, Vec<u64>)> = crowded
            .into_iter()
            .map(|bucket| {
                (
                    bucket,
                    Vec::with_capacity(self.counts[usize::from(bucket)] as usize),
                )
            })
            .collect();
        for child in children {
            if !members.is_empty()
                && self.counts[usize::from(child.bucket)] as usize > quota
                && let Ok(at) = members.binary_search_by_key(&child.bucket, |member| member.0)
            {
                members[at].1.push(key(child));
            }
        }
        for child in children {
            self.counts[usize::from(child.bucket)] = 0;
        }
        members
            .into_iter()
            .map(|(bucket, mut keys)| (bucket, nth_largest(&mut keys, quota)))
            .collect()
    }
}

/// A bucket number that no board has.
const DEAD: u16 = u16::MAX;
const _: () = assert!(BUCKETS < DEAD as usize);

const SIGN: u32 = 1 << 31;

/// Value, then hash, as one number to compare by.
#[inline]
fn key(child: &Child) -> u64 {
    u64::from(child.value as u32 ^ SIGN) << 32 | child.hash >> 32
}

/// The `n`-th largest of at least `n` keys.
fn nth_largest(keys: &mut [u64], n: usize) -> u64 {
    let at = keys.len() - n;
    *keys.select_nth_unstable(at).1
}
