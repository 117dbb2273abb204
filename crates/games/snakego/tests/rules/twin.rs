//! The rules once more, slow and obvious: lists of places, and the specification word by word.

use std::collections::{BTreeMap, BTreeSet};

use snakego::{Enclosure, Gift, Item, Rules};

pub type Place = (i32, i32);

const STEPS: [Place; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

#[derive(Clone, Debug, PartialEq)]
pub struct Snake {
    pub id: u16,
    pub camp: usize,
    pub cells: Vec<Place>,
    pub bank: u32,
    pub ray: Option<usize>,
}

#[derive(Clone)]
pub struct Twin {
    items: Vec<Item>,
    max_round: u16,
    enclosure: Enclosure,
    pub round: u16,
    pub player: usize,
    /// Ids of the snakes still to act in this half-round.
    pub queue: Vec<u16>,
    pub teams: [Vec<Snake>; 2],
    pub walls: BTreeMap<Place, usize>,
    pub ground: BTreeMap<Place, usize>,
    pub next_id: u16,
    pub first: Option<(u16, usize)>,
    pub over: bool,
}

fn place(item: &Item) -> Place {
    (i32::from(item.cell.x()), i32::from(item.cell.y()))
}

fn on_board((x, y): Place) -> bool {
    (0..16).contains(&x) && (0..16).contains(&y)
}

impl Twin {
    pub fn new(rules: &Rules) -> Twin {
        let snake = |id, cell| Snake {
            id,
            camp: usize::from(id),
            cells: vec![cell],
            bank: 0,
            ray: None,
        };
        let mut twin = Twin {
            items: rules.items().to_vec(),
            max_round: rules.max_round(),
            enclosure: rules.enclosure(),
            round: 0,
            player: 0,
            queue: Vec::new(),
            teams: [vec![snake(0, (0, 15))], vec![snake(1, (15, 0))]],
            walls: BTreeMap::new(),
            ground: BTreeMap::new(),
            next_id: 2,
            first: None,
            over: false,
        };
        twin.start_round();
        twin
    }

    fn start_round(&mut self) {
        self.round += 1;
        let (items, round) = (&self.items, self.round);
        self.ground.retain(|_, id| items[*id].time + 16 > round);
        if self.round > self.max_round {
            self.over = true;
            self.queue.clear();
            return;
        }
        for id in 0..self.items.len() {
            if self.items[id].time != self.round {
                continue;
            }
            let at = place(&self.items[id]);
            let owner = self.all().find(|snake| snake.cells.contains(&at));
            match owner.map(|snake| snake.id) {
                Some(owner) => self.take(owner, id),
                None => {
                    self.ground.insert(at, id);
                }
            }
        }
        self.start_half(usize::from(self.teams[0].is_empty()));
    }

    fn start_half(&mut self, player: usize) {
        self.player = player;
        self.queue = self.teams[player].iter().map(|snake| snake.id).collect();
    }

    fn all(&self) -> impl Iterator<Item = &Snake> {
        self.teams.iter().flatten()
    }

    fn snake(&mut self, id: u16) -> &mut Snake {
        self.teams
            .iter_mut()
            .flatten()
            .find(|snake| snake.id == id)
            .unwrap()
    }

    fn take(&mut self, id: u16, item: usize) {
        let camp = self.snake(id).camp;
        match self.first {
            None => self.first = Some((self.round, camp)),
            Some((round, 0)) if round == self.round => self.first = Some((round, camp)),
            Some(_) => {}
        }
        match self.items[item].gift {
            Gift::Length(length) => self.snake(id).bank += u32::from(length),
            Gift::Ray(_) => self.snake(id).ray = Some(item),
        }
    }

    fn acting(&self) -> &Snake {
        self.all().find(|snake| snake.id == self.queue[0]).unwrap()
    }

    fn grows(&self) -> bool {
        let snake = self.acting();
        self.round <= 8 && usize::from(snake.id) == snake.camp || snake.bank > 0
    }

    fn target(&self, operation: u8) -> Place {
        let (dx, dy) = STEPS[usize::from(operation) - 1];
        let (x, y) = self.acting().cells[0];
        (x + dx, y + dy)
    }

    pub fn is_legal(&self, operation: u8) -> bool {
        let snake = self.acting();
        match operation {
            1..=4 => {
                let turns_round = snake.cells.get(1) == Some(&self.target(operation));
                !turns_round || snake.cells.len() == 2 && !self.grows()
            }
            5 => snake.ray.is_some() && snake.cells.len() >= 2,
            6 => self.teams[snake.camp].len() < 4 && snake.cells.len() >= 2,
            _ => false,
        }
    }

    pub fn play(&mut self, operation: u8) {
        let grows = self.grows();
        let id = self.queue[0];
        match operation {
            5 => self.fire(id),
            6 => self.split(id),
            _ => {
                let target = self.target(operation);
                self.step(id, target, grows);
            }
        }
        self.queue.retain(|&other| other != id);
        if self.queue.is_empty() {
            self.after_half();
        }
    }

    fn after_half(&mut self) {
        if self.player == 0 && !self.teams[1].is_empty() {
            self.start_half(1);
        } else if self.teams.iter().all(Vec::is_empty) {
            self.over = true;
        } else {
            self.start_round();
        }
    }

    fn step(&mut self, id: u16, target: Place, grows: bool) {
        let early = self.round <= 8;
        let snake = self.snake(id);
        if !grows {
            snake.cells.pop();
        } else if !(early && usize::from(snake.id) == snake.camp) {
            snake.bank -= 1;
        }
        if !on_board(target) || self.walls.contains_key(&target) {
            self.kill(id);
        } else if let Some(at) = self.snake(id).cells.iter().position(|&cell| cell == target) {
            self.seal(id, at);
        } else if self.all().any(|snake| snake.cells.contains(&target)) {
            self.kill(id);
        } else {
            self.snake(id).cells.insert(0, target);
            if let Some(item) = self.ground.remove(&target) {
                self.take(id, item);
            }
        }
    }

    fn kill(&mut self, id: u16) {
        for team in &mut self.teams {
            team.retain(|snake| snake.id != id);
        }
        self.queue.retain(|&other| other != id);
    }

    /// The snake has met its own cell number `at`.
    fn seal(&mut self, id: u16, at: usize) {
        let snake = self.snake(id).clone();
        let mut chain = vec![snake.cells[at]];
        chain.extend(&snake.cells[..at]);
        let mut region = self.enclosed(&chain);
        region.extend(&chain);
        let dead: Vec<u16> = self
            .all()
            .filter(|other| other.cells.iter().any(|cell| region.contains(cell)))
            .map(|other| other.id)
            .collect();
        assert!(dead.contains(&id));
        for id in dead {
            self.kill(id);
        }
        for cell in region {
            self.walls.insert(cell, snake.camp);
        }
    }

    fn enclosed(&self, chain: &[Place]) -> BTreeSet<Place> {
        let around = |(x, y): Place| STEPS.map(|(dx, dy)| (x + dx, y + dy));
        if self.enclosure == Enclosure::Border {
            let mut open: BTreeSet<Place> = BTreeSet::new();
            let all = (0..16).flat_map(|x| (0..16).map(move |y| (x, y)));
            let mut stack: Vec<Place> = all
                .clone()
                .filter(|&(x, y)| x % 15 == 0 || y % 15 == 0)
                .collect();
            while let Some(at) = stack.pop() {
                if on_board(at) && !chain.contains(&at) && open.insert(at) {
                    stack.extend(around(at));
                }
            }
            return all
                .filter(|at| !open.contains(at) && !chain.contains(at))
                .collect();
        }
        let mut marks: BTreeMap<Place, usize> = BTreeMap::new();
        let mut open = [false; 2];
        for (i, &(ux, uy)) in chain.iter().enumerate() {
            let (vx, vy) = chain[(i + 1) % chain.len()];
            let (bx, by) = if self.enclosure == Enclosure::Adk {
                (ux, uy)
            } else {
                (vx, vy)
            };
            let (ex, ey) = (vx - ux, vy - uy);
            for (side, (sx, sy)) in [(-ey, ex), (ey, -ex)].iter().copied().enumerate() {
                let mut stack = vec![(bx + sx, by + sy)];
                while let Some(at) = stack.pop() {
                    if !on_board(at) {
                        open[side] = true;
                    } else if !chain.contains(&at) && !marks.contains_key(&at) {
                        marks.insert(at, side);
                        stack.extend(around(at));
                    }
                }
            }
        }
        marks
            .into_iter()
            .filter(|&(_, side)| !open[side])
            .map(|(at, _)| at)
            .collect()
    }

    fn fire(&mut self, id: u16) {
        let snake = self.snake(id);
        snake.ray = None;
        let (mut at, second) = (snake.cells[0], snake.cells[1]);
        let (dx, dy) = (at.0 - second.0, at.1 - second.1);
        while on_board(at) {
            self.walls.remove(&at);
            at = (at.0 + dx, at.1 + dy);
        }
    }

    fn split(&mut self, id: u16) {
        let next = self.next_id;
        let snake = self.snake(id);
        let mut cells = snake.cells.split_off(snake.cells.len().div_ceil(2));
        cells.reverse();
        let newborn = Snake {
            id: next,
            camp: snake.camp,
            cells,
            bank: snake.bank,
            ray: None,
        };
        snake.bank = 0;
        let team = &mut self.teams[newborn.camp];
        let at = team.iter().position(|snake| snake.id == id).unwrap();
        team.insert(at + 1, newborn);
        self.next_id += 1;
    }

    pub fn area(&self, player: usize) -> usize {
        let cells: usize = self.teams[player]
            .iter()
            .map(|snake| snake.cells.len())
            .sum();
        cells
            + self
                .walls
                .values()
                .filter(|&&owner| owner == player)
                .count()
    }
}
