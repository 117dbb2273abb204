//! The context of a search: what stays the same while it runs.

use snakego::{Board, Cell, Gift, ITEM_LIFE, Item, Rules};

use crate::params::{ItemParams, Params};
use crate::policy::Policy;

/// What stays the same while a search runs.
#[derive(Clone, Copy)]
pub struct SearchContext<'a> {
    /// The rules of the half-game.
    pub rules: &'a Rules,
    /// The parameters of the bot.
    pub params: &'a Params,
    /// The items to come.
    pub schedule: &'a ItemSchedule,
    /// How many snakes each side may have.
    pub caps: [usize; 2],
    /// Length of a rollout in operations.
    pub operations: u32,
    /// What candidates of the tree are likely to be settled on, if the bot has learned that.
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

/// An item, in the form that searches need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledItem {
    /// Where it appears.
    pub cell: Cell,
    /// Whether it is a ray.
    pub is_ray: bool,
    /// Its worth, in cells of length.
    pub worth: u16,
    /// The first round in which it exists.
    pub time: u16,
}

/// The items of a half-game in the order of their rounds.
pub struct ItemSchedule {
    items: Vec<ScheduledItem>,
    /// For each round the indices of the first item that may still lie on the ground, of the first that is to come, and
    /// of the first that comes too late to count.
    rounds: Vec<[u16; 3]>,
}

impl ItemSchedule {
    /// The items of a half-game.
    pub fn new(rules: &Rules, params: &ItemParams) -> ItemSchedule {
        let scheduled = |item: &Item| ScheduledItem {
            cell: item.cell,
            is_ray: matches!(item.gift, Gift::Ray(_)),
            worth: match item.gift {
                Gift::Length(length) => length,
                Gift::Ray(_) => params.ray,
            },
            time: item.time,
        };
        let mut items: Vec<ScheduledItem> = rules.items().iter().map(scheduled).collect();
        items.sort_by_key(|item| item.time);
        let (mut oldest, mut next) = (0, 0);
        let rounds = (0..=rules.max_round())
            .map(|round| {
                let gone = |item: &ScheduledItem| item.time + ITEM_LIFE <= round;
                oldest += items[oldest..].iter().take_while(|item| gone(item)).count();
                next += items[next..]
                    .iter()
                    .take_while(|item| item.time <= round)
                    .count();
                let coming = items[next..].iter().take(params.coming);
                let coming = coming.take_while(|item| item.time - round <= params.coming_rounds);
                [oldest, next, next + coming.count()].map(|place| place as u16)
            })
            .collect();
        ItemSchedule { items, rounds }
    }

    /// The items that may lie on the ground in this round, and those that come next.
    #[inline]
    pub fn around(&self, round: u16) -> (&[ScheduledItem], &[ScheduledItem]) {
        let bounds = self.rounds.get(usize::from(round)).copied();
        let [oldest, next, end] = bounds.unwrap_or_default().map(usize::from);
        (&self.items[oldest..next], &self.items[next..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_five_itemswithin_twenty_rounds() {
        let params = Params::own();
        let rules = Rules::generate(3);
        let schedule = ItemSchedule::new(&rules, &params.items);
        for round in 0..=rules.max_round() {
            let times =
                |items: &[ScheduledItem]| items.iter().map(|item| item.time).collect::<Vec<_>>();
            let all = rules.items().iter().map(|item| item.time);
            let coming = all
                .clone()
                .filter(|&time| time > round && time <= round + 20);
            let lying = all.filter(|&time| time <= round && time + 15 >= round);
            let around = schedule.around(round);
            assert_eq!(times(around.0), lying.collect::<Vec<_>>());
            assert_eq!(times(around.1), coming.take(5).collect::<Vec<_>>());
        }
        assert!(schedule.around(513).0.is_empty());
    }

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
