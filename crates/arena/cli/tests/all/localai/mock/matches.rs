//! The matches of the small site: what a reply holds, and what becomes of the answers.

use nogo::botzone::{Referee, answer, simple_request_line, simple_response};
use rand::RngExt;
use rand::seq::SliceRandom;
use serde_json::{Value, json};

use super::{Manner, Site};

/// A match and its opponent.
pub struct Match {
    pub id: String,
    pub seat: usize,
    pub simple: bool,
    pub referee: Referee,
    /// The request that waits for an answer, and whether the client has been told.
    pub request: Option<(Value, bool)>,
    pub earlier: Option<Value>,
    pub last: Option<String>,
    /// Own turns until the match is aborted or the opponent makes an illegal move.
    pub abort_after: u32,
    pub resign_after: u32,
    /// The line of its end, and how often it went out.
    pub over: Option<(String, u32)>,
}

impl Site {
    pub fn open(&self) -> usize {
        self.matches.iter().filter(|one| one.over.is_none()).count()
    }

    pub fn begin(&mut self, seat: usize, simple: bool, ends: [u32; 2]) -> String {
        let id = format!("{:024x}", self.random.random::<u64>());
        assert!(self.ids.insert(id.clone()));
        let mut referee = Referee::new();
        let output = referee.begin(&json!(""));
        self.matches.push(Match {
            id: id.clone(),
            seat,
            simple,
            referee,
            request: None,
            earlier: None,
            last: None,
            abort_after: ends[0],
            resign_after: ends[1],
            over: None,
        });
        self.go_on(self.matches.len() - 1, output);
        id
    }

    /// Lets the opponent play until the client is to move or the match is over.
    pub fn go_on(&mut self, at: usize, mut output: Value) {
        let one = &mut self.matches[at];
        let (seat, id) = (one.seat, one.id.clone());
        loop {
            let content = &output["content"];
            if output["command"] == "finish" {
                one.over = Some((
                    format!("{id} {seat} 2 {} {}", content["0"], content["1"]),
                    0,
                ));
                // The opponent may give up before the client is asked.
                let kind = match one.last {
                    Some(_) => "finished",
                    None => "finished unseen",
                };
                *self.report.ends.entry(kind).or_default() += 1;
                return;
            }
            if let Some(request) = content.get(seat.to_string()) {
                if one.abort_after == 0 {
                    one.over = Some((format!("{id} {seat} 0"), 0));
                    *self.report.ends.entry("aborted").or_default() += 1;
                } else {
                    one.abort_after -= 1;
                    one.request = Some((request.clone(), false));
                    self.report.requests += 1;
                }
                return;
            }
            let board = one.referee.board();
            let legal: Vec<nogo::Move> = board.legal_moves(board.to_move()).iter().collect();
            let response = if one.resign_after == 0 {
                json!({"x": 9, "y": 9})
            } else {
                one.resign_after -= 1;
                answer(legal[self.random.random_range(0..legal.len())])
            };
            let entry = json!({"verdict": "OK", "response": response});
            output = one.referee.turn(&json!({(1 - seat).to_string(): entry}));
        }
    }

    /// Takes the answers.
    pub fn take(&mut self, headers: &[(String, String)]) {
        for (name, value) in headers {
            let Some(id) = name.strip_prefix("x-match-") else {
                continue;
            };
            let Some(at) = self.matches.iter().position(|one| one.id == id) else {
                self.report
                    .violations
                    .push(format!("an answer for no match: {id}"));
                continue;
            };
            let one = &mut self.matches[at];
            if one.last.as_ref() == Some(value) {
                self.report.repeats += 1;
                continue;
            }
            let told = matches!(one.request, Some((_, true)));
            if !told || one.over.is_some() {
                self.report
                    .violations
                    .push(format!("{id}: {value} answers nothing"));
                continue;
            }
            let response = if one.simple {
                simple_response(value).unwrap()
            } else {
                serde_json::from_str(value).unwrap_or_default()
            };
            let mut board = *one.referee.board();
            if let Err(why) = nogo::botzone::response(&mut board, &response) {
                self.report
                    .violations
                    .push(format!("{id}: {value} is illegal: {why}"));
            }
            self.report.accepted += 1;
            one.last = Some(value.clone());
            one.earlier = one.request.take().map(|(request, _)| request);
            let entry = json!({"verdict": "OK", "response": response});
            let output = one.referee.turn(&json!({one.seat.to_string(): entry}));
            self.go_on(at, output);
        }
    }

    /// The reply: a faulty site holds requests back, names one twice, or names one that was just answered.
    pub fn body(&mut self) -> String {
        let faulty = self.manner == Manner::Faulty;
        let (mut pairs, mut ends) = (Vec::new(), Vec::new());
        for at in 0..self.matches.len() {
            let [held, twice, old] = [20, 10, 10].map(|percent| faulty && self.chance(percent));
            let echo = self.manner == Manner::Echo;
            let one = &mut self.matches[at];
            let line = |request: &Value| match one.simple {
                _ if echo => {
                    let mut request = request.clone();
                    request["echo"] = json!(super::SECRET);
                    request.to_string()
                }
                true => simple_request_line(request),
                false => request.to_string(),
            };
            if let Some((line, told)) = &mut one.over {
                if *told < 2 {
                    *told += 1;
                    ends.push(line.clone());
                }
            } else if let (true, Some((_, false)), Some(earlier)) =
                (old, &one.request, &one.earlier)
            {
                pairs.push(format!("{}\n{}", one.id, line(earlier)));
                *self.report.faults.entry("old request").or_default() += 1;
            } else if let (false, Some((request, _))) = (held, &one.request) {
                let pair = format!("{}\n{}", one.id, line(request));
                if twice {
                    pairs.push(pair.clone());
                    *self.report.faults.entry("request twice").or_default() += 1;
                }
                pairs.push(pair);
                one.request = one.request.take().map(|(request, _)| (request, true));
            }
        }
        if faulty {
            pairs.shuffle(&mut self.random);
            ends.shuffle(&mut self.random);
        }
        let mut body = format!("{} {}\n", pairs.len(), ends.len());
        for line in pairs.iter().chain(&ends) {
            body.push_str(line);
            body.push('\n');
        }
        body
    }
}
