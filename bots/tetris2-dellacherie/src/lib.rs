//! Pierre Dellacherie's one-ply player, the strongest controller of the days when weights were set by hand.
//!
//! Every landing of the piece is tried and the well after it [rated](weights) by a weighted sum of [features]. The
//! opponent is assumed to be the same kind of player: its landing of this turn is predicted that way, our garbage enters
//! below it, and of the pieces that the count rule allows it gets the one whose best landing is then worst for it. A piece
//! that cannot enter at all is worst of all.
//!
//! The landing that is played has the largest sum of three terms:
//! * its value;
//! * a weight for every piece that the opponent may give us and that has no room after the garbage that it is predicted
//!   to send: that is how games are lost;
//! * minus a share of what the best landing of the worst piece is worth to the opponent: that is what an attack is for.
//!
//! There is no second ply: what we do with the piece that we get is not considered.
//!
//! Besides Dellacherie's six features and the two terms for both wells there are weights for hole depth and rows with
//! holes, for rows sent and for the combo. Those in `params.json` were tuned by the cross-entropy method over games
//! against those in `textbook.json`, which are Dellacherie's own: -1, 1, -1, -1, -4, -1 in hundredths, and 0 for all
//! others. [`Textbook`] is the player with those, to measure against: the tuned weights take 74 % of 2,000 games of the
//! arena (seed 7). Without the two terms for both wells they take 67 % of 4,000 games; if the textbook's weights are
//! given the same two terms, 66 %. (Neither player has a clock or a memory, so the two games of a pair are one game
//! seen from both seats: 100 games of the arena are 50 that count.)

pub mod features;
pub mod weights;

use botzone::{Answer, Bot, Turn};
use tetris2::botzone::State;
use tetris2::{Garbage, Move, Piece, PieceCounts, Placement, Player, Rules, Well};

use crate::weights::Weights;

/// The bot. It remembers nothing.
pub struct Dellacherie {
    weights: Weights,
}

impl Bot for Dellacherie {
    type State = State;
    type Move = Move;

    const BENCH_NODES: u64 = 1;
    const BENCH: &'static str = include_str!("../bench.txt");

    fn new() -> Self {
        Dellacherie::with(read(include_str!("../params.json")))
    }

    fn with_params(text: &str) -> Result<Self, String> {
        Weights::parse(text).map(Dellacherie::with)
    }

    fn choose(&mut self, seat: &State, _: &Turn) -> Answer<Move> {
        let board = seat.board();
        let own = board.player(seat.color());
        let opponent = board.player(seat.color().opponent());
        let predicted = self.predicted(opponent, board.rules());
        let plans = self.plans(own, opponent, &predicted, board.rules());
        let worst_pieces = 1 + plans.iter().filter(|plan| plan.sends).count();
        let Some(plan) = first_best(plans.into_iter(), |plan| plan.value) else {
            unreachable!("a bot is asked where it has a legal move");
        };
        let block = plan.gift.piece;
        Answer {
            mv: Move {
                block,
                placement: plan.placement,
            },
            value: plan.value.into(),
            // The predicted landings, the own ones, and those of every piece that was considered as a gift.
            nodes: (2 + worst_pieces * own.given.choices().count()) as u64,
            debug: match plan.gift.value {
                Some(value) => format!("{block} is worth {value} to the opponent"),
                None => format!("the opponent has no room for {block}"),
            },
        }
    }
}

impl Dellacherie {
    /// A bot with other weights.
    pub fn with(weights: Weights) -> Self {
        Self { weights }
    }

    /// The opponent's half of this turn, if it places as a one-ply player with our weights would.
    fn predicted(&self, opponent: &Player, rules: Rules) -> Predicted {
        let mut player = *opponent;
        let garbage = match best(&self.weights, opponent, rules) {
            Some(best) => player.lock(best.placement, rules),
            None => Garbage::default(),
        };
        Predicted { player, garbage }
    }

    /// All own landings, each with the worst piece to give after it.
    fn plans(
        &self,
        own: &Player,
        opponent: &Player,
        predicted: &Predicted,
        rules: Rules,
    ) -> Vec<Plan> {
        let calm = self.worst_piece(own, &predicted.player, Garbage::default(), rules);
        let plan = |rated: Rated| {
            let mut after = *own;
            let garbage = after.lock(rated.placement, rules);
            let gift = match garbage.is_empty() {
                true => calm,
                false => self.worst_piece(own, &predicted.player, garbage, rules),
            };
            let no_room = pieces_without_room(after, predicted.garbage, opponent.given);
            Plan {
                placement: rated.placement,
                sends: !garbage.is_empty(),
                gift,
                value: 100 * (rated.value + self.weights.no_room * no_room)
                    - self.weights.opponent * gift.value.unwrap_or(LOST),
            }
        };
        rated(&self.weights, own, rules).map(plan).collect()
    }

