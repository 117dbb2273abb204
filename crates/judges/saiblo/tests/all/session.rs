//! The session's rules, one by one.

use std::cell::RefCell;
use std::io;
use std::time::{Duration, Instant};

use crate::common::{Judge, Line, NODES, Random, answer, talk};
use saiblo::{Answer, Bot, Settings, Turn};
use snakego::saiblo::{Ending, greeting};
use snakego::{Operation, Position, Rules};

/// Plays a half-game and returns the judge, whose logic says how it went, and the log.
fn half_game<B: Bot<State = Position, Move = Operation>>(
    settings: &Settings,
    judge: Judge,
) -> (Line, String) {
    let line = Line::new(judge);
    let (mut input, mut output, mut log) = (line.clone(), line.clone(), Vec::new());
    let wire = saiblo::wire!(snakego::saiblo);
    saiblo::session::<B, _>(&wire, settings, &mut input, &mut output, &mut log).unwrap();
    (line, String::from_utf8(log).unwrap())
}

#[test]
fn whole_half_games_from_both_seats_with_and_without_an_announced_end() {
    for seed in 0..40 {
        let (me, announce) = (seed as usize % 2, seed % 4 < 2);
        let (line, log) = half_game::<Random>(&NODES, Judge::new(seed, me, announce));
        let judge = line.0.borrow();
        let end = judge.logic().end().unwrap();
        assert_eq!(
            (end.ending, log.as_str()),
            (Ending::Normal, ""),
            "seed {seed}"
        );
        // Each packet in one write, and a flush after each.
        assert!(judge.writes.iter().all(|bytes| bytes.len() == 5));
        assert_eq!(judge.writes.len(), judge.flushes);
    }
}

#[test]
fn the_same_half_game_again_goes_the_same_way() {
    let play = |settings| {
        let (line, _) = half_game::<Random>(&settings, Judge::new(3, 0, true));
        let judge = line.0.borrow();
        judge.logic().operations().to_vec()
    };
    let seeded = |seed| Settings { seed, ..NODES };
    assert_eq!(play(seeded(1)), play(seeded(1)));
    assert_ne!(play(seeded(1)), play(seeded(2)));
}

fn start(player: usize) -> Vec<u8> {
    greeting(&Rules::generate(1), player)
}

/// The start of a half-game and these operations.
fn started(player: usize, operations: &[u8]) -> Vec<u8> {
    [start(player).as_slice(), operations].concat()
}

#[test]
fn one_answer_for_each_own_turn() {
    assert_eq!(talk::<Random>(&NODES, b"").0.len(), 0);
    assert_eq!(talk::<Random>(&NODES, &start(0)[..4]).0.len(), 0);
    assert_eq!(talk::<Random>(&NODES, &start(0)).0.len(), 1);
    assert_eq!(talk::<Random>(&NODES, &start(1)).0.len(), 0);
    assert_eq!(talk::<Random>(&NODES, &started(1, &[4])).0.len(), 1);
    // The own operation comes back before the next turn.
    assert_eq!(talk::<Random>(&NODES, &started(0, &[4])).0.len(), 1);
    assert_eq!(talk::<Random>(&NODES, &started(0, &[4, 2])).0.len(), 2);
    // After a split in round 2 two snakes act in round 3, one after the other.
    assert_eq!(
        talk::<Random>(&NODES, &started(0, &[4, 2, 6, 2])).0.len(),
        3
    );
    assert_eq!(
        talk::<Random>(&NODES, &started(0, &[4, 2, 6, 2, 1]))
            .0
            .len(),
        4
    );
    assert_eq!(
        talk::<Random>(&NODES, &started(0, &[4, 2, 6, 2, 1, 1]))
            .0
            .len(),
        4
    );
}

