//! Saiblo's dialogue: the judger between a logic program and the seats. A game is a half of a match.
//!
//! | module | does |
//! | --- | --- |
//! | [`logic`] | who decides: our own referee, or an official logic program |
//! | [`serve`] | our referee as a logic program |
//! | [`earlier_packets`] | packets that were played before |
//! | [`seat`] | a program or a person in a seat: raw bytes in, packets out |
//! | [`judger`] | one half-game: the dialogue, the clock, faults |

pub mod earlier_packets;
pub mod judger;
pub mod logic;
pub mod seat;
pub mod serve;

use arena_common::Stop;
use gameplay::saiblo::SaibloGame;

use crate::setup::{Played, Seat, Setup};
use earlier_packets::EarlierPackets;
use judger::Judger;
use logic::{Logic, LogicProgram, OwnLogic};
use seat::{HumanSeat, ProgramSeat, SaibloSeat};

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
    let occupants = setup.seats.into_iter();
    let mut seats: Vec<SaibloSeat> = occupants.map(seat).collect::<Result<_, _>>()?;
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
            let seat = ProgramSeat::start(launch, foreign, *rules)?;
            SaibloSeat::Program(Box::new(seat))
        }
    })
}
