//! The first line of a log of matches that the site has played.

use gameplay::Game;
use journal::header::{FORMAT, Header, SITE, VERSION, arena, owned};
use referee::conduct::{FIRST_TURN_FACTOR, Mode};

/// The header of one match between these two, which tells neither limits nor seed.
pub(crate) fn header(game: &Game, players: [String; 2]) -> Header {
    Header {
        format: FORMAT.to_owned(),
        version: VERSION,
        league: false,
        game: Some(game.name.to_owned()),
        judge: Some(SITE.to_owned()),
        mode: Mode::Restart,
        simple_io: false,
        time_ms: None,
        first_turn_factor: FIRST_TURN_FACTOR,
        memory_mb: None,
        output_bytes: None,
        nodes: None,
        seed: None,
        opening_plies: 0,
        own_openings: false,
        openings: None,
        swap: false,
        seatings: owned(game.seatings),
        test: None,
        games: 1,
        max_round: None,
        players: players.to_vec(),
        specs: Vec::new(),
        identities: Vec::new(),
        shard: None,
        arena: arena(),
        sittings: Vec::new(),
    }
}
