//! Which children live: equal boards merged, a quota for each bucket, then the best of the rest.
//!
//! A child lives if fewer than `quota` better ones share its bucket and fewer than `width` better ones are
//! within their quotas. Better is the larger value, then the larger hash. So the choice is a function of the set
//! of children alone, and children known to be below the last survivor need never be shown.

use std::hint::black_box;

use crate::node::{BUCKETS, Child};

/// Buffers that are used again from layer to layer.
#[derive(Debug, Default)]
pub struct Selector {
    table: Vec<Entry>,
    buckets: Vec<Bucket>,
    /// The buckets that children are in.
    used: Vec<u16>,
    keys: Vec<u64>,
}

/// The best child of one board. The value stands here so that a worse one is known without a look at the other.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    hash: u64,
    value: i32,
    /// Number of the child + 1; 0 if the entry is empty.
    child: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    /// The smallest key that lives.
    cutoff: u64,
    /// Different boards.
    count: u32,
    /// Number among the buckets that are over their quota.
    crowded: u32,
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
        self.mark(children);
        self.choose(children, width, quota)
    }

    /// The first half of [`Selector::select`]: drops all but the best of equal boards.
    pub fn merge(&mut self, children: &mut Vec<Child>) {
        self.mark(children);
        children.retain(|child| child.bucket != DEAD);
    }

    /// The second half of [`Selector::select`]: of children just merged, whose values may be others by now, those
    /// that live.
    pub fn choose(&mut self, children: &mut Vec<Child>, width: usize, quota: usize) -> Selected {
        self.set_cutoffs(children, quota);
        self.keys.clear();
        children.retain(|child| {
            let lives = key(child) >= self.buckets[usize::from(child.bucket)].cutoff;
            if lives {
                self.keys.push(key(child));
            }
            lives
        });
        for bucket in self.used.drain(..) {
            self.buckets[usize::from(bucket)] = Bucket::default();
        }
        if children.len() < width {
            return Selected {
                filled: false,
                worst: i32::MIN,
            };
        }
        let cutoff = nth_largest(&mut self.keys, width);
        children.retain(|child| key(child) >= cutoff);
        Selected {
            filled: true,
            worst: ((cutoff >> 32) as u32 ^ SIGN) as i32,
        }
    }

    /// Marks all but the best of equal boards as dead, and counts the others by bucket.
    fn mark(&mut self, children: &mut [Child]) {
        self.buckets.resize(BUCKETS + 1, Bucket::default());
        self.buckets[usize::from(DEAD)].cutoff = u64::MAX;
        let size = children.len() + children.len() / 4 + 1;
        self.table.clear();
        self.table.resize(size, Entry::default());
        let slot = |child: &Child| (((child.hash & 0xffff_ffff) * size as u64) >> 32) as usize;
        for from in (0..children.len()).step_by(AHEAD) {
            let to = (from + AHEAD).min(children.len());
            // Loads that wait for nothing, and so for the memory all together.
            let touched = children[from..to]
                .iter()
                .fold(0, |sum, child| sum ^ self.table[slot(child)].child);
            black_box(touched);
            for at in from..to {
                let child = children[at];
                let new = Entry {
                    hash: child.hash,
                    value: child.value,
                    child: at as u32 + 1,
                };
                let mut slot = slot(&child);
                let old = loop {
                    let entry = &mut self.table[slot];
                    if entry.child == 0 || entry.hash == child.hash {
                        break entry;
                    }
                    slot = if slot + 1 == size { 0 } else { slot + 1 };
                };
                if old.child == 0 {
                    *old = new;
                    let bucket = &mut self.buckets[usize::from(child.bucket)];
                    if bucket.count == 0 {
                        self.used.push(child.bucket);
                    }
                    bucket.count += 1;
                } else if child.value > old.value {
                    children[old.child as usize - 1].bucket = DEAD;
                    *old = new;
                } else {
                    children[at].bucket = DEAD;
                }
            }
        }
    }

    /// Finds the smallest living key of each bucket that is over its quota.
    fn set_cutoffs(&mut self, children: &[Child], quota: usize) {
        let mut keys = Vec::new();
        for bucket in &self.used {
            let bucket = &mut self.buckets[usize::from(*bucket)];
            if bucket.count as usize > quota {
                bucket.crowded = keys.len() as u32;
                keys.push(Vec::with_capacity(bucket.count as usize));
            }
        }
        if keys.is_empty() {
            return;
        }
        for child in children {
            let bucket = &self.buckets[usize::from(child.bucket)];
            if bucket.count as usize > quota {
                keys[bucket.crowded as usize].push(key(child));
            }
        }
        for bucket in &self.used {
            let bucket = &mut self.buckets[usize::from(*bucket)];
            if bucket.count as usize > quota {
                bucket.cutoff = nth_largest(&mut keys[bucket.crowded as usize], quota);
            }
        }
    }
}

/// Children whose table entries are asked for at once.
const AHEAD: usize = 16;

/// A bucket number that no board has.
const DEAD: u16 = BUCKETS as u16;
const _: () = assert!(BUCKETS < u16::MAX as usize);

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
