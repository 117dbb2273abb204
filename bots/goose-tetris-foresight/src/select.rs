//! The choice of the children that live: equal boards merged, a quota for each bucket, then the best of the rest.
//!
//! A child lives if fewer than `quota` better ones share its bucket and fewer than `width` better ones are
//! within their quotas. Better is the larger value, then the larger hash. So the choice is a function of the set
//! of children alone, and children known to be below the last survivor need never be shown.

use solvers::parallel::{each, in_parallel, in_shares};

use crate::node::{BUCKETS, Child};

/// The result of a selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selected {
    /// The children that live, in their order and in the parts that they were shown in.
    pub children: Vec<Vec<Child>>,
    /// The value of the last survivor; `None` if fewer than `width` children live.
    pub worst: Option<i32>,
}

/// Thins children out. Of equal boards of equal value the first one lives. They are shown in parts, one for each
/// thread; where these begin and end changes nothing.
pub fn select(parts: &[Vec<Child>], width: usize, quota: usize) -> Selected {
    let parts = numbered(parts);
    let dead = dead(&parts);
    let cutoffs = cutoffs(&parts, &dead, quota);
    let mut children: Vec<Vec<Child>> = in_parallel(&parts, |part| {
        let lives = |child: &Child| key(child) >= cutoffs[usize::from(child.bucket)];
        let mut within = Vec::with_capacity(part.children.len());
        within.extend(part.living(&dead).filter(|child| lives(child)).copied());
        within
    });
    let cutoff = nth_largest(&children, width, key);
    if let Some(cutoff) = cutoff {
        each(&mut children, |part| {
            part.retain(|child| key(child) >= cutoff)
        });
    }
    Selected {
        children,
        worst: cutoff.map(|cutoff| value(cutoff >> 32)),
    }
}

/// Some of the children.
struct Part<'a> {
    /// Number of the first one among all.
    first: usize,
    children: &'a [Child],
}

impl Part<'_> {
    /// The children whose bit is not set.
    fn living(&self, dead: &[u64]) -> impl Iterator<Item = &Child> {
        let numbered = (self.first..).zip(self.children);
        let living = numbered.filter(|(number, _)| dead[number / 64] >> (number % 64) & 1 == 0);
        living.map(|(_, child)| child)
    }
}

fn numbered(parts: &[Vec<Child>]) -> Vec<Part<'_>> {
    let mut first = 0;
    let part = |children| {
        let part = Part { first, children };
        first += part.children.len();
        part
    };
    parts.iter().map(Vec::as_slice).map(part).collect()
}

/// The smallest key that lives, by bucket: 0 where there are at most `quota` boards.
fn cutoffs(parts: &[Part], dead: &[u64], quota: usize) -> Vec<u64> {
    let counts = in_parallel(parts, |part| {
        let mut counts = vec![0; BUCKETS];
        for child in part.living(dead) {
            counts[usize::from(child.bucket)] += 1;
        }
        counts
    });
    let is_over =
        |bucket: &usize| counts.iter().map(|counts| counts[*bucket]).sum::<usize>() > quota;
    let over: Vec<usize> = (0..BUCKETS).filter(is_over).collect();
    let mut cutoffs = vec![0; BUCKETS];
    if over.is_empty() {
        return cutoffs;
    }
    let mut places = vec![None; BUCKETS];
    for (place, bucket) in over.iter().enumerate() {
        places[*bucket] = Some(place);
    }
    let keys = in_parallel(parts, |part| {
        let mut keys = vec![Vec::new(); over.len()];
        for child in part.living(dead) {
            if let Some(place) = places[usize::from(child.bucket)] {
                keys[place].push(key(child));
            }
        }
        keys
    });
    for (place, bucket) in over.iter().enumerate() {
        let keys: Vec<&[u64]> = keys.iter().map(|keys| &keys[place][..]).collect();
        cutoffs[*bucket] = nth_largest(&keys, quota, |key| *key).unwrap_or(0);
    }
    cutoffs
}

