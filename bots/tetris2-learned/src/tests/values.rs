//! The value as it is used against the value as it is learned, term by term.

use crate::params::File;
use crate::value::{Value, chance, names, terms};
use crate::{Learned, features};
use botzone::Bot;
use testing::random_games;
use tetris2::botzone::State;
use tetris2::{Board, Color, Piece, Rules};

/// Positions of random games, and those of the bench, in which rows can be cleared.
pub fn boards(count: usize) -> Vec<Board> {
    let random = random_games::tetris2(count);
    let bench = Learned::bench_positions().into_iter();
    let bench = bench.map(|text| text.parse::<State>().unwrap());
    random
        .into_iter()
        .chain(bench)
        .map(|state| *state.board())
        .collect()
}

fn file() -> File {
    serde_json::from_str(include_str!("../../params.json")).unwrap()
}

/// Weights that are all different, so that no term can stand for another one.
fn odd_weights() -> (Vec<i32>, Value) {
    let mut weights = file().value;
    let values: Vec<i32> = (0..names().len() as i32)
        .map(|i| 7 * i * i - 300 * i + 1)
        .collect();
    weights.terms = names().into_iter().zip(values.iter().copied()).collect();
    (values, Value::new(&weights).unwrap())
}

#[test]
fn a_side_is_the_weighted_sum_of_its_terms() {
    let (weights, value) = odd_weights();
    for board in boards(500) {
        let sides = Color::ALL.map(|color| {
            let player = board.player(color);
            let gifts = board.player(color.opponent()).given;
            let terms = terms(&features::counts(&player.well), player, gifts);
            let sum: i32 = terms
                .iter()
                .zip(&weights)
                .map(|(&x, weight)| i32::from(x) * weight)
                .sum();
            assert_eq!(value.side(player, gifts), sum, "{board:#}");
            sum
        });
        let players = Color::ALL.map(|color| board.player(color));
        assert_eq!(value.sides(players), sides, "{board:#}");
    }
}

/// A landing is worth what the side is worth after it, except the terms of the next piece, which is open, plus what
/// the rows sent are worth.
#[test]
fn a_landing_is_the_well_after_it() {
    let (_, value) = odd_weights();
    let sent = file().value.sent;
    let mut cleared = 0;
    let boards = boards(300);
    let sides = boards
        .iter()
        .flat_map(|board| Color::ALL.map(|color| (board, color)));
    for (board, color) in sides {
        let player = board.player(color);
        let gifts = board.player(color.opponent()).given;
        let mut found = Vec::new();
        value.landings(player, gifts, Rules::Tetris2, |placement, landing| {
            let mut after = *player;
            let rows = after.lock(placement, Rules::Tetris2).len();
            cleared += rows;
            // T has no term for a well without a place for it.
            after.piece = Piece::T;
            found.push(landing - sent[rows] - value.side(&after, gifts));
        });
        assert_eq!(
            found.len(),
            board.landings(color).distinct(player.piece).len()
        );
        assert!(
            found.windows(2).all(|pair| pair[0] == pair[1]),
            "{:#}",
            board
        );
    }
    assert!(cleared > 10, "{}", cleared);
}

#[test]
fn chances_of_both_sides_add_up() {
    assert_eq!(chance(0), 0.5);
    assert!((chance(10_000) - 0.731_058_6).abs() < 1e-6);
    for value in [1, 100, 5000, 80_000, 5_000_000] {
        assert!(chance(value) >= chance(value - 1));
        assert!((chance(value) + chance(-value) - 1.0).abs() < 1e-6);
    }
}

#[test]
fn files_are_checked() {
    let text = |change: &dyn Fn(&mut File)| {
        let mut file = file();
        change(&mut file);
        let file = File::parse(&serde_json::to_string(&file).unwrap());
        file.and_then(|file| file.learned().map(drop)).err()
    };
    assert_eq!(text(&|_| {}), None);
    let missing = text(&|file| {
        file.value.terms.remove("holes");
    })
    .unwrap();
    assert!(missing.contains("`holes` is missing"), "{}", missing);
    let unknown = text(&|file| {
        file.value.terms.insert("luck".into(), 1);
    })
    .unwrap();
    assert!(unknown.contains("no term `luck`"), "{}", unknown);
    let large = text(&|file| {
        file.value.terms.insert("holes".into(), 1 << 20);
    })
    .unwrap();
    assert!(
        large.contains("holes is 1048576, not -100000 to 100000"),
        "{}",
        large
    );
    let short = text(&|file| file.policy.truncate(1)).unwrap();
    assert!(short.contains("policy: "), "{}", short);
    assert!(text(&|file| file.search.width = 0).is_some());
    assert!(text(&|file| file.search.piece_prior_floor = 0.0).is_some());
    assert!(text(&|file| file.search.most_turns = 99).is_some());
}
