//! Trees whose values are known by looking at everything.

use super::table::{Entry, from_here};
use super::*;
use crate::splitmix;

/// A game in which every line ends after some plies with a value by chance.
struct Tree {
    seed: u64,
    plies: usize,
    /// Some ends before that are won or lost.
    has_wins: bool,
    /// All moves but the first two are left to the others.
    has_others: bool,
    /// No position has a value as it is.
    is_noisy: bool,
    line: Vec<u8>,
}

impl Tree {
    fn count(&self) -> u8 {
        2 + (self.hash() >> 24) as u8 % 4
    }

    fn hash(&self) -> u64 {
        let mix = |hash, mv: &u8| splitmix(hash, u64::from(*mv) + 1);
        self.line.iter().fold(self.seed, mix)
    }

    /// The value for the side to move, by looking at everything.
    fn minimax(&mut self) -> i32 {
        if let Some(value) = self.end(self.line.len()) {
            return value;
        }
        let values = (0..self.count()).map(|mv| {
            self.play(mv);
            let value = -self.minimax();
            self.take_back();
            value
        });
        values.max().unwrap()
    }
}

impl Game for Tree {
    type Move = u8;

    const SLOTS: usize = 8;

    fn end(&self, ply: usize) -> Option<i32> {
        let hash = self.hash();
        let rare = if self.has_others { 3 } else { 5 };
        if self.has_wins && ply > 1 && hash.is_multiple_of(rare) {
            return Some(if hash.is_multiple_of(2) {
                WIN - ply as i32
            } else {
                ply as i32 - WIN
            });
        }
        (ply == self.plies).then_some((hash >> 8) as i32 % 500)
    }

    fn key(&self) -> Option<u64> {
        Some(self.hash())
    }

    fn value(&mut self) -> i32 {
        (self.hash() >> 16) as i32 % 500
    }

    fn is_quiet(&self, _: i32) -> bool {
        !self.is_noisy
    }

    fn moves(&mut self, _: Wanted<u8>, moves: &mut Vec<Ranked<u8>>) {
        let count = if self.has_others { 2 } else { self.count() };
        moves.extend((0..count).map(ranked));
    }

    fn others(&mut self, _: Wanted<u8>, moves: &mut Vec<Ranked<u8>>) {
        if self.has_others {
            moves.extend((2..self.count()).map(ranked));
        }
    }

    fn play(&mut self, mv: u8) {
        self.line.push(mv);
    }

    fn take_back(&mut self) {
        self.line.pop();
    }

    fn slot(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn pack(mv: u8) -> u16 {
        u16::from(mv) + 1
    }

    fn unpack(number: u16) -> Option<u8> {
        Some(number.checked_sub(1)? as u8)
    }
}

fn ranked(mv: u8) -> Ranked<u8> {
    Ranked {
        mv,
        gain: 0,
        rank: 0,
    }
}

/// Nothing is left out.
const WHOLE: Settings = Settings {
    window: 60,
    reduction_base: 0.5,
    reduction_factor: 0.5,
    reduce_after: 2,
    without_first: 3,
    extend_only: true,
    singular_depth: 4,
    singular_margin: 4,
    ..Settings::WHOLE
};

fn trees(has_wins: bool) -> impl Iterator<Item = Tree> {
    (0..40).map(move |seed| Tree {
        seed: splitmix(7, seed),
        plies: 5,
        has_wins,
        has_others: false,
        is_noisy: false,
        line: Vec::new(),
    })
}

#[test]
fn a_tree_that_is_searched_to_its_ends_has_its_value() {
    for has_wins in [false, true] {
        let mut won = 0;
        for mut tree in trees(has_wins) {
            let wanted = tree.minimax();
            let found = deepen(
                &mut tree,
                &WHOLE,
                &mut Memory::new(12),
                Budget::of_nodes(200_000),
            );
            assert_eq!(found.moves[0].value, wanted, "seed {}", tree.seed);
            let deepest = MAX_DEPTH as i32;
            let at_once = value(&mut tree, &WHOLE, &mut Memory::new(12), deepest);
            assert_eq!(at_once, wanted, "seed {}", tree.seed);
            tree.play(found.moves[0].mv);
            assert_eq!(-tree.minimax(), wanted);
            won += u32::from(wanted.abs() >= WINS);
        }
        assert_eq!(won > 0, has_wins);
    }
}

#[test]
fn no_position_is_lost_before_the_others_are_tried() {
    let mut proven = [0; 2];
    for mut tree in trees(true) {
        tree.has_others = true;
        let wanted = tree.minimax();
        let budget = Budget::of_nodes(200_000);
        let found = deepen(&mut tree, &WHOLE, &mut Memory::new(12), budget);
        assert!(found.nodes < 200_000);
        let value = found.moves[0].value;
        if value.abs() >= WINS {
            assert!(wanted * value.signum() >= WINS, "seed {}", tree.seed);
            proven[usize::from(value > 0)] += 1;
        }
    }
    assert!(proven.iter().all(|&count| count > 0), "{:?}", proven);
}

/// The number of trees whose value, searched to this depth, is not that of all their ends.
fn wrong(settings: &Settings, depth: i32, is_noisy: bool) -> usize {
    let is_wrong = |mut tree: Tree| {
        tree.is_noisy = is_noisy;
        value(&mut tree, settings, &mut Memory::new(12), depth) != tree.minimax()
    };
    trees(false).map(|tree| usize::from(is_wrong(tree))).sum()
}

#[test]
fn values_as_they_are_stand_for_quiet_positions_only() {
    let deepest = MAX_DEPTH as i32;
    let settings = Settings {
        static_depth: deepest,
        ..Settings::WHOLE
    };
    assert!(wrong(&settings, deepest, false) > 10);
    assert_eq!(wrong(&settings, deepest, true), 0);
}

#[test]
fn hopeless_positions_are_left_out_below_depth_0() {
    let settings = Settings {
        hopeless: 0,
        ..Settings::WHOLE
    };
    assert!(wrong(&settings, 0, true) > 10);
    assert_eq!(wrong(&settings, MAX_DEPTH as i32, true), 0);
    assert_eq!(wrong(&Settings::WHOLE, 0, true), 0);
}

#[test]
fn a_win_is_no_nearer_from_another_way_to_it() {
    for value in [WIN - 20, 20 - WIN, WINS, -WINS, 0, INFINITE, -INFINITE] {
        assert_eq!(from_here(from_here(value, 7), -7), value);
    }
    assert_eq!(from_here(from_here(WIN - 20, 8), -4), WIN - 16);
}

#[test]
fn any_budget_gives_all_moves_and_keeps_to_it() {
    for mut tree in trees(false) {
        for nodes in [0, 1, 2, 5, 30, 300] {
            let found = deepen(
                &mut tree,
                &WHOLE,
                &mut Memory::new(8),
                Budget::of_nodes(nodes),
            );
            let mut moves: Vec<u8> = found.moves.iter().map(|root| root.mv).collect();
            moves.sort_unstable();
            assert!(moves.iter().copied().eq(0..moves.len() as u8) && moves.len() > 1);
            assert!(found.nodes <= nodes && tree.line.is_empty());
        }
    }
}

#[test]
fn an_entry_of_the_table_comes_back() {
    let entry = Entry {
        low: -INFINITE as i16,
        high: 1234,
        depth: 77,
        mv: 65_000,
    };
    let mut memory = Memory::new(4);
    memory.put(5, entry);
    assert_eq!((memory.get(5), memory.get(6)), (Some(entry), None));
    memory.clear(&Budget::of_nodes(1));
    assert_eq!(memory.get(5), None);
}
