//! One half-game: the judger's part between the logic and the seats.
//!
//! A message goes from the logic to the judger or, as raw bytes, to a seat. Its clock starts anew when the number of the
//! state changes, so all snakes of a half-round share it, with the arena's own limit in place of the logic's, doubled in
//! the first half-round, where the program starts. Packets that are [given](super::given) come first.

mod clock;
mod end;
#[cfg(test)]
mod tests;

use std::time::Instant;

use anyhow::Context;
use arena_common::words::cut;
use arena_common::{Message, Stop, foreign, screen::say};
use gameplay::record::{GameResult, ReplyRecord, Verdict, milliseconds};
use gameplay::saiblo::{Follower, Output};
use serde_json::{Value, json};

use super::earlier_packets::EarlierPackets;
use super::logic::Logic;
use super::seat::{Listened, SaibloSeat};
use crate::conduct::Rules;
use crate::saved::{self, SavedReport};
use crate::setup::{Display, Observer};
use clock::Clock;
use end::End;

/// Longest packet in bytes if the logic does not say otherwise.
pub const LENGTH: usize = 2048;

/// Limit of the half-rounds of a half-game.
const MAX_STATES: usize = 20_000;

/// A finished half-game.
#[derive(Debug)]
pub struct Finished {
    /// For each half-round the numbers of the operations.
    pub moves: Vec<Value>,
    /// The replies of each half-round.
    pub replies: Vec<ReplyRecord>,
    /// The end.
    pub result: GameResult,
}

/// A half-game in progress.
pub struct Judger<'a, 'o> {
    logic: &'a mut dyn Logic,
    seats: &'a mut [SaibloSeat],
    rules: &'a Rules,
    /// The text before every line that is shown.
    title: String,
    display: Display,
    observer: Option<&'o mut dyn Observer>,
    /// The half-game as seat 0 knows it: the arena follows it as a bot does.
    follower: Box<dyn Follower>,
    length: usize,
    clock: Option<Clock>,
    /// The packets to be played again.
    given: EarlierPackets,
    sat: Vec<bool>,
    verdicts: Vec<Verdict>,
    moves: Vec<Value>,
    replies: Vec<ReplyRecord>,
    /// Of each seat: the half-rounds of its packets.
    answered_in: Vec<Vec<usize>>,
    /// The last packet of each seat, as text.
    packets: Vec<Message>,
    reports: Vec<SavedReport>,
}

impl<'a, 'o> Judger<'a, 'o> {
    /// A half-game before its first message.
    pub fn new(
        logic: &'a mut dyn Logic,
        seats: &'a mut [SaibloSeat],
        follower: Box<dyn Follower>,
        rules: &'a Rules,
    ) -> Judger<'a, 'o> {
        let number = seats.len();
        Judger {
            logic,
            seats,
            rules,
            title: String::new(),
            display: Display::default(),
            observer: None,
            follower,
            length: LENGTH,
            clock: None,
            given: EarlierPackets::default(),
            sat: vec![false; number],
            verdicts: vec![Verdict::Ok; number],
            moves: Vec::new(),
            replies: Vec::new(),
            answered_in: vec![Vec::new(); number],
            packets: vec![Message::default(); number],
            reports: Vec::new(),
        }
    }

    /// Shows the half-game, and tells the observer of every operation.
    pub fn watched(
        mut self,
        title: String,
        display: Display,
        observer: Option<&'o mut dyn Observer>,
    ) -> Self {
        (self.title, self.display, self.observer) = (title, display, observer);
        self
    }

    /// Begins with packets that were played before.
    pub fn after(mut self, given: EarlierPackets) -> Self {
        self.given = given;
        self
    }

    /// Plays the half-game with this configuration to its end.
    ///
    /// # Errors
    /// If the match was cancelled, a stream fails, or the logic does not do its part.
    pub fn play(mut self, config: &Value) -> Result<Finished, Stop> {
        // The logic may insist on a place for its replay, which nobody here wants.
        let number = self.seats.len();
        self.logic.send(&json!({
            "player_list": vec![1; number], "player_num": number, "config": config, "replay": "/dev/null"
        }))?;
        while self.moves.len() <= MAX_STATES {
            let output = match self.logic.ready()? {
                Some(output) => output,
                None if self.clock.is_some() && !self.listen()? => continue,
                None => self.logic.next()?,
            };
            match output {
                Output::Player(seat, bytes) if seat < self.seats.len() => {
                    self.pass_on(seat, &bytes)
                }
                Output::Player(seat, _) => {
                    return Err(error!("the logic speaks to {seat}, who has no seat").into());
                }
                Output::Judger(message) => {
                    if let Some(result) = self.message(&message)? {
                        saved::attach(&mut self.replies, &self.reports);
                        return Ok(Finished {
                            moves: self.moves,
                            replies: self.replies,
                            result,
                        });
                    }
                }
            }
        }
        Err(error!("no end after {MAX_STATES} half-rounds").into())
    }

