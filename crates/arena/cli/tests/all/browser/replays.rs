//! The page of `arena replay`: every way through it.

use std::path::Path;

use crate::common::expected;
use serde_json::{Value, json};

use super::driver::Browser;
use super::{
    ARENA, END, HOME, LEFT, PAGE_DOWN, PAGE_UP, RIGHT, board, checks, counter, played, shots, told,
};

/// Output that a bot may write and a page must survive.
const HOSTILE: &str = "</script><script>document.title='broken'</script><!--\nbest 4,4 value +0.132 depth 7\nnodes 51234 好";
/// Names as commands give them.
const LONG: [&str; 2] = [
    "python3 /home/somebody/contest/version-1/bot.py --depth 3 --book /home/somebody/books/openings.bin",
    "python3 /home/somebody/contest/version-2/bot.py --depth 3 --book /home/somebody/books/openings.bin",
];

/// The game that is open, as the list and the picker say it.
const CHOSEN: &str = "return [...document.querySelectorAll('#list button')].findIndex(b => b.ariaCurrent === 'true') + ' ' + document.querySelector('#pick').value";

/// Changes the log so that there is something to see: words of the bots, long names, a turn that was late in game 2.
fn edit(line: &mut Value) {
    for reply in line["replies"].as_array_mut().into_iter().flatten() {
        reply["debug"] = json!(HOSTILE);
    }
    if line["format"] == "arena-games" && line["game"] == "nogo" {
        line["players"] = json!(LONG);
    }
    if line["id"] == 2 {
        line["replies"][3]["verdict"] = json!("TLE");
        line["replies"][3]["ms"] = json!(130_000.0);
    }
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
    let name = format!("{game}-{width}-{theme}");
    let phone = width < 500;
    checks::page(browser, &name, phone);
    checks::room(browser, &name, phone);
    if dark {
        checks::symbols(browser, &name);
    }
    // Of all games only the one that is shown has been decoded.
    let decoded =
        "return data.games.filter((game) => game.frames).length + ' of ' + data.games.length";
    assert_eq!(browser.run(decoded), "1 of 4", "{game}");
    let length = counter(browser).1;
    assert!(length >= 4 && counter(browser).0 == 0);
    if game == "nogo" {
        // Short names that differ; the whole commands are in the tooltips.
        let names = "return [...document.querySelectorAll('#versus .name')].map((e) => e.textContent + '|' + e.title).join('\\n')";
        let [first, second] = LONG;
        let want = format!("version-1/bot.py|{first}\nversion-2/bot.py|{second}");
        assert_eq!(browser.run(names), want);
    }

    steps(browser, game, length);
    chart(browser, length);
    told::values(browser);
    told::losses(browser, game);
    own_limits(browser);
    told::own_conditions(browser);
    told::lost_answers(browser);
    told::longest(browser);
    // Late enough that all players have moved, opening included.
    let middle = length * 2 / 3;
    browser.run(&format!("stop(); go({middle})"));
    assert_eq!(counter(browser).0, middle);
    assert!(browser.text("#side").contains(HOSTILE), "{game}");
    assert!(!browser.title().contains("broken"));
    told::words(browser, game);
    checks::page(browser, &name, phone);
    browser.shoot(&shots().join(format!("{name}.png")));

    browser.click("#language");
    assert_eq!(browser.run("return document.documentElement.lang"), "zh-CN");
    checks::chinese(browser, &name);
    browser.press(END);
    assert!(browser.run("return document.querySelector('#banner').className === 'over'") == true);
    // So is why it has ended, and what the score counts.
    let banner = browser.text("#banner");
    assert!(banner.contains(" · "), "{name}: {banner}");
    let small = browser.text("#versus small");
    let (what, why) = small.split_once(": ").unwrap_or((&small, ""));
    assert!(["裁判给分", "得分"].contains(&what), "{small}");
    assert_eq!(why, "", "{small}");
    if game == "tetris2" {
        let why = browser.run("const { scores } = current(); current().scores = [2.05, 0]; show(); const { textContent } = document.querySelector('#versus small'); current().scores = scores; show(); return textContent");
        assert!(why.as_str().unwrap().contains("0.01"), "{why}");
    }
    // Names have their room beside the score.
    let least = browser.run("return Math.min(...[...document.querySelectorAll('#versus .name')].map((e) => Math.min(e.clientWidth - 90, e.clientWidth - e.scrollWidth + 60)))");
    assert!(least.as_i64().unwrap() >= 0, "{name}: {least}");
    checks::page(browser, &name, phone);
    browser.shoot(&shots().join(format!("{name}-zh-end.png")));
    browser.click("#language");
    match_limits(browser);

    games(browser, phone);
    filter(browser, phone);
    links(browser, page);
    // The keys are told where there are keys.
    let keys = browser.run("return document.querySelector('#keys').checkVisibility()");
    assert_eq!(keys, !phone);
    browser.click("#theme");
    assert_ne!(
        browser.run("return document.documentElement.dataset.theme"),
        theme
    );
    assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
}

