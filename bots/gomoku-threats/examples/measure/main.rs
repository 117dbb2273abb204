//! Measures the bot: `cargo run --profile bot -p gomoku-threats --example measure-gomoku-threats -- WHAT`. WHAT is
//!
//! * `fours`: 100 positions with a win by three to eight fours that a slow solver knows, of games of `gomoku-lines` and random ones,
//!   at most 20 of each length;
//! * `threes`: 50 with a win by threes, and none by fours, that was found in a long search and replayed by the rules alone;
//! * `random`: 100,000 random positions: each win that is found is replayed by the rules, on small boards also looked for by minimax;
//! * `match OPPONENT GAMES NODES THEIRS`: games from three random stones, each start with both colors, and the processor time of both
//!   sides. OPPONENT is `lines`, `greedy` or a file of parameters for this bot;
//! * `black GAMES NODES`: games against itself from the empty board, with budgets that differ by up to a fifth;
//! * `starts COUNT NODES`: so many even starts in the form of a log's lines, see [`games::starts`]; those of the arena's Gomoku are
//!   from here;
//! * `speed`: tables, stones placed, nodes of threat search.
//!
//! Linux tells the processor time, so other programs may run beside it.

use std::process::ExitCode;

use botzone::Bot;
use fastrand::Rng;
use gomoku::{Board, Cell, Color, Move, Outcome};
use gomoku_greedy::Greedy;
use gomoku_lines::Lines;
use gomoku_threats::Threat;
use gomoku_threats::field::Field;
use gomoku_threats::tables::Tables;
use gomoku_threats::threats::{Threats, Win};
use gomoku_threats::value::Weights;
use search::Budget;

mod games;
mod slow;

/// Of a long search.
const LONG: u64 = 200_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["fours"] => fours(),
        ["threes"] => threes(),
        ["random"] => random(100_000),
        ["random", count] => random(count.parse().unwrap_or(1000)),
        ["match", opponent, numbers @ ..] => match parsed(numbers).as_deref() {
            Some(&[count, nodes, theirs]) => return against(opponent, count, [nodes, theirs]),
            _ => return usage(),
        },
        ["black", numbers @ ..] => match parsed(numbers).as_deref() {
            Some(&[count, nodes]) => black(count, nodes),
            _ => return usage(),
        },
        ["starts", numbers @ ..] => match parsed(numbers).as_deref() {
            Some(&[count, nodes]) if nodes >= 400 => games::starts(count as usize, nodes),
            _ => return usage(),
        },
        ["speed"] => speed(),
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: measure-gomoku-threats fours|threes|random|speed|match OPPONENT GAMES NODES THEIRS|black GAMES NODES|starts COUNT NODES (400 or more)"
    );
    ExitCode::from(2)
}

fn parsed(words: &[&str]) -> Option<Vec<u64>> {
    words.iter().map(|word| word.parse().ok()).collect()
}

/// Threat search as the bot has it.
struct Searcher {
    tables: Tables,
    threats: Threats,
    /// Of the last search: what was found before does not count.
    salt: u64,
}

impl Searcher {
    fn new() -> Self {
        Searcher {
            tables: Tables::new(Weights::own()),
            threats: Threats::default(),
            salt: 0,
        }
    }

    fn by_fours(&mut self, board: &Board, nodes: u64) -> (Option<Win>, u64) {
        self.salt += 1;
        let mut budget = Budget::of_nodes(nodes);
        let mut field = Field::new(board, &self.tables, self.salt);
        let win = self
            .threats
            .by_fours(&mut field, board.to_move(), &mut budget);
        (win, budget.nodes())
    }

    fn by_threes(&mut self, board: &Board, nodes: u64) -> (Option<Win>, u64) {
        self.salt += 1;
        let mut budget = Budget::of_nodes(nodes);
        let mut field = Field::new(board, &self.tables, self.salt);
        let win = self
            .threats
            .by_threes(&mut field, board.to_move(), &mut budget);
        (win, budget.nodes())
    }

    /// Returns `true` if a win holds by the rules alone, whatever the other side answers.
    fn is_won(&mut self, board: &Board) -> bool {
        let mut next = |board: &Board| {
            let win = self.by_fours(board, LONG).0;
            let win = win.or_else(|| self.by_threes(board, LONG).0)?;
            win.first().copied()
        };
        slow::replay(board, &mut next).is_ok()
    }
}

/// The positions of the winner to move, the last one first.
fn played_back(game: &[Board]) -> impl Iterator<Item = &Board> {
    let before = game.iter().rev().skip(1);
    before.step_by(2)
}