    fn pass_on(&mut self, seat: usize, bytes: &[u8]) {
        self.seats[seat].send(bytes);
        if seat == 0 {
            self.follower.receive(bytes);
        }
    }

    /// Takes a message to the judger; the result if it is the last one.
    fn message(&mut self, message: &Value) -> Result<Option<GameResult>, Stop> {
        if message.get("watch").is_some() {
            return Ok(None);
        }
        if message["action"] == "request_end_state" {
            self.stop_clock()?;
            let states = end::states(&self.verdicts).to_string();
            let states = json!({"end_state": states});
            self.logic.send(&states)?;
            return Ok(None);
        }
        match number(message, "state")? {
            -1 => self.end(message).map(Some),
            0 => {
                let length = usize::try_from(number(message, "length").unwrap_or(0));
                self.length = length.ok().filter(|&n| n > 0).unwrap_or(LENGTH);
                Ok(None)
            }
            state if state > 0 => self.round(message, state).map(|()| None),
            _ => Err(unusable(message, "a state below -1")),
        }
    }

    /// A state of its own: contents to pass on, and who is listened to.
    fn round(&mut self, message: &Value, state: i64) -> Result<(), Stop> {
        let list = |key: &str| message[key].as_array().cloned().unwrap_or_default();
        let seats = self.seats.len();
        let player = |value: &Value| {
            let seat = value.as_u64().filter(|&seat| seat < seats as u64);
            let seat = seat.map(|seat| seat as usize);
            seat.ok_or_else(|| unusable(message, "a player who has no seat"))
        };
        for (seat, content) in list("player").iter().zip(list("content")) {
            let content = content.as_str().unwrap_or_default();
            self.pass_on(player(seat)?, content.as_bytes());
        }
        let listen = match list("listen").as_slice() {
            [] => None,
            [seat] => Some(player(seat)?),
            _ => return Err(unusable(message, "it listens to several players at once")),
        };
        if let (Some(clock), Some(seat)) = (&self.clock, listen)
            && (clock.state, clock.seat) == (state, seat)
        {
            return Ok(());
        }
        self.stop_clock()?;
        if let Some(seat) = listen {
            self.clock = Some(Clock {
                state,
                seat,
                started: Instant::now(),
                first: !self.sat[seat],
                given: !self.given.is_empty(),
            });
            self.sat[seat] = true;
            self.moves.push(json!([]));
        }
        Ok(())
    }

    /// Waits for the seat whose clock runs, and tells the logic what came. Whether the logic has something to say
    /// first.
    fn listen(&mut self) -> Result<bool, Stop> {
        let clock = self.clock.as_mut().context("nobody is listened to")?;
        let given = self.given.of(clock.seat)?;
        clock.given &= given.is_some();
        let factor = if clock.first {
            self.rules.first_turn_factor
        } else {
            1
        };
        let time = self.seats[clock.seat].time();
        let limit = time.unwrap_or(self.rules.time) * factor * self.rules.patience;
        let heard = match (&given, &mut self.seats[clock.seat]) {
            (Some(body), SaibloSeat::Person(_)) => Listened::Packet(body.clone()),
            // A program answers whatever was played before: it must not be ahead of the half-game.
            (_, seat) => seat.listen(
                clock.started,
                limit,
                self.length,
                self.logic.wake(),
                self.follower.as_ref(),
            )?,
        };
        let heard = match (heard, given) {
            (Listened::Packet(_), Some(body)) => {
                self.given.played();
                Listened::Packet(body)
            }
            (heard, _) => heard,
        };
        let (seat, state) = (clock.seat, clock.state);
        let turn = self.moves.len().saturating_sub(1);
        if let Listened::Packet(body) = &heard {
            self.answered_in[seat].push(turn);
            self.packets[seat] = match body.as_slice() {
                [number] => msg!("operation {number}"),
                _ => {
                    let shown = cut(format!("{body:?}"), 200);
                    msg!("a packet of {} bytes, {shown}", body.len())
                }
            };
            if let Err(why) = self.follower.check(body) {
                let packet = &self.packets[seat];
                self.packets[seat] = msg!("{packet} ({})", foreign::read(&why));
            }
        }
        let reports = self.seats[seat].take_reports();
        for report in reports.into_iter().filter(|_| !clock.given) {
            let report = SavedReport::new(report, seat, &self.answered_in[seat], turn);
            self.reports.push(report);
        }
        match heard {
            Listened::Woken => Ok(true),
            Listened::Packet(body) => {
                let text = String::from_utf8_lossy(&body).into_owned();
                if let Some(Value::Array(operations)) = self.moves.last_mut() {
                    operations.push(match body.as_slice() {
                        [number] => json!(number),
                        _ => json!(text),
                    });
                }
                let time = clock.started.elapsed().as_millis() as u64;
                let event = json!({"player": seat, "content": text, "time": time});
                self.logic.send(&event)?;
                self.tell(time);
                Ok(false)
            }
            Listened::Fault(verdict, text) => {
                clock.given = false;
                self.verdicts[seat] = verdict;
                self.stop_clock()?;
                if let Some(reply) = self.replies.last_mut() {
                    (reply.verdict, reply.failure) = (verdict, Some(text));
                }
                let (error, name) = match verdict {
                    Verdict::Tle => (1, "timeOutError"),
                    Verdict::Ole => (2, "outputLimitError"),
                    _ => (0, "runError"),
                };
                let fault =
                    json!({"player": seat, "state": state, "error": error, "error_log": name});
                let event = json!({"player": -1, "content": fault.to_string()});
                self.logic.send(&event).map(|()| false)
            }
        }
    }

