//! Packets that were played before: a half-game goes on from where it was.
//!
//! A person's packets are taken as they are. A program, which runs through the half from its start, is listened to all
//! the same, within its limits; what it answers is left unused, because every player hears of all operations from the
//! judge and follows those.

use std::collections::VecDeque;

use anyhow::Context;
use gameplay::opening::Opening;
use serde_json::Value;

/// Bodies of packets and the seats that sent them, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EarlierPackets(VecDeque<(usize, Vec<u8>)>);

impl EarlierPackets {
    /// The packets of these half-rounds: each has the seat that moved with the list of its operations, as a log has them.
    ///
    /// # Errors
    /// If an operation is neither a number of a byte nor a text.
    pub fn read(opening: &Opening) -> anyhow::Result<EarlierPackets> {
        let mut given = VecDeque::new();
        for (seat, operations) in opening.iter().flatten() {
            let operations = operations
                .as_array()
                .with_context(|| msg!("{operations}: a half-round is a list of operations"))?;
            for operation in operations {
                let body = body(operation)
                    .with_context(|| msg!("{operation}: an operation is a number of a byte"))?;
                given.push_back((*seat, body));
            }
        }
        Ok(EarlierPackets(given))
    }

    /// Returns true if nothing is left of it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next packet, which must be this seat's; `None` if nothing is left.
    ///
    /// # Errors
    /// If it is the other seat's.
    pub fn of(&self, seat: usize) -> anyhow::Result<Option<Vec<u8>>> {
        let Some((sender, body)) = self.0.front() else {
            return Ok(None);
        };
        require!(
            *sender == seat,
            "the half-game does not go as it went: seat {seat} is to move, not seat {sender}"
        );
        Ok(Some(body.clone()))
    }

    /// The next packet has been played.
    pub fn played(&mut self) {
        self.0.pop_front();
    }
}

/// The body of a packet as a log has it: a number, or a text of several bytes.
fn body(operation: &Value) -> Option<Vec<u8>> {
    match operation {
        Value::String(text) => Some(text.as_bytes().to_vec()),
        number => Some(vec![u8::try_from(number.as_u64()?).ok()?]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn packets_come_in_their_order_from_their_seats() {
        let opening = vec![vec![(0, json!([4, "\u{0}\u{3}"]))], vec![(1, json!([1]))]];
        let mut given = EarlierPackets::read(&opening).unwrap();
        for (seat, body) in [(0, vec![4]), (0, vec![0, 3]), (1, vec![1])] {
            assert!(given.of(1 - seat).is_err());
            assert_eq!(given.of(seat).unwrap(), Some(body));
            given.played();
        }
        assert!(given.is_empty() && given.of(0).unwrap().is_none());
        for bad in [json!(4), json!([256]), json!([null])] {
            assert!(EarlierPackets::read(&vec![vec![(0, bad)]]).is_err());
        }
    }
}
