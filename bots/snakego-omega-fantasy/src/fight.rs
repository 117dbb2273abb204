//! Heads against heads: blocking enemies one or two steps away, and hunting those with few liberties. The liberties of a
//! head are the free cells beside it.

use fastrand::Rng;
use snakego::{Board, Cell, Direction, Operation, Operations, Snake};

use crate::pull;

/// An enemy head as the acting head sees it.
#[derive(Clone, Copy)]
struct Near {
    dx: i8,
    dy: i8,
    heading: Direction,
}

impl Near {
    fn is_straight(self) -> bool {
        self.dx == 0 || self.dy == 0
    }

    /// The move toward it along x; only if it is not straight above or below.
    fn along_x(self) -> Operation {
        if self.dx > 0 {
            Operation::Right
        } else {
            Operation::Left
        }
    }

    fn along_y(self) -> Operation {
        if self.dy > 0 {
            Operation::Up
        } else {
            Operation::Down
        }
    }

    /// The steps toward it: the better one, and the second choice.
    fn toward(self) -> (Operation, Option<Operation>) {
        match (self.dx, self.dy) {
            (0, _) => (self.along_y(), None),
            (_, 0) => (self.along_x(), None),
            _ if self.heading.is_vertical() => (self.along_y(), Some(self.along_x())),
            _ => (self.along_x(), Some(self.along_y())),
        }
    }
}

/// Blocking: what to do about enemy heads one or two steps away; `None` if no rule applies, or no free move follows
/// the rule.
///
/// Enemies of length 2 at most are not a threat. A single head next to this one matters only if none is two steps away.
pub fn block(
    snake: &Snake,
    enemies: &[Snake],
    moves: Operations,
    board: &Board,
    random: &mut Rng,
) -> Option<Operation> {
    let mut near = [None; 4];
    let mut count = 0;
    let mut touching = (0, Direction::Right);
    for enemy in enemies {
        if enemy.len < 2 || enemy.total() < 3 {
            continue;
        }
        match snake.head.distance(enemy.head) {
            1 => touching = (touching.0 + 1, enemy.direction()),
            2 => {
                near[count & 3] = Some(Near {
                    dx: enemy.head.x() as i8 - snake.head.x() as i8,
                    dy: enemy.head.y() as i8 - snake.head.y() as i8,
                    heading: enemy.direction(),
                });
                count += 1;
            }
            _ => (),
        }
    }
    match near {
        [None, ..] => {
            let (1, heading) = touching else { return None };
            let parallel = snake.len > 1 && (snake.len == 2 || heading == snake.direction());
            let ahead = Operation::from(snake.direction());
            (parallel && moves.contains(ahead)).then_some(ahead)
        }
        [Some(one), None, ..] => block_one(one, moves),
        [Some(one), Some(other), None, _] => block_two(one, other, moves, random),
        _ => most_liberties(snake.head, moves, board),
    }
}

fn block_one(enemy: Near, moves: Operations) -> Option<Operation> {
    let (first, second) = enemy.toward();
    let second = second.filter(|&second| moves.contains(second));
    if moves.contains(first) {
        Some(first)
    } else {
        second
    }
}

fn block_two(one: Near, other: Near, moves: Operations, random: &mut Rng) -> Option<Operation> {
    let picks = match (one.is_straight(), other.is_straight()) {
        (true, true) => [one.toward().0, other.toward().0],
        (true, false) => return block_one(other, moves),
        (false, true) => return block_one(one, moves),
        _ if one.dx == other.dx => [Operation::Up, Operation::Down],
        _ if one.dy == other.dy => [Operation::Right, Operation::Left],
        _ => return None,
    };
    match picks.map(|pick| moves.contains(pick)) {
        [true, true] => Some(picks[usize::from(random.bool())]),
        [true, false] => Some(picks[0]),
        [false, true] => Some(picks[1]),
        [false, false] => None,
    }
}

/// The move after which the head has the most liberties.
fn most_liberties(head: Cell, moves: Operations, board: &Board) -> Option<Operation> {
    moves.iter().max_by_key(|operation| {
        let target = operation.direction().and_then(|way| head.step(way));
        target.map_or(0, |cell| board.liberties(cell).len())
    })
}

/// The pull of enemy heads with at most two liberties, in x and y: `strength` * length / d^2, and twice
/// as strong at the last liberty.
pub fn hunt(strength: i32, head: Cell, enemies: &[Snake], board: &Board) -> (i32, i32) {
    let (mut fx, mut fy) = (0, 0);
    for enemy in enemies {
        let dx = i32::from(enemy.head.x()) - i32::from(head.x());
        let dy = i32::from(enemy.head.y()) - i32::from(head.y());
        let near = pull::strength(dx, dy);
        if near == 0 || enemy.total() < 3 {
            continue;
        }
        let liberties = board.liberties(enemy.head).len();
        if liberties <= 2 {
            let twice = 1 + i32::from(liberties == 1);
            let weight = strength * near * twice * enemy.total() as i32;
            (fx, fy) = (fx + weight * dx, fy + weight * dy);
        }
    }
    (fx, fy)
}
