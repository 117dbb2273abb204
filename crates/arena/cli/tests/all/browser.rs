//! The pages in a real browser: `scripts/test-replay` runs these tests, which need Chromium and its driver.
//! They write what they see as pictures into the folder named in REPLAY_SHOTS.

mod driver;
mod league;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use driver::Browser;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

const ARENA: &str = env!("CARGO_BIN_EXE_english-arena");
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const PAGE_DOWN: &str = "\u{e00f}";

/// What a bot may write, and a page must survive.
const HOSTILE: &str = "</script><script>document.title='broken'</script><!--\nbest 4,4 value +0.132 depth 7\nnodes 51234 好";

fn shots() -> PathBuf {
    let folder = std::env::var_os("REPLAY_SHOTS").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| std::env::temp_dir().join("replay-shots"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Plays a tiny match and returns its page.
fn page(folder: &Path, game: &str, players: [&str; 2], more: &[&str]) -> PathBuf {
    let log = folder.join(format!("{game}.jsonl"));
    let status = Command::new(ARENA)
        .args([
            "match", players[0], players[1], "--nodes", "100", "--games", "4", "--log",
        ])
        .arg(&log)
        .args(more)
        .status()
        .unwrap();
    assert!(status.success());
    let mut text = String::new();
    for line in fs::read_to_string(&log).unwrap().lines() {
        let mut line: Value = serde_json::from_str(line).unwrap();
        for reply in line["replies"].as_array_mut().into_iter().flatten() {
            reply["debug"] = json!(HOSTILE);
        }
        text.push_str(&format!("{line}\n"));
    }
    fs::write(&log, text).unwrap();
    let output = Command::new(ARENA)
        .arg("replay")
        .arg(&log)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(".html: 4 games, "), "{said}");
    folder.join(format!("{game}.html"))
}

fn counter(browser: &Browser) -> (usize, usize) {
    let text = browser.text("#counter");
    let (turn, length) = text.split_once(" / ").unwrap();
    (turn.parse().unwrap(), length.parse().unwrap())
}

fn board(browser: &Browser) -> String {
    let board = browser.run("return document.querySelector('#board').innerHTML");
    board.as_str().unwrap().to_owned()
}

fn fits(browser: &Browser, width: u32) {
    let wide = browser.run("return document.documentElement.scrollWidth");
    assert!(
        wide.as_u64().unwrap() <= u64::from(width),
        "{wide} px wide at {width}"
    );
}

/// Goes through a page in every way there is.
fn drive(browser: &Browser, page: &Path, game: &str, width: u32, dark: bool) {
    browser.emulate(width, if width < 500 { 812 } else { 800 }, dark);
    browser.open(&format!("file://{}", page.display()));
    let theme = if dark { "dark" } else { "light" };
    assert_eq!(
        browser.run("return document.documentElement.dataset.theme"),
        theme
    );
    fits(browser, width);
    let length = counter(browser).1;
    assert!(length >= 4 && counter(browser).0 == 0);
    let first = board(browser);

    for (turn, key) in [
        (1, RIGHT),
        (2, RIGHT),
        (1, LEFT),
        (length, END),
        (length, RIGHT),
        (0, HOME),
        (0, LEFT),
    ] {
        browser.press(key);
        assert_eq!(counter(browser), (turn, length), "{game}");
        assert_eq!(board(browser) == first, turn == 0, "{game}, turn {turn}");
    }
    for (turn, button) in [
        (1, "#forward"),
        (2, "#forward"),
        (1, "#back"),
        (length, "#end"),
        (0, "#start"),
    ] {
        browser.click(button);
        assert_eq!(counter(browser), (turn, length), "{game}");
        assert_eq!(board(browser) == first, turn == 0, "{game}, turn {turn}");
    }
    browser.tap("#board", 0.8);
    assert_eq!(counter(browser).0, 1);
    browser.swipe("#board", 0.7, 0.3);
    assert_eq!(counter(browser).0, 2);
    browser.tap("#board", 0.2);
    assert_eq!(counter(browser).0, 1);

    browser.run("document.querySelector('#speed').value = '2'");
    browser.press(" ");
    browser.wait("return state.turn > 2");
    browser.press(" ");
    let paused = counter(browser);
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(counter(browser), paused);

    // Late enough that all players have moved, opening included.
    let middle = length * 2 / 3;
    browser.run(&format!("stop(); go({middle})"));
    assert_eq!(counter(browser).0, middle);
    assert!(browser.text("#turns").contains(HOSTILE), "{game}");
    assert!(!browser.title().contains("broken"));
    fits(browser, width);
    let name = format!("{game}-{width}-{theme}");
    browser.shoot(&shots().join(format!("{name}.png")));

    let english = browser.text("#keys");
    browser.click("#language");
    assert_ne!(browser.text("#keys"), english);
    assert_eq!(browser.run("return document.documentElement.lang"), "zh-CN");
    fits(browser, width);
    browser.press(END);
    assert!(browser.run("return document.querySelector('#banner').className === 'over'") == true);
    browser.shoot(&shots().join(format!("{name}-zh-end.png")));
    browser.click("#language");
    assert_eq!(browser.text("#keys"), english);

    browser.press(PAGE_DOWN);
    assert_eq!(counter(browser).0, 0);
    let chosen =
        "return [...document.querySelectorAll('#list button')].map(b => b.ariaCurrent).join()";
    assert_eq!(browser.run(chosen), "false,true,false,false");
    browser.click("#list li:last-child button");
    assert_eq!(browser.run(chosen), "false,false,false,true");
    browser.click("#theme");
    assert_ne!(
        browser.run("return document.documentElement.dataset.theme"),
        theme
    );
    assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
}

#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn replays_of_all_games() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    for (game, players, more) in [
        ("nogo", ["nogo-greedy", "nogo-random"], [].as_slice()),
        ("snake", ["snake-open-area", "snake-random"], &[]),
        (
            "tetris2",
            ["tetris2-dellacherie", "tetris2-dellacherie"],
            &[],
        ),
        (
            "snakego",
            ["snakego-greedy", "snakego-greedy"],
            &["--max-round", "60"],
        ),
    ] {
        let page = page(folder.path(), game, players, more);
        for width in [375, 1280] {
            for dark in [false, true] {
                drive(&browser, &page, game, width, dark);
            }
        }
    }
}

