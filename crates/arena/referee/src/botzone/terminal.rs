//! A game in the terminal.

use arena_common::Stop;
use arena_common::screen::say;
use arena_common::texts::counted;
use gameplay::botzone::View;
use gameplay::record::{GameResult, Verdict};
use serde_json::Value;

/// Shows a game in the terminal, turn by turn.
pub struct Show {
    /// The text before every line.
    pub title: String,
    /// The seats' names.
    pub names: Vec<String>,
    /// Boards of all seats; `None` for a game without pictures.
    pub views: Option<Vec<Box<dyn View>>>,
}

impl Show {
    /// The requests of a turn. Where all move at once this is when a turn has become visible.
    ///
    /// # Errors
    /// If nothing more can be printed.
    pub fn requests(&mut self, asked: &[(usize, Value)]) -> Result<(), Stop> {
        let Some(views) = &mut self.views else {
            return Ok(());
        };
        for (seat, request) in asked {
            // A picture is no referee: what it cannot follow it does not show.
            let _ = views[*seat].request(request);
        }
        if let [(seat, _), _, ..] = asked {
            say(format_args!("\n{}", views[*seat].board()))?;
        }
        Ok(())
    }

    /// The answers of a turn, all at once: a person among the players must not see the others' before their own.
    ///
    /// # Errors
    /// If nothing more can be printed.
    pub fn replies(&mut self, turn: usize, answers: &[Shown]) -> Result<(), Stop> {
        for Shown {
            seat,
            verdict,
            response,
            word,
        } in answers
        {
            let how = verdict.map_or("opening", Verdict::name);
            say(said!(
                "{}, turn {}, {} in seat {seat}: {how} {word}",
                self.title,
                turn + 1,
                self.names[*seat]
            ))?;
            if let Some(views) = &mut self.views
                && views[*seat].response(response).is_ok()
                && answers.len() == 1
            {
                say(format_args!("{}\n", views[*seat].board()))?;
            }
        }
        Ok(())
    }

    /// The end of the game.
    ///
    /// # Errors
    /// If nothing more can be printed.
    pub fn result(&self, result: &GameResult) -> Result<(), Stop> {
        let text = describe(result, &self.names);
        Ok(say(format_args!("{}: {text}", self.title))?)
    }
}

/// One answer to be shown.
pub struct Shown {
    /// The seat that gave it.
    pub seat: usize,
    /// Its verdict; `None` for a move of the opening.
    pub verdict: Option<Verdict>,
    /// The response, for the referee.
    pub response: Value,
    /// The same as a person types it, where it is a move.
    pub word: String,
}

fn describe(result: &GameResult, names: &[String]) -> String {
    let end = result.err.as_deref().unwrap_or("normal end");
    let turns = counted(result.turns, "turn", "turns");
    match result.winner {
        Some(seat) => said!("{} in seat {seat} wins after {turns} ({end})", names[seat]),
        None => said!("drawn after {turns} ({end})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_one_turn() {
        let mut result = GameResult::new(vec![1.into(), 0.into()], 1, None);
        let names = ["a", "b"].map(str::to_owned);
        let text = describe(&result, &names);
        assert_eq!(text, "a in seat 0 wins after 1 turn (normal end)");
        result.winner = None;
        assert_eq!(describe(&result, &names), "drawn after 1 turn (normal end)");
    }
}
