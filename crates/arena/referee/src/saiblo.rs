//! Saiblo's dialogue: the judger between a logic program and two seats. A game is a half of a match.
//!
//! | module | does |
//! | --- | --- |
//! | [`game`] | what a game adds to its entry in the table |
//! | [`logic`] | who decides: our own referee, or an official logic program |
//! | [`serve`] | our referee as a logic program |
//! | [`given`] | packets that were played before |
//! | [`seat`] | a program or a person in a seat: raw bytes in, packets out |
//! | [`judger`] | one half-game: the dialogue, the clock, faults |

pub mod earlier_packets;
pub mod game;
pub mod judger;
pub mod logic;
pub mod seat;
pub mod serve;

use arena_common::Stop;
use serde_json::{Value, json};

use crate::setup::{Played, Seat, Setup};
use earlier_packets::EarlierPackets;
pub use game::{Follower, HalfGame, HostileInput, Output, SaibloGame};
use judger::Judger;
use logic::{Logic, LogicProgram, OwnLogic};
use seat::{HumanSeat, ProgramSeat, SaibloSeat};

/// The judger's configuration of a half-game.
pub fn configuration(seed: u64, rounds: Option<u16>) -> Value {
    json!({"random_seed": seed, "max_round": rounds, "length": 16, "width": 16})
}

/// Plays one half-game to its end, from after its opening if it has one. `official` is the command of an official logic program, if one decides.
///
/// # Errors
/// If it was cancelled, a program cannot be started, or the logic does not do its part.
pub fn play(game: &SaibloGame, official: Option<&[String]>, setup: Setup) -> Result<Played, Stop> {
    let mut logic: Box<dyn Logic> = match official {
        None => Box::new(OwnLogic::new((game.referee)(0))),
        Some(argv) => Box::new(LogicProgram::start(argv, &setup.rules.cancel)?),
    };
    let given = EarlierPackets::read(&setup.start.opening)?;
    let [first, second] = setup.seats;
    let mut seats = [seat(first)?, seat(second)?];
    let config = setup.start.initdata;
    let title = said!("half {}", setup.number);
    let finished = Judger::new(logic.as_mut(), &mut seats, (game.follower)(), setup.rules)
        .watched(title, setup.display, setup.observer)
        .after(given)
        .play(&config)?;
    Ok(Played {
        init: config,
        opening: 0,
        moves: finished.moves,
        replies: finished.replies,
        result: finished.result,
        displays: Vec::new(),
    })
}

fn seat(seat: Seat) -> Result<SaibloSeat, Stop> {
    Ok(match seat {
        Seat::Person { name, lines } => SaibloSeat::Person(HumanSeat::new(name, lines)),
        Seat::Program {
            launch,
            foreign,
            rules,
            ..
        } => {
            let seat = ProgramSeat::start(launch, foreign, rules)?;
            SaibloSeat::Program(Box::new(seat))
        }
    })
}
