//! Search trees as human-readable text.

use std::cmp::Reverse;
use std::fmt::Write;

/// One move of a search tree, to be printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// The move.
    pub mv: String,
    /// The effort that the search spent on it: nodes or simulations.
    pub visits: u64,
    /// Its value for the side that makes the move, in the search's own format.
    pub value: String,
    /// The answers to it, best first.
    pub replies: Vec<Branch>,
}

/// Most moves that [`top_levels`] prints under one parent, level by level; the rest is counted.
const SHOWN: [usize; 3] = [12, 5, 3];

/// The top three levels of a tree: one line `move visits value` a move, each level indented below its parent.
///
/// Branches are printed in the order given, so the caller puts the best first.
pub fn top_levels(branches: &[Branch]) -> String {
    let mut text = String::from("move         visits value\n");
    print(&mut text, branches, 0);
    text
}

/// These branches with the most visits first, those with equal visits as they come.
pub fn by_visits(branches: impl Iterator<Item = Branch>) -> Vec<Branch> {
    let mut branches: Vec<Branch> = branches.collect();
    branches.sort_by_key(|branch| Reverse(branch.visits));
    branches
}

/// A mean result from 0 to 1 as text, `-` without one.
pub fn percent(mean: Option<f64>) -> String {
    mean.map_or("-".to_owned(), |mean| format!("{:.2} %", 100.0 * mean))
}

fn print(text: &mut String, branches: &[Branch], level: usize) {
    let Some(&shown) = SHOWN.get(level) else {
        return;
    };
    let indent = 2 * level;
    for branch in branches.iter().take(shown) {
        let Branch {
            mv, visits, value, ..
        } = branch;
        let width = 8 - indent;
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{:indent$}{mv:<width$} {visits:>10} {value}", "");
        print(text, &branch.replies, level + 1);
    }
    if branches.len() > shown {
        let _ = writeln!(text, "{:indent$}and {} more", "", branches.len() - shown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(mv: &str, visits: u64, value: &str, replies: Vec<Branch>) -> Branch {
        Branch {
            mv: mv.to_owned(),
            visits,
            value: value.to_owned(),
            replies,
        }
    }

    #[test]
    fn three_levels_are_printed_and_the_rest_is_counted() {
        let fourth = branch("9,9", 1, "unseen", vec![]);
        let third = branch("2,2", 3, "-1", vec![fourth]);
        let replies = (0..7).map(|y| branch(&format!("1,{y}"), 10, "+2", vec![third.clone()]));
        let text = top_levels(&[branch("0,0", 70, "51.5 %", replies.collect())]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "move         visits value",
                "0,0              70 51.5 %",
                "  1,0            10 +2",
                "    2,2           3 -1",
            ]
        );
        assert_eq!(lines.len(), 2 + 5 * 2 + 1);
        assert_eq!(lines.last(), Some(&"  and 2 more"));
    }
}
