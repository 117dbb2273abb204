//! The first line of a log of matches that the site has played.

use gameplay::Game;
use journal::header::{Header, SITE, owned};
use referee::conduct::FIRST_TURN_FACTOR;

/// The header of one match between these two, which tells neither limits nor seed.
pub(crate) fn header(game: &Game, players: [String; 2]) -> Header {
    Header {
        game: Some(game.name.to_owned()),
        judge: Some(SITE.to_owned()),
        first_turn_factor: FIRST_TURN_FACTOR,
        seatings: owned(game.seatings),
        games: 1,
        players: players.to_vec(),
        ..Header::empty()
    }
}
