//! A small site for `arena localai`: matches of NoGo against a random opponent, and faults.
//!
//! It is as careful as a site can be: an answer counts for a request only if the reply that named the request went out
//! whole. In NoGo no move can be played twice, so an answer that is the last one again is a repeat.

mod http;
mod matches;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use arena_common::Cancel;
use http::{read_head, reply};
use matches::Match;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

pub const SECRET: &str = "oPeN5eSaMe";

/// The site's behavior on a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    /// Everything as it should be.
    Good,
    /// One request in five meets a fault, and now and then the client is told to stop.
    Faulty,
    /// Nothing but this status.
    Status(u16),
    /// Every request names the secret.
    Echo,
    /// Polls are never answered.
    Silent,
}

/// The observations of the site.
#[derive(Debug, Default)]
pub struct Report {
    /// Actions that a client must not take.
    pub violations: Vec<String>,
    /// Requests; each expects one answer.
    pub requests: u32,
    /// Answers that counted.
    pub accepted: u32,
    /// Answers that had counted before.
    pub repeats: u32,
    /// Faults by name.
    pub faults: BTreeMap<&'static str, u32>,
    /// Matches by end.
    pub ends: BTreeMap<&'static str, u32>,
    /// The headers of every request that creates a match.
    pub created: Vec<Vec<(String, String)>>,
}

pub struct Mock {
    pub address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Report>,
    /// True if a faulty site has told the end of every match.
    pub over: Arc<AtomicBool>,
}

impl Mock {
    /// A site that plays `total` matches, `at_once` at a time; none by itself if `at_once` is 0. `cancel` is the
    /// client's flag, which a faulty site sets now and then, and when all is over.
    pub fn start(manner: Manner, total: u32, at_once: usize, cancel: Arc<Mutex<Cancel>>) -> Mock {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let mut site = Site {
            manner,
            left: total,
            at_once,
            cancel,
            over: Arc::default(),
            random: Xoshiro256PlusPlus::seed_from_u64(7),
            deck: Vec::new(),
            matches: Vec::new(),
            ids: BTreeSet::new(),
            polls: 0,
            held: Vec::new(),
            report: Report::default(),
        };
        let (ended, over) = (stop.clone(), site.over.clone());
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                site.serve(stream.unwrap());
            }
            site.report
        });
        Mock {
            address,
            stop,
            thread,
            over,
        }
    }

    /// The personal URL.
    pub fn url(&self) -> String {
        format!("http://{}/api/u1/{SECRET}/localai", self.address)
    }

    /// Closes the site.
    pub fn finish(self) -> Report {
        self.stop.store(true, Ordering::Relaxed);
        drop(TcpStream::connect(self.address));
        self.thread.join().unwrap()
    }
}

struct Site {
    manner: Manner,
    left: u32,
    at_once: usize,
    cancel: Arc<Mutex<Cancel>>,
    over: Arc<AtomicBool>,
    random: Xoshiro256PlusPlus,
    deck: Vec<u32>,
    matches: Vec<Match>,
    ids: BTreeSet<String>,
    polls: u32,
    /// Connections that get no answer.
    held: Vec<TcpStream>,
    report: Report,
}

impl Site {
    /// The number of a fault, or one of none: every number once in a hundred requests.
    fn draw(&mut self) -> u32 {
        if self.deck.is_empty() {
            self.deck.extend(0..100);
            self.deck.shuffle(&mut self.random);
        }
        self.deck.pop().unwrap()
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.random.random_range(0..100) < percent
    }

    fn serve(&mut self, mut stream: TcpStream) {
        let fault = match self.manner {
            Manner::Faulty => self.draw(),
            _ => 100,
        };
        if fault == 0 {
            return self.count("reset at once");
        }
        let Some((path, headers)) = read_head(&mut stream) else {
            return;
        };
        // Whoever polls again has read the reply before.
        let told = |one: &Match| one.over.as_ref().is_some_and(|over| over.1 > 1);
        if self.manner == Manner::Faulty && self.left == 0 && self.matches.iter().all(told) {
            self.over.store(true, Ordering::Relaxed);
            self.cancel.lock().unwrap().cancel();
            return;
        }
        match self.manner {
            Manner::Silent => return self.held.push(stream),
            Manner::Status(status) => {
                return reply(&mut stream, status, format!("no, {SECRET}, no").as_bytes());
            }
            _ => {}
        }
        if path == format!("/api/u1/{SECRET}/runmatch") {
            let own = headers.iter().find(|(_, value)| value == "me").unwrap();
            let seat = own.0.strip_prefix("x-player-").unwrap().parse().unwrap();
            let id = self.begin(seat, false, [u32::MAX; 2]);
            self.report.created.push(headers);
            return reply(&mut stream, 200, format!("{id}\n").as_bytes());
        }
        if path != format!("/api/u1/{SECRET}/localai") {
            self.report.violations.push(format!("a request for {path}"));
        }
        self.polls += 1;
        let leaks = format!("<html>http://{}/api/u1/{SECRET}/localai", "127.0.0.1");
        match fault {
            1..=7 => {
                let status = [500, 503, 502, 504, 404, 500, 502][fault as usize - 1];
                self.count("status before");
                return reply(&mut stream, status, leaks.as_bytes());
            }
            8 | 9 => {
                self.count("garbage before");
                let bodies = [
                    leaks.as_str(),
                    "1 0\n",
                    "",
                    "2 1\na\n4 4\n",
                    "99999999999 0\n",
                ];
                let body = bodies[self.random.random_range(0..bodies.len())];
                return reply(&mut stream, 200, body.as_bytes());
            }
            10 => return self.count("reset before"),
            11 if self.held.len() < 4 => {
                self.count("time-out before");
                return self.held.push(stream);
            }
            _ => {}
        }
        self.take(&headers);
        match fault {
            12 | 13 => {
                self.count("status after");
                return reply(&mut stream, 502, b"bad gateway");
            }
            14 | 15 => {
                self.count("garbage after");
                return reply(&mut stream, 200, b"\xff\xfe0 0\n");
            }
            16 => return self.count("reset after"),
            17 => {
                self.count("cut off");
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0 0\n");
                return;
            }
            18 if self.held.len() < 4 => {
                self.count("time-out after");
                return self.held.push(stream);
            }
            _ => {}
        }
        let faulty = self.manner == Manner::Faulty;
        if faulty && self.polls.is_multiple_of(80) {
            self.count("restart");
            self.cancel.lock().unwrap().cancel();
            return;
        }
        while self.left > 0 && self.open() < self.at_once {
            self.left -= 1;
            let (seat, simple) = (self.random.random_range(0..2), self.random.random());
            let abort = if self.chance(20) { 6 } else { u32::MAX };
            let resign = if self.chance(92) { 10 } else { u32::MAX };
            let ends = [abort, resign].map(|most| match most {
                u32::MAX => most,
                _ => self.random.random_range(0..most),
            });
            self.begin(seat, simple, if faulty { ends } else { [u32::MAX; 2] });
        }
        let body = self.body();
        reply(&mut stream, 200, body.as_bytes());
    }

    fn count(&mut self, fault: &'static str) {
        *self.report.faults.entry(fault).or_default() += 1;
    }
}
