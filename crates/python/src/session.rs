//! A game under way, whichever it is.

use std::any::Any;

use serde_json::{Value, json};

use crate::rules::{Info, Rules, Turn};

/// Why something cannot be done.
pub enum Refusal {
    /// The rules forbid it.
    Illegal(String),
    /// The input makes no sense for this game.
    Invalid(String),
}

impl From<String> for Refusal {
    fn from(text: String) -> Self {
        Self::Invalid(text)
    }
}

/// A game under way. Players are numbers below [`Info::players`].
pub trait Session: Send + Sync {
    fn info(&self) -> &'static Info;
    fn clone_box(&self) -> Box<dyn Session>;
    fn as_any(&self) -> &dyn Any;
    /// The current position: its [`Rules`].
    fn position(&self) -> &dyn Any;
    /// Returns true if the positions are equal, however they were reached.
    fn equals(&self, other: &dyn Session) -> bool;
    fn hash(&self) -> u64;
    fn acting(&self) -> &'static [usize];
    fn returns(&self) -> [f32; 2];
    fn legal(&self, player: usize) -> Vec<u32>;
    fn observe(&self, player: usize, planes: &mut [u8]);
    /// Plays an action for each player who acts.
    fn play(&mut self, actions: &[u32]) -> Result<(), Refusal>;
    /// Plays a move for each player who acts.
    fn play_moves(&mut self, moves: &[String]) -> Result<(), Refusal>;
    fn legal_moves(&self, player: usize) -> Vec<String>;
    fn actions_of(&self, mv: &str) -> Result<Vec<u32>, Refusal>;
    /// The turns since the origin.
    fn turns(&self) -> &[Turn];
    /// The moves since the origin, complete ones, by seat.
    fn moves(&self) -> Vec<Vec<String>>;
    fn picture(&self) -> String;
    fn text(&self) -> String;
    /// The origin as [`Session::text`] would have it.
    fn origin(&self) -> String;
    /// The messages that the judge has sent a player.
    fn to_json(&self, player: usize) -> Result<String, Refusal>;
    fn move_to_json(&self, mv: &str) -> Result<String, Refusal>;
    fn move_from_json(&self, json: &str) -> Result<String, Refusal>;
    /// The position as `arena explain` reads it, from a player's side.
    fn seen(&self, player: usize) -> String;
    /// Returns true if the judge takes this action of a player who acts.
    fn accepts(&self, player: usize, action: u32) -> bool;
    /// `init` and `moves` as a log has them, in JSON.
    fn to_log(&self) -> Result<String, Refusal>;
    fn move_from_log(&self, json: &str) -> Result<String, Refusal>;
}

/// A game, where it began, and how it came here.
#[derive(Clone)]
struct Played<G> {
    origin: G,
    now: G,
    turns: Vec<Turn>,
}

impl<G: Rules> Played<G> {
    fn at(origin: G) -> Self {
        Self {
            now: origin.clone(),
            origin,
            turns: Vec::new(),
        }
    }

    fn parse_move(text: &str) -> Result<G::Move, Refusal> {
        let cause = |error| format!("{text:?} is no move of {}: {error}", G::INFO.name);
        text.trim()
            .parse()
            .map_err(|error| Refusal::Invalid(cause(error)))
    }

    fn name_of(&self, player: usize, action: u32) -> String {
        let one = (G::STAGES == 1).then(|| G::decode(&[action])).flatten();
        let text = one.map_or_else(String::new, |mv| format!(" ({mv})"));
        format!("player {player} may not play action {action}{text}")
    }

    fn play_turn(&mut self, actions: &[u32]) -> Result<(), Refusal> {
        let acting = self.now.acting();
        if acting.is_empty() {
            return Err(Refusal::Illegal("the game is over".to_owned()));
        }
        if actions.len() != acting.len() {
            let (wanted, given) = (acting.len(), actions.len());
            let text =
                format!("{wanted} actions are wanted, one for each player who acts, not {given}");
            return Err(Refusal::Invalid(text));
        }
        let mut turn = [0; 2];
        for (place, (&player, &action)) in acting.iter().zip(actions).enumerate() {
            if !self.now.is_legal(player, action) {
                return Err(Refusal::Illegal(self.name_of(player, action)));
            }
            turn[place] = action;
        }
        self.now.apply(turn);
        self.turns.push(turn);
        Ok(())
    }

