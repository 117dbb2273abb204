//! The games in which two sides move in turn on a board that both see. What they share is here; a game adds its board, its moves
//! and its picture.

use std::fmt::Display;
use std::hash::Hash;
use std::io::BufRead;
use std::str::FromStr;

use anyhow::Result;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::botzone::{BotzoneGame, LogForm, Referee, SimpleIo, SiteLogForm, StateView, play_again};
use crate::frames::{Frame, Frames};
use crate::game::{Game, Platform, Replay, Starter, TWO_SEATS, Turns};
use crate::opening::{self, Opening};
use crate::record::GameRecord;

/// Such a game. [`of_crate!`] gives what the `botzone` module of its crate has.
pub trait Alternating: 'static {
    /// The judge of the game.
    type Referee: 'static;
    /// The state that both sides see.
    type State: Clone + Display + FromStr<Err: Display> + PartialEq + Hash + Send + Sync + 'static;
    /// A ply.
    type Move: Copy + Display + FromStr<Err: Display> + 'static;

    /// The name in `[package.metadata.bot]` and on the command line.
    const NAME: &'static str;
    /// The name on the site.
    const SITE: &'static str;
    /// The rules in a few sentences.
    const RULES: &'static str;
    /// A position as a bot's `explain` reads it.
    const EXAMPLE: &'static str;
    /// The form of a move, for a prompt.
    const MOVE_FORM: &'static str;
    /// The keys of an answer.
    const KEYS: &'static [&'static str];
    /// See [`BotzoneGame::opening_plies`].
    const OPENING_PLIES: u32 = 0;
    /// See [`BotzoneGame::starts`].
    const STARTS: &'static str = "";
    /// See [`BotzoneGame::simple`].
    const SIMPLE: Option<SimpleIo>;
    /// See [`Game::picture`].
    const PICTURE: &'static str;
    /// See [`Game::starter`].
    const STARTER: Starter;

    /// The judge before the first move.
    fn referee() -> Self::Referee;
    /// See [`Referee::begin`].
    fn begin(referee: &mut Self::Referee, initdata: &Value) -> Value;
    /// See [`Referee::turn`].
    fn turn(referee: &mut Self::Referee, entry: &Value) -> Value;
    /// See [`Referee::program`].
    fn program(_: &mut Self::Referee, _: &mut dyn BufRead) -> Option<Result<String>> {
        None
    }
    /// The state after the moves that the judge has seen.
    fn judged(referee: &Self::Referee) -> &Self::State;

    /// The state before the first move.
    fn start() -> Self::State;
    /// See [`StateView::request`].
    fn request(state: &mut Self::State, request: &Value) -> Result<(), String>;
    /// See [`StateView::response`].
    fn response(state: &mut Self::State, response: &Value) -> Result<(), String>;
    /// The response that is this move.
    fn answer(mv: Self::Move) -> Value;
    /// See [`StateView::fallback`].
    fn fallback(state: &Self::State) -> Option<Self::Move>;
    /// The move of a response; whether it is legal is not tested.
    fn read(response: &Value) -> Result<Self::Move, String>;

    /// The seat of the side to move.
    fn seat(state: &Self::State) -> usize;
    /// The legal moves.
    fn moves(state: &Self::State) -> impl Iterator<Item = Self::Move>;
    /// Those that an opening is made of.
    fn opening_moves(state: &Self::State) -> Vec<Self::Move> {
        Self::moves(state).collect()
    }
    /// Returns true for a legal move.
    fn is_legal(state: &Self::State, mv: Self::Move) -> bool;
    /// Plays a legal move.
    fn play(state: &mut Self::State, mv: Self::Move);
    /// Returns true at the end of the game.
    fn is_over(state: &Self::State) -> bool;
    /// The picture of a state after a move; without the state before it the move was illegal, or it is the start.
    fn draw(state: &Self::State, mv: Option<Self::Move>, before: Option<&Self::State>) -> Frame;
}

/// The part of an [`Alternating`] that is the `botzone` module of a crate, whose referee starts by `$start`.
macro_rules! of_crate {
    ($($module:ident)::+, $start:ident) => {
        type Referee = $($module)::+::Referee;
        type State = $($module)::+::State;
        type Move = $($module)::+::Move;

        const EXAMPLE: &'static str = $($module)::+::EXAMPLE;
        const SIMPLE: Option<SimpleIo> = if $($module)::+::SIMPLE_IO {
            Some(SimpleIo {
                request_line: $($module)::+::simple_request_line,
                request: $($module)::+::simple_request,
                response: $($module)::+::simple_response,
                answer: $($module)::+::simple_answer,
            })
        } else {
            None
        };

        fn referee() -> Self::Referee {
            Self::Referee::$start()
        }
        fn begin(referee: &mut Self::Referee, initdata: &Value) -> Value {
            referee.begin(initdata)
        }
        fn turn(referee: &mut Self::Referee, entry: &Value) -> Value {
            referee.turn(entry)
        }
        fn judged(referee: &Self::Referee) -> &Self::State {
            referee.board()
        }
        fn start() -> Self::State {
            $($module)::+::start()
        }
        fn request(state: &mut Self::State, request: &Value) -> Result<(), String> {
            $($module)::+::request(state, request)
        }
        fn response(state: &mut Self::State, response: &Value) -> Result<(), String> {
            $($module)::+::response(state, response)
        }
        fn answer(mv: Self::Move) -> Value {
            $($module)::+::answer(mv)
        }
        fn fallback(state: &Self::State) -> Option<Self::Move> {
            $($module)::+::fallback(state)
        }
        fn read(response: &Value) -> Result<Self::Move, String> {
            $($module)::+::read(response)
        }
        fn is_legal(state: &Self::State, mv: Self::Move) -> bool {
            state.is_legal(mv)
        }
        fn play(state: &mut Self::State, mv: Self::Move) {
            state.play_unchecked(mv);
        }
        fn is_over(state: &Self::State) -> bool {
            state.outcome().is_some()
        }
    };
}
pub(super) use of_crate;

