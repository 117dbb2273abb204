//! One game: referee and seats in turn.

use std::collections::BTreeMap;

use anyhow::Context;
use arena_common::words::cut;
use arena_common::{Message, Stop, foreign};
use gameplay::botzone::{
    BotzoneGame, Referee, Step, error_text, log_move, logged_init, read_output,
};
use gameplay::record::{GameResult, ReplyRecord, Verdict, milliseconds};
use serde_json::{Value, json};

use super::human_seat::HumanSeat;
use super::seat::{ProgramSeat, Reply};
use super::terminal::{Show, Shown};
use crate::saved::{self, SavedReport};
use crate::setup::{Observer, Played, Seat, Setup};

/// Limit of the turns of a game; no game of Botzone's comes near it.
const MAX_TURNS: usize = 5000;
/// Bytes of a move that a message shows.
const SHOWN_MOVE: usize = 200;

/// Plays one game to its end. Players who are asked in the same turn are asked one after the other; each has its
/// own clock. `game` is `None` if only the referee knows the rules.
///
/// # Errors
/// If the game was cancelled, a program cannot be started, or the referee does not do its part.
pub fn play(
    game: Option<&BotzoneGame>,
    referee: &mut dyn Referee,
    setup: Setup,
) -> Result<Played, Stop> {
    let seats = setup.seats.len();
    let show = setup.display.shown.then(|| Show {
        title: said!("game {}", setup.number),
        names: setup.display.names,
        views: game
            .filter(|_| setup.display.boards)
            .map(|game| (0..seats).map(|_| (game.view)()).collect()),
    });
    let occupants = setup.seats.into_iter();
    let mut running = Running {
        game,
        seats: (occupants.map(|seat| BotzoneSeat::new(seat, game))).collect::<Result<_, _>>()?,
        show,
        observer: setup.observer,
        moves: Vec::new(),
        replies: Vec::new(),
        hints: Vec::new(),
        reports: Vec::new(),
        displays: Vec::new(),
        asked_in: vec![Vec::new(); seats],
        said: vec![Vec::new(); seats],
    };
    let initdata = setup.start.initdata;
    let mut output = referee.begin(&initdata)?;
    let init = logged_init(&initdata, &output["initdata"]);
    let planned = setup.start.opening.len();
    let mut opening = setup.start.opening.into_iter();
    for turn in 0..MAX_TURNS {
        if game.is_none() {
            running.displays.push(output["display"].clone());
        }
        match read_output(&output, seats)? {
            Step::Ask(requests) => {
                let answers = opening.next().map(BTreeMap::from_iter);
                let entry = running.turn(turn, requests, answers)?;
                output = referee.turn(&entry)?;
                if let Some(observer) = &mut running.observer {
                    observer.played(&running.moves, &running.replies);
                }
            }
            Step::End(scores) => {
                let result = GameResult::new(scores, turn, error_text(&output["display"]));
                return running.end(init, planned, result);
            }
        }
    }
    Err(error!("no end after {MAX_TURNS} turns; is the judge the right one for this game?").into())
}

/// The occupant of a seat.
enum BotzoneSeat {
    Program(Box<ProgramSeat>),
    Person(HumanSeat),
}

impl BotzoneSeat {
    fn new(seat: Seat, game: Option<&BotzoneGame>) -> Result<Self, Stop> {
        Ok(match seat {
            Seat::Person { name, lines } => {
                let game = game.context("a human needs a game with pictures: give --game")?;
                BotzoneSeat::Person(HumanSeat::new(name, (game.view)(), lines))
            }
            Seat::Program {
                launch,
                foreign,
                first_move,
                globaldata,
                rules,
            } => {
                let known = game.and_then(|game| game.simple);
                let simple = if rules.simple_io {
                    Some(known.context("this game has no simple IO that the arena knows")?)
                } else {
                    None
                };
                let mut seat = ProgramSeat::new(launch, *rules, simple, globaldata);
                if foreign {
                    seat = seat.with_hints(known.is_some(), first_move);
                }
                BotzoneSeat::Program(Box::new(seat))
            }
        })
    }

    fn turn(&mut self, request: Value) -> Result<Reply, Stop> {
        match self {
            BotzoneSeat::Program(seat) => seat.turn(request),
            BotzoneSeat::Person(seat) => seat.turn(&request),
        }
    }

    /// See [`ProgramSeat::odd_line`].
    fn odd_line(&self) -> Option<&str> {
        match self {
            BotzoneSeat::Program(seat) => seat.odd_line(),
            BotzoneSeat::Person(_) => None,
        }
    }

    fn skip(&mut self, request: Value, response: Value) -> Result<(), Stop> {
        match self {
            BotzoneSeat::Program(seat) => {
                seat.skip(request, response);
                Ok(())
            }
            BotzoneSeat::Person(seat) => seat.skip(&request, &response),
        }
    }
}

/// A game in progress.
struct Running<'g, 'o> {
    game: Option<&'g BotzoneGame>,
    seats: Vec<BotzoneSeat>,
    show: Option<Show>,
    observer: Option<&'o mut dyn Observer>,
    moves: Vec<Value>,
    replies: Vec<ReplyRecord>,
    /// For each reply what cures an answer that the referee cannot use.
    hints: Vec<Option<Message>>,
    reports: Vec<SavedReport>,
    /// The judge's displays, if only the judge knows the game.
    displays: Vec<Value>,
    /// Of each seat: the turns in which it was asked.
    asked_in: Vec<Vec<usize>>,
    /// Of each seat: its requests and responses.
    said: Vec<Vec<(Value, Value)>>,
}

