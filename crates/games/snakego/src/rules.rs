//! The fixed conditions of a half-game: items, number of rounds, enclosure rule.

use std::fmt;
use std::str::FromStr;

use crate::error::ParseError;
use crate::generate;
use crate::item::Item;

/// Rounds of a half-game, unless the judge's configuration says otherwise.
pub const MAX_ROUND: u16 = 512;

/// Most rounds of a half-game: two bytes hold the ids of all snakes that can come up in it.
const ROUND_LIMIT: u16 = 4096;

/// Most items: what the judge can send as a signed number of two bytes.
const MAX_ITEMS: usize = 32767;

/// The rule for the cells that a closed loop encloses. The rules differ in rare loops that touch themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Enclosure {
    /// The final judge program: two-sided flood with its seeds beside the second cell of each edge of the loop.
    /// So a single cell that the loop passes on all four sides like a pinwheel is left out in one sense of rotation.
    #[default]
    Judge,
    /// The official C++ kit: the seeds lie beside the first cell, so it is left out in the other one.
    Adk,
    /// The judge program V1.2: all that is cut off from the edge of the board, so also pockets outside the loop
    /// that it closes off by touching itself.
    Border,
}

impl Enclosure {
    /// All rules.
    pub const ALL: [Enclosure; 3] = [Enclosure::Judge, Enclosure::Adk, Enclosure::Border];
}

impl fmt::Display for Enclosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Enclosure::Judge => "judge",
            Enclosure::Adk => "adk",
            Enclosure::Border => "border",
        })
    }
}

impl FromStr for Enclosure {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Enclosure, ParseError> {
        Enclosure::ALL
            .iter()
            .copied()
            .find(|rule| rule.to_string() == text)
            .ok_or_else(|| {
                ParseError::new(format!(
                    "{text:?} is not an enclosure rule: judge, adk or border"
                ))
            })
    }
}

/// The fixed conditions of a half-game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    items: Vec<Item>,
    max_round: u16,
    enclosure: Enclosure,
    /// The item that appears in a round and its id, by round.
    by_round: Vec<Option<(u16, Item)>>,
}

impl Rules {
    /// Rules with these items, for `max_round` rounds, with the final judge's enclosure rule.
    ///
    /// # Errors
    /// If two items appear in the same round, or one appears before round 1: the judge's generator never makes such a
    /// list, and the board relies on it. An item after the last round is allowed. Also if there are no rounds,
    /// more than 4096 rounds, or more items than a message can hold (32767).
    pub fn new(items: Vec<Item>, max_round: u16) -> Result<Rules, String> {
        if !(1..=ROUND_LIMIT).contains(&max_round) {
            return Err(format!(
                "{max_round} rounds: a half-game has 1 to {ROUND_LIMIT}"
            ));
        }
        if items.len() > MAX_ITEMS {
            return Err(format!("{} items are more than {MAX_ITEMS}", items.len()));
        }
        let mut by_round = vec![None; usize::from(max_round) + 1];
        for (&item, id) in items.iter().zip(0u16..) {
            if item.time == 0 {
                return Err(format!(
                    "item {id} appears in round 0; the first round is 1"
                ));
            }
            let place = by_round.get_mut(usize::from(item.time));
            if place.is_some_and(|place| place.replace((id, item)).is_some()) {
                return Err(format!("two items appear in round {}", item.time));
            }
        }
        Ok(Rules {
            items,
            max_round,
            enclosure: Enclosure::default(),
            by_round,
        })
    }

    /// Rules with the items that the judge's generator makes from this seed, for [`MAX_ROUND`] rounds.
    pub fn generate(seed: u64) -> Rules {
        Rules::generate_for(seed, MAX_ROUND)
    }

    /// The same items for a half-game of another length: the judge generates for 512 rounds in any case, and writes
    /// `max_round` on the rays.
    ///
    /// # Panics
    /// If `max_round` is 0 or above 4096.
    pub fn generate_for(seed: u64, max_round: u16) -> Rules {
        match Rules::new(generate::items(seed, max_round), max_round) {
            Ok(rules) => rules,
            Err(error) => panic!("{}", error),
        }
    }

    /// The same with another enclosure rule.
    pub fn with_enclosure(self, enclosure: Enclosure) -> Rules {
        Rules { enclosure, ..self }
    }

    /// All items; the id of an item is its place.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Number of rounds.
    #[inline]
    pub fn max_round(&self) -> u16 {
        self.max_round
    }

    /// The enclosure rule.
    #[inline]
    pub fn enclosure(&self) -> Enclosure {
        self.enclosure
    }

    /// The item that appears in this round, with its id.
    #[inline]
    pub fn item_of_round(&self, round: u16) -> Option<(u16, Item)> {
        *self.by_round.get(usize::from(round))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Gift};

    #[test]
    fn lists_that_the_judge_never_makes() {
        let item = |time| Item {
            cell: Cell::from_index(7),
            time,
            gift: Gift::Length(1),
        };
        assert!(Rules::new(vec![item(3), item(4)], 512).is_ok());
        assert!(Rules::new(vec![item(600), item(600)], 512).is_ok());
        assert!(Rules::new(vec![item(3), item(3)], 512).is_err());
        assert!(Rules::new(vec![item(0)], 512).is_err());
        assert!(Rules::new(Vec::new(), 0).is_err());
    }

    #[test]
    fn enclosures_have_names() {
        for rule in Enclosure::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        assert!("flood".parse::<Enclosure>().is_err());
    }
}
