//! The inputs of the [net](crate::net) for a point: the small patterns around it.
//!
//! Every point of the board is in one of eleven [states](state) for the side to move. A pattern is a place in one table of
//! rows; mirror images of a pattern are the same row, so the net values mirror images alike.

use nogo::{Board, Point, PointSet, SIZE};

/// The state of a point for the side to move. Stones are told apart by the liberties of their group: one, two, or more.
/// The state of an empty point tells which sides may play there.
mod state {
    pub const OFF: u8 = 0;
    pub const MINE: [u8; 3] = [1, 2, 3];
    pub const THEIRS: [u8; 3] = [4, 5, 6];
    pub const NOBODY: u8 = 7;
    pub const SHARED: u8 = 8;
    pub const ONLY_MINE: u8 = 9;
    pub const ONLY_THEIRS: u8 = 10;
    pub const COUNT: usize = 11;
    /// By state: off the board, own stone, other stone, or empty.
    pub const KIND: [u8; 16] = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 0, 0, 0, 0, 0];
    /// By state: own stone, other stone, and the four kinds of empty points.
    pub const CENTER: [u8; 16] = [0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0];
}

/// Phases of the game, by the number of points that both sides may play: from 55, from 30, and fewer.
pub const PHASES: usize = 3;

/// Most patterns of a point: its place, four corners, four arms, and the ring if somebody may play there.
pub const MOST_PATTERNS: usize = 10;

/// States of a point of the board.
const STATES: usize = state::COUNT - 1;
/// Kinds of points that patterns are told apart by.
const CENTERS: usize = 6;
/// Points that are not mirror images of each other.
const PLACES: usize = 15;
/// The points left and right of a diagonal one, which are worth the same in either order.
const PAIRS: usize = state::COUNT * (state::COUNT + 1) / 2;
/// Two points next to a point and the one between them.
const CORNERS: usize = PAIRS * state::COUNT;
/// The two next points in one direction.
const ARMS: usize = state::COUNT * state::COUNT;
/// Patterns of the eight points around a point, told apart by board edge, own stone, other stone and empty, that are no
/// mirror images of each other (by Burnside's lemma).
const RINGS: usize = 8_740;

// Offsets of the parts of the table. All parts except the rings are there once for each state of the point.
const CORNER: usize = STATES * PLACES;
const ARM: usize = CORNER + CENTERS * CORNERS;
const RING: usize = ARM + CENTERS * ARMS;
/// Rows of the table.
pub const ROWS: usize = RING + RINGS;

/// Width of the board with a rim of two points on every side.
const WIDTH: usize = SIZE + 4;

/// Steps to the points around a point of the board with its rim, clockwise, the four neighbors at even places.
const AROUND: [isize; 8] = {
    let w = WIDTH as isize;
    [-w, -w + 1, 1, w + 1, w, w - 1, -1, -w - 1]
};

/// Tables that do not depend on the position.
#[derive(Clone)]
pub struct Patterns {
    /// The class of a ring by the code of its points, two bits each.
    ring: Vec<u16>,
    /// The number of a pair of states by `left << 4 | right`.
    pair: [u8; 256],
    /// For every point its place on the board with its rim, and its class among mirror images.
    points: [(u8, u8); Point::COUNT],
}

/// A position as its points are seen.
pub struct View {
    /// 256 places, so that no bounds are checked.
    states: [u8; 256],
    /// The legal points of the side to move.
    pub mine: PointSet,
    /// Those of the other side.
    pub theirs: PointSet,
    /// The phase of the game, below [`PHASES`].
    pub phase: usize,
    /// Points that both may play, that only the side to move may, and that only the other side may.
    pub counts: [usize; 3],
}

impl Patterns {
    /// Works the tables out.
    pub fn new() -> Patterns {
        let mut points = [(0, 0); Point::COUNT];
        for point in PointSet::FULL {
            let (x, y) = (usize::from(point.x()), usize::from(point.y()));
            let (a, b) = (x.min(SIZE - 1 - x), y.min(SIZE - 1 - y));
            let class = a.max(b) * (a.max(b) + 1) / 2 + a.min(b);
            points[point.index()] = (((x + 2) * WIDTH + y + 2) as u8, class as u8);
        }
        let pair = std::array::from_fn(|code| {
            let (low, high) = ((code >> 4).min(code & 15), (code >> 4).max(code & 15));
            (high * (high + 1) / 2 + low) as u8
        });
        Patterns {
            ring: ring_classes(),
            pair,
            points,
        }
    }

    /// Looks at a position for the side to move.
    #[inline]
    pub fn view(&self, board: &Board) -> View {
        let me = board.to_move();
        let (mine, theirs) = (board.legal_moves(me), board.legal_moves(me.opponent()));
        let mut states = [state::OFF; 256];
        let (shared, only_mine, only_theirs) = (mine & theirs, mine - theirs, theirs - mine);
        let empty = board.empty();
        let own = by_liberties(board.stones(me), empty);
        let other = by_liberties(board.stones(me.opponent()), empty);
        for (set, state) in [
            (own[0], state::MINE[0]),
            (own[1], state::MINE[1]),
            (own[2], state::MINE[2]),
            (other[0], state::THEIRS[0]),
            (other[1], state::THEIRS[1]),
            (other[2], state::THEIRS[2]),
            (shared, state::SHARED),
            (only_mine, state::ONLY_MINE),
            (only_theirs, state::ONLY_THEIRS),
            (empty - (mine | theirs), state::NOBODY),
        ] {
            for point in set {
                states[usize::from(self.points[point.index()].0)] = state;
            }
        }
        View {
            states,
            mine,
            theirs,
            phase: match shared.len() {
                55.. => 0,
                30.. => 1,
                _ => 2,
            },
            counts: [shared, only_mine, only_theirs].map(PointSet::len),
        }
    }

