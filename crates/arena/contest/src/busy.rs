//! Detects a machine that is too busy for move times to mean anything.
//!
//! Before the games it is measured how many of the processors that the arena may use (under `taskset` not all) other
//! programs keep busy, after them how long the bots had to wait for one. Programs that have been made nice do not count: they give way.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use arena_common::texts::tr;
use process::affinity;
use process::waiting::{self, Share};

/// The time for which the machine is observed before the games.
const SAMPLE: Duration = Duration::from_millis(200);
/// Processors that may lack.
const SLACK: f64 = 0.3;
/// The part of their time that bots may wait for a processor.
const MOST_WAITED: f64 = 0.05;
/// The milliseconds that bots may wait in a turn: starting a program costs some on a quiet machine, too.
const MOST_WAITED_MS: f64 = 2.0;
/// The part of all time that the host of a virtual machine may take.
const MOST_STOLEN: f64 = 0.03;

/// Plays games and says on standard error what of the machine makes move times worth little: for games by the clock, so
/// many at a time; `None` for others.
pub fn watched<T>(jobs: Option<usize>, play: impl FnOnce() -> T) -> T {
    let Some(jobs) = jobs else { return play() };
    let tell = |notice: Option<String>| notice.iter().for_each(|notice| eprintln!("{notice}"));
    let cores = affinity::allowed().unwrap_or_default();
    let since = |before: Option<Ticks>| Some(ticks(&cores)?.since(before?));
    let before = ticks(&cores);
    sleep(SAMPLE);
    let others = since(before).map(|ticks| ticks.part(|ticks| ticks.busy) * cores.len() as f64);
    tell(others.and_then(|others| crowded(others, cores.len(), jobs)));
    let (waiting, before) = (waiting::so_far(), ticks(&cores));
    let result = play();
    let waiting = waiting::so_far().since(waiting);
    let stolen = since(before).map(|ticks| ticks.part(|ticks| ticks.stolen));
    tell(disturbed(waiting, stolen.unwrap_or_default()));
    result
}

/// Time of some processors since the machine was started, in ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ticks {
    all: u64,
    /// Of programs that are not nice, and of the system.
    busy: u64,
    /// Taken by the host of a virtual machine.
    stolen: u64,
}

impl Ticks {
    fn since(self, earlier: Self) -> Self {
        Self {
            all: self.all.saturating_sub(earlier.all),
            busy: self.busy.saturating_sub(earlier.busy),
            stolen: self.stolen.saturating_sub(earlier.stolen),
        }
    }

    fn part(self, of: fn(Self) -> u64) -> f64 {
        of(self) as f64 / self.all.max(1) as f64
    }
}

fn crowded(others: f64, cores: usize, jobs: usize) -> Option<String> {
    (cores as f64 - others + SLACK < jobs as f64).then(|| {
        said!(
            "note: other programs keep {others:.1} of {cores} cores busy, and --jobs {jobs} wants {jobs}: move times will \
             mean little. Wait for them, or play with fewer --jobs or by --nodes"
        )
    })
}

fn disturbed(waiting: Share, stolen: f64) -> Option<String> {
    let mut found = Vec::new();
    let (waited, ms) = (waiting.part().unwrap_or_default(), waiting.waited_ms());
    if waited > MOST_WAITED && ms > MOST_WAITED_MS {
        found.push(said!(
            "the bots waited for a processor {:.0} % of their time, {ms:.0} ms a turn",
            100.0 * waited
        ));
    }
    if stolen > MOST_STOLEN {
        found.push(said!(
            "the host of this virtual machine took {:.0} % of the processors' time",
            100.0 * stolen
        ));
    }
    (!found.is_empty()).then(|| {
        said!(
            "note: {}: move times mean little. Play with fewer --jobs, with --affinity, on a quieter machine or by --nodes",
            found.join(tr(", and "))
        )
    })
}

fn ticks(cores: &[usize]) -> Option<Ticks> {
    read(&fs::read_to_string("/proc/stat").ok()?, cores)
}

/// The sum over these processors, of each a line `cpuN user nice system idle iowait irq softirq steal ...`; `None` if one
/// has none.
fn read(text: &str, cores: &[usize]) -> Option<Ticks> {
    let mut sum = Ticks::default();
    for core in cores {
        let name = format!("cpu{core} ");
        let line = text.lines().find_map(|line| line.strip_prefix(&name))?;
        let numbers: Option<Vec<u64>> = line.split_whitespace().map(|n| n.parse().ok()).collect();
        let numbers = numbers?;
        let [user, _nice, system, _idle, _waiting, irq, softirq, stolen] =
            *numbers.first_chunk()?;
        sum.all += numbers[..8].iter().sum::<u64>();
        sum.busy += user + system + irq + softirq + stolen;
        sum.stolen += stolen;
    }
    (!cores.is_empty()).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_counters_are_read() {
        let text = "cpu  11 22 33 44 5 6 7 8 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\ncpu1 10 20 30 40 0 0 0 0 0 0\n";
        let want = Ticks {
            all: 36,
            busy: 25,
            stolen: 8,
        };
        assert_eq!(read(text, &[0]), Some(want));
        let all = read(text, &[0, 1]).unwrap();
        assert_eq!((all.all, all.busy), (136, 65));
        assert_eq!(read(text, &[2]), None);
        assert_eq!(read("cpu0 1 2\n", &[0]), None);
        assert_eq!(read("", &[]), None);
        assert_eq!(want.since(want).part(|ticks| ticks.busy), 0.0);
    }

    #[test]
    fn only_a_busy_machine_is_worth_a_note() {
        assert_eq!(crowded(0.1, 2, 1), None);
        assert_eq!(crowded(1.2, 2, 1), None);
        let said = crowded(1.5, 2, 1).unwrap();
        assert!(
            said.contains("1.5 of 2 cores") && said.contains("--nodes"),
            "{said}"
        );
        assert!(crowded(0.5, 2, 2).is_some());
        let waiting = |waited_ms: u64| Share {
            run: 100_000_000,
            waited: waited_ms * 1_000_000,
            turns: 4,
        };
        assert_eq!(disturbed(waiting(4), 0.02), None);
        // Much of little is nothing.
        let short = Share {
            run: 1_000_000,
            ..waiting(4)
        };
        assert_eq!(disturbed(short, 0.0), None);
        let said = disturbed(waiting(25), 0.0).unwrap();
        assert!(
            said.contains("20 % of their time, 6 ms a turn") && !said.contains("host"),
            "{said}"
        );
        assert!(disturbed(waiting(0), 0.1).unwrap().contains("took 10 %"));
    }
}
