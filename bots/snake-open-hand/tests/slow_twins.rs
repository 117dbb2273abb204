//! The fast board, the fill and the search against slow and obvious ones.

#![allow(clippy::unwrap_used, reason = "test code")]

use std::collections::HashSet;

use search::Budget;
use snake::rows::Rows;
use snake::{Board, Cell, CellSet, Direction, Map, snakes_grow};
use snake_open_hand::apart::{End, end};
use snake_open_hand::fill::{self, Measures, STEPS};
use snake_open_hand::leaf;
use snake_open_hand::net::{Net, phase};
use snake_open_hand::quantized::Quantized;
use snake_open_hand::score::{DECIDED, DRAW};
use snake_open_hand::search::search;
use snake_open_hand::table::Table;
use snake_open_hand::track::{Moves, Track};

/// A map of any size with any obstacles, or one of the judge's.
fn random_map(random: &mut fastrand::Rng, height: u8, width: u8) -> Map {
    let (height, width) = (random.u8(2..=height), random.u8(2..=width));
    let mut map = Map::new(height, width, Vec::new()).unwrap();
    for _ in 0..random.usize(..=usize::from(height) * usize::from(width) / 6) {
        let cell = Cell::new(random.u8(1..=height), random.u8(1..=width)).unwrap();
        let mut obstacles = map.obstacles().to_vec();
        obstacles.push(cell);
        map = Map::new(height, width, obstacles).unwrap_or(map);
    }
    map
}

fn directions(board: &Board, player: usize) -> HashSet<usize> {
    let legal = board.legal_moves(player).iter();
    legal.map(Direction::index).collect()
}

/// A direction that does not die for certain, mostly along a wall or a body, so that games get long.
fn careful(board: &Board, player: usize, random: &mut fastrand::Rng) -> Direction {
    let ways_on = |direction: &Direction| {
        let cell = board.head(player).step(*direction).map(CellSet::of);
        let around = cell.map_or(CellSet::EMPTY, |cell| cell.neighbors() & board.free());
        (around.is_empty(), around.len(), random.u8(..))
    };
    let legal = board.legal_moves(player).iter();
    legal.min_by_key(ways_on).unwrap_or(Direction::Up)
}

/// Plays fewer turns than this, none of which ends the game.
fn play_on(board: &mut Board, turns: u32, random: &mut fastrand::Rng) {
    for _ in 0..random.u32(..turns) {
        let moves = [0, 1].map(|player| careful(board, player, random));
        let mut next = *board;
        next.play((moves[0], moves[1]));
        if next.outcome().is_none() {
            *board = next;
        }
    }
}

fn joint(player: usize, mine: Direction, theirs: Direction) -> (Direction, Direction) {
    if player == 0 {
        (mine, theirs)
    } else {
        (theirs, mine)
    }
}

fn any(moves: Moves, random: &mut fastrand::Rng) -> Option<usize> {
    let moves: Vec<usize> = moves.collect();
    random.choice(moves)
}

/// Goes `turns` turns on and back again, at random.
fn there_and_back(track: &mut Track, open: Rows, turns: u32, random: &mut fastrand::Rng) {
    if turns == 0 {
        return;
    }
    let begun = track.begin_turn(open);
    let (ours, theirs) = (track.moves(0), track.moves(1));
    if let Some(mine) = any(ours, random) {
        let half = track.put(0, mine, begun);
        let left = track.moves(1);
        if let Some(reply) = any(left, random) {
            let next = track.put(1, reply, half);
            there_and_back(track, next, turns - 1, random);
            track.unput(1);
        }
        assert_eq!(track.moves(1), left);
        track.unput(0);
    }
    assert_eq!((track.moves(0), track.moves(1)), (ours, theirs));
    track.unbegin_turn();
}

