//! A turn of a log once more, for a program of somebody else.

use std::process::ExitCode;

use anyhow::{Context, Result};
use arena_common::screen::say;
use contest::crash;
use contest::negotiate::negotiate;
use gameplay::Games;
use gameplay::record::Verdict;
use players::player::{self, Spec};
use referee::Host;
use referee::botzone::past_turn::PastTurn;
use referee::conduct::{Mode, Rules};

use super::ExplainArgs;
use crate::logged_turn;

/// Prints what the program does.
///
/// # Errors
/// If no turn is named, it cannot be found, it is of a game that is not Botzone's, or the program cannot be started.
pub fn run(args: &ExplainArgs, games: &Games) -> Result<ExitCode> {
    let found = logged_turn::find(&args.turn, games)?;
    let found = found.with_context(|| {
        msg!(
            "`{}` is a program of your own, which knows no positions; name a turn of a log: --log FILE --game ID --turn N",
            args.bot
        )
    })?;
    let game = found.game.botzone().with_context(|| {
        msg!(
            "{} runs its programs through the game; only a turn of Botzone's can be repeated",
            found.game.name
        )
    })?;
    let host = Host::new(found.game);
    let rules = Rules {
        nodes: args.effort.nodes,
        ..host.rules(Mode::Restart, args.effort.time())
    };
    let (mut players, _) = player::prepare(&[Spec::parse(&args.bot)?], Some(found.game.name))?;
    negotiate(&mut players, &host, &rules, None)?;
    let player = players.first().context("no player")?;
    let seed = args.effort.seed.unwrap_or(1);
    for decision in &found.decisions {
        say(found.heading(decision))?;
        say(said!("position: {}", decision.position))?;
        let told = PastTurn::in_turn(&found.all, decision.turn, decision.seat);
        let told = told.context("the log does not say what it was asked")?;
        let launch = player.launch(&rules, seed)?;
        let own = player.overrides.apply(&rules);
        let reply = told.ask(game, launch, own, player.first_move)?;
        let ms = reply.elapsed.as_millis();
        if let Some(debug) = reply.debug {
            say(debug.trim_end())?;
        }
        if reply.verdict == Verdict::Ok {
            say(said!("it answers {} after {ms} ms", reply.response))?;
            continue;
        }
        let failure = reply.failure.unwrap_or_default();
        let verdict = reply.verdict.name();
        say(said!("{verdict} after {ms} ms: {failure}"))?;
        if let Some(place) = crash::place(player, game, &told, &rules, seed) {
            say(place)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
