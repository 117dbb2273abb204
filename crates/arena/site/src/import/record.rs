//! A match of the site as a game of an arena log.

use arena_common::{Message, foreign};
use gameplay::botzone::{log_move, logged_init};
use gameplay::record::{GameRecord, GameResult, ReplyRecord, Verdict};
use journal::header::Header;
use referee::botzone::play::why_illegal;
use serde_json::Value;

use super::check;
use super::read::{SiteLog, first_request, short};
use crate::first_line;

/// The log's two lines, with what our own referee says of the game. What the site's log does not tell, limits and seeds,
/// is not said. A is who sits in A's seats of the game's first seating, B is all others.
pub fn game(site: &SiteLog) -> (Header, GameRecord) {
    let seats = site.game.seatings[0];
    let name_of = |player: usize| {
        let own = (site.players.iter().enumerate()).filter(|(seat, _)| seats[*seat] == player);
        let named = own.map(|(seat, name)| name.clone().unwrap_or(format!("player {seat}")));
        named.collect::<Vec<_>>().join(", ")
    };
    let header = first_line::header(site.game, [0, 1].map(name_of));
    let (mut moves, mut replies) = (Vec::new(), Vec::new());
    let mut said: Vec<Vec<(Value, Value)>> = vec![Vec::new(); seats.len()];
    let (disagreement, our_err) = check::compare(site);
    // Some logs of the site do not tell how the match ended.
    let err = site.err.clone().or(our_err);
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
                first: said[answer.seat].is_empty(),
                debug: answer.debug.clone(),
                failure: None,
                not_utf8: false,
                saved: None,
            });
            let request = &played.output["content"][answer.seat.to_string()];
            said[answer.seat].push((request.clone(), answer.response.clone()));
        }
        moves.push(if written.len() == 1 {
            written.remove(0)
        } else {
            Value::Array(written)
        });
    }
    for reply in &mut replies {
        reply.failure = illegal(site, &moves, reply, &said[reply.seat], err.as_deref());
    }
    let times: Option<Vec<f64>> = replies.iter().map(|reply| reply.ms).collect();
    let record = GameRecord {
        wall_ms: times.map(|times| times.iter().sum()),
        replies,
        result: GameResult::new(site.scores.clone(), moves.len(), err),
        moves,
        disagreement,
        ..GameRecord::begun(seats, init(site))
    };
    (header, record)
}

/// The reason why an answer of the last turn is illegal, after all that its seat was asked and said.
fn illegal(
    site: &SiteLog,
    moves: &[Value],
    reply: &ReplyRecord,
    said: &[(Value, Value)],
    err: Option<&str>,
) -> Option<Message> {
    if reply.turn + 1 != moves.len() || reply.verdict != Verdict::Ok {
        return None;
    }
    let why = foreign::read(&why_illegal(site.botzone, said)?);
    let (_, response) = said.last()?;
    let played = msg!("it played {}", short(response));
    Some(match err {
        Some(err) => msg!("{played}; the judge said: {}; {why}", foreign::read(err)),
        None => msg!("{played}: {why}"),
    })
}

/// The initial data of the game: from the log, or else from the first requests.
fn init(site: &SiteLog) -> Value {
    let known = logged_init(&site.given, &site.made);
    (site.botzone.site_log.init)(known, first_request(site))
}
