//! The positions of logged games, read again by the games' own states.

use serde_json::json;

use super::super::snakego::tests::random_half;
use super::{botzone_games, random_game, standard};
use crate::botzone::BotzoneGame;
use crate::decisions::{Decision, Decisions};
use crate::record::{Disagreement, GameRecord, Turns};

fn decisions(name: &str, record: &GameRecord) -> Decisions {
    let game = standard().find(name).unwrap();
    game.decisions(record).unwrap()
}

/// Checks that the move played is legal in the position, as a bot reads both.
fn fits(game: &BotzoneGame, decision: &Decision) -> Result<(), String> {
    let mut view = (game.view)();
    view.set(&decision.position)?;
    let response = view.read_move(decision.played.as_ref().ok_or("no move")?)?;
    view.response(&response)
}

#[test]
fn a_decision_without_a_choice_is_forced() {
    let mut forced = 0;
    for seed in 0..8 {
        for decision in decisions("snake", &random_game("snake", seed)).list {
            let state: snake::botzone::State = decision.position.parse().unwrap();
            let choices = state.board().legal_moves(decision.seat).len();
            assert_eq!(decision.forced, choices <= 1, "{decision:?}");
            forced += usize::from(decision.forced);
        }
    }
    assert!(forced > 0);
}

#[test]
fn what_was_played_is_legal_in_the_position_of_the_decision() {
    for (game, botzone) in botzone_games() {
        for seed in 0..4 {
            let record = random_game(game.name, seed);
            let found = decisions(game.name, &record);
            assert_eq!(found.broken, None, "{}", game.name);
            let seats = if game.turns == Turns::Together { 2 } else { 1 };
            assert_eq!(found.list.len(), seats * record.moves.len());
            for (index, decision) in found.list.iter().enumerate() {
                assert_eq!(decision.turn, index / seats);
                assert_eq!(decision.seat, index % 2);
                assert_eq!(
                    fits(botzone, decision),
                    Ok(()),
                    "{}: {decision:?}",
                    game.name
                );
            }
        }
    }
}

#[test]
fn a_position_is_what_the_moves_before_it_make() {
    let record = random_game("nogo", 7);
    let mut board = nogo::Board::new();
    for decision in decisions("nogo", &record).list {
        assert_eq!(decision.position.parse(), Ok(board));
        board.play(decision.played.unwrap().parse().unwrap());
    }
    let record = random_game("snake", 7);
    for decision in decisions("snake", &record).list {
        let state: snake::botzone::State = decision.position.parse().unwrap();
        assert_eq!(state.me(), decision.seat);
        assert_eq!(state.board().turn() as usize, decision.turn);
    }
}

#[test]
fn a_snake_map_of_the_site_has_no_seed() {
    let mut record = random_game("snake", 3);
    let of_seed = decisions("snake", &record);
    let init = record.init.as_object_mut().unwrap();
    init.retain(|key, _| ["height", "width", "obstacle"].contains(&key.as_str()));
    assert_eq!(decisions("snake", &record), of_seed);
    record.init["height"] = json!(3);
    let error = standard()
        .find("snake")
        .unwrap()
        .decisions(&record)
        .unwrap_err();
    assert!(
        format!("{error:#}").contains("its init makes no game"),
        "{error:#}"
    );
}

#[test]
fn every_operation_of_a_half_is_a_decision() {
    let half = random_half(2);
    let found = decisions("snakego", &half);
    assert_eq!(found.broken, None);
    let operations = half.moves.iter().enumerate().flat_map(|(turn, moves)| {
        let numbers = moves.as_array().unwrap().iter();
        numbers.map(move |number| (turn, number.as_u64().unwrap()))
    });
    let mut count = 0;
    for (decision, (turn, number)) in found.list.iter().zip(operations) {
        let mut position: snakego::Position = decision.position.parse().unwrap();
        assert_eq!(
            (decision.turn, decision.seat),
            (turn, position.board.player())
        );
        let operation: snakego::Operation = decision.played.as_ref().unwrap().parse().unwrap();
        assert_eq!(u64::from(operation.number()), number);
        position.try_play(operation).unwrap();
        count += 1;
    }
    assert_eq!(count, found.list.len());
    assert!(count > 40, "{count}");
}

#[test]
fn what_does_not_follow_is_named() {
    let mut record = random_game("nogo", 1);
    record.moves.truncate(6);
    // An illegal move ends the game; what follows is not looked at.
    record.moves[4] = record.moves[0].clone();
    let found = decisions("nogo", &record);
    assert_eq!(found.list.len(), 5);
    let broken = found.broken.unwrap();
    assert!(broken.contains("turn 6: the game is over"), "{broken}");
    // A program that failed has no move.
    record.moves.truncate(5);
    record.moves[4] = json!({"verdict": "TLE", "response": null});
    let found = decisions("nogo", &record);
    assert_eq!((found.list.len(), found.broken), (5, None));
    assert_eq!(found.list[4].played, None);
    // The referees of an imported game disagree.
    record.disagreement = Some(Disagreement {
        turn: 2,
        text: "turn 3".into(),
    });
    let found = decisions("nogo", &record);
    assert_eq!(
        (found.list.len(), found.broken.as_deref()),
        (2, Some("turn 3"))
    );
    let mut record = random_game("tetris2", 1);
    record.moves[2] = json!(5);
    let broken = decisions("tetris2", &record).broken.unwrap();
    assert!(
        broken.contains("turn 3: there is no move of seat 0"),
        "{broken}"
    );
}

#[test]
fn every_game_has_an_example_of_a_position() {
    for game in standard().iter() {
        match game.botzone() {
            Some(botzone) => assert_eq!((botzone.view)().set(game.example), Ok(())),
            None => assert!(game.example.parse::<snakego::Position>().is_ok()),
        }
    }
}
