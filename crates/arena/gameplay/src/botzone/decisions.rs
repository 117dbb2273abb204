//! The positions of a logged game of Botzone's: what our referee says about its moves, told to the seats.

use anyhow::{Context, Result};
use arena_common::foreign;
use serde_json::{Value, json};

use super::game::BotzoneGame;
use super::output::{Step, read_output};
use super::replay::{answer, of_seat};
use crate::decisions::{Decision, Decisions};
use crate::record::{GameRecord, Turns};

/// See [`crate::Game::decisions`].
pub fn decisions(turns: Turns, game: &BotzoneGame, record: &GameRecord) -> Result<Decisions> {
    let id = record.id;
    let mut referee = (game.referee)();
    let begun = referee.begin(&record.init);
    let mut output = begun.with_context(|| msg!("game {id}: its init makes no game"))?;
    let seats = record.seats.len();
    let mut views: Vec<_> = (0..seats).map(|_| (game.view)()).collect();
    let mut found = Decisions::default();
    let (moves, broken) = record.agreed();
    found.broken = broken;
    let mut follow = |turn: usize, written: &Value| -> Result<(), String> {
        let asked = match read_output(&output, seats) {
            Ok(Step::Ask(asked)) => asked,
            Ok(Step::End(_)) => return Err(said!("the game is over, but its log goes on")),
            Err(error) => return Err(foreign::error(&error)),
        };
        let mut entry = json!({});
        for (seat, request) in &asked {
            let written = of_seat(turns, written, *seat, seats)
                .ok_or_else(|| said!("there is no move of seat {seat}"))?;
            let answer = answer(written, game.logged);
            let view = &mut views[*seat];
            view.request(request).map_err(|error| {
                said!("seat {seat} cannot follow the request {request}: {error}")
            })?;
            let response = &answer["response"];
            found.list.push(Decision {
                turn,
                seat: *seat,
                position: view.position(),
                forced: view.is_forced(),
                played: view.word(response),
                said: Some((request.clone(), response.clone())),
            });
            // A response that the seat cannot apply is the last move of a game, or the next request reports it.
            let _ = view.response(response);
            entry[seat.to_string()] = answer;
        }
        output = referee
            .turn(&entry)
            .map_err(|error| foreign::error(&error))?;
        Ok(())
    };
    let end = moves.iter().enumerate().find_map(|(turn, written)| {
        let why = follow(turn, written).err()?;
        Some(said!("turn {}: {why}", turn + 1))
    });
    found.broken = end.or(found.broken);
    Ok(found)
}
