//! What the learned prior sees of a move: small patterns around its point.
//!
//! Every point of the board is in one of seven [states](state) for the side to move. The features of a move are places
//! in one table of weights; the sum of these weights says how much better the move is than the position it is made in.
//! All parts of the table but the first are there once for each of the [phases](PHASES) of the game.

use nogo::{Board, Point, PointSet, SIZE};

/// What a point is for the side to move. On an empty point it says who may play there.
mod state {
    pub const OFF: u8 = 0;
    pub const MINE: u8 = 1;
    pub const THEIRS: u8 = 2;
    pub const NOBODY: u8 = 3;
    pub const SHARED: u8 = 4;
    pub const ONLY_MINE: u8 = 5;
    pub const ONLY_THEIRS: u8 = 6;
    pub const COUNT: usize = 7;
}

/// Phases of the game, by the number of points that both sides may play: from 55, from 30, and fewer.
pub const PHASES: usize = 3;

/// Features of a move: the ring, four corners, four arms, the place, the gain.
pub const FEATURES: usize = 11;

/// Patterns of the eight points around a point, told apart by board edge, own stone, other stone and empty, that are no
/// mirror images of each other (by Burnside's lemma).
const RINGS: usize = 8_740;
/// Two points next to a move and the one between them.
const CORNERS: usize = state::COUNT * state::COUNT * state::COUNT;
/// The two next points in one direction.
const ARMS: usize = state::COUNT * state::COUNT;
/// Points that are no mirror images of each other, each shared or only for the side to move.
const PLACES: usize = 15 * 2;
/// How the move changes own minus opponent's legal points: -8 and less to +8 and more.
const GAINS: usize = 17;

// Where the parts of the table begin.
const CORNER: usize = RINGS;
const ARM: usize = CORNER + PHASES * CORNERS;
const PLACE: usize = ARM + PHASES * ARMS;
const GAIN: usize = PLACE + PHASES * PLACES;
/// Number of weights.
pub const WEIGHTS: usize = GAIN + PHASES * GAINS;

/// Width of the board with a rim of two points on every side.
const WIDTH: usize = SIZE + 4;

/// Steps to the points around a point of the board with its rim, clockwise, the four neighbors at even places.
const AROUND: [isize; 8] = {
    let w = WIDTH as isize;
    [-w, -w + 1, 1, w + 1, w, w - 1, -1, -w - 1]
};

/// What does not depend on the position.
pub struct Patterns {
    /// The class of a ring by the code of its points, two bits each.
    ring: Vec<u16>,
    /// For every point its place on the board with its rim, and its class among mirror images.
    points: [(u8, u8); Point::COUNT],
}

/// A position as its moves are seen.
pub struct View {
    /// 256 places, so that no bounds are checked.
    states: [u8; 256],
    phase: usize,
    /// Own minus opponent's legal points before the move.
    lead: i32,
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
        Patterns {
            ring: ring_classes(),
            points,
        }
    }

    /// Looks at a position for the side to move.
    pub fn view(&self, board: &Board) -> View {
        let me = board.to_move();
        let mine = board.legal_moves(me);
        let theirs = board.legal_moves(me.opponent());
        let mut states = [state::OFF; 256];
        for (set, state) in [
            (board.stones(me), state::MINE),
            (board.stones(me.opponent()), state::THEIRS),
            (mine & theirs, state::SHARED),
            (mine - theirs, state::ONLY_MINE),
            (theirs - mine, state::ONLY_THEIRS),
            (board.empty() - (mine | theirs), state::NOBODY),
        ] {
            for point in set {
                states[usize::from(self.points[point.index()].0)] = state;
            }
        }
        View {
            states,
            phase: match (mine & theirs).len() {
                55.. => 0,
                30.. => 1,
                _ => 2,
            },
            lead: mine.len() as i32 - theirs.len() as i32,
        }
    }

    /// The features of a legal move. `lead` is own minus opponent's legal points after it.
    pub fn of(&self, view: &View, point: Point, lead: i32) -> [u16; FEATURES] {
        let seen = self.look(view, point, lead);
        let mut features = [0; FEATURES];
        features[0] = self.ring[seen.ring];
        for i in 0..4 {
            features[1 + i] = corner(view.phase, seen.corners[i]) as u16;
            features[5 + i] = arm(view.phase, seen.arms[i]) as u16;
        }
        features[9] = (PLACE + view.phase * PLACES + seen.place) as u16;
        features[10] = (GAIN + view.phase * GAINS + seen.gain) as u16;
        features
    }

    #[inline]
    fn look(&self, view: &View, point: Point, lead: i32) -> Seen {
        let (at, class) = self.points[point.index()];
        let see = |step: isize| {
            let state = view.states[usize::from(at.wrapping_add(step as u8))];
            usize::from(state)
        };
        let around = AROUND.map(see);
        let mut seen = Seen {
            ring: (around.iter()).fold(0, |code, &state| code << 2 | state.min(3)),
            corners: [0; 4],
            arms: [0; 4],
            place: 2 * usize::from(class) + usize::from(see(0) == usize::from(state::ONLY_MINE)),
            gain: ((lead - view.lead).clamp(-8, 8) + 8) as usize,
        };
        for i in 0..4 {
            let (left, middle) = (around[2 * i], around[2 * i + 1]);
            let right = around[(2 * i + 2) % 8];
            seen.corners[i] = left << 6 | middle << 3 | right;
            seen.arms[i] = left << 3 | see(2 * AROUND[2 * i]);
        }
        seen
    }
}

/// A move as it is seen: codes of three bits a point, of two in the ring.
struct Seen {
    ring: usize,
    corners: [usize; 4],
    arms: [usize; 4],
    place: usize,
    gain: usize,
}

