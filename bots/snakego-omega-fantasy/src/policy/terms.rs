//! The terms of the policy: what is around a head, as seen along a move.

use snakego::{Board, Cell, Direction, MoveKinds, Operation, Snake};

use crate::schedule::{ItemSchedule, ScheduledItem};

/// Steps along an axis within which heads and the tail count.
pub(super) const NEAR: i32 = 3;
/// Offsets of them, as seen along a move, and its mirror image as the same.
pub(super) const NEAR_OFFSETS: usize = 7 * 4;
/// Steps within which items count.
pub(super) const FAR: i32 = crate::schedule::NEAR as i32;
pub(super) const FAR_OFFSETS: usize = 13 * 7;

/// By what is blocked, see [`CellSet::around`].
pub(super) const AROUND_AT: usize = 0;
pub(super) const ENEMY_AT: usize = AROUND_AT + (1 << 12);
/// At most one, two, or more liberties, of snakes of two cells at most and of others.
pub(super) const ENEMY_KINDS: usize = 6;
pub(super) const OWN_AT: usize = ENEMY_AT + ENEMY_KINDS * NEAR_OFFSETS;
/// Before and after the acting snake in the list.
pub(super) const OWN_KINDS: usize = 2;
pub(super) const TAIL_AT: usize = OWN_AT + OWN_KINDS * NEAR_OFFSETS;
/// Without a bank and with one.
pub(super) const TAIL_KINDS: usize = 2;
pub(super) const ITEM_AT: usize = TAIL_AT + TAIL_KINDS * NEAR_OFFSETS;
/// Lying length, lying ray, length that comes before the head can be there, while the body can, or later, and a ray to come.
pub(super) const ITEM_KINDS: usize = 6;
/// By steps from the edge.
pub(super) const EDGE_AT: usize = ITEM_AT + ITEM_KINDS * FAR_OFFSETS;
/// Straight on, without a heading, or a turn; by length.
pub(super) const HEADING_AT: usize = EDGE_AT + 8;
/// For each enemy wall in line, if the snake holds a ray.
pub(super) const AIM_AT: usize = HEADING_AT + 3 * 4;
/// By length, own snakes and liberties.
pub(super) const SPLIT_AT: usize = AIM_AT + 1;
/// By walls hit, and whether there are liberties.
pub(super) const FIRE_AT: usize = SPLIT_AT + 8 * 3 * 4;
/// By length, liberties, and whether it is late.
pub(super) const SEAL_AT: usize = FIRE_AT + 10 * 2;
/// By length and liberties.
pub(super) const DEATH_AT: usize = SEAL_AT + 8 * 4 * 2;
/// The round from which on seals are late.
pub(super) const LATE: u16 = 481;
/// Number of weights.
pub const TERMS: usize = DEATH_AT + 8 * 3;

/// An offset as seen along a direction.
pub(super) fn turned((dx, dy): (i32, i32), direction: Direction) -> (i32, i32) {
    match direction {
        Direction::Right => (dx, dy),
        Direction::Up => (dy, -dx),
        Direction::Left => (-dx, -dy),
        Direction::Down => (-dy, dx),
    }
}

/// Place of an offset among those of heads and tails.
pub(super) fn near_term(offset: (i32, i32), direction: Direction) -> usize {
    let (x, y) = turned(offset, direction);
    ((x + NEAR) * 4 + y.abs()) as usize
}

/// Place of an offset among those of items.
pub(super) fn far_term(offset: (i32, i32), direction: Direction) -> usize {
    let (x, y) = turned(offset, direction);
    ((x + FAR) * 7 + y.abs()) as usize
}

/// The offsets of the bits of what is around a cell, see [`CellSet::around`].
pub(super) const OFFSETS: [(i32, i32); 12] = [
    (-2, 0),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -2),
    (0, -1),
    (0, 1),
    (0, 2),
    (1, -1),
    (1, 0),
    (1, 1),
    (2, 0),
];

