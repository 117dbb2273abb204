//! A turn of a logged game, as flags name it.

use std::path::PathBuf;

use anyhow::{Context, Result};
use arena_common::texts::counted;
use arena_common::words::cut;
use clap::Args;
use gameplay::decisions::Decision;
use gameplay::record::GameRecord;
use gameplay::{Game, Games};
use journal::reader::Placed;
use viewer::source::{self, Source};

/// Characters of a player's name that a heading shows.
const NAME: usize = 60;

/// Which turn.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Turn of a log")]
pub struct TurnArgs {
    /// A log of a match or a league
    #[arg(long, value_name = "FILE", requires_all = ["game", "turn"])]
    pub log: Option<PathBuf>,
    /// Number of the game: its `id` in the log
    #[arg(long, value_name = "ID", requires = "log")]
    pub game: Option<u32>,
    /// Number of the turn, from 1, as in the replay
    #[arg(long, value_name = "N", requires = "log", value_parser = clap::value_parser!(u32).range(1..))]
    pub turn: Option<u32>,
    /// If all players move: only this seat
    #[arg(long, value_name = "SEAT", requires = "log", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub seat: Option<u8>,
    /// In SnakeGo: only this operation of the half-round
    #[arg(long, value_name = "N", requires = "log", value_parser = clap::value_parser!(u32).range(1..))]
    pub step: Option<u32>,
    /// In a league: the two players
    #[arg(long, num_args = 2, value_names = ["A", "B"], requires = "log")]
    pub between: Vec<String>,
}

/// A turn that was found.
#[derive(Debug)]
pub struct LoggedTurn {
    /// The game that is played.
    pub game: &'static Game,
    /// Its place: log, game and turn.
    pub place: String,
    /// Its decisions; at least one.
    pub decisions: Vec<Decision>,
    /// Those of the whole game, as far as it can be followed.
    pub all: Vec<Decision>,
    /// The players by seat.
    pub names: Vec<String>,
}

impl LoggedTurn {
    /// The heading of a decision: the player, its seat and its move.
    pub fn heading(&self, decision: &Decision) -> String {
        let name = cut(self.names[decision.seat].clone(), NAME);
        let played = match &decision.played {
            Some(played) => said!("played {}", self.game.word(played)),
            None => said!("played no move"),
        };
        said!("{}: {name} in seat {} {played}", self.place, decision.seat)
    }
}

/// The turn that the flags name; `None` if they name no log.
///
/// # Errors
/// If the log cannot be read, or has no such game or turn; the text says what it has.
pub fn find(args: &TurnArgs, games: &Games) -> Result<Option<LoggedTurn>> {
    let (Some(path), Some(id), Some(turn)) = (&args.log, args.game, args.turn) else {
        return Ok(None);
    };
    let name = path.display();
    let mut log = source::open(path)?;
    let game = log.header().game.clone();
    let game = game.with_context(|| msg!("{name} does not say which game it is of"))?;
    let game = games.find(&game)?;
    let (record, names) =
        record(&mut log, id, &args.between).with_context(|| msg!("cannot use {name}"))?;
    // The name alone: it is kept with the position, which may go elsewhere.
    let file = path.file_name().unwrap_or(path.as_os_str()).display();
    let place = said!("{file}, game {id}, turn {turn}");
    let found = game.decisions(&record).with_context(|| place.clone())?;
    let turns = record.moves.len();
    let index = turn as usize - 1;
    require!(
        index < turns,
        "{place}: the game has {}",
        counted(turns, "turn", "turns")
    );
    let seat = args.seat.map(usize::from);
    let mut decisions = found.list.clone();
    decisions
        .retain(|decision| decision.turn == index && seat.is_none_or(|seat| decision.seat == seat));
    if let Some(step) = args.step {
        let count = decisions.len();
        let decision = decisions.into_iter().nth(step as usize - 1);
        decisions = decision.into_iter().collect();
        require!(
            !decisions.is_empty(),
            "{place}: --step {step} is not there; the turn has {}",
            counted(count, "decision", "decisions")
        );
    }
    if decisions.is_empty() {
        match (found.broken, seat) {
            (Some(broken), _) => fail!("{place} cannot be reached: {broken}"),
            (None, Some(seat)) => {
                fail!("{place}: seat {seat} does not move in it; leave --seat out")
            }
            (None, None) => fail!("{place}: nobody moves in it"),
        }
    }
    Ok(Some(LoggedTurn {
        game,
        place,
        decisions,
        all: found.list,
        names,
    }))
}

/// The game of this number and its players by seat.
fn record(source: &mut Source, id: u32, between: &[String]) -> Result<(GameRecord, Vec<String>)> {
    let players = source.header().players.clone();
    for name in between {
        require!(
            players.contains(name),
            "--between: it has no player `{name}`; it has {}",
            players.join(", ")
        );
    }
    let (mut found, mut pairings, mut games) = (None, Vec::new(), 0);
    while let Some(game) = source.next_line()? {
        let Ok(Placed { game: record, .. }) = game else {
            continue;
        };
        games += 1;
        let both = [record.a, record.b].map(|player| &players[player]);
        let wanted = between.is_empty() || between.iter().all(|name| both.contains(&name));
        if record.called() != id || !wanted {
            continue;
        }
        pairings.push(both.map(String::clone));
        let seats = record.seats.iter().map(|&player| both[player].clone());
        found = Some((seats.collect(), record));
    }
    match (found, pairings.as_slice()) {
        (Some((names, record)), [_]) => Ok((record, names)),
        (Some(_), [[a, b], ..]) => fail!(
            "{} have the number {id}; say of which players, such as --between '{a}' '{b}'",
            counted(pairings.len(), "game", "games")
        ),
        _ => fail!(
            "game {id} is not in it; it has {}, and --game takes their `id`",
            counted(games, "game", "games")
        ),
    }
}
