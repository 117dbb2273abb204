//! The context of a search: what stays the same while it runs.

use snakego::{Board, Rules};

use crate::params::Params;
use crate::policy::Policy;
use crate::schedule::ItemSchedule;

/// The data that stay the same while a search runs.
#[derive(Clone, Copy)]
pub struct SearchContext<'a> {
    /// The rules of the half-game.
    pub rules: &'a Rules,
    /// The parameters of the bot.
    pub params: &'a Params,
    /// The items to come.
    pub schedule: &'a ItemSchedule,
    /// The number of snakes that each side may have.
    pub caps: [usize; 2],
    /// Length of a rollout in operations.
    pub operations: u32,
    /// The learned policy for the candidates of the tree, if the bot has one.
    pub policy: Option<&'a Policy>,
}

impl<'a> SearchContext<'a> {
    /// The context of the global search, with all snakes.
    pub fn whole(
        rules: &'a Rules,
        params: &'a Params,
        schedule: &'a ItemSchedule,
        root: &Board,
    ) -> SearchContext<'a> {
        let snakes = root.snakes(0).len() + root.snakes(1).len();
        let length = params.rollout.operations;
        SearchContext {
            rules,
            params,
            schedule,
            caps: [snakego::MAX_SNAKES; 2],
            operations: length.at_least.max(length.a_snake * snakes as u32),
            policy: None,
        }
    }

    /// The context of the local search, and the board for it, on which distant snakes are walls.
    ///
    /// The snakes with a cell within the window around the acting head stay. Each of the others still counts towards the
    /// number of snakes that its side may have.
    pub fn local(self, root: &Board) -> (SearchContext<'a>, Board) {
        let (mut caps, mut board) = (self.caps, *root);
        let head = root.snake().head;
        let window = self.params.search.window;
        for player in [0, 1] {
            for place in (0..root.snakes(player).len()).rev() {
                let near = root.body(player, place).iter().any(|cell| {
                    cell.x().abs_diff(head.x()) <= window && cell.y().abs_diff(head.y()) <= window
                });
                if !near {
                    board.turn_to_wall(player, place);
                    caps[player] -= 1;
                }
            }
        }
        let length = self.params.rollout.local_operations;
        let context = SearchContext {
            caps,
            operations: length
                .at_least
                .max(length.a_snake * (caps[0] + caps[1]) as u32),
            ..self
        };
        (context, board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distant_snakes_become_walls() {
        let text = "round=20/512 acting=2 next=4 0=0:0:-:4e4d 0=2:1:-:7778 0=3:0:-:11 1=1:0:-:c7d7";
        let root = text.parse::<snakego::Position>().unwrap();
        let params = Params::own();
        let schedule = ItemSchedule::new(&root.rules, &params.items);
        let whole = SearchContext::whole(&root.rules, &params, &schedule, &root.board);
        assert_eq!((whole.caps, whole.operations), ([4, 4], 60));
        let (local, board) = whole.local(&root.board);
        assert_eq!((local.caps, local.operations), ([2, 4], 60));
        assert_eq!((board.snakes(0).len(), board.snakes(1).len()), (1, 1));
        assert_eq!((board.snake().id, board.walls(0).len()), (2, 3));
    }
}
