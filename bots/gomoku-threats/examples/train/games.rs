//! Games of the bot against itself.

use botzone::{Bot, Turn};
use fastrand::Rng;
use gomoku::{Board, Cell, Color, Move, Outcome, SIZE};
use gomoku_threats::Threat;
use gomoku_threats::field::Field;
use gomoku_threats::tables::Tables;
use search::alphabeta::WINS;
use train::dataset::Sample;
use train::logistic::chance;

/// Each game begins with this many random stones ...
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 2..=9;
/// ... at most this many steps from the center, drawn anew until a search gives each side at least ...
const STEPS: std::ops::RangeInclusive<u8> = 2..=4;
/// ... this chance.
const BALANCED: f64 = 0.1;
/// Later one stone in this many is on one of the useful cells.
const RANDOM_ONE_IN: u32 = 40;
/// The weight of the result against the searches of the next plies, ply by ply: TD(lambda) (Sutton 1988).
const LAMBDA: f32 = 0.9;

/// The features of a sample: rows of the stones of the side to move, a bit a cell, then of those of the other.
pub fn features() -> Vec<String> {
    let rows = |side: &'static str| (1..=SIZE).map(move |row| format!("{side}_{row}"));
    rows("own").chain(rows("other")).collect()
}

/// A position on the way.
struct Seen {
    /// None where a threat has to be answered or an open four wins: the value is not asked for there.
    board: Option<Board>,
    /// The chance of the side to move by its search.
    searched: f32,
    /// True if a random move followed.
    is_random: bool,
}

/// Plays a game with searches of about `nodes` nodes a move; its quiet positions after the random ones, seen from the
/// side to move.
///
/// The target is, from the end of the game backwards, a mixture of the result and of the value of the next search. If a
/// random move followed, the rest of the game is no evidence for the position, so the target is the value of the search
/// there. Without `trust` in the searches it is the result alone.
pub fn samples(
    bot: &mut Threat,
    tables: &Tables,
    seed: u64,
    nodes: u64,
    trust: bool,
) -> Vec<Sample> {
    let (game, result) = play(bot, tables, seed, nodes);
    let lambda = if trust { LAMBDA } else { 1.0 };
    let mut target = result;
    let mut samples = Vec::new();
    for seen in game.into_iter().rev() {
        // From the side that moved next to this one.
        target = 1.0 - target;
        if trust && seen.is_random {
            target = seen.searched;
        }
        samples.extend(seen.board.map(|board| Sample {
            game: 0,
            target,
            features: rows(&board),
        }));
        target = lambda * target + (1.0 - lambda) * seen.searched;
    }
    samples.reverse();
    samples
}

/// The positions, and the chance of the side that would move after the last of them.
fn play(bot: &mut Threat, tables: &Tables, seed: u64, nodes: u64) -> (Vec<Seen>, f32) {
    let mut random = Rng::with_seed(seed);
    let mut board = loop {
        let start = random_start(&mut random);
        if start.outcome().is_none() {
            let answer = bot.choose(&start, &Turn::of_nodes(nodes, 1));
            let chance = chance(answer.value as f64 / 1000.0);
            if (BALANCED..=1.0 - BALANCED).contains(&chance) {
                break start;
            }
        }
    };
    let mut game = Vec::new();
    loop {
        let me = board.to_move();
        match board.outcome() {
            Some(Outcome::Win(_)) => return (game, 0.0),
            Some(Outcome::Draw) => return (game, 0.5),
            None => {}
        }
        let turn = Turn::of_nodes(nodes / 2 + random.u64(..nodes), 1);
        let answer = bot.choose(&board, &turn);
        let field = Field::new(&board, tables, 0);
        let other = me.opponent();
        let is_quiet = field.fives(other).is_empty() && field.open_fours(other).is_empty();
        if answer.value >= WINS.into() {
            // A position with an obvious win is not one to ask for a value.
            let is_plain = !field.fives(me).is_empty() || !field.open_fours(me).is_empty();
            game.push(Seen {
                board: Some(board).filter(|_| is_quiet && !is_plain),
                searched: 1.0,
                is_random: false,
            });
            return (game, 0.0);
        }
        let is_random = random.u32(..RANDOM_ONE_IN) == 0;
        game.push(Seen {
            board: Some(board).filter(|_| is_quiet),
            searched: chance(answer.value as f64 / 1000.0) as f32,
            is_random: is_random && is_quiet,
        });
        let useful: Vec<Cell> = field.useful().iter().collect();
        let mv = match is_random && is_quiet && !useful.is_empty() {
            true => Move::Place(useful[random.usize(..useful.len())]),
            false => answer.mv,
        };
        board.play(mv);
    }
}

/// The position after random stones.
fn random_start(random: &mut Rng) -> Board {
    let mut board = Board::new();
    let (plies, steps) = (random.usize(RANDOM_PLIES), random.u8(STEPS));
    let middle = SIZE as u8 / 2;
    while board.ply() < plies {
        let mut place = || random.u8(middle - steps..=middle + steps);
        if let Some(cell) = Cell::new(place(), place()) {
            let _ = board.try_play(Move::Place(cell));
        }
    }
    board
}

fn rows(board: &Board) -> Vec<i16> {
    let me = board.to_move();
    let mut rows = vec![0; 2 * SIZE];
    for (half, side) in rows.chunks_mut(SIZE).zip([me, me.opponent()]) {
        for cell in board.stones(side) {
            half[usize::from(cell.y())] |= 1 << cell.x();
        }
    }
    rows
}

/// The stage of a sample and the places of its vectors with their tiles, see [`Field::terms`].
pub fn terms(sample: &Sample, empty: &Field<'_>) -> (usize, Vec<[usize; 2]>) {
    let mut field = empty.clone();
    for (half, color) in (sample.features.chunks(SIZE)).zip([Color::Black, Color::White]) {
        for (y, row) in (0..).zip(half) {
            let cells = (0..SIZE as u8).filter(|x| row >> x & 1 > 0);
            for cell in cells.filter_map(|x| Cell::new(x, y)) {
                field.place(cell, color);
            }
        }
    }
    field.terms(Color::Black)
}
