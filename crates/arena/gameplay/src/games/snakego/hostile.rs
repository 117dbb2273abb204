//! Input that no judger sends, and what a bot may answer to it.

use snakego::{Operation, Position, Rules};

use crate::saiblo::HostileInput;

/// Input that no judger sends.
pub(super) fn inputs(seed: u64) -> Vec<HostileInput> {
    let good = greeting(seed);
    let after_good = |rest: &[u8]| [&good, rest].concat();
    vec![
        HostileInput::new("a good greeting", good.clone(), true),
        HostileInput::new(
            "every byte after a good greeting",
            after_good(&every_byte()),
            true,
        ),
        HostileInput::new(
            "the end after a good greeting",
            after_good(&[0x11, 0, 0, 0, 0, 0, 0, 1, 2, 3]),
            true,
        ),
        HostileInput::new("nothing", "", false),
        HostileInput::new("one byte", [16], false),
        HostileInput::new("words", "hello, is this the judge?\n", false),
        HostileInput::new("half of a good greeting", &good[..good.len() / 2], false),
        HostileInput::new("zero bytes", vec![0; 1 << 16], false),
        HostileInput::new("all bits", vec![0xff; 1 << 16], false),
        HostileInput::new("every byte", every_byte(), false),
        HostileInput::new("a board of 255 x 0", [255, 0, 2, 0, 0], false),
        HostileInput::new("player 7", [16, 16, 2, 0, 7], false),
        HostileInput::new("no rounds", [16, 16, 0, 0, 0, 0x10, 0, 0], false),
        HostileInput::new("65535 rounds", [16, 16, 255, 255, 0, 0x10, 0, 0], false),
        HostileInput::new(
            "less than no items",
            [16, 16, 2, 0, 0, 0x10, 255, 255],
            false,
        ),
        HostileInput::new(
            "items that do not come",
            [16, 16, 2, 0, 0, 0x10, 127, 255, 1, 2],
            false,
        ),
        HostileInput::new(
            "an item beside the board",
            [16, 16, 2, 0, 0, 0x10, 0, 1, 200, 200, 9, 255, 255, 255, 255],
            false,
        ),
    ]
}

fn every_byte() -> Vec<u8> {
    (0..=255).cycle().take(4096).collect()
}

/// The greeting of the player who acts first.
fn greeting(seed: u64) -> Vec<u8> {
    snakego::saiblo::greeting(&Rules::generate(seed), 0)
}

/// Every packet must have one operation; the first must be legal if it is due.
pub(super) fn check_answers(seed: u64, output: &[u8], due: bool) -> Result<(), String> {
    let mut operations = Vec::new();
    for packet in output.chunks(5) {
        match packet {
            [0, 0, 0, 1, number] => {
                let operation = Operation::from_number(*number);
                operations.push(operation.ok_or_else(|| said!("{number} is not an operation"))?);
            }
            _ => return Err(said!("{packet:?} is not a packet of one byte")),
        }
    }
    if due {
        let first = operations.first().ok_or("no answer where one is due")?;
        let mut position = Position::new(Rules::generate(seed));
        position
            .try_play(*first)
            .map_err(|error| said!("an illegal answer: {error}"))?;
    }
    Ok(())
}
