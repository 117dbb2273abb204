//! Both levels against slow, obvious forms, and the promise that nothing but the arguments decides.

use std::collections::{BTreeMap, BTreeSet};

use goose_tetris::{Board, Game, Move, Piece, SCORING_PIECES, game_record, sequence, verify};
use goose_tetris_bucket::outer::Outer;
use goose_tetris_bucket::stage::{End, LEAST_CELLS, Limits, Start, stage};
use goose_tetris_bucket::transitions::{Walled, transitions};

const SMALL: Limits = Limits {
    bucket_size: 3,
    layer_width: 20,
    layers: 40,
    seed: 0,
};

fn pieces(count: usize) -> Vec<Piece> {
    sequence().take(count).collect()
}

fn play(count: usize, limits: &Limits, threads: usize) -> Outer {
    let pieces = pieces(count);
    let mut outer = Outer::new();
    while outer.index < count {
        outer.advance(&pieces, limits, threads);
    }
    outer
}

#[test]
fn transitions_of_boards_counted_by_hand() {
    // Empty rows have two changes each, at the walls; the last row of an empty board has ten at the floor.
    assert_eq!(transitions(&Board::new()), 2 * 20 + 10);
    let board: Board = "#########./.########.".parse().unwrap();
    // Rows: 18 empty ones, then one with two changes, then one with four. Columns: nine at the top of the upper
    // row, one below its first cell, and two open at the floor.
    assert_eq!(transitions(&board), 2 * 18 + 2 + 4 + 9 + 1 + 2);
}

