//! The place where a bot in C++ crashes: the turn is played again by a program built with sanitizers.

use std::path::Path;
use std::time::Duration;

use arena_common::{Cancel, Message, at_most};
use gameplay::botzone::BotzoneGame;
use gameplay::record::{GameRecord, ReplyRecord, Verdict};
use referee::botzone::past_turn::PastTurn;
use referee::conduct::Rules;
use referee::diagnosis::evidence::thrown;
use referee::diagnosis::traceback::sanitizer;

use crate::Contest;
use players::player::{Player, Program};
use players::source;

/// It is slower and larger than the bot.
const TIME: Duration = Duration::from_secs(20);
const MEMORY: u64 = 8 << 30;

/// The options of the sanitizers: to end by themselves where the library aborts, and to be brief.
const OPTIONS: [&str; 2] = [
    "ASAN_OPTIONS=handle_abort=1:detect_leaks=0:print_legend=0:stack_trace_format='    #%n in %f %S'",
    "UBSAN_OPTIONS=print_stacktrace=1:stack_trace_format='    #%n in %f %S'",
];

/// The error of a player in a turn in which it has crashed, with file and line; `None` if it is not a C++ source, the
/// compiler has no sanitizers, or it does not crash once more.
pub fn place(
    player: &Player,
    game: &BotzoneGame,
    told: &PastTurn,
    rules: &Rules,
    seed: u64,
) -> Option<Message> {
    let Program::Source { language, .. } = player.program else {
        return None;
    };
    let mut launch = player.launch(rules, seed).ok()?;
    let program = launch.words.first()?.clone();
    let (sanitized, file) = source::sanitized(Path::new(&program), language).ok()?;
    if let Some(sandbox) = &mut launch.sandbox {
        sandbox
            .readable
            .extend(sanitized.parent().map(Path::to_owned));
    }
    launch.words[0] = sanitized.to_string_lossy().into_owned();
    let options = OPTIONS.iter().filter_map(|option| option.split_once('='));
    launch
        .variables
        .extend(options.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let rules = Rules {
        time: TIME,
        kept_time: TIME,
        memory: MEMORY,
        // It is asked after the games, and a check that has failed ends those.
        cancel: Cancel::default(),
        ..player.overrides.apply(rules)
    };
    let reply = told.ask(game, launch, rules, None).ok()?;
    let mut failure = sanitizer(&reply.failure?.english(), &file)?;
    if let Some(frame) = &mut failure.frame {
        let source = at_most::read(&sanitized.with_file_name(&file)).unwrap_or_default();
        let source = String::from_utf8_lossy(&source);
        let code = source.lines().nth(frame.line.saturating_sub(1) as usize);
        frame.code = code.map(|code| code.trim().to_owned());
    }
    Some(msg!(
        "once more under the compiler's sanitizers:\n{}",
        thrown(&failure)
    ))
}

/// The compiler's warnings about a C++ source that foretell a crash.
pub fn omens(player: &Player) -> Vec<Message> {
    let Program::Source { words, .. } = &player.program else {
        return Vec::new();
    };
    let said = words
        .first()
        .map(|program| source::omens(Path::new(program)));
    let said = said.unwrap_or_default().into_iter();
    said.map(|line| msg!("the compiler warns of a crash: {line}"))
        .collect()
}

/// [`place`] for a turn of a game.
pub fn in_game(contest: &Contest, game: &GameRecord, reply: &ReplyRecord) -> Option<Message> {
    if reply.verdict != Verdict::Re {
        return None;
    }
    let known = contest.host.game?;
    let decisions = known.decisions(game).ok()?;
    let told = PastTurn::in_turn(&decisions.list, reply.turn, reply.seat)?;
    let player = &contest.players[game.seats[reply.seat]];
    place(
        player,
        known.botzone()?,
        &told,
        &contest.rules,
        *game.bot_seeds.as_ref()?.get(reply.seat)?,
    )
}

/// The first game of each player of a match in which it has crashed.
#[derive(Debug, Default)]
pub struct Crashes([Option<GameRecord>; 2]);

impl Crashes {
    /// Looks at a game.
    pub fn add(&mut self, game: &GameRecord) {
        for reply in game
            .replies
            .iter()
            .filter(|reply| reply.verdict == Verdict::Re)
        {
            self.0[game.seats[reply.seat]].get_or_insert_with(|| game.clone());
        }
    }

    /// The places where the players have crashed, as far as they are found out, a text each. To be called after the
    /// games: it takes the processor.
    pub fn places(&self, contest: &Contest) -> Vec<String> {
        let games = self.0.iter().enumerate();
        let found = games.filter_map(|(player, game)| {
            let game = game.as_ref()?;
            let crashed = |reply: &&ReplyRecord| {
                game.seats[reply.seat] == player && reply.verdict == Verdict::Re
            };
            let reply = game.replies.iter().find(crashed)?;
            let place = in_game(contest, game, reply)?;
            let name = contest.players[player].name();
            Some(said!(
                "{name}: game {}, turn {}, {place}",
                game.id,
                reply.turn + 1
            ))
        });
        found.collect()
    }
}