#[test]
fn what_makes_no_sense_is_passed_over() {
    let good = talk::<Random>(&NODES, &started(0, &[4, 2]));
    assert_eq!(good.1, "");
    // No such operations, and one that the rules forbid.
    let (operations, log) = talk::<Random>(&NODES, &started(0, &[9, 4, 0, 5, 2]));
    assert_eq!(operations, good.0);
    assert_eq!(
        log,
        "warning: 9 is not an operation; ignored\n\
         warning: 0 is not an operation; ignored\n\
         warning: fire: the snake holds no ray; ignored\n"
    );
    // After the end nothing means anything.
    let over = [0x11, 0, 0, 0, 8, 0, 4, 4, 2, 4, 2, 0x10, 0x11];
    assert_eq!(talk::<Random>(&NODES, &started(0, &over)).0.len(), 1);
    assert_eq!(talk::<Random>(&NODES, &over).0.len(), 0);
    // A few complaints are enough: nobody empties stderr.
    let (_, log) = talk::<Random>(&NODES, &started(0, &[7; 1000]));
    assert_eq!(log.lines().count(), 20);
}

#[test]
fn a_half_that_begins_wrong_is_not_played() {
    let wrong = |at: usize, byte: u8| {
        let mut bytes = started(0, &[4, 2]);
        bytes[at] = byte;
        let (operations, log) = talk::<Random>(&NODES, &bytes);
        assert_eq!(operations, b"");
        assert_eq!(log.lines().count(), 1, "{log}");
        log
    };
    assert!(wrong(0, 15).contains("a board of 15 x 16; this half-game cannot be played"));
    assert!(wrong(2, 0xff).contains("rounds"));
    assert!(wrong(4, 2).contains("player 2"));
    assert!(wrong(5, 0x12).contains("the list of items"));
    assert!(wrong(8, 16).contains("an item at (16, "));
    assert!(wrong(10, 1).contains("an item of type 1"));
}

thread_local! {
    static TURNS: RefCell<Vec<(usize, Turn)>> = const { RefCell::new(Vec::new()) };
}

/// Notes what it is told; the number is how many answers this very bot has given before.
struct Notes(usize);

impl Bot for Notes {
    type State = Position;
    type Move = Operation;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "seed=1";
    fn new() -> Self {
        Notes(0)
    }
    fn choose(&mut self, position: &Position, turn: &Turn) -> Answer<Operation> {
        TURNS.with_borrow_mut(|turns| turns.push((self.0, *turn)));
        self.0 += 1;
        std::thread::sleep(Duration::from_millis(2));
        answer(snakego::saiblo::fallback(position).unwrap())
    }
}

fn turns(settings: &Settings, bytes: &[u8]) -> Vec<(usize, Turn)> {
    TURNS.with_borrow_mut(Vec::clear);
    talk::<Notes>(settings, bytes);
    TURNS.take()
}

#[test]
fn all_snakes_share_the_clock_of_a_half_round() {
    let before = Instant::now();
    let told = turns(&Settings::DEFAULT, &started(0, &[4, 2, 6, 2, 1, 1]));
    let (known, told): (Vec<usize>, Vec<Turn>) = told.into_iter().unzip();
    assert_eq!(known, [0, 1, 2, 3], "one bot plays the whole half-game");
    assert_eq!(
        told.iter().map(|turn| turn.index).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
    assert!(before <= told[0].started);
    assert!(told[0].started < told[1].started && told[1].started < told[2].started);
    assert_eq!(told[2].started, told[3].started, "two snakes in round 3");
    assert!(
        told.iter()
            .all(|turn| turn.limit == Duration::from_secs(1) && turn.nodes.is_none())
    );

    // Alone on the board: each round restarts the clock. Player 1 runs off the board at once.
    let told = turns(&Settings::DEFAULT, &started(0, &[4, 4, 4, 4, 4]));
    let starts: Vec<Instant> = told.iter().map(|(_, turn)| turn.started).collect();
    assert_eq!(starts.len(), 5);
    assert!(starts.is_sorted_by(|a, b| a < b));
}

#[test]
fn with_a_node_budget_every_answer_has_a_new_bot() {
    let settings = Settings {
        nodes: Some(77),
        limit: Duration::from_millis(5),
        seed: 9,
        params: None,
    };
    let told = turns(&settings, &started(0, &[4, 2, 4, 2]));
    assert!(
        told.iter()
            .all(|&(known, turn)| (known, turn.nodes) == (0, Some(77)))
    );
    assert!(
        told.iter()
            .all(|(_, turn)| turn.limit == Duration::from_millis(5))
    );
    let seeds: Vec<u64> = told.iter().map(|(_, turn)| turn.seed).collect();
    assert_eq!(seeds.len(), 3);
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2]);
}