/// Random boards, all locks below the top row that do not overlap anything.
#[test]
fn transitions_after_a_lock_are_those_of_the_board_with_it() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut count = 0;
    for _ in 0..100 {
        let mut board = Board::new();
        for row in &mut board.rows[rng.usize(..20)..] {
            *row = rng.u16(..) & rng.u16(..) & 0b11_1111_1111;
        }
        let walled = Walled::new(&board);
        for (piece, state, y, x) in poses() {
            let shape = piece.shape(state);
            if i32::from(y) + i32::from(shape.dy.0) > 0
                && board.allows(piece, state, x.into(), y.into())
            {
                let mv = Move { y, state, x };
                let mut filled = board;
                filled.fill(piece, mv);
                assert_eq!(
                    walled.after(piece, mv),
                    transitions(&filled),
                    "{board} {piece} {mv}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 10_000, "{count}");
}

/// All centers in the field, in all states.
fn poses() -> impl Iterator<Item = (Piece, u8, u8, u8)> {
    let centers = (0..20).flat_map(|y| (0..10).map(move |x| (y, x)));
    let states = Piece::ALL
        .into_iter()
        .flat_map(|piece| (0..4).map(move |state| (piece, state)));
    states.flat_map(move |(piece, state)| centers.clone().map(move |(y, x)| (piece, state, y, x)))
}

/// A board just below the clears that count: twelve rows of nine cells.
fn late_start() -> Start {
    let text = [".#########"; 12].join("/");
    Start {
        board: text.parse().unwrap(),
        score: 1_000,
        index: 500,
    }
}

#[test]
fn a_stage_of_one_layer_is_every_clear() {
    let pieces = pieces(SCORING_PIECES);
    let start = late_start();
    for index in 500..530 {
        let start = Start { index, ..start };
        let limits = Limits {
            bucket_size: 1_000,
            layers: 1,
            ..SMALL
        };
        let ends = stage(&start, &pieces, &limits);
        let mut state = Game::new();
        (state.board, state.score, state.index) = (start.board, start.score, index);
        state.piece = pieces[index];
        let mut wanted = BTreeSet::new();
        for mv in state.landings() {
            let mut next = state;
            next.play(mv);
            if next.score > state.score && next.board.cells() >= LEAST_CELLS {
                wanted.insert((next.board.rows, next.score));
            }
        }
        let got: BTreeSet<_> = ends
            .iter()
            .map(|end| (end.place.board.rows, end.place.score))
            .collect();
        assert_eq!((got.len(), &got), (ends.len(), &wanted));
    }
}

#[test]
fn ends_are_what_their_moves_lead_to() {
    let pieces = pieces(SCORING_PIECES);
    let start = late_start();
    let ends = stage(&start, &pieces, &SMALL);
    assert!(ends.len() > 20, "{}", ends.len());
    let mut kept = BTreeMap::new();
    for end in &ends {
        let mut state = Game::new();
        (state.board, state.score, state.index) = (start.board, start.score, start.index);
        state.piece = pieces[start.index];
        let (last, others) = end.moves.split_last().unwrap();
        for mv in others {
            state.play(*mv);
            assert_eq!(state.score, start.score, "a clear before the end");
        }
        state.play(*last);
        assert_eq!(
            (state.board, state.score, state.index),
            (end.place.board, end.place.score, end.place.index)
        );
        assert_eq!(end.cells, state.board.cells());
        assert_eq!(end.transitions, transitions(&state.board));
        *kept.entry((end.place.index, end.cells)).or_insert(0) += 1;
    }
    assert!(kept.values().all(|count| *count <= SMALL.bucket_size));
}

#[test]
fn a_stage_ends_with_the_best_of_each_number_of_cells() {
    let pieces = pieces(SCORING_PIECES);
    let all = Limits {
        bucket_size: 10_000,
        ..SMALL
    };
    let mut dropped = 0;
    for index in 500..520 {
        let start = Start {
            index,
            ..late_start()
        };
        let mut wanted = stage(&start, &pieces, &all);
        let before = wanted.len();
        let mut kept = BTreeMap::new();
        wanted.retain(|end| {
            let count = kept.entry((end.place.index, end.cells)).or_insert(0);
            *count += 1;
            *count <= SMALL.bucket_size
        });
        let key = |end: &End| (end.place.index, end.cells, end.rank(SMALL.seed));
        assert!(wanted.is_sorted_by_key(key));
        assert_eq!(stage(&start, &pieces, &SMALL), wanted);
        dropped += before - wanted.len();
    }
    assert!(dropped > 1_000, "{dropped}");
}

/// A bucket by its definition: every board is put in order, of two equal boards the better one stays, and
/// those beyond the size are dropped.
fn insert(bucket: &mut Vec<End>, end: &End) {
    bucket.push(end.clone());
    bucket.sort_by_key(|end| end.rank(SMALL.seed));
    let mut known = BTreeSet::new();
    bucket.retain(|end| known.insert(end.place.board.rows));
    bucket.truncate(SMALL.bucket_size);
}

#[test]
fn a_bucket_keeps_the_best() {
    let pieces = pieces(200);
    let mut count = 0;
    let mut slow: BTreeMap<(usize, u32), Vec<End>> = BTreeMap::new();
    let mut outer = Outer::new();
    for _ in 0..60 {
        let in_use: Vec<Start> = outer
            .buckets
            .iter()
            .take_while(|(key, _)| key.0 == outer.index)
            .flat_map(|(_, ids)| ids)
            .map(|id| outer.entries[*id as usize].end.place)
            .collect();
        for start in &in_use {
            for end in stage(start, &pieces, &SMALL) {
                let key = (end.place.index, end.cells);
                insert(slow.entry(key).or_default(), &end);
                count += 1;
            }
        }
        outer.advance(&pieces, &SMALL, 1);
        for (key, ids) in &outer.buckets {
            let got: Vec<Start> = ids
                .iter()
                .map(|id| outer.entries[*id as usize].end.place)
                .collect();
            let wanted: Vec<Start> = slow[key].iter().map(|end| end.place).collect();
            assert_eq!(got, wanted, "{key:?}");
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn the_record_plays_to_the_score_of_the_search() {
    let outer = play(150, &SMALL, 1);
    let best = &outer.entries[outer.best as usize].end;
    let verdict = verify(&game_record(outer.game(outer.best)).unwrap()).unwrap();
    assert_eq!(
        (verdict.score, verdict.pieces),
        (best.place.score, best.place.index)
    );
    assert!(verdict.score > 5_000, "{}", verdict.score);
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    let one = play(100, &SMALL, 1);
    assert_eq!(play(100, &SMALL, 3), one);
    let other = Limits { seed: 7, ..SMALL };
    assert_ne!(play(100, &other, 1), one);
}
