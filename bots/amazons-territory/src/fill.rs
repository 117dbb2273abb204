//! The spread of both sides over the empty cells, as sets of cells.

use amazons::{Board, CellSet};

/// All open cells on the lines from a set of cells, up to the first one that is not open.
///
/// By doubling (Kogge and Stone 1973): runs of two, four and eight cells in each of the eight directions.
#[inline]
pub fn sweep(from: CellSet, open: CellSet) -> CellSet {
    let (from, open) = (from.bits(), open.bits());
    let not_first = open & !CellSet::FIRST_COLUMN.bits();
    let not_last = open & !CellSet::LAST_COLUMN.bits();
    let reached = up::<1>(from, not_first)
        | up::<7>(from, not_last)
        | up::<8>(from, open)
        | up::<9>(from, not_first)
        | down::<1>(from, not_last)
        | down::<7>(from, not_first)
        | down::<8>(from, open)
        | down::<9>(from, not_last);
    CellSet::from_bits(reached & open)
}

/// Towards larger indices, over cells of `open`.
#[inline(always)]
fn up<const STEP: u32>(from: u64, open: u64) -> u64 {
    let mut reached = from;
    let mut open = open;
    reached |= open & reached << STEP;
    open &= open << STEP;
    reached |= open & reached << (2 * STEP);
    open &= open << (2 * STEP);
    reached |= open & reached << (4 * STEP);
    reached
}

/// Towards smaller indices.
#[inline(always)]
fn down<const STEP: u32>(from: u64, open: u64) -> u64 {
    let mut reached = from;
    let mut open = open;
    reached |= open & reached >> STEP;
    open &= open >> STEP;
    reached |= open & reached >> (2 * STEP);
    open &= open >> (2 * STEP);
    reached |= open & reached >> (4 * STEP);
    reached
}

/// Layers that are counted one by one.
pub const LAYERS: usize = 3;

/// Counts of the cells that each side reaches first, in one kind of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fill {
    /// By side, the one to move first: cells that it reaches in fewer steps.
    pub first: [i32; 2],
    /// Cells that both reach in the same number of steps.
    pub shared: i32,
    /// By side: cells that it reaches within 1, 2 and 3 steps.
    pub within: [[i32; LAYERS]; 2],
}

/// The fill by steps of a queen, and by steps of a king.
#[inline(always)]
pub fn fills(board: &Board) -> [Fill; 2] {
    let open = board.empty();
    let me = board.to_move();
    let sides = [board.amazons(me), board.amazons(me.opponent())];
    [
        fill(sides, open, |front| sweep(front, open)),
        fill(sides, open, CellSet::neighbors),
    ]
}

#[inline(always)]
fn fill(sides: [CellSet; 2], open: CellSet, step: impl Fn(CellSet) -> CellSet) -> Fill {
    let mut found = Fill::default();
    let mut front = sides;
    let mut reached = [CellSet::EMPTY; 2];
    let mut shared = CellSet::EMPTY;
    let mut first = [CellSet::EMPTY; 2];
    let mut layer = 0;
    loop {
        let mut new = [CellSet::EMPTY; 2];
        for side in 0..2 {
            new[side] = (step(front[side]) & open) - reached[side];
        }
        let both = new[0] & new[1];
        let known = reached[0] | reached[1];
        let fresh = (new[0] | new[1]) - known;
        shared |= both;
        for side in 0..2 {
            first[side] |= (new[side] - known) - both;
            reached[side] |= new[side];
        }
        if layer < LAYERS {
            for (within, reached) in found.within.iter_mut().zip(reached) {
                within[layer] = reached.len() as i32;
            }
        }
        front = new;
        layer += 1;
        // The counts are final once a layer finds no cell that nobody had.
        if layer >= LAYERS && fresh.is_empty() {
            break;
        }
    }
    found.shared = shared.len() as i32;
    for (count, first) in found.first.iter_mut().zip(first) {
        *count = first.len() as i32;
    }
    found
}

