//! From a game to its understanding: `explain`, `positions --keep` and `analyse` on a log.

mod analyst;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use snapbox::str;

use crate::common::read_games;
use crate::common::{ARENA, LONG, contest, fake_tools, new_mark, page_data, session_words};
use crate::import_packs::a_match;
use crate::shell::Shell;
use contest::Watch;
use gameplay::decisions::Decision;
use gameplay::record::GameRecord;
use journal::games_file::GamesFile;
use players::player::Player;
use referee::conduct::Mode;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A shell with a log of two games, and a bot whose value of a position is a hundredth of its stones.
struct Bench {
    shell: Shell,
    log: PathBuf,
    _tools: TempDir,
}

impl Bench {
    fn new() -> Self {
        let shell = Shell::new();
        let count = "$(printf %s \"$2\" | tr -cd XO | wc -c)";
        let lines = format!(
            "[ \"$1\" = explain ] || exit 1\n[ \"$3\" = --nodes ] && echo asked >> '{}'\n\
             echo tree of $2 with $3 $4\necho nodes: 7\n\
             echo debug: it is good, value=0.$(printf %02d {count})\necho move: 1,1",
            shell.path("asked").display()
        );
        shell.program("bot", &lines);
        let bot = shell.path("bot");
        let tools = fake_tools(&new_mark(), "", bot.to_str().unwrap());
        let shell = shell.with("CARGO", tools.path().join("cargo").to_str().unwrap());
        let log = shell.path("games.jsonl");
        let player = || Player::command("bot", session_words("nogo", "--no-keep-running"));
        let mut contest = contest(player(), player(), Mode::Restart, LONG, 2);
        contest.opening_plies = 2;
        let mut file = GamesFile::create(&log, contest.header(), false).unwrap();
        let played = contest.nothing_played();
        contest.run(played, Some(&mut file), &mut |_| Watch::default());
        drop(file);
        Self {
            shell,
            log,
            _tools: tools,
        }
    }

    fn arena(&self, arguments: &[&str]) -> Output {
        self.shell.command(ARENA).args(arguments).output().unwrap()
    }

    fn games(&self) -> Vec<GameRecord> {
        games(&self.log)
    }

    /// The number of times the bot was asked.
    fn asked(&self) -> usize {
        let text = fs::read_to_string(self.shell.path("asked"));
        text.unwrap_or_default().lines().count()
    }
}

