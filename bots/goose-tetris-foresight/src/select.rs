//! Which children live: equal boards merged, a quota for each bucket, then the best of the rest.
//!
//! A child lives if fewer than `quota` better ones share its bucket and fewer than `width` better ones are
//! within their quotas. Better is the larger value, then the larger hash. So the choice is a function of the set
//! of children alone, and children known to be below the last survivor need never be shown.

use solvers::parallel::in_shares;

use crate::node::{BUCKETS, Child};

/// Buffers that are used again from layer to layer.
#[derive(Debug, Default)]
pub struct Selector {
    entries: Vec<Entry>,
    /// A bit for each child that is not the best of its board.
    dead: Vec<u64>,
    buckets: Vec<Bucket>,
    /// The buckets that children are in.
    used: Vec<u16>,
    keys: Vec<u64>,
}

/// What tells which child of a board is the best.
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
    over_quota: u32,
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
    /// one lives. The result does not depend on the number of threads.
    pub fn select(
        &mut self,
        children: &mut Vec<Child>,
        width: usize,
        quota: usize,
        threads: usize,
    ) -> Selected {
        self.mark(children, threads);
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
    ///
    /// One table of all boards would be far larger than the caches, and much time would go by in waiting for it. So
    /// the children are first sorted by some bits of the hash into parts whose tables are small.
    fn mark(&mut self, children: &mut [Child], threads: usize) {
        let bits = (children.len() / PART).max(1).ilog2();
        let ends = self.sort(children, bits);
        let entries = &self.entries;
        let dead = in_shares(&ends, threads, |first, share| {
            let mut begin = first.checked_sub(1).map_or(0, |before| ends[before]);
            let (mut table, mut dead) = (vec![], vec![]);
            for end in share {
                merge(&entries[begin..*end], bits, &mut table, &mut dead);
                begin = *end;
            }
            dead
        });
        self.dead.clear();
        self.dead.resize(children.len().div_ceil(64), 0);
        for number in dead.into_iter().flatten() {
            self.dead[number as usize / 64] |= 1 << (number % 64);
        }
        self.buckets.resize(BUCKETS + 1, Bucket::default());
        self.buckets[usize::from(DEAD)].cutoff = u64::MAX;
        for (children, dead) in children.chunks_mut(64).zip(&self.dead) {
            for (at, child) in children.iter_mut().enumerate() {
                if dead >> at & 1 == 1 {
                    child.bucket = DEAD;
                    continue;
                }
                let bucket = &mut self.buckets[usize::from(child.bucket)];
                if bucket.count == 0 {
                    self.used.push(child.bucket);
                }
                bucket.count += 1;
            }
        }
    }

    /// Sorts the entries of children by the `bits` upper ones of the hash's lower half, otherwise in their order.
    /// Returns where the parts end.
    fn sort(&mut self, children: &[Child], bits: u32) -> Vec<usize> {
        let part = |child: &Child| ((child.hash & HALF) << bits >> 32) as usize;
        let mut counts = vec![0; 1 << bits];
        for child in children {
            counts[part(child)] += 1;
        }
        let mut next = 0;
        for count in &mut counts {
            (*count, next) = (next, next + *count);
        }
        self.entries.resize(children.len(), Entry::default());
        for (child, number) in children.iter().zip(1..) {
            let at = &mut counts[part(child)];
            self.entries[*at] = Entry {
                hash: child.hash,
                value: child.value,
                child: number,
            };
            *at += 1;
        }
        counts
    }

    /// Finds the smallest living key of each bucket that is over its quota.
    fn set_cutoffs(&mut self, children: &[Child], quota: usize) {
        let mut keys = Vec::new();
        for bucket in &self.used {
            let bucket = &mut self.buckets[usize::from(*bucket)];
            if bucket.count as usize > quota {
                bucket.over_quota = keys.len() as u32;
                keys.push(Vec::with_capacity(bucket.count as usize));
            }
        }
        if keys.is_empty() {
            return;
        }
        for child in children {
            let bucket = &self.buckets[usize::from(child.bucket)];
            if bucket.count as usize > quota {
                keys[bucket.over_quota as usize].push(key(child));
            }
        }
        for bucket in &self.used {
            let bucket = &mut self.buckets[usize::from(*bucket)];
            if bucket.count as usize > quota {
                bucket.cutoff = nth_largest(&mut keys[bucket.over_quota as usize], quota);
            }
        }
    }
}

/// Appends the numbers of the children that are not the best of their board, in a part made by `bits` of the hash.
fn merge(part: &[Entry], bits: u32, table: &mut Vec<Entry>, dead: &mut Vec<u32>) {
    let size = part.len() + part.len() / 4 + 1;
    table.clear();
    table.resize(size, Entry::default());
    for new in part {
        // The next lower bits are as good as random here.
        let mut slot = ((((new.hash << bits) & HALF) * size as u64) >> 32) as usize;
        let old = loop {
            let entry = &mut table[slot];
            if entry.child == 0 || entry.hash == new.hash {
                break entry;
            }
            slot = if slot + 1 == size { 0 } else { slot + 1 };
        };
        if old.child == 0 {
            *old = *new;
        } else if new.value > old.value {
            dead.push(old.child - 1);
            *old = *new;
        } else {
            dead.push(new.child - 1);
        }
    }
}

/// Children of a part, or twice as many: their table is some hundred kilobytes.
const PART: usize = 8192;

/// The lower half of a hash. The upper one breaks ties.
const HALF: u64 = 0xffff_ffff;

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
