//! The search against slow, obvious forms of its parts, and the promise that nothing but the settings decides.

use std::collections::{BTreeSet, HashMap, HashSet};

use goose_tetris::{
    Board, Bound, COLUMNS, FULL, Game, Move, Piece, game_record, parse_record, replay, sequence,
    start_state,
};
use goose_tetris_foresight::beam::{Beam, Machine, Sequence, Settings};
use goose_tetris_foresight::node::{Child, Step, board_cost, bucket, child_node, finish, well};
use goose_tetris_foresight::position::Position;
use goose_tetris_foresight::select::{nth_largest, select};
use goose_tetris_foresight::vectors::Vectors;
use goose_tetris_foresight::weights::{UNIT, WELL, Weights};
use solvers::hash::hash;

const PLAIN_MACHINE: Machine = Machine {
    threads: 1,
    vectors: Vectors::Portable,
};

fn pieces(count: usize) -> Vec<Piece> {
    sequence().take(count).collect()
}

fn beam_after<'a>(
    settings: &'a Settings,
    machine: Machine,
    sequence: &'a Sequence,
    count: usize,
) -> Beam<'a> {
    let mut beam = Beam::new(settings, machine, sequence, Position::empty_field(0));
    while beam.position.index < count && beam.advance() {}
    assert_eq!(beam.position.index, count);
    beam
}

/// Landings, and the locks one row above a rest that end no game.
fn locks(state: &Game) -> BTreeSet<Move> {
    let mut locks: BTreeSet<Move> = state.landings().into_iter().collect();
    let cells = |mv: &Move| {
        let mut board = Board::new();
        board.fill(state.piece, *mv);
        board
    };
    let mut known: HashSet<Board> = locks.iter().map(cells).collect();
    let poses = state.legal_moves();
    let resting = |mv: &Move| {
        !state
            .board
            .allows(state.piece, mv.state, i32::from(mv.x), i32::from(mv.y) + 1)
    };
    for rest in poses.iter().filter(|mv| resting(mv)) {
        let Some(y) = rest.y.checked_sub(1) else {
            continue;
        };
        let above = Move { y, ..*rest };
        let mut next = *state;
        if poses.contains(&above)
            && next.try_play(above).is_ok()
            && next.board.rows[0] == 0
            && known.insert(cells(&above))
        {
            locks.insert(above);
        }
    }
    locks
}

#[test]
fn children_are_what_playing_them_gives() {
    let sequence = Sequence::whole();
    let settings = Settings::learned(300);
    let mut beam = beam_after(&settings, PLAIN_MACHINE, &sequence, 60);
    let mut removed_rows = [0; 5];
    for _ in 0..60 {
        let costs = beam.costs();
        let step = Step {
            piece: sequence.pieces[beam.position.index],
            start: start_state(beam.position.index),
            bound: &costs.bound,
            weights: &costs.weights,
        };
        for node in beam.position.nodes.iter().step_by(7) {
            let parent = std::slice::from_ref(node);
            let mut candidates = Vec::new();
            Vectors::Portable.expand(&step, parent, 0, i32::MIN, &mut candidates);
            let mut wide = Vec::new();
            Vectors::detect().expand(&step, parent, 0, i32::MIN, &mut wide);
            assert_eq!(wide, candidates);
            let children = finish(&step, parent, &candidates, i32::MIN);
            let mut state = Game::new();
            (state.board, state.score, state.index, state.piece) = (
                node.board,
                node.score,
                beam.position.index,
                sequence.pieces[beam.position.index],
            );
            let landings = locks(&state);
            assert_eq!(children.len(), landings.len());
            for child in &children {
                let mv = child.mv.unpack();
                assert!(landings.contains(&mv));
                let mut next = state;
                next.play(mv);
                let built = child_node(step.piece, node, mv);
                assert_eq!((built.board, built.score), (next.board, next.score));
                assert_eq!(built.cells, next.board.cells());
                let future = costs.bound[built.cells as usize];
                assert_eq!(
                    child.value,
                    UNIT * (built.score as i32 + future) - board_cost(&next.board, &costs.weights)
                );
                assert_eq!(child.hash, hash(&next.board));
                assert_eq!(child.bucket, bucket(built.cells, well(built.ready)));
                removed_rows[(node.cells + 4 - built.cells) as usize / 10] += 1;
            }
        }
        beam.advance();
    }
    assert!(
        removed_rows.iter().all(|count| *count > 0),
        "{removed_rows:?}"
    );
}

/// The definition of the selection, by full sorting.
fn slow_select(children: &[Child], width: usize, quota: usize) -> Vec<Child> {
    let mut best: HashMap<u64, Child> = HashMap::new();
    for child in children {
        let entry = best.entry(child.hash).or_insert(*child);
        if child.value > entry.value {
            *entry = *child;
        }
    }
    let mut sorted: Vec<Child> = best.into_values().collect();
    sorted.sort_by_key(|child| std::cmp::Reverse((child.value, child.hash)));
    let mut counts: HashMap<u16, usize> = HashMap::new();
    sorted.retain(|child| {
        let count = counts.entry(child.bucket).or_default();
        *count += 1;
        *count <= quota
    });
    sorted.truncate(width);
    sorted.sort_by_key(|child| child.parent);
    sorted
}

