//! A match of the site as a game of an arena log.

use contest::log::{self, Header};
use referee::botzone::{log_move, logged_init, winner};
use referee::conduct::{FIRST_TURN_FACTOR, MEMORY_MB, Mode, OUTPUT_LIMIT, TIME_MS};
use referee::record::{GameRecord, GameResult, ReplyRecord};
use serde_json::Value;

use super::check;
use super::read::{SiteLog, first_request};

/// The log's two lines, with what our own referee says of the game. Time and memory limits are the site's
/// (protocol description, section 5).
pub fn game(site: &SiteLog) -> (Header, GameRecord) {
    let header = Header {
        format: log::FORMAT.to_owned(),
        version: log::VERSION,
        game: Some(site.game.name.to_owned()),
        judge: Some("botzone.org.cn".to_owned()),
        mode: Mode::Restart,
        simple_io: false,
        time_ms: TIME_MS,
        first_turn_factor: FIRST_TURN_FACTOR,
        memory_mb: MEMORY_MB,
        output_bytes: OUTPUT_LIMIT,
        nodes: None,
        seed: 0,
        opening_plies: 0,
        own_openings: false,
        openings: None,
        swap: false,
        games: 1,
        players: [0, 1].map(|seat: usize| {
            let name = site.players[seat].clone();
            name.unwrap_or_else(|| format!("player {seat}"))
        }),
        arena: log::arena(),
        max_round: None,
        identities: Vec::new(),
        sittings: Vec::new(),
    };
    let (mut moves, mut replies, mut asked) = (Vec::new(), Vec::new(), [false; 2]);
    for (turn, played) in site.turns.iter().enumerate() {
        let mut written = Vec::new();
        for answer in &played.answers {
            written.push(log_move(
                Some(site.botzone),
                answer.verdict,
                &answer.response,
            ));
            replies.push(ReplyRecord {
                turn,
                seat: answer.seat,
                verdict: answer.verdict,
                ms: answer.ms,
                first: !std::mem::replace(&mut asked[answer.seat], true),
                debug: answer.debug.clone(),
                trouble: None,
                not_utf8: false,
                saved: None,
            });
        }
        moves.push(if written.len() == 1 {
            written.remove(0)
        } else {
            Value::Array(written)
        });
    }
    let record = GameRecord {
        id: 0,
        pair: 0,
        seats: [0, 1],
        bot_seeds: [0, 0],
        init: init(site),
        opening: 0,
        wall_ms: replies.iter().map(|reply| reply.ms).sum(),
        replies,
        result: GameResult {
            scores: site.scores.clone(),
            turns: moves.len(),
            winner: winner(&site.scores),
            err: site.err.clone(),
        },
        moves,
        disagreement: check::difference(site),
        analysis: None,
        displays: Vec::new(),
    };
    (header, record)
}

/// What the game was made from: what the log tells, and for want of that what the first requests tell.
fn init(site: &SiteLog) -> Value {
    let known = logged_init(&site.given, &site.made);
    (site.botzone.site_log.init)(known, first_request(site))
}
