//! The page of `arena play`: whole games with its own means, and what a person can do besides moving.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::common::{expected, read_games};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::driver::Browser;
use super::{ARENA, DOWN, ENTER, HOME, LEFT, RIGHT, UP, board, checks, counter, shots};

/// The actions that are disabled now.
const DISABLED: &str = "return [...document.querySelectorAll('#actions :is(:disabled, [aria-disabled=true])')].map((e) => e.dataset.act).join()";

/// A running `arena play`, ended with Ctrl-C.
struct Played(Child);

impl Played {
    /// Starts it and returns the address of its page.
    fn start(arguments: &[&str]) -> (Played, String) {
        let mut child = Command::new(ARENA)
            .arg("play")
            .args(arguments)
            .args(["--nodes", "100", "--no-open"])
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

/// Makes a move by keys or by fingers, in turn where there are both.
fn make_move(browser: &Browser, game: &str, turn: usize) {
    let arrows = [UP, RIGHT, LEFT, DOWN];
    match game {
        "nogo" | "amazons" | "ataxx" if turn % 2 == 1 => {
            // The mark goes somewhere, and is seen there; an amazon needs three places, a piece of Ataxx two.
            browser.press(arrows[turn % 4]);
            browser.press(arrows[turn / 2 % 4]);
            let places = match game {
                "amazons" => 3,
                "ataxx" => 2,
                _ => 1,
            };
            for _ in 0..places {
                let marked = browser.run(
                    "const at = document.activeElement; return at.matches('.choice, [data-cell]') && at.matches(':focus-visible') && getComputedStyle(at).strokeWidth !== '0px' && getComputedStyle(at).opacity > 0.7",
                );
                assert_eq!(marked, true, "{game}: where is the mark?");
                browser.press(ENTER);
            }
        }
        "amazons" => {
            for choice in ["[data-cell].ring", "[data-cell].seen", "[data-move]"] {
                browser.run(&format!(
                    "document.querySelector('#board {choice}').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
                ));
            }
        }
        "ataxx" => {
            for choice in ["[data-cell].ring", "[data-move]"] {
                browser.run(&format!(
                    "document.querySelector('#board {choice}').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
                ));
            }
        }
        "tetris2" if turn.is_multiple_of(2) => {
            browser.press(&RIGHT.repeat(turn % 7));
            browser.press(UP);
            browser.press(DOWN);
            browser.click("#drop");
        }
        "tetris2" => {
            browser.click("#move .plain:nth-child(2)");
            browser.click("#move .plain:nth-child(3)");
            browser.click("#move .plain:last-child");
            browser.run("document.activeElement.blur()");
            browser.press(" ");
        }
        "snake" | "snakego" => {
            // SnakeGo goes down stairs; by key and by button in turn.
            let way = browser
                .run("return (live.ask.safe ?? [['right', 'down'][live.version % 2]])[0] ?? 'up'");
            let way = ["up", "right", "left", "down"]
                .iter()
                .position(|word| way == *word)
                .unwrap();
            if turn.is_multiple_of(2) {
                browser.press(arrows[way]);
            } else {
                let label = ["up", "right", "left", "down"][way];
                browser.click(&format!("#move [aria-label='{label}']"));
            }
        }
        _ => browser.click("#board [data-move], #move .plain"),
    }
}

/// The buttons of directions are a cross.
fn cross(browser: &Browser) {
    let cross = browser.run(
        "const [up, right, down, left] = ['up', 'right', 'down', 'left'].map((way) => document.querySelector(`#move [data-way=${way}]`)?.getBoundingClientRect());
         return [!up || !left || up.bottom <= left.top && left.right <= up.left, !up || !right || up.right <= right.left,
           !down || !left || down.top >= left.bottom && left.right <= down.left, !left || !right || left.top === right.top,
           !up || !down || up.left === down.left, [up, right, down, left].filter(Boolean).length > 1]",
    );
    assert_eq!(cross, json!([true, true, true, true, true, true]));
}

/// Plays to the end of the game that is open.
fn play_out(browser: &Browser, game: &str, picture: Option<&str>, phone: bool) {
    let mut turn = 0;
    while asked(browser) {
        if let Some(name) = picture.filter(|_| turn == 3) {
            checks::page(browser, &format!("play {game}"), phone);
            if game.starts_with("snake") {
                cross(browser);
            }
            browser.shoot(&shots().join(format!("play-{name}.png")));
            browser.click("#language");
            checks::chinese(browser, &format!("play {game}"));
            browser.click("#language");
        }
        let banner = browser.run(
            "const b = document.querySelector('#banner'); return b.className + ' ' + b.textContent",
        );
        assert!(
            banner.as_str().unwrap().starts_with("yours Your move"),
            "{banner}"
        );
        assert!(browser.title().starts_with('●'), "{}", browser.title());
        let before = browser.run("return live.version");
        make_move(browser, game, turn);
        browser.wait(&format!("return live.version !== {before}"));
        turn += 1;
        assert!(turn < 300, "{game}: no end");
    }
    assert!(turn > 0, "{game}");
    let banner = browser.text("#banner");
    assert!(
        banner.contains("win") || banner.contains("Drawn"),
        "{banner}"
    );
}

/// A whole game with the page's own means, then its replay in the same page.
#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn games_against_bots() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    for (index, game) in gameplay::games::standard().iter().enumerate() {
        let (game, mut wanted) = (game.name, expected(game.name));
        // The two halves of a match are played below.
        let Some(words) = wanted["play"].as_array_mut() else {
            continue;
        };
        words.insert(0, json!(game));
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        let (played, url) = Played::start(&words);
        let (width, dark) = ([375, 1280][index % 2], index / 2 % 2 == 0);
        browser.emulate(width, 812, dark);
        browser.open(&url);
        play_out(&browser, game, Some(game), width < 500);
        let length = counter(&browser).1;
        browser.run("document.activeElement.blur()");
        browser.press(HOME);
        assert_eq!(counter(&browser), (0, length));
        let first = board(&browser);
        browser.press(RIGHT);
        assert_eq!(counter(&browser), (1, length));
        assert_ne!(board(&browser), first);
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
        // A page that is left alone would complain that its server has gone.
        browser.open("about:blank");
        played.end();
    }
}

