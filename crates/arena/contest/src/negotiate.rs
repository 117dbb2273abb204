//! The agreement with each player before the first game: whether its options fit the game, which protocol it speaks,
//! and whether it is kept running.

use anyhow::Result;
use arena_common::Message;
use gameplay::botzone::BotzoneGame;
use players::player::{Overrides, Player, Program};
use referee::Host;
use referee::botzone::past_turn::PastTurn;
use referee::botzone::probe::{Failure, ProbeResult, Protocol, first_request, probe};
use referee::conduct::{Mode, Rules};

use crate::crash;

/// Settles the conditions of each player in a match with these; `mode` is what the user says of all players, if anything.
/// A program of somebody else that nobody has told the protocol or the mode of is asked for a first move, in a process
/// that is thrown away; standard error tells what is agreed.
///
/// # Errors
/// If an option does not fit the game; a program asks to keep running where the user forbids it; or a source has no
/// answer, with what it did and why. A command without one is left to the games, with a warning.
pub fn negotiate(
    players: &mut [Player],
    host: &Host,
    rules: &Rules,
    mode: Option<Mode>,
) -> Result<()> {
    let named = players.to_vec();
    for i in 0..players.len() {
        // A bot against itself is asked once.
        if let Some(j) = (0..i).find(|&j| named[j] == named[i]) {
            players[i] = players[j].clone();
            continue;
        }
        let player = &mut players[i];
        fit(player, host)?;
        find_protocol(player, host, rules, mode)?;
        leave_out(&mut player.overrides, rules);
        if !player.overrides.is_empty() {
            eprintln!("{}: {}", player.name(), player.overrides.describe(rules));
        }
    }
    Ok(())
}

/// Checks the options of a player against the game.
fn fit(player: &mut Player, host: &Host) -> Result<()> {
    let name = player.name().to_owned();
    let overrides = &mut player.overrides;
    if !host.has_modes() {
        require!(
            overrides.mode.is_none() && overrides.simple_io.is_none(),
            "`{name}`: keep-running, restart, simple-io and json are for Botzone's games; leave them out"
        );
        // Saiblo's limits are the logic's, whatever the language.
        overrides.factors = None;
    } else if overrides.simple_io == Some(true) {
        let simple = host.game.and_then(|game| game.botzone()?.simple);
        require!(
            simple.is_some(),
            "`{name}`: this game has no simple IO that the arena knows; leave simple-io out"
        );
    }
    Ok(())
}

/// Finds out which protocol a program of somebody else speaks, and whether it is to be kept running: on the site its
/// author says both when it is uploaded.
fn find_protocol(
    player: &mut Player,
    host: &Host,
    rules: &Rules,
    mode: Option<Mode>,
) -> Result<()> {
    let game = host.game.and_then(|game| game.botzone());
    let Some(game) = game.filter(|_| player.is_foreign()) else {
        return Ok(());
    };
    let mode = player.overrides.mode.or(mode);
    // A player with a declared protocol is not probed.
    if rules.simple_io || player.overrides.simple_io.is_some() {
        return Ok(());
    }
    let launch = player.launch(rules, 1)?;
    let ProbeResult {
        protocol,
        asks_to_be_kept,
        first_move,
    } = probe(game, &launch, &player.overrides.apply(rules))?;
    player.first_move = first_move;
    if asks_to_be_kept && mode.is_none() {
        player.overrides.mode = Some(Mode::KeepRunning);
        notice!(
            "{}: it asks to keep running, so it is kept running; ,restart behind it forbids that",
            player.name()
        );
    } else if asks_to_be_kept && mode == Some(Mode::Restart) && protocol == Protocol::Json {
        fail!(
            "`{}` asks to keep running, which makes each of its answers invalid where that is not allowed: leave \
             out --mode restart, or ,restart behind this player",
            player.name()
        );
    }
    match protocol {
        Protocol::Json => player.overrides.simple_io = Some(false),
        Protocol::Simple => player.overrides.simple_io = Some(true),
        Protocol::OnlySimple(said) => {
            let text = only_simple(player, host, &said);
            match player.program {
                Program::Source { .. } => {
                    fail!("{text}\nto play it in JSON anyway: my=PLAYER,json")
                }
                _ => notice!("warning: {text}\nit is sent JSON"),
            }
        }
        Protocol::Nothing(failure) => {
            let (name, said) = (player.name(), &failure.text);
            let mut text = if failure.known {
                msg!("`{name}` fails at its first move:\n{said}")
            } else {
                msg!(
                    "`{name}` was asked for a first move, and what it does leaves open which protocol it speaks:\n{said}"
                )
            };
            for more in crash(player, game, &failure, rules)? {
                text = text.above(more);
            }
            player.overrides.simple_io = failure.simple;
            refuse(player, &text)?;
        }
    }
    Ok(())
}

