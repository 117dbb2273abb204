//! The page of a league: while games run, when they have ended, by keyboard and by click, in both languages and themes.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::checks::fits;
use super::driver::Browser;
use super::{RIGHT, counter, shots};
use crate::league_page::{League, games, player};

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

/// Names of what can be used but has no name.
const NAMELESS: &str = "return [...document.querySelectorAll('a, button, progress, [role]')]
  .filter(e => e.offsetParent && !(e.getAttribute('aria-label') || e.textContent
    || document.getElementById(e.getAttribute('aria-labelledby'))?.textContent || '').trim())
  .filter(e => e.getAttribute('role') !== 'status').map(e => e.outerHTML)";

/// Texts whose contrast with what is behind them is below that of WCAG 2.2, level AA.
const PALE: &str = "
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const over = (color, below) => {
    canvas.globalCompositeOperation = 'source-over';
    canvas.fillStyle = `rgb(${below.join(' ')})`; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const behind = (e) => over(getComputedStyle(e).backgroundColor, e.parentElement ? behind(e.parentElement) : [255, 255, 255]);
  const light = (color) => color.map(c => c / 255).map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const found = [];
  for (const e of document.querySelectorAll('body *')) {
    if (!e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    const below = behind(e), style = getComputedStyle(e);
    const [a, b] = [light(over(e.closest('svg') ? style.fill : style.color, below)), light(below)];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) found.push(`${e.textContent.trim()}: ${ratio.toFixed(2)}`);
  }
  return found";

fn list(browser: &Browser, script: &str) -> Vec<String> {
    let found = browser.run(script);
    let found = found.as_array().unwrap().iter();
    found.map(Value::to_string).collect()
}

/// A player without games is not rated, and stands behind those that have played.
fn ranks(browser: &Browser) {
    let shown = browser.run(
        "const before = state.table, first = ranked()[0];
         state.table = structuredClone(before);
         state.table.rows[first].games = 0;
         for (const row of state.table.cross) row[first] = [0, 0];
         state.table.own[first] = { ms: 700 };
         label();
         const place = [...document.querySelectorAll('#standings tbody tr')].findIndex((row) => row.children[1].textContent === player(first));
         const row = document.querySelectorAll('#standings tbody tr')[place];
         const cells = [0, 1, 2, 3].map((cell) => row.children[cell].textContent);
         const played = state.table.rows.filter((row) => row.games).length;
         const lines = [document.querySelectorAll('#cross tbody tr').length, played];
         const own = $('conditions').textContent.split(' · ').at(-1);
         const want = `${player(first)}: ${tr('{0} ms a turn', 700)}`;
         state.table = before;
         label();
         return [cells[0], place >= played, cells[2], cells[3], lines[0] === lines[1], own === want]",
    );
    assert_eq!(shown, serde_json::json!(["–", true, "–", "–", true, true]));
}

/// Looks at the page at this width and theme, in both languages, and takes its pictures.
fn look(browser: &Browser, url: &str, name: &str) {
    for (width, dark) in [(375, false), (375, true), (1280, false), (1280, true)] {
        browser.emulate(width, if width < 500 { 812 } else { 800 }, dark);
        browser.open(url);
        browser.wait(
            "return state.table !== null && document.querySelectorAll('#cross button').length > 2",
        );
        browser.click("#cross button");
        browser.wait("return document.querySelectorAll('#games-list a').length > 0");
        let theme = if dark { "dark" } else { "light" };
        for language in ["en", "zh"] {
            if language == "zh" {
                browser.click("#language");
            }
            let lang = browser.run("return document.documentElement.lang");
            assert!(lang.as_str().unwrap().starts_with(language));
            fits(browser, name);
            let cut = "return [...document.querySelectorAll('.scroll')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.getAttribute('aria-labelledby'))";
            assert_eq!(
                list(browser, cut),
                Vec::<String>::new(),
                "cut at {width} px"
            );
            // Headings as in the replay.
            let sizes = "return [...new Set([...document.querySelectorAll('h2')].map((e) => getComputedStyle(e).fontSize))]";
            assert_eq!(list(browser, sizes), ["\"13px\""]);
            ranks(browser);
            assert_eq!(list(browser, NAMELESS), Vec::<String>::new());
            assert_eq!(
                list(browser, PALE),
                Vec::<String>::new(),
                "{theme}, {language}"
            );
            let file = format!("league-{name}-{width}-{theme}-{language}.png");
            browser.shoot(&shots().join(file));
        }
        let english = list(
            browser,
            "return [...document.querySelectorAll('h1, h2, th:not([scope=row]), p, #games-list .what')].map(e => e.textContent.trim())
               .filter(t => t !== 'bot' && /[a-z]{3}/.test(t) && !/[\\u4e00-\\u9fff]/.test(t))",
        );
        assert_eq!(english, Vec::<String>::new(), "not in Chinese");
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{name}");
    }
}

#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn a_league_while_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let out = folder.path().join("league.jsonl");
    let players = ["slow", "slower", "third", "last"].map(|name| player(name, 25));
    let options = games(&out);
    let mut arguments: Vec<&str> = players.iter().chain(&options).map(String::as_str).collect();
    arguments.extend(["--games", "6", "--jobs", "2", "--force"]);
    let league = League::start(&arguments);
    browser.emulate(1280, 800, false);
    browser.open(&league.1);
    browser.wait(
        "return state.table?.games > 0 && document.querySelectorAll('#running a').length > 0",
    );
    look(&browser, &league.1, "running");

    watch(&browser, folder.path());

    // Every game a click away from its replay, by keyboard.
    browser.open(&league.1);
    browser.wait("return document.querySelectorAll('#cross button').length > 2");
    browser.run("document.querySelector('#cross button').focus()");
    let focus = "return getComputedStyle(document.activeElement).outlineStyle";
    browser.press(ENTER);
    browser.wait("return document.querySelectorAll('#games-list a').length > 0 && document.activeElement.id === 'games-card'");
    browser.press(TAB);
    assert_eq!(
        browser.run("return document.activeElement.parentElement.parentElement.id"),
        "games-list"
    );
    assert_ne!(browser.run(focus), "none");
    browser.press(ENTER);
    browser.wait("return location.pathname === '/game' && document.readyState === 'complete'");
    assert_eq!(counter(&browser).0, 0);
    browser.press(RIGHT);
    assert_eq!(counter(&browser).0, 1);
    fits(&browser, "a game");
    assert!(league.end() || out.is_file());
}

