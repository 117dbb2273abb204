//! Made-up headers and games for tests.

use gameplay::game::TWO_SEATS;
use gameplay::record::{GameRecord, GameResult, ReplyRecord, Verdict};
use referee::conduct::Mode;
use serde_json::{Value, json};

use crate::fixture::Shard;
use crate::header::{Header, owned};
use crate::hypotheses::Hypotheses;

/// A header with nothing special in it.
pub fn header() -> Header {
    Header {
        game: Some("nogo".to_owned()),
        mode: Mode::KeepRunning,
        time_ms: Some(1000),
        first_turn_factor: 2,
        memory_mb: Some(256),
        output_bytes: Some(1 << 20),
        seed: Some(1),
        opening_plies: 2,
        swap: true,
        seatings: owned(TWO_SEATS),
        games: 2,
        players: vec!["a".to_owned(), "b".to_owned()],
        arena: None,
        ..Header::empty()
    }
}

/// The hypotheses of a test.
pub fn test() -> Hypotheses {
    Hypotheses {
        elo0: 0.0,
        elo1: 20.0,
        alpha: 0.05,
        beta: 0.05,
    }
}

/// Game `id` between A and B, in which the seats got these scores.
pub fn game(id: u32, scores: [i32; 2]) -> GameRecord {
    let reply = |turn, seat, ms, first| ReplyRecord {
        turn,
        seat,
        verdict: Verdict::Ok,
        ms: Some(ms),
        first,
        debug: None,
        failure: None,
        not_utf8: false,
        saved: None,
    };
    GameRecord {
        id,
        pair: id / 2,
        bot_seeds: Some(vec![5, 6]),
        moves: vec![json!([4, 4]), json!({"verdict": "TLE", "response": null})],
        replies: vec![
            reply(0, 0, 10.0, true),
            ReplyRecord {
                verdict: Verdict::Tle,
                failure: Some("late".into()),
                ..reply(1, 1, 1000.5, false)
            },
        ],
        result: GameResult::new(
            scores.map(Value::from).to_vec(),
            2,
            Some("INVALID_MOVE  (4,4) is not empty".to_owned()),
        ),
        wall_ms: Some(1020.5),
        ..GameRecord::begun(TWO_SEATS[id as usize % 2], Value::Null)
    }
}

/// The header of a league.
pub fn league_header(players: &[&str], games: u32, shard: Option<Shard>) -> Header {
    Header {
        league: true,
        games,
        players: players.iter().map(|name| (*name).to_owned()).collect(),
        shard,
        ..header()
    }
}

/// [`game`] between two players of a league.
pub fn league_game(a: usize, b: usize, id: u32, scores: [i32; 2]) -> GameRecord {
    GameRecord {
        a,
        b,
        ..game(id, scores)
    }
}
