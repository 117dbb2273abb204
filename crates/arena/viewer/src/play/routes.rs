//! The requests of a game's page to the server.

use super::live::{LiveGame, NO_OPPONENT, NOT_WAITING};
use super::order::Order;
use crate::page::More;
use crate::server::{Answer, Asked, Pages};

/// The scripts and styles that the page of a replay does not have.
const MORE: More = More {
    scripts: &[
        include_str!("../../page/play-text.js"),
        include_str!("../../page/cursor.js"),
        include_str!("../../page/actions.js"),
        include_str!("../../page/opponent.js"),
        include_str!("../../page/play.js"),
    ],
    styles: &[include_str!("../../page/play.css")],
};
/// More bytes than any move has.
const LONGEST: usize = 100;

impl Pages for LiveGame {
    fn answer(&self, asked: &Asked) -> Answer {
        match (&asked.sent, asked.path.as_str()) {
            (None, "/") => match self.page(MORE) {
                Ok(page) => Answer::page(page),
                Err(error) => Answer::failed(&error),
            },
            (None, "/state") => match self.news(asked.number("since")) {
                Ok(Some(news)) => Answer::json(&news),
                Ok(None) => Answer::nothing(),
                Err(error) => Answer::failed(&error),
            },
            (None, "/log") => match self.log() {
                Ok(log) => Answer::file("application/jsonl; charset=utf-8", log),
                Err(error) => Answer::failed(&error),
            },
            (Some(_), "/new") => done(self.take(Order::New)),
            (Some(_), "/swap") => done(self.take(Order::Swap)),
            (Some(_), "/undo") => done(self.take(Order::Undo)),
            (Some(_), "/hint") => done(self.want_hint()),
            (Some(sent), "/opponent") => done(match serde_json::from_slice(sent) {
                Ok(choice) => self.take(Order::Meet(choice)),
                Err(_) => Err(NO_OPPONENT),
            }),
            (Some(line), "/move") => answered(self, line),
            _ => Answer::missing(),
        }
    }
}

fn done(done: Result<(), &'static str>) -> Answer {
    match done {
        Ok(()) => Answer::nothing(),
        Err(why) => Answer::bad(why),
    }
}

fn answered(game: &LiveGame, line: &[u8]) -> Answer {
    let line = str::from_utf8(line).ok();
    let Some(line) = line.filter(|line| line.len() <= LONGEST) else {
        return Answer::bad("no move has such a form");
    };
    if line.is_empty() || line.chars().any(char::is_control) {
        return Answer::bad("a move is one line");
    }
    if !game.answer(line.to_owned()) {
        return Answer::bad(NOT_WAITING);
    }
    Answer::nothing()
}
