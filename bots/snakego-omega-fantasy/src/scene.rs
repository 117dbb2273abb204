//! What stays the same during one search.

use snakego::{Board, Cell, Gift, ITEM_LIFE, Item, Rules};

use crate::params::{ItemParams, Params};

/// What stays the same during one search.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The rules of the half.
    pub rules: &'a Rules,
    /// The numbers of the bot.
    pub params: &'a Params,
    /// The items to come.
    pub outlook: &'a Outlook,
    /// How many snakes each side may have.
    pub caps: [usize; 2],
    /// Length of a rollout in operations.
    pub operations: u32,
}

impl<'a> Scene<'a> {
    /// The scene of a search with all snakes.
    pub fn whole(
        rules: &'a Rules,
        params: &'a Params,
        outlook: &'a Outlook,
        root: &Board,
    ) -> Scene<'a> {
        let snakes = root.snakes(0).len() + root.snakes(1).len();
        let length = params.rollout.operations;
        Scene {
            rules,
            params,
            outlook,
            caps: [snakego::MAX_SNAKES; 2],
            operations: length.at_least.max(length.a_snake * snakes as u32),
        }
    }

    /// The scene of a search with some snakes turned to walls, and with the board on which they are.
    ///
    /// The snakes with a cell within the window around the acting head are kept. Each of the others keeps its place in
    /// its side's count.
    pub fn local(self, root: &Board) -> (Scene<'a>, Board) {
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
        let scene = Scene {
            caps,
            operations: length
                .at_least
                .max(length.a_snake * (caps[0] + caps[1]) as u32),
            ..self
        };
        (scene, board)
    }
}

/// An item as searches want it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Where it appears.
    pub cell: Cell,
    /// Whether it is a ray.
    pub is_ray: bool,
    /// What it is worth, in cells of length.
    pub worth: u16,
    /// The first round in which it exists.
    pub time: u16,
}

/// The items of a half in the order of their rounds.
pub struct Outlook {
    spots: Vec<Spot>,
    /// For each round: the first item that may still lie on the ground, the first that is to come, and the first that
    /// comes too late to count.
    rounds: Vec<[u16; 3]>,
}

impl Outlook {
    /// The items of a half.
    pub fn new(rules: &Rules, params: &ItemParams) -> Outlook {
        let spot = |item: &Item| Spot {
            cell: item.cell,
            is_ray: matches!(item.gift, Gift::Ray(_)),
            worth: match item.gift {
                Gift::Length(length) => length,
                Gift::Ray(_) => params.ray,
            },
            time: item.time,
        };
        let mut spots: Vec<Spot> = rules.items().iter().map(spot).collect();
        spots.sort_by_key(|spot| spot.time);
        let (mut oldest, mut next) = (0, 0);
        let rounds = (0..=rules.max_round())
            .map(|round| {
                let gone = |spot: &Spot| spot.time + ITEM_LIFE <= round;
                oldest += spots[oldest..].iter().take_while(|spot| gone(spot)).count();
                next += spots[next..]
                    .iter()
                    .take_while(|spot| spot.time <= round)
                    .count();
                let coming = spots[next..].iter().take(params.coming);
                let coming = coming.take_while(|spot| spot.time - round <= params.coming_rounds);
                [oldest, next, next + coming.count()].map(|place| place as u16)
            })
            .collect();
        Outlook { spots, rounds }
    }

    /// The items that may lie on the ground in this round, and those that come next.
    #[inline]
    pub fn around(&self, round: u16) -> (&[Spot], &[Spot]) {
        let bounds = self.rounds.get(usize::from(round)).copied();
        let [oldest, next, end] = bounds.unwrap_or_default().map(usize::from);
        (&self.spots[oldest..next], &self.spots[next..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_five_items_within_twenty_rounds() {
        let params = Params::own();
        let rules = Rules::generate(3);
        let outlook = Outlook::new(&rules, &params.items);
        for round in 0..=rules.max_round() {
            let times = |spots: &[Spot]| spots.iter().map(|spot| spot.time).collect::<Vec<_>>();
            let all = rules.items().iter().map(|item| item.time);
            let coming = all
                .clone()
                .filter(|&time| time > round && time <= round + 20);
            let lying = all.filter(|&time| time <= round && time + 15 >= round);
            let around = outlook.around(round);
            assert_eq!(times(around.0), lying.collect::<Vec<_>>());
            assert_eq!(times(around.1), coming.take(5).collect::<Vec<_>>());
        }
        assert!(outlook.around(513).0.is_empty());
    }

    #[test]
    fn far_snakes_turn_to_walls() {
        let text = "round=20/512 acting=2 next=4 0=0:0:-:4e4d 0=2:1:-:7778 0=3:0:-:11 1=1:0:-:c7d7";
        let root = text.parse::<snakego::Position>().unwrap();
        let params = Params::own();
        let outlook = Outlook::new(&root.rules, &params.items);
        let whole = Scene::whole(&root.rules, &params, &outlook, &root.board);
        assert_eq!((whole.caps, whole.operations), ([4, 4], 60));
        let (local, board) = whole.local(&root.board);
        assert_eq!((local.caps, local.operations), ([2, 4], 60));
        assert_eq!((board.snakes(0).len(), board.snakes(1).len()), (1, 1));
        assert_eq!((board.snake().id, board.walls(0).len()), (2, 3));
    }
}
