//! The positions of a half-game in a log.

use anyhow::Result;
use snakego::Operation;

use super::boards::start;
use crate::decisions::{Decision, Decisions};
use crate::record::GameRecord;

/// A decision for every operation. An operation that the rules refuse is the last.
pub(super) fn decisions(record: &GameRecord) -> Result<Decisions> {
    let mut position = start(record)?;
    let (shown, broken) = record.agreed();
    let mut found = Decisions {
        list: Vec::new(),
        broken,
    };
    for (turn, operations) in shown.iter().enumerate() {
        for written in operations.as_array().into_iter().flatten() {
            let number = written
                .as_u64()
                .and_then(|number| u8::try_from(number).ok());
            let operation = number.and_then(Operation::from_number);
            if position.board.is_over() {
                found.broken = Some(said!(
                    "half-round {}: the half is over, but its log goes on",
                    turn + 1
                ));
                return Ok(found);
            }
            found.list.push(Decision {
                turn,
                seat: position.board.player(),
                position: format!("{position:#}"),
                played: operation.map(|operation| operation.to_string()),
                forced: position.legal_moves().len() <= 1,
                said: None,
            });
            if operation.is_none_or(|operation| position.try_play(operation).is_err()) {
                if turn + 1 < shown.len() {
                    found.broken = Some(said!(
                        "half-round {}: the rules refuse {written}, but the log goes on",
                        turn + 1
                    ));
                }
                return Ok(found);
            }
        }
    }
    Ok(found)
}
