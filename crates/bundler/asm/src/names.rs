//! Short names. Every symbol of the program becomes local; the most used get the shortest names.

use crate::linkage::Externals;
use crate::program::{Item, Program, Symbol, Token};
use crate::reachability::Reachability;
use std::collections::{BTreeMap, BTreeSet};

/// The name every symbol has in the bundle.
pub type Names = BTreeMap<Symbol, String>;

/// Names all symbols that live blocks use: `main` and external ones keep theirs.
///
/// The order is fixed by the number of uses, then by the first place in the text, so the same text always gets
/// the same names.
pub fn short_names(program: &Program, reachable: &Reachability, externals: &Externals) -> Names {
    let mut uses: BTreeMap<Symbol, usize> = BTreeMap::new();
    let mut words = BTreeSet::new();
    for (_, block) in program
        .blocks
        .iter()
        .enumerate()
        .filter(|(index, _)| reachable.live[*index])
    {
        for item in &block.items {
            for (symbol, _) in item.references() {
                *uses.entry(symbol).or_default() += 1;
            }
            if let Item::Code(tokens) = item
                && let Some(Token::Text(head)) = tokens.first()
            {
                words.extend(head.split_whitespace().next());
            }
        }
    }
    let mut names = Names::new();
    for symbol in externals.keys().copied().chain(program.find("main")) {
        names.insert(symbol, program.name(symbol).to_owned());
        uses.remove(&symbol);
    }
    let taken: BTreeSet<String> = names
        .values()
        .cloned()
        .chain(words.into_iter().map(str::to_owned))
        .collect();
    let mut order: Vec<(Symbol, usize)> = uses.into_iter().collect();
    order.sort_by_key(|&(symbol, count)| (std::cmp::Reverse(count), symbol));
    let fresh = (0..).map(spell).filter(|name| !taken.contains(name));
    names.extend(order.into_iter().map(|(symbol, _)| symbol).zip(fresh));
    names
}

/// The `index`-th name: a letter first, then letters and digits.
fn spell(mut index: usize) -> String {
    const FIRST: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    const LATER: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    let mut length = 0;
    let mut count = FIRST.len();
    while index >= count {
        index -= count;
        count *= LATER.len();
        length += 1;
    }
    let mut tail = Vec::new();
    for _ in 0..length {
        tail.push(char::from(LATER[index % LATER.len()]));
        index /= LATER.len();
    }
    std::iter::once(char::from(FIRST[index]))
        .chain(tail.into_iter().rev())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_short() {
        let names: BTreeSet<String> = (0..200_000).map(spell).collect();
        assert_eq!(names.len(), 200_000);
        assert_eq!(spell(0), "a");
        assert_eq!(spell(52), "_");
        assert_eq!(spell(53), "aa");
        assert!(
            names
                .iter()
                .all(|name| name.len() <= 3 && !name.as_bytes()[0].is_ascii_digit())
        );
    }
}