#[test]
fn ten_thousand_random_games() {
    let mut random = fastrand::Rng::with_seed(2026);
    let (mut turns, mut longest) = (0, 0);
    for game in 0..10_000 {
        let player = random.usize(..2);
        let mut board = Board::new(&match game % 2 {
            0 => Map::generate(random.i32(..), None, None),
            _ => random_map(&mut random, 16, 12),
        });
        let (mut track, mut open) = Track::new(&board, player);
        loop {
            if random.u8(..4) == 0 {
                let before = track.clone();
                there_and_back(&mut track, open, 6, &mut random);
                assert!(track.same_position(&before), "\n{}", board);
                let fresh = Track::new(&board, player).0;
                assert!(track.same_position(&fresh), "\n{}", board);
            }

            let begun = track.begin_turn(open);
            assert_eq!(begun.to_set(), board.enterable(), "\n{board}");
            let sets = [track.moves(0), track.moves(1)].map(|moves| moves.collect::<HashSet<_>>());
            assert_eq!(sets[0], directions(&board, player), "\n{board}");
            assert_eq!(sets[1], directions(&board, 1 - player), "\n{board}");
            let mine = careful(&board, player, &mut random);
            let theirs = careful(&board, 1 - player, &mut random);
            let mut next = board;
            next.play(joint(player, mine, theirs));
            if next.outcome().is_some() {
                let met = sets[0].contains(&mine.index()) && sets[1].contains(&theirs.index());
                if met {
                    track.put(0, mine.index(), begun);
                    assert!(
                        track.heads_touch() && !track.moves(1).any(|reply| reply == theirs.index())
                    );
                }
                break;
            }
            let half = track.put(0, mine.index(), begun);
            open = track.put(1, theirs.index(), half);
            board = next;
            assert_eq!(open.to_set(), board.free(), "\n{board}");
            assert_eq!(track.turn() as u32, board.turn());
            assert_eq!(track.head(0, track.turn()), board.head(player).index());
            assert_eq!(track.head(1, track.turn()), board.head(1 - player).index());
        }
        turns += board.turn();
        longest = longest.max(board.turn());
    }
    println!("{turns} turns, longest game {longest}");
    assert!(turns > 100_000 && longest > 100);
}

/// The cells that both sides hold after each step of the fill, with sets and lists: ours and theirs.
fn slow_fill(board: &Board, player: usize, moved: Option<Cell>) -> Vec<[CellSet; 2]> {
    let mut open = board.enterable();
    let mut turn = board.turn();
    // Cells in the order in which tails leave them, from the next turn on.
    let mut leaving: Vec<Vec<Cell>> = (0..2)
        .map(|player| board.segments(player).collect())
        .collect();
    if !snakes_grow(turn) {
        for cells in &mut leaving {
            cells.remove(0);
        }
    }
    let mut held = [player, 1 - player].map(|player| CellSet::of(board.head(player)));
    let mut pass = |open: &mut CellSet, turn: &mut u32| {
        *turn += 1;
        if !snakes_grow(*turn) && leaving.iter().all(|cells| !cells.is_empty()) {
            for cells in &mut leaving {
                open.insert(cells.remove(0));
            }
        }
    };
    if let Some(cell) = moved {
        open.remove(cell);
        held[0] = CellSet::of(cell);
        held[1] = held[1] | (held[1].neighbors() & (open - held[0]));
        pass(&mut open, &mut turn);
    }
    let mut steps = Vec::new();
    for layers in STEPS {
        for _ in 0..layers {
            let [ours, theirs] = held;
            held = [
                ours | (ours.neighbors() & (open - theirs)),
                theirs | (theirs.neighbors() & (open - ours)),
            ];
            pass(&mut open, &mut turn);
        }
        steps.push(held);
    }
    steps
}

fn colors(cells: CellSet) -> [usize; 2] {
    let black = cells.iter().filter(|cell| (cell.x() + cell.y()) % 2 == 0);
    let black = black.count();
    [black, cells.len() - black]
}

fn neighbor_pairs(cells: CellSet) -> usize {
    let others = cells
        .iter()
        .map(|cell| (CellSet::of(cell).neighbors() & cells).len());
    others.sum::<usize>() / 2
}

/// The measures of one side in the order of the features.
fn measures(steps: &[[CellSet; 2]], side: usize) -> Vec<usize> {
    let mut counts: Vec<usize> = steps.iter().map(|held| held[side].len()).collect();
    let last = steps[steps.len() - 1];
    // The fill ends where it stands still for a step, after six of them.
    let stands = |i: &usize| steps[*i][0] == steps[*i - 1][0] && steps[*i][1] == steps[*i - 1][1];
    let end = (6..steps.len()).find(stands);
    let last = end.map_or(last, |end| steps[end]);
    if let Some(end) = end {
        let count = counts[end];
        counts[end..].fill(count);
    }
    let other = last[1 - side];
    let [black, white] = colors(last[side]);
    counts.extend([
        neighbor_pairs(last[side]),
        black.min(white),
        (last[side] & other.neighbors()).len(),
    ]);
    counts
}

