//! The flood fills, layer by layer on whole boards.

use crate::cell_set::CellSet;
use crate::rows::Rows;

/// All cells of `open` that are connected with a cell of `from` inside `open`, `from` included as far as
/// it lies in `open`.
pub fn flood(open: CellSet, from: CellSet) -> CellSet {
    let open = Rows::from_set(open);
    let mut cells = Rows::from_set(from).and(open);
    loop {
        // Two layers a test: the test costs half a layer.
        let next = cells.grow(open).grow(open);
        if next.same(cells) {
            return cells.to_set();
        }
        cells = next;
    }
}

/// The alternating fill: in each layer first the opponent's cells grow by their neighbors, not into
/// ours, then ours by theirs, wherever they are. Each side grows for its number of `layers`
/// at most. The start cells need not be open; they come back with the rest.
///
/// All pairs are (ours, the opponent's).
pub fn alternate(
    open: CellSet,
    from: (CellSet, CellSet),
    layers: (u32, u32),
) -> (CellSet, CellSet) {
    let open = Rows::from_set(open);
    let (mut ours, mut theirs) = (Rows::from_set(from.0), Rows::from_set(from.1));
    let together = layers.0.min(layers.1);
    for layer in 0..together {
        let their_next = theirs.grow(open.without(ours));
        let our_next = ours.grow(open);
        // A test costs half a layer, so only every second layer is tested.
        if layer % 2 == 1 && our_next.same(ours) && their_next.same(theirs) {
            return (ours.to_set(), theirs.to_set());
        }
        (ours, theirs) = (our_next, their_next);
    }
    let theirs = grow_alone(theirs, open.without(ours), layers.1 - together);
    let ours = grow_alone(ours, open, layers.0 - together);
    (ours.to_set(), theirs.to_set())
}

/// At most `layers` layers of one side.
#[inline(always)]
fn grow_alone(mut cells: Rows, open: Rows, layers: u32) -> Rows {
    for layer in 0..layers {
        let next = cells.grow(open);
        if layer % 2 == 1 && next.same(cells) {
            break;
        }
        cells = next;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flood_takes_only_what_is_open() {
        let open = CellSet::rectangle(3, 3);
        assert_eq!(flood(open, CellSet::FULL - open), CellSet::EMPTY);
        assert_eq!(flood(open, CellSet::FULL), open);
        assert_eq!(flood(open, CellSet::rectangle(1, 1)), open);
    }
}
