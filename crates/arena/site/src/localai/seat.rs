//! One live match: what has been said in it, and the bot in its seat.

use arena_common::{Cancelled, Message, Stop, foreign};
use gameplay::Game;
use gameplay::botzone::{BotzoneGame, View};
use gameplay::record::{ReplyRecord, Verdict, milliseconds};
use players::player::Player;
use referee::botzone::ProgramSeat;
use referee::conduct::Rules;
use referee::saved::{self, SavedReport};
use referee::setup::GlobalData;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::wire::one_line;

/// The game, the player and the rules, which all matches have in common.
#[derive(Clone, Debug)]
pub struct LivePlayer {
    /// The game.
    pub game: &'static Game,
    /// Its properties as a game of Botzone.
    pub botzone: &'static BotzoneGame,
    /// The bot.
    pub program: Player,
    /// The rules, without the player's overrides.
    pub rules: Rules,
    /// Its `globaldata`.
    pub globaldata: GlobalData,
}

/// The history of a match: all that must survive the end of this program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The match's id.
    pub id: String,
    /// The bot's seed.
    pub seed: u64,
    /// The requests; the last one has no response yet if there is one more than responses.
    pub requests: Vec<Value>,
    /// The responses.
    pub responses: Vec<Value>,
    /// The records of the bot's replies; `turn` is the number of the response.
    pub replies: Vec<ReplyRecord>,
    /// True if the last request was a line of simple IO, so that its response must be one too.
    pub simple: bool,
    /// True if the site has the last response.
    pub accepted: bool,
}

impl History {
    /// A match that begins.
    pub fn new(id: String, seed: u64) -> Self {
        History {
            id,
            seed,
            requests: Vec::new(),
            responses: Vec::new(),
            replies: Vec::new(),
            simple: false,
            accepted: false,
        }
    }

    /// Returns true if a request has no response yet.
    pub fn is_waiting(&self) -> bool {
        self.requests.len() > self.responses.len()
    }
}

/// A match in play.
pub struct LiveMatch {
    /// The match so far.
    pub history: History,
    /// `None` once our rules and the site's requests have parted.
    view: Option<Box<dyn View>>,
    seat: ProgramSeat,
    game: &'static BotzoneGame,
    /// Turns where the fallback move was played since they were last taken: number of the request from 1, and why.
    saved: Vec<(usize, String)>,
}

/// The kind of a request line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A new turn.
    New,
    /// The one that is or was answered already.
    Again,
}

impl LiveMatch {
    /// The match as far as its history goes.
    ///
    /// # Errors
    /// If the bot's command wants what it does not get.
    pub fn new(player: &LivePlayer, history: History) -> anyhow::Result<Self> {
        let launch = player.program.launch(&player.rules, history.seed)?;
        let rules = player.program.overrides.apply(&player.rules);
        let simple = player.botzone.simple.filter(|_| rules.simple_io);
        let mut seat = ProgramSeat::new(launch, rules, simple, player.globaldata.clone());
        if player.program.is_foreign() {
            seat = seat.with_hints(player.botzone.simple.is_some(), player.program.first_move);
        }
        let mut view = (player.botzone.view)();
        let mut fits = true;
        for (i, request) in history.requests.iter().enumerate() {
            fits = fits && view.request(request).is_ok();
            if let Some(response) = history.responses.get(i) {
                fits = fits && view.response(response).is_ok();
                seat.skip(request.clone(), response.clone());
            }
        }
        Ok(LiveMatch {
            history,
            view: fits.then_some(view),
            seat,
            game: player.botzone,
            saved: Vec::new(),
        })
    }

    /// Takes a request line.
    ///
    /// The site names a match until it has the answer, and it may name it once more when the answer has just arrived.
    /// Equal requests can also be two turns (in Snake they often are), so the rules decide: a request that was
    /// answered and cannot be a new turn is the old one, and its answer goes out again.
    ///
    /// # Errors
    /// If the line cannot be used, with the reason; the match is as before.
    pub fn offer(&mut self, line: &str) -> Result<(Offer, Option<String>), String> {
        let (request, simple) = read_request(self.game, line)?;
        let last = self.history.requests.last();
        if self.history.is_waiting() {
            return if last == Some(&request) {
                Ok((Offer::Again, None))
            } else {
                Err(said!("a second request before the first was answered"))
            };
        }
        let mut warning = None;
        if let Some(view) = &mut self.view
            && let Err(why) = view.request(&request)
        {
            if last == Some(&request) {
                self.history.accepted = false;
                return Ok((Offer::Again, None));
            }
            self.view = None;
            warning = Some(said!(
                "the request {request} does not fit what was said before ({why}); the bot is asked anyway, but \
                 nobody checks its moves"
            ));
        }
        self.history.requests.push(request);
        self.history.simple = simple;
        Ok((Offer::New, warning))
    }

