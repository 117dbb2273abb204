//! Code that the integration tests share: the helper bots, matches between them, and the search for leftovers.
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use contest::{Contest, Outcome, Watch};
use gameplay::record::GameRecord;
use journal::header::Header;
use journal::reader::Reader;
use players::player::Player;
use process::Process;
use referee::Host;
use referee::conduct::{Mode, Rules};
use serde_json::Value;

pub const BAD_BOT: &str = env!("CARGO_BIN_EXE_bad-bot");
pub const SPY_BOT: &str = env!("CARGO_BIN_EXE_spy-bot");
pub const SESSION_BOT: &str = env!("CARGO_BIN_EXE_session-bot");
pub const ARENA: &str = env!("CARGO_BIN_EXE_english-arena");

/// Time for programs that shall be late: nobody waits for it on a good path.
pub const SHORT: Duration = Duration::from_millis(200);
/// Time for programs that shall be late, but have begun to wait by then, however busy the machine is.
pub const WAITING: Duration = Duration::from_secs(1);
/// Time for programs that shall be in time, however busy the machine is.
pub const LONG: Duration = Duration::from_secs(120);

/// The search path with the folder of the helper bots.
pub fn helpers() -> String {
    let folder = Path::new(SESSION_BOT).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    format!("{}:{path}", folder.display())
}

/// A text that no other process of this machine has in its command line.
pub fn new_mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!(
        "mark-{}-{}-",
        std::process::id(),
        NEXT.fetch_add(1, Ordering::Relaxed)
    )
}

/// Processes that are alive (not zombies) with `mark` in their command line.
pub fn alive(mark: &str) -> Vec<String> {
    fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter(|entry| {
            entry.file_name().to_string_lossy().parse::<u32>() != Ok(std::process::id())
        })
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "))
        .filter(|line| line.contains(mark))
        .collect()
}

/// A folder with `mark` in its name and programs that stand in for real ones: `cargo`, whose builds run `build` (sh;
/// "$@" is the command line) and then name `program` as what they have built, and `g++`, which does nothing.
pub fn fake_tools(mark: &str, build: &str, program: &str) -> tempfile::TempDir {
    let folder = tempfile::Builder::new().prefix(mark).tempdir().unwrap();
    let cargo = env!("CARGO");
    let artifact = serde_json::json!({
        "reason": "compiler-artifact", "package_id": "x", "manifest_path": "/x", "fresh": true,
        "target": {
            "kind": ["bin"], "crate_types": ["bin"], "name": "NAME", "src_path": "/x", "edition": "2024",
            "doc": false, "doctest": false, "test": false,
        },
        "profile": {
            "opt_level": "3", "debuginfo": 0, "debug_assertions": false, "overflow_checks": false, "test": false,
        },
        "features": [], "filenames": [program], "executable": program,
    });
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = metadata ] && exec '{cargo}' \"$@\"\n{build}\n\
         while [ $# -gt 0 ]; do [ \"$1\" = --bin ] && echo '{artifact}' | sed \"s/NAME/$2/\"; shift; done; exit 0\n"
    );
    for (name, text) in [("cargo", script.as_str()), ("g++", "#!/bin/sh\n")] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

/// Tells the spy what it looks for and where it reports, if this folder is the first of its search path.
pub fn tell_the_spy(folder: &Path, secret: &str, report: &Path) {
    let backwards: String = secret.chars().rev().collect();
    let (top, report) = (std::process::id(), report.display());
    fs::write(
        folder.join("spy"),
        format!("{backwards}\n{top}\n{report}\n"),
    )
    .unwrap();
}

