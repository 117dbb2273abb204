//! The same rules once more, slow and obvious: lists of (x, y), the judge's text word by word, and
//! fills with queues. Random games and random maps must agree everywhere.

use std::collections::{HashMap, HashSet, VecDeque};

use snake::distance::{Distances, flood, reach, reachable_bodies};
use snake::territory::{Layers, Territory};
use snake::{Board, Cell, CellSet, Direction, IllegalMove, Map, Outcome};

type Place = (i32, i32);

const STEPS: [Place; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

fn step(from: Place, direction: Direction) -> Place {
    let (dx, dy) = STEPS[direction.index()];
    (from.0 + dx, from.1 + dy)
}

fn neighbors(of: Place) -> impl Iterator<Item = Place> {
    Direction::ALL
        .iter()
        .copied()
        .map(move |direction| step(of, direction))
}

/// A position as the judge holds it: two lists of cells, head first.
#[derive(Clone)]
struct Twin {
    height: i32,
    width: i32,
    obstacles: Vec<Place>,
    snakes: [Vec<Place>; 2],
    turn: u32,
}

#[derive(PartialEq, Debug)]
enum Verdict {
    GoesOn,
    Wins(usize),
    Draw,
}

impl Twin {
    fn new(map: &Map) -> Self {
        let (height, width) = (i32::from(map.height()), i32::from(map.width()));
        Self {
            height,
            width,
            obstacles: map.obstacles().iter().map(|&cell| place(cell)).collect(),
            snakes: [vec![(1, 1)], vec![(height, width)]],
            turn: 0,
        }
    }

    fn is_free(&self, at: Place) -> bool {
        let inside = (1..=self.height).contains(&at.0) && (1..=self.width).contains(&at.1);
        inside
            && !self.obstacles.contains(&at)
            && !self.snakes[0].contains(&at)
            && !self.snakes[1].contains(&at)
    }

    fn play(&mut self, moves: [Direction; 2]) -> Verdict {
        let grow = self.turn <= 9 || (self.turn - 9).is_multiple_of(3);
        if !grow {
            self.snakes[0].pop();
            self.snakes[1].pop();
        }
        let mut dead = [false, false];
        let first = step(self.snakes[0][0], moves[0]);
        if self.is_free(first) {
            self.snakes[0].insert(0, first);
        } else {
            dead[0] = true;
        }
        let second = step(self.snakes[1][0], moves[1]);
        if second == self.snakes[0][0] {
            dead = [true, true];
        } else if self.is_free(second) {
            self.snakes[1].insert(0, second);
        } else {
            dead[1] = true;
        }
        self.turn += 1;
        match dead {
            [false, false] => Verdict::GoesOn,
            [true, false] => Verdict::Wins(1),
            [false, true] => Verdict::Wins(0),
            [true, true] => Verdict::Draw,
        }
    }

    /// The layers of both fills, cell by cell: what each side reached, ours and theirs.
    fn territory(&self, me: usize, layers: Layers) -> [HashSet<Place>; 2] {
        let mut reached = [HashSet::new(), HashSet::new()];
        let mut edges = [vec![self.snakes[me][0]], vec![self.snakes[1 - me][0]]];
        for layer in 0..layers.own.max(layers.opponent) {
            if layer < layers.opponent {
                for from in std::mem::take(&mut edges[1]) {
                    for to in neighbors(from) {
                        if self.is_free(to) && !reached[0].contains(&to) && reached[1].insert(to) {
                            edges[1].push(to);
                        }
                    }
                }
            }
            if layer < layers.own {
                for from in std::mem::take(&mut edges[0]) {
                    for to in neighbors(from) {
                        if self.is_free(to) && reached[0].insert(to) {
                            edges[0].push(to);
                        }
                    }
                }
            }
        }
        reached
    }

    /// Breadth-first search over the cells of `open`.
    fn distances(from: Place, open: &HashSet<Place>) -> HashMap<Place, u8> {
        let mut steps = HashMap::from([(from, 0)]);
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            for to in neighbors(here) {
                if open.contains(&to) && !steps.contains_key(&to) {
                    steps.insert(to, steps[&here] + 1);
                    queue.push_back(to);
                }
            }
        }
        steps
    }

    fn free(&self) -> HashSet<Place> {
        let cells = (1..=self.height).flat_map(|x| (1..=self.width).map(move |y| (x, y)));
        cells.filter(|&at| self.is_free(at)).collect()
    }

    /// The free cells, and the tails that leave in this turn.
    fn enterable(&self) -> HashSet<Place> {
        let mut cells = self.free();
        if self.turn > 9 && !(self.turn - 9).is_multiple_of(3) {
            cells.extend(self.snakes.iter().filter_map(|snake| snake.last().copied()));
        }
        cells
    }
}