#[test]
fn selection_is_its_definition() {
    let mut random = fastrand::Rng::with_seed(3);
    for round in 0..300 {
        // So many that they are merged in parts.
        let many = round % 100 == 99;
        let count = if many { 40_000 } else { random.usize(0..400) };
        let boards = if many { 30_000 } else { 300 };
        let children: Vec<Child> = (0..count)
            .map(|parent| {
                let board = random.u64(0..boards);
                Child {
                    // Equal boards have equal buckets; the upper half of the hash is what breaks ties.
                    hash: board.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                    value: random.i32(-20..20),
                    parent: parent as u32,
                    bucket: (board % 5) as u16,
                    mv: goose_tetris_foresight::node::PackedMove(0),
                }
            })
            .collect();
        let (mut width, mut quota) = (random.usize(1..100), random.usize(1..40));
        if many {
            (width, quota) = (100 * width, 100 * quota);
        }
        let wanted = slow_select(&children, width, quota);
        let parts = random.usize(1..4);
        let in_parts = |children: &[Child]| -> Vec<Vec<Child>> {
            let share = children.len().div_ceil(parts).max(1);
            children.chunks(share).map(<[Child]>::to_vec).collect()
        };
        let selected = select(&in_parts(&children), width, quota);
        assert_eq!(selected.children.concat(), wanted);
        assert_eq!(selected.worst.is_some(), wanted.len() == width);
        // Children below the last survivor need not be shown.
        if let Some(worst) = selected.worst {
            let shown: Vec<Child> = children
                .iter()
                .copied()
                .filter(|child| child.value >= worst)
                .collect();
            let again = select(&in_parts(&shown), width, quota);
            assert_eq!(again.children.concat(), wanted);
        }
    }
}

#[test]
fn the_nth_largest_is_that_of_the_sorted_keys() {
    let mut random = fastrand::Rng::with_seed(4);
    for count in [1, 2, 100, 5_000, 100_000] {
        // Few different keys, many, and sorted ones, of which a sample tells little.
        for keys in [3, 1_000, u64::MAX] {
            let mut all: Vec<u64> = (0..count).map(|_| random.u64(0..keys)).collect();
            let parts: Vec<Vec<u64>> = all.chunks(count / 3 + 1).map(<[u64]>::to_vec).collect();
            all.sort_unstable();
            let sorted = [all.clone()];
            for n in [1, count / 7 + 1, count / 2 + 1, count] {
                let wanted = Some(all[count - n]);
                assert_eq!(nth_largest(&parts, n, |key| *key), wanted);
                assert_eq!(nth_largest(&sorted, n, |key| *key), wanted);
            }
            assert_eq!(nth_largest(&parts, count + 1, |key| *key), None);
        }
    }
}

#[test]
fn threads_and_vectors_change_nothing() {
    let sequence = Sequence::whole();
    let settings = Settings::learned(500);
    let wanted = beam_after(&settings, PLAIN_MACHINE, &sequence, 150);
    for machine in [
        Machine {
            threads: 3,
            vectors: Vectors::Portable,
        },
        Machine {
            threads: 1,
            vectors: Vectors::detect(),
        },
    ] {
        let got = beam_after(&settings, machine, &sequence, 150);
        assert_eq!(got.position, wanted.position);
    }
}

#[test]
fn the_record_plays_to_the_score_of_the_search() {
    let sequence = Sequence::new(pieces(200));
    let hard = Bound::hard(&sequence.pieces);
    let settings = Settings::learned(100);
    let beam = beam_after(&settings, PLAIN_MACHINE, &sequence, 200);
    let (at, best) = beam.best(&hard).unwrap();
    let text = game_record(beam.position.history.game(at).iter().map(|mv| mv.unpack())).unwrap();
    let replay = replay(&parse_record(&text).unwrap());
    assert_eq!(
        (replay.score, replay.locks, replay.end),
        (best.score, 200, None)
    );
    assert_eq!(replay.board, best.board);
}

#[test]
fn seeds_make_other_games() {
    let sequence = Sequence::new(pieces(300));
    let boards = |seed| {
        let settings = Settings {
            weights: Weights::learned().jittered(seed),
            ..Settings::learned(50)
        };
        beam_after(&settings, PLAIN_MACHINE, &sequence, 300)
            .position
            .nodes
    };
    let of = [0, 1, 2].map(boards);
    assert_eq!(of[..2], [0, 1].map(boards));
    assert!(of[0] != of[1] && of[1] != of[2]);
}

#[test]
fn weights_survive_the_file() {
    let learned = Weights::learned();
    let again = Weights::from_bytes(&learned.to_bytes()).unwrap();
    assert_eq!(learned.rows, again.rows);
    assert_eq!(learned.hole, again.hole);
    assert_ne!(learned.rows, Weights::plain(WELL).rows);
    assert!(Weights::from_bytes(&[0; 10]).is_none());
}

#[test]
fn the_hand_set_well_is_any_column() {
    let ready = |column: usize, missing: usize| {
        let weights = Weights::named(&format!("plain:{column}")).unwrap();
        weights.rows[10][usize::from(FULL & !(1 << missing))]
    };
    for column in 0..COLUMNS {
        let best = (0..COLUMNS).min_by_key(|missing| ready(column, *missing));
        assert_eq!(best, Some(column));
    }
    assert_eq!(
        Weights::named("plain").unwrap().rows,
        Weights::plain(WELL).rows
    );
    for name in ["plain:10", "plain:", "plain:x"] {
        let error = Weights::named(name).unwrap_err().to_string();
        assert!(error.contains("plain:0 to plain:9"), "{error}");
    }
}