/// Always fires.
struct Trigger;

impl Bot for Trigger {
    type State = Position;
    type Move = Operation;
    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = "seed=1";
    fn new() -> Self {
        Trigger
    }
    fn choose(&mut self, _: &Position, _: &Turn) -> Answer<Operation> {
        answer(Operation::Fire)
    }
}

#[test]
fn an_illegal_choice_is_replaced() {
    let (operations, log) = talk::<Trigger>(&NODES, &start(0));
    assert_eq!(operations, [4]);
    assert_eq!(
        log,
        ">>>SAVED_ANSWER<<< turn 1: illegal move fire: the snake holds no ray\n"
    );
    let (line, _) = half_game::<Trigger>(&NODES, Judge::new(1, 1, true));
    assert_eq!(
        line.0.borrow().logic().end().unwrap().ending,
        Ending::Normal
    );
}

#[test]
fn every_saved_answer_is_reported_before_it_goes_out_as_far_as_the_pipe_has_room() {
    // The reader of the packet may end the program at once.
    #[derive(Clone, Default)]
    struct Both(std::rc::Rc<RefCell<Vec<u8>>>);
    impl io::Write for Both {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let both = Both::default();
    let (mut output, mut log) = (both.clone(), both.clone());
    let wire = saiblo::wire!(snakego::saiblo);
    let mut input = &start(0)[..];
    saiblo::session::<Trigger, _>(&wire, &NODES, &mut input, &mut output, &mut log).unwrap();
    assert!(both.0.borrow().starts_with(b">>>SAVED_ANSWER<<< turn 1: "));
    assert!(both.0.borrow().ends_with(&[b'\n', 0, 0, 0, 1, 4]));

    let (line, log) = half_game::<Trigger>(&NODES, Judge::new(1, 1, true));
    let answers = line.0.borrow().writes.len();
    let reports: Vec<_> = log
        .lines()
        .filter_map(|line| judges_common::saved::read(line.as_bytes()))
        .collect();
    assert_eq!(reports.len(), answers);
    assert!(log.len() < 48 << 10);
    assert!(
        (1..)
            .zip(&reports)
            .all(|(turn, report)| report.turn == Some(turn))
    );
}

#[test]
fn a_broken_stream_is_an_error() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    impl io::Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let wire = saiblo::wire!(snakego::saiblo);
    let play = |input: &mut dyn io::Read, output: &mut dyn io::Write| {
        let (mut input, mut output) = (input, output);
        // A log that cannot be written is no reason to stop.
        saiblo::session::<Random, _>(&wire, &NODES, &mut input, &mut output, &mut Broken)
    };
    let read = play(&mut Broken, &mut io::sink());
    assert_eq!(read, Err("cannot read: gone".to_owned()));
    let write = play(&mut start(0).as_slice(), &mut Broken);
    assert_eq!(write, Err("cannot write the answer: gone".to_owned()));
    assert_eq!(
        play(&mut started(0, &[0]).as_slice(), &mut io::sink()),
        Ok(())
    );
}

#[test]
fn the_bench_is_that_of_every_judge() {
    let wire = saiblo::wire!(snakego::saiblo);
    let bench = saiblo::bench::<Random, _>(&wire, None).unwrap();
    assert_eq!((bench.positions, bench.nodes), (20, 20));
}
