//! The breadth-first search.

use search::Budget;
use snake::{Board, Direction, DirectionSet};

/// The decisions of both snakes in the turns from the root to a state.
///
/// The article restores the boards from these whenever it needs one, to save memory. Here the board is stored beside them:
/// the states and their order are the same, and each costs one turn instead of up to twelve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Histories {
    /// Two bits a turn, the first turn lowest: our directions and the opponent's.
    decisions: [u32; 2],
    len: u8,
}

/// Most turns that a pair of histories can hold.
pub const MAX_TURNS: u32 = u32::BITS / 2;

impl Histories {
    /// Number of turns.
    pub const fn turns(self) -> usize {
        self.len as usize
    }

    /// Our direction, or with `side` 1 the opponent's, in turn `turn` counted from 0.
    pub const fn get(self, side: usize, turn: usize) -> Direction {
        Direction::ALL[(self.decisions[side] >> (2 * turn) & 3) as usize]
    }

    const fn with(mut self, mine: Direction, theirs: Direction) -> Self {
        self.decisions[0] |= (mine as u32) << (2 * self.len);
        self.decisions[1] |= (theirs as u32) << (2 * self.len);
        self.len += 1;
        self
    }
}

/// A state of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The decisions that led to it.
    pub histories: Histories,
    /// The position.
    pub board: Board,
    /// Our possible directions and the opponent's: those that are not certain death. None after the end of a game.
    possible: [DirectionSet; 2],
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The opponent died.
    Won,
    /// We died.
    Lost,
    /// Both did.
    Drawn,
}

impl State {
    fn new(histories: Histories, board: Board, player: usize) -> Self {
        let possible = match board.outcome() {
            None => [board.legal_moves(player), board.legal_moves(1 - player)],
            Some(_) => [DirectionSet::EMPTY; 2],
        };
        Self {
            histories,
            board,
            possible,
        }
    }

    /// The end of the game: a snake without a possible direction has died. `None` if it goes on.
    pub fn ending(&self) -> Option<Ending> {
        match self.possible.map(DirectionSet::is_empty) {
            [false, false] => None,
            [false, true] => Some(Ending::Won),
            [true, false] => Some(Ending::Lost),
            [true, true] => Some(Ending::Drawn),
        }
    }

    /// Number of states that follow: one for each pair of possible directions, and a finished state goes on as it is.
    fn successors(&self) -> usize {
        (self.possible[0].len() * self.possible[1].len()).max(1)
    }
}

/// The queue after some number of turns: all states of that depth, and the finished ones of earlier depths.
///
/// The states are in lexicographic order: turn by turn by our direction, and then by the opponent's. So states that share
/// their first turns are adjacent.
#[derive(Clone, Debug)]
pub struct Layer {
    player: usize,
    depth: u32,
    states: Vec<State>,
}

impl Layer {
    /// The root alone, depth 0. `player` is our side.
    pub fn first(board: &Board, player: usize) -> Self {
        Self {
            player,
            depth: 0,
            states: vec![State::new(Histories::default(), *board, player)],
        }
    }

    /// Our side.
    pub const fn player(&self) -> usize {
        self.player
    }

    /// Number of turns searched.
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The states.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Number of states in the next layer, without making them.
    pub fn next_len(&self) -> usize {
        self.states.iter().map(State::successors).sum()
    }

    /// The next layer; a node of the budget for each of its states. `None` if half of the budget is used before it
    /// is complete: the other half is for evaluation.
    ///
    /// # Panics
    /// Beyond 16 turns.
    pub fn next(&self, budget: &mut Budget) -> Option<Self> {
        assert!(
            self.depth < MAX_TURNS,
            "histories end after {} turns",
            MAX_TURNS
        );
        let mut states = Vec::with_capacity(self.next_len());
        for state in &self.states {
            if budget.soft_exhausted() {
                return None;
            }
            let before = states.len();
            self.push_next(state, &mut states);
            budget.spend((states.len() - before) as u64);
        }
        Some(Self {
            depth: self.depth + 1,
            states,
            ..*self
        })
    }

