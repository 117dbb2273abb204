//! The budget of a search, which tells it when to stop.

use std::time::{Duration, Instant};

use judges_common::{Turn, margin};

/// The remaining effort of a search: until a point in time, or for a number of nodes.
///
/// A search calls [`spend`](Budget::spend) as it goes and returns its best move so far as soon as
/// [`exhausted`](Budget::exhausted) is true. Under a node budget the clock is never read, so the same search with
/// the same budget always stops at the same node.
#[derive(Clone, Debug)]
pub struct Budget {
    spent: u64,
    bound: Bound,
}

#[derive(Clone, Debug)]
enum Bound {
    Nodes(u64),
    Time(Clock),
}

#[derive(Clone, Debug)]
struct Clock {
    started: Instant,
    hard: Duration,
    /// Read it again when this many nodes are spent.
    next: u64,
    /// Nodes between two looks at the clock.
    step: u64,
    last: Instant,
    over: bool,
}

/// The clock is read about once in this time: far below the margin, far above what reading it costs (some 30 ns).
const TICK: Duration = Duration::from_micros(500);
/// Most nodes between two looks at the clock, because a search may go over from cheap nodes to expensive ones: this many
/// rollouts of 100 us take less than half of the margin.
const MAX_STEP: u64 = 256;

impl Budget {
    /// The budget of a bot's turn: its nodes if it has any, or else its time limit less the [`margin`].
    pub fn of(turn: &Turn) -> Budget {
        Budget::new(turn.started, turn.limit, turn.nodes)
    }

    /// A budget of `nodes` nodes, whatever time they take.
    pub fn of_nodes(nodes: u64) -> Budget {
        Budget {
            spent: 0,
            bound: Bound::Nodes(nodes),
        }
    }

    /// The budget of a turn that began at `started` and that the judge ends after `limit`, less the [`margin`]; or of
    /// `nodes` nodes if that is given.
    pub fn new(started: Instant, limit: Duration, nodes: Option<u64>) -> Budget {
        let bound = match nodes {
            Some(nodes) => Bound::Nodes(nodes),
            None => {
                let hard = limit.saturating_sub(margin(limit));
                Bound::Time(Clock::new(started, hard))
            }
        };
        Budget { spent: 0, bound }
    }

    /// The part left until the hard bound, as a share of the whole: from 1 down to 0. Reads the clock each time.
    pub fn left(&self) -> f64 {
        match &self.bound {
            Bound::Nodes(nodes) => nodes.saturating_sub(self.spent) as f64 / (*nodes).max(1) as f64,
            Bound::Time(clock) => {
                let left = clock.hard.saturating_sub(clock.started.elapsed());
                left.as_secs_f64() / clock.hard.as_secs_f64().max(f64::MIN_POSITIVE)
            }
        }
    }

    /// The time until the hard bound, counted from the start; none if the budget is of nodes.
    pub(crate) fn time(&self) -> Option<Duration> {
        match &self.bound {
            Bound::Nodes(_) => None,
            Bound::Time(clock) => Some(clock.hard),
        }
    }

    /// A budget for a part of the work: it may use this share of the whole budget from now on, but never more than is
    /// left of it. What it uses still has to be [spent](Budget::spend) on the whole budget.
    ///
    /// For turns in which several searches follow one another.
    pub fn part(&self, share: f64) -> Budget {
        let share = share.clamp(0.0, self.left());
        let bound = match &self.bound {
            Bound::Nodes(nodes) => {
                let left = nodes.saturating_sub(self.spent);
                Bound::Nodes(((share * *nodes as f64) as u64).min(left))
            }
            Bound::Time(clock) => {
                Bound::Time(Clock::new(Instant::now(), clock.hard.mul_f64(share)))
            }
        };
        Budget { spent: 0, bound }
    }

    /// Counts `nodes` nodes as searched.
    pub fn spend(&mut self, nodes: u64) {
        self.spent = self.spent.saturating_add(nodes);
        match &mut self.bound {
            Bound::Time(clock) if self.spent >= clock.next => {
                clock.look(self.spent, Instant::now());
            }
            _ => {}
        }
    }

    /// Nodes searched so far.
    pub fn nodes(&self) -> u64 {
        self.spent
    }

    /// Returns true if the search must stop now (hard bound): the nodes are spent, or the time less the margin is over.
    ///
    /// Cheap: only [`spend`](Budget::spend) reads the clock, and only now and then.
    pub fn exhausted(&self) -> bool {
        match &self.bound {
            Bound::Nodes(nodes) => self.spent >= *nodes,
            Bound::Time(clock) => clock.over,
        }
    }

    /// Returns true if it is too late to start another iteration (soft bound): half of the hard bound is used.
    ///
    /// Reads the clock each time, so it is meant for use between iterations.
    pub fn soft_exhausted(&self) -> bool {
        match &self.bound {
            Bound::Nodes(nodes) => self.spent >= nodes / 2,
            Bound::Time(clock) => clock.over || clock.started.elapsed() >= clock.hard / 2,
        }
    }
}

impl Clock {
    fn new(started: Instant, hard: Duration) -> Clock {
        let now = Instant::now();
        Clock {
            started,
            hard,
            next: 1,
            step: 1,
            last: now,
            over: now.duration_since(started) >= hard,
        }
    }

