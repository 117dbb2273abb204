//! The limits of the players: of time for the chart and to find who was late, and all that a player has for itself.

use std::time::Duration;

use gameplay::Game;
use gameplay::record::ReplyRecord;
use journal::header::Header;
use players::player::Overrides;
use referee::Host;
use referee::conduct::Mode;
use serde_json::{Map, Value, json};

/// The limits of all players of a log.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// For each player in milliseconds: that of a program that is started, and that of one that was kept running; `None`
    /// in a log that has none.
    each: Vec<Option<[u64; 2]>>,
    first_turn_factor: u32,
    /// For each player what differs from the match: `ms`, `nodes`, `memory_mb`, `mode`.
    own: Vec<Value>,
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
        let own = (0..players).map(|player| own(overrides(player), header));
        let own = own.collect();
        let Some(time) = header.time_ms.map(Duration::from_millis) else {
            return Limits {
                each: vec![None; players],
                first_turn_factor,
                own,
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
            own,
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

    /// The limits of each player that differ from the match, as the page's scripts read them.
    pub(crate) fn own(&self) -> &[Value] {
        &self.own
    }

    /// Returns true if this player took longer than its limit. A log does not say if its program was kept running.
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

/// The limits that apply to one player only and differ from the match.
fn own(overrides: Option<&Overrides>, header: &Header) -> Value {
    let Some(overrides) = overrides else {
        return json!({});
    };
    let by_factor = (overrides.nodes.or(header.nodes).is_none()).then_some(overrides.factors);
    let by_factor = by_factor.flatten().zip(header.time_ms);
    let ms = overrides.time_ms.or(by_factor.map(|([started, kept], ms)| {
        let mode = overrides.mode.unwrap_or(header.mode);
        ms * u64::from(if mode == Mode::Restart { started } else { kept })
    }));
    let entries = [
        ("ms", json!(ms), json!(header.time_ms)),
        ("nodes", json!(overrides.nodes), json!(header.nodes)),
        (
            "memory_mb",
            json!(overrides.memory_mb),
            json!(header.memory_mb),
        ),
        ("mode", json!(overrides.mode), json!(header.mode)),
    ];
    let differs = entries
        .into_iter()
        .filter(|(_, own, of_match)| !own.is_null() && own != of_match);
    differs
        .map(|(key, own, _)| (key.to_owned(), own))
        .collect::<Map<_, _>>()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::header_of;

    #[test]
    fn what_a_player_has_for_itself_is_what_differs() {
        let own = |overrides: Overrides, header: &Header| own(Some(&overrides), header);
        let by_clock = Header {
            mode: Mode::KeepRunning,
            memory_mb: Some(256),
            ..header_of("nogo")
        };
        let python = Overrides {
            factors: Some([6, 4]),
            ..Overrides::default()
        };
        assert_eq!(own(python.clone(), &by_clock), json!({"ms": 4000}));
        let restarted = Overrides {
            mode: Some(Mode::Restart),
            ..python.clone()
        };
        let want = json!({"ms": 6000, "mode": "restart"});
        assert_eq!(own(restarted, &by_clock), want);
        let all = Overrides {
            time_ms: Some(700),
            nodes: Some(50),
            memory_mb: Some(512),
            ..python.clone()
        };
        let want = json!({"ms": 700, "nodes": 50, "memory_mb": 512});
        assert_eq!(own(all, &by_clock), want);
        let same = Overrides {
            time_ms: Some(1000),
            memory_mb: Some(256),
            mode: Some(Mode::KeepRunning),
            ..Overrides::default()
        };
        assert_eq!(own(same, &by_clock), json!({}));
        // If nodes are the limit, the time limit only ends programs that hang.
        let by_nodes = Header {
            nodes: Some(100),
            ..by_clock
        };
        assert_eq!(own(python, &by_nodes), json!({}));
    }

    #[test]
    fn a_player_has_its_own_limits_or_the_matchs() {
        let game = |name: &str| gameplay::games::standard().find(name).ok();
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
