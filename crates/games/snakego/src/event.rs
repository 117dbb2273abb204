//! What an operation does, for logs, viewers and comparison with the judge.

/// Something that happened in an operation, or at the start of a round after it. Snakes are named by their ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The snake took an item by moving on it.
    Eat {
        /// Who.
        snake: u16,
        /// Which item.
        item: u16,
    },
    /// A round began and an item appeared on the body of a snake, which took it.
    AppearedOn {
        /// Who.
        snake: u16,
        /// Which item.
        item: u16,
    },
    /// The snake ran into something and died.
    Die {
        /// Who.
        snake: u16,
        /// Of what.
        cause: Cause,
    },
    /// The snake closed a loop, which became wall.
    Seal {
        /// Who; it dies of this.
        snake: u16,
        /// Cells that were not a wall of its side before.
        changed: u16,
        /// All snakes that died, the sealer among them, in ascending order.
        dead: Vec<u16>,
    },
    /// The snake fired its ray.
    Fire {
        /// Who.
        snake: u16,
        /// Walls removed.
        hit: u16,
    },
    /// The snake split.
    Split {
        /// Who; it keeps the front part.
        snake: u16,
        /// The rear part.
        newborn: u16,
    },
}

/// Of what a snake died.
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
