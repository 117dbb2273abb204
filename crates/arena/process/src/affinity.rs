//! Processors for programs: each of several games has one of its own.
//!
//! A program runs where the thread that starts it says: that is one setting of the thread, because a game is played on
//! one thread, and between a game and its programs are layers that need not know of it.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

thread_local! {
    /// The processor of the programs that this thread starts; `None` for all that there are.
    static CORE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Processors that are handed out to games, one to each.
#[derive(Clone, Debug)]
pub struct Cores(Arc<Mutex<Vec<usize>>>);

/// The numbers of the processors that this process may use, ascending.
///
/// # Errors
/// If the system does not tell.
pub fn allowed() -> io::Result<Vec<usize>> {
    let allowed = sched_getaffinity(None)?;
    let numbers = 0..CpuSet::MAX_CPU;
    Ok(numbers.filter(|&number| allowed.is_set(number)).collect())
}

/// One processor for the programs that this thread starts, until this is dropped.
#[derive(Debug)]
pub struct Core {
    number: usize,
    cores: Cores,
}

impl Cores {
    /// The processors that this process may use. Those that share a core with another one come last.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn new() -> io::Result<Self> {
        let mut numbers = spread(allowed()?, siblings);
        // Taken from the end.
        numbers.reverse();
        Ok(Self(Arc::new(Mutex::new(numbers))))
    }

    /// The number of processors that are free.
    pub fn free(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Takes one for the programs that this thread starts from now on; `None` if none is left.
    pub fn take(&self) -> Option<Core> {
        let number = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop()?;
        CORE.set(Some(number));
        Some(Core {
            number,
            cores: self.clone(),
        })
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        CORE.set(None);
        let mut free = self.cores.0.lock().unwrap_or_else(PoisonError::into_inner);
        free.push(self.number);
    }
}

/// The processors in the order in which they are taken: the first of every `core`, then the others.
fn spread(mut numbers: Vec<usize>, core: impl Fn(usize) -> String) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    numbers.sort_by_cached_key(|&number| !seen.insert(core(number)));
    numbers
}

/// The processors of a core, as the system writes them: equal for those of one core.
fn siblings(number: usize) -> String {
    let path = format!("/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list");
    fs::read_to_string(path).unwrap_or_else(|_| number.to_string())
}

/// The processor of the programs that this thread starts.
pub(crate) fn of_this_thread() -> Option<usize> {
    CORE.get()
}

/// Does something, such as to start a program, with this process bound to one processor; with all that it had before if
/// that is `None` or cannot be had any more.
pub(crate) fn bound<T>(core: Option<usize>, work: impl FnOnce() -> T) -> T {
    let Some(number) = core.filter(|&number| number < CpuSet::MAX_CPU) else {
        return work();
    };
    let before = sched_getaffinity(None);
    let mut only = CpuSet::new();
    only.set(number);
    let _ = sched_setaffinity(None, &only);
    let result = work();
    if let Ok(before) = before {
        let _ = sched_setaffinity(None, &before);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_core_has_a_program_before_one_has_two() {
        let beside = |number: usize| (number / 2).to_string();
        let order = spread((0..8).collect(), beside);
        assert_eq!(order, [0, 2, 4, 6, 1, 3, 5, 7]);
        let apart = |number: usize| (number % 4).to_string();
        assert!(spread((0..8).collect(), apart).into_iter().eq(0..8));
    }

    #[test]
    fn each_thread_takes_a_processor_and_gives_it_back() {
        let cores = Cores::new().unwrap();
        let all = cores.free();
        assert!(all > 0 && of_this_thread().is_none());
        let taken: Vec<Core> = std::iter::from_fn(|| cores.take()).collect();
        assert_eq!((taken.len(), cores.free()), (all, 0));
        let numbers: BTreeSet<usize> = taken.iter().map(|core| core.number).collect();
        assert_eq!(numbers.len(), all);
        assert_eq!(of_this_thread(), Some(taken[all - 1].number));
        drop(taken);
        assert_eq!((cores.free(), of_this_thread()), (all, None));
    }

    #[test]
    fn a_bound_process_is_free_again_afterwards() {
        let count = || sched_getaffinity(None).unwrap().count();
        let before = count();
        let cores = Cores::new().unwrap();
        let core = cores.take().unwrap();
        assert_eq!(bound(Some(core.number), count), 1);
        assert_eq!(bound(None, count), before);
        assert_eq!(count(), before);
    }
}
