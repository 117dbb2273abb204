//! Games of the tree search: what the net is fitted to.

use fastrand::Rng;
use search::Budget;
use tetris2::{Board, Color, HEIGHT, Move, Piece, PieceCounts, Placement, Player, Rules, Well};
use tetris2_learned::features::{self, Counts};
use tetris2_learned::node::{MOST_CANDIDATES, Tally};
use tetris2_learned::params::Params;
use tetris2_learned::search::Search;
use tetris2_learned::value::Value;
use tetris2_learned::{landings, leaf, policy};
use train::choices::Choice;
use train::dataset::Sample;
use train::duel::Example;

use crate::one_ply::{OPENING, random_move};

/// How a game is played.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    /// The search of both sides.
    pub search: &'a Params,
    /// What it values positions by.
    pub value: &'a Value,
    /// Its nodes a turn.
    pub nodes: u64,
    /// Part of the placements and of the pieces that are drawn at random instead.
    pub noise: f64,
    /// How much the result of the game weighs against what the searches say on the way to it: the lambda of TD(lambda)
    /// (Sutton 1988). With 1 only the result counts.
    pub lambda: f64,
}

/// Numbers of one side in a sample that describe it ...
const SIDE: usize = HEIGHT + 1 + 7 + 1;
/// ... and that tell what the search settled on: each candidate with its visits, then those of the pieces that it was given.
const SETTLED: usize = 2 * MOST_CANDIDATES + 7;

/// The numbers of a sample: what there is to know of both players.
pub fn names() -> Vec<String> {
    let mut names = Vec::new();
    for color in Color::ALL {
        names.extend((1..=HEIGHT).map(|row| format!("{color}_row_{row}")));
        names.push(format!("{color}_piece"));
        names.extend(Piece::ALL.map(|piece| format!("{color}_gave_{piece}")));
        names.push(format!("{color}_combo"));
    }
    for color in Color::ALL {
        for i in 0..MOST_CANDIDATES {
            names.push(format!("{color}_candidate_{i}"));
            names.push(format!("{color}_visits_{i}"));
        }
        names.extend(Piece::ALL.map(|piece| format!("{color}_was_given_{piece}")));
    }
    names
}

/// A placement as a number.
fn packed(placement: Placement) -> i16 {
    (usize::from(placement.x) + 32 * usize::from(placement.y) + 1024 * placement.o.index()) as i16
}

/// What a search settled on in both roots.
fn settled(search: &Search) -> Vec<i16> {
    let visits = |tally: Tally| tally.visits.min(i16::MAX as u32) as i16;
    let mut numbers = Vec::with_capacity(2 * SETTLED);
    for color in Color::ALL {
        let root = search.root(color);
        let mut pairs = root
            .candidates
            .iter()
            .map(|candidate| (packed(candidate.placement), visits(candidate.tally)));
        for _ in 0..MOST_CANDIDATES {
            let (placement, visits) = pairs.next().unwrap_or((-1, 0));
            numbers.extend([placement, visits]);
        }
        numbers.extend(root.record.pieces.map(visits));
    }
    numbers
}

/// Visits of a root from which on it tells something.
const LEAST_VISITS: i16 = 50;

/// What both sides settled on, as choices among placements and among pieces: terms of the policy.
pub fn choices(sample: &Sample) -> Vec<Choice> {
    let (sides, settled) = sample.features.split_at(2 * SIDE);
    let players = [0, 1].map(|i| player(&sides[i * SIDE..], false));
    let mut choices = Vec::new();
    for i in [0, 1] {
        let (candidates, pieces) = settled[i * SETTLED..][..SETTLED].split_at(2 * MOST_CANDIDATES);
        let candidates: Vec<(i16, i16)> = candidates
            .chunks_exact(2)
            .map(|pair| (pair[0], pair[1]))
            .collect();
        let gifts = players[1 - i].given;
        let visits: i16 = candidates.iter().map(|(_, visits)| visits).sum();
        if visits < LEAST_VISITS {
            continue;
        }
        let share = |visits: i16, of: i16| f32::from(visits) / f32::from(of);
        let player = &players[i];
        let mut placements = Choice::default();
        let mut likeliest = (-1, Counts::default());
        player
            .well
            .landings(player.piece, Rules::Tetris2)
            .distinct(player.piece)
            .iter()
            .for_each(|placement| {
                let number = packed(placement);
                let own = candidates
                    .iter()
                    .find(|(candidate, _)| *candidate == number);
                let own = own.map_or(0, |&(_, visits)| visits);
                let mut after = *player;
                let sent = after.lock(placement, Rules::Tetris2).len();
                let counts = features::counts(&after.well);
                if own > likeliest.0 {
                    likeliest = (own, counts);
                }
                let offset = player.piece.index() * landings::TERMS;
                placements.options.push(shifted(
                    landings::terms(&counts, gifts, after.combo, sent),
                    offset,
                ));
                placements.shares.push(share(own, visits));
            });
        choices.push(placements);
        let terms = policy::piece_terms(&likeliest.1, player, gifts);
        let mut given = Choice::default();
        for piece in gifts.choices() {
            let offset = policy::PLACEMENTS + piece.index() * policy::PIECE_TERMS;
            given.options.push(shifted(terms.clone(), offset));
            given.shares.push(share(pieces[piece.index()], visits));
        }
        choices.push(given);
    }
    choices
}

