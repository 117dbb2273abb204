//! All lines of play of a number of joint turns, and what they add up to.

use std::cmp::Reverse;

use search::Budget;
use search::tree::Branch;
use snake::{Board, Direction};
use snake_open_area::room;

/// Directions that each snake has in a turn: all but back, and all four before it has a neck.
fn ways(board: &Board) -> u64 {
    if board.len(0) == 1 { 4 } else { 3 }
}

/// Number of lines of `plies` joint turns.
fn lines(board: &Board, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    ways(board) * lines_after(board, plies)
}

/// Number of lines of `plies` joint turns that begin with a given direction of ours.
fn lines_after(board: &Board, plies: u32) -> u64 {
    ways(board) * 9_u64.pow(plies - 1)
}

/// The sum of the values of all lines of `plies` joint turns; 0 after the end of the game, which is a draw here.
/// Meaningless if the budget is exhausted.
fn sum(board: &Board, player: usize, plies: u32, budget: &mut Budget) -> u64 {
    if board.outcome().is_some() {
        return 0;
    }
    if plies == 0 {
        return room(board, player) as u64;
    }
    let directions = board.legal_moves(player);
    directions
        .iter()
        .map(|direction| sum_after(board, player, direction, plies, budget))
        .sum()
}

/// The sum of the values of the lines that begin with `direction`, which must not be certain death. Every
/// joint turn played is a node of the budget.
///
/// A line has a value when it ends: we died: 0; the opponent alone died: the number of free cells;
/// after the last turn: the room that we have. A death counts for all lines that it cuts short.
fn sum_after(
    board: &Board,
    player: usize,
    direction: Direction,
    plies: u32,
    budget: &mut Budget,
) -> u64 {
    let replies = board.legal_moves(1 - player);
    // The opponent's other directions kill it, and our head takes one of the cells.
    let deaths = (ways(board) - replies.len() as u64) * 9_u64.pow(plies - 1);
    let free = board.enterable().len() as u64 - 1;
    let mut sum = deaths * free;
    for reply in replies {
        if budget.exhausted() {
            return 0;
        }
        budget.spend(1);
        let next = after(board, player, direction, reply);
        sum += self::sum(&next, player, plies - 1, budget);
    }
    sum
}

fn after(board: &Board, player: usize, direction: Direction, reply: Direction) -> Board {
    let mut next = *board;
    next.play(if player == 0 {
        (direction, reply)
    } else {
        (reply, direction)
    });
    next
}

/// The average value of the lines of `plies` joint turns that begin with `direction`, in thousandths of a cell, rounded
/// down. `None` if the budget ends before.
pub fn average(
    board: &Board,
    player: usize,
    direction: Direction,
    plies: u32,
    budget: &mut Budget,
) -> Option<u64> {
    let sum = sum_after(board, player, direction, plies, budget);
    (!budget.exhausted()).then(|| 1000 * sum / lines_after(board, plies))
}

/// The top three levels to print: our directions, the opponent's, ours. Visits are lines; values are averages from our
/// side. Directions that are certain death are left out. Empty if not even one turn was searched.
pub fn branches(board: &Board, player: usize, plies: u32) -> Vec<Branch> {
    if plies == 0 {
        return Vec::new();
    }
    our_branches(board, player, plies, |direction| {
        their_branches(board, player, direction, plies)
    })
}

fn our_branches(
    board: &Board,
    player: usize,
    plies: u32,
    replies: impl Fn(Direction) -> Vec<Branch>,
) -> Vec<Branch> {
    let directions = board.legal_moves(player).iter();
    let rated = directions.map(|direction| {
        let sum = sum_after(board, player, direction, plies, &mut unlimited());
        (sum, direction)
    });
    let mut rated: Vec<(u64, Direction)> = rated.collect();
    rated.sort_by_key(|&(sum, _)| Reverse(sum));
    let lines = lines_after(board, plies);
    rated
        .into_iter()
        .map(|(sum, direction)| branch(direction, sum, lines, replies(direction)))
        .collect()
}

