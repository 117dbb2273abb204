//! The effects of an operation, for logs, viewers and comparison with the judge.

/// Something that happened in an operation, or at the start of a round after it. Snakes are named by their ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The snake took an item by moving onto it.
    Eat {
        /// The snake.
        snake: u16,
        /// The item.
        item: u16,
    },
    /// A round began and an item appeared on the body of a snake, which took it.
    AppearedOn {
        /// The snake.
        snake: u16,
        /// The item.
        item: u16,
    },
    /// The snake ran into something and died.
    Die {
        /// The snake.
        snake: u16,
        /// The cause.
        cause: Cause,
    },
    /// The snake closed a loop, which became walls.
    Seal {
        /// The snake, which dies of this.
        snake: u16,
        /// Cells that were not a wall of its side before.
        changed: u16,
        /// All snakes that died, this one included, in ascending order.
        dead: Vec<u16>,
    },
    /// The snake fired its ray.
    Fire {
        /// The snake.
        snake: u16,
        /// Walls removed.
        hit: u16,
    },
    /// The snake split.
    Split {
        /// The snake, which keeps the front part.
        snake: u16,
        /// The rear part.
        newborn: u16,
    },
}

/// The cause of a snake's death.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It left the board.
    Border,
    /// A wall of its own side.
    OwnWall,
    /// A wall of the other side.
    EnemyWall,
    /// Another snake of its own side.
    OwnSnake,
    /// A snake of the other side.
    EnemySnake,
}
