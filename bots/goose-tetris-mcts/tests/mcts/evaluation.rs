//! Features counted by hand and by slow, obvious forms, and what they are worth.

use goose_tetris::{Board, COLUMNS, FULL, Piece, ROWS};
use goose_tetris_mcts::eval::value;
use goose_tetris_mcts::features::Features;
use goose_tetris_mcts::params::Params;
use goose_tetris_mcts::tree::{Root, Vote, search};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

#[test]
fn features_counted_by_hand() {
    let empty = Features {
        row_transitions: 2 * 20,
        column_transitions: 10,
        ..Features::default()
    };
    assert_eq!(Features::of(&Board::new()), empty);
    // A well two rows deep at the left wall. Its cells change to the right neighbor, and the lower one to the floor.
    let well = Features {
        height: 2,
        row_transitions: 2 * 20,
        column_transitions: 9 + 1,
        wells: 1 + 2,
        ..Features::default()
    };
    assert_eq!(Features::of(&board(".#########/.#########")), well);
    // A cell above a hole, which is a well of one row, too.
    let hole = Features {
        height: 2,
        row_transitions: 2 * 18 + 4 + 2,
        column_transitions: 1 + 10 + 1,
        holes: 1,
        wells: 1,
        hole_depth: 1,
        hole_rows: 1,
    };
    assert_eq!(Features::of(&board("..#......./##.#######")), hole);
}

/// The definitions, cell by cell.
fn slow(board: &Board) -> Features {
    let filled = |x: i32, y: i32| {
        let wall = x < 0 || x >= COLUMNS as i32 || y >= ROWS as i32;
        wall || y >= 0 && board.rows[y as usize] >> x & 1 == 1
    };
    let (columns, rows) = (COLUMNS as i32, ROWS as i32);
    let mut features = Features::default();
    for y in 0..rows {
        features.row_transitions += (0..=columns)
            .map(|x| u32::from(filled(x - 1, y) != filled(x, y)))
            .sum::<u32>();
        let mut row_has_hole = false;
        for x in 0..columns {
            features.column_transitions += u32::from(filled(x, y) != filled(x, y + 1));
            if filled(x, y) {
                features.height = features.height.max((rows - y) as u32);
                continue;
            }
            let above = (0..y).filter(|above| filled(x, *above)).count() as u32;
            features.holes += u32::from(above > 0);
            features.hole_depth += above;
            row_has_hole |= above > 0;
            let between = |y: &i32| !filled(x, *y) && filled(x - 1, *y) && filled(x + 1, *y);
            features.wells += (0..=y).rev().take_while(between).count() as u32;
        }
        features.hole_rows += u32::from(row_has_hole);
    }
    features
}

#[test]
fn features_are_their_definitions() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..500 {
        let mut board = Board::new();
        for row in &mut board.rows[random.usize(0..ROWS)..] {
            *row = (random.u16(..) | random.u16(..)) & FULL;
        }
        assert_eq!(Features::of(&board), slow(&board), "{board}");
    }
}

#[test]
fn the_value_counted_by_hand() {
    let mut params = Params::own();
    let weights = &mut params.evaluation;
    (weights.score, weights.cell, weights.height) = (1.0, 30.0, -3.0);
    (weights.eroded_cells, weights.wells) = (5.0, -2.0);
    (weights.row_transitions, weights.column_transitions) = (-28.0, -7.0);
    let got = value(&board(".#########"), 100, 4, weights, 1);
    let wanted = 100.0 + 9.0 * 30.0 - 3.0 + 4.0 * 5.0 - 2.0 - 28.0 * 40.0 - 7.0 * 10.0;
    assert!((0.0..1.0).contains(&(got - wanted)), "{got} for {wanted}");
    // A row of three cells from the top, counted from 0.
    weights.high = [0.0, 0.0, 0.0, -11.0, 0.0, 0.0];
    let high = format!("###.......{}", "/..........".repeat(16));
    let before = value(&board(&high), 0, 0, weights, 1);
    weights.high[3] = 0.0;
    assert_eq!(value(&board(&high), 0, 0, weights, 1), before + 33.0);
}

/// An upright I in the well, resting or floating, completes one to four rows with as many of its cells.
#[test]
fn eroded_cells_are_rows_times_own_cells() {
    let mut params = Params::own();
    params.children = 100;
    let mut votes_for = |eroded_cells| {
        params.evaluation.eroded_cells = eroded_cells;
        let root = Root {
            board: board(".#########/.#########/.#########/.#########"),
            pieces: &[Piece::I],
            index: 0,
            params: &params,
        };
        search(&root, 1, 1)
    };
    let (without, with) = (votes_for(0.0), votes_for(1e4));
    let worth = |vote: &Vote| {
        let twin = without.iter().find(|other| other.mv == vote.mv).unwrap();
        ((vote.value - twin.value) / 1e4).round() as u32
    };
    let mut worths: Vec<u32> = with.iter().map(worth).filter(|worth| *worth > 0).collect();
    worths.sort_unstable();
    assert_eq!(worths, [1, 4, 9, 16]);
}