fn their_branches(board: &Board, player: usize, direction: Direction, plies: u32) -> Vec<Branch> {
    let replies = board.legal_moves(1 - player).iter();
    let rated = replies.map(|reply| {
        let next = after(board, player, direction, reply);
        let sum = sum(&next, player, plies - 1, &mut unlimited());
        (sum, reply, next)
    });
    let mut rated: Vec<(u64, Direction, Board)> = rated.collect();
    rated.sort_by_key(|&(sum, ..)| sum);
    rated
        .into_iter()
        .map(|(sum, reply, next)| {
            let going_on = plies > 1 && next.outcome().is_none();
            let ours = if going_on {
                our_branches(&next, player, plies - 1, |_| Vec::new())
            } else {
                Vec::new()
            };
            branch(reply, sum, lines(&next, plies - 1), ours)
        })
        .collect()
}

fn branch(direction: Direction, sum: u64, lines: u64, replies: Vec<Branch>) -> Branch {
    Branch {
        mv: direction.to_string(),
        visits: lines,
        value: decimal(1000 * sum / lines),
        replies,
    }
}

/// The budget of what is only printed, after the search.
fn unlimited() -> Budget {
    Budget::of_nodes(u64::MAX)
}

/// An average as a decimal number of cells.
pub fn decimal(average: u64) -> String {
    format!("{}.{:03}", average / 1000, average % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use snake::botzone::State;

    /// All directions but back into the neck.
    fn ahead(board: &Board, player: usize) -> Vec<Direction> {
        let segments: Vec<_> = board.segments(player).collect();
        let is_back = |direction| match segments.as_slice() {
            [.., neck, head] => head.step(direction) == Some(*neck),
            _ => false,
        };
        let directions = Direction::ALL.iter().copied();
        directions
            .filter(|&direction| !is_back(direction))
            .collect()
    }

    /// The value of the line with this number, played to its end; 0 for a line that does not begin with `direction`.
    fn value(board: &Board, player: usize, direction: Direction, plies: u32, line: u64) -> u64 {
        let mut board = *board;
        let mut rest = line as usize;
        for turn in 0..plies {
            let mut pick = |player| {
                let directions = ahead(&board, player);
                let picked = directions[rest % directions.len()];
                rest /= directions.len();
                picked
            };
            let (mine, theirs) = (pick(player), pick(1 - player));
            if turn == 0 && mine != direction {
                return 0;
            }
            board = after(&board, player, mine, theirs);
            match (board.death(player), board.death(1 - player)) {
                (None, None) => {}
                (None, Some(_)) => return board.free().len() as u64,
                (Some(_), _) => return 0,
            }
        }
        room(&board, player) as u64
    }

    #[test]
    fn the_sum_is_that_of_all_lines_one_by_one() {
        for text in include_str!("../bench.txt").lines() {
            let seat: State = text.parse().unwrap();
            let (board, player) = (seat.board(), seat.me());
            for direction in board.legal_moves(player) {
                for plies in 1..=3 {
                    let by_line = (0..lines(board, plies))
                        .map(|line| value(board, player, direction, plies, line))
                        .sum::<u64>();
                    let sum = sum_after(board, player, direction, plies, &mut unlimited());
                    assert_eq!(sum, by_line, "{seat}{direction}, {plies} turns");
                }
            }
        }
    }

    #[test]
    fn an_opponent_that_must_die_is_worth_the_free_cells() {
        // The opponent in its corner has no way out.
        let seat: State = "map=4x4:3,4/4,3".parse().unwrap();
        let average = average(seat.board(), 0, Direction::Down, 1, &mut unlimited());
        // 16 cells, 2 obstacles, our 2 cells, the opponent's one.
        assert_eq!(average, Some(11_000));
    }
}