/// By side, the one to move first: amazons with no, one and two empty cells around them.
#[inline(always)]
pub fn confined(board: &Board) -> [[i32; 3]; 2] {
    let open = board.empty().bits();
    let left = (open & !CellSet::LAST_COLUMN.bits()) << 1;
    let right = (open & !CellSet::FIRST_COLUMN.bits()) >> 1;
    let around = [
        left,
        right,
        left << 8,
        left >> 8,
        right << 8,
        right >> 8,
        open << 8,
        open >> 8,
    ];
    // The number of open neighbors in binary digits, and whether it is more than three.
    let (mut ones, mut twos, mut more) = (0, 0, 0);
    for set in around {
        let carry = ones & set;
        ones ^= set;
        more |= twos & carry;
        twos ^= carry;
    }
    let me = board.to_move();
    [me, me.opponent()].map(|color| {
        let few = board.amazons(color).bits() & !more;
        [few & !ones & !twos, few & ones & !twos, few & !ones & twos]
            .map(|set| set.count_ones() as i32)
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use amazons::{Cell, Color, Move, reach};

    use super::*;

    pub(crate) fn boards() -> Vec<Board> {
        let mut random = fastrand::Rng::with_seed(1);
        let mut boards = Vec::new();
        for _ in 0..40 {
            let mut board = Board::new();
            while board.outcome().is_none() {
                boards.push(board);
                let moves: Vec<Move> = board.moves().collect();
                board.play(moves[random.usize(..moves.len())]);
            }
        }
        boards
    }

    #[test]
    fn a_sweep_is_the_lines_of_all_cells() {
        for board in boards() {
            let open = board.empty();
            for color in [Color::Black, Color::White] {
                let from = board.amazons(color);
                let lines = from
                    .iter()
                    .fold(CellSet::EMPTY, |all, cell| all | reach(cell, !open));
                assert_eq!(sweep(from, open), lines, "{board:#}");
            }
        }
    }

    /// Steps to every cell, one cell at a time.
    pub(crate) fn distances(
        board: &Board,
        color: Color,
        step: impl Fn(Cell) -> CellSet,
    ) -> [u32; 64] {
        let mut distances = [u32::MAX; 64];
        let mut queue: Vec<(Cell, u32)> =
            board.amazons(color).iter().map(|cell| (cell, 0)).collect();
        let mut at = 0;
        while let Some(&(cell, distance)) = queue.get(at) {
            at += 1;
            for next in step(cell) & board.empty() {
                if distances[next.index()] == u32::MAX {
                    distances[next.index()] = distance + 1;
                    queue.push((next, distance + 1));
                }
            }
        }
        distances
    }

    #[test]
    fn fills_are_distances() {
        for board in boards().into_iter().step_by(5) {
            let me = board.to_move();
            let queen = |cell| reach(cell, board.occupied());
            let king = |cell| CellSet::of(cell).neighbors();
            let steps: [&dyn Fn(Cell) -> CellSet; 2] = [&queen, &king];
            for (fill, step) in fills(&board).iter().zip(steps) {
                let [own, theirs] = [me, me.opponent()].map(|color| distances(&board, color, step));
                let count = |wanted: &dyn Fn(u32, u32) -> bool| {
                    let cells = board.empty().iter();
                    let pairs = cells.map(|cell| (own[cell.index()], theirs[cell.index()]));
                    pairs.filter(|&(own, theirs)| wanted(own, theirs)).count() as i32
                };
                assert_eq!(fill.first[0], count(&|own, theirs| own < theirs));
                assert_eq!(fill.first[1], count(&|own, theirs| own > theirs));
                let shared = count(&|own, theirs| own == theirs && own != u32::MAX);
                assert_eq!(fill.shared, shared);
                for layer in 0..LAYERS {
                    let most = layer as u32 + 1;
                    let within = [
                        count(&|own, _| own <= most),
                        count(&|_, theirs| theirs <= most),
                    ];
                    assert_eq!([0, 1].map(|side| fill.within[side][layer]), within);
                }
            }
        }
    }

    #[test]
    fn the_confined_are_counted() {
        let board: Board =
            "X#....../##....../......../X##...../.##...../......../X......X/OOOO#..."
                .parse()
                .unwrap();
        // Black's in the corner has no exit, white's in the corner one, the one beside it two; all others have more.
        assert_eq!(confined(&board), [[1, 0, 0], [0, 1, 1]]);
    }
}
