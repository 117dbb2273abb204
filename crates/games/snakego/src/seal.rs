//! The cells that a closed loop encloses.
//!
//! The judge floods from seeds beside the edges of the loop, on both sides, and fills the side whose floods do not
//! leave the board. A loop is a simple closed curve through cell centers, so this is: every cell inside the curve whose
//! connected part holds a seed. A part of two cells or more always does: let cell a of it have the loop cell p beside
//! it and no seed there. Then the loop comes to p (the judge's rule; or leaves p, the kit's) straight through the side
//! opposite of a, and turns at p; the seed beside the turned edge lies in the neighbor of a on that side, which
//! therefore is a loop cell too. The same holds for that neighbor, and so on around a, always in the same sense: all
//! four neighbors of a are loop cells. So only lone cells can be left out, and no flood is needed: inside = odd number
//! of edges below; then lone cells without a seed are taken out.

use crate::cell::Direction;
use crate::cell_set::CellSet;
use crate::rules::Enclosure;
use crate::steps::Steps;

/// The cells that a loop encloses, its own cells left out.
///
/// `chain` is the loop; `steps` holds for each of its cells the direction to the next one in the order in which the
/// head passed them, and for the cell that closes the loop, which is passed twice, that of its first time.
pub(crate) fn enclosed(chain: CellSet, steps: &Steps, rule: Enclosure) -> CellSet {
    if rule == Enclosure::Border {
        return chain.enclosed();
    }
    // Each cell stands for one edge: from itself to the next cell toward the head.
    let (vertical, backward) = steps.planes();
    let (rows, columns) = (chain - vertical, chain & vertical);
    // A cell is inside if a line down from it crosses an odd number of the edges that run along x. Such an edge
    // counts for its left end; that leans the line a little to the right.
    let left_ends = (rows - backward) | (rows & backward).shifted(Direction::Left);
    let inside = left_ends.parity_from_below() - chain;
    // The head comes from the side of the closing cell, so seen from the loop's start, which is the head, each edge
    // runs from the far end to the cell itself.
    let (rows, columns) = match rule {
        Enclosure::Adk => (
            moved(rows, backward, Direction::Right),
            moved(columns, backward, Direction::Up),
        ),
        _ => (rows, columns),
    };
    let seeds = rows.shifted(Direction::Up)
        | rows.shifted(Direction::Down)
        | columns.shifted(Direction::Right)
        | columns.shifted(Direction::Left);
    let lone = inside - inside.neighbors();
    inside - (lone - seeds)
}

/// The cells moved by one, forward or backward.
#[inline]
fn moved(cells: CellSet, backward: CellSet, forward: Direction) -> CellSet {
    (cells - backward).shifted(forward) | (cells & backward).shifted(forward.opposite())
}

#[cfg(test)]
mod tests;