fn games(log: &Path) -> Vec<GameRecord> {
    read_games(&fs::read(log).unwrap()).1
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn explain_asks_about_a_turn_of_a_log() {
    Bench::new().shell.types(str![[r#"
$ arena explain nogo-prior --nodes 7 --log games.jsonl --game 1 --turn 4
building nogo-prior ...
games.jsonl, game 1, turn 4: bot in seat 1 played 6,7
position: ........./.X......./........./........./....X..../..O....../........./........./.........
tree of ........./.X......./........./........./....X..../..O....../........./........./......... with --nodes 7
nodes: 7
debug: it is good, value=0.03
move: 1,1
$ arena explain nogo-prior --log games.jsonl --game 7 --turn 1
error: cannot use games.jsonl: game 7 is not in it; it has 2 games, and --game takes their `id`
exit status 1
$ arena explain nogo-prior --log games.jsonl --game 0 --turn 500
error: games.jsonl, game 0, turn 500: the game has 75 turns
exit status 1
$ arena explain nogo-prior --log games.jsonl --game 0 --turn 4 --seat 0
error: games.jsonl, game 0, turn 4: seat 0 does not move in it; leave --seat out
exit status 1
$ arena explain nogo-prior --log games.jsonl --game 0 --turn 4 --step 2
error: games.jsonl, game 0, turn 4: --step 2 is not there; the turn has 1 decision
exit status 1
$ arena explain nogo-prior --log games.jsonl --game 0
error: the following required arguments were not provided:
  --turn <N>

Usage: arena explain --log <FILE> --game <ID> --turn <N> <BOT> [POSITION]

For more information, try '--help'.
exit status 2
$ arena explain nogo-prior --log games.jsonl --game 0 --turn 1 --between x y
error: cannot use games.jsonl: --between: it has no player `x`; it has bot, bot
exit status 1
$ arena explain snake-random --log games.jsonl --game 0 --turn 1
error: `snake-random` plays snake, but games.jsonl, game 0, turn 1 is of nogo; name a bot of that game (see `arena list`)
exit status 1
$ arena explain nogo-prior
error: the following required arguments were not provided:
  <POSITION>

Usage: arena explain <BOT> <POSITION>

For more information, try '--help'.
exit status 2
$ arena explain nogo-prior '4,4 0,8'
building nogo-prior ...
tree of 4,4 0,8 with
nodes: 7
debug: it is good, value=0.00
move: 1,1
"#]]);
}

/// The name of player A (0) or B (1): both are the same command here.

#[test]
fn analyse_values_every_position_and_goes_on_where_it_was() {
    let bench = Bench::new();
    let original = fs::read(&bench.log).unwrap();
    let log = bench.log.to_str().unwrap();
    let arguments = [
        "analyse", log, "--nodes", "5", "--worst", "3", "--jobs", "1",
    ];
    let output = bench.arena(&arguments);
    let text = said(&output);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        fs::read(&bench.log).unwrap(),
        original,
        "the log is left alone"
    );
    let copy = bench.shell.path("games.analysed.jsonl");
    let whole = fs::read(&copy).unwrap();
    let nogo = gameplay::games::standard().find("nogo").unwrap();
    let mut positions = 0;
    for (game, old) in games(&copy).iter().zip(bench.games()) {
        let analysis = game.analysis.clone().unwrap();
        assert_eq!((analysis.by.as_str(), analysis.nodes), ("nogo-prior", 5));
        let values: Vec<(usize, usize, f64)> = (analysis.values.iter())
            .map(|found| (found.turn, found.seat, found.value))
            .collect();
        // If there is one legal move, the bot is not asked.
        let decisions = nogo.decisions(game).unwrap().list.into_iter();
        let free = decisions.filter(|decision| !decision.forced);
        let want = free.map(|Decision { turn, .. }| (turn, turn % 2, turn as f64 / 100.0));
        assert_eq!(values, want.collect::<Vec<_>>());
        positions += values.len();
        assert_eq!(
            *game,
            GameRecord {
                analysis: Some(analysis),
                ..old
            }
        );
    }
    assert!(
        text.contains(&format!(
            ", {positions} positions valued by nogo-prior with 5 nodes each"
        )),
        "{text}"
    );
    // A position that is good for one is bad for the other, and more so with more stones.
    let rows = text.lines().filter(|line| line.starts_with('│')).count();
    assert_eq!(rows, 4, "a header and three turns:\n{text}");
    assert!(text.contains(" drop ") && text.contains(" -0.7"), "{text}");
    // The better move differs from the one played.
    let cells = |line: &str| {
        line.split(['│', '┆'])
            .map(|cell| cell.trim().to_owned())
            .collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = text
        .lines()
        .filter(|line| line.starts_with('│'))
        .map(cells)
        .collect();
    assert_eq!(rows[0][4..6], ["move", "better"]);
    assert!(rows.iter().all(|row| row[4] != row[5]), "{text}");
    assert_eq!(bench.asked(), positions);

    // Nothing is left to do; a line that was cut off is done again.
    assert_eq!(said(&bench.arena(&arguments)), text);
    assert_eq!(bench.asked(), positions);
    fs::write(&copy, &whole[..whole.len() - 10]).unwrap();
    let again = bench.arena(&arguments);
    assert_eq!(said(&again), text);
    assert!(
        String::from_utf8_lossy(&again.stderr).contains("breaks off after"),
        "{again:?}"
    );
    assert_eq!(fs::read(&copy).unwrap(), whole);
    let last = games(&copy)[1].analysis.as_ref().unwrap().values.len();
    assert_eq!(bench.asked(), positions + last);

    // The American spelling, one game, another file.
    let out = bench.shell.path("one.jsonl");
    let output = bench.arena(&[
        "analyze",
        log,
        "--game",
        "1",
        "--out",
        out.to_str().unwrap(),
        "--nodes",
        "5",
    ]);
    assert!(said(&output).contains(": 1 game, "), "{output:?}");
    assert_eq!(games(&out).len(), 1);

    bench.shell.types(str![[r#"
$ arena analyse games.jsonl --nodes 6
building nogo-prior ...
error: cannot resume games.analysed.jsonl; name another file with --out, or add --force to replace it: line 2 is an analysis by nogo-prior with 5 nodes
exit status 1
$ arena analyse games.jsonl --out games.jsonl
error: games.jsonl would replace the log that it is made from; name another file with --out
exit status 1
$ arena analyse games.jsonl --game 9 --nodes 5 --force
building nogo-prior ...
error: games.jsonl: game 9 is not in it
exit status 1
$ arena analyse games.jsonl --with snake-random
error: `snake-random` plays snake, but games.jsonl is of nogo; name a bot of that game (see `arena list`)
exit status 1
$ arena analyse one.jsonl
building nogo-prior ...
error: one.jsonl: game 1 is analysed already, by nogo-prior; name the log that this one was made from
exit status 1
$ arena analyse /no/log
error: cannot open /no/log; name a log of `arena match --log FILE`: No such file or directory (os error 2)
exit status 1
"#]]);
}

#[test]
fn an_analysis_of_another_log_is_not_gone_on_with() {
    let Bench { shell, _tools, .. } = Bench::new();
    shell.write("games.analysed.jsonl", "{\"format\":\"else\"}\n");
    shell.types(str![[r#"
$ arena analyse games.jsonl
building nogo-prior ...
error: cannot resume games.analysed.jsonl; name another file with --out, or add --force to replace it: its first line is not that of games.jsonl
exit status 1
$ arena analyse games.jsonl --force > out
building nogo-prior ...
$ # Another game in the place of the first.
$ sed -i 's/"id":0/"id":5/' games.analysed.jsonl; arena analyse games.jsonl
building nogo-prior ...
error: cannot resume games.analysed.jsonl; name another file with --out, or add --force to replace it: line 2 is not that of game 0 of the log
exit status 1
"#]]);
}

#[test]
fn a_turn_to_keep_is_one_decision_of_the_bots_game() {
    Bench::new().shell.types(str![[r#"
$ arena positions nogo-prior --keep x
error: the following required arguments were not provided:
  --game <ID>
  --turn <N>
  --log <FILE>

Usage: arena positions --game <ID> --turn <N> --log <FILE> --keep <NAME> <BOT>

For more information, try '--help'.
exit status 2
$ arena positions nogo-prior --log games.jsonl --game 0 --turn 3
error: --log names a turn to keep: add --keep NAME; `arena explain` asks a bot about it
exit status 1
$ arena positions nogo-prior --keep Ä --log games.jsonl --game 0 --turn 3
error: --keep `Ä`: use small letters, digits and hyphens, for example lost-eye
exit status 1
$ arena positions nogo-prior --keep end-01 --log games.jsonl --game 0 --turn 3
error: --keep `end-01`: [..]/bots/nogo-prior/positions/end-01.txt is there already; choose another name
exit status 1
$ arena positions nogo-prior --want 1,1
error: the following required arguments were not provided:
  --log <FILE>
  --game <ID>
  --turn <N>
  --keep <NAME>

Usage: arena positions --log <FILE> --game <ID> --turn <N> --keep <NAME> --want <MOVE>... <BOT>

For more information, try '--help'.
exit status 2
"#]]);
}

#[test]
fn a_game_of_a_league_has_two_players() {
    let Bench { shell, _tools, .. } = Bench::new();
    let lines = [["a", "b"], ["a", "c"]].map(|players| a_match("nogo", players));
    shell.write("pack.matches", &lines.join("\n"));
    // Called by their ids, as those of a league that was played. The copy is a league, too.
    shell.types(str![[r#"
$ arena import pack.matches
pack.jsonl: nogo, 2 matches between 3 players: a league for `arena replay` and `arena merge`
$ sed -i 's/"number":[12],//' pack.jsonl
$ arena explain nogo-prior --log pack.jsonl --game 0 --turn 2
error: cannot use pack.jsonl: 2 games have the number 0; say of which players, such as --between 'a' 'b'
exit status 1
$ arena explain nogo-prior --log pack.jsonl --game 0 --turn 2 --between c a
building nogo-prior ...
pack.jsonl, game 0, turn 2: c in seat 1 played 2,7
position: ........./........./........./........./.....X.../........./........./........./.........
tree of ........./........./........./........./.....X.../........./........./........./......... with
nodes: 7
debug: it is good, value=0.01
move: 1,1
$ arena explain nogo-prior --log pack.jsonl --game 0 --turn 2 --between b c
error: cannot use pack.jsonl: game 0 is not in it; it has 2 games, and --game takes their `id`
exit status 1
$ arena analyse pack.jsonl --nodes 5 --worst 4
building nogo-prior ...
│ game ┆ turn ┆ player ┆ move ┆ better ┆ value before ┆ value after ┆  drop │
│    0 ┆   73 ┆ a      ┆ 3,8  ┆ 1,1    ┆       +0.720 ┆      -1.000 ┆ 1.720 │
│    0 ┆   73 ┆ a      ┆ 3,8  ┆ 1,1    ┆       +0.720 ┆      -1.000 ┆ 1.720 │
│    0 ┆   72 ┆ b      ┆ 0,3  ┆ 1,1    ┆       +0.710 ┆      -0.720 ┆ 1.430 │
│    0 ┆   72 ┆ c      ┆ 0,3  ┆ 1,1    ┆       +0.710 ┆      -0.720 ┆ 1.430 │
pack.analysed.jsonl: 2 games, 146 positions valued by nogo-prior with 5 nodes each
$ arena replay pack.analysed.jsonl
pack.analysed.html: 2 games, [..] KB
"#]]);
}

#[test]
fn the_page_has_the_values_of_the_players_or_of_the_analysis() {
    let bench = Bench::new();
    let lines = fs::read_to_string(&bench.log).unwrap();
    let lines = lines.replace("\"debug\":\"", "\"debug\":\"won, value=0.75 ");
    assert!(lines.contains("value=0.75"), "{lines}");
    fs::write(&bench.log, lines).unwrap();
    let page = |log: &Path| {
        let output = bench.arena(&["replay", log.to_str().unwrap()]);
        assert!(output.status.success(), "{output:?}");
        page_data(&fs::read_to_string(log.with_extension("html")).unwrap())["games"][0].take()
    };
    let game = page(&bench.log);
    assert_eq!(game["analysis"], Value::Null);
    assert_eq!(game["turns"][0][0]["value"], Value::Null, "an opening turn");
    assert_eq!(game["turns"][2][0]["value"], json!(0.75));

    let log = bench.log.to_str().unwrap();
    assert!(
        bench
            .arena(&["analyse", log, "--nodes", "5"])
            .status
            .success()
    );
    let game = page(&bench.shell.path("games.analysed.jsonl"));
    assert_eq!(game["analysis"], json!({"by": "nogo-prior", "nodes": 5}));
    assert_eq!(game["turns"][1][0]["value"], json!(0.01));
    assert_eq!(game["turns"][2][0]["value"], json!(0.02));
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}