/// Keys, buttons, touch, the clock.
fn steps(browser: &Browser, game: &str, length: usize) {
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
    // A move of the list.
    browser.click("#moves [data-turn='3']");
    assert_eq!(counter(browser).0, 3);
    let now = "return document.querySelector('#moves [aria-current]').dataset.turn";
    assert_eq!(browser.run(now), "3");

    browser
        .run("document.activeElement.blur(); document.querySelector('#speed').value = '2'; go(1)");
    browser.press(" ");
    browser.wait("return state.turn > 2");
    browser.press(" ");
    let paused = counter(browser);
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert_eq!(counter(browser), paused);
}

/// Times with an axis and a limit, values where there are some; it goes to the turn below the finger.
fn chart(browser: &Browser, length: usize) {
    let words = browser.text("#plot");
    assert!(words.contains("limit 60.0 s (off the chart)"), "{words}");
    browser.run("go(0)");
    browser.tap("#plot", 0.98);
    assert_eq!(counter(browser).0, length);
    let curves = "return document.querySelectorAll('#plot .curve').length";
    assert_eq!(browser.run(curves), 0);
    browser.run("data.games[0].turns.forEach((turn, i) => turn.forEach((done) => { done.value = Math.sin(i / 7 + done.s * Math.PI) })); chart()");
    assert_eq!(browser.run(curves), 2);
    assert!(browser.text("#plot").contains("A wins"));
    // A mark for each player, where a proven value comes first.
    browser.run("data.games[0].turns.slice(-6).forEach((turn) => turn.forEach((done) => { done.p = 1 })); chart()");
    let marks = "return document.querySelectorAll('#plot .proven').length";
    assert_eq!(browser.run(marks), 2);
    // The late turn is within the axis, and so is the limit.
    browser.run("open(2)");
    let late = "return [document.querySelectorAll('#plot .late').length, document.querySelectorAll('#plot .limit').length]";
    assert_eq!(browser.run(late), json!([1, 1]));
    browser.run("open(0)");
    // Limits of their own are drawn in the colors of their players.
    browser.run(
        "window.limits = data.limits; const most = Math.max(...current().turns.flat().map((done) => done.t || 0));
         data.limits = [[2 * most, 2 * most], [3 * most, 3 * most]]; chart()",
    );
    let own = "return [0, 1].map((side) => document.querySelectorAll(`#plot path.limit${side}`).length + document.querySelector(`#plot text.limit${side}`).textContent.slice(0, 11)).join()";
    assert_eq!(browser.run(own), "1limit of A ,1limit of B ");
    browser.run("data.limits[1] = limits[1]; chart()");
    assert_eq!(browser.run(own), "1limit of A ,0limit of B ");
    assert!(
        browser
            .text("#plot")
            .contains("limit of B 60.0 s (off the chart)")
    );
}

/// Two limits, near each other.
fn own_limits(browser: &Browser) {
    browser.run(
        "const most = Math.max(...current().turns.flat().map((done) => done.t || 0));
         data.limits = [[1.3 * most, 1.3 * most], [1.4 * most, 1.4 * most]]; chart()",
    );
    // No word for a limit stands on a bar.
    let covered = browser.run(
        "const boxes = (what) => [...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect());
         return boxes('#plot .limit-word').filter((p) => boxes('#plot rect:not(#now, #plot clipPath rect)').some((q) =>
           p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom)).length",
    );
    assert_eq!(covered, 0);
}

/// The chart of the match's limit again.
fn match_limits(browser: &Browser) {
    browser.run("data.limits = window.limits; chart()");
}

/// From game to game: by keys, and by the list or the picker.
fn games(browser: &Browser, phone: bool) {
    browser.press(PAGE_DOWN);
    assert_eq!(counter(browser).0, 0);
    assert_eq!(browser.run(CHOSEN), "1 1");
    browser.press(PAGE_UP);
    assert_eq!(browser.run(CHOSEN), "0 0");
    let list = browser.run("return document.querySelector('#list').checkVisibility()");
    assert_eq!(list, !phone);
    if phone {
        browser.click("#following");
        assert_eq!(browser.run(CHOSEN), "1 1");
        browser.click("#previous");
        assert_eq!(browser.run(CHOSEN), "0 0");
        browser.run("const pick = document.querySelector('#pick'); pick.value = '3'; pick.dispatchEvent(new Event('change'))");
        // The picker is above the board.
        assert!(browser.run("return pick.getBoundingClientRect().bottom < document.querySelector('#board').getBoundingClientRect().top").as_bool().unwrap());
    } else {
        browser.click("#list li:last-child button");
    }
    assert_eq!(browser.run(CHOSEN), "3 3");
}

