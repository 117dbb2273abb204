//! The time limits of the players, for the chart of times and to find who was late.

use std::time::Duration;

use journal::header::Header;
use players::player::Overrides;
use referee::conduct::Mode;
use referee::record::ReplyRecord;
use referee::{Game, Host};
use serde_json::{Value, json};

/// The time limits of all players of a log.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// For each player in milliseconds: that of a program that is started, and that of one that was kept running; `None`
    /// in a log that has none.
    each: Vec<Option<[u64; 2]>>,
    first_turn_factor: u32,
}

impl Limits {
    /// The limits of all players. `overrides` says what is agreed with a player alone.
    pub(crate) fn new<'a>(
        game: Option<&'static Game>,
        header: &Header,
        overrides: impl Fn(usize) -> Option<&'a Overrides>,
    ) -> Limits {
        let first_turn_factor = header.first_turn_factor;
        let players = header.players.len();
        let Some(time) = header.time_ms.map(Duration::from_millis) else {
            return Limits {
                each: vec![None; players],
                first_turn_factor,
            };
        };
        let base = game.map_or_else(Host::default, Host::new);
        let base = base.rules(header.mode, time);
        let of = |player| {
            let rules = overrides(player).map_or(base.clone(), |overrides| overrides.apply(&base));
            let kept = match rules.mode {
                Some(Mode::KeepRunning) => rules.kept_time,
                _ => rules.time,
            };
            let limits = [rules.time, kept];
            Some(limits.map(|limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)))
        };
        Limits {
            each: (0..players).map(of).collect(),
            first_turn_factor,
        }
    }

    /// The limits of players of whom the header says what they are; those of the match where it does not.
    pub(crate) fn of_header(game: Option<&'static Game>, header: &Header) -> Limits {
        Limits::new(game, header, |player| header.identity(player)?.overrides())
    }

    /// As the page's scripts read them.
    pub(crate) fn value(&self) -> Value {
        let pair = |limit: &Option<[u64; 2]>| json!(limit.map_or([None; 2], |pair| pair.map(Some)));
        self.each.iter().map(pair).collect()
    }

    /// Whether this player took longer than its limit. Whether its program was kept running a log does not say.
    pub(crate) fn is_late(&self, player: usize, reply: &ReplyRecord) -> bool {
        let limits = self.each.get(player).copied().flatten();
        limits.zip(reply.ms).is_some_and(|([started, kept], ms)| {
            let limit = if reply.first {
                started.saturating_mul(u64::from(self.first_turn_factor))
            } else {
                started.max(kept)
            };
            ms > limit as f64
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::header_of;

    #[test]
    fn a_player_has_its_own_limits_or_the_matchs() {
        let game = |name: &str| referee::games::standard().find(name).ok();
        let python = Overrides {
            factors: Some([6, 4]),
            ..Overrides::default()
        };
        let said = Overrides {
            time_ms: Some(700),
            ..python.clone()
        };
        let kept = Overrides {
            mode: Some(Mode::KeepRunning),
            ..python.clone()
        };
        let all = [None, Some(&python), Some(&said), Some(&kept)];
        let mut header = Header {
            mode: Mode::Restart,
            players: vec![String::new(); 4],
            ..header_of("nogo")
        };
        let found = |game, header: &Header| Limits::new(game, header, |player| all[player]).value();
        let want = json!([[1000, 1000], [6000, 6000], [700, 700], [6000, 4000]]);
        assert_eq!(found(game("nogo"), &header), want);
        header.mode = Mode::KeepRunning;
        let want = json!([[1000, 1000], [6000, 4000], [700, 700], [6000, 4000]]);
        assert_eq!(found(game("nogo"), &header), want);
        assert_eq!(found(None, &header), want);
        // Saiblo knows one limit for all half-rounds.
        let want = json!([[1000, 1000], [6000, 6000], [700, 700], [6000, 6000]]);
        assert_eq!(found(game("snakego"), &header), want);
    }
}