/// The term of the surroundings of a cell as seen along a direction, the same for their mirror image.
pub(super) fn around_term(around: usize, direction: Direction) -> usize {
    let mut seen = [0, 0];
    for (bit, offset) in OFFSETS.iter().copied().enumerate() {
        if around >> bit & 1 != 0 {
            let (x, y) = turned(offset, direction);
            for (seen, offset) in seen.iter_mut().zip([(x, y), (x, -y)]) {
                let place = OFFSETS.iter().position(|&other| other == offset);
                *seen |= 1 << place.unwrap_or(0);
            }
        }
    }
    seen[0].min(seen[1])
}

/// The offset from a cell to another, in x and y.
pub(super) fn offset(from: Cell, to: Cell) -> (i32, i32) {
    (
        i32::from(to.x()) - i32::from(from.x()),
        i32::from(to.y()) - i32::from(from.y()),
    )
}

/// Classes of lengths for what is counted for each.
pub(super) fn length_class(length: u32) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    }
}

/// Finer classes of lengths.
pub(super) fn fine_length(length: u32) -> usize {
    match length {
        0..=3 => (length as usize).saturating_sub(1),
        4..=5 => 3,
        6..=7 => 4,
        8..=10 => 5,
        11..=15 => 6,
        _ => 7,
    }
}

/// The things that can be at an offset from the acting head.
#[derive(Clone, Copy)]
pub(super) enum Thing {
    /// The head of an enemy.
    Enemy,
    /// The head of another own snake.
    Own,
    /// The own tail.
    Tail,
    /// An item, as often as it has cells of length.
    Item,
}

/// The surroundings of a snake, for all its moves.
pub struct View<'a> {
    pub(super) board: &'a Board,
    pub(super) snake: &'a Snake,
    pub(super) around: usize,
    /// The kinds of its moves, by their effect on it.
    pub kinds: MoveKinds,
}

