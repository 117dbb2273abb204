//! Immediate threats: all pairs of moves of the coming turn. Which own moves win whatever the opponent replies, and after
//! which one a reply wins at once.

use tetris2::{Board, Color, Garbage, Move, Piece, Placement, Player, Well};

/// The winning move and the risks of one color in the coming turn.
#[derive(Clone, Debug, Default)]
pub struct Threats {
    /// A move that wins against every reply.
    pub win: Option<Move>,
    /// Own placements after which some reply wins at once.
    risks: Vec<Risk>,
}

#[derive(Clone, Copy, Debug)]
struct Risk {
    placement: Placement,
    /// The pieces that allow such a reply if they are given along with the placement, a bit for each code.
    pieces: u8,
}

/// A player after its own placement, before the opponent's garbage.
struct Placed {
    placement: Placement,
    player: Player,
    garbage: Garbage,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Undecided,
    Won,
    Lost,
}

impl Threats {
    /// Tries all pairs of placements, with all pieces.
    pub fn of(board: &Board, color: Color) -> Self {
        let own = placed(board, color);
        let theirs = placed(board, color.opponent());
        let gives = pieces(board, color);
        let gets = pieces(board, color.opponent());
        let mut threats = Self::default();
        for own in &own {
            let (mut sure, mut risky) = (gives, 0);
            for theirs in &theirs {
                let (won, lost) = winning_and_losing(own, theirs, gives, gets);
                sure &= won;
                risky |= lost;
            }
            let placement = own.placement;
            if let (Some(block), None) = (first(sure), threats.win) {
                threats.win = Some(Move { block, placement });
            }
            if risky != 0 {
                threats.risks.push(Risk {
                    placement,
                    pieces: risky,
                });
            }
        }
        threats
    }

    /// Is there a reply to the placement that wins at once, if this piece is given?
    pub fn is_risky(&self, mv: Move) -> bool {
        let risk = self
            .risks
            .iter()
            .find(|risk| risk.placement == mv.placement);
        risk.is_some_and(|risk| risk.pieces >> mv.block.code() & 1 == 1)
    }
}

/// The pieces that a color can give, a bit for each code.
fn pieces(board: &Board, color: Color) -> u8 {
    let choices = board.player(color).given.choices();
    choices.fold(0, |bits, piece| bits | 1 << piece.code())
}

fn first(pieces: u8) -> Option<Piece> {
    members(pieces).next()
}

fn members(pieces: u8) -> impl Iterator<Item = Piece> {
    Piece::ALL
        .iter()
        .copied()
        .filter(move |piece| pieces >> piece.code() & 1 == 1)
}

/// All that a color can do with its piece.
fn placed(board: &Board, color: Color) -> Vec<Placed> {
    let before = board.player(color);
    let landings = board.landings(color).distinct(before.piece);
    let place = |placement| {
        let mut player = *before;
        let garbage = player.lock(placement, board.rules());
        Placed {
            placement,
            player,
            garbage,
        }
    };
    landings.iter().map(place).collect()
}

/// Of the pieces that can be given: with which the own side wins, whatever piece it gets, and with which it can lose.
fn winning_and_losing(own: &Placed, theirs: &Placed, gives: u8, gets: u8) -> (u8, u8) {
    let totals = [own.player.total, theirs.player.total];
    let overflows = [(own, theirs), (theirs, own)]
        .map(|(to, from)| Well::overflows(to.player.height.into(), from.garbage.len()));
    if overflows != [false; 2] {
        return match ending(overflows, totals) {
            Ending::Undecided => (0, 0),
            Ending::Won => (gives, 0),
            Ending::Lost => (0, gives),
        };
    }
    let stuck = |to: &Placed, from: &Placed, pieces: u8| {
        let mut well = to.player.well;
        well.raise(from.garbage.rows());
        let stuck = members(pieces).filter(|&piece| is_stuck(&well, piece));
        stuck.fold(0, |bits, piece| bits | 1 << piece.code())
    };
    let own_stuck = stuck(own, theirs, gets);
    let their_stuck = stuck(theirs, own, gives);
    let (mut won, mut lost) = (0, 0);
    for block in members(gives) {
        let bit = 1 << block.code();
        // The ending with the own side stuck if it can be, and with it stuck only if it must be.
        let ends = [own_stuck != 0, own_stuck == gets]
            .map(|own| ending([own, their_stuck & bit != 0], totals));
        if ends == [Ending::Won; 2] {
            won |= bit;
        }
        if ends[0] == Ending::Lost {
            lost |= bit;
        }
    }
    (won, lost)
}

/// The end of a turn for the own side if these sides (own, theirs) are dead.
fn ending(dead: [bool; 2], totals: [u32; 2]) -> Ending {
    let [own, theirs] = totals;
    match dead {
        [true, true] if own == theirs => Ending::Undecided,
        [true, true] if own > theirs => Ending::Won,
        [true, _] => Ending::Lost,
        [false, true] => Ending::Won,
        [false, false] => Ending::Undecided,
    }
}

/// Up to this height every piece can enter: it needs at most four empty rows.
const ROOMY: usize = 16;

/// Returns `true` if there is no room for the piece.
#[inline]
pub fn is_stuck(well: &Well, piece: Piece) -> bool {
    well.height() > ROOMY && !well.has_room(piece)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `Threats` against the judge's rules, on positions from the ends of random games.
    #[test]
    fn wins_and_risks_are_what_the_rules_say() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut wins, mut risks) = (0, 0);
        for _ in 0..40 {
            let mut board = Board::new(Piece::ALL[random.usize(..7)]);
            let mut last = board;
            while board.outcome().is_none() {
                last = board;
                board.play(Color::ALL.map(|color| {
                    let moves: Vec<Move> = board.legal_moves(color).collect();
                    moves[random.usize(..moves.len())]
                }));
            }
            for color in Color::ALL {
                let threats = Threats::of(&last, color);
                let moves = |color| -> Vec<Move> {
                    let distinct = last.landings(color).distinct(last.player(color).piece);
                    last.legal_moves(color)
                        .filter(|mv| distinct.contains(mv.placement))
                        .collect()
                };
                let mut any_win = false;
                for own in moves(color) {
                    let loser = |theirs: Move| {
                        let mut next = last;
                        next.play_unchecked(match color {
                            Color::Zero => [own, theirs],
                            Color::One => [theirs, own],
                        });
                        next.outcome().and_then(|outcome| outcome.loser)
                    };
                    let losers: Vec<_> = moves(color.opponent()).into_iter().map(loser).collect();
                    let wins = losers.iter().all(|&loser| loser == Some(color.opponent()));
                    any_win |= wins;
                    assert!(wins || threats.win != Some(own), "{} in {:#}", own, last);
                    let risky = losers.contains(&Some(color));
                    assert_eq!(threats.is_risky(own), risky, "{own} in {last:#}");
                    risks += u32::from(risky);
                }
                assert_eq!(threats.win.is_some(), any_win, "{last:#}");
                wins += u32::from(any_win);
            }
        }
        assert!(wins > 5 && risks > 100, "{} {}", wins, risks);
    }
}
