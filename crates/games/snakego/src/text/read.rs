//! Reading the text of a position, with every impossible one refused.

use std::convert::TryFrom;
use std::str::FromStr;

use super::{cell_set, cells};
use crate::board::{Board, MAX_SNAKES};
use crate::cell::Direction;
use crate::cell_set::CellSet;
use crate::error::ParseError;
use crate::item::{Gift, ITEM_LIFE, Item};
use crate::operation::Operation;
use crate::position::Position;
use crate::rules::{Enclosure, MAX_ROUND, Rules};
use crate::snake::Snake;

/// The words of a text, by key.
#[derive(Default)]
struct Words<'a> {
    round: Option<&'a str>,
    acting: Option<&'a str>,
    next: Option<&'a str>,
    first: Option<&'a str>,
    enclosure: Option<&'a str>,
    walls: [Option<&'a str>; 2],
    ground: Option<&'a str>,
    items: Option<&'a str>,
    seed: Option<&'a str>,
    max: Option<&'a str>,
    ops: Option<&'a str>,
    snakes: [Vec<&'a str>; 2],
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Result<Words<'a>, ParseError> {
        let mut words = Words::default();
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with('#'));
        for word in lines.flat_map(str::split_whitespace) {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| format!("{word:?} is not KEY=VALUE"))?;
            let place = match key {
                "0" => {
                    words.snakes[0].push(value);
                    continue;
                }
                "1" => {
                    words.snakes[1].push(value);
                    continue;
                }
                "round" => &mut words.round,
                "acting" => &mut words.acting,
                "next" => &mut words.next,
                "first" => &mut words.first,
                "enclosure" => &mut words.enclosure,
                "walls0" => &mut words.walls[0],
                "walls1" => &mut words.walls[1],
                "ground" => &mut words.ground,
                "items" => &mut words.items,
                "seed" => &mut words.seed,
                "max" => &mut words.max,
                "ops" => &mut words.ops,
                _ => return Err(format!("{key:?} is not a key of a position").into()),
            };
            if place.replace(value).is_some() {
                return Err(format!("{key} is given twice").into());
            }
        }
        Ok(words)
    }
}

pub(super) fn position(text: &str) -> Result<Position, ParseError> {
    let words = Words::of(text)?;
    match (words.round, words.ops) {
        (Some(round), None) => pictured(&words, round),
        (None, ops) => played(&words, ops.unwrap_or_default()),
        (Some(_), Some(_)) => Err("round= and ops= do not go together".into()),
    }
}

/// The position after these operations.
fn played(words: &Words, operations: &str) -> Result<Position, ParseError> {
    let one_of_all = [
        words.acting,
        words.next,
        words.first,
        words.ground,
        words.walls[0],
        words.walls[1],
    ];
    if one_of_all.iter().any(Option::is_some)
        || words.snakes.iter().any(|snakes| !snakes.is_empty())
    {
        return Err("round=R/MAX is missing".into());
    }
    if words.items.is_none() && words.seed.is_none() {
        return Err(
            "neither round=R/MAX, nor items= or seed= for a half-game from its start".into(),
        );
    }
    let max_round = words.max.map_or(Ok(MAX_ROUND), |max| number("max", max))?;
    let mut position = Position::new(rules(words, max_round)?);
    for (digit, n) in operations.chars().zip(1..) {
        let number = digit
            .to_digit(10)
            .and_then(|digit| u8::try_from(digit).ok());
        let operation = number
            .and_then(Operation::from_number)
            .ok_or_else(|| format!("operation {n} is {digit:?}, not 1 to 6"))?;
        position
            .try_play(operation)
            .map_err(|error| format!("operation {n}, {operation}: {error}"))?;
    }
    Ok(position)
}

fn rules(words: &Words, max_round: u16) -> Result<Rules, ParseError> {
    let rules = match (words.items, words.seed) {
        (Some(_), Some(_)) => return Err("items= and seed= do not go together".into()),
        (None, None) => Rules::new(Vec::new(), max_round)?,
        (Some(items), None) => {
            let items: Result<_, _> = items.split(',').map(item).collect();
            Rules::new(items?, max_round)?
        }
        (None, Some(seed)) => {
            // Refuses an impossible number of rounds.
            Rules::new(Vec::new(), max_round)?;
            Rules::generate_for(number("seed", seed)?, max_round)
        }
    };
    let enclosure = words
        .enclosure
        .map_or(Ok(Enclosure::default()), str::parse)?;
    Ok(rules.with_enclosure(enclosure))
}

fn item(text: &str) -> Result<Item, ParseError> {
    let wrong = || format!("{text:?} is not an item: CELL, L or R, NUMBER, @ROUND, such as 76L5@3");
    let cell = text.get(..2).ok_or_else(wrong)?;
    let (gift, time) = text[2..].split_once('@').ok_or_else(wrong)?;
    let letter = gift.get(..1).ok_or_else(wrong)?;
    let amount = number("item", &gift[1..])?;
    Ok(Item {
        cell: cell.parse()?,
        time: number("item", time)?,
        gift: match letter {
            "L" => Gift::Length(amount),
            "R" => Gift::Ray(amount),
            _ => return Err(wrong().into()),
        },
    })
}

