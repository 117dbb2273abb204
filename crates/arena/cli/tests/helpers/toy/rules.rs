//! The rules of a toy game: three players in turn add 1 or 2 to a sum that begins at 0; who reaches the goal wins.

/// The sum that wins.
pub const GOAL: u8 = 10;

/// A position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Board {
    pub sum: u8,
    pub plies: usize,
}

impl Board {
    pub fn is_over(self) -> bool {
        self.sum >= GOAL
    }

    /// The seat that is to move.
    pub fn seat(self) -> usize {
        self.plies % 3
    }

    pub fn try_play(&mut self, add: u8) -> Result<(), String> {
        if self.is_over() || !(1..=2).contains(&add) {
            return Err(format!("{add} cannot be added to {}", self.sum));
        }
        self.sum += add;
        self.plies += 1;
        Ok(())
    }
}