    /// The rows of a point's patterns, and how many they are; after them comes [`ROWS`].
    #[inline(always)]
    pub fn rows(&self, view: &View, point: Point) -> ([u16; MOST_PATTERNS], usize) {
        let (at, class) = self.points[point.index()];
        let see = |step: isize| {
            let state = view.states[usize::from(at.wrapping_add(step as u8))];
            usize::from(state)
        };
        let around = AROUND.map(see);
        let state = see(0);
        let center = usize::from(state::CENTER[state & 15]);
        let mut rows = [ROWS as u16; MOST_PATTERNS];
        rows[0] = (state.wrapping_sub(1) * PLACES + usize::from(class)) as u16;
        for i in 0..4 {
            let (left, middle) = (around[2 * i], around[2 * i + 1]);
            let right = around[(2 * i + 2) % 8];
            let pair = usize::from(self.pair[(left << 4 | right) & 255]);
            rows[1 + i] = (CORNER + center * CORNERS + pair * state::COUNT + middle) as u16;
            let beyond = see(2 * AROUND[2 * i]);
            rows[5 + i] = (ARM + center * ARMS + left * state::COUNT + beyond) as u16;
        }
        if state < usize::from(state::SHARED) {
            return (rows, MOST_PATTERNS - 1);
        }
        let ring = (around.iter()).fold(0, |code, &state| {
            code << 2 | usize::from(state::KIND[state & 15])
        });
        rows[9] = RING as u16 + self.ring[ring];
        (rows, MOST_PATTERNS)
    }
}

/// The stones of a color by the liberties of their groups: one, two, more.
fn by_liberties(stones: PointSet, empty: PointSet) -> [PointSet; 3] {
    let mut sets = [PointSet::EMPTY; 3];
    let mut rest = stones;
    while let Some(stone) = rest.first() {
        let mut group = PointSet::of(stone);
        let around = loop {
            let around = group.neighbors();
            let grown = group | (around & stones);
            if grown == group {
                break around;
            }
            group = grown;
        };
        let liberties = (around & empty).len();
        sets[liberties.clamp(1, 3) - 1] |= group;
        rest -= group;
    }
    sets
}

impl View {
    /// Own minus opponent's legal points.
    pub fn lead(&self) -> i32 {
        self.mine.len() as i32 - self.theirs.len() as i32
    }
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns::new()
    }
}

/// For every code of eight points the number of its class among the mirror images, in the order of the smallest codes.
fn ring_classes() -> Vec<u16> {
    // A turn by a quarter moves every point of the ring by two; a mirror reverses the ring.
    let turned = |code: usize, quarters: usize| {
        (code << (4 * quarters) | code >> (16 - 4 * quarters)) & 0xffff
    };
    let mirrored =
        |code: usize| (0..8).fold(0, |mirror, i| mirror << 2 | code >> (2 * ((i + 7) % 8)) & 3);
    let mut classes = vec![u16::MAX; 1 << 16];
    let mut count = 0;
    for code in 0..1 << 16 {
        if classes[code] == u16::MAX {
            for mirror in [code, mirrored(code)] {
                for quarters in 0..4 {
                    classes[turned(mirror, quarters)] = count;
                }
            }
            count += 1;
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_have_the_same_rows() {
        let patterns = Patterns::new();
        assert_eq!(patterns.ring.iter().max(), Some(&(RINGS as u16 - 1)));
        let mut random = fastrand::Rng::with_seed(1);
        let mut seen = vec![false; ROWS];
        for _ in 0..50 {
            let mut board = Board::new();
            let mut turned = Board::new();
            let mut mirrored = Board::new();
            let turn = |point: Point| Point::new(point.y(), 8 - point.x()).unwrap();
            let mirror = |point: Point| Point::new(8 - point.x(), point.y()).unwrap();
            while board.outcome().is_none() {
                let views = [&board, &turned, &mirrored].map(|board| patterns.view(board));
                for point in PointSet::FULL {
                    let sorted = |view, point| {
                        let (mut rows, count) = patterns.rows(view, point);
                        rows[..count].sort_unstable();
                        (rows, count)
                    };
                    let rows = sorted(&views[0], point);
                    assert_eq!(rows, sorted(&views[1], turn(point)));
                    assert_eq!(rows, sorted(&views[2], mirror(point)));
                    rows.0[..rows.1]
                        .iter()
                        .for_each(|&row| seen[usize::from(row)] = true);
                }
                let moves = board.legal_moves(board.to_move());
                let point = moves.nth(random.usize(..moves.len())).unwrap();
                board.play(point);
                turned.play(turn(point));
                mirrored.play(mirror(point));
            }
        }
        for part in [0..CORNER, CORNER..ARM, ARM..RING, RING..ROWS] {
            assert!(seen[part.clone()].iter().any(|&seen| seen), "{:?}", part);
        }
    }
}
