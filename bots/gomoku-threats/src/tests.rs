use gomoku::{CellSet, Color, LINES, Outcome};
use testing::laws;

use super::*;
use crate::kind;
use crate::threats::Threats;
use crate::value;

/// Positions of random games near the center, without a five.
fn positions(count: usize) -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = Board::new();
        while board.outcome().is_none() && board.ply() < 60 {
            if board.ply() % 6 == boards.len() % 6 {
                boards.push(board);
            }
            let cell = Cell::new(random.u8(2..13), random.u8(2..13)).unwrap();
            let _ = board.try_play(Move::Place(cell));
        }
    }
    boards.truncate(count);
    boards
}

/// A board with one more stone, whoever is to move.
fn with(board: &Board, cell: Cell, color: Color) -> impl Fn(Cell) -> bool {
    let mut stones = board.stones(color);
    stones.insert(cell);
    let free = board.empty();
    move |five| {
        five != cell
            && free.contains(five)
            && LINES.iter().any(|&line| {
                (-4..=0).any(|first| {
                    let mut cells = (first..first + 5).map(|steps| five.step(line, steps));
                    cells.all(|at| at.is_some_and(|at| at == five || stones.contains(at)))
                })
            })
    }
}

/// The value by weights, a set each unit, of a position with these places, each with its tile, and this stage.
fn slow_value(weights: &[i16], stage: usize, places: &[[usize; 2]]) -> i32 {
    let sets: Vec<Vec<i32>> = weights
        .chunks(value::SET)
        .map(|set| set.iter().map(|&number| number.into()).collect())
        .collect();
    let sum = |set: &[i32], has: &dyn Fn(usize) -> bool| -> i32 {
        let places = places.iter().filter(|[_, tile]| has(*tile));
        places.map(|[place, _]| set[*place]).sum()
    };
    let all = |set: &[i32]| (sum(set, &|_| true) + set[value::PLACES + stage]).max(0);
    let boxes = |set: &[i32]| {
        let corners = (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
        let boxes = corners.map(|(row, column)| {
            let inside = |tile: usize| {
                (row..row + 2).contains(&(tile / 5)) && (column..column + 2).contains(&(tile % 5))
            };
            (sum(set, &inside) + set[value::BOXES]).max(0)
        });
        boxes.sum::<i32>().min(i16::MAX.into())
    };
    let inputs: Vec<[i32; 2]> = sets.iter().map(|set| [all(set), boxes(set)]).collect();
    let hidden = sets.iter().enumerate().map(|(unit, own)| {
        let weighted = sets.iter().zip(&inputs).map(|(set, [all, boxes])| {
            let weights = &set[value::HIDDEN + unit..];
            all * weights[0] + boxes * weights[value::UNITS]
        });
        let [bias, last] = [own[value::BIASES], own[value::LAST]];
        (weighted.sum::<i32>() / 64 + bias).max(0) * last
    });
    (hidden.sum::<i32>() / 256).clamp(-10_000, 10_000)
}

/// The sets of fives and fours are those of the rules, and the value is that of all places, after any stones placed and taken back.
#[test]
fn fives_and_fours_are_those_of_the_rules() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut weights: Vec<i16> = std::iter::repeat_with(|| random.i16(-20..21))
        .take(value::UNITS * value::SET)
        .collect();
    for set in weights.chunks_mut(value::SET) {
        set[value::NOTHING] = 0;
    }
    let text = search::dense::text(&weights);
    let tables = Tables::new(Weights::parse(&text).unwrap());
    let mut values = std::collections::HashSet::new();
    for board in positions(40) {
        let mut field = Field::new(&board, &tables, 0);
        let cells: Vec<Cell> = board.empty().iter().take(9).collect();
        for &cell in &cells {
            field.place(cell, Color::White);
        }
        for &color in &[Color::Black, Color::White] {
            let (stage, places) = field.terms(color);
            let expected = slow_value(&weights, stage, &places);
            assert_eq!(i32::from(field.value(color)), expected);
            values.insert(expected);
        }
        for _ in &cells {
            field.take_back();
        }
        for &color in &[Color::Black, Color::White] {
            assert_eq!(field.fives(color), board.fives(color), "{:#}", board);
            if !board.fives(color).is_empty() {
                continue;
            }
            for cell in board.empty() {
                let makes = with(&board, cell, color);
                let count = CellSet::FULL.iter().filter(|&five| makes(five)).count();
                let kind = field.kind(cell, color);
                assert_eq!(kind >= kind::FOUR, count > 0, "{} {:#}", cell, board);
                assert_eq!(kind == kind::OPEN_FOUR, count > 1, "{} {:#}", cell, board);
            }
        }
    }
    assert!(values.len() > 20, "{:?}", values);
}

