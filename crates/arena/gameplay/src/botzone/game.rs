//! Botzone's part of a game's entry in the table.

use std::fmt::{self, Display};
use std::io::BufRead;
use std::str::FromStr;

use anyhow::Result;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};

use crate::opening::Opening;

/// A game of Botzone's.
pub struct BotzoneGame {
    /// Its name on the site.
    pub site: &'static str,
    /// The form of its messages in simple IO, if it has that.
    pub simple: Option<SimpleIo>,
    /// Our own referee at the start of a game.
    pub referee: fn() -> Box<dyn Referee>,
    /// The view of one seat, at the start of a game.
    pub view: fn() -> Box<dyn View>,
    /// The `initdata` of a deal, made from a seed.
    pub initdata: fn(u64) -> Value,
    /// So many random legal turns from the start that this `initdata` gives; fewer if no turn is left that does not
    /// end the game, for an opening is there to be played on.
    pub opening: fn(&Value, &mut Xoshiro256PlusPlus, u32) -> Opening,
    /// The default number of opening turns: enough that every deal has a different start.
    pub opening_plies: u32,
    /// Even starts, lines of a file for `--openings`, from which a match is played in place of random turns. Empty where these
    /// are even enough.
    pub starts: &'static str,
    /// The form of a response in a log.
    pub logged: LogForm,
    /// Matches of the site.
    pub site_log: SiteLogForm,
}

impl fmt::Debug for BotzoneGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.site)
    }
}

/// Information on the start of a match, from its messages on the site.
#[derive(Clone, Copy)]
pub struct SiteLogForm {
    /// Returns true if a game begins with this request.
    pub is_first_request: fn(&Value) -> bool,
    /// The initdata for our referee: made from the match's initdata, the version of it by the site's judge, and the first
    /// request.
    pub initdata: fn(&Value, &Value, &Value) -> Value,
    /// Returns true if our referee continues from this initdata, because its source is not known.
    pub is_made: fn(&Value) -> bool,
    /// The start in the log: the known data, completed by the first request.
    pub init: fn(Value, &Value) -> Value,
}

impl SiteLogForm {
    /// The form of a game that always begins alike, except for the first request.
    pub const SAME_START: Self = Self {
        is_first_request: |_| false,
        initdata: |_, _, _| json!(""),
        is_made: |_| false,
        init: |_, _| Value::Null,
    };
}

/// The form of a response in a log; the response is an object of integers with exactly these keys.
#[derive(Clone, Copy)]
pub enum LogForm {
    /// The integers in this order; one alone without brackets.
    Integers(&'static [&'static str]),
    /// The response itself.
    Object(&'static [&'static str]),
}

impl LogForm {
    /// The short form of a response; `None` if it has none, because it is malformed.
    pub fn short(self, response: &Value) -> Option<Value> {
        let (Self::Integers(keys) | Self::Object(keys)) = self;
        let fields = response.as_object();
        let fields = fields.filter(|fields| fields.len() == keys.len())?;
        let integers = keys.iter().map(|key| fields.get(*key)?.as_i64());
        let integers: Vec<i64> = integers.collect::<Option<_>>()?;
        Some(match (self, &integers[..]) {
            (Self::Object(_), _) => response.clone(),
            (Self::Integers(_), &[alone]) => alone.into(),
            (Self::Integers(_), _) => integers.into(),
        })
    }

    /// The response with this short form.
    pub fn long(self, short: &Value) -> Value {
        match self {
            Self::Object(_) => short.clone(),
            Self::Integers(&[key]) => json!({key: short}),
            Self::Integers(keys) => {
                let fields = keys.iter().enumerate();
                let field = |(i, key): (usize, &&str)| ((*key).to_owned(), short[i].clone());
                fields.map(field).collect::<Map<_, _>>().into()
            }
        }
    }
}

/// The form of a game's messages in simple IO.
#[derive(Clone, Copy, Debug)]
pub struct SimpleIo {
    /// A request as the bot gets it.
    pub request_line: fn(&Value) -> String,
    /// Such a line as the request.
    pub request: fn(&str) -> Result<Value, String>,
    /// A bot's line as the response.
    pub response: fn(&str) -> Result<Value, String>,
    /// A response as a bot's line.
    pub answer: fn(&Value) -> String,
}

/// The judge's half of a game: takes the log turn by turn, gives outputs as Botzone's judges print them
/// (`{"command","content","display"[,"initdata"]}`).
pub trait Referee {
    /// The output for the empty log.
    ///
    /// # Errors
    /// If there is no output.
    fn begin(&mut self, initdata: &Value) -> Result<Value>;

    /// Goes to the state after the first output, as a judge program does when it is called with a log: `initdata` is
    /// what the first output said, or what the match was made with if it said nothing.
    ///
    /// # Errors
    /// If it is no such initdata.
    fn resume(&mut self, initdata: &Value) -> Result<()> {
        self.begin(initdata).map(drop)
    }

    /// The output for one more turn; `entry` is the log entry with the players' answers.
    ///
    /// # Errors
    /// If there is no output.
    fn turn(&mut self, entry: &Value) -> Result<Value>;

    /// The output of the judge as a program for its whole input, or the reason why it prints nothing; `None`, without
    /// reading the input, if it reads and prints as Botzone's C++ judges do.
    fn program(&mut self, _input: &mut dyn BufRead) -> Option<Result<String>> {
        None
    }
}

