//! One game played, whichever platform it is of.

use std::time::Duration;

use arena_common::Stop;
use gameplay::botzone::{BotzoneGame, Referee, logged_init};
use gameplay::game::{Game, Platform, TWO_SEATS};
use gameplay::opening::Start;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::botzone::judge::JudgeProgram;
use crate::conduct::{Mode, Rules, SAIBLO_MEMORY_MB};
use crate::setup::{Played, Setup};
use crate::{botzone, saiblo};

/// The referee of a game, and the dialogue of its platform.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// The game; `None` if only an official judge of Botzone's knows it.
    pub game: Option<&'static Game>,
    /// The official judge's or logic's command, if one decides.
    pub official: Option<Vec<String>>,
    /// Rounds of a game, where that can be chosen and is not the site's.
    pub rounds: Option<u16>,
}

impl Host {
    /// A game with our own referee.
    pub fn new(game: &'static Game) -> Host {
        Host {
            game: Some(game),
            ..Host::default()
        }
    }

    /// The games of a deal; a game that only its judge knows has two seats.
    pub fn seatings(&self) -> &'static [&'static [usize]] {
        self.game.map_or(TWO_SEATS, |game| game.seatings)
    }

    fn botzone(&self) -> Option<&'static BotzoneGame> {
        self.game?.botzone()
    }

    /// Returns true if the platform starts programs afresh every turn unless they ask to be kept running. If not,
    /// programs run through the game.
    pub fn has_modes(&self) -> bool {
        !matches!(self.game, Some(game) if game.botzone().is_none())
    }

    /// The platform's own rules, but for the time limit, and for the mode where it has modes.
    pub fn rules(&self, mode: Mode, time: Duration) -> Rules {
        let botzone = Rules::new(mode, time);
        if self.has_modes() {
            return botzone;
        }
        Rules {
            mode: None,
            memory: SAIBLO_MEMORY_MB << 20,
            output: saiblo::judger::LENGTH,
            ..botzone
        }
    }

    /// Rounds of a game, where that can be chosen.
    pub fn rounds(&self) -> Option<u16> {
        let full = self.game?.rounds?.full;
        Some(self.rounds.unwrap_or(full))
    }

    /// The same with games that are short enough to try a bot by the clock.
    pub fn short(&self) -> Host {
        Host {
            rounds: self.game.and_then(|game| Some(game.rounds?.short)),
            ..self.clone()
        }
    }

    /// The default number of opening plies.
    pub fn opening_plies(&self) -> u32 {
        self.botzone().map_or(0, |game| game.opening_plies)
    }

    /// The start of a deal: made from a seed, with this many plies of opening.
    pub fn start(&self, seed: u64, random: &mut Xoshiro256PlusPlus, plies: u32) -> Start {
        let Some(game) = self.game else {
            return Start {
                initdata: json!(""),
                opening: Vec::new(),
            };
        };
        match game.platform {
            Platform::Botzone(game) => {
                let initdata = (game.initdata)(seed);
                let opening = (game.opening)(&initdata, random, plies);
                Start { initdata, opening }
            }
            Platform::Saiblo(_) => Start {
                initdata: gameplay::saiblo::configuration(seed, self.rounds()),
                opening: Vec::new(),
            },
        }
    }

    fn referee(&self, rules: &Rules) -> Result<Box<dyn Referee>, Stop> {
        match (&self.official, self.botzone()) {
            (Some(argv), _) => Ok(Box::new(JudgeProgram::new(
                argv.clone(),
                rules.cancel.clone(),
            ))),
            (None, Some(game)) => Ok((game.referee)()),
            (None, None) => Err(error!("no referee: give --judge-cmd PROGRAM").into()),
        }
    }

    /// The initdata as a log records it, before the first turn.
    ///
    /// # Errors
    /// If the referee does not begin.
    pub fn init(&self, initdata: &Value, rules: &Rules) -> Result<Value, Stop> {
        if !self.has_modes() {
            return Ok(initdata.clone());
        }
        let output = self.referee(rules)?.begin(initdata)?;
        Ok(logged_init(initdata, &output["initdata"]))
    }

    /// Plays one game to its end.
    ///
    /// # Errors
    /// If the game was cancelled, a program cannot be started, or an official judge does not do its part.
    pub fn play(&self, setup: Setup) -> Result<Played, Stop> {
        if let Some(Platform::Saiblo(game)) = self.game.map(|game| game.platform) {
            return saiblo::play(game, self.official.as_deref(), setup);
        }
        let mut referee = self.referee(setup.rules)?;
        botzone::play::play(self.botzone(), referee.as_mut(), setup)
    }
}