fn place(cell: Cell) -> Place {
    (i32::from(cell.x()), i32::from(cell.y()))
}

fn places(cells: CellSet) -> HashSet<Place> {
    cells.iter().map(place).collect()
}

fn verdict(board: &Board) -> Verdict {
    match board.outcome() {
        None => Verdict::GoesOn,
        Some(Outcome::Win { winner, .. }) => Verdict::Wins(winner),
        Some(Outcome::Draw { .. }) => Verdict::Draw,
    }
}

/// A map of any size with any obstacles, or one of the judge's.
fn random_map(random: &mut fastrand::Rng) -> Map {
    if random.bool() {
        return Map::generate(random.i32(..), None, None);
    }
    let (height, width) = (random.u8(1..=16), random.u8(2..=12));
    let mut map = Map::new(height, width, Vec::new()).unwrap();
    for _ in 0..random.usize(..30) {
        let cell = Cell::new(random.u8(1..=height), random.u8(1..=width)).unwrap();
        let mut obstacles = map.obstacles().to_vec();
        obstacles.push(cell);
        map = Map::new(height, width, obstacles).unwrap_or(map);
    }
    map
}

/// Mostly a direction that does not die for certain; in `careful` games the one into the largest
/// area, and there the one with the fewest ways on, so that games get long.
fn random_move(
    board: &Board,
    player: usize,
    careful: bool,
    random: &mut fastrand::Rng,
) -> Direction {
    let legal = board.legal_moves(player);
    if legal.is_empty() || random.u8(..100) == 0 {
        return Direction::ALL[random.usize(..4)];
    }
    if !careful {
        return legal.nth(random.usize(..legal.len())).unwrap();
    }
    let value = |&direction: &Direction| {
        let cell = board.head(player).step(direction).map(CellSet::of).unwrap();
        let ways_on = (cell.neighbors() & board.free()).len();
        (flood(board.enterable(), cell).len(), 4 - ways_on)
    };
    legal.iter().max_by_key(value).unwrap()
}

fn check_bodies(board: &Board, twin: &Twin) {
    assert_eq!(board.turn(), twin.turn);
    assert_eq!(places(board.free()), twin.free());
    for player in 0..2 {
        let snake = &twin.snakes[player];
        let mut segments: Vec<Place> = board.segments(player).map(place).collect();
        segments.reverse();
        assert_eq!(&segments, snake);
        assert_eq!(board.len(player), snake.len());
        assert_eq!(place(board.head(player)), snake[0]);
        assert_eq!(Some(&place(board.tail(player))), snake.last());
        assert_eq!(board.body(player), board.segments(player).collect());
    }
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    compare_games(2_000);
}

#[test]
#[ignore = "takes a while: scripts/ci --all"]
fn ten_thousand_random_games_agree_with_the_slow_rules() {
    compare_games(10_000);
}