/// The feature of a corner. A corner and its mirror image are the same.
fn corner(phase: usize, code: usize) -> usize {
    let (left, middle, right) = (code >> 6, code >> 3 & 7, code & 7);
    let pair = left.min(right) * state::COUNT + left.max(right);
    CORNER + phase * CORNERS + pair * state::COUNT + middle
}

/// The feature of an arm.
fn arm(phase: usize, code: usize) -> usize {
    ARM + phase * ARMS + (code >> 3) * state::COUNT + (code & 7)
}

/// The weights by what is [seen], so that a sum needs neither classes nor features.
///
/// [seen]: Seen
pub struct Weights {
    ring: Vec<i16>,
    phases: [PhaseWeights; PHASES],
}

#[derive(Clone, Copy)]
struct PhaseWeights {
    corner: [i16; 512],
    arm: [i16; 64],
    place: [i16; 32],
    gain: [i16; 32],
}

impl Weights {
    /// The weights of all features, [`WEIGHTS`] of them, laid out by what is seen.
    pub fn new(patterns: &Patterns, weights: &[i16]) -> Weights {
        let most = state::COUNT;
        let phase = |phase: usize| PhaseWeights {
            corner: std::array::from_fn(|code| match (code >> 6, code >> 3 & 7, code & 7) {
                (a, b, c) if a.max(b).max(c) < most => weights[corner(phase, code)],
                _ => 0,
            }),
            arm: std::array::from_fn(|code| match (code >> 3, code & 7) {
                (a, b) if a.max(b) < most => weights[arm(phase, code)],
                _ => 0,
            }),
            place: std::array::from_fn(|i| weights[PLACE + phase * PLACES + i.min(PLACES - 1)]),
            gain: std::array::from_fn(|i| weights[GAIN + phase * GAINS + i.min(GAINS - 1)]),
        };
        Weights {
            ring: (patterns.ring.iter())
                .map(|&class| weights[usize::from(class)])
                .collect(),
            phases: std::array::from_fn(phase),
        }
    }

    /// The sum of the weights of a legal move's features.
    #[inline]
    pub fn sum(&self, patterns: &Patterns, view: &View, point: Point, lead: i32) -> i32 {
        let seen = patterns.look(view, point, lead);
        let phase = &self.phases[view.phase];
        let mut sum = i32::from(self.ring[seen.ring])
            + i32::from(phase.place[seen.place & 31])
            + i32::from(phase.gain[seen.gain & 31]);
        for i in 0..4 {
            sum += i32::from(phase.corner[seen.corners[i] & 511]);
            sum += i32::from(phase.arm[seen.arms[i] & 63]);
        }
        sum
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
    fn mirror_images_have_the_same_features() {
        let patterns = Patterns::new();
        assert_eq!(patterns.ring.iter().max(), Some(&(RINGS as u16 - 1)));
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..50 {
            let mut board = Board::new();
            let mut turned = Board::new();
            let mut mirrored = Board::new();
            let turn = |point: Point| Point::new(point.y(), 8 - point.x()).unwrap();
            let mirror = |point: Point| Point::new(8 - point.x(), point.y()).unwrap();
            while board.outcome().is_none() {
                let views = [&board, &turned, &mirrored].map(|board| patterns.view(board));
                let moves = board.legal_moves(board.to_move());
                for point in moves {
                    let lead = random.i32(-12..=12);
                    let sorted = |view, point| {
                        let mut features = patterns.of(view, point, lead);
                        features.sort_unstable();
                        features
                    };
                    let features = sorted(&views[0], point);
                    assert_eq!(features, sorted(&views[1], turn(point)));
                    assert_eq!(features, sorted(&views[2], mirror(point)));
                    assert!(usize::from(features[FEATURES - 1]) < WEIGHTS);
                }
                let point = moves.nth(random.usize(..moves.len())).unwrap();
                board.play(point);
                turned.play(turn(point));
                mirrored.play(mirror(point));
            }
        }
    }

    #[test]
    fn a_sum_is_the_sum_of_the_features_weights() {
        let patterns = Patterns::new();
        let mut random = fastrand::Rng::with_seed(2);
        let weights: Vec<i16> = (0..WEIGHTS).map(|_| random.i16(..)).collect();
        let laid_out = Weights::new(&patterns, &weights);
        for _ in 0..20 {
            let mut board = Board::new();
            while board.outcome().is_none() {
                let view = patterns.view(&board);
                let moves = board.legal_moves(board.to_move());
                for point in moves {
                    let lead = random.i32(-12..=12);
                    let features = patterns.of(&view, point, lead);
                    let sum: i32 = features
                        .iter()
                        .map(|&i| i32::from(weights[usize::from(i)]))
                        .sum();
                    assert_eq!(laid_out.sum(&patterns, &view, point, lead), sum);
                }
                board.play(moves.nth(random.usize(..moves.len())).unwrap());
            }
        }
    }

    #[test]
    fn the_parts_of_the_table_do_not_overlap() {
        let patterns = Patterns::new();
        let view = patterns.view(&Board::new());
        let center: Point = "4,4".parse().unwrap();
        let features = patterns.of(&view, center, 99).map(usize::from);
        assert!(features[0] < CORNER);
        assert!(
            features[1..5]
                .iter()
                .all(|&feature| (CORNER..ARM).contains(&feature))
        );
        assert!(
            features[5..9]
                .iter()
                .all(|&feature| (ARM..PLACE).contains(&feature))
        );
        assert!((PLACE..GAIN).contains(&features[9]));
        assert_eq!(features[10], GAIN + GAINS - 1);
    }
}