/// A running `arena play`, ended with Ctrl-C.
struct Played(std::process::Child);

impl Played {
    /// Starts a game and returns the address of its page.
    fn start(arguments: &[&str]) -> (Played, String) {
        let mut child = Command::new(ARENA)
            .arg("play")
            .args(arguments)
            .args(["--nodes", "100"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = child.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        (Played(child), line.trim().to_owned())
    }

    fn end(mut self) {
        kill_process(Pid::from_child(&self.0), Signal::INT).unwrap();
        assert!(self.0.wait().unwrap().success());
    }
}

/// Waits until the person is asked; false if the game is over.
fn asked(browser: &Browser) -> bool {
    browser.wait("return !current().live || asked() !== null && asked() !== false");
    browser.run("return !!current().live") == true
}

/// A whole game with the page's own means, then its replay in the same page.
#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn games_against_bots() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let arrows = ["\u{e013}", RIGHT, LEFT, "\u{e015}"];
    for (game, bot, more, width, dark) in [
        (
            "nogo",
            "nogo-random",
            ["--seat", "1"].as_slice(),
            375,
            false,
        ),
        ("snake", "snake-random", &["--seed", "4"], 375, true),
        (
            "tetris2",
            "tetris2-dellacherie",
            &["--seat", "1"],
            1280,
            false,
        ),
        (
            "snakego",
            "snakego-greedy",
            &["--max-round", "12"],
            1280,
            true,
        ),
    ] {
        let (played, url) = Played::start(&[[game, bot].as_slice(), more].concat());
        browser.emulate(width, 812, dark);
        browser.open(&url);
        let mut turn = 0;
        while asked(&browser) {
            if turn == 3 {
                fits(&browser, width);
                browser.shoot(&shots().join(format!("play-{game}.png")));
            }
            let before = browser.run("return live.version");
            match game {
                "nogo" => browser.click("#board [data-move]"),
                "tetris2" if turn % 2 == 0 => {
                    browser.press(&arrows[1].repeat(turn % 7));
                    browser.press(arrows[0]);
                    browser.press(arrows[3]);
                    browser.click("#drop");
                }
                "tetris2" => {
                    browser.click("#move .plain:nth-child(2)");
                    browser.click("#move .plain:nth-child(3)");
                    browser.click("#move .plain:last-child");
                    browser.press(" ");
                }
                _ => {
                    // SnakeGo goes down stairs; by key and by button in turn.
                    let way = browser.run("return (live.ask.safe ?? [['right', 'down'][live.version % 2]])[0] ?? 'up'");
                    let way = ["up", "right", "left", "down"]
                        .iter()
                        .position(|word| way == *word)
                        .unwrap();
                    if turn % 2 == 0 {
                        browser.press(arrows[way]);
                    } else {
                        browser.click(&format!(
                            "#move [aria-label='{}']",
                            ["↑", "→", "←", "↓"][way]
                        ));
                    }
                }
            }
            browser.wait(&format!("return live.version !== {before}"));
            turn += 1;
            assert!(turn < 300, "{game}: no end");
        }
        assert!(turn > 0, "{game}");
        assert!(
            browser.text("#banner").contains("wins") || browser.text("#banner").contains("Drawn")
        );
        let length = counter(&browser).1;
        browser.press(HOME);
        assert_eq!(counter(&browser), (0, length));
        let first = board(&browser);
        browser.press(RIGHT);
        assert_eq!(counter(&browser), (1, length));
        assert_ne!(board(&browser), first);
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
        played.end();
    }
}