    /// Plays complete moves in the order of the judge's log.
    fn play_values(&mut self, values: &[&Value]) -> Result<(), Refusal> {
        let moves = values.iter().map(|value| G::from_json(value));
        let moves: Vec<String> = moves
            .map(|mv| mv.map(|mv| mv.to_string()))
            .collect::<Result<_, _>>()?;
        self.play_moves(&moves)
    }
}

impl<G: Rules> Session for Played<G> {
    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn clone_box(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn position(&self) -> &dyn Any {
        &self.now
    }

    fn equals(&self, other: &dyn Session) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| other.now == self.now)
    }

    fn hash(&self) -> u64 {
        self.now.hash()
    }

    fn acting(&self) -> &'static [usize] {
        self.now.acting()
    }

    fn returns(&self) -> [f32; 2] {
        self.now.returns()
    }

    fn legal(&self, player: usize) -> Vec<u32> {
        let mut actions = Vec::new();
        if self.now.acting().contains(&player) {
            self.now.legal(player, &mut actions);
        }
        actions
    }

    fn observe(&self, player: usize, planes: &mut [u8]) {
        planes.fill(0);
        self.now.observe(player, planes);
    }

    fn play(&mut self, actions: &[u32]) -> Result<(), Refusal> {
        self.play_turn(actions)
    }

    fn play_moves(&mut self, moves: &[String]) -> Result<(), Refusal> {
        let mut actions = Vec::new();
        for mv in moves {
            G::encode(Self::parse_move(mv)?, &mut actions);
        }
        if G::STAGES == 1 {
            return self.play_turn(&actions);
        }
        // A move that is half legal must leave nothing behind.
        let before = self.clone();
        for action in actions {
            if let Err(refusal) = self.play_turn(&[action]) {
                *self = before;
                return Err(match refusal {
                    Refusal::Illegal(why) => {
                        Refusal::Illegal(format!("{}: {why}", moves.join(" ")))
                    }
                    other => other,
                });
            }
        }
        Ok(())
    }

    fn legal_moves(&self, player: usize) -> Vec<String> {
        if !self.now.acting().contains(&player) {
            return Vec::new();
        }
        self.now
            .moves(player)
            .iter()
            .map(G::Move::to_string)
            .collect()
    }

    fn actions_of(&self, mv: &str) -> Result<Vec<u32>, Refusal> {
        let mut actions = Vec::new();
        G::encode(Self::parse_move(mv)?, &mut actions);
        Ok(actions)
    }

    fn turns(&self) -> &[Turn] {
        &self.turns
    }

    fn moves(&self) -> Vec<Vec<String>> {
        let seats = G::INFO.seats();
        let of_seat = |turns: &[Turn], seat: usize| {
            let actions: Vec<u32> = turns.iter().map(|turn| turn[seat]).collect();
            G::decode(&actions).map_or_else(String::new, |mv| mv.to_string())
        };
        self.turns
            .chunks_exact(G::STAGES)
            .map(|turns| (0..seats).map(|seat| of_seat(turns, seat)).collect())
            .collect()
    }

    fn picture(&self) -> String {
        self.now.picture()
    }

    fn text(&self) -> String {
        self.now.text(&self.origin, &self.turns)
    }

    fn origin(&self) -> String {
        self.origin.text(&self.origin, &[])
    }

    fn to_json(&self, player: usize) -> Result<String, Refusal> {
        let mut entries = Vec::new();
        let mut responses = Vec::new();
        let mut walked = self.origin.clone();
        for turns in self.turns.chunks_exact(G::STAGES) {
            let mut entry = json!({});
            for (seat, &who) in walked.acting().iter().enumerate() {
                let actions: Vec<u32> = turns.iter().map(|turn| turn[seat]).collect();
                let mv = G::decode(&actions).ok_or_else(|| "a move was lost".to_owned())?;
                let response = G::to_json(mv)?;
                if who == player {
                    responses.push(response.clone());
                }
                entry[who.to_string()] = json!({"verdict": "OK", "response": response});
            }
            entries.push(entry);
            turns.iter().for_each(|turn| walked.apply(*turn));
        }
        let outputs = G::judge(&self.origin, &entries)?;
        let sent = outputs
            .iter()
            .filter(|output| output["command"] == "request");
        let requests: Vec<&Value> = sent
            .filter_map(|output| output["content"].get(player.to_string()))
            .collect();
        Ok(json!({"requests": requests, "responses": responses}).to_string())
    }

    fn move_to_json(&self, mv: &str) -> Result<String, Refusal> {
        Ok(G::to_json(Self::parse_move(mv)?)?.to_string())
    }

    fn move_from_json(&self, json: &str) -> Result<String, Refusal> {
        Ok(G::from_json(&value(json)?)?.to_string())
    }

    fn seen(&self, player: usize) -> String {
        G::seen(self.text(), player)
    }

    fn accepts(&self, player: usize, action: u32) -> bool {
        self.now.acting().contains(&player) && self.now.is_legal(player, action)
    }

    fn to_log(&self) -> Result<String, Refusal> {
        let (init, moves) = G::logged(&self.origin, &self.turns)?;
        Ok(json!({"init": init, "moves": moves}).to_string())
    }

    fn move_from_log(&self, json: &str) -> Result<String, Refusal> {
        Ok(G::from_log(&value(json)?)?.to_string())
    }
}

