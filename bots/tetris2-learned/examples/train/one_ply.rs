//! Games of one-ply players: what the value of one side is learned from.

use std::cmp::Reverse;

use fastrand::Rng;
use tetris2::{Board, Color, Garbage, Move, Piece, Placement, Player, Rules, Well};
use tetris2_learned::features;
use tetris2_learned::value::{Value, chance, terms};
use train::dataset::Sample;

/// The settings of a game.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    /// The value that both sides play by; `None` plays at random.
    pub value: Option<&'a Value>,
    /// Part of the choices that are not the best known.
    pub noise: f64,
    /// The weight of the game's result against the values of the positions on the way to it: the lambda of TD(lambda)
    /// (Sutton 1988). With 1 only the result counts.
    pub lambda: f64,
}

/// Turns at the start that are played at random.
pub const OPENING: usize = 2;
/// A noisy placement is one of this many best ones.
const NOISY: usize = 5;

/// Plays a game; all positions after the opening, seen from color 0.
pub fn samples(style: &Style, seed: u64) -> Vec<Sample> {
    let (boards, loser) = play(style, seed);
    let mut target = match loser {
        None => 0.5,
        Some(Color::Zero) => 0.0,
        Some(Color::One) => 1.0,
    };
    let mut samples = Vec::new();
    for board in boards.iter().skip(OPENING).rev() {
        samples.push(Sample {
            game: 0,
            target: target as f32,
            features: difference(board),
        });
        if let Some(value) = style.value {
            let [zero, one] = value.sides(Color::ALL.map(|color| board.player(color)));
            target = style.lambda * target + (1.0 - style.lambda) * f64::from(chance(zero - one));
        }
    }
    samples.reverse();
    samples
}

/// The terms of color 0 minus those of color 1.
fn difference(board: &Board) -> Vec<i16> {
    let [zero, one] = Color::ALL.map(|color| {
        let player = board.player(color);
        let gifts = board.player(color.opponent()).given;
        terms(&features::counts(&player.well), player, gifts)
    });
    zero.iter().zip(one).map(|(zero, one)| zero - one).collect()
}

/// All positions of a game, and its loser.
pub fn play(style: &Style, seed: u64) -> (Vec<Board>, Option<Color>) {
    let mut random = Rng::with_seed(seed);
    let mut board = Board::new(Piece::ALL[random.usize(..7)]);
    let mut boards = Vec::new();
    loop {
        if let Some(outcome) = board.outcome() {
            return (boards, outcome.loser);
        }
        boards.push(board);
        let moves = match style.value {
            Some(value) if boards.len() > OPENING => {
                chosen(value, &board, style.noise, &mut random)
            }
            _ => Color::ALL.map(|color| random_move(&board, color, &mut random)),
        };
        board.play_unchecked(moves);
    }
}

/// One of the legal moves.
pub fn random_move(board: &Board, color: Color, random: &mut Rng) -> Move {
    let moves: Vec<Move> = board.legal_moves(color).collect();
    moves[random.usize(..moves.len())]
}

/// Each side takes the landing with the largest value, and gives the piece whose best landing is then worst, taking
/// the opponent for the same kind of player. Noise makes some of the choices other ones.
fn chosen(value: &Value, board: &Board, noise: f64, random: &mut Rng) -> [Move; 2] {
    let noisy = Color::ALL.map(|_| [random.f64() < noise, random.f64() < noise]);
    let rules = board.rules();
    let best = Color::ALL.map(|color| landings(value, board, color));
    let after = |color: Color, placement: Placement| {
        let mut player = *board.player(color);
        let garbage = player.lock(placement, rules);
        (player, garbage)
    };
    let expected = Color::ALL.map(|color| after(color, best[color.index()][0]).0);
    Color::ALL.map(|color| {
        let [noisy_placement, noisy_piece] = noisy[color.index()];
        let best = &best[color.index()];
        let at = if noisy_placement {
            random.usize(..best.len().min(NOISY))
        } else {
            0
        };
        let (own, garbage) = after(color, best[at]);
        let block = if noisy_piece {
            let choices: Vec<Piece> = own.given.choices().collect();
            choices[random.usize(..choices.len())]
        } else {
            worst_piece(
                value,
                &own,
                expected[color.opponent().index()],
                garbage,
                rules,
            )
        };
        Move {
            block,
            placement: best[at],
        }
    })
}

/// The landings, best first.
fn landings(value: &Value, board: &Board, color: Color) -> Vec<Placement> {
    let gifts = board.player(color.opponent()).given;
    let mut found = Vec::new();
    value.landings(
        board.player(color),
        gifts,
        board.rules(),
        |placement, value| {
            found.push((value, placement));
        },
    );
    found.sort_by_key(|&(value, _)| Reverse(value));
    found.into_iter().map(|(_, placement)| placement).collect()
}

/// The piece whose best landing is worst for the receiver.
fn worst_piece(
    value: &Value,
    giver: &Player,
    mut receiver: Player,
    garbage: Garbage,
    rules: Rules,
) -> Piece {
    receiver.well.raise(garbage.rows());
    let best = |piece: &Piece| {
        let mut gifts = giver.given;
        gifts.add(*piece);
        let receiver = Player {
            piece: *piece,
            ..receiver
        };
        value.best_landing(&receiver, gifts, rules)
    };
    let choices = giver.given.choices();
    choices.min_by_key(best).unwrap_or(Piece::L)
}

/// The mean worth of 0 to 5 rows in the opponent's well: the fall of its value if rows with one common hole enter, over
/// positions of these games. In ten-thousandths of a logit.
pub fn worth_of_rows(style: &Style, value: &Value, seeds: impl Iterator<Item = u64>) -> [i32; 6] {
    let mut sums = [0; 6];
    let mut count = 0;
    for seed in seeds {
        let mut random = Rng::with_seed(seed);
        for board in play(style, seed).0 {
            for color in Color::ALL {
                let player = board.player(color);
                let gifts = board.player(color.opponent()).given;
                let height = player.well.height();
                if Well::overflows(height, 5) {
                    continue;
                }
                let row = 0x3ff & !(1 << random.u16(..10));
                count += 1;
                for (rows, sum) in sums.iter_mut().enumerate() {
                    let mut raised = *player;
                    raised.well.raise(&[row; 5][..rows]);
                    let loss = value.side(player, gifts) - value.side(&raised, gifts);
                    *sum += i64::from(loss);
                }
            }
        }
    }
    sums.map(|sum| (sum / i64::from(count.max(1))) as i32)
}
