//! Games on several threads: one way to hand them out, to cancel them and to collect what comes of them.

use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use arena_common::{Cancel, Stop};

/// Does the work for every item of `todo` on `threads` threads, and hands each result to `collect` on this one, in the
/// order in which they come. `collect` returns true once no more is needed: then what is running is cancelled, and results that
/// were ready before still come. The first failure cancels the rest.
///
/// Returns what stopped the work before its end: a failure, or a cancellation from outside.
pub fn run<T, R: Send>(
    threads: usize,
    cancel: &Cancel,
    todo: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> Result<R, Stop> + Sync,
    mut collect: impl FnMut(R) -> bool,
) -> Option<Stop> {
    let todo = Mutex::new(todo);
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = |results: mpsc::Sender<Result<R, Stop>>| {
        while let Some(item) = next() {
            let result = cancel.check().map_err(Stop::from).and_then(|()| work(item));
            let over = result.is_err();
            if results.send(result).is_err() || over {
                return;
            }
        }
    };
    let (mut stopped, mut enough) = (None, false);
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(|| worker(sender));
        }
        drop(sender);
        for result in results {
            match result {
                Ok(result) => {
                    if collect(result) {
                        enough = true;
                        cancel.cancel();
                    }
                }
                Err(Stop::Cancelled) if enough => {}
                Err(stop) => {
                    cancel.cancel();
                    // The first one is the cause; the others follow from it.
                    stopped.get_or_insert(stop);
                }
            }
        }
    });
    stopped
}

/// [`run`] with all results in the order of the items, so that nothing depends on the number of threads.
///
/// # Errors
/// If something stopped the work; then there are no results.
pub fn run_in_order<T: Send, R: Send>(
    threads: usize,
    cancel: &Cancel,
    todo: Vec<T>,
    work: impl Fn(T) -> Result<R, Stop> + Sync,
) -> Result<Vec<R>, Stop> {
    let mut results: Vec<Option<R>> = todo.iter().map(|_| None).collect();
    let stopped = run(
        threads,
        cancel,
        todo.into_iter().enumerate(),
        |(number, item)| Ok((number, work(item)?)),
        |(number, result)| {
            results[number] = Some(result);
            false
        },
    );
    match stopped {
        Some(stop) => Err(stop),
        None => Ok(results.into_iter().flatten().collect()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 4] {
            let squares =
                run_in_order(threads, &Cancel::default(), (0..100).collect(), |n: u32| {
                    Ok(n * n)
                });
            let want: Vec<u32> = (0..100).map(|n| n * n).collect();
            assert_eq!(squares.unwrap(), want);
        }
    }

    #[test]
    fn a_failure_ends_all_and_is_the_cause() {
        let (cancel, worked) = (Cancel::default(), AtomicU32::new(0));
        let work = |n: u32| {
            worked.fetch_add(1, Ordering::Relaxed);
            if n == 5 {
                return Err(anyhow::anyhow!("five").into());
            }
            while n > 5 && !cancel.is_cancelled() {
                thread::yield_now();
            }
            Ok(n)
        };
        let failed = run_in_order(2, &cancel, (0..1000).collect(), work);
        assert!(matches!(failed, Err(Stop::Failed(error)) if error.to_string() == "five"));
        // The other thread was in one game at most when the fifth failed.
        assert!(cancel.is_cancelled() && worked.into_inner() <= 7);
    }

    #[test]
    fn enough_is_no_failure_and_cancellation_from_outside_is() {
        let (cancel, mut seen) = (Cancel::default(), 0);
        let stopped = run(2, &cancel, 0.., Ok, |_: u32| {
            seen += 1;
            seen >= 10
        });
        assert!(stopped.is_none() && seen >= 10);
        let stopped = run(2, &cancel, 0..10, Ok, |_: u32| false);
        assert!(matches!(stopped, Some(Stop::Cancelled)));
    }
}
