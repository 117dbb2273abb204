//! A seat held by a person.

use arena_common::Stop;
use gameplay::botzone::View;
use serde_json::Value;

use super::seat::Reply;
use crate::human::{Lines, ask_until};

/// A person in a seat for one game. No clock runs.
pub struct HumanSeat {
    name: String,
    view: Box<dyn View>,
    lines: Box<dyn Lines>,
}

impl HumanSeat {
    /// A seat at the start of a game; `name` is what the prompt says.
    pub fn new(name: String, view: Box<dyn View>, lines: Box<dyn Lines>) -> Self {
        HumanSeat { name, view, lines }
    }

    /// A turn that the arena has played for this seat.
    ///
    /// # Errors
    /// If the game's own reading of the messages disagrees with its referee.
    pub fn skip(&mut self, request: &Value, response: &Value) -> Result<(), Stop> {
        self.follow(request)?;
        let followed = self.view.response(response);
        followed.map_err(|why| error!("response {response}: {why}").into())
    }

    fn follow(&mut self, request: &Value) -> Result<(), Stop> {
        let followed = self.view.request(request);
        followed.map_err(|why| error!("request {request}: {why}").into())
    }

    /// Shows the board and asks until there is a legal move.
    ///
    /// # Errors
    /// If the input is closed or the match was cancelled.
    pub fn turn(&mut self, request: &Value) -> Result<Reply, Stop> {
        self.follow(request)?;
        self.lines.show(&format!("{}\n", self.view.picture()))?;
        let prompt = said!("{}, your move ({}): ", self.name, self.view.move_form());
        let view = &mut self.view;
        let response = ask_until(&mut *self.lines, &prompt, |line| {
            let answer = view.read_move(line)?;
            view.response(&answer).map(|()| answer)
        })?;
        Ok(Reply {
            response,
            ..Reply::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use gameplay::record::Verdict;
    use serde_json::json;

    use super::*;

    struct Script(Vec<&'static str>);

    impl Lines for Script {
        fn next(&mut self) -> Result<String, Stop> {
            if self.0.is_empty() {
                Err(Stop::Cancelled)
            } else {
                Ok(self.0.remove(0).to_owned())
            }
        }
    }

    fn seat(game: &str, lines: &[&'static str]) -> HumanSeat {
        let view = (gameplay::games::standard()
            .find(game)
            .unwrap()
            .botzone()
            .unwrap()
            .view)();
        HumanSeat::new("A human".to_owned(), view, Box::new(Script(lines.to_vec())))
    }

    #[test]
    fn a_human_is_asked_until_the_move_is_legal() {
        let mut human = seat("nogo", &["", "what", "9,9", "4,4", " 0,8 "]);
        let reply = human.turn(&json!({"x": 4, "y": 4})).unwrap();
        assert_eq!(
            (reply.verdict, reply.response),
            (Verdict::Ok, json!({"x": 0, "y": 8}))
        );
        assert!(matches!(
            human.turn(&json!({"x": 5, "y": 5})),
            Err(Stop::Cancelled)
        ));
    }

    #[test]
    fn a_human_plays_snake() {
        let mut human = seat("snake", &["forward", "down", "2"]);
        let map = json!({"height": 11, "width": 10, "obstacle": [], "x": 1, "y": 1});
        let reply = human.turn(&map).unwrap();
        assert_eq!(reply.response, json!({"direction": 2}));
        let reply = human.turn(&json!({"direction": 0})).unwrap();
        assert_eq!(reply.response, json!({"direction": 2}));
    }

    #[test]
    fn a_human_plays_tetris2() {
        // O does not fly, and goes into the corner.
        let mut human = seat("tetris2", &["2,5,0:T", "2,1,0:T", "5 9 1 0"]);
        let reply = human.turn(&json!({"block": 6, "color": 1})).unwrap();
        assert_eq!(reply.response, json!({"block": 4, "x": 2, "y": 1, "o": 0}));
        let request = json!({"block": 6, "x": 5, "y": 1, "o": 0});
        let reply = human.turn(&request).unwrap();
        assert_eq!(reply.response, json!({"block": 5, "x": 9, "y": 1, "o": 0}));
    }

    #[test]
    fn a_human_sits_down_after_the_opening() {
        let mut human = seat("nogo", &["4,4", "2,2"]);
        human
            .skip(&json!({"x": -1, "y": -1}), &json!({"x": 4, "y": 4}))
            .unwrap();
        let reply = human.turn(&json!({"x": 0, "y": 0})).unwrap();
        assert_eq!(reply.response, json!({"x": 2, "y": 2}));
    }
}
