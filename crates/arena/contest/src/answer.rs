//! A player asked for its move in a position, as a function is.

use std::time::Duration;

use anyhow::{Context, Result};
use arena_common::Cancel;
use gameplay::Game;
use gameplay::record::Verdict;
use judges_common::args::flags::{NODES, SEED, TIME_MS};
use players::player::{Player, Program};
use referee::botzone::past_turn::PastTurn;
use referee::conduct::{NODES_TIME_MS, Rules};
use serde_json::{Value, json};

use crate::explain::explain;

/// The player that is asked.
#[derive(Clone, Debug)]
pub struct Answerer {
    /// The player, with which the protocol is agreed.
    pub player: Player,
    /// The game.
    pub game: &'static Game,
    /// Its limits.
    pub rules: Rules,
    /// Its seed.
    pub seed: u64,
}

impl Answerer {
    /// The answer to a question: `{"requests","responses"}`, what Botzone's judge has sent the player, or `{"position"}`,
    /// the text that a bot's `explain` reads.
    ///
    /// # Errors
    /// If it is no such question, or the player has no answer.
    pub fn answer(&self, question: &Value) -> Result<Value> {
        let list = |key: &str| question[key].as_array().cloned();
        let position = question["position"].as_str();
        match (position, list("requests"), list("responses")) {
            (Some(position), ..) => self.explained(position),
            (None, Some(requests), Some(responses)) => self.told(requests, responses),
            _ => fail!(
                "a line is {{\"requests\":[...],\"responses\":[...]}} or {{\"position\":TEXT}}; see `arena answer --help`"
            ),
        }
    }

    /// The player's answer to the last request; the player is started afresh as in a match.
    fn told(&self, mut requests: Vec<Value>, responses: Vec<Value>) -> Result<Value> {
        let game = self.game.botzone().with_context(|| {
            msg!(
                "{} runs its programs through the game; ask a bot of the workspace about {{\"position\":TEXT}}",
                self.game.name
            )
        })?;
        let counts = (requests.len(), responses.len());
        let request = requests.pop().filter(|_| counts.0 == counts.1 + 1);
        let request = request.with_context(|| {
            msg!(
                "{} requests and {} responses; there must be one response less",
                counts.0,
                counts.1
            )
        })?;
        let turn = PastTurn {
            earlier: requests.into_iter().zip(responses).collect(),
            request,
        };
        let launch = self.player.launch(&self.rules, self.seed)?;
        let own = self.player.overrides.apply(&self.rules);
        let reply = turn.ask(game, launch, own, self.player.first_move)?;
        if reply.verdict != Verdict::Ok {
            let (verdict, failure) = (reply.verdict.name(), reply.failure.unwrap_or_default());
            fail!("verdict {verdict}: {failure}");
        }
        let saved = reply.reports.first().map(|report| &report.cause);
        Ok(json!({"response": reply.response, "debug": reply.debug, "saved": saved}))
    }

    /// The output of the player's `explain` for a position.
    fn explained(&self, position: &str) -> Result<Value> {
        let name = self.player.name();
        let Program::Bot { path, .. } = &self.player.program else {
            fail!(
                "`{name}` is a program of your own, which knows no positions of {}; only a bot of the workspace does",
                self.game.name
            );
        };
        let rules = self.player.overrides.apply(&self.rules);
        let mut words = vec![SEED.to_owned(), self.seed.to_string()];
        words.extend(match rules.nodes {
            Some(nodes) => [NODES.to_owned(), nodes.to_string()],
            None => [TIME_MS.to_owned(), rules.time_ms().to_string()],
        });
        words.extend_from_slice(&self.player.overrides.args);
        let program = [path.to_string_lossy().into_owned()];
        let patience = Duration::from_millis(NODES_TIME_MS) + 2 * rules.time;
        let text = explain(&program, position, &words, patience, &Cancel::default())?;
        let last = |key: &str| text.lines().rev().find_map(|line| line.strip_prefix(key));
        let mv = last("move:");
        let mv =
            mv.with_context(|| msg!("{name}: `explain` printed no line `move: M`:\n{text}"))?;
        let debug = last("debug:").map(str::trim);
        Ok(json!({"move": mv.trim(), "debug": debug, "text": text}))
    }
}