fn fours() {
    let mut searcher = Searcher::new();
    let mut lines = Lines::new();
    let mut positions: Vec<(Board, usize)> = Vec::new();
    let mut counts = [0; 9];
    // Long wins are rare in games; short ones of these leave room for those of random positions.
    for seed in 0.. {
        if positions.len() == 100 {
            break;
        }
        let game = games::game(games::opening(seed), |board| {
            games::choose(&mut lines, board, 1000)
        });
        let mut random = Rng::with_seed(seed);
        let plies = random.usize(20..=100);
        let known = played_back(&game).map_while(|board| Some((*board, slow::by_fours(board, 8)?)));
        let random = games::random(plies, &mut random);
        let random = slow::by_fours(&random, 8).map(|count| (random, count));
        for (board, count) in known.chain(random) {
            if count >= 3 && counts[count] < 20 && positions.len() < 100 {
                counts[count] += 1;
                positions.push((board, count));
            }
        }
    }
    let (mut found, mut most, mut most_nodes) = (0, 0.0_f64, 0);
    for (board, count) in &positions {
        let start = processor_seconds();
        let (win, nodes) = searcher.by_fours(board, u64::MAX);
        let seconds = processor_seconds() - start;
        let is_right = win.is_some_and(|win| is_win_by_fours(board, &win));
        found += usize::from(is_right && seconds <= 0.1);
        most = most.max(seconds);
        most_nodes = most_nodes.max(nodes);
        println!("{count} fours: {board:#}");
    }
    println!("by plies, 5 to 15: {:?}", &counts[3..]);
    println!("found within 0.1 s: {found} of {}", positions.len());
    println!("most: {most:.4} s, {most_nodes} nodes");
}

/// Replays a win by fours: each four leaves one answer, no other one wins, and the end is a five.
fn is_win_by_fours(board: &Board, win: &[Cell]) -> bool {
    let me = board.to_move();
    let mut board = *board;
    for (i, &cell) in win.iter().enumerate() {
        if i % 2 == 1 {
            let forced = board.fives(me);
            let theirs = board.fives(me.opponent());
            if !forced.contains(cell) || !theirs.is_empty() {
                return false;
            }
        }
        board = slow::after(&board, cell);
    }
    board.outcome() == Some(Outcome::Win(me))
}

fn threes() {
    let mut searcher = Searcher::new();
    let (mut bot, mut lines) = (Threat::new(), Lines::new());
    let (mut known, mut false_wins) = (Vec::new(), 0);
    for seed in 0.. {
        if known.len() >= 50 {
            break;
        }
        let game = games::game(games::opening(seed), |board| match board.to_move() {
            Color::Black => games::choose(&mut bot, board, 1000),
            Color::White => games::choose(&mut lines, board, 1000),
        });
        for board in played_back(&game) {
            if searcher.by_fours(board, LONG).0.is_some() {
                continue;
            }
            match searcher.by_threes(board, LONG).0 {
                None => break,
                Some(_) if searcher.is_won(board) => known.push(*board),
                Some(_) => false_wins += 1,
            }
        }
    }
    known.truncate(50);
    let (mut found, mut most) = (0, 0.0_f64);
    let mut plies = Vec::new();
    for board in &known {
        let start = processor_seconds();
        let (win, nodes) = searcher.by_threes(board, LONG);
        let seconds = processor_seconds() - start;
        found += usize::from(win.is_some() && seconds <= 0.9);
        println!("{nodes} nodes: {board:#}");
        plies.extend(win.map(|win| win.len()));
        most = most.max(seconds);
    }
    plies.sort_unstable();
    println!("plies of the lines: {plies:?}");
    println!(
        "found within 0.9 s: {found} of {}, most {most:.4} s",
        known.len()
    );
    println!("false wins: {false_wins}");
}

fn random(count: u64) {
    let mut searcher = Searcher::new();
    let (mut four, mut three, mut small, mut wrong) = (0, 0, 0, 0);
    for seed in 0..count {
        let mut random = Rng::with_seed(seed);
        let is_small = seed % 10 == 0;
        let board = match is_small {
            true => games::small(random.usize(6..=9), &mut random),
            false => {
                let plies = random.usize(8..=100);
                games::random(plies, &mut random)
            }
        };
        let me = board.to_move();
        let fours = searcher.by_fours(&board, 20_000).0;
        let is_right = match &fours {
            Some(win) => {
                four += 1;
                is_win_by_fours(&board, win)
            }
            None => match searcher.by_threes(&board, 2000).0 {
                Some(_) => {
                    three += 1;
                    searcher.is_won(&board)
                }
                None => continue,
            },
        };
        let mut is_wrong = !is_right;
        if is_small && board.fives(me).is_empty() {
            small += 1;
            is_wrong |= slow::minimax(&board) != 1;
        }
        if is_wrong {
            wrong += 1;
            println!("wrong: {board:#}");
        }
    }
    println!(
        "{count} positions, won by fours {four}, by threes {three}; of 6 to 9 empty cells, without a five at once: {small}"
    );
    println!("false wins: {wrong}");
}

