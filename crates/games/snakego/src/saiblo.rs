//! SnakeGo's messages on Saiblo: the bot's side here, the judge's side in [`Logic`].
//!
//! B is a byte, I two bytes with a sign, the most significant first:
//!
//! * `16:B 16:B max_round:I player:B`, then `0x10:B count:I` and for each item `x:B y:B type:B time:I number:I` (type 0
//!   is a length item, 2 a ray);
//! * every operation of either side, once the judge has accepted it: one byte, 1 to 6;
//! * at the end, unless the judge just closes the connection: `0x11:B kind:B winner:B score0:I score1:I`.
//!
//! A bot sends one byte for each of its snakes in turn. The judge does not say when: the bot follows the rules itself.

mod logic;

pub use logic::{Logic, Output};

use std::convert::TryFrom;

use crate::cell::{Cell, SIZE};
use crate::cell_set::CellSet;
use crate::error::IllegalMove;
use crate::item::{Gift, Item};
use crate::operation::Operation;
use crate::position::Position;
use crate::rules::Rules;

/// The state that a bot sees. The bot is the player to act.
pub type State = Position;
/// The operation that a bot answers with.
pub type Move = Operation;

/// First byte of the list of items.
const ITEMS: u8 = 0x10;
/// First byte of the message at the end.
const GAME_OVER: u8 = 0x11;
/// Bytes of the first message.
const CONFIG_SIZE: usize = 5;
/// Bytes in front of the items.
const ITEMS_HEAD: usize = 3;
/// Bytes of an item.
const ITEM_SIZE: usize = 7;
/// Bytes of the message at the end.
const GAME_OVER_SIZE: usize = 7;

/// A half-game as one player knows it from the judge's messages so far.
#[derive(Clone, Debug)]
pub struct Tracker {
    /// The player's number, 0 or 1.
    me: usize,
    stage: Stage,
    /// Known while the stage is `Playing`.
    position: Option<Position>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// No message has come.
    Greeting,
    /// The items are to come.
    Items { max_round: u16 },
    /// The half-game goes on, or has ended without a message.
    Playing,
    /// The half-game is over, or its start was malformed: all further messages are ignored.
    Ended,
}

impl Tracker {
    /// The position, once the items are known and until the judge ends the half-game.
    pub fn position(&self) -> Option<&Position> {
        self.position
            .as_ref()
            .filter(|_| self.stage == Stage::Playing)
    }

    /// The player's number, 0 or 1. Until the first message it is 0.
    pub fn me(&self) -> usize {
        self.me
    }
}

/// A position as `explain` and `positions` read it: the words of [`text`](crate::text).
pub const EXAMPLE: &str = "seed=1 ops=43";

/// The tracker before the first message.
pub fn start() -> Tracker {
    Tracker {
        me: 0,
        stage: Stage::Greeting,
        position: None,
    }
}

/// Size in bytes of the next message, of which these first bytes are known.
pub fn size(tracker: &Tracker, beginning: &[u8]) -> usize {
    match (tracker.stage, beginning) {
        (Stage::Ended, _) => 1,
        (_, [GAME_OVER, ..]) => GAME_OVER_SIZE,
        (Stage::Playing, _) | (_, []) => 1,
        (Stage::Greeting, _) => CONFIG_SIZE,
        (Stage::Items { .. }, [ITEMS, high, low, ..]) => {
            ITEMS_HEAD + ITEM_SIZE * count([*high, *low])
        }
        (Stage::Items { .. }, _) => ITEMS_HEAD,
    }
}

/// A number of items; a negative one is none.
fn count(bytes: [u8; 2]) -> usize {
    usize::try_from(i16::from_be_bytes(bytes)).unwrap_or(0)
}

/// Applies a whole message.
///
/// # Errors
/// A description of the problem. After a malformed start of the half-game the tracker ignores all further messages;
/// after any other error it is unchanged.
pub fn receive(tracker: &mut Tracker, message: &[u8]) -> Result<(), String> {
    let stage = match (tracker.stage, &mut tracker.position) {
        (Stage::Ended, _) => return Ok(()),
        _ if message.first() == Some(&GAME_OVER) => Ok(Stage::Ended),
        (Stage::Playing, Some(position)) => return read_operation(position, message),
        (Stage::Items { max_round }, _) => read_items(message, max_round).map(|rules| {
            tracker.position = Some(Position::new(rules));
            Stage::Playing
        }),
        (Stage::Greeting | Stage::Playing, _) => read_config(message).map(|(max_round, me)| {
            tracker.me = me;
            Stage::Items { max_round }
        }),
    };
    match stage {
        Ok(stage) => {
            tracker.stage = stage;
            Ok(())
        }
        Err(error) => {
            tracker.stage = Stage::Ended;
            Err(format!("{error}; this half-game cannot be played"))
        }
    }
}

fn read_config(message: &[u8]) -> Result<(u16, usize), String> {
    let &[length, width, high, low, player] = message else {
        return Err(format!("a greeting of {} bytes", message.len()));
    };
    let max_round = u16::from_be_bytes([high, low]);
    if length != SIZE || width != SIZE {
        return Err(format!("a board of {length} x {width}"));
    }
    if player > 1 {
        return Err(format!("player {player}"));
    }
    // Refuses an impossible number of rounds.
    Rules::new(Vec::new(), max_round)?;
    Ok((max_round, usize::from(player)))
}