    /// Lets the bot answer the waiting request, if there is one. A bot that fails or moves illegally is replaced by a
    /// legal move as far as one is known; the warning tells of it.
    ///
    /// # Errors
    /// If it was cancelled: then the request goes on waiting.
    pub fn answer(&mut self) -> Result<Option<String>, Cancelled> {
        if !self.history.is_waiting() {
            return Ok(None);
        }
        let turn = self.history.responses.len();
        let request = self.history.requests[turn].clone();
        let mut fault = None;
        match self.seat.turn(request) {
            Err(Stop::Cancelled) => return Err(Cancelled),
            Err(Stop::Failed(error)) => fault = Some(Message::from(&error)),
            Ok(reply) => {
                if reply.verdict != Verdict::Ok {
                    let failure = reply.failure.clone().unwrap_or_default();
                    fault = Some(msg!("{}: {failure}", reply.verdict.name()));
                } else if let Some(view) = &mut self.view
                    && let Err(why) = view.response(&reply.response)
                {
                    fault = Some(msg!(
                        "an illegal move {}: {}",
                        reply.response,
                        foreign::read(&why)
                    ));
                } else {
                    self.history.responses.push(reply.response.clone());
                }
                let illegal = fault.as_ref().filter(|_| reply.verdict == Verdict::Ok);
                self.history.replies.push(ReplyRecord {
                    turn,
                    seat: 0,
                    verdict: reply.verdict,
                    ms: Some(milliseconds(reply.elapsed)),
                    first: reply.first,
                    debug: reply.debug,
                    failure: reply.failure.or_else(|| illegal.cloned()),
                    not_utf8: reply.not_utf8,
                    saved: None,
                });
                // The number of the request is that of the response.
                let asked: Vec<usize> = (0..=turn).collect();
                let reports: Vec<SavedReport> = (reply.reports.into_iter())
                    .map(|report| SavedReport::new(report, 0, &asked, turn))
                    .collect();
                saved::attach(&mut self.history.replies, &reports);
                let causes = reports.into_iter();
                self.saved
                    .extend(causes.map(|saved| (saved.turn + 1, saved.report.cause)));
            }
        }
        self.history.accepted = false;
        let Some(fault) = fault else {
            return Ok(None);
        };
        self.saved.push((turn + 1, fault.to_string()));
        let legal = self.view.as_ref().and_then(|view| view.fallback());
        let response = legal.clone().unwrap_or_default();
        if let Some(view) = &mut self.view
            && view.response(&response).is_err()
        {
            self.view = None;
        }
        self.seat.amend(response.clone());
        self.history.responses.push(response);
        Ok(Some(match legal {
            Some(_) => said!("the bot failed, a legal move was sent instead: {fault}"),
            None => said!("the bot failed and no legal move is known, null was sent: {fault}"),
        }))
    }

    /// The answers that a fallback move has saved since the last call: number of the request from 1, and why.
    pub fn take_saved(&mut self) -> Vec<(usize, String)> {
        std::mem::take(&mut self.saved)
    }

    /// The header with the answer, until the site has it.
    pub fn header(&self) -> Option<(String, String)> {
        let history = &self.history;
        let response = history.responses.last()?;
        if history.is_waiting() || history.accepted {
            return None;
        }
        let value = match (&self.game.simple, history.simple) {
            (Some(simple), true) => (simple.answer)(response),
            _ => one_line(response),
        };
        Some((format!("X-Match-{}", history.id), value))
    }
}

/// The request in a line, and whether it is a line of simple IO.
///
/// # Errors
/// If it is no request of this game.
pub fn read_request(game: &BotzoneGame, line: &str) -> Result<(Value, bool), String> {
    let not_json = match serde_json::from_str::<Value>(line) {
        Ok(request @ Value::Object(_)) => return Ok((request, false)),
        Ok(other) => said!(
            "{} is not an object",
            super::wire::start(&other.to_string())
        ),
        Err(error) => error.to_string(),
    };
    match game.simple.map(|simple| (simple.request)(line)) {
        Some(Ok(request)) => Ok((request, true)),
        Some(Err(why)) => Err(super::wire::start(&why)),
        None => Err(not_json),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use referee::conduct::Mode;
    use serde_json::json;

    use super::*;

    /// A command that plays this game; nobody starts it.
    pub fn player(name: &str) -> LivePlayer {
        let (game, botzone) = gameplay::games::standard().find_botzone(name).unwrap();
        LivePlayer {
            game,
            botzone,
            program: Player::command("no-such-program", vec!["no-such-program".to_owned()]),
            rules: Rules::new(Mode::Restart, Duration::from_secs(1)),
            globaldata: GlobalData::default(),
        }
    }

    #[test]
    fn requests_are_json_or_simple() {
        let nogo = player("nogo").botzone;
        let center = json!({"x": 4, "y": 4});
        assert_eq!(read_request(nogo, "4 4"), Ok((center.clone(), true)));
        assert_eq!(read_request(nogo, "{\"x\":4,\"y\":4}"), Ok((center, false)));
        for line in ["", "4", "[1,2]", "{\"x\":", "hello"] {
            assert!(read_request(nogo, line).is_err(), "{line}");
        }
        let snake = player("snake").botzone;
        assert!(
            read_request(snake, "1")
                .unwrap_err()
                .contains("not an object")
        );
    }
}
