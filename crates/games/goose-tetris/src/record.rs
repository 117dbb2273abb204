//! The record string: read with the contest's own validation, and written.

use std::fmt;

/// Most steps a piece may take in a record.
pub const MAX_STEPS: u32 = 100;

/// One step of a piece, by its letter in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// One column to the left.
    L,
    /// One column to the right.
    R,
    /// One row down.
    D,
    /// One turn, state + 1.
    C,
}

/// `count` steps of one kind; each is tried by itself, a blocked one does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Op {
    /// The step.
    pub step: Step,
    /// The number of steps, at least 1.
    pub count: u32,
}

/// One item of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// `N`: the next piece spawns.
    New,
    /// Steps: a letter with a count.
    Op(Op),
}

/// The reason why the contest refuses a record. An invalid record is not played at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InvalidRecord {
    /// The first item is not `N`.
    FirstNotNew,
    /// `N` carries a number.
    NumberAfterNew,
    /// Item number (from 0) is not a letter with a count above zero.
    BadItem(usize),
    /// Piece number (from 0) has no step or more than [`MAX_STEPS`].
    StepsPerPiece(usize),
}

impl fmt::Display for InvalidRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FirstNotNew => f.write_str("the first item is not N"),
            Self::NumberAfterNew => f.write_str("N with a number"),
            Self::BadItem(item) => write!(
                f,
                "item {item} is not one of L R D C with a count above zero"
            ),
            Self::StepsPerPiece(piece) => {
                write!(f, "piece {piece} does not have 1 to {MAX_STEPS} steps")
            }
        }
    }
}

impl std::error::Error for InvalidRecord {}

/// Reads and validates a record: items joined by commas, whitespace around them ignored. The result keeps the items
/// as they stand; neighboring items of one letter are not joined.
///
/// # Errors
/// The first reason to refuse it; a wrong item before a wrong number of steps.
pub fn parse_record(text: &str) -> Result<Vec<Item>, InvalidRecord> {
    if text.trim().is_empty() {
        return Err(InvalidRecord::StepsPerPiece(0));
    }
    let mut items = Vec::new();
    for (number, item) in text.split(',').enumerate() {
        let item = parse_item(item.trim(), number)?;
        if number == 0 && item != Item::New {
            return Err(InvalidRecord::FirstNotNew);
        }
        items.push(item);
    }
    check_steps(&items)?;
    Ok(items)
}

fn parse_item(item: &str, number: usize) -> Result<Item, InvalidRecord> {
    let bad = InvalidRecord::BadItem(number);
    let (letter, digits) = item.split_at_checked(1).ok_or(bad)?;
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(bad);
    }
    let step = match letter {
        "N" if digits.is_empty() => return Ok(Item::New),
        "N" => return Err(InvalidRecord::NumberAfterNew),
        "L" => Step::L,
        "R" => Step::R,
        "D" => Step::D,
        "C" => Step::C,
        _ => return Err(bad),
    };
    // Numbers past any sensible count are saturated: they break the limit of steps all the same.
    let count = digits.bytes().fold(0_u32, |sum, digit| {
        sum.saturating_mul(10)
            .saturating_add(u32::from(digit - b'0'))
    });
    if count == 0 {
        Err(bad)
    } else {
        Ok(Item::Op(Op { step, count }))
    }
}

fn check_steps(items: &[Item]) -> Result<(), InvalidRecord> {
    let pieces = items.split(|item| *item == Item::New).skip(1);
    let last = pieces.clone().count() - 1;
    for (piece, ops) in pieces.enumerate() {
        let steps = ops.iter().fold(0_u32, |sum, item| match item {
            Item::Op(op) => sum.saturating_add(op.count),
            Item::New => sum,
        });
        let bare_last = piece == last && ops.is_empty() && last > 0;
        if !(1..=MAX_STEPS).contains(&steps) && !bare_last {
            return Err(InvalidRecord::StepsPerPiece(piece));
        }
    }
    Ok(())
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => f.write_str("N"),
            Self::Op(op) => write!(f, "{:?}{}", op.step, op.count),
        }
    }
}

/// The record of a game given as the steps of each piece.
pub fn write_record<'a>(pieces: impl IntoIterator<Item = &'a [Op]>) -> String {
    let mut items = Vec::new();
    for ops in pieces {
        items.push(Item::New.to_string());
        items.extend(ops.iter().map(|op| Item::Op(*op).to_string()));
    }
    items.join(",")
}
