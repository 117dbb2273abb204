//! The positions of a logged game of Botzone's: what our referee says about its moves, told to the seats.

use anyhow::{Context, Result};
use arena_common::foreign;
use serde_json::json;

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
    for (turn, written) in moves.iter().enumerate() {
        let number = turn + 1;
        let stop = |why: String| said!("turn {number}: {why}");
        let asked = match read_output(&output, seats) {
            Ok(Step::Ask(asked)) => asked,
            Ok(Step::End(_)) => {
                found.broken = Some(stop(said!("the game is over, but its log goes on")));
                return Ok(found);
            }
            Err(error) => {
                found.broken = Some(stop(foreign::error(&error)));
                return Ok(found);
            }
        };
        let mut entry = json!({});
        for (seat, request) in &asked {
            let answer = match of_seat(turns, written, *seat, seats) {
                Some(written) => answer(written, game.logged),
                None => {
                    found.broken = Some(stop(said!("there is no move of seat {seat}")));
                    return Ok(found);
                }
            };
            let view = &mut views[*seat];
            if let Err(error) = view.request(request) {
                found.broken = Some(stop(said!(
                    "seat {seat} cannot follow the request {request}: {error}"
                )));
                return Ok(found);
            }
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
        output = match referee.turn(&entry) {
            Ok(output) => output,
            Err(error) => {
                found.broken = Some(stop(foreign::error(&error)));
                return Ok(found);
            }
        };
    }
    Ok(found)
}
