//! The time that programs waited for a processor: if that is much, their times mean little.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

/// Nanoseconds that programs have run and waited since the arena began.
static RUN: AtomicU64 = AtomicU64::new(0);
static WAITED: AtomicU64 = AtomicU64::new(0);
/// The turns in which that was counted.
static TURNS: AtomicU64 = AtomicU64::new(0);

/// Time of a program in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// On a processor.
    pub run: u64,
    /// Ready to run, but without one.
    pub waited: u64,
    /// The number of turns.
    pub turns: u64,
}

impl Share {
    /// The fraction of its time that the program waited, 0 to 1; `None` without any time.
    pub fn part(self) -> Option<f64> {
        let all = self.run + self.waited;
        (all > 0).then(|| self.waited as f64 / all as f64)
    }

    /// Milliseconds that the program waited in a turn, on the average.
    pub fn waited_ms(self) -> f64 {
        self.waited as f64 / 1e6 / self.turns.max(1) as f64
    }

    /// The counts since an earlier count.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            run: self.run.saturating_sub(earlier.run),
            waited: self.waited.saturating_sub(earlier.waited),
            turns: self.turns.saturating_sub(earlier.turns),
        }
    }
}

/// The sum over the turns of all programs so far. Of a program with several threads or processes it is that of the thread
/// that ran the longest: the one that thinks. Nothing where the system does not tell (`/proc/PID/task/TID/schedstat`).
pub fn so_far() -> Share {
    Share {
        run: RUN.load(Ordering::Relaxed),
        waited: WAITED.load(Ordering::Relaxed),
        turns: TURNS.load(Ordering::Relaxed),
    }
}

/// Counts what a program and the others of its family have had since it was `counted` last, and returns that; and whether
/// its thread is ready to run now. If it waits for a processor, that wait is not counted before its end.
pub(crate) fn count(program: u32, others: &[u32], counted: &mut Share) -> (Share, bool) {
    let all = others.iter().chain([&program]).flat_map(|&pid| shares(pid));
    let Some((now, ready)) = all.max_by_key(|(share, _)| share.run) else {
        return (Share::default(), false);
    };
    let more = Share {
        turns: 1,
        ..now.since(*counted)
    };
    RUN.fetch_add(more.run, Ordering::Relaxed);
    WAITED.fetch_add(more.waited, Ordering::Relaxed);
    TURNS.fetch_add(1, Ordering::Relaxed);
    *counted = now;
    (more, ready)
}

/// Of each thread of a process; and whether it is ready to run.
fn shares(process: u32) -> Vec<(Share, bool)> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter();
    let texts = threads.flatten().flatten().filter_map(|thread| {
        let text = |name| fs::read_to_string(thread.path().join(name)).ok();
        let ready = text("stat").is_some_and(|stat| is_ready(&stat));
        Some((read(&text("schedstat")?)?, ready))
    });
    texts.collect()
}

/// The state in a line of `/proc/PID/stat`: the first word behind the program's name, which may hold anything.
fn is_ready(stat: &str) -> bool {
    stat.rsplit_once(") ")
        .is_some_and(|(_, words)| words.starts_with('R'))
}

/// `334069 60019 2`: run, waited, time slices.
fn read(text: &str) -> Option<Share> {
    let mut numbers = text.split_whitespace().map(str::parse);
    Some(Share {
        run: numbers.next()?.ok()?,
        waited: numbers.next()?.ok()?,
        turns: 0,
    })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use rustix::process::{Pid, Signal};

    use super::*;
    use crate::memory::children;

    #[test]
    fn time_is_counted_once() {
        assert_eq!(
            read("300 100 2\n"),
            Some(Share {
                run: 300,
                waited: 100,
                turns: 0
            })
        );
        assert_eq!(read("x"), None);
        assert_eq!(read("300 100 2").unwrap().part(), Some(0.25));
        assert_eq!(Share::default().part(), None);
        assert!(is_ready("7 (a) S) R 1 7") && !is_ready("7 (a) R) S 1 7"));
        // A shell waits while its child runs; what was counted is not counted again.
        let mut shell = Command::new("sh")
            .args(["-c", "sh -c 'while :; do :; done' & wait"])
            .spawn()
            .unwrap();
        let (mut counted, before) = (Share::default(), so_far());
        let child = loop {
            let family = children(shell.id());
            if family
                .iter()
                .flat_map(|&pid| shares(pid))
                .any(|(share, _)| share.run > 50_000_000)
            {
                break family[0];
            }
        };
        let (first, ready) = count(shell.id(), &[child], &mut counted);
        let (again, _) = count(shell.id(), &[child], &mut counted);
        let (_, shell_ready) = count(shell.id(), &[], &mut Share::default());
        rustix::process::kill_process(Pid::from_raw(child.cast_signed()).unwrap(), Signal::KILL)
            .unwrap();
        shell.wait().unwrap();
        assert!(first.run > 50_000_000 && ready, "{first:?}");
        assert!(!shell_ready, "it waits for its child");
        assert!(
            again.run < counted.run && counted.run >= first.run + again.run,
            "{again:?}"
        );
        assert!(so_far().since(before).run >= counted.run);
    }
}
