//! Even starts, for matches that the first moves do not decide.

use std::collections::HashSet;
use std::hash::Hash;
use std::iter::repeat_with;

use fastrand::Rng;
use serde_json::{Value, json};

/// Different starts, each a line of a file for `--openings` of the arena, without an end. A start is what `even` finds by random
/// numbers: the position, and the moves to it as a log has them; `None` where the position was not even.
pub fn lines<P: Eq + Hash>(
    mut even: impl FnMut(&mut Rng) -> Option<(P, Value)>,
) -> impl Iterator<Item = String> {
    let mut random = Rng::with_seed(1);
    let mut seen = HashSet::new();
    repeat_with(move || even(&mut random))
        .flatten()
        .filter_map(move |(position, moves)| {
            let line = json!({ "moves": moves }).to_string();
            seen.insert(position).then_some(line)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_even_start_comes_once() {
        let mut drawn = Vec::new();
        let even = |random: &mut Rng| {
            let number = random.u8(..20);
            drawn.push(number);
            number
                .is_multiple_of(2)
                .then(|| (number, json!([[number]])))
        };
        let found: Vec<String> = lines(even).take(10).collect();
        let mut wanted = Vec::new();
        for number in drawn.iter().filter(|number| number.is_multiple_of(2)) {
            let line = format!("{{\"moves\":[[{number}]]}}");
            if !wanted.contains(&line) {
                wanted.push(line);
            }
        }
        assert_eq!(found, wanted);
    }
}