fn against(opponent: &str, count: u64, nodes: [u64; 2]) -> ExitCode {
    match opponent {
        "lines" => tell_match(opponent, Lines::new(), count, nodes),
        "greedy" => tell_match(opponent, Greedy, count, nodes),
        file => {
            let text = std::fs::read_to_string(file).map_err(|error| error.to_string());
            match text.and_then(|text| Threat::with_params(&text)) {
                Ok(bot) => tell_match(file, bot, count, nodes),
                Err(error) => {
                    eprintln!("{file}: {error}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}

fn tell_match<B>(name: &str, mut opponent: B, count: u64, nodes: [u64; 2])
where
    B: Bot<State = Board, Move = Move>,
{
    let mut bot = Threat::new();
    // By our color.
    let mut results = [[0; 3]; 2];
    let (mut seconds, mut turns) = ([0.0; 2], [0; 2]);
    for seed in 0..count {
        let me = [Color::Black, Color::White][(seed % 2) as usize];
        let game = games::game(games::opening(seed / 2), |board| {
            let side = usize::from(board.to_move() != me);
            let start = processor_seconds();
            let mv = match side {
                0 => games::choose(&mut bot, board, nodes[0]),
                _ => games::choose(&mut opponent, board, nodes[1]),
            };
            seconds[side] += processor_seconds() - start;
            turns[side] += 1;
            mv
        });
        let winner = game[game.len() - 1].outcome().and_then(Outcome::winner);
        results[me.index()][match winner {
            Some(color) if color == me => 0,
            None => 1,
            Some(_) => 2,
        }] += 1;
    }
    println!(
        "the committed bot against {name}: won, drawn, lost with black {:?}, with white {:?}",
        results[0], results[1]
    );
    for (name, side) in [("the committed bot", 0), (name, 1)] {
        let mean = 1000.0 * seconds[side] / f64::from(turns[side]);
        println!(
            "{name}: {:.1} s of processor time, {mean:.1} ms a turn",
            seconds[side]
        );
    }
}

fn black(count: u64, nodes: u64) {
    let mut bot = Threat::new();
    let mut results = [0; 3];
    for seed in 0..count {
        let mut random = Rng::with_seed(seed);
        let game = games::game(Board::new(), |board| {
            let nodes = nodes * random.u64(80..=120) / 100;
            games::choose(&mut bot, board, nodes)
        });
        let end = game[game.len() - 1];
        println!("{} plies, {:?}", end.ply(), end.outcome());
        results[match end.outcome().and_then(Outcome::winner) {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        }] += 1;
    }
    println!("won by black, drawn, won by white: {results:?}");
}

fn speed() {
    let start = processor_seconds();
    let tables = Tables::new(Weights::own());
    println!("tables: {:.4} s", processor_seconds() - start);
    let mut random = Rng::with_seed(1);
    let board = games::random(60, &mut random);
    let mut field = Field::new(&board, &tables, 0);
    let cells: Vec<Cell> = board.empty().iter().collect();
    let start = processor_seconds();
    for round in 0..20_000 {
        let first = round % (cells.len() - 4);
        for &cell in &cells[first..first + 4] {
            field.place(cell, Color::Black);
        }
        for _ in 0..4 {
            field.take_back();
        }
    }
    let seconds = processor_seconds() - start;
    println!(
        "stones placed and taken back a second: {:.0}",
        80_000.0 / seconds
    );
    let mut searcher = Searcher::new();
    let (mut nodes, start) = (0, processor_seconds());
    for seed in 0..40 {
        let mut random = Rng::with_seed(seed);
        nodes += searcher
            .by_threes(&games::random(50, &mut random), 20_000)
            .1;
    }
    println!(
        "threat nodes a second: {:.0}",
        nodes as f64 / (processor_seconds() - start)
    );
}

/// Processor time of this thread.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text
        .split_whitespace()
        .next()
        .and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}
