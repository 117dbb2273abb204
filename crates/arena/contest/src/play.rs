//! A match: games of two players in the pool, their file, the totals.

use std::time::{Duration, Instant};

use arena_common::Stop;
use arena_common::texts::tr;
use gameplay::Game;
use gameplay::record::GameRecord;
use journal::games_file::GamesFile;
use journal::plan::Plan;
use players::player::Player;
use statistics::matches::Matches;
use statistics::sprt::Expected;
use statistics::tally::Tally;

use crate::Contest;
use crate::progress::Progress;

/// The outcome of a match.
#[derive(Debug)]
pub struct Outcome {
    /// The finished games.
    pub tally: Tally,
    /// The finished matches, for a game of which a match is two halves.
    pub matches: Option<Matches>,
    /// The cause that stopped the match before its end, if there was one, such as a file that cannot be written.
    pub stopped: Option<Stop>,
    /// Wall-clock time of the whole match.
    pub wall: Duration,
}

/// Games that were played before.
#[derive(Clone, Debug)]
pub struct Played {
    /// Their totals.
    pub tally: Tally,
    /// Those of whole matches, for a game of which a match is two halves.
    pub matches: Option<Matches>,
    /// True if no more games are needed.
    pub enough: bool,
}

impl Played {
    /// None yet of games of these seatings.
    pub fn new(deal: &[impl AsRef<[usize]>], game: Option<&Game>) -> Self {
        Self {
            tally: Tally::new(deal),
            matches: game.and_then(Matches::new),
            enough: false,
        }
    }

    /// Counts one.
    pub fn add(&mut self, game: &GameRecord) {
        self.tally.add(game);
        if let Some(matches) = &mut self.matches {
            matches.add(game);
        }
    }

    /// The number of games.
    pub fn count(&self) -> u32 {
        self.tally.total.games()
    }
}

/// The caller's reply to a game.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Added to the progress text.
    pub note: String,
    /// The expected number of games.
    pub expected: Expected,
    /// True if no more games are needed.
    pub enough: bool,
}

impl Contest {
    /// The state at the beginning of a match.
    pub fn nothing_played(&self) -> Played {
        Played::new(self.deal(), self.host.game)
    }

    /// Plays the match of the first two players, or the shard of it that `file` is for, without the games that `file` had
    /// when it was opened, of which `played` are the totals. Each finished game goes to `file` at once, then to `watch`,
    /// which may end the match early; games that are running then are dropped.
    pub fn run(
        &self,
        mut played: Played,
        mut file: Option<&mut GamesFile>,
        watch: &mut dyn FnMut(&GameRecord) -> Watch,
    ) -> Outcome {
        let started = Instant::now();
        let seen = file.as_mut().map(|file| std::mem::take(&mut file.seen));
        let seen = seen.unwrap_or_default();
        let header = match &file {
            Some(file) => &file.header,
            None => &self.header(),
        };
        let plan = Plan::new(header);
        // Games that are shown are their own progress.
        let quiet = self.show || self.players.iter().any(Player::is_human);
        let progress =
            (!quiet).then(|| Progress::counting(plan.count(), played.count().into(), tr("games")));
        let enough = played.enough;
        let all = plan.fixtures().take_while(|_| !enough);
        let todo = all.filter(|game| !seen.has(game));
        let stopped = self.play(todo, file, |game| {
            played.add(&game);
            let watch = watch(&game);
            if let Some(progress) = &progress {
                progress.update(&played.tally, &watch.note, watch.expected);
            }
            watch.enough
        });
        progress.inspect(Progress::finish);
        let Played { tally, matches, .. } = played;
        Outcome {
            tally,
            matches,
            stopped,
            wall: started.elapsed(),
        }
    }
}
