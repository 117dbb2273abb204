//! Whole matches between good bots: repeatable, alike in both modes, alike under another judge.

use crate::common::{ARENA, LONG, bad_bot, contest, host, run, session_bot};
use gameplay::Game;
use gameplay::record::{GameRecord, GameResult, Verdict};
use referee::Host;
use referee::conduct::Mode;
use serde_json::{Value, json};

/// The part of a game that must be equal in two runs of the same match.
#[derive(Debug, PartialEq)]
struct Essence {
    id: u32,
    init: Value,
    moves: Vec<Value>,
    result: GameResult,
}

/// The games of Botzone.
fn botzone_games() -> impl Iterator<Item = &'static Game> {
    let games: Vec<_> = gameplay::games::standard().iter().collect();
    games.into_iter().filter(|game| game.botzone().is_some())
}

fn essence(games: &[GameRecord]) -> Vec<Essence> {
    let one = |game: &GameRecord| Essence {
        id: game.id,
        init: game.init.clone(),
        moves: game.moves.clone(),
        result: game.result.clone(),
    };
    games.iter().map(one).collect()
}

#[test]
fn two_runs_and_both_modes_play_the_same_moves() {
    for game in botzone_games() {
        let play = |mode, flag, jobs, games| {
            let bot = || session_bot(game.name, flag);
            let mut contest = contest(bot(), bot(), mode, LONG, games);
            contest.host = Host::new(game);
            contest.opening_plies = 2;
            contest.jobs = jobs;
            let (games, _) = run(&contest);
            let well = |game: &GameRecord| {
                game.replies
                    .iter()
                    .all(|reply| reply.verdict == Verdict::Ok)
            };
            assert!(games.iter().all(well), "{games:?}");
            essence(&games)
        };
        let first = play(Mode::KeepRunning, "--keep-running", 1, 4);
        assert_eq!(first, play(Mode::KeepRunning, "--keep-running", 3, 4));
        // A bot that never asks to be kept is started afresh in either mode, which takes long.
        for mode in [Mode::Restart, Mode::KeepRunning] {
            assert_eq!(first[..2], play(mode, "--no-keep-running", 2, 2));
        }
        let start = |id: usize| (&first[id].init, &first[id].moves[..2]);
        assert_eq!(start(0), start(1), "a pair has one start");
        assert_ne!(start(0), start(2), "two pairs have two starts");
        assert_ne!(
            first[0].moves, first[1].moves,
            "every game has its own bot seeds"
        );
    }
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
    for game in botzone_games().filter(|game| game.botzone().unwrap().simple.is_some()) {
        let play = |mode, flag, simple_io| {
            let bot = || session_bot(game.name, flag);
            let mut contest = contest(bot(), bot(), mode, LONG, 1);
            contest.host = Host::new(game);
            contest.opening_plies = 2;
            contest.rules.simple_io = simple_io;
            essence(&run(&contest).0)
        };
        let json = play(Mode::KeepRunning, "--keep-running", false);
        assert_eq!(json, play(Mode::Restart, "--no-keep-running", true));
        assert_eq!(json, play(Mode::KeepRunning, "--keep-running", true));
    }
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
            contest.host.official = judge;
            let (games, outcome) = run(&contest);
            assert!(outcome.stopped.is_none(), "{:?}", outcome.stopped);
            essence(&games)
        };
        let judge = [ARENA, "judge", "nogo"].map(str::to_owned).to_vec();
        assert_eq!(play(None), play(Some(judge)), "{behaviour}");
    }
}

#[test]
fn every_game_is_judged_by_its_own_referee_as_a_program() {
    for game in botzone_games() {
        let play = |judge: bool| {
            let bot = || session_bot(game.name, "--keep-running");
            let mut contest = contest(bot(), bot(), Mode::KeepRunning, LONG, 1);
            contest.host = Host::new(game);
            contest.opening_plies = contest.host.opening_plies();
            contest.host.official =
                judge.then(|| [ARENA, "judge", game.name].map(str::to_owned).to_vec());
            let (games, outcome) = run(&contest);
            assert!(outcome.stopped.is_none(), "{:?}", outcome.stopped);
            essence(&games)
        };
        assert_eq!(play(false), play(true), "{}", game.name);
    }
}

#[test]
fn snake_pairs_share_a_map_and_name_their_reasons() {
    let bot = || session_bot("snake", "--keep-running");
    let mut contest = contest(bot(), bot(), Mode::KeepRunning, LONG, 4);
    contest.host = host("snake");
    let (games, _) = run(&contest);
    for game in &games {
        assert!(game.init["seed"].is_u64() && game.init["obstacle"].is_array());
        assert_eq!(
            game.init["seed"],
            games[game.pair as usize * 2].init["seed"]
        );
        assert!(
            game.moves
                .iter()
                .all(|turn| turn[0].is_u64() && turn[1].is_u64())
        );
        assert!(["INVALIDMOVE", "BothSnakeDie"].contains(&game.result.err.as_deref().unwrap()));
        assert_eq!(game.replies.len(), 2 * game.moves.len());
    }
    assert_eq!(
        (&games[0].seats, &games[1].seats),
        (&vec![0, 1], &vec![1, 0])
    );
    assert_ne!(games[0].init, games[2].init);
}

#[test]
fn tetris2_games_end_with_the_judges_reason() {
    let bot = || session_bot("tetris2", "--keep-running");
    let mut contest = contest(bot(), bot(), Mode::KeepRunning, LONG, 2);
    contest.host = host("tetris2");
    contest.opening_plies = 2;
    for game in run(&contest).0 {
        assert!(game.init["firstBlock"].is_u64());
        assert_eq!(
            game.moves[1][0], game.moves[1][1],
            "the opening is the same for both"
        );
        assert!(game.moves[2][0]["block"].is_u64());
        assert!(game.result.err.unwrap().starts_with("OVERFLOW"));
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
    contest.host.official = Some([ARENA, "judge", "nogo"].map(str::to_owned).to_vec());
    let known = run(&contest).0;
    contest.host.game = None;
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
            "player 2; the seats of this game are 0 to 1",
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
        contest.host.official = Some(judge.iter().map(|word| (*word).to_owned()).collect());
        let (games, outcome) = run(&contest);
        assert!(games.is_empty());
        let text = format!("{:?}", outcome.stopped);
        assert!(text.contains(want), "{text}");
    }
}
