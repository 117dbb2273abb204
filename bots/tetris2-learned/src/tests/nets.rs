//! Tests of the net's inputs against their definition, cell by cell, and of the places where the net is used.

use std::collections::BTreeSet;

use testing::random_games;
use tetris2::{Board, Color, Piece, Player};

use crate::inputs::INPUTS;
use crate::leaf;
use crate::params::{self, File};

fn boards() -> Vec<Board> {
    let states = random_games::tetris2(300);
    states.into_iter().map(|state| *state.board()).collect()
}

fn inputs(board: &Board) -> [BTreeSet<u16>; 2] {
    let players = Color::ALL.map(|color| board.player(color));
    leaf::inputs(players).map(|on| {
        let count = on.len();
        let set: BTreeSet<u16> = on.into_iter().collect();
        assert_eq!(set.len(), count, "twice the same input: {board:#}");
        assert!(set.iter().all(|&input| usize::from(input) < INPUTS));
        set
    })
}

/// The inputs that stand for a thing are found by changing it alone.
fn new_inputs(before: &Player, after: &Player, against: &Player) -> usize {
    let [before, after] = [before, after].map(|player| leaf::inputs([player, against])[0].clone());
    after
        .iter()
        .filter(|&input| !before.contains(input))
        .count()
}

#[test]
fn half_rows_columns_and_pieces_have_inputs_of_their_own() {
    let empty = Player::new(Piece::T);
    let halves: BTreeSet<u16> = (1..31u16).collect();
    let mut seen = BTreeSet::new();
    for y in 0..20 {
        for &half in &halves {
            for row in [half, half << 5] {
                let mut rows = [1; 20];
                rows[y] = row;
                let mut player = empty;
                player.well = tetris2::Well::from_rows(rows).unwrap();
                seen.extend(leaf::inputs([&player, &empty])[0].iter().copied());
            }
        }
    }
    // 30 patterns of each half in 20 rows, besides all others.
    assert!(seen.len() > 2 * 30 * 20, "{}", seen.len());
    for piece in Piece::ALL {
        let other = Player { piece, ..empty };
        // The piece; and where the I is, or that there is no place for S and Z.
        let expected = match piece {
            Piece::T => 0,
            Piece::I | Piece::S | Piece::Z => 2,
            _ => 1,
        };
        assert_eq!(new_inputs(&empty, &other, &empty), expected, "{piece}");
    }
    let combo = |combo| Player { combo, ..empty };
    assert_eq!(new_inputs(&empty, &combo(1), &empty), 1);
    assert_eq!(new_inputs(&combo(2), &combo(5), &empty), 0);
}

#[test]
fn sides_are_seen_alike_and_what_they_gave_belongs_to_the_other() {
    for board in boards() {
        let swapped = Board::from_players(
            [Color::One, Color::Zero].map(|color| *board.player(color)),
            board.rules(),
        );
        let [zero, one] = inputs(&board);
        assert_eq!(inputs(&swapped), [one.clone(), zero.clone()]);
        let mut given = *board.player(Color::Zero);
        given.given = tetris2::PieceCounts::new(Piece::O);
        let changed = Board::from_players([given, *board.player(Color::One)], board.rules());
        assert_eq!(inputs(&changed)[0], zero);
    }
}

#[test]
fn the_chances_of_both_sides_add_up() {
    let (_, value) = params::own();
    let mut decided = 0;
    for board in boards() {
        let players = Color::ALL.map(|color| board.player(color));
        let logit = value.logit(players);
        assert_eq!(value.logit([players[1], players[0]]), -logit);
        decided += usize::from(logit.abs() > 10_000);
    }
    assert!(decided > 30, "{}", decided);
}

#[test]
fn without_a_net_leaves_have_the_linear_value() {
    let mut file: File = serde_json::from_str(include_str!("../../params.json")).unwrap();
    assert!(file.learned().unwrap().leaf.is_some());
    file.leaf.clear();
    let value = file.learned().unwrap();
    for board in boards() {
        let players = Color::ALL.map(|color| board.player(color));
        let [zero, one] = value.sides(players);
        assert_eq!(value.logit(players), zero - one);
    }
    file.leaf = vec!["#$".to_owned()];
    assert!(file.learned().unwrap_err().contains("train it anew"));
}