/// Both halves of a match as the site has it, and its winner.
#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn a_whole_match_of_two_halves() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let (played, url) = Played::start(&["snakego", "snakego-greedy", "--max-round", "12"]);
    browser.emulate(1280, 812, true);
    browser.open(&url);
    taken_back_in_a_half(&browser);
    play_out(&browser, "snakego", Some("snakego"), false);
    assert_eq!(browser.text("[data-act='new']"), "Second half");
    assert_eq!(browser.text("#result .total"), "0 : 0");
    browser.click("[data-act='new']");
    browser.wait("return data.games.length === 2");
    play_out(&browser, "snakego", None, false);
    let seats = browser.run("return data.games.map((game) => game.seats.join()).join(' ')");
    assert_eq!(seats, "0,1 1,0");
    let total = browser.text("#result .total");
    assert!(total == "1 : 0" || total == "0 : 1", "{total}");
    assert_eq!(browser.text("[data-act='new']"), "New match");
    browser.shoot(&shots().join("play-snakego-match.png"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
    played.end();
}

/// In a half, whose program runs through it: moves taken back, and the hints of the champion.
fn taken_back_in_a_half(browser: &Browser) {
    assert!(asked(browser));
    assert_eq!(browser.run(DISABLED), "undo,save");
    for (turns, key) in [(2, DOWN), (4, RIGHT), (6, DOWN)] {
        browser.press(key);
        browser.wait(&format!("return !!asked() && length() === {turns}"));
    }
    let position = board(browser);
    browser.press(RIGHT);
    browser.wait("return !!asked() && length() === 8");
    browser.click("[data-act='undo']");
    browser.wait("return !!asked() && length() === 6");
    assert_eq!(board(browser), position);
    browser.click("[data-act='hint']");
    browser.wait_long("return !!live.hint && !live.hint.busy");
    let hint = browser.text("#hint-text");
    let marked = browser.run(
        "return [...document.querySelectorAll('#move .hinted')].map((e) => e.dataset.says).join()",
    );
    let want = format!("snakego-lasso would play {}", marked.as_str().unwrap());
    assert_eq!(hint, want);
    checks::page(browser, "hint in a half", false);
    browser.shoot(&shots().join("play-snakego-hint.png"));
    for turns in [4, 2, 0] {
        browser.click("[data-act='undo']");
        browser.wait(&format!("return !!asked() && length() === {turns}"));
    }
    assert_eq!(browser.run(DISABLED), "undo,save");
}

/// A move taken back, a hint, other seats, another game, the log.
#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn what_a_person_can_do_besides_moving() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let (played, url) = Played::start(&["nogo", "nogo-random"]);
    browser.emulate(1280, 800, false);
    browser.open(&url);
    assert!(asked(&browser));
    assert_eq!(browser.run(DISABLED), "undo,save");
    for turns in [2, 4] {
        browser.click("#board [data-move]");
        browser.wait(&format!("return !!asked() && length() === {turns}"));
    }
    browser.click("[data-act='undo']");
    browser.wait("return !!asked() && length() === 2");
    // The champion may have to be built first.
    browser.click("[data-act='hint']");
    assert!(browser.text("#hint-text").contains("is looking"));
    browser.wait_long("return !!live.hint && !live.hint.busy");
    let hint = browser.text("#hint-text");
    assert!(hint.contains("nogo-prior would play "), "{hint}");
    let hinted = browser.run(
        "return [...document.querySelectorAll('.hinted')].map((e) => inWords(e.dataset.move)).join()",
    );
    assert!(
        hint.ends_with(&format!("would play {}", hinted.as_str().unwrap())),
        "{hint}"
    );
    checks::page(&browser, "hint", false);
    browser.shoot(&shots().join("play-hint.png"));

    // A game is given up by a second click only.
    browser.click("[data-act='swap']");
    assert_eq!(browser.text("[data-act='swap']"), "Give this game up?");
    browser.click("[data-act='swap']");
    browser.wait("return current().seats[1] === data.human && !!asked() && length() === 1");
    assert!(browser.text("#banner").contains("you play white"));
    while asked(&browser) {
        let before = browser.run("return live.version");
        browser.click("#board [data-move]");
        browser.wait(&format!("return live.version !== {before}"));
    }
    assert_eq!(browser.run(DISABLED), "hint");
    browser.run("fetch(document.querySelector('[data-act=save]').href).then((answer) => answer.text()).then((log) => { window.saved = log; })");
    browser.wait("return window.saved !== undefined");
    let saved = browser.run("return window.saved");
    let (header, games) = read_games(saved.as_str().unwrap().as_bytes());
    assert_eq!((header.game.as_deref(), games.len()), (Some("nogo"), 1));
    browser.click("[data-act='new']");
    browser.wait("return data.games.length === 2 && !!asked()");
    assert_eq!(
        browser.run("return [current().id, length()]"),
        json!([2, 1])
    );
    another_opponent(&browser);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    played.end();
    browser.wait("return document.querySelector('#banner').className === 'refused'");
    // Turning to the left is for the viewer again.
    browser.press(LEFT);
    assert_eq!(counter(&browser).0, 0);
}