/// The value sees no difference between the eight views of a board, nor between the colors.
#[test]
fn a_turned_board_and_one_of_the_other_colors_have_the_same_value() {
    let tables = Tables::new(Weights::own());
    let mut values = std::collections::HashSet::new();
    for board in positions(20) {
        let value = Field::new(&board, &tables, 0).value(Color::Black);
        values.insert(value);
        for view in 0..book::VIEWS {
            for swapped in [false, true] {
                let mut field = Field::new(&Board::new(), &tables, 0);
                let mover = if swapped { Color::White } else { Color::Black };
                for color in [Color::Black, Color::White] {
                    let shown = if swapped { color.opponent() } else { color };
                    for cell in board.stones(color) {
                        field.place(book::seen(cell, view), shown);
                    }
                }
                assert_eq!(
                    field.value(mover),
                    value,
                    "{} {} {:#}",
                    view,
                    swapped,
                    board
                );
            }
        }
    }
    assert!(values.len() > 10, "{:?}", values);
}

/// A stone off the defenses that makes no four leaves an open four with its two fives.
#[test]
fn the_defenses_are_all_that_helps() {
    let tables = Tables::new(Weights::own());
    let mut seen = 0;
    for board in positions(200) {
        let mut field = Field::new(&board, &tables, 0);
        let (me, other) = (board.to_move(), board.to_move().opponent());
        let is_quiet = field.fives(me).is_empty() && field.fives(other).is_empty();
        if !is_quiet || field.open_fours(other).is_empty() {
            continue;
        }
        seen += 1;
        let helps = field.defenses(other) | field.fours(me);
        for cell in board.empty() - helps {
            field.place(cell, me);
            assert!(field.fives(me).is_empty());
            let still = field.open_fours(other).first();
            assert!(still.is_some(), "{} {:#}", cell, board);
            field.take_back();
        }
    }
    assert!(seen > 10, "{}", seen);
}

/// A line of fours, replayed by the rules: each leaves one answer, and the last stone makes five.
#[test]
fn wins_by_fours_are_wins() {
    let tables = Tables::new(Weights::own());
    let mut seen = 0;
    for board in positions(300) {
        let me = board.to_move();
        let mut field = Field::new(&board, &tables, 0);
        let mut budget = Budget::of_nodes(20_000);
        let win = match Threats::default().by_fours(&mut field, me, &mut budget) {
            Some(win) if win.len() > 1 => win,
            _ => continue,
        };
        seen += 1;
        let mut at = board;
        for (i, &cell) in win.iter().enumerate() {
            if i % 2 == 1 {
                assert!(at.fives(me).contains(cell), "{:#}", board);
                assert!(at.fives(me.opponent()).is_empty(), "{:#}", board);
            }
            at.play(Move::Place(cell));
        }
        assert_eq!(at.outcome(), Some(Outcome::Win(me)), "{:#}", board);
    }
    assert!(seen > 10, "{}", seen);
}

/// A win that is proven by threes is won against random answers, too.
#[test]
fn a_proven_win_is_kept_to_the_end() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut seen = 0;
    for board in positions(40) {
        let me = board.to_move();
        let turn = Turn::of_nodes(20_000, 1);
        if Threat::new().choose(&board, &turn).value < i64::from(WINS) {
            continue;
        }
        seen += 1;
        let mut at = board;
        while at.outcome().is_none() {
            let mv = if at.to_move() == me {
                Threat::new().choose(&at, &turn).mv
            } else {
                let five = at.fives(me.opponent()).first();
                let forced = at.fives(me).first();
                let cells: Vec<Cell> = at.empty().iter().collect();
                Move::Place(
                    five.or(forced)
                        .unwrap_or(cells[random.usize(..cells.len())]),
                )
            };
            at.play(mv);
        }
        assert_eq!(at.outcome(), Some(Outcome::Win(me)), "{:#}", board);
    }
    assert!(seen > 0, "{}", seen);
}

