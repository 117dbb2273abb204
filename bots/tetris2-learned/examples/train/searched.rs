//! Games of the tree search: what the net and the policy are fitted to.

use fastrand::Rng;
use search::Budget;
use tetris2::{Board, Color, HEIGHT, Move, Piece, PieceCounts, Player, Well};
use tetris2_learned::leaf;
use tetris2_learned::params::Params;
use tetris2_learned::search::Search;
use tetris2_learned::value::Value;
use train::dataset::Sample;
use train::duel::Example;
use train::selfplay::PlayoutCap;

use crate::one_ply::{OPENING, random_move};
use crate::settled;

/// The settings of a game.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    /// The search of both sides.
    pub search: &'a Params,
    /// The value of positions in that search.
    pub value: &'a Value,
    /// Its nodes a turn.
    pub nodes: PlayoutCap,
    /// Part of the placements and of the pieces that are drawn at random instead.
    pub noise: f64,
    /// The weight of the game's result against the values of the searches on the way to it: the lambda of TD(lambda)
    /// (Sutton 1988). With 1 only the result counts.
    pub lambda: f64,
}

/// Numbers of one side in a sample.
const SIDE: usize = HEIGHT + 1 + 7 + 1;
/// Numbers of both; after them those of [`settled`].
pub const POSITION: usize = 2 * SIDE;

/// The numbers of a sample: the state of both players, and the choices that the search settled on.
pub fn names() -> Vec<String> {
    let mut names = Vec::new();
    for color in Color::ALL {
        names.extend((1..=HEIGHT).map(|row| format!("{color}_row_{row}")));
        names.push(format!("{color}_piece"));
        names.extend(Piece::ALL.map(|piece| format!("{color}_gave_{piece}")));
        names.push(format!("{color}_combo"));
    }
    names.extend(settled::names());
    names
}

/// Both players of a sample, or their mirror images.
pub fn players(sample: &Sample, mirrored: bool) -> [Player; 2] {
    [0, SIDE].map(|at| player(&sample.features[at..], mirrored))
}

fn numbers(board: &Board) -> Vec<i16> {
    let mut numbers = Vec::with_capacity(POSITION);
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
        panic!("no well: {:?}", rows);
    };
    let digits: String = (0..7)
        .map(|index| numbers[HEIGHT + 1 + piece(index)].to_string())
        .collect();
    let Ok(given) = digits.parse::<PieceCounts>() else {
        panic!("no counts: {}", digits);
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

/// Turns a sample into an example for the net.
pub fn example(sample: &Sample, mirrored: bool) -> Example {
    let players = players(sample, mirrored);
    Example {
        sides: leaf::inputs(players.each_ref()).map(|on| on.to_vec()),
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
            let (nodes, is_full) = style.nodes.draw(&mut random);
            search.run(Color::Zero, &mut Budget::of_nodes(nodes));
            let mut numbers = numbers(&board);
            numbers.extend(if is_full {
                settled::numbers(&search)
            } else {
                settled::nothing()
            });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_learns_from_full_searches_alone() {
        let (params, value) = tetris2_learned::params::own();
        let with_choices = |one_in| {
            let style = Style {
                search: &params,
                value: &value,
                nodes: PlayoutCap {
                    full: 400,
                    one_in,
                    quick: 399,
                },
                noise: 0.05,
                lambda: 0.85,
            };
            let samples = samples(&style, 1);
            let has_choices = |sample: &&Sample| !settled::choices(sample).is_empty();
            (samples.iter().filter(has_choices).count(), samples.len())
        };
        let (full, all) = with_choices(1);
        // A search of a position that is nearly decided has few visits.
        assert!(full > all / 2 && all > 10, "{} of {}", full, all);
        let (full, all) = with_choices(4);
        assert!((2..all / 2).contains(&full), "{} of {}", full, all);
    }
}
