//! SnakeGo: whole matches, faults, and the arena's referee as a logic program.

use std::time::Duration;

use snapbox::str;

use crate::common::{ARENA, LONG, SHORT, alive, command, contest, host, new_mark, run};
use crate::shell::Shell;
use contest::Contest;
use gameplay::opening::Start;
use gameplay::record::{GameRecord, Verdict};
use referee::Host;
use referee::conduct::Mode;
use referee::human::{Lines, Terminal};
use referee::setup::{Display, GlobalData};
use serde_json::json;

const BOT: &str = env!("CARGO_BIN_EXE_saiblo-bot");
/// Rounds of a half: enough for splits, seals and rays.
const ROUNDS: u16 = 60;

/// A contest between two behaviours.
fn halves(a: &str, b: &str, time: Duration, games: u32) -> Contest {
    let bot = |word| command(&[BOT, word, "--seed", "{seed}", "--nodes", "1"]);
    Contest {
        host: Host {
            rounds: Some(ROUNDS),
            ..host("snakego")
        },
        ..contest(bot(a), bot(b), Mode::KeepRunning, time, games)
    }
}

/// Decided by the arena itself as a logic program.
fn with_logic(contest: Contest, words: &[&str]) -> Contest {
    Contest {
        host: Host {
            official: Some(words.iter().map(|&word| word.to_owned()).collect()),
            ..contest.host.clone()
        },
        ..contest
    }
}

/// The part of a game that does not depend on the clock.
fn course(game: &GameRecord) -> impl PartialEq + std::fmt::Debug {
    let verdicts: Vec<_> = (game.replies.iter())
        .map(|reply| (reply.turn, reply.seat, reply.verdict))
        .collect();
    (
        game.moves.clone(),
        verdicts,
        game.result.clone(),
        game.init.clone(),
    )
}

#[test]
fn matches_are_two_halves_with_the_same_items() {
    let contest = halves("good", "good", LONG, 8);
    let (games, outcome) = run(&contest);
    assert_eq!(games.len(), 8);
    assert_eq!(outcome.matches.unwrap().winners().len(), 4);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].init, pair[1].init);
        assert_eq!((&pair[0].seats, &pair[1].seats), (&vec![0, 1], &vec![1, 0]));
    }
    assert_ne!(games[0].init, games[2].init);
    for game in &games {
        assert_eq!(game.result.err, None);
        assert_eq!(game.result.turns, game.moves.len());
        assert!(
            game.replies
                .iter()
                .all(|reply| reply.verdict == Verdict::Ok)
        );
        // The first half-round of each seat has twice the time.
        let first: Vec<usize> = (game.replies.iter())
            .filter(|reply| reply.first)
            .map(|reply| reply.turn)
            .collect();
        assert_eq!(first, [0, 1]);
    }
    let (again, _) = run(&contest);
    assert!(games.iter().map(course).eq(again.iter().map(course)));
}

#[test]
fn the_referee_and_the_logic_program_decide_alike() {
    for behaviour in ["good", "illegal", "exit", "long", "text", "zeros"] {
        let ours = halves(behaviour, "good", LONG, 2);
        let (ours, _) = run(&ours);
        let logic = with_logic(
            halves(behaviour, "good", LONG, 2),
            &[ARENA, "logic", "snakego"],
        );
        let (theirs, _) = run(&logic);
        assert_eq!(ours.len(), 2);
        assert!(
            ours.iter().map(course).eq(theirs.iter().map(course)),
            "{behaviour}"
        );
    }
}

#[test]
fn faults_have_their_verdicts() {
    for (behaviour, verdict, err) in [
        (
            "illegal",
            Verdict::Ok,
            "IA: an illegal operation or a bad packet",
        ),
        (
            "text",
            Verdict::Ok,
            "IA: an illegal operation or a bad packet",
        ),
        (
            "zeros",
            Verdict::Ok,
            "IA: an illegal operation or a bad packet",
        ),
        (
            "long",
            Verdict::Ole,
            "IA: an illegal operation or a bad packet",
        ),
        ("exit", Verdict::Re, "RE: a program has ended"),
        ("sleep", Verdict::Tle, "TLE: a half-round over the time"),
    ] {
        let time = if behaviour == "sleep" { SHORT } else { LONG };
        let mut contest = halves("good", behaviour, time, 2);
        contest.players[0].overrides.time_ms = Some(LONG.as_millis() as u64);
        let (games, outcome) = run(&contest);
        for game in &games {
            let bad = usize::from(game.seats[1] == 1);
            let last = game.replies.last().unwrap();
            assert_eq!((last.seat, last.verdict), (bad, verdict), "{behaviour}");
            let failure = last.failure.as_ref().unwrap().english();
            let words = match behaviour {
                "illegal" => "it sent operation 5 (the snake holds no ray); the judge said: IA: ",
                "text" => "(a packet must hold one byte, it holds 2); the judge said: IA: ",
                "zeros" => {
                    "(an operation must be a byte from 1 to 6, it is 0); the judge said: IA: "
                }
                _ => "",
            };
            assert!(failure.contains(words), "{failure}");
            assert_eq!(game.result.err.as_deref(), Some(err), "{behaviour}");
            assert_eq!(game.result.winner, Some(1 - bad));
            assert_eq!(game.result.scores[bad], json!(-100));
        }
        assert_eq!(outcome.matches.unwrap().winners(), [0]);
    }
}