fn value(json: &str) -> Result<Value, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

/// A game begun, or why not.
type Begun = Result<Box<dyn Session>, Refusal>;

/// The ways to begin a game.
pub struct Kind {
    /// The constants of the game.
    pub info: &'static Info,
    /// From a seed.
    pub start: fn(u64) -> Box<dyn Session>,
    /// From a text.
    pub read: fn(&str) -> Begun,
    /// From what a judge sends a bot.
    pub from_json: fn(&str) -> Begun,
    /// From what a log says of its start, in JSON.
    pub from_log: fn(&str) -> Begun,
    /// From the origin's text and the turns since.
    pub restore: fn(&str, &[Turn]) -> Begun,
    /// Many at once.
    pub batch: fn(usize, u64) -> Box<dyn crate::batch::Batch>,
}

/// The ways to begin this game.
pub const fn kind<G: Rules>() -> Kind {
    Kind {
        info: &G::INFO,
        start: |seed| Box::new(Played::at(G::start(seed))),
        read: |text| Ok(Box::new(read::<G>(text)?)),
        from_json: |text| Ok(Box::new(from_json::<G>(text)?)),
        from_log: |init| Ok(Box::new(Played::at(G::logged_start(&value(init)?)?))),
        restore: |text, turns| {
            let (origin, _) = G::read(text)?;
            Ok(Box::new(walk(origin, turns)?))
        },
        batch: |count, seed| Box::new(crate::batch::Games::<G>::new(count, seed)),
    }
}

fn walk<G: Rules>(origin: G, turns: &[Turn]) -> Result<Played<G>, Refusal> {
    let mut played = Played::at(origin);
    for turn in turns {
        let acting = played.now.acting().len();
        played.play_turn(&turn[..acting])?;
    }
    Ok(played)
}

fn read<G: Rules>(text: &str) -> Result<Played<G>, Refusal> {
    let (origin, turns) = G::read(text)?;
    walk(origin, &turns)
}

fn from_json<G: Rules>(text: &str) -> Result<Played<G>, Refusal> {
    let input: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let list = |key: &str| {
        let list = input[key].as_array();
        list.ok_or_else(|| format!("there is no list {key:?}: give what the judge sends a bot"))
    };
    let (requests, responses) = (list("requests")?, list("responses")?);
    let first = requests
        .first()
        .ok_or_else(|| "there is no request".to_owned())?;
    let (origin, me) = G::begin(first)?;
    let mut played = Played::at(origin);
    if G::INFO.simultaneous {
        for (own, theirs) in responses.iter().zip(&requests[1..]) {
            played.play_values(&if me == 0 {
                [own, theirs]
            } else {
                [theirs, own]
            })?;
        }
        return Ok(played);
    }
    let theirs = &requests[usize::from(me == 0)..];
    for turn in 0..theirs.len().max(responses.len()) {
        let in_order = [responses.get(turn), theirs.get(turn)];
        let in_order = if me == 0 {
            in_order
        } else {
            [in_order[1], in_order[0]]
        };
        for value in in_order.into_iter().flatten() {
            played.play_values(&[value])?;
        }
    }
    Ok(played)
}