/// A game is watched while it is played: the board moves by itself, and the replay comes with the end. The bots wait in
/// their fifth turns until the page was seen, however long that takes.
fn watch(browser: &Browser, folder: &Path) {
    let go = folder.join("go");
    let players = ["a", "b"].map(|name| {
        let waits = format!("{name} SESSION_BOT_WAIT={}", go.display());
        player(&waits, 25)
    });
    let options = games(&folder.join("watched.jsonl"));
    let mut arguments: Vec<&str> = players.iter().chain(&options).map(String::as_str).collect();
    arguments.extend(["--games", "2", "--jobs", "1", "--time-ms", "600000"]);
    let league = League::start(&arguments);
    browser.open(&league.1);
    browser.wait("return document.querySelectorAll('#running a').length > 0");
    assert_eq!(browser.text("#running-title"), "Live games");
    browser.click("#running a");
    browser.wait("return location.pathname === '/game' && document.readyState === 'complete'");
    browser.wait("return current().live && length() === 8 && state.turn === length()");
    fs::write(&go, "").unwrap();
    browser.wait("return length() > 11 && state.turn === length()");
    browser.shoot(&shots().join("league-watch.png"));
    browser.wait("return !current().live");
    assert!(
        browser.text("#banner").contains("wins"),
        "{}",
        browser.text("#banner")
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// A league of bots with short names, as long as one that played for a night: what is on the file's lines does not matter
/// to the table.
fn written(path: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("short.jsonl");
    let players = ["a", "b"].map(|name| player(name, 0));
    let options = games(&log);
    let mut arguments: Vec<&str> = players.iter().chain(&options).map(String::as_str).collect();
    arguments.extend(["--games", "2"]);
    let league = League::start(&arguments);
    let lines = || fs::read_to_string(&log).unwrap_or_default();
    while lines().lines().count() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    league.end();
    let text = lines();
    let mut lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut header = lines.next().unwrap();
    let names = [
        "nogo-greedy",
        "nogo-prior",
        "nogo-random",
        "nogo-rave",
        "nogo-switcher",
        "nogo-the-shy",
    ];
    let strength: [u64; 6] = [2, 9, 0, 8, 6, 5];
    for key in ["identities", "specs"] {
        header.as_object_mut().unwrap().remove(key);
    }
    header["players"] = serde_json::json!(names);
    header["games"] = serde_json::json!(20);
    let games: Vec<Value> = lines.collect();
    let mut all = format!("{header}\n");
    for id in 0..20_u64 {
        for a in 0..names.len() {
            for b in a + 1..names.len() {
                let mut game = games
                    .iter()
                    .find(|game| game["id"] == id % 2)
                    .unwrap()
                    .clone();
                // The better one wins but for some games that the numbers pick.
                let luck = (id * 7 + a as u64 * 3 + b as u64 * 5) % 10;
                let better = if strength[a] > strength[b] { 0 } else { 1 };
                let gap = strength[a].abs_diff(strength[b]);
                let winner = if luck < 5 + gap / 2 {
                    better
                } else {
                    1 - better
                };
                let seats = if id % 2 == 0 { [0, 1] } else { [1, 0] };
                let seat = seats.iter().position(|&player| player == winner).unwrap();
                for (key, value) in [
                    ("a", a as u64),
                    ("b", b as u64),
                    ("id", id),
                    ("pair", id / 2),
                ] {
                    game[key] = serde_json::json!(value);
                }
                game["seats"] = serde_json::json!(seats);
                game["result"]["winner"] = serde_json::json!(seat);
                all.push_str(&format!("{game}\n"));
            }
        }
    }
    fs::write(path, all).unwrap();
}

#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn a_league_that_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let path = folder.path().join("league.jsonl");
    written(&path);
    let league = League::start(&["--out", path.to_str().unwrap()]);
    look(&browser, &league.1, "ended");
    let live = browser.run("return document.querySelector('#running-title').checkVisibility()");
    assert_eq!(live, false, "no game is live");
    let first = browser.text("#standings tbody tr .name");
    assert_eq!(first, "nogo-prior");
    // Without the arena what was shown stays.
    assert!(league.end());
    browser.wait("return document.querySelector('#trouble').textContent !== ''");
    assert_eq!(browser.text("#standings tbody tr .name"), first);
}
