//! The pattern evaluation: how every empty point can become an eye, and what a move does to it.
//!
//! An eye is a point that only one side may play, and eyes are what the game is about: every eye is a move in
//! reserve that the opponent cannot take away. The simplest one is an empty point with own stones on all sides,
//! for a stone of the opponent there would have no liberty. So a point without a stone of the opponent beside it
//! is an eye-to-be, and it *lacks* as many stones as it has empty neighbors: 1 to 4.
//!
//! A move is rated by what it does to the eyes-to-be of both sides ([`Ratings`]). The rating orders moves in
//! alpha-beta, decides between equal search values, and guides rollouts.

use nogo::{Board, Point, PointSet};

use crate::params::EyeWeights;

/// The eyes-to-be of one side, by the number of stones that they lack: `lacking[0]` lack one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes {
    /// Points that lack 1, 2, 3, 4 stones.
    pub lacking: [PointSet; 4],
}

/// The points with a neighbor off the board in one of the four directions.
const WALLS: [u128; 4] = {
    let mut walls = [0; 4];
    let mut i = 0;
    while i < 9 {
        walls[0] |= 1 << i;
        walls[1] |= 1 << (72 + i);
        walls[2] |= 1 << (9 * i);
        walls[3] |= 1 << (9 * i + 8);
        i += 1;
    }
    walls
};

impl Eyes {
    /// The eyes-to-be of the side with `stones`, among the `points` that are not beside `enemies`.
    #[inline]
    pub fn new(stones: PointSet, enemies: PointSet, points: PointSet) -> Eyes {
        let stones = stones.bits();
        // Bit p of each word: is there a stone or the wall in that direction of p?
        let up = stones << 9 | WALLS[0];
        let down = stones >> 9 | WALLS[1];
        let left = stones << 1 | WALLS[2];
        let right = stones >> 1 | WALLS[3];
        // A bitwise adder counts the four words; four of four is not an eye-to-be but an eye.
        let (ones_a, twos_a) = (up ^ down, up & down);
        let (ones_b, twos_b) = (left ^ right, left & right);
        let ones = ones_a ^ ones_b;
        let carry = ones_a & ones_b;
        let twos = twos_a ^ twos_b ^ carry;
        let four = twos_a & twos_b;
        let open = (points - enemies.neighbors()).bits() & !four;
        let set = |bits: u128| PointSet::from_bits(bits & open);
        Eyes {
            lacking: [
                set(ones & twos),
                set(!ones & twos),
                set(ones & !twos),
                set(!ones & !twos),
            ],
        }
    }
}

/// The points around each point; [`OFF`] stands for those off the board.
const AROUND: [[u8; 4]; Point::COUNT] = {
    let mut around = [[OFF; 4]; Point::COUNT];
    let mut i = 0;
    while i < Point::COUNT {
        let (x, y) = (i / 9, i % 9);
        if x > 0 {
            around[i][0] = i as u8 - 9;
        }
        if x < 8 {
            around[i][1] = i as u8 + 9;
        }
        if y > 0 {
            around[i][2] = i as u8 - 1;
        }
        if y < 8 {
            around[i][3] = i as u8 + 1;
        }
        i += 1;
    }
    around
};

const OFF: u8 = Point::COUNT as u8;

/// The value of each point as the next move of one side.
#[derive(Clone, Debug)]
pub struct Ratings([i32; Point::COUNT + 1]);

impl Ratings {
    /// Rates the points for the side to move, which may play on `ours`, while the opponent may play on `theirs`.
    #[inline]
    pub fn new(board: &Board, ours: PointSet, theirs: PointSet, weights: &EyeWeights) -> Ratings {
        let me = board.to_move();
        let (mine, enemies) = (board.stones(me), board.stones(me.opponent()));
        // If the opponent may not play a point any more, we have nothing left to win there, and the other way round.
        let own_eyes = Eyes::new(mine, enemies, theirs);
        let their_eyes = Eyes::new(enemies, mine, ours);

        let mut ratings = Ratings([0; Point::COUNT + 1]);
        for point in ours & theirs {
            ratings.0[point.index()] = weights.contested;
        }
        for i in 0..4 {
            ratings.add(own_eyes.lacking[i], -weights.keep[i], weights.make[i]);
            ratings.add(their_eyes.lacking[i], weights.spoil[i], weights.deny[i]);
        }
        ratings
    }

    /// Adds `here` to the points of a set and `around` to the neighbors of each.
    #[inline]
    fn add(&mut self, points: PointSet, here: i32, around: i32) {
        if here == 0 && around == 0 {
            return;
        }
        for point in points {
            self.0[point.index()] += here;
            for neighbor in AROUND[point.index()] {
                self.0[usize::from(neighbor)] += around;
            }
        }
    }

    /// The rating of a move on `point`.
    #[inline]
    pub fn of(&self, point: Point) -> i32 {
        self.0[point.index()]
    }
}

#[cfg(test)]
mod tests {
    use nogo::Color;

    use super::*;
    use crate::params::Params;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    fn point(text: &str) -> Point {
        text.parse().unwrap()
    }