fn read_items(message: &[u8], max_round: u16) -> Result<Rules, String> {
    let Some((&[ITEMS, high, low], items)) = message.split_first_chunk() else {
        return Err("the list of items after the greeting is missing".to_owned());
    };
    if items.len() % ITEM_SIZE != 0 {
        return Err("a broken list of items".to_owned());
    }
    if items.len() / ITEM_SIZE != count([high, low]) {
        return Err("a list of items whose length is not the one it says".to_owned());
    }
    let items: Result<_, _> = items.chunks_exact(ITEM_SIZE).map(read_item).collect();
    Rules::new(items?, max_round)
}

fn read_item(bytes: &[u8]) -> Result<Item, String> {
    let &[x, y, kind, t1, t0, n1, n0] = bytes else {
        return Err("a broken item".to_owned());
    };
    let number = u16::from_be_bytes([n1, n0]);
    Ok(Item {
        cell: Cell::new(x, y).ok_or_else(|| format!("an item at ({x}, {y})"))?,
        time: u16::from_be_bytes([t1, t0]),
        gift: match kind {
            0 => Gift::Length(number),
            2 => Gift::Ray(number),
            _ => return Err(format!("an item of type {kind}")),
        },
    })
}

fn read_operation(position: &mut Position, message: &[u8]) -> Result<(), String> {
    let &[number] = message else {
        return Err(format!("an operation of {} bytes", message.len()));
    };
    let operation = Operation::from_number(number)
        .ok_or_else(|| format!("{number} is not an operation; ignored"))?;
    position
        .try_play(operation)
        .map_err(|error| format!("{operation}: {error}; ignored"))
}

/// The position to answer, if it is the player's turn.
pub fn turn(tracker: &Tracker) -> Option<&State> {
    tracker
        .position()
        .filter(|position| !position.board.is_over() && position.board.player() == tracker.me)
}

/// Number of the half-round: the judge's clock restarts with each.
pub fn clock(state: &State) -> u32 {
    2 * u32::from(state.board.round()) + state.board.player() as u32
}

/// The operation in the body of a packet, which the judge reads as one number, however long it is.
///
/// # Errors
/// The values that are allowed, and the value found.
pub fn operation(body: &[u8]) -> Result<Operation, String> {
    let number = match body {
        [zeros @ .., number] if zeros.iter().all(|&byte| byte == 0) => *number,
        _ => {
            return Err(format!(
                "a packet must hold one byte, it holds {}",
                body.len()
            ));
        }
    };
    Operation::from_number(number).ok_or_else(|| {
        let digit = Some(number).filter(u8::is_ascii_digit);
        let text = digit.map(|digit| format!(", the text \"{}\"", char::from(digit)));
        format!(
            "an operation must be a byte from 1 to 6, it is {number}{}",
            text.unwrap_or_default()
        )
    })
}

/// Checks that the judge accepts an operation.
///
/// # Errors
/// The reason why it is refused.
pub fn check(state: &State, operation: Move) -> Result<(), String> {
    match state.board.check(operation) {
        // After the end the judge reads no more.
        Ok(()) | Err(IllegalMove::GameOver) => Ok(()),
        Err(reason) => Err(reason.to_string()),
    }
}

/// Body of the packet with an operation.
pub fn answer(operation: Move) -> Vec<u8> {
    vec![operation.number()]
}

/// A legal operation: the move after which the head has most room, or, if every move is deadly, a split, the ray or any
/// other. `None` only if the half-game is over.
pub fn fallback(state: &State) -> Option<Move> {
    let board = &state.board;
    let legal = board.legal_moves();
    let room = |operation: Operation| -> usize {
        let target = operation
            .direction()
            .and_then(|direction| board.snake().head.step(direction));
        match target {
            Some(cell) => CellSet::of(cell).flooded(board.free()).len(),
            None => 0,
        }
    };
    legal
        .into_iter()
        .map(|operation| (room(operation), operation))
        // Splits and shots come last in the order of operations, and the last of equals wins.
        .max_by_key(|&(room, _)| room)
        .map(|(_, operation)| operation)
}

/// The two messages to this player at the start of a half-game.
pub fn greeting(rules: &Rules, player: usize) -> Vec<u8> {
    let mut bytes = vec![SIZE, SIZE];
    bytes.extend(rules.max_round().to_be_bytes());
    bytes.push(player as u8);
    bytes.push(ITEMS);
    // The rules hold no more than fit.
    bytes.extend((rules.items().len() as u16).to_be_bytes());
    for Item { cell, time, gift } in rules.items() {
        let (kind, number) = match gift {
            Gift::Length(length) => (0, length),
            Gift::Ray(number) => (2, number),
        };
        bytes.extend([cell.x(), cell.y(), kind]);
        bytes.extend(time.to_be_bytes());
        bytes.extend(number.to_be_bytes());
    }
    bytes
}

/// The way a half-game ended, from the judge's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was played out.
    Normal,
    /// A program crashed or was too slow.
    Crash,
    /// An illegal operation.
    Illegal,
    /// An answer that is not an operation, is too long, or comes out of turn.
    Format,
}

/// Result of a half-game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// The cause of the end.
    pub ending: Ending,
    /// The winner; with equal scores it is player 0.
    pub winner: usize,
    /// The final judge's scores, -100 for a player whose fault ended the half-game early.
    pub scores: [i16; 2],
}

impl End {
    /// The message that says it.
    pub fn message(&self) -> Vec<u8> {
        let kind = match self.ending {
            Ending::Normal => 0x00,
            Ending::Crash => 0x10,
            Ending::Illegal => 0x11,
            Ending::Format => 0x12,
        };
        let mut bytes = vec![GAME_OVER, kind, self.winner as u8];
        bytes.extend(self.scores.iter().flat_map(|score| score.to_be_bytes()));
        bytes
    }
}
