//! The priors of the pieces that a player can give, where both wells are known.

use tetris2::{Player, Rules};

use crate::params::Params;
use crate::value;

/// The prior of each piece for the giver, by code: 1 for the piece whose best landing is worst for the receiver, 0 for
/// the one that suits it best, linear in between; 0 also for pieces that may not be given. A piece without room is the
/// worst for the receiver.
///
/// `receiver` is the receiver after this turn, except for the piece.
pub fn piece_priors(giver: &Player, receiver: &Player, params: &Params, rules: Rules) -> [f32; 7] {
    let mut values = [None; 7];
    for piece in giver.given.choices() {
        let receiver = Player { piece, ..*receiver };
        values[piece.index()] = Some(best_landing(&receiver, params, rules));
    }
    let low = values.iter().flatten().min().copied().unwrap_or(0);
    let high = values.iter().flatten().max().copied().unwrap_or(0);
    values.map(|value| match value {
        None => 0.0,
        Some(_) if low == high => 1.0,
        Some(value) => (high - value) as f32 / (high - low) as f32,
    })
}

/// The value of the player's best landing; of a dead side if there is no room for the piece.
fn best_landing(player: &Player, params: &Params, rules: Rules) -> i32 {
    let Player {
        well, piece, combo, ..
    } = *player;
    if !well.has_room(piece) {
        return 2 * params.dead;
    }
    let values = well
        .landings(piece, rules)
        .distinct(piece)
        .into_iter()
        .map(|placement| {
            let locked = well.lock(piece, placement);
            value::landing(&params.landing, piece, placement, &locked, combo)
        });
    values.max().unwrap_or(2 * params.dead)
}