/// The position as it is described.
fn pictured(words: &Words, round: &str) -> Result<Position, ParseError> {
    if words.max.is_some() {
        return Err("max= goes with ops= only; write round=R/MAX".into());
    }
    let (round, max_round) = round.split_once('/').unwrap_or((round, "512"));
    let rules = rules(words, number("round", max_round)?)?;
    let mut board = Board::empty();
    board.round = number("round", round)?;
    if !(1..=rules.max_round() + 1).contains(&board.round) {
        return Err(format!("round {round} of {max_round}").into());
    }
    for (walls, text) in board.walls.iter_mut().zip(words.walls) {
        *walls = text.map_or(Ok(CellSet::EMPTY), cell_set)?;
    }
    if board.walls[0].meets(board.walls[1]) {
        return Err("a cell is a wall of both sides".into());
    }
    board.blocked = board.walls[0] | board.walls[1];
    for (player, snakes) in words.snakes.iter().enumerate() {
        if snakes.len() > MAX_SNAKES {
            return Err(format!(
                "player {player} has {} snakes, more than four",
                snakes.len()
            )
            .into());
        }
        for text in snakes {
            snake(&mut board, &rules, player, text)
                .map_err(|error| format!("snake {player}={text}: {error}"))?;
        }
    }
    ids(&mut board, words.next)?;
    acting(&mut board, &rules, words.acting)?;
    if let Some(first) = words.first {
        let wrong = || format!("first={first}: ROUND:PLAYER of the first item taken");
        let (round, player) = first.split_once(':').ok_or_else(wrong)?;
        (board.first_round, board.first_taker) =
            (number("first", round)?, number("first", player)?);
        if board.first_round > board.round || board.first_round == 0 || board.first_taker > 1 {
            return Err(wrong().into());
        }
    }
    for id in words.ground.iter().flat_map(|ground| ground.split(',')) {
        lay(&mut board, &rules, number("ground", id)?)?;
    }
    let rules = rules.into();
    Ok(Position { rules, board })
}

fn snake(board: &mut Board, rules: &Rules, player: usize, text: &str) -> Result<(), ParseError> {
    let parts: Vec<&str> = text.split(':').collect();
    let [id, bank, ray, body] = parts[..] else {
        return Err("expected ID:BANK:RAY:CELLS".into());
    };
    let set = cell_set(body)?;
    let cells = cells(body)?;
    let (&[head, ..], &[.., tail]) = (&cells[..], &cells[..]) else {
        return Err("it has no cells".into());
    };
    if set.meets(board.blocked) {
        return Err("it lies on a wall or on another snake".into());
    }
    let ray = match ray {
        "-" => 0,
        id => {
            let id: u16 = number("ray", id)?;
            match rules.items().get(usize::from(id)).map(|item| item.gift) {
                Some(Gift::Ray(_)) => id + 1,
                _ => return Err(format!("item {id} is not a ray").into()),
            }
        }
    };
    let mut heading = None;
    for pair in cells.windows(2) {
        let direction = Direction::ALL
            .iter()
            .copied()
            .find(|&direction| pair[1].step(direction) == Some(pair[0]))
            .ok_or_else(|| format!("{} is not beside {}", pair[1], pair[0]))?;
        board.steps.set(pair[1], direction);
        heading.get_or_insert(direction);
    }
    let snake = Snake {
        id: number("id", id)?,
        bank: number("bank", bank)?,
        len: cells.len() as u16,
        ray,
        head,
        tail,
        heading: heading.map_or(0, |direction| direction as u8),
    };
    board.put(player, snake, set);
    Ok(())
}

/// Checks the ids of the snakes and sets the next one.
fn ids(board: &mut Board, next: Option<&str>) -> Result<(), ParseError> {
    let mut ids = Vec::new();
    for player in 0..2u16 {
        for snake in board.snakes(usize::from(player)) {
            if snake.id == 1 - player {
                return Err(format!("snake {} is the other player's", snake.id).into());
            }
            ids.push(snake.id);
        }
    }
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two snakes have the same id".into());
    }
    let least = ids.last().map_or(2, |last| last.saturating_add(1).max(2));
    board.next_id = next.map_or(Ok(least), |next| number("next", next))?;
    // Four snakes a side and 4096 rounds: no more ids than this can be needed.
    if board.next_id < least || board.next_id > 0x8000 {
        return Err(format!(
            "next={} does not follow the ids of the snakes",
            board.next_id
        )
        .into());
    }
    Ok(())
}

/// Gives the turn to a snake.
fn acting(board: &mut Board, rules: &Rules, acting: Option<&str>) -> Result<(), ParseError> {
    let over = board.counts == [0, 0] || board.round > rules.max_round();
    match acting {
        None => Err("acting=ID is missing: which snake is to act".into()),
        Some("-") if over => {
            board.over = true;
            Ok(())
        }
        Some("-") => Err("acting=- means that the half-game is over, but it is not".into()),
        Some(_) if over => Err("the half-game is over: write acting=-".into()),
        Some(text) => {
            let id: u16 = number("acting", text)?;
            for player in 0..2 {
                if let Some(place) = board.snakes(player).iter().position(|snake| snake.id == id) {
                    (board.player, board.acting) = (player as u8, place as u8);
                    return Ok(());
                }
            }
            Err(format!("acting={id}: there is no such snake").into())
        }
    }
}

/// Lays an item on the ground.
fn lay(board: &mut Board, rules: &Rules, id: u16) -> Result<(), ParseError> {
    let wrong = |what| Err(format!("ground item {id}: {what}").into());
    let Some(&Item { cell, time, .. }) = rules.items().get(usize::from(id)) else {
        return wrong("there is no such item");
    };
    if time > board.round || time + ITEM_LIFE <= board.round {
        return wrong("it does not exist in this round");
    }
    if board.occupied().contains(cell) || board.ground.contains(cell) {
        return wrong("its cell holds a snake or another item");
    }
    board.ground.insert(cell);
    board.ground_rounds |= 1 << (time % 16);
    Ok(())
}

fn number<N: FromStr>(what: &str, text: &str) -> Result<N, ParseError> {
    match text.parse() {
        Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
        _ => Err(format!("{what}: {text:?} is not a number in range").into()),
    }
}
