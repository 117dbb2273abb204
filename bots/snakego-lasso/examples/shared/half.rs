//! A half-game between two bots in one process.

use saiblo::Turn;
use snakego::{Board, Operation, Outcome, Position, Rules};

/// The bot in a seat, or the seat of a bot.
pub fn other_if(swapped: bool, seat: usize) -> usize {
    seat ^ usize::from(swapped)
}

/// Plays the half-game on the list of items with number `seed`, bot 0 in seat 1 if they are `swapped`.
///
/// `choose` is asked for an operation of bot 0 or 1, which may run `nodes` simulations for it; `observe` sees each operation
/// with the board before and after.
pub fn play(
    seed: u64,
    swapped: bool,
    nodes: [u64; 2],
    mut choose: impl FnMut(usize, &Position, &Turn) -> Operation,
    mut observe: impl FnMut(&Board, &Board, Operation),
) -> Outcome {
    let mut position = Position::new(Rules::generate(seed));
    let mut random = fastrand::Rng::with_seed(seed);
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let bot = other_if(swapped, position.board.player());
        let turn = Turn::of_nodes(nodes[bot], random.u64(..));
        let operation = choose(bot, &position, &turn);
        let before = position.board;
        position.play(operation);
        observe(&before, &position.board, operation);
    }
}