/// The entry of such a game in the table.
pub(super) const fn game<G: Alternating>() -> Game {
    Game {
        name: G::NAME,
        rules: G::RULES,
        example: G::EXAMPLE,
        picture: G::PICTURE,
        platform: Platform::Botzone(const { &botzone::<G>() }),
        seatings: TWO_SEATS,
        turns: Turns::Alternate,
        rounds: None,
        label: label::<G>,
        replay: replay::<G>,
        match_winner: None,
        starter: Some(G::STARTER),
    }
}

const fn botzone<G: Alternating>() -> BotzoneGame {
    BotzoneGame {
        site: G::SITE,
        simple: G::SIMPLE,
        referee: || Box::new(Judge::<G>(G::referee())),
        view: || {
            Box::new(StateView {
                state: G::start(),
                move_form: G::MOVE_FORM,
                board: G::State::to_string,
                word: |response| label::<G>(&LogForm::Integers(G::KEYS).short(response)?),
                request: G::request,
                response: G::response,
                answer: G::answer,
                fallback: G::fallback,
                moves: |state| G::moves(state).collect(),
            })
        },
        initdata: |_| json!(""),
        opening: opening::<G>,
        opening_plies: G::OPENING_PLIES,
        starts: G::STARTS,
        logged: LogForm::Integers(G::KEYS),
        site_log: SiteLogForm {
            is_first_request: is_first_request::<G>,
            ..SiteLogForm::SAME_START
        },
    }
}

/// Returns true for the request by which the first side is told to begin.
pub fn is_first_request<G: Alternating>(request: &Value) -> bool {
    let fields = request.as_object();
    fields.is_some_and(|fields| fields.len() == G::KEYS.len())
        && G::KEYS.iter().all(|key| request[key] == -1)
}

struct Judge<G: Alternating>(G::Referee);

impl<G: Alternating> Referee for Judge<G> {
    fn begin(&mut self, initdata: &Value) -> Result<Value> {
        Ok(G::begin(&mut self.0, initdata))
    }

    fn turn(&mut self, entry: &Value) -> Result<Value> {
        Ok(G::turn(&mut self.0, entry))
    }

    fn program(&mut self, input: &mut dyn BufRead) -> Option<Result<String>> {
        G::program(&mut self.0, input)
    }
}

/// The move in words; of one that is off the board its numbers.
fn label<G: Alternating>(written: &Value) -> Option<String> {
    let numbers = written.as_array()?;
    if numbers.len() != G::KEYS.len() {
        return None;
    }
    let mv = G::read(&LogForm::Integers(G::KEYS).long(written));
    let numbers = || numbers.iter().map(Value::to_string).collect::<Vec<_>>();
    Some(mv.map_or_else(|_| numbers().join(","), |mv| mv.to_string()))
}

/// Uniformly random plies, the sides in turn; none ends the game.
fn opening<G: Alternating>(_: &Value, random: &mut Xoshiro256PlusPlus, plies: u32) -> Opening {
    opening::calm(
        G::start(),
        plies,
        random,
        G::opening_moves,
        |state, &mv| {
            let mut next = state.clone();
            G::play(&mut next, mv);
            (!G::is_over(&next)).then_some(next)
        },
        |state, mv| vec![(G::seat(state), G::answer(mv))],
    )
}

/// A frame after every ply.
fn replay<G: Alternating>(record: &GameRecord) -> Result<Replay> {
    let mut frames = Frames::default();
    let mut referee = G::referee();
    G::begin(&mut referee, &record.init);
    frames.push(G::draw(G::judged(&referee), None, None));
    let form = LogForm::Integers(G::KEYS);
    let broken = play_again(record, Turns::Alternate, form, |entry| {
        let (output, frame) = ply::<G>(&mut referee, entry);
        frames.push(frame);
        output
    });
    let state = G::judged(&referee).clone();
    Ok(Replay {
        setup: Value::Null,
        frames: frames.into_value(),
        choices: Box::new(move |seat| {
            let moves: Vec<String> = G::moves(&state).map(|mv| mv.to_string()).collect();
            json!({"seat": seat, "moves": moves})
        }),
        broken,
    })
}

/// The judge's output for a ply, and the picture after it.
fn ply<G: Alternating>(referee: &mut G::Referee, entry: &Value) -> (Value, Frame) {
    let before = G::judged(referee).clone();
    let response = &entry[G::seat(&before).to_string()]["response"];
    let mv = G::read(response).ok();
    let output = G::turn(referee, entry);
    let state = G::judged(referee);
    let is_played = *state != before;
    (output, G::draw(state, mv, is_played.then_some(&before)))
}

/// The pictures after moves that a judge is told of one after another, legal or not.
#[cfg(test)]
pub(super) fn pictures<G: Alternating>(moves: &str) -> Vec<Frame> {
    let mut referee = G::referee();
    G::begin(&mut referee, &Value::Null);
    let pictures = moves.split(' ').map(|mv| {
        let answer = G::answer(mv.parse().ok().unwrap());
        let seat = G::seat(G::judged(&referee)).to_string();
        ply::<G>(&mut referee, &json!({seat: {"response": answer}})).1
    });
    pictures.collect()
}