fn compare_games(games: u32) {
    let mut random = fastrand::Rng::with_seed(2015);
    let (mut turns, mut longest, mut draws) = (0, 0, 0);
    for game in 0..games {
        let careful = game % 4 == 0;
        let map = random_map(&mut random);
        let (mut board, mut twin) = (Board::new(&map), Twin::new(&map));
        while board.outcome().is_none() {
            for first in Direction::ALL {
                for second in Direction::ALL {
                    let (mut next, mut next_twin) = (board, twin.clone());
                    next.try_play((first, second)).unwrap();
                    assert_eq!(
                        verdict(&next),
                        next_twin.play([first, second]),
                        "\n{board}{first}{second}"
                    );
                    assert_eq!(place(next.head(0)), next_twin.snakes[0][0]);
                    assert_eq!(place(next.head(1)), next_twin.snakes[1][0]);
                }
            }
            let moves = [0, 1].map(|player| random_move(&board, player, careful, &mut random));
            twin.play(moves);
            board.play((moves[0], moves[1]));
            check_bodies(&board, &twin);
        }
        let end = board;
        assert_eq!(
            board.try_play((Direction::Up, Direction::Up)),
            Err(IllegalMove::GameOver)
        );
        assert_eq!(board, end);
        turns += board.turn();
        longest = longest.max(board.turn());
        draws += u32::from(verdict(&board) == Verdict::Draw);
    }
    println!("{turns} turns, longest game {longest}, {draws} draws");
    assert!(turns > 10 * games && longest > 90 && draws > games / 100);
}

#[test]
fn territories() {
    let mut random = fastrand::Rng::with_seed(7);
    for game in 0..300 {
        let careful = game % 4 == 0;
        let map = random_map(&mut random);
        let (mut board, mut twin) = (Board::new(&map), Twin::new(&map));
        loop {
            for me in 0..2 {
                for (own, opponent) in [(40, 14), (14, 40), (random.u32(..9), random.u32(..9))] {
                    let layers = Layers { own, opponent };
                    let territory = Territory::of(&board, me, layers);
                    let slow = twin.territory(me, layers);
                    assert_eq!(places(territory.own), slow[0], "{layers:?}\n{board}");
                    assert_eq!(places(territory.opponent), slow[1], "{layers:?}\n{board}");
                }
            }
            if board.outcome().is_some() {
                break;
            }
            let moves = [0, 1].map(|player| random_move(&board, player, careful, &mut random));
            twin.play(moves);
            board.play((moves[0], moves[1]));
        }
    }
}

#[test]
fn distances_and_reach() {
    let mut random = fastrand::Rng::with_seed(8);
    for game in 0..300 {
        let careful = game % 4 == 0;
        let map = random_map(&mut random);
        let (mut board, mut twin) = (Board::new(&map), Twin::new(&map));
        while board.outcome().is_none() {
            let open = twin.enterable();
            assert_eq!(places(board.enterable()), open);
            for player in 0..2 {
                for start in [board.head(player), board.tail(player)] {
                    let distances = Distances::from(start, board.enterable());
                    let slow = Twin::distances(place(start), &open);
                    for cell in CellSet::FULL {
                        assert_eq!(distances.get(cell), slow.get(&place(cell)).copied());
                    }
                    assert_eq!(distances.reached().len(), slow.len());
                    assert_eq!(
                        distances.get(distances.farthest()),
                        slow.values().max().copied()
                    );
                }

                let head = twin.snakes[player][0];
                let mut walk: HashSet<Place> = Twin::distances(head, &open).into_keys().collect();
                walk.remove(&head);
                assert_eq!(places(reach(&board, player)), walk);
                let bodies = twin
                    .snakes
                    .iter()
                    .flatten()
                    .copied()
                    .filter(|&at| at != head);
                let touched = bodies.filter(|&at| {
                    walk.contains(&at) || neighbors(at).any(|next| walk.contains(&next))
                });
                assert_eq!(places(reachable_bodies(&board, player)), touched.collect());
            }
            let start = board.free().first();
            if let Some(start) = start {
                let area = Twin::distances(place(start), &twin.free())
                    .into_keys()
                    .collect();
                assert_eq!(places(flood(board.free(), CellSet::of(start))), area);
            }
            let moves = [0, 1].map(|player| random_move(&board, player, careful, &mut random));
            twin.play(moves);
            board.play((moves[0], moves[1]));
        }
    }
}