/// Says that a program speaks simple IO in a game that has none, and in which variant of the game it would play.
fn only_simple(player: &Player, host: &Host, said: &Message) -> Message {
    let (name, game) = (player.name(), host.game.map_or("", |game| game.name));
    let variant = gameplay::games::standard().simple_variant(game);
    let cure = match variant {
        Some(other) => {
            msg!("{other} has simple IO: if that is its game, play it by --game {other}")
        }
        None => msg!("upload it as a bot that reads and answers JSON"),
    };
    msg!(
        "`{name}` seems to speak simple IO, as its first move tells, but the game {game} has no simple IO here:\n{said}\n{cure}"
    )
}

/// The place where a C++ source crashed at its first move, and the compiler's warnings that foretold the crash.
fn crash(
    player: &Player,
    game: &BotzoneGame,
    failure: &Failure,
    rules: &Rules,
) -> Result<Vec<Message>> {
    let told = PastTurn {
        earlier: Vec::new(),
        request: first_request(game, 1)?,
    };
    let crashed = [false, true].into_iter().zip(failure.crashed);
    let spoken: Vec<bool> = crashed
        .filter(|(simple, crashed)| *crashed && failure.simple.is_none_or(|it| it == *simple))
        .map(|(simple, _)| simple)
        .collect();
    if spoken.is_empty() {
        return Ok(Vec::new());
    }
    let place = spoken.into_iter().find_map(|simple| {
        let mut player = player.clone();
        player.overrides.simple_io = Some(simple);
        crash::place(&player, game, &told, rules, 1)
    });
    Ok(place.into_iter().chain(crash::omens(player)).collect())
}

/// Refuses a source; warns of a command, which is left to the games.
fn refuse(player: &Player, text: &Message) -> Result<()> {
    match player.program {
        Program::Source { .. } => fail!(
            "{text}\nfix that; or specify its protocol, my=PLAYER,json or my=PLAYER,simple-io, to play it anyway"
        ),
        _ if player.overrides.simple_io == Some(true) => {
            notice!("warning: {text}\nit is sent simple IO; ,json behind it says otherwise");
        }
        _ => notice!(
            "warning: {text}\nit is sent JSON; specify its protocol by ,json or ,simple-io behind it"
        ),
    }
    Ok(())
}

/// Leaves out what the match says anyway, so that a player has something of its own only where that differs.
fn leave_out(overrides: &mut Overrides, rules: &Rules) {
    overrides.simple_io = overrides
        .simple_io
        .filter(|&simple| simple != rules.simple_io);
    overrides.mode = overrides.mode.filter(|&mode| Some(mode) != rules.mode);
    overrides.memory_mb = overrides.memory_mb.filter(|&mb| mb << 20 != rules.memory);
    overrides.nodes = overrides.nodes.filter(|&nodes| Some(nodes) != rules.nodes);
    if overrides.time_ms.is_some() {
        overrides.factors = None;
    }
    overrides.time_ms = overrides.time_ms.filter(|&ms| ms != rules.time_ms());
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use referee::conduct::Mode;

    use super::*;

    fn settled(game: &str, overrides: Overrides) -> Result<Overrides> {
        let host = Host::new(gameplay::games::standard().find(game)?);
        let rules = host.rules(Mode::Restart, Duration::from_secs(1));
        let mut player = Player::bot("b", "/b".into());
        player.overrides = overrides;
        negotiate(std::slice::from_mut(&mut player), &host, &rules, None)?;
        Ok(player.overrides)
    }

    #[test]
    fn what_the_match_says_is_nobodys_own() {
        let overrides = Overrides {
            time_ms: Some(1000),
            factors: Some([6, 4]),
            memory_mb: Some(256),
            mode: Some(Mode::Restart),
            simple_io: Some(false),
            ..Overrides::default()
        };
        assert_eq!(settled("nogo", overrides).unwrap(), Overrides::default());
        let overrides = Overrides {
            time_ms: Some(900),
            nodes: Some(5),
            simple_io: Some(true),
            mode: Some(Mode::KeepRunning),
            ..Overrides::default()
        };
        assert_eq!(settled("nogo", overrides.clone()).unwrap(), overrides);
    }

    #[test]
    fn options_that_a_game_does_not_have_are_refused() {
        let simple = Overrides {
            simple_io: Some(true),
            ..Overrides::default()
        };
        let kept = Overrides {
            mode: Some(Mode::KeepRunning),
            ..Overrides::default()
        };
        for (game, overrides, want) in [
            ("snake", &simple, "no simple IO that the arena knows"),
            ("snakego", &simple, "are for Botzone's games"),
            ("snakego", &kept, "are for Botzone's games"),
        ] {
            let text = settled(game, overrides.clone()).unwrap_err().to_string();
            assert!(text.contains(want), "{text}");
        }
        let language = Overrides {
            factors: Some([6, 4]),
            ..Overrides::default()
        };
        assert_eq!(settled("snakego", language).unwrap(), Overrides::default());
    }
}