/// The `n`-th largest key of all parts; `None` if there are fewer. A sample says between which two keys it should be, so
/// only those between them have to be compared with each other.
pub fn nth_largest<P: AsRef<[T]> + Sync, T: Sync>(
    parts: &[P],
    n: usize,
    key: impl Fn(&T) -> u64 + Sync,
) -> Option<u64> {
    let all: usize = parts.iter().map(|part| part.as_ref().len()).sum();
    if n > all || n == 0 {
        return None;
    }
    let stride = (all / SAMPLE).max(1);
    let sampled =
        |part: &P| -> Vec<u64> { part.as_ref().iter().step_by(stride).map(&key).collect() };
    let mut sample: Vec<u64> = parts.iter().flat_map(sampled).collect();
    sample.sort_unstable_by(|a, b| b.cmp(a));
    let place = n * sample.len() / all;
    let most = place.checked_sub(SPREAD).map_or(u64::MAX, |at| sample[at]);
    let least = sample.get(place + SPREAD).copied().unwrap_or(0);
    let find = |most: u64, least: u64| {
        let split = in_parallel(parts, |part| {
            let keys = part.as_ref().iter().map(&key);
            let mut above = 0;
            let between = |key: &u64| {
                above += usize::from(*key > most);
                (least..=most).contains(key)
            };
            let between: Vec<u64> = keys.filter(between).collect();
            (above, between)
        });
        let above: usize = split.iter().map(|(above, _)| above).sum();
        let mut between: Vec<u64> = split.into_iter().flat_map(|(_, keys)| keys).collect();
        let at = n.checked_sub(above + 1)?;
        (at < between.len()).then(|| *between.select_nth_unstable_by(at, |a, b| b.cmp(a)).1)
    };
    find(most, least).or_else(|| find(u64::MAX, 0))
}

/// Keys of a sample.
const SAMPLE: usize = 4096;

/// Places of a sample that a key may be away from where it is expected: four times the standard deviation.
const SPREAD: usize = 128;

/// The data that tell which child of a board is the best.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    hash: u64,
    value: i32,
    /// Number of the child + 1; 0 if the entry is empty.
    child: u32,
}

/// A bit for each child that is not the best of its board.
///
/// One table of all boards would be far larger than the caches, and much time would go by in waiting for it. So
/// the children are first sorted by some bits of the hash into groups whose tables are small.
fn dead(parts: &[Part]) -> Vec<u64> {
    let count: usize = parts.iter().map(|part| part.children.len()).sum();
    let bits = (count / GROUP).max(1).ilog2();
    let sorted = in_parallel(parts, |part| sort(part, bits));
    let groups: Vec<usize> = (0..1 << bits).collect();
    let losers = in_shares(&groups, parts.len(), |_, share| {
        let (mut table, mut losers) = (vec![], vec![]);
        for group in share {
            let group: Vec<&[Entry]> = sorted
                .iter()
                .map(|(entries, ends)| {
                    let begin = group.checked_sub(1).map_or(0, |before| ends[before]);
                    &entries[begin..ends[*group]]
                })
                .collect();
            merge(&group, bits, &mut table, &mut losers);
        }
        losers
    });
    let mut dead = vec![0; count.div_ceil(64)];
    for number in losers.into_iter().flatten() {
        dead[number as usize / 64] |= 1 << (number % 64);
    }
    dead
}

/// The entries of a part's children by the `bits` upper ones of the hash's lower half, otherwise in their order; and
/// where the groups end.
fn sort(part: &Part, bits: u32) -> (Vec<Entry>, Vec<usize>) {
    let group = |child: &Child| ((child.hash & HALF) << bits >> 32) as usize;
    let mut counts = vec![0; 1 << bits];
    for child in part.children {
        counts[group(child)] += 1;
    }
    let mut next = 0;
    for count in &mut counts {
        (*count, next) = (next, next + *count);
    }
    let mut entries = vec![Entry::default(); part.children.len()];
    for (child, number) in part.children.iter().zip(part.first as u32 + 1..) {
        let at = &mut counts[group(child)];
        entries[*at] = Entry {
            hash: child.hash,
            value: child.value,
            child: number,
        };
        *at += 1;
    }
    (entries, counts)
}

/// Appends the numbers of the children that are not the best of their board, in a group made by `bits` of the hash.
fn merge(group: &[&[Entry]], bits: u32, table: &mut Vec<Entry>, dead: &mut Vec<u32>) {
    let count: usize = group.iter().map(|part| part.len()).sum();
    let size = count + count / 4 + 1;
    table.clear();
    table.resize(size, Entry::default());
    for new in group.iter().copied().flatten() {
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

/// Children of a group, or twice as many: their table is some hundred kilobytes.
const GROUP: usize = 8192;

/// The lower half of a hash. The upper one breaks ties.
const HALF: u64 = 0xffff_ffff;

const SIGN: u32 = 1 << 31;

/// A value as a key: the larger value has the larger key.
#[inline]
pub const fn order(value: i32) -> u64 {
    (value as u32 ^ SIGN) as u64
}

/// The value that has this key.
pub const fn value(key: u64) -> i32 {
    (key as u32 ^ SIGN) as i32
}

/// Value, then hash, as one number to compare by.
#[inline]
fn key(child: &Child) -> u64 {
    order(child.value) << 32 | child.hash >> 32
}
