//! The priors of the pieces that a player can give, where both wells are known.

use tetris2::{Player, Rules};

use crate::value::Value;

/// The prior of each piece for the giver, by code: 1 for the piece whose best landing is worst for the receiver, 0 for
/// the one that suits it best, linear in between; 0 also for pieces that may not be given. A piece without room is the
/// worst for the receiver.
///
/// `receiver` is the receiver after this turn, except for the piece.
pub fn piece_priors(giver: &Player, receiver: &Player, value: &Value, rules: Rules) -> [f32; 7] {
    let best = best_landings(giver, receiver, value, rules);
    let values = || best.iter().flatten().flatten();
    let low = values().min().copied().unwrap_or(0);
    let high = values().max().copied().unwrap_or(0);
    best.map(|best| match best {
        None => 0.0,
        Some(None) => 1.0,
        Some(Some(_)) if low == high => 1.0,
        Some(Some(best)) => (high - best) as f32 / (high - low) as f32,
    })
}

/// By code: the value of the receiver's best landing of each piece that can be given; `Some(None)` where it has no
/// room for the piece, `None` where the piece may not be given.
pub fn best_landings(
    giver: &Player,
    receiver: &Player,
    value: &Value,
    rules: Rules,
) -> [Option<Option<i32>>; 7] {
    let mut best = [None; 7];
    for piece in giver.given.choices() {
        let mut gifts = giver.given;
        gifts.add(piece);
        let receiver = Player { piece, ..*receiver };
        best[piece.index()] = Some(value.best_landing(&receiver, gifts, rules));
    }
    best
}