/// The arena with the tools of this folder.
pub fn arena_with(tools: &Path) -> Command {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(ARENA);
    command
        .env("CARGO", tools.join("cargo"))
        .env("PATH", format!("{}:{path}", tools.display()))
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Waits until that many processes have `mark`.
pub fn wait_for(mark: &str, count: usize) {
    let start = Instant::now();
    while alive(mark).len() != count {
        assert!(
            start.elapsed() < LONG,
            "{count} processes awaited, there are {:?}",
            alive(mark)
        );
        sleep(Duration::from_millis(5));
    }
}

/// A player at random, told `flags`, that stops playing as soon as [`killed`] has seen enough of this log.
pub fn pausing_bot(log: &Path, flags: &str) -> String {
    // A file that a command names is part of what the player is.
    let name = log.with_extension("");
    let name = name.display();
    format!("cmd:env SESSION_BOT_PAUSE={name} {SESSION_BOT} --seed {{seed}} {flags}")
}

/// Starts the arena and kills it when its log has grown by this many bytes. It cannot come to its end before, because its
/// players are [`pausing_bot`]s from there on.
pub fn killed(mut arena: Command, log: &Path, bytes: u64) {
    let length = || fs::metadata(log).map_or(0, |log| log.len());
    let pause = log.with_extension("pause");
    let enough = length() + bytes;
    File::create(&pause).unwrap().set_len(enough).unwrap();
    let quiet = arena.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.spawn().unwrap();
    let start = Instant::now();
    while length() < enough && start.elapsed() < LONG {
        sleep(Duration::from_millis(5));
    }
    let ended = child.try_wait().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(length() >= enough && ended.is_none(), "{ended:?}");
    fs::remove_file(pause).unwrap();
}

/// A program under control.
pub fn start_program(words: &[&str]) -> Process {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    Process::start(&words.into()).unwrap()
}

pub fn command(words: &[&str]) -> Player {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    Player::command(words.join(" "), words)
}

/// The helper bot in seat A or B, `mark` and seed included.
pub fn bad_bot(behaviour: &str, mark: &str) -> Player {
    command(&[BAD_BOT, behaviour, "{seed}", mark])
}

/// The random player of the real session in this game, told `flag`, seed and a node budget.
pub fn session_bot(game: &str, flag: &str) -> Player {
    let words = session_words(game, flag);
    Player::command(words.join(" "), words)
}

/// The command of the [`session_bot`].
pub fn session_words(game: &str, flag: &str) -> Vec<String> {
    let game = format!("SESSION_BOT_GAME={game}");
    let words = ["env", &game, SESSION_BOT, flag, "--seed", "{seed}"];
    let all = words.into_iter().chain(["--nodes", "1"]);
    all.map(str::to_owned).collect()
}

/// The random player of the real session in NoGo with `variable` set, told `flag`, seed and a node budget.
pub fn broken_bot(variable: &str, flag: &str) -> Player {
    let words = ["env", variable, SESSION_BOT, flag];
    let more = ["--seed", "{seed}", "--nodes", "1"];
    command(&[&words[..], &more].concat())
}

/// This game with the arena's own referee.
pub fn host(game: &str) -> Host {
    Host::new(gameplay::games::standard().find(game).unwrap())
}

/// A match of NoGo from the empty board.
pub fn contest(a: Player, b: Player, mode: Mode, time: Duration, games: u32) -> Contest {
    Contest {
        host: host("nogo"),
        players: vec![a, b],
        rules: Rules::new(mode, time),
        games,
        opening_plies: 0,
        own_openings: false,
        openings: None,
        swap: true,
        seed: 1,
        jobs: 1,
        cores: None,
        show: false,
        running: None,
    }
}

/// Plays it and returns its games in order.
pub fn run(contest: &Contest) -> (Vec<GameRecord>, Outcome) {
    let mut games = Vec::new();
    let outcome = contest.run(contest.nothing_played(), None, &mut |game| {
        games.push(game.clone());
        Watch::default()
    });
    games.sort_by_key(|game| game.id);
    (games, outcome)
}

/// The header and the games in a file.
pub fn read_games(text: &[u8]) -> (Header, Vec<GameRecord>) {
    let mut reader = Reader::new(text).unwrap();
    let mut games = Vec::new();
    while let Some(placed) = reader.next_game().unwrap() {
        games.push(placed.game);
    }
    (reader.header().clone(), games)
}

/// The data of a replay's page, as its scripts read it, every game whole.
pub fn page_data(page: &str) -> Value {
    let element = |part: &str| -> Value {
        let (_, rest) = part.split_once("\">").unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    };
    // The games are in their order, and then the data.
    let parts = page
        .split("<script type=\"application/json\" id=\"")
        .skip(1);
    let mut parts: Vec<Value> = parts.map(element).collect();
    let mut data = parts.pop().unwrap();
    let games = data["games"].as_array_mut().unwrap().iter_mut();
    for (game, opened) in games.zip(&mut parts) {
        let game = game.as_object_mut().unwrap();
        game.append(opened.as_object_mut().unwrap());
    }
    data
}

/// The expectations of this game, `tests/games/GAME.json`: `malformed` has an answer and the line that a match says of it.
/// Of its pages, `replay` and `play` have the players and flags of the two commands, `heading` is that of the list of moves,
/// `cards` are expressions that the players' cards match, `moves` is that of a move in the list, `coordinate` the first at the
/// edge, and `points` have a move, where it is on the board (null: one cell to the right), and the number of arrows that
/// the last move draws.
pub fn expected(game: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/games/{game}.json"));
    let text = fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}; every game has such a file", file.display()));
    serde_json::from_str(&text).unwrap()
}