    fn eyes(board: &Board, color: Color) -> [String; 4] {
        let stones = board.stones(color);
        let enemies = board.stones(color.opponent());
        Eyes::new(stones, enemies, board.empty())
            .lacking
            .map(|points| points.to_string())
    }

    const CORNER: &str = "
        . X . . . . . . .
        . . X . . . . . .
        . X . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . O
        . . . . . . . O .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn eyes_to_be_are_sorted_by_the_stones_they_lack() {
        let [one, two, three, four] = eyes(&board(CORNER), Color::Black);
        // 0,0 has the wall on two sides and a stone on the third, 0,2 one wall and two stones, 1,1 three stones.
        assert_eq!(one, "0,0 0,2 1,1");
        assert_eq!(two, "0,8 2,0 2,2 8,0 8,8");
        assert!(three.contains("1,0") && three.contains("1,3") && three.contains("0,5"));
        // Points beside a white stone are not eyes-to-be of black.
        assert!(!(three + " " + &four).contains("6,6"));
        assert!(four.contains("4,4"));

        let [one, two, ..] = eyes(&board(CORNER), Color::White);
        assert_eq!((one.as_str(), two.as_str()), ("6,8", "0,8 4,8 5,7 8,0 8,8"));
    }

    #[test]
    fn a_closed_eye_is_not_to_be_any_more() {
        let board = board(
            "
            . X . . . . . . .
            X . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . O . . . .
            . . . O . O . . .
            . . . . O . . . .
            . . . . . . . . .
            . . X . . . X . .",
        );
        for color in [Color::Black, Color::White] {
            let lacking = eyes(&board, color).join(" ");
            assert!(!lacking.split(' ').any(|p| p == "0,0" || p == "5,4"));
        }
    }

    #[test]
    fn own_eyes_are_filled_last_and_the_opponent_s_hopes_are_ended_first() {
        let board = board(
            "
            . X . . . . . . O
            X X . . . . . O .
            . . . . . . . . O
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . O . X X .",
        );
        let (ours, theirs) = (
            board.legal_moves(Color::White),
            board.legal_moves(Color::Black),
        );
        let weights = Params::own().eye;
        let rate = |board: &Board| {
            let me = board.to_move();
            Ratings::new(
                board,
                board.legal_moves(me),
                board.legal_moves(me.opponent()),
                &weights,
            )
        };
        assert_eq!(board.to_move(), Color::White);
        let ratings = rate(&board);
        let best = ours.iter().max_by_key(|&p| ratings.of(p)).unwrap();
        // White already owns 1,8; black does not own 8,8 yet.
        assert!(!theirs.contains(point("1,8")) && theirs.contains(point("8,8")));
        let worst = ours.iter().min_by_key(|&p| ratings.of(p)).unwrap();
        assert_eq!(worst, point("1,8"));
        // The first makes the eye on 0,7, the others end black's hope for one on 8,8.
        assert!(["0,6", "7,8", "8,8"].map(point).contains(&best), "{}", best);
    }

    /// Stones that an eye of `color` on `point` lacks, by the definition.
    fn lacks(board: &Board, color: Color, point: Point) -> Option<usize> {
        let around = PointSet::from(point).neighbors();
        let hostile = around & board.stones(color.opponent());
        let open = (around & board.empty()).len();
        (board.empty().contains(point) && hostile.is_empty() && open > 0).then_some(open)
    }

    /// The rating of a move by the definition.
    fn slow_rating(board: &Board, mv: Point, weights: &EyeWeights) -> i32 {
        let (me, opponent) = (board.to_move(), board.to_move().opponent());
        let (ours, theirs) = (board.legal_moves(me), board.legal_moves(opponent));
        let own = |p| lacks(board, me, p).filter(|_| theirs.contains(p));
        let their_eyes = |p| lacks(board, opponent, p).filter(|_| ours.contains(p));
        let weight = |list: [i32; 4], lacking: Option<usize>| lacking.map_or(0, |n| list[n - 1]);
        let mut rating = if theirs.contains(mv) {
            weights.contested
        } else {
            0
        };
        rating += weight(weights.spoil, their_eyes(mv)) - weight(weights.keep, own(mv));
        for p in PointSet::from(mv).neighbors() {
            rating += weight(weights.make, own(p)) + weight(weights.deny, their_eyes(p));
        }
        rating
    }

    #[test]
    fn ratings_are_what_the_definition_says() {
        let mut random = fastrand::Rng::with_seed(1);
        let weights = EyeWeights {
            make: [1009, 503, 251, 127],
            deny: [997, 499, 241, 113],
            keep: [983, 491, 239, 109],
            spoil: [977, 487, 233, 107],
            contested: 10_007,
        };
        for _ in 0..100 {
            let mut board = Board::new();
            while board.outcome().is_none() {
                let me = board.to_move();
                let (ours, theirs) = (board.legal_moves(me), board.legal_moves(me.opponent()));
                let ratings = Ratings::new(&board, ours, theirs, &weights);
                for mv in ours {
                    assert_eq!(ratings.of(mv), slow_rating(&board, mv, &weights));
                }
                board.play(ours.nth(random.usize(..ours.len())).unwrap());
            }
        }
    }
}
