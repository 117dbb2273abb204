//! The boards that had a future.

use goose_tetris_foresight::history::History;

/// Share of the boards of generation `to` that descends from each board of generation `from`.
pub fn shares(history: &History, from: usize, to: usize) -> Vec<f64> {
    let last = &history.generations[to];
    let mut mass = vec![1.0 / last.parents.len() as f64; last.parents.len()];
    for generation in (from + 1..=to).rev() {
        let parents = &history.generations[generation].parents;
        let older = history.generations[generation - 1].parents.len();
        let mut next = vec![0.0; older];
        for (parent, mass) in parents.iter().zip(&mass) {
            next[*parent as usize] += mass;
        }
        mass = next;
    }
    mass
}