    /// Tells the observer, for whom the half-round has gone on for `ms` milliseconds.
    fn tell(&mut self, ms: u64) {
        let (Some(observer), Some(clock)) = (&mut self.observer, &self.clock) else {
            return;
        };
        // No copy: of a long game there are many, and this is told at every operation.
        let turn = self.moves.len().saturating_sub(1);
        self.replies.push(clock.reply(turn, ms as f64));
        observer.played(&self.moves, &self.replies);
        self.replies.pop();
    }

    /// Ends the half-round that the clock runs for.
    fn stop_clock(&mut self) -> Result<(), Stop> {
        let Some(clock) = self.clock.take().filter(|clock| !clock.given) else {
            return Ok(());
        };
        let turn = self.moves.len().saturating_sub(1);
        let ms = milliseconds(clock.started.elapsed());
        self.replies.push(clock.reply(turn, ms));
        if self.display.shown {
            let (title, names) = (&self.title, &self.display.names);
            let operations = self.moves.last().unwrap_or(&Value::Null);
            let words = self.follower.words(operations);
            let words = words.unwrap_or_else(|| operations.to_string());
            say(said!(
                "{title}, half-round {}, {} in seat {}: {words}",
                turn + 1,
                names[clock.seat],
                clock.seat
            ))?;
            if self.display.boards
                && let Some(board) = self.follower.board()
            {
                say(format_args!("{board}\n"))?;
            }
        }
        Ok(())
    }

    fn end(&mut self, message: &Value) -> Result<GameResult, Stop> {
        self.stop_clock()?;
        let End { result, broken } = End::read(message, self.moves.len(), &self.verdicts)?;
        if let (Some(seat), Some(err)) = (broken, &result.err)
            && let Some(reply) = self.replies.last_mut()
            && (reply.seat, reply.verdict) == (seat, Verdict::Ok)
        {
            let packet = &self.packets[seat];
            reply.failure = Some(msg!(
                "it sent {packet}; the judge said: {}",
                foreign::read(err)
            ));
        }
        if self.display.shown {
            let scores = result.scores.iter().map(Value::to_string);
            let scores = scores.reduce(|first, second| said!("{first} to {second}"));
            let scores = scores.unwrap_or_default();
            let how = result.err.as_deref().unwrap_or("normal end");
            let who = result.winner.map_or("drawn".to_owned(), |seat| {
                said!("{} in seat {seat} wins", self.display.names[seat])
            });
            say(said!("{}: {who}, {scores} ({how})", self.title))?;
        }
        Ok(result)
    }
}

/// A number in a message.
fn number(message: &Value, key: &str) -> Result<i64, Stop> {
    message[key]
        .as_i64()
        .ok_or_else(|| unusable(message, &said!("no number `{key}`")))
}

/// A message of the logic that the judger can do nothing with.
fn unusable(message: &Value, why: &str) -> Stop {
    error!("the logic's message is not usable ({why}): {message}").into()
}