fn shifted(mut terms: Vec<(u16, i16)>, by: usize) -> Vec<(u16, i16)> {
    for (at, _) in &mut terms {
        *at += by as u16;
    }
    terms
}

fn numbers(board: &Board) -> Vec<i16> {
    let mut numbers = Vec::with_capacity(2 * SIDE);
    for color in Color::ALL {
        let player = board.player(color);
        numbers.extend(player.well.rows().map(|row| row as i16));
        numbers.push(player.piece.index() as i16);
        numbers.extend(player.given.counts().map(i16::from));
        numbers.push(player.combo as i16);
    }
    numbers
}

/// The player of a side's numbers, or its mirror image.
///
/// # Panics
/// If they are none.
fn player(numbers: &[i16], mirrored: bool) -> Player {
    let piece = |index: usize| if mirrored { mirror(index) } else { index };
    let rows = std::array::from_fn(|y| {
        let row = numbers[y] as u16;
        if mirrored {
            row.reverse_bits() >> 6
        } else {
            row
        }
    });
    let Some(well) = Well::from_rows(rows) else {
        panic!("no well: {rows:?}");
    };
    let digits: String = (0..7)
        .map(|index| numbers[HEIGHT + 1 + piece(index)].to_string())
        .collect();
    let Ok(given) = digits.parse::<PieceCounts>() else {
        panic!("no counts: {digits}");
    };
    Player {
        well,
        given,
        combo: numbers[SIDE - 1] as u32,
        ..Player::new(Piece::ALL[piece(numbers[HEIGHT] as usize)])
    }
}

/// By code: L and J change places, and S and Z.
fn mirror(piece: usize) -> usize {
    let mirrored = match Piece::ALL[piece] {
        Piece::L => Piece::J,
        Piece::J => Piece::L,
        Piece::S => Piece::Z,
        Piece::Z => Piece::S,
        piece => piece,
    };
    mirrored.index()
}

/// What a sample is to the net.
pub fn example(sample: &Sample, mirrored: bool) -> Example {
    let [zero, one] = [0, SIDE].map(|at| player(&sample.features[at..], mirrored));
    Example {
        sides: leaf::inputs([&zero, &one]).map(|on| on.to_vec()),
        target: sample.target,
    }
}

/// Plays a game; all positions after the opening, seen from color 0.
pub fn samples(style: &Style, seed: u64) -> Vec<Sample> {
    let mut random = Rng::with_seed(seed);
    let mut board = Board::new(Piece::ALL[random.usize(..7)]);
    let mut positions = Vec::new();
    for turn in 0.. {
        if board.outcome().is_some() {
            break;
        }
        let moves = if turn < OPENING {
            Color::ALL.map(|color| random_move(&board, color, &mut random))
        } else {
            let mut search = Search::new(&board, style.search, style.value, random.u64(..));
            search.run(Color::Zero, &mut Budget::of_nodes(style.nodes));
            let mut numbers = numbers(&board);
            numbers.extend(settled(&search));
            positions.push((numbers, search.chance(Color::Zero)));
            Color::ALL.map(|color| noisy(&search, color, style.noise, &mut random))
        };
        board.play_unchecked(moves);
    }
    let mut target = match board.outcome().and_then(|outcome| outcome.loser) {
        None => 0.5,
        Some(Color::Zero) => 0.0,
        Some(Color::One) => 1.0,
    };
    let mut samples = Vec::new();
    for (features, chance) in positions.into_iter().rev() {
        target = style.lambda * target + (1.0 - style.lambda) * chance;
        samples.push(Sample {
            game: 0,
            target: target as f32,
            features,
        });
    }
    samples.reverse();
    samples
}

/// The search's move, with noise in both of its parts.
fn noisy(search: &Search, color: Color, noise: f64, random: &mut Rng) -> Move {
    let Some(mut mv) = search.best(color) else {
        panic!("a running game has moves");
    };
    let candidates = search.root(color).candidates;
    if random.f64() < noise {
        mv.placement = candidates[random.usize(..candidates.len())].placement;
    }
    if random.f64() < noise {
        let choices: Vec<Piece> = search.player(color).given.choices().collect();
        mv.block = choices[random.usize(..choices.len())];
    }
    mv
}
