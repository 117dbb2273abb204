//! Properties that hold for any record and any board.

use goose_tetris::{
    Board, FULL, Game, Item, Op, ROWS, Step, parse_record, replay, shortest_path, start_state,
    write_record,
};
use proptest::prelude::*;

fn op() -> impl Strategy<Value = Op> {
    let step = prop_oneof![Just(Step::L), Just(Step::R), Just(Step::D), Just(Step::C)];
    (step, 1..=20_u32).prop_map(|(step, count)| Op { step, count })
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[NLRDC0-9, ]{0,60}") {
        if let Ok(record) = parse_record(&text) {
            prop_assert!(replay(&record).bricks > 0);
        }
    }

    #[test]
    fn what_is_written_can_be_read(pieces in prop::collection::vec(prop::collection::vec(op(), 1..5), 1..40)) {
        let text = write_record(pieces.iter().map(Vec::as_slice));
        let items: Vec<Item> = pieces
            .iter()
            .flat_map(|ops| std::iter::once(Item::New).chain(ops.iter().map(|op| Item::Op(*op))))
            .collect();
        prop_assert_eq!(parse_record(&text), Ok(items));
    }

    #[test]
    fn board_text_round_trip(rows in prop::array::uniform20(0..FULL)) {
        let board = Board { rows };
        prop_assert_eq!(board.to_string().parse(), Ok(board));
        prop_assert_eq!(format!("{board:#}").parse(), Ok(board));
    }

    #[test]
    fn paths_lead_where_they_say(rows in prop::array::uniform16(0..FULL), index in 0..400_usize) {
        let mut game = Game::new();
        game.index = index;
        game.piece = goose_tetris::sequence().nth(index).unwrap();
        game.board.rows[ROWS - 16..].copy_from_slice(&rows);
        for target in game.landings() {
            let path = shortest_path(&game.board, game.piece, start_state(index), target).unwrap();
            let steps: u32 = path.iter().map(|op| op.count).sum();
            prop_assert!((1..=100).contains(&steps));
            let mut pose = (start_state(index), 4_i32, 0_i32);
            for op in path {
                for _ in 0..op.count {
                    pose = match op.step {
                        Step::L => (pose.0, pose.1 - 1, pose.2),
                        Step::R => (pose.0, pose.1 + 1, pose.2),
                        Step::D => (pose.0, pose.1, pose.2 + 1),
                        Step::C => ((pose.0 + 1) % 4, pose.1, pose.2),
                    };
                    prop_assert!(game.board.allows(game.piece, pose.0, pose.1, pose.2));
                }
            }
            let cells = |s: u8, x: i32, y: i32| {
                let mut cells = game.piece.shape(s).cells.map(|(dx, dy)| (x + i32::from(dx), y + i32::from(dy)));
                cells.sort_unstable();
                cells
            };
            let wanted = cells(target.state, i32::from(target.x), i32::from(target.y));
            prop_assert_eq!(cells(pose.0, pose.1, pose.2), wanted);
        }
    }
}

#[test]
fn impossible_boards_are_refused() {
    assert!("....".parse::<Board>().is_err());
    assert!("....x.....".parse::<Board>().is_err());
    assert!(vec![".........."; 21].join("/").parse::<Board>().is_err());
}

#[test]
fn illegal_moves_change_nothing() {
    let mut game = Game::new();
    let buried = goose_tetris::Move {
        y: 19,
        state: 0,
        x: 0,
    };
    let before = game;
    assert!(game.try_play(buried).is_err());
    assert_eq!(game, before);
    let landing = game.landings()[0];
    game.play(landing);
    assert_eq!((game.index, game.outcome()), (1, None));
}