#[test]
fn fills() {
    let mut random = fastrand::Rng::with_seed(3);
    let net: Net = include_str!("../data/weights.txt").parse().unwrap();
    let net = Quantized::new(&net);
    let mut compared = 0;
    for game in 0..600 {
        let mut board = Board::new(&match game % 2 {
            0 => Map::generate(random.i32(..), None, None),
            _ => random_map(&mut random, 16, 12),
        });
        while board.outcome().is_none() {
            let player = random.usize(..2);
            let (mut track, open) = Track::new(&board, player);
            let open = track.begin_turn(open);
            let check = |found: Measures, value: i32, moved| {
                let phase = phase(board.turn() as usize);
                assert_eq!(
                    value,
                    net.score(&found, phase),
                    "player {player}, {moved:?}\n{board}"
                );
                let steps = slow_fill(&board, player, moved);
                let [ours, theirs] = [0, 1].map(|side| measures(&steps, side));
                for (i, (&ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                    let sum = (ours + theirs) as i16;
                    let difference = ours as i16 - theirs as i16;
                    assert_eq!(
                        (found.sum[i], found.difference[i]),
                        (sum, difference),
                        "measure {i}, player {player}, {moved:?}\n{board}"
                    );
                }
            };
            let value = leaf::value::<false>(&net, &track, open);
            check(fill::measures::<false>(&track, open), value, None);
            if let Some(mine) = board.legal_moves(player).first() {
                let half = track.put(0, mine.index(), open);
                let cell = board.head(player).step(mine);
                let value = leaf::value::<true>(&net, &track, half);
                check(fill::measures::<true>(&track, half), value, cell);
            }
            compared += 1;
            let moves = [0, 1].map(|player| careful(&board, player, &mut random));
            board.play((moves[0], moves[1]));
        }
    }
    assert!(compared > 5000, "{}", compared);
}

/// The result of the game for `player` if it shows each of its moves before the other one moves: 1, 0 or -1. All
/// joint moves, by the board's own rules.
fn exhaustive(board: &Board, player: usize, left: &mut u32) -> Option<i32> {
    if let Some(outcome) = board.outcome() {
        return Some(match outcome.winner() {
            None => 0,
            Some(winner) if winner == player => 1,
            Some(_) => -1,
        });
    }
    *left = left.checked_sub(1)?;
    let mut best = -1;
    for mine in Direction::ALL {
        let mut worst = 1;
        for theirs in Direction::ALL {
            let mut next = *board;
            next.play(joint(player, mine, theirs));
            worst = worst.min(exhaustive(&next, player, left)?);
            if worst <= best {
                break;
            }
        }
        best = best.max(worst);
        if best == 1 {
            break;
        }
    }
    Some(best)
}

/// Small boards of even and odd sums, where heads can meet and where they cannot.
#[test]
fn the_search_plays_small_games_to_their_end() {
    let mut random = fastrand::Rng::with_seed(4);
    let net = Quantized::new(&Net::territory());
    let mut results = [[0; 3]; 2];
    for _ in 0..6000 {
        let mut board = Board::new(&random_map(&mut random, 6, 6));
        play_on(&mut board, 12, &mut random);
        let player = random.usize(..2);
        let Some(result) = exhaustive(&board, player, &mut 20_000) else {
            continue;
        };
        if board.legal_moves(player).len() < 2 {
            // Nothing to choose: the search does not look to the end.
            continue;
        }
        let mut table = Table::default();
        table.reserve(1 << 14);
        let mut budget = Budget::of_nodes(1_000_000);
        let found = search(&board, player, 1, &net, &mut table, &mut budget);
        let value = found.lines[0].value;
        let sign = match value {
            DRAW => 0,
            value if value > DECIDED => 1,
            value if value < -DECIDED => -1,
            _ => panic!("undecided: {value}, {}\n{board}", found.depth),
        };
        assert_eq!(sign, result, "player {player}\n{board}");
        let even = usize::from((board.height() + board.width()).is_multiple_of(2));
        results[even][(result + 1) as usize] += 1;
    }
    println!(
        "lost, drawn, won: odd {:?}, even {:?}",
        results[0], results[1]
    );
    assert!(
        results.iter().flatten().all(|&count| count >= 30),
        "{:?}",
        results
    );
}

/// Small boards on which the snakes cannot meet any more.
#[test]
fn snakes_apart_end_as_all_joint_moves_say() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut results = [0; 3];
    let mut boards = 0;
    while results.iter().sum::<u32>() < 5000 {
        boards += 1;
        let side = random.u8(4..=8);
        let mut board = Board::new(&random_map(&mut random, side, side));
        play_on(&mut board, 24, &mut random);
        let player = random.usize(..2);
        let (mut track, open) = Track::new(&board, player);
        let open = track.begin_turn(open);
        let Some(found) = end(&track, open, 100).0 else {
            continue;
        };
        let Some(result) = exhaustive(&board, player, &mut 200_000) else {
            continue;
        };
        let sign = match found {
            End::Drawn => 0,
            End::Decided { dead: 0, .. } => -1,
            End::Decided { .. } => 1,
        };
        assert_eq!(sign, result, "player {player}, {found:?}\n{board}");
        results[(result + 1) as usize] += 1;
    }
    println!("lost, drawn, won: {results:?}, of {boards} boards");
    assert!(results.iter().all(|&count| count >= 50), "{:?}", results);
}