    /// Reads the time and plans the next look: about one per tick, however expensive a node is.
    fn look(&mut self, spent: u64, now: Instant) {
        self.over = now.duration_since(self.started) >= self.hard;
        let since = now.duration_since(self.last);
        if since < TICK / 2 {
            self.step = (self.step * 2).min(MAX_STEP);
        } else if since > TICK {
            self.step = (self.step / 2).max(1);
        }
        self.last = now;
        self.next = spent.saturating_add(self.step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    impl Budget {
        fn bound_in_nodes(&self) -> Option<u64> {
            match self.bound {
                Bound::Nodes(nodes) => Some(nodes),
                Bound::Time(_) => None,
            }
        }
    }

    /// A budget of a turn that began `elapsed` ago.
    fn after(elapsed: Duration, limit: Duration) -> Budget {
        Budget::new(Instant::now() - elapsed, limit, None)
    }

    #[test]
    fn a_node_budget_stops_at_its_node() {
        // A turn that is long over: the clock must not matter.
        let mut budget = Budget::new(Instant::now() - ms(50_000), ms(1), Some(10));
        let mut soft = None;
        while !budget.exhausted() {
            budget.spend(1);
            if budget.soft_exhausted() {
                soft.get_or_insert(budget.nodes());
            }
        }
        assert_eq!((soft, budget.nodes()), (Some(5), 10));
        budget.spend(u64::MAX);
        assert_eq!(budget.nodes(), u64::MAX);
    }

    #[test]
    fn a_chunk_counts_as_many_nodes() {
        let mut budget = Budget::of_nodes(100);
        budget.spend(99);
        assert!(!budget.exhausted());
        budget.spend(7);
        assert!(budget.exhausted());
        assert_eq!(budget.nodes(), 106);
    }

    #[test]
    fn parts_of_nodes_add_up() {
        let mut budget = Budget::of_nodes(100);
        let first = budget.part(0.4);
        assert_eq!((first.bound_in_nodes(), budget.left()), (Some(40), 1.0));
        budget.spend(40);
        assert_eq!(budget.left(), 0.6);
        // More than is left, and less than nothing.
        assert_eq!(budget.part(0.7).bound_in_nodes(), Some(60));
        assert!(budget.part(-1.0).exhausted());
        budget.spend(70);
        assert_eq!(budget.left(), 0.0);
        assert!(budget.part(1.0).exhausted());
    }

    #[test]
    fn a_part_of_a_time_ends_before_the_whole() {
        let whole = after(ms(45_000), ms(100_000));
        assert!((0.49..=0.5).contains(&whole.left()));
        for (share, seconds) in [(0.1, 9.0), (0.9, 45.0)] {
            match whole.part(share).bound {
                Bound::Time(clock) => {
                    let hard = clock.hard.as_secs_f64();
                    assert!(
                        (seconds - 1.0..=seconds + 0.001).contains(&hard),
                        "{}",
                        hard
                    );
                }
                Bound::Nodes(_) => panic!("a part of a time is a time"),
            }
        }
        assert!(after(ms(99_000), ms(100_000)).part(0.5).exhausted());
        assert_eq!(after(ms(0), ms(60)).left(), 0.0);
    }

    #[test]
    fn a_time_budget_stops_before_the_margin() {
        // Wide distances, because real time passes between the lines of a test.
        let mut budget = after(ms(940), ms(1000));
        assert!(budget.exhausted() && budget.soft_exhausted());
        budget.spend(1);
        assert!(budget.exhausted());
        let mut budget = after(ms(80_000), ms(100_000));
        assert!(!budget.exhausted() && budget.soft_exhausted());
        budget.spend(1);
        assert!(!budget.exhausted());
        assert!(after(ms(90_000), ms(100_000)).exhausted());
        assert!(!after(ms(39_000), ms(100_000)).soft_exhausted());
        assert!(after(ms(45_000), ms(100_000)).soft_exhausted());
    }

    #[test]
    fn a_limit_below_the_margin_is_over_at_once() {
        let budget = after(ms(0), ms(60));
        assert!(budget.exhausted() && budget.soft_exhausted());
    }

    #[test]
    fn a_turn_that_begins_in_the_future_has_not_begun() {
        let budget = Budget::new(Instant::now() + ms(5000), ms(1000), None);
        assert!(!budget.exhausted() && !budget.soft_exhausted());
    }

    /// Spends `count` nodes of `cost` each on a simulated clock; the nodes at which the clock was read, and the one at
    /// which it was over.
    fn looks(cost: Duration, hard: Duration, count: u32) -> (Vec<u32>, Option<u32>) {
        let started = Instant::now();
        let mut clock = Clock {
            started,
            hard,
            next: 1,
            step: 1,
            last: started,
            over: false,
        };
        let mut looks = Vec::new();
        let mut over = None;
        for node in 1..=count {
            if u64::from(node) >= clock.next {
                clock.look(u64::from(node), started + cost * node);
                looks.push(node);
            }
            if clock.over {
                over.get_or_insert(node);
            }
        }
        (looks, over)
    }

    #[test]
    fn cheap_nodes_rarely_read_the_clock_and_stop_in_time() {
        // A million nodes of 100 ns: every 256th node reads the clock.
        let (looks, over) = looks(Duration::from_nanos(100), ms(90), 1_000_000);
        assert!(looks.len() < 4000, "{}", looks.len());
        assert!(
            (900_000..900_300).contains(&over.unwrap_or(0)),
            "{:?}",
            over
        );
    }

    #[test]
    fn expensive_nodes_read_the_clock_each_time() {
        // A node of 10 ms is itself the longest delay.
        let (looks, over) = looks(ms(10), ms(940), 100);
        assert_eq!((looks.len(), over), (100, Some(94)));
    }

    #[test]
    fn rollouts_of_a_tenth_of_a_millisecond_stop_within_a_millisecond() {
        let (looks, over) = looks(Duration::from_micros(100), ms(940), 10_000);
        assert!(looks.len() < 5000, "{}", looks.len());
        assert!((9400..9410).contains(&over.unwrap_or(0)), "{:?}", over);
    }
}
