//! The limits that the judges set, and the margin: bots, searches and the arena have to agree on them.

use std::time::Duration;

/// Both sites' limit for one turn.
pub const TIME_LIMIT: Duration = Duration::from_millis(1000);

/// The longest limit that a bot accepts with `--time-ms`: an hour.
pub const MAX_TIME_LIMIT: Duration = Duration::from_secs(3600);

/// The limit for one turn of a bot that counts nodes instead of asking the clock: long enough that the speed of the
/// machine never decides, short enough to notice a bot that hangs. It is the arena that enforces it; the bot
/// itself ignores its time limit under a node budget.
pub const NODES_TIME_LIMIT: Duration = Duration::from_secs(60);

/// The longest debug text of an answer that Botzone keeps, in bytes. The session truncates longer ones.
pub const MAX_DEBUG: usize = 1024;

/// The part of a limit that a plan leaves unused: 60 ms or 10 %, whichever is more. It covers start-up, the judge's
/// clock and a process that the system has descheduled: on two cores with eight busy programs, one deadline in a
/// hundred was 16 ms late, one in five hundred 35 ms, the latest of 1,500 108 ms; and a game has up to a hundred turns.
pub fn margin(limit: Duration) -> Duration {
    (limit / 10).max(Duration::from_millis(60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_sixty_milliseconds_or_a_tenth() {
        let ms = Duration::from_millis;
        assert_eq!(margin(ms(0)), ms(60));
        assert_eq!(margin(ms(500)), ms(60));
        assert_eq!(margin(ms(1000)), ms(100));
        assert_eq!(margin(ms(2000)), ms(200));
        assert_eq!(margin(ms(10_000)), ms(1000));
        assert!(margin(Duration::MAX) < Duration::MAX);
    }
}