/// The game as one seat sees it, as text for people. After an error the view is as it was.
pub trait View: Send {
    /// A view in the same state.
    fn copy(&self) -> Box<dyn View>;
    /// Goes to a position in the form of [`position`](View::position).
    ///
    /// # Errors
    /// If the text is none.
    fn set(&mut self, position: &str) -> Result<(), String>;
    /// Applies a request to this seat.
    ///
    /// # Errors
    /// If the request is invalid here.
    fn request(&mut self, request: &Value) -> Result<(), String>;
    /// Applies this seat's response.
    ///
    /// # Errors
    /// If the response is illegal or malformed.
    fn response(&mut self, response: &Value) -> Result<(), String>;
    /// The view of this seat, as text.
    fn picture(&self) -> String;
    /// The board as text, the same for all seats.
    fn board(&self) -> String;
    /// The view of this seat, as the text that a bot's `explain` reads.
    fn position(&self) -> String;
    /// A response as a bot's `explain` prints it behind `move:`; `None` for one that is malformed.
    fn word(&self, response: &Value) -> Option<String>;
    /// The form of a move, for a prompt.
    fn move_form(&self) -> &'static str;
    /// The response for a move as a person types it.
    ///
    /// # Errors
    /// If the text is not a move.
    fn read_move(&self, text: &str) -> Result<Value, String>;
    /// Some legal response of this seat; `None` only if there is none.
    fn fallback(&self) -> Option<Value>;
    /// Returns true if this seat has at most one legal response.
    fn is_forced(&self) -> bool {
        self.moves().len() <= 1
    }
    /// The legal responses of this seat, or, where all are as bad as none, the fallback.
    fn moves(&self) -> Vec<Value>;
    /// The one of [`moves`](View::moves) whose number is chosen below their count; `None` if there is none.
    fn pick(&self, choose: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        let mut moves = self.moves();
        (!moves.is_empty()).then(|| moves.swap_remove(choose(moves.len())))
    }
}

/// A [`View`] made of the functions of a game's `botzone` module.
#[derive(Clone)]
pub struct StateView<S, M> {
    /// The state as the seat sees it.
    pub state: S,
    /// See [`View::move_form`].
    pub move_form: &'static str,
    /// See [`View::board`].
    pub board: fn(&S) -> String,
    /// See [`View::word`].
    pub word: fn(&Value) -> Option<String>,
    /// See [`View::request`].
    pub request: fn(&mut S, &Value) -> Result<(), String>,
    /// See [`View::response`].
    pub response: fn(&mut S, &Value) -> Result<(), String>,
    /// A move as a response.
    pub answer: fn(M) -> Value,
    /// Some legal move.
    pub fallback: fn(&S) -> Option<M>,
    /// All legal moves.
    pub moves: fn(&S) -> Vec<M>,
}

impl<S: Clone + Display, M: FromStr<Err: Display>> StateView<S, M> {
    fn apply(
        &mut self,
        change: fn(&mut S, &Value) -> Result<(), String>,
        value: &Value,
    ) -> Result<(), String> {
        let mut state = self.state.clone();
        change(&mut state, value)?;
        self.state = state;
        Ok(())
    }
}

impl<S, M> View for StateView<S, M>
where
    S: Clone + Display + FromStr<Err: Display> + Send + 'static,
    M: Clone + FromStr<Err: Display> + 'static,
{
    fn copy(&self) -> Box<dyn View> {
        Box::new(self.clone())
    }

    fn set(&mut self, position: &str) -> Result<(), String> {
        self.state = position
            .parse()
            .map_err(|error: S::Err| error.to_string())?;
        Ok(())
    }

    fn request(&mut self, request: &Value) -> Result<(), String> {
        self.apply(self.request, request)
    }

    fn response(&mut self, response: &Value) -> Result<(), String> {
        self.apply(self.response, response)
    }

    fn picture(&self) -> String {
        self.state.to_string().trim_end().to_owned()
    }

    fn board(&self) -> String {
        (self.board)(&self.state).trim_end().to_owned()
    }

    fn position(&self) -> String {
        format!("{:#}", self.state)
    }

    fn word(&self, response: &Value) -> Option<String> {
        (self.word)(response)
    }

    fn move_form(&self) -> &'static str {
        self.move_form
    }

    fn read_move(&self, text: &str) -> Result<Value, String> {
        text.parse()
            .map(self.answer)
            .map_err(|error: M::Err| error.to_string())
    }

    fn fallback(&self) -> Option<Value> {
        (self.fallback)(&self.state).map(self.answer)
    }

    fn is_forced(&self) -> bool {
        (self.moves)(&self.state).len() <= 1
    }

    fn pick(&self, choose: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        let mut moves = (self.moves)(&self.state);
        if moves.is_empty() {
            return self.fallback();
        }
        Some((self.answer)(moves.swap_remove(choose(moves.len()))))
    }

    fn moves(&self) -> Vec<Value> {
        let moves = (self.moves)(&self.state).into_iter().map(self.answer);
        let moves: Vec<Value> = moves.collect();
        if moves.is_empty() {
            return self.fallback().into_iter().collect();
        }
        moves
    }
}
