//! The time limits of the players, for the chart of times.

use std::time::Duration;

use contest::log::Header;
use contest::player::Own;
use referee::conduct::Mode;
use referee::{Game, Host};
use serde_json::{Value, json};

/// The limits of so many players in milliseconds: for each that of a program that is started, and that of one that was
/// kept running. `own` says what is agreed with a player alone.
pub(crate) fn limits<'a>(
    game: Option<&'static Game>,
    header: &Header,
    players: usize,
    own: impl Fn(usize) -> Option<&'a Own>,
) -> Value {
    let Some(time) = header.time_ms.map(Duration::from_millis) else {
        return (0..players).map(|_| json!([null, null])).collect();
    };
    let has_modes = game.is_none_or(|game| Host::new(game).has_modes());
    let of = |player| {
        let [started, kept] = own(player).map_or([time; 2], |own| own.times(time, time));
        let mode = own(player).and_then(|own| own.mode).unwrap_or(header.mode);
        let kept = if has_modes && mode == Mode::KeepRunning {
            kept
        } else {
            started
        };
        [started, kept].map(|limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX))
    };
    (0..players).map(|player| json!(of(player))).collect()
}

/// The limits of players of whom the header says what they are; those of the match where it does not.
pub(crate) fn of_header(game: Option<&'static Game>, header: &Header, players: usize) -> Value {
    let known = header.identities.len() == players;
    limits(game, header, players, |player| {
        header.identities.get(player).filter(|_| known)?.own()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::header_of;

    #[test]
    fn a_player_has_its_own_limits_or_the_matchs() {
        let game = |name: &str| referee::games::standard().find(name).ok();
        let python = Own {
            factors: Some([6, 4]),
            ..Own::default()
        };
        let said = Own {
            time_ms: Some(700),
            ..python.clone()
        };
        let kept = Own {
            mode: Some(Mode::KeepRunning),
            ..python.clone()
        };
        let all = [None, Some(&python), Some(&said), Some(&kept)];
        let mut header = Header {
            mode: Mode::Restart,
            ..header_of("nogo")
        };
        let found = |game, header: &Header| limits(game, header, 4, |player| all[player]);
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