impl Running<'_, '_> {
    /// Asks the seats, or lets them answer as the opening says. Returns the entry for the referee's log.
    fn turn(
        &mut self,
        turn: usize,
        requests: Vec<(usize, Value)>,
        mut opening: Option<BTreeMap<usize, Value>>,
    ) -> Result<Value, Stop> {
        let (mut entry, mut written, mut shown) = (json!({}), Vec::new(), Vec::new());
        if let Some(show) = &mut self.show {
            show.requests(&requests)?;
        }
        for (seat, request) in requests {
            self.asked_in[seat].push(turn);
            self.said[seat].push((request.clone(), Value::Null));
            let answer = &mut entry[seat.to_string()];
            let (verdict, response) = match &mut opening {
                Some(opening) => {
                    let response = opening.remove(&seat).with_context(|| {
                        msg!(
                            "the judge asks player {seat} in turn {}, where the opening has no move for it",
                            turn + 1
                        )
                    })?;
                    self.seats[seat].skip(request, response.clone())?;
                    (Verdict::Ok, response)
                }
                None => {
                    let mut reply = self.seats[seat].turn(request)?;
                    let response = std::mem::take(&mut reply.response);
                    *answer = timing(&reply);
                    if let Some(debug) = &reply.debug {
                        answer["debug"] = json!(debug);
                    }
                    let verdict = reply.verdict;
                    self.note(turn, seat, reply);
                    (verdict, response)
                }
            };
            if let Some((_, last)) = self.said[seat].last_mut() {
                *last = response.clone();
            }
            if self.show.is_some() {
                let word = self.game.and_then(|game| (game.view)().word(&response));
                shown.push(Shown {
                    seat,
                    verdict: opening.is_none().then_some(verdict),
                    word: word.unwrap_or_else(|| response.to_string()),
                    response: response.clone(),
                });
            }
            written.push(log_move(self.game, verdict, &response));
            answer["verdict"] = json!(verdict.name());
            answer["response"] = response;
        }
        if let Some(show) = &mut self.show {
            show.replies(turn, &shown)?;
        }
        self.moves.push(if written.len() == 1 {
            written.remove(0)
        } else {
            Value::Array(written)
        });
        Ok(entry)
    }

    fn note(&mut self, turn: usize, seat: usize, reply: Reply) {
        let asked_in = &self.asked_in[seat];
        let reports = reply.reports.into_iter();
        self.reports
            .extend(reports.map(|report| SavedReport::new(report, seat, asked_in, turn)));
        self.hints.push(reply.hint);
        self.replies.push(ReplyRecord {
            turn,
            seat,
            verdict: reply.verdict,
            ms: Some(milliseconds(reply.elapsed)),
            first: reply.first,
            debug: reply.debug,
            failure: reply.failure,
            not_utf8: reply.not_utf8,
            saved: None,
        });
    }

    fn end(mut self, init: Value, planned: usize, result: GameResult) -> Result<Played, Stop> {
        self.name_illegal_moves(&result);
        if let Some(show) = &self.show {
            show.result(&result)?;
        }
        saved::attach(&mut self.replies, &self.reports);
        Ok(Played {
            init,
            opening: planned.min(self.moves.len()),
            moves: self.moves,
            replies: self.replies,
            result,
            displays: self.displays,
        })
    }

    /// Adds to the replies of the last turn what was illegal about them.
    fn name_illegal_moves(&mut self, result: &GameResult) {
        let Some(err) = &result.err else { return };
        let replies = self.replies.iter_mut().zip(&self.hints).rev();
        for (reply, hint) in replies.take_while(|(reply, _)| reply.turn + 1 == result.turns) {
            let said = &self.said[reply.seat];
            let illegal = match self.game {
                Some(game) => why_illegal(game, said).map(|why| foreign::read(&why)),
                // Only the judge knows the rules.
                None => {
                    let lower = err.to_ascii_lowercase();
                    let blamed = result.winner.is_some_and(|winner| winner != reply.seat)
                        && (lower.contains("invalid") || lower.contains("illegal"));
                    blamed.then(Message::default)
                }
            };
            let Some(why) = illegal.filter(|_| reply.verdict == Verdict::Ok) else {
                continue;
            };
            let mv = said.last().map(|(_, response)| response.to_string());
            let mv = cut(mv.unwrap_or_default(), SHOWN_MOVE);
            let played = match self.seats[reply.seat].odd_line() {
                Some(line) => {
                    let line = cut(line.to_owned(), SHOWN_MOVE);
                    msg!("it printed {line:?}, read as {mv}")
                }
                None => msg!("it played {mv}"),
            };
            let said = [
                msg!("{played}; the judge said: {}", foreign::read(err)),
                why,
            ];
            let said = said
                .into_iter()
                .chain(hint.clone())
                .filter(|text| *text != Message::default());
            reply.failure = said.reduce(|text, more| msg!("{text}; {more}"));
        }
    }
}

/// Why the last response of a seat was illegal or malformed, after these requests and responses; `None` if it was neither.
/// In Snake a move that kills is neither.
pub fn why_illegal(game: &BotzoneGame, said: &[(Value, Value)]) -> Option<String> {
    let (last, earlier) = said.split_last()?;
    let mut view = (game.view)();
    for (request, response) in earlier {
        view.request(request).ok()?;
        view.response(response).ok()?;
    }
    view.request(&last.0).ok()?;
    view.response(&last.1).err()
}

/// Time and memory of an answer as the site's log has them.
fn timing(reply: &Reply) -> Value {
    let ms = u64::try_from(reply.elapsed.as_millis()).unwrap_or(u64::MAX);
    json!({"time": ms, "memory": reply.memory >> 20})
}