#[test]
fn the_memory_limit_is_the_judges() {
    let shell = Shell::new();
    shell.types(str![[r#"
$ arena match good='cmd:saiblo-bot good' eats='cmd:saiblo-bot eats' \
    --game snakego --max-round 12 --games 2 --jobs 1 --time-ms 20000 --log log | grep -c 'in game'
0
exit status 1
$ arena match good='cmd:saiblo-bot good' eats='cmd:saiblo-bot eats,memory-mb=256' \
    --game snakego --max-round 12 --games 2 --jobs 1 --time-ms 20000 2>&1 | grep -o 'MLE in game 0, .*; standard'
MLE in game 0, turn 20, seat 1: it used [..] MB, over the limit of 256 MB; ,memory-mb=N behind the player sets another limit, --memory-mb N one for all; standard
"#]]);
    assert!(shell.read("log").contains("\"memory_mb\":1024,"));
}

#[test]
fn a_logic_that_fails_stops_the_match() {
    for (words, want) in [
        (&["true"][..], "ended with"),
        (&["/nowhere/logic"][..], "cannot run the logic"),
        (&["echo", "hello"][..], "ended with"),
    ] {
        let contest = with_logic(halves("good", "good", LONG, 2), words);
        let (_, outcome) = run(&contest);
        let Some(arena_common::Stop::Failed(error)) = outcome.stopped else {
            panic!("{words:?}: no error")
        };
        assert!(format!("{error:#}").contains(want), "{error:#}");
    }
}

#[test]
fn nothing_is_left_behind() {
    let mark = new_mark();
    let bot = |word: &str| command(&["sh", "-c", "exec \"$0\" \"$1\"", BOT, word, &mark]);
    let contest = Contest {
        players: vec![bot("good"), bot("exit")],
        ..halves("good", "exit", LONG, 2)
    };
    run(&contest);
    assert_eq!(alive(&mark), Vec::<String>::new());
}

#[test]
fn show_prints_half_rounds_and_boards() {
    Shell::new().types(str![[r#"
$ arena match 'cmd:saiblo-bot good --seed {seed} --nodes 1' 'cmd:saiblo-bot good --seed {seed} --nodes 1' \
    --game snakego --max-round 2 --show --games 2 --time-ms 20000 | grep -E 'half|^round'
half 0, half-round 1, A saiblo-bot good --seed {seed} ... in seat 0: down
round 1, score 4:2; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, walls # and %
half 0, half-round 2, B saiblo-bot good --seed {seed} ... in seat 1: up
round 2, score 4:4; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, walls # and %
half 0, half-round 3, A saiblo-bot good --seed {seed} ... in seat 0: right
round 2, score 6:4; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, walls # and %
half 0, half-round 4, B saiblo-bot good --seed {seed} ... in seat 1: split
round 3, score 6:4; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, walls # and %
half 0: A saiblo-bot good --seed {seed} ... in seat 0 wins, 6 to 4 (normal end)
half 1, half-round 1, B saiblo-bot good --seed {seed} ... in seat 0: down
round 1, score 4:2; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, walls # and %
half 1, half-round 2, A saiblo-bot good --seed {seed} ... in seat 1: up
round 2, score 4:4; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, walls # and %
half 1, half-round 3, B saiblo-bot good --seed {seed} ... in seat 0: down
round 2, score 6:4; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, walls # and %
half 1, half-round 4, A saiblo-bot good --seed {seed} ... in seat 1: split
round 3, score 6:4; snakes of player 0 are a to d, of player 1 w to z, heads in capitals, walls # and %
half 1: B saiblo-bot good --seed {seed} ... in seat 0 wins, 6 to 4 (normal end)
A match is two halves with the same items and the seats swapped; in the tables below a game is a half.
"#]]);
}

#[test]
fn a_person_plays_both_halves() {
    // First down from the top left corner, then left from the bottom right one. 20 games are asked for, so the input ends
    // too early.
    Shell::new().types(str![[r#"
$ printf 'sideways\ndown\ndown\nleft\nleft\n' | \
    arena match human 'cmd:saiblo-bot good --seed {seed} --nodes 1' --game snakego --max-round 2 2>&1 | \
    grep -oE 'half [01]: .*|"sideways".*again|error: .*'
"sideways" is not an operation: right, up, left, down, fire or split, or 1 to 6; try again
half 0: A human in seat 0 wins, 6 to 4 (normal end)
half 1: drawn, 6 to 6 (normal end)
error: the match was stopped: the input is closed, so the human cannot answer
"#]]);
}

#[test]
fn flags_of_other_games_are_refused() {
    Shell::new().types(str![[r#"
$ arena match cmd:a cmd:b --game snakego --judge-cmd x
error: --judge-cmd is for Botzone's games; leave it out for snakego
exit status 1
$ arena match cmd:a cmd:b --game snakego --opening-plies 2
error: --opening-plies is for Botzone's games; leave it out for snakego
exit status 1
$ arena match cmd:a cmd:b --game snakego --logic-cmd ''
error: --logic-cmd is empty; name the program
exit status 1
$ arena match cmd:a cmd:b --game nogo --logic-cmd x
error: --logic-cmd and --max-round are for games of Saiblo; leave them out, or name one with --game (snakego)
exit status 1
$ arena match cmd:a cmd:b --game nogo --max-round 9
error: --logic-cmd and --max-round are for games of Saiblo; leave them out, or name one with --game (snakego)
exit status 1
$ arena logic nogo
error: the arena has no logic for `nogo` (it knows: snakego)
exit status 1
"#]]);
}

/// Plays the half with these half-rounds of this game behind it.
fn after(contest: &Contest, game: &GameRecord, given: Vec<serde_json::Value>) -> GameRecord {
    let seat = |turn: usize| game.replies.iter().find(|reply| reply.turn == turn);
    let opening = (given.into_iter().enumerate())
        .map(|(turn, operations)| vec![(seat(turn).unwrap().seat, operations)])
        .collect();
    let slot = contest.slot(game.id);
    let start = Start {
        opening,
        ..contest.start([0, 1], slot.pair)
    };
    let nobody = || -> Box<dyn Lines> {
        Box::new(Terminal {
            cancel: contest.rules.cancel.clone(),
        })
    };
    let data = [GlobalData::default(), GlobalData::default()];
    let played = contest.watched_game(
        [0, 1],
        slot,
        start,
        &data,
        &nobody,
        Display::default(),
        None,
    );
    played.unwrap()
}

#[test]
fn a_half_goes_on_from_where_it_was() {
    let contest = halves("good", "good", LONG, 2);
    let (games, _) = run(&contest);
    let game = &games[0];
    // A half-round of several snakes; the first has acted.
    let several = |moves: &serde_json::Value| moves.as_array().unwrap().len() > 1;
    let turn = game.moves.iter().rposition(several).unwrap();
    let mut given = game.moves[..=turn].to_vec();
    given[turn].as_array_mut().unwrap().truncate(1);
    let again = after(&contest, game, given.clone());
    assert_eq!((&again.moves, &again.result), (&game.moves, &game.result));
    // Turns played before have no reply, the others have one.
    let turns: Vec<usize> = again.replies.iter().map(|reply| reply.turn).collect();
    assert_eq!(turns, (turn..game.moves.len()).collect::<Vec<_>>());

    // Programs that would have played otherwise follow what was played.
    let other = Contest {
        players: vec![command(&[BOT, "good", "--seed", "9", "--nodes", "1"]); 2],
        ..contest.clone()
    };
    let again = after(&other, game, given.clone());
    assert_eq!(again.moves[..turn], game.moves[..turn]);
    assert_eq!(again.moves[turn][0], game.moves[turn][0]);
    assert_ne!(again.moves, game.moves);

    // One that fails on the way there has lost.
    let failing = Contest {
        players: ["exit", "good"]
            .map(|word| command(&[BOT, word, "--seed", "9", "--nodes", "1"]))
            .to_vec(),
        ..contest.clone()
    };
    let again = after(&failing, game, given);
    let faults: Vec<_> = (again.replies.iter())
        .map(|reply| (reply.turn, reply.seat, reply.verdict))
        .collect();
    assert_eq!(faults, [(again.moves.len() - 1, 0, Verdict::Re)]);
    assert!(again.moves.len() <= turn && again.result.winner == Some(1));
}