/// Kinds of games, one player's or the other's, and the search.
fn filter(browser: &Browser, phone: bool) {
    if phone {
        browser.click("#filter summary");
    }
    let shown = "return document.querySelectorAll('#pick option').length + ' ' + document.querySelector('#games-title').textContent";
    browser.click("[data-kind='late']");
    // The open game is not among those, but stays in the picker.
    assert_eq!(browser.run(shown), "2 1 of 4 games");
    browser.press(PAGE_UP);
    assert_eq!(browser.run("return current().id"), 2);
    browser.click("[data-kind='bad']");
    assert_eq!(browser.run("return found.list.join()"), "2");
    browser.click("[data-kind='all']");
    let won = "return [found.counts.won, found.counts.lost, found.counts.drawn].join()";
    let of_a = browser.run(won);
    browser.run("const whose = document.querySelector('#whose'); whose.value = '1'; whose.dispatchEvent(new Event('change'))");
    let of_b = browser.run(won);
    let turned: Vec<&str> = of_b.as_str().unwrap().split(',').collect();
    assert_eq!(of_a, [turned[1], turned[0], turned[2]].join(","));
    browser.press("/");
    browser.press("#3");
    browser.wait("return found.list.join() === '3'");
    browser.run("const search = document.querySelector('#search'); search.value = 'nothing like it'; search.dispatchEvent(new Event('input'))");
    browser.wait(
        "return found.list.length === 0 && document.querySelector('#list .nothing') !== null",
    );
    browser.press("\u{e00c}");
    browser.wait("return found.list.length === 4");
}

/// The address says what is shown, and what it says is shown.
fn links(browser: &Browser, page: &Path) {
    browser.run("open(1); go(2)");
    browser.wait("return location.hash === '#game=1&turn=2'");
    browser.run("location.hash = '#game=3&turn=4'");
    browser.wait("return current().id === 3 && state.turn === 4");
    browser.open("about:blank");
    browser.open(&format!("file://{}#game=2&turn=3", page.display()));
    assert_eq!(
        browser.run("return [current().id, state.turn]"),
        json!([2, 3])
    );
    // Beyond the end is the end; a game that is not there changes nothing.
    browser.run("location.hash = '#game=2&turn=99999'");
    browser.wait("return state.turn === length() && location.hash === linkHere()");
    browser.run("location.hash = '#game=77&turn=1'");
    browser.wait("return location.hash === '#game=77&turn=1'");
    assert_eq!(browser.run("return current().id"), 2);
}

/// Plays a game between two bots and drives its page, at both widths and in both themes.
fn replays(game: &str, players: [&str; 2], more: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let page = played(folder.path(), game, players, more, edit);
    for (width, dark) in [(375, true), (1280, false)] {
        drive(&browser, &page, game, width, dark);
    }
    if game == "nogo" {
        drive(&browser, &page, game, 375, false);
        drive(&browser, &page, game, 1280, true);
    }
}

/// The replays of every other game, from this place in the table on.
fn every_other(from: usize) {
    for game in gameplay::games::standard().iter().skip(from).step_by(2) {
        let wanted = expected(game.name);
        let words = wanted["replay"].as_array().unwrap().iter();
        let words: Vec<&str> = words.filter_map(Value::as_str).collect();
        replays(game.name, [words[0], words[1]], &words[2..]);
    }
}

// Two tests, because two run side by side.
#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn the_first_game_of_each_pair_in_the_table() {
    every_other(0);
}

#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn the_second_game_of_each_pair_in_the_table() {
    every_other(1);
}

/// The arena's own referee of NoGo as a judge, whose game it does not know.
#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn a_game_that_only_its_judge_knows() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let judge = format!("{ARENA} judge nogo");
    let bot = format!(
        "cmd:env SESSION_BOT_GAME=nogo {} --seed {{seed}} --nodes 1",
        env!("CARGO_BIN_EXE_session-bot")
    );
    let page = played(
        folder.path(),
        "unknown",
        [&bot, &bot],
        &["--judge-cmd", &judge],
        |_| {},
    );
    for (width, dark) in [(375, true), (1280, false)] {
        browser.emulate(width, 812, dark);
        browser.open("about:blank");
        browser.open(&format!("file://{}#game=1&turn=5", page.display()));
        let shown = browser.text("#board");
        assert!(
            shown.contains("\"color\"") && shown.contains("\"x\""),
            "{shown}"
        );
        assert!(browser.text("#moves").contains("x:"));
        checks::page(&browser, "a game of a judge", width < 500);
        browser.shoot(&shots().join(format!("judge-{width}.png")));
        browser.click("#language");
        checks::chinese(&browser, "a game of a judge");
        browser.press(RIGHT);
        assert_ne!(browser.text("#board"), shown);
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
