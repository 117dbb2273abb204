//! The danger of long snakes: whether the head can get back to its own body and close a loop before it is trapped.

use snakego::{Board, CellSet, MAX_SNAKES, Snake};

use crate::lock::{HORIZON, Locks};

/// The length that a long snake may lose, in cells: the part of it that the longest loop within reach would not save,
/// or the half that a split would not save if one is possible; whichever is less.
pub fn danger(board: &Board, locks: &Locks, player: usize, place: usize) -> f32 {
    let snake = &board.snakes(player)[place];
    let length = snake.len + snake.bank;
    let trapped = length.saturating_sub(longest_return(snake, board.body(player, place), locks));
    let halved = if board.snakes(player).len() < MAX_SNAKES {
        length / 2
    } else {
        length
    };
    f32::from(trapped.min(halved))
}

/// Length of the longest loop that the head can close on a shortest way back to the own body; 0 if there is none.
fn longest_return(snake: &Snake, body: CellSet, locks: &Locks) -> u16 {
    let mut enterable = locks.free();
    let mut reached = CellSet::of(snake.head);
    let neck = snake.head.step(snake.direction().opposite());
    let mut unmet = body - reached - neck.into_iter().collect();
    let mut longest = 0;
    for step in 1..=HORIZON as u16 {
        let opened = locks.opening(usize::from(step));
        enterable |= opened;
        // Cells that the snake has left by now are no longer body.
        unmet -= opened;
        let beside = reached.neighbors();
        for cell in beside & unmet {
            let from_head = snake.len + snake.bank - locks.steps(cell);
            longest = longest.max(step + from_head);
        }
        unmet -= beside;
        let grown = reached | beside & enterable;
        if unmet.is_empty() || (grown == reached && opened.is_empty()) {
            break;
        }
        reached = grown;
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use snakego::Position;

    fn danger_of(text: &str) -> f32 {
        let position: Position = text.parse().unwrap();
        danger(&position.board, &Locks::new(&position.board), 0, 0)
    }

    #[test]
    fn a_way_back_saves_most() {
        let open = "round=20/512 acting=0 next=2 0=0:0:-:474645444342414030201000 1=1:0:-:ff";
        assert!(danger_of(open) < 4.0, "{}", danger_of(open));
    }

    #[test]
    fn a_dead_end_costs_all_or_a_half() {
        let dead_end = "round=20/512 acting=0 next=2 0=0:0:-:474645444342414030201000 1=1:0:-:ff \
            walls1=385868";
        assert!(danger_of(dead_end) < 4.0);
        let closed = "round=20/512 acting=0 next=2 0=0:0:-:474645444342414030201000 1=1:0:-:ff \
            walls1=374857";
        assert_eq!(danger_of(closed), 6.0);
        let four = "round=20/512 acting=0 next=9 0=0:0:-:474645444342414030201000 0=3:0:-:f0 0=4:0:-:f2 \
            0=5:0:-:f4 1=1:0:-:ff walls1=374857";
        assert_eq!(danger_of(four), 12.0);
    }
}
