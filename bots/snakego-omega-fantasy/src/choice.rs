//! The choice among the candidates after the searches.

use snakego::{Board, CellSet, Operation, Operations};

use crate::params::ChoiceParams;
use crate::tree::Tree;

/// The cost of an operation. One that gives something up must be clearly better than the best one that gives up less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A free move or a split: nothing.
    Free,
    /// Firing: the ray is used up.
    Ray,
    /// A seal: the snake becomes walls.
    Seal,
    /// Death.
    Death,
}

/// The kind of an operation of the snake to act.
pub fn kind(board: &Board, operation: Operation) -> Kind {
    let kinds = board.move_kinds();
    match operation {
        Operation::Fire => Kind::Ray,
        Operation::Split => Kind::Free,
        _ if kinds.free.contains(operation) => Kind::Free,
        _ if kinds.sealing.contains(operation) => Kind::Seal,
        _ => Kind::Death,
    }
}

/// Hints from a caller for the choice after the searches; by default there are none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Guidance {
    /// The amounts added to the win rates of the operations after the searches, in the order of their numbers.
    pub bonuses: [f32; 6],
    /// The operations that are wanted, if not all are.
    pub preference: Option<Preference>,
}

/// Operations that a caller wants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Preference {
    /// The operations to choose among.
    pub operations: Operations,
    /// Unless another one has a win rate that is better by more than this.
    pub objection: f32,
}

/// The worth of each operation: the sum of its win rates in the searches.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    rows: Vec<(Operation, f32)>,
}

impl Ranking {
    /// The ranking after the global search.
    pub fn new(params: &ChoiceParams, tree: &Tree, board: &Board) -> Ranking {
        let row = |candidate: crate::tree::Candidate| {
            let mean = candidate.mean.unwrap_or(0.0) + params.least;
            let penalty = penalty(params, board, candidate.operation);
            (candidate.operation, (mean - penalty).max(params.least))
        };
        Ranking {
            rows: tree.candidates(board).map(row).collect(),
        }
    }

    /// Adds the win rates of the local search.
    pub fn add(&mut self, params: &ChoiceParams, local: &Tree, board: &Board) {
        for candidate in local.candidates(board) {
            let row = self
                .rows
                .iter_mut()
                .find(|(operation, _)| *operation == candidate.operation);
            if let (Some((_, worth)), Some(mean)) = (row, candidate.mean) {
                *worth += mean - penalty(params, board, candidate.operation);
            }
        }
    }

    /// Adds to the win rates of the operations, in the order of their numbers. `searches` is the number of win rates that
    /// a worth is the sum of.
    pub fn raise(&mut self, bonuses: &[f32; 6], searches: u8) {
        for (operation, worth) in &mut self.rows {
            *worth += f32::from(searches) * bonuses[usize::from(operation.number()) - 1];
        }
    }

    /// The best operation and its worth; of equals the first. `None` for an empty ranking.
    pub fn best(&self) -> Option<(Operation, f32)> {
        self.best_of(|_| true)
    }

    /// The best operation, unless a cheaper one is almost as good.
    pub fn best_cautious(&self, params: &ChoiceParams, board: &Board) -> Option<(Operation, f32)> {
        let best = self.best()?;
        let cheaper = |kind_of_other: Kind| match kind(board, best.0) {
            Kind::Free => false,
            Kind::Ray => matches!(kind_of_other, Kind::Free | Kind::Seal),
            Kind::Seal => matches!(kind_of_other, Kind::Free | Kind::Ray),
            Kind::Death => kind_of_other != Kind::Death,
        };
        let other = self.best_of(|operation| cheaper(kind(board, operation)));
        Some(match other {
            Some(other) if best.1 - other.1 < params.caution => other,
            _ => best,
        })
    }

    /// The best of the preferred operations, unless `best` is too much better. `searches` is the number of win rates that
    /// a worth is the sum of.
    pub fn preferred(
        &self,
        best: (Operation, f32),
        preference: &Preference,
        searches: u8,
    ) -> (Operation, f32) {
        let least = best.1 - f32::from(searches) * preference.objection;
        self.best_of(|operation| preference.operations.contains(operation))
            .filter(|&(_, worth)| worth >= least)
            .unwrap_or(best)
    }

    fn best_of(&self, fits: impl Fn(Operation) -> bool) -> Option<(Operation, f32)> {
        let mut best: Option<(Operation, f32)> = None;
        for &(operation, worth) in self.rows.iter().filter(|row| fits(row.0)) {
            if best.map_or(true, |(_, least)| worth > least) {
                best = Some((operation, worth));
            }
        }
        best
    }
}

