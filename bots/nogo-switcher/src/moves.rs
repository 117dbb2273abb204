//! Move ordering: the moves of a position in the order in which alpha-beta searches them.

use nogo::{Point, PointSet};

/// A move and how good it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The move.
    pub point: Point,
    /// Its rating by the pattern evaluation, perturbed.
    pub rating: i32,
}

/// The moves of one position that are still to be searched, best rated first. An iterator that sorts lazily: after a
/// cut-off the rest is not needed.
pub struct Moves {
    /// For every point its rating and below it, so that no two are equal, a number for the point; [`NONE`] if it
    /// is not to be searched. The largest of such numbers is found without a branch.
    keys: [i32; Point::COUNT],
}

/// A factor above every index of a point.
const STEP: i32 = 128;

const NONE: i32 = i32::MIN;

/// A rating above all others.
const FIRST: i32 = i32::MAX / STEP - 1;

impl Moves {
    /// The moves on `points`, rated by `rating` (absolute values below 2^23).
    #[inline]
    pub fn new(points: PointSet, rating: impl Fn(Point) -> i32) -> Moves {
        let mut keys = [NONE; Point::COUNT];
        for point in points {
            keys[point.index()] = key(point, rating(point));
        }
        Moves { keys }
    }

    /// Puts a move in front of all others.
    pub fn put_first(&mut self, point: Point) {
        if self.keys[point.index()] != NONE {
            self.keys[point.index()] = key(point, FIRST);
        }
    }
}

/// Equal ratings are ordered by point.
fn key(point: Point, rating: i32) -> i32 {
    rating * STEP + (STEP - 1 - point.index() as i32)
}

impl Iterator for Moves {
    type Item = Rated;

    #[inline]
    fn next(&mut self) -> Option<Rated> {
        let best = (self.keys.iter()).fold(NONE, |best, &key| if key > best { key } else { best });
        if best == NONE {
            return None;
        }
        let point = Point::from_index((STEP - 1 - best.rem_euclid(STEP)) as usize)?;
        self.keys[point.index()] = NONE;
        Some(Rated {
            point,
            rating: best.div_euclid(STEP),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_by_falling_rating_then_by_point() {
        let points: PointSet = ["0,0", "4,4", "5,5", "8,8"]
            .map(|text| text.parse::<Point>().unwrap())
            .iter()
            .copied()
            .collect();
        let rating = |point: Point| -(point.x() as i32 / 5) - 3;
        let order = |moves: Moves| {
            let moves: Vec<(String, i32)> = moves
                .map(|Rated { point, rating }| (point.to_string(), rating))
                .collect();
            moves
        };
        let sorted = [("0,0", -3), ("4,4", -3), ("5,5", -4), ("8,8", -4)];
        let sorted = sorted.map(|(point, rating)| (point.to_owned(), rating));
        assert_eq!(order(Moves::new(points, rating)), sorted);

        let mut moves = Moves::new(points, rating);
        moves.put_first("8,8".parse().unwrap());
        moves.put_first("1,1".parse().unwrap());
        let names: Vec<String> = order(moves).into_iter().map(|(point, _)| point).collect();
        assert_eq!(names, ["8,8", "0,0", "4,4", "5,5"]);
    }
}