    /// Adds what follows from `state`, see [`State::successors`].
    fn push_next(&self, state: &State, states: &mut Vec<State>) {
        if state.ending().is_some() {
            states.push(*state);
            return;
        }
        let [all_mine, all_theirs] = state.possible;
        for mine in all_mine {
            for theirs in all_theirs {
                let histories = state.histories.with(mine, theirs);
                let mut board = state.board;
                board.play(joint(self.player, mine, theirs));
                states.push(State::new(histories, board, self.player));
            }
        }
    }
}

/// Directions in the order of the players.
const fn joint(player: usize, mine: Direction, theirs: Direction) -> (Direction, Direction) {
    if player == 0 {
        (mine, theirs)
    } else {
        (theirs, mine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unlimited() -> Budget {
        Budget::of_nodes(u64::MAX)
    }

    /// Adds the boards after `turns` more turns to `boards`, or earlier where a snake has no direction left.
    fn follow(board: &Board, player: usize, turns: u32, boards: &mut Vec<Board>) {
        let mut alone = true;
        for mine in Direction::ALL {
            for theirs in Direction::ALL {
                let is_possible = |player: usize, direction| {
                    board.outcome().is_none() && board.legal_moves(player).contains(direction)
                };
                if is_possible(player, mine) && is_possible(1 - player, theirs) && turns > 0 {
                    alone = false;
                    let mut next = *board;
                    next.play(joint(player, mine, theirs));
                    follow(&next, player, turns - 1, boards);
                }
            }
        }
        if alone {
            boards.push(*board);
        }
    }

    #[test]
    fn layers_are_the_leaves_of_the_tree_in_order() {
        for text in include_str!("../bench.txt").lines() {
            let seat: snake::botzone::State = text.parse().unwrap();
            let mut layer = Layer::first(seat.board(), seat.me());
            for depth in 1..=4 {
                let expected_len = layer.next_len();
                layer = layer.next(&mut unlimited()).unwrap();
                let mut boards = Vec::new();
                follow(seat.board(), seat.me(), depth, &mut boards);
                assert_eq!((layer.depth(), boards.len()), (depth, expected_len));
                assert!(
                    layer.states().iter().map(|state| state.board).eq(boards),
                    "{}",
                    seat
                );
            }
        }
    }

    /// The article's use of the histories: each board can be restored from its own.
    #[test]
    fn histories_restore_the_boards() {
        for text in include_str!("../bench.txt").lines() {
            let seat: snake::botzone::State = text.parse().unwrap();
            let mut layer = Layer::first(seat.board(), seat.me());
            for _ in 0..4 {
                layer = layer.next(&mut unlimited()).unwrap();
            }
            for state in layer.states() {
                let mut board = *seat.board();
                for turn in 0..state.histories.turns() {
                    let [mine, theirs] = [0, 1].map(|side| state.histories.get(side, turn));
                    board.play(joint(seat.me(), mine, theirs));
                }
                assert_eq!(board, state.board);
            }
        }
    }

    #[test]
    fn a_dead_snake_ends_a_line() {
        // The opponent in its corner cannot move.
        let seat: snake::botzone::State = "map=4x4:3,4/4,3".parse().unwrap();
        let first = Layer::first(seat.board(), 0);
        assert_eq!(first.states()[0].ending(), Some(Ending::Won));
        let next = first.next(&mut unlimited()).unwrap();
        assert_eq!(next.states(), first.states());
        let other = Layer::first(seat.board(), 1);
        assert_eq!(other.states()[0].ending(), Some(Ending::Lost));
        // Heads that meet, three rows apart in a corridor.
        let seat: snake::botzone::State = "map=1x3".parse().unwrap();
        let next = Layer::first(seat.board(), 0)
            .next(&mut unlimited())
            .unwrap();
        assert_eq!(next.states()[0].ending(), Some(Ending::Drawn));
    }

    #[test]
    fn half_of_the_budget_is_for_the_layers() {
        let seat: snake::botzone::State = "map=10x10 moves=20,10,20,10,20,10 me=0".parse().unwrap();
        let mut budget = Budget::of_nodes(1000);
        let mut layer = Layer::first(seat.board(), 0);
        while let Some(next) = layer.next(&mut budget) {
            layer = next;
        }
        assert!((500..510).contains(&budget.nodes()), "{}", budget.nodes());
        assert!(layer.states().len() < 500);
    }
}