/// Another opponent at another level, by a second click, for there are games that would be left.
fn another_opponent(browser: &Browser) {
    assert_eq!(
        browser.text("#opponent summary"),
        "Opponent: nogo-random · level 2 · 100 nodes a turn"
    );
    browser.click("#opponent summary");
    let all = browser.run(
        "return [...document.querySelectorAll('#opponent-name option')].map((e) => e.textContent)",
    );
    assert!(
        all.as_array().unwrap().contains(&json!("nogo-prior")),
        "{all}"
    );
    browser.run(
        "opponentName.value = data.offered.names.indexOf('nogo-greedy'); opponentLevel.value = 2",
    );
    for (width, dark) in [(375, true), (1280, false)] {
        browser.emulate(width, 812, dark);
        checks::page(browser, "opponent", width < 500);
        browser.shoot(&shots().join(format!("play-opponent-{width}.png")));
    }
    browser.click("#language");
    checks::chinese(browser, "opponent");
    browser.click("#language");
    browser.run(
        "opponentName.value = data.offered.names.indexOf('nogo-greedy'); opponentLevel.value = 2",
    );
    browser.click("[data-act='opponent']");
    assert_eq!(
        browser.text("[data-act='opponent']"),
        "Leave the games of this page?"
    );
    browser.click("[data-act='opponent']");
    browser.wait_long("return data.session === 1 && !!asked()");
    assert_eq!(
        browser.text("#opponent summary"),
        "Opponent: nogo-greedy · level 3 · 1000 nodes a turn"
    );
    let now =
        browser.run("return [data.games.length, data.players.includes('nogo-greedy'), length()]");
    assert_eq!(now, json!([1, true, 1]));
}

/// The option decides the language, not the browser, which is English here.
#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn the_page_speaks_the_language_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    for (arguments, language) in [
        (["--lang", "zh"].as_slice(), "zh-CN"),
        (&["--lang", "en"], "en"),
        (&[], "en"),
    ] {
        let (played, url) = Played::start(&[&["nogo", "nogo-random"], arguments].concat());
        browser.emulate(375, 812, true);
        browser.open(&url);
        assert!(asked(&browser));
        assert_eq!(
            browser.run("return document.documentElement.lang"),
            language
        );
        if language == "zh-CN" {
            checks::chinese(&browser, "play in Chinese");
            browser.shoot(&shots().join("play-nogo-zh.png"));
        }
        // The switch of the page is there all the same.
        browser.click("#language");
        assert_ne!(
            browser.run("return document.documentElement.lang"),
            language
        );
        browser.open("about:blank");
        played.end();
    }
}