    /// The piece whose best landing is worst for this opponent after our garbage, the first of them by code.
    fn worst_piece(&self, own: &Player, opponent: &Player, garbage: Garbage, rules: Rules) -> Gift {
        let mut opponent = *opponent;
        let overflows = Well::overflows(opponent.height.into(), garbage.len());
        opponent.well.raise(garbage.rows());
        let gift = |piece: Piece| {
            let opponent = Player { piece, ..opponent };
            let value = match opponent.well.has_room(piece) {
                true => best(&self.weights, &opponent, rules).map(|best| best.value),
                false => None,
            };
            Gift { piece, value }
        };
        let worst = own.given.choices().map(gift).min_by_key(|gift| gift.value);
        let Gift { piece, value } = worst.unwrap_or(Gift {
            piece: Piece::L,
            value: None,
        });
        Gift {
            piece,
            value: if overflows { None } else { value },
        }
    }
}

/// The value of a lost well to its owner: less than any other.
const LOST: i32 = -100_000;

/// A player after its half of a turn, and the garbage that it sends.
struct Predicted {
    player: Player,
    garbage: Garbage,
}

/// A whole move and its value, in hundredths of a landing's value.
struct Plan {
    placement: Placement,
    /// True if it sends garbage.
    sends: bool,
    gift: Gift,
    value: i32,
}

/// A piece for the opponent, and what its best landing is worth to it; `None` if it is lost.
#[derive(Clone, Copy)]
struct Gift {
    piece: Piece,
    value: Option<i32>,
}

/// A landing and its value.
struct Rated {
    placement: Placement,
    value: i32,
}

/// All landings of the player's piece with their values, by orientation, row and column.
fn rated<'a>(
    weights: &'a Weights,
    player: &Player,
    rules: Rules,
) -> impl Iterator<Item = Rated> + 'a {
    let Player {
        well, piece, combo, ..
    } = *player;
    let landings = well.landings(piece, rules).distinct(piece);
    landings.iter().map(move |placement| {
        let locked = well.lock(piece, placement);
        Rated {
            placement,
            value: weights.value(piece, placement, &locked, combo),
        }
    })
}

/// The landing with the largest value; `None` if there is none.
fn best(weights: &Weights, player: &Player, rules: Rules) -> Option<Rated> {
    first_best(rated(weights, player, rules), |rated| rated.value)
}

/// The first of those with the largest value. (Of equals `max_by_key` would take the last.)
fn first_best<T>(all: impl Iterator<Item = T>, value: impl Fn(&T) -> i32) -> Option<T> {
    all.reduce(|best, next| {
        if value(&next) > value(&best) {
            next
        } else {
            best
        }
    })
}

/// The number of pieces that the player can get and that have no room in its well after this garbage; all of them if it
/// overflows.
fn pieces_without_room(mut player: Player, garbage: Garbage, gifts: PieceCounts) -> i32 {
    let overflows = Well::overflows(player.height.into(), garbage.len());
    player.well.raise(garbage.rows());
    let stuck = gifts
        .choices()
        .filter(|&piece| overflows || !player.well.has_room(piece));
    stuck.count() as i32
}

fn read(text: &str) -> Weights {
    match Weights::parse(text) {
        Ok(weights) => weights,
        Err(error) => panic!("{}", error),
    }
}

/// The same bot with the textbook weights.
pub struct Textbook(Dellacherie);

impl Bot for Textbook {
    type State = State;
    type Move = Move;

    const BENCH_NODES: u64 = Dellacherie::BENCH_NODES;
    const BENCH: &'static str = Dellacherie::BENCH;

    fn new() -> Self {
        Self(Dellacherie::with(read(include_str!("../textbook.json"))))
    }

    fn choose(&mut self, seat: &State, turn: &Turn) -> Answer<Move> {
        self.0.choose(seat, turn)
    }
}

botzone::bench_test!(Dellacherie, tetris2::botzone);

#[cfg(test)]
mod tests;