/// `right 0.512, up 0.498`.
impl std::fmt::Display for Ranking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, (operation, worth)) in self.rows.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(f, "{comma}{operation} {worth:.3}")?;
        }
        Ok(())
    }
}

fn penalty(params: &ChoiceParams, board: &Board, operation: Operation) -> f32 {
    if is_dangerous(board, operation) {
        params.danger
    } else {
        0.0
    }
}

/// Returns `true` if a step along the border may end in a trap: an enemy head away from the border is just two steps
/// from where it leads.
pub fn is_dangerous(board: &Board, operation: Operation) -> bool {
    let snake = board.snake();
    let on_border = |cell| CellSet::EDGE.contains(cell);
    let Some(next) = operation.direction().and_then(|way| snake.head.step(way)) else {
        return false;
    };
    let enemies = board.snakes(1 - board.player());
    snake.total() > 2
        && on_border(snake.head)
        && on_border(next)
        && enemies
            .iter()
            .any(|enemy| !on_border(enemy.head) && enemy.head.distance(next) == 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;
    use snakego::Position;

    /// To the right it closes a ring of 2 x 3, above it is free, to the left is a wall.
    const RING: &str =
        "round=20/512 acting=0 next=2 0=0:3:-:455565646362524243 1=1:0:-:ff walls1=35";

    fn ranking(rows: &[(Operation, f32)]) -> Ranking {
        Ranking {
            rows: rows.to_vec(),
        }
    }

    #[test]
    fn kinds() {
        let text = RING.replace("455565646362524243", "4454646362524243");
        let board = text.parse::<Position>().unwrap().board;
        assert_eq!(kind(&board, Operation::Split), Kind::Free);
        assert_eq!(kind(&board, Operation::Fire), Kind::Ray);
        assert_eq!(kind(&board, Operation::Left), Kind::Free);
        assert_eq!(kind(&board, Operation::Down), Kind::Seal);
        let walled = text.replace("walls1=35", "walls1=34");
        let board = walled.parse::<Position>().unwrap().board;
        assert_eq!(kind(&board, Operation::Left), Kind::Death);
    }

    #[test]
    fn an_expensive_operation_must_be_clearly_better() {
        let text = RING.replace("455565646362524243", "4454646362524243");
        let board = text.parse::<Position>().unwrap().board;
        let params = Params::own().choice;
        let pick =
            |rows: &[(Operation, f32)]| ranking(rows).best_cautious(&params, &board).unwrap().0;
        let (seal, ray, free) = (Operation::Down, Operation::Fire, Operation::Up);
        assert_eq!(pick(&[(seal, 0.52), (free, 0.5)]), free);
        assert_eq!(pick(&[(seal, 0.53), (free, 0.5)]), seal);
        assert_eq!(pick(&[(seal, 0.52), (ray, 0.51), (free, 0.4)]), ray);
        assert_eq!(pick(&[(ray, 0.52), (free, 0.51)]), free);
        assert_eq!(pick(&[(free, 0.52), (Operation::Left, 0.51)]), free);
        assert_eq!(ranking(&[]).best(), None);
    }

    #[test]
    fn a_preference_holds_unless_another_operation_is_much_better() {
        let rows = ranking(&[
            (Operation::Right, 1.0),
            (Operation::Up, 0.9),
            (Operation::Left, 0.5),
        ]);
        let pick = |wanted: &[Operation], objection, searches| {
            let preference = Preference {
                operations: wanted.iter().copied().collect(),
                objection,
            };
            let best = rows.best().unwrap();
            rows.preferred(best, &preference, searches).0
        };
        assert_eq!(
            pick(&[Operation::Up, Operation::Left], 0.11, 1),
            Operation::Up
        );
        assert_eq!(pick(&[Operation::Up], 0.09, 1), Operation::Right);
        assert_eq!(pick(&[Operation::Up], 0.09, 2), Operation::Up);
        assert_eq!(pick(&[Operation::Split], 1.0, 1), Operation::Right);
    }

    #[test]
    fn the_border_is_dangerous_with_an_enemy_head_two_steps_off() {
        let text = "round=20/512 acting=0 next=2 0=0:0:-:060504 1=1:0:-:18282726";
        let board = text.parse::<Position>().unwrap().board;
        assert!(is_dangerous(&board, Operation::Up));
        assert!(!is_dangerous(&board, Operation::Right));
        assert!(!is_dangerous(&board, Operation::Split));
        let far = text.replace("18282726", "19292827");
        assert!(!is_dangerous(
            &far.parse::<Position>().unwrap().board,
            Operation::Up
        ));
        let short = text.replace("060504", "0605");
        assert!(!is_dangerous(
            &short.parse::<Position>().unwrap().board,
            Operation::Up
        ));
    }
}