/// The answer of a new bot that has a number of nodes.
fn answer(board: &Board, nodes: u64) -> Answer<Move> {
    Threat::new().choose(board, &Turn::of_nodes(nodes, 1))
}

/// Positions in which a search that looks at the most promising moves alone has called a game decided that it then lost, or won.
#[test]
fn what_the_promising_moves_say_alone_is_no_proof() {
    for &(moves, nodes) in &[
        (
            "j10 g11 h14 h12 j11 j12 i12 i13 f10 h13 g9 e11 f11 g13 f13 f12 h9",
            30_000,
        ),
        (
            "f5 c6 d4 h5 g1 g4 e5 g6 c5 d5 f3 f6 e3 f2 g3 h3 d6",
            300_000,
        ),
    ] {
        let answer = answer(&moves.parse().unwrap(), nodes);
        assert!(answer.value.abs() < i64::from(WINS), "{}", answer);
    }
}

/// A four in a proven win leaves one answer, which is searched for its value: the position is lost.
#[test]
fn a_lone_answer_has_a_value() {
    let game = "k3 j4 l4 m5 k6 k7 l6 l5 k4 k5 j5 i6 l3 l7 n5 j7 i7 k8 l9 h5 g4 j9 m6 o6 n3 n7 m7 m3 j6 n6 h3 k10 i3 j3 i2 f5 k2 \
        i10 h11 k9 k11 m2 g5 g2 m4";
    let answer = answer(&game.parse().unwrap(), 20_000);
    assert_eq!(answer.mv.to_string(), "j1");
    assert!(answer.value <= (-WINS).into(), "{}", answer);
    assert!(answer.nodes < 3000, "{}", answer);
}

/// In lost games, a proven win stays one after the best answer that a longer search finds, and no longer search wins a position that
/// was proven lost.
#[test]
fn a_longer_search_contradicts_no_proof() {
    let (mut won, mut lost) = (0, 0);
    for game in include_str!("tests/lost.txt").lines() {
        let mut boards = vec![Board::new()];
        for word in game.split_whitespace() {
            let mut next = boards[boards.len() - 1];
            next.play(word.parse().unwrap());
            boards.push(next);
        }
        // The end of a game is plain.
        for board in boards.iter().rev().skip(6).step_by(5).take(5) {
            let short = answer(board, 3000);
            let mut next = *board;
            next.play(short.mv);
            if short.value >= WINS.into() && next.outcome().is_none() {
                won += 1;
                let longer = answer(&next, 10_000);
                assert!(longer.value < WINS.into(), "{} {:#}", longer, board);
            } else if short.value <= (-WINS).into() {
                lost += 1;
                let longer = answer(board, 20_000);
                assert!(longer.value < WINS.into(), "{} {:#}", longer, board);
            }
        }
    }
    assert!(won > 5 && lost > 5, "{} won, {} lost", won, lost);
}

#[test]
fn any_budget_gives_a_legal_move() {
    laws::any_budget::<Threat>(
        &positions(60),
        &[0, 1, 7, 300],
        |board, nodes, answer| match board.is_legal(answer.mv) {
            true if answer.nodes <= nodes => Ok(()),
            true => Err(format!("{} nodes", answer.nodes)),
            false => Err("illegal".to_owned()),
        },
    );
}

#[test]
fn answers_are_repeatable() {
    laws::repeatable::<Threat>(&positions(20), 2000);
}

#[test]
fn the_kept_positions_are_solved() {
    laws::kept_positions::<Threat>(
        env!("CARGO_MANIFEST_DIR"),
        Threat::BENCH_NODES,
        |board, mv| board.is_legal(mv),
    );
}