impl<'a> View<'a> {
    /// The view of the snake to act.
    #[inline]
    pub fn new(board: &'a Board) -> View<'a> {
        let around = board.around();
        View {
            board,
            snake: board.snake(),
            around: around.bits(),
            kinds: board.move_kinds_with(around),
        }
    }

    /// Calls with each head nearby, the own tail and each item: its kind, where it is, and how often it counts.
    #[inline]
    fn each(&self, schedule: &ItemSchedule, mut call: impl FnMut(Thing, usize, (i32, i32), i16)) {
        let (board, snake) = (self.board, self.snake);
        let player = board.player();
        let near = |(dx, dy): (i32, i32)| dx.abs() <= NEAR && dy.abs() <= NEAR;
        for other in board.snakes(1 - player) {
            let offset = offset(snake.head, other.head);
            if near(offset) {
                call(Thing::Enemy, self.enemy_kind(other), offset, 1);
            }
        }
        for (place, other) in board.snakes(player).iter().enumerate() {
            let offset = offset(snake.head, other.head);
            if place != board.acting() && near(offset) {
                call(Thing::Own, usize::from(place > board.acting()), offset, 1);
            }
        }
        let at = offset(snake.head, snake.tail);
        if near(at) && snake.len > 1 {
            call(Thing::Tail, usize::from(snake.bank > 0), at, 1);
        }
        let within = |(dx, dy): (i32, i32)| {
            let distance = dx.abs() + dy.abs();
            distance > 0 && distance <= FAR
        };
        let (lying, coming) = schedule.around(board.round());
        for thing in lying {
            let at = offset(snake.head, thing.cell);
            if within(at) && thing.is_in_reach(board, snake.head) {
                let kind = usize::from(thing.is_ray);
                call(Thing::Item, kind, at, self.worth(thing));
            }
        }
        for thing in coming {
            let at = offset(snake.head, thing.cell);
            if !within(at) || !thing.may_come_to_own(board) {
                continue;
            }
            call(Thing::Item, self.coming_kind(thing), at, self.worth(thing));
        }
    }

    /// By liberties and length.
    #[inline]
    pub(super) fn enemy_kind(&self, enemy: &Snake) -> usize {
        let liberties = self.board.liberties(enemy.head).len();
        liberties.saturating_sub(1).min(2) + 3 * usize::from(enemy.len > 2)
    }

    #[inline]
    pub(super) fn coming_kind(&self, item: &ScheduledItem) -> usize {
        let until = u32::from(item.time - self.board.round());
        let distance = u32::from(self.snake.head.distance(item.cell));
        if item.is_ray {
            5
        } else if until <= distance {
            2
        } else if until <= distance + self.snake.total() {
            3
        } else {
            4
        }
    }

    #[inline]
    pub(super) fn worth(&self, item: &ScheduledItem) -> i16 {
        if item.is_ray {
            i16::from(!self.snake.has_ray())
        } else {
            item.worth as i16
        }
    }

    /// The term of an operation that is not a free move.
    pub(super) fn other_term(&self, operation: Operation) -> usize {
        let liberties = self.board.liberties(self.snake.head).len();
        let length = fine_length(self.snake.total());
        match operation {
            Operation::Split => {
                let count = self.board.snakes(self.board.player()).len().clamp(1, 3) - 1;
                SPLIT_AT + (length * 3 + count) * 4 + liberties.min(3)
            }
            Operation::Fire => {
                let gain = fire_gain(self.board).clamp(-1, 8) + 1;
                FIRE_AT + gain as usize * 2 + usize::from(liberties > 0)
            }
            _ if self.kinds.sealing.contains(operation) => {
                let late = usize::from(self.board.round() >= LATE);
                SEAL_AT + (length * 4 + liberties.min(3)) * 2 + late
            }
            _ => DEATH_AT + length * 3 + liberties.min(2),
        }
    }
}

/// The terms of an operation that are not 0, as a fit takes them.
pub fn terms(schedule: &ItemSchedule, board: &Board, operation: Operation) -> Vec<(u16, i16)> {
    let view = View::new(board);
    let direction = operation
        .direction()
        .filter(|_| view.kinds.free.contains(operation));
    let Some(direction) = direction else {
        return vec![(view.other_term(operation) as u16, 1)];
    };
    let mut terms = Vec::new();
    let mut add = |at: usize, x: i16| {
        if x != 0 {
            terms.push((at as u16, x));
        }
    };
    add(AROUND_AT + around_term(view.around, direction), 1);
    view.each(schedule, |thing, kind, at, much| {
        let near = || kind * NEAR_OFFSETS + near_term(at, direction);
        match thing {
            Thing::Enemy => add(ENEMY_AT + near(), much),
            Thing::Own => add(OWN_AT + near(), much),
            Thing::Tail => add(TAIL_AT + near(), much),
            Thing::Item => add(ITEM_AT + kind * FAR_OFFSETS + far_term(at, direction), much),
        }
    });
    let (snake, head) = (view.snake, view.snake.head);
    add(EDGE_AT + head.step(direction).map_or(0, from_edge), 1);
    let heading = (snake.len > 1).then(|| snake.direction());
    let class = length_class(snake.total());
    add(HEADING_AT + 4 * turn(heading, direction) + class, 1);
    if snake.has_ray() {
        add(AIM_AT, clamped(board.ray_gains(head)[direction as usize]));
    }
    // The same term may come twice.
    terms.sort_unstable();
    terms.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    terms
}

/// Steps from a cell to the edge of the board.
pub(super) fn from_edge(cell: Cell) -> usize {
    let (x, y) = (usize::from(cell.x()), usize::from(cell.y()));
    x.min(15 - x).min(y).min(15 - y)
}

/// The turn of a move: 0 if it leads straight on, 1 if it comes without a heading, 2 if it is a turn.
pub(super) fn turn(heading: Option<Direction>, way: Direction) -> usize {
    match heading {
        Some(heading) if heading == way => 0,
        None => 1,
        Some(_) => 2,
    }
}

/// Enemy walls less own ones that the ray of the snake to act would remove, as it heads now. Meaningless for a snake of
/// length 1.
pub fn fire_gain(board: &Board) -> i32 {
    let snake = board.snake();
    board.ray_gains(snake.head)[snake.direction() as usize].into()
}

/// The same as often as [`AIM_AT`] counts.
pub(super) fn clamped(gain: i8) -> i16 {
    gain.clamp(-3, 6).into()
}
