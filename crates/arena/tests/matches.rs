//! Whole matches between good bots: repeatable, alike in both modes, alike under another judge.

mod common;

use arena::conduct::Mode;
use arena::log::GameRecord;
use common::{ARENA, LONG, SESSION_BOT, bad_bot, command, contest, run};
use serde_json::{Value, json};

/// What must be equal in two runs of the same match.
fn essence(games: &[GameRecord]) -> Vec<(u32, Value, Vec<Value>)> {
    games
        .iter()
        .map(|game| (game.id, json!(game.result), game.moves.clone()))
        .collect()
}

fn session_bot(flag: &str) -> arena::player::Player {
    command(&[SESSION_BOT, flag, "--seed", "{seed}", "--nodes", "1"])
}

#[test]
fn two_runs_and_both_modes_play_the_same_moves() {
    let play = |mode, flag, jobs| {
        let mut contest = contest(session_bot(flag), session_bot(flag), mode, LONG, 4);
        contest.opening_plies = 2;
        contest.jobs = jobs;
        let (games, _) = run(&contest);
        assert!(games.iter().all(|game| game.result.err.is_none()));
        essence(&games)
    };
    let first = play(Mode::Restart, "--no-keep-running", 1);
    assert_eq!(first, play(Mode::Restart, "--no-keep-running", 3));
    assert_eq!(first, play(Mode::KeepRunning, "--keep-running", 1));
    // A bot that never asks to be kept is started afresh in either mode.
    assert_eq!(first, play(Mode::KeepRunning, "--no-keep-running", 1));
    assert_eq!(first[0].2[..2], first[1].2[..2], "a pair has one opening");
    assert_ne!(
        first[0].2[..2],
        first[2].2[..2],
        "two pairs have two openings"
    );
    assert_ne!(first[0].2, first[1].2, "every game has its own bot seeds");
}

#[test]
fn the_first_turn_has_twice_the_time() {
    let first_turns = |mode, behaviour, opening_plies| {
        let mut contest = contest(
            bad_bot(behaviour, ""),
            bad_bot(behaviour, ""),
            mode,
            LONG,
            1,
        );
        contest.opening_plies = opening_plies;
        let (games, _) = run(&contest);
        games[0]
            .replies
            .iter()
            .filter(|reply| reply.first)
            .map(|reply| reply.turn)
            .collect::<Vec<_>>()
    };
    assert_eq!(first_turns(Mode::Restart, "good", 0), [0, 1]);
    assert_eq!(first_turns(Mode::Restart, "good", 3), Vec::<usize>::new());
    assert_eq!(first_turns(Mode::KeepRunning, "keep-running", 3), [3, 4]);
}

#[test]
fn data_lives_for_a_match_and_globaldata_for_ever() {
    let (games, _) = run(&contest(
        bad_bot("store", ""),
        bad_bot("good", ""),
        Mode::Restart,
        LONG,
        2,
    ));
    let mut answers = 0;
    for game in &games {
        let seat = game.seats.iter().position(|&player| player == 0).unwrap();
        for (turn, reply) in game
            .replies
            .iter()
            .filter(|reply| reply.seat == seat)
            .enumerate()
        {
            assert_eq!(
                reply.debug.as_deref(),
                Some(format!("{turn} {answers}").as_str())
            );
            answers += 1;
        }
    }
    assert!(answers > 30);
}

#[test]
fn simple_io_plays_the_same_moves() {
    let play = |mode, flag, simple_io| {
        let bot = || command(&[SESSION_BOT, flag, "--seed", "{seed}"]);
        let mut contest = contest(bot(), bot(), mode, LONG, 2);
        contest.opening_plies = 2;
        contest.flags.simple_io = simple_io;
        run(&contest).0
    };
    let json = essence(&play(Mode::Restart, "--no-keep-running", false));
    assert_eq!(
        json,
        essence(&play(Mode::Restart, "--no-keep-running", true))
    );
    assert_eq!(
        json,
        essence(&play(Mode::KeepRunning, "--keep-running", true))
    );
}

#[test]
fn our_referee_as_a_judge_program_gives_the_same_games() {
    for behaviour in ["good", "illegal", "exit-1", "two-lines"] {
        let play = |judge: Option<Vec<String>>| {
            let mut contest = contest(
                bad_bot(behaviour, ""),
                bad_bot("good", ""),
                Mode::Restart,
                LONG,
                2,
            );
            contest.opening_plies = 1;
            contest.judge = judge;
            let (games, outcome) = run(&contest);
            assert!(outcome.stopped.is_none(), "{:?}", outcome.stopped);
            essence(&games)
        };
        let judge = [ARENA, "judge", "nogo"].map(str::to_owned).to_vec();
        assert_eq!(play(None), play(Some(judge)), "{behaviour}");
    }
}

#[test]
fn a_judge_decides_a_game_the_arena_does_not_know() {
    let mut contest = contest(
        bad_bot("good", ""),
        bad_bot("good", ""),
        Mode::Restart,
        LONG,
        1,
    );
    contest.judge = Some([ARENA, "judge", "nogo"].map(str::to_owned).to_vec());
    let known = run(&contest).0;
    contest.game = None;
    let unknown = run(&contest).0;
    assert_eq!(unknown[0].result, known[0].result);
    let [x, y] = [&known[0].moves[0][0], &known[0].moves[0][1]];
    assert_eq!(unknown[0].moves[0], json!({"response": {"x": x, "y": y}}));
}

#[test]
fn a_broken_judge_stops_the_match() {
    for (judge, want) in [
        (
            vec!["/no/such/judge"],
            "cannot run the judge `/no/such/judge`",
        ),
        (vec!["true"], "its output is not JSON"),
        (vec!["false"], "it ended with"),
        (
            vec!["echo", "{\"command\":\"dance\",\"content\":{}}"],
            "neither `request` with players nor `finish`",
        ),
        (
            vec!["echo", "{\"command\":\"request\",\"content\":{\"2\":1}}"],
            "only games of two",
        ),
        (
            vec!["echo", "{\"command\":\"request\",\"content\":{\"1\":1}}"],
            "the opening has no move",
        ),
    ] {
        let mut contest = contest(
            bad_bot("good", ""),
            bad_bot("good", ""),
            Mode::Restart,
            LONG,
            2,
        );
        contest.opening_plies = 1;
        contest.judge = Some(judge.iter().map(|word| (*word).to_owned()).collect());
        let (games, outcome) = run(&contest);
        assert!(games.is_empty());
        let text = format!("{:?}", outcome.stopped);
        assert!(text.contains(want), "{text}");
    }
}
