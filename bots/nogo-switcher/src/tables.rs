//! Lookup tables of roots, logarithms and powers of e, computed once at the start.
//!
//! They come from the `libm` crate, not from the platform, whose last digits differ from machine to machine.

/// Visit counts below this are looked up.
const SIZE: usize = 4096;

/// Largest difference of two numbers of legal moves.
const MOST: i32 = nogo::Point::COUNT as i32;

/// The tables of a UCT search.
#[derive(Clone, Debug)]
pub struct LookupTables {
    /// sqrt(C ln N).
    parent: Vec<f32>,
    /// 1 / sqrt(n).
    child: Vec<f32>,
    /// C ln 2.
    doubling: f64,
    /// 1 / (1 + e^(-slope * k)) for k = -81 to 81.
    logistic: Vec<f32>,
}

impl LookupTables {
    /// The tables for the C of the UCT formula and the slope of the win rate over the move difference.
    pub fn new(exploration: f64, slope: f64) -> LookupTables {
        let counts = || (0..SIZE).map(|n| n.max(1) as f64);
        LookupTables {
            parent: counts()
                .map(|n| (exploration * libm::log(n)).sqrt() as f32)
                .collect(),
            child: counts().map(|n| (1.0 / n.sqrt()) as f32).collect(),
            doubling: exploration * libm::log(2.0),
            logistic: (-MOST..=MOST)
                .map(|k| logistic(slope * f64::from(k)) as f32)
                .collect(),
        }
    }

    /// sqrt(C ln N) of a parent's visits; beyond the table ln N = ln (N / 2^i) + i ln 2, rounded down.
    #[inline]
    pub fn parent(&self, visits: u32) -> f32 {
        let visits = visits as usize;
        if visits < SIZE {
            return self.parent[visits];
        }
        let halvings = (visits / (SIZE / 2)).ilog2();
        let rest = f64::from(self.parent[visits >> halvings]);
        (rest * rest + self.doubling * f64::from(halvings)).sqrt() as f32
    }

    /// 1 / sqrt(n) of a child's visits.
    #[inline]
    pub fn child(&self, visits: u32) -> f32 {
        match self.child.get(visits as usize) {
            Some(&value) => value,
            None => 1.0 / (visits as f32).sqrt(),
        }
    }

    /// The prior win rate at a difference of `k` legal moves.
    #[inline]
    pub fn win_rate(&self, k: i32) -> f32 {
        self.logistic[(k.clamp(-MOST, MOST) + MOST) as usize]
    }
}

/// 1 / (1 + e^(-x)), the same on every machine.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_the_formula() {
        let tables = LookupTables::new(2.0, 0.25);
        for n in (1..20_000).chain([99_999, 1_000_000, 4_000_000_000]) {
            let parent = (2.0 * libm::log(f64::from(n))).sqrt();
            // Halving drops less than 2048 / 2049 of a visit in 2048.
            assert!((f64::from(tables.parent(n)) - parent).abs() < 2e-4, "{}", n);
            let child = 1.0 / f64::from(n).sqrt();
            assert!((f64::from(tables.child(n)) - child).abs() < 1e-7, "{}", n);
        }
        assert_eq!(tables.parent(0), 0.0);
    }

    #[test]
    fn win_rates_are_a_logistic() {
        let tables = LookupTables::new(2.0, 0.25);
        assert_eq!(tables.win_rate(0), 0.5);
        for k in -81..=81 {
            let sum = tables.win_rate(k) + tables.win_rate(-k);
            assert!((sum - 1.0).abs() < 1e-6);
            assert!(tables.win_rate(k) >= tables.win_rate(k - 1));
        }
        // 1 / (1 + 1/e)
        assert!((tables.win_rate(4) - 0.731_058_6).abs() < 1e-6);
    }
}
