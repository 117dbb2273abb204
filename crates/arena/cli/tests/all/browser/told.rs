//! The content of a replay: values, places, scores and snakes in words; for few games and imported ones, only the data
//! that they have.

use std::process::Command;

use crate::common::expected;
use serde_json::{Value, json};

use super::driver::Browser;
use super::{ARENA, RIGHT, checks, played, shots};
use crate::replay::{golden, imported};

/// The value in the panel has the sign of the curve, which is good for A where it is up.
pub fn values(browser: &Browser) {
    for side in [0, 1] {
        let shown = browser.run(&format!(
            "const turn = 1 + current().turns.findIndex((turn) => turn.some((done) => current().seats[done.s] === {side} && Math.abs(done.value) > 0.1));
             go(turn);
             const done = current().turns[turn - 1].find((done) => current().seats[done.s] === {side});
             const rows = [...document.querySelectorAll(`#turn${{done.s}} .facts div`)];
             const told = rows.find((row) => row.firstChild.textContent === 'value for A').lastChild.textContent;
             return [told, (({side} ? -1 : 1) * done.value).toFixed(2)]"
        ));
        let [told, want] = [0, 1].map(|i| shown[i].as_str().unwrap().to_owned());
        let told = told.replace('−', "-").replace('+', "");
        assert_eq!(told, want, "the value of {side}");
    }
    browser.run("go(0)");
}

/// An analysis in which every turn lost something is shown in the list, on the board and, as far as there is room, in the curve.
pub fn losses(browser: &Browser, game: &str) {
    let shown = browser.run(
        "const { turns } = current(), words = turns.flat().map((done) => done.m), count = words.length;
         turns.flat().forEach((done, i) => Object.assign(done, { l: 0.31 + i / 1000, b: words[count - 1 - i] ?? 'up' }));
         open(state.game);
         for (let turn = 0; turn <= length(); turn++) go(turn);
         const worst = turns.flat().at(-1).l.toFixed(2);
         const all = ['#moves .loss', '#plot .blunder'].map((what) => document.querySelectorAll(what).length);
         const marks = [...document.querySelectorAll('#plot .blunder text')].map((e) => e.getBoundingClientRect());
         const apart = marks.every((a, i) => marks.every((b, j) => i === j || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
         const told = [...document.querySelectorAll('.facts .loss')].some((e) => e.textContent.includes(worst));
         turns.flat().forEach((done) => { delete done.l; delete done.b; });
         open(state.game);
         return [all[0] === count, all[1] > 0 && all[1] <= count, apart, told]",
    );
    assert_eq!(shown, json!([true, true, true, true]), "{game}");
}

/// The limits of a player that has its own, beside those of the match.
pub fn own_conditions(browser: &Browser) {
    let told = browser.run(
        "const before = data.own; const of = (own) => { data.own = own; label(); return $('conditions').textContent; };
         const all = [of([{}, {}]), of([{}, { ms: 6000, nodes: 50, memory_mb: 512, mode: 'restart' }])];
         of(before);
         return all.map((words) => words.split(' · '))",
    );
    let mut with = told[1].as_array().unwrap().clone();
    let own = with.pop().unwrap();
    assert_eq!(own, "B: 6000 ms a turn, 50 nodes a turn, 512 MiB, restart");
    assert_eq!(json!(with), told[0]);
}

/// An answer that lost the game is not a good one, whatever the verdict on its program.
pub fn lost_answers(browser: &Browser) {
    let verdicts = browser.run(
        "const game = current(), at = game.turns.findIndex((turn) => turn[0]?.t !== undefined);
         const done = game.turns[at][0], before = done.x;
         const look = () => { go(at + 1); const e = document.querySelector(`#turn${done.s} .verdict`); return [e.classList.contains('bad'), e.lastChild.textContent]; };
         const good = look();
         done.x = 'it played 4,4';
         const bad = look();
         done.x = before;
         const kept = [game.err, game.winner];
         const last = game.turns.at(-1).at(-1);
         Object.assign(game, { err: 'INVALIDMOVE', winner: 1 - last.s });
         const ended = [isLost(game, last, length()), isLost(game, last, length() - 1)];
         [game.err, game.winner] = kept;
         go(0);
         return [good, bad, ended]",
    );
    let want = json!([
        [false, "OK"],
        [true, "OK, but lost the game"],
        [true, false]
    ]);
    assert_eq!(verdicts, want);
}

/// The longest tenth is a tenth, also where many are as long as its shortest.
pub fn longest(browser: &Browser) {
    let found = browser.run(
        "const before = data.games, of = (lengths) => { data.games = lengths.map((length) => ({ length })); return [...longest()]; };
         const all = [of([5, 9, 9, 9, 7, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 12]), of([3, 4, 4]), of([4, 4]), of([4])];
         data.games = before;
         return all",
    );
    assert_eq!(found, json!([[19, 1], [1], [], []]));
}

/// Places, scores and snakes have their words.
pub fn words(browser: &Browser, game: &str) {
    let cards = browser.run("return [0, 1].map((seat) => [...document.querySelectorAll(`#turn${seat} .facts div`)].map((row) => row.textContent).join(' | ')).join(' | ')");
    let cards = cards.as_str().unwrap();
    let heading = browser.text("#moves-title");
    let expected = expected(game);
    places(browser, game, &expected["points"]);
    moved(browser, game);
    if let Some(want) = expected["heading"].as_str() {
        assert_eq!(heading, want);
    }
    for part in expected["cards"].as_array().into_iter().flatten() {
        let found = browser.run(&format!("return new RegExp({part}).test({})", json!(cards)));
        assert_eq!(found, true, "{part} in {cards}");
    }
    if let Some(letter) = expected["coordinate"].as_str() {
        assert_eq!(browser.text("#board .coordinate"), letter);
    }
    if let form @ Value::String(_) = &expected["moves"] {
        let odd = browser.run(&format!("return [...document.querySelectorAll('#moves .move')].map((e) => e.firstChild.textContent).filter((move) => !new RegExp({form}).test(move))"));
        assert_eq!(odd, json!([]), "{game}");
    }
    match game {
        "gomoku" | "gomoku-swap" => {
            // Of a forced line the stones that do not lie yet, with their numbers.
            let line = browser.run(
                "const done = current().turns[state.turn - 1][0], before = done.d;
                 done.d = 'proven by fours, line h8 g7 i9, 12 nodes';
                 show();
                 const line = [...document.querySelectorAll('#board .line text')].map((e) => e.textContent);
                 done.d = before;
                 show();
                 return line",
            );
            assert_eq!(line, json!(["2", "3"]));
            // After a swap, too, the cards have the colors of the legend.
            let fills = |of: &str| {
                browser.run(&format!("return [...document.querySelectorAll('{of} circle')].slice(0, 2).map((e) => e.getAttribute('fill'))"))
            };
            assert_eq!(fills(".who"), fills("#legend"));
        }
        "snakego" => {
            let numbers = browser.run(
                "const sorted = (all) => all.sort().join();
                 const board = sorted([...document.querySelectorAll('#board .snake-number')].map((e) => e.textContent));
                 const cards = sorted([...document.querySelectorAll('.facts dt')].map((e) => /^snake (\\d+)$/.exec(e.textContent)?.[1]).filter(Boolean));
                 return [board, cards]",
            );
            assert!(!numbers[0].as_str().unwrap().is_empty());
            assert_eq!(numbers[0], numbers[1]);
        }
        _ => {}
    }
}

/// Checks the places on the board of moves as bots write them, and the arrows of the last move.
fn places(browser: &Browser, game: &str, expected: &Value) {
    let Some(word) = expected[0].as_str() else {
        return;
    };
    let found = browser.run(&format!(
        "return [drawing.points('{word}', frames()[state.turn], 0), drawing.points('<x>', frames()[state.turn], 0) || null, document.querySelectorAll('#board .arrow').length]"
    ));
    if expected[1].is_null() {
        let [from, to] = [0, 1].map(|i| found[0][i][0].as_i64().unwrap());
        assert_eq!(to - from, 10);
    } else {
        assert_eq!(found[0], expected[1], "{game}");
    }
    assert_eq!(
        (&found[1], &found[2]),
        (&Value::Null, &expected[2]),
        "{game}"
    );
}

/// A better move is drawn where it is no place, and a snake that steps can be followed.
fn moved(browser: &Browser, game: &str) {
    let (better, want) = match game {
        "tetris2" => (
            "5,3,1:T",
            json!([4, 0, "column 5, row 3, orientation 1, gives T"]),
        ),
        "snakego" => ("up", json!([0, 1, "↑"])),
        "snake" => ("up", json!([0, 1, "↑"])),
        _ => return,
    };
    let found = browser.run(&format!(
        "const turn = state.turn;
         go(1);
         go(2);
         const moves = () => document.querySelectorAll('#board.moves .goes').length;
         const done = current().turns[1][0], stepped = moves();
         Object.assign(done, {{ b: '{better}', l: 0.5 }});
         show();
         const count = (part) => document.querySelectorAll(`#board .better ${{part}}`).length;
         const words = document.querySelector('.facts .loss dd').textContent.replace(/.*better: \\d?/, '');
         const found = [count('rect'), count('.arrow'), words, stepped, moves()];
         delete done.b;
         delete done.l;
         go(turn);
         return found"
    ));
    let heads = match game {
        "snake" => 2,
        "snakego" => 1,
        _ => 0,
    };
    let parts = found.as_array().unwrap();
    assert_eq!(json!(parts[..3]), want, "{game}");
    assert_eq!(json!(parts[3..]), json!([heads, 0]), "{game}");
}

/// With two games there is no list: the board has its room, and the games are picked.
#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn a_page_of_two_games_has_no_list() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let page = played(
        folder.path(),
        "two",
        ["snake-open-area", "snake-random"],
        &[],
        |_| {},
    );
    let status = Command::new(ARENA)
        .arg("replay")
        .arg(page.with_extension("jsonl"))
        .args(["--game", "0", "1"])
        .status()
        .unwrap();
    assert!(status.success());
    for (width, dark) in [(375, false), (1280, true)] {
        browser.emulate(width, 800, dark);
        browser.open(&format!("file://{}", page.display()));
        checks::page(&browser, "two games", width < 500);
        checks::room(&browser, "two games", width < 500);
        let shown = browser.run("return ['#list', '#picker', '#filter'].map((part) => document.querySelector(part).checkVisibility())");
        assert_eq!(shown, json!([false, true, false]));
        let stage = browser.run(
            "return document.querySelector('#stage').getBoundingClientRect().width / innerWidth",
        );
        assert!(stage.as_f64().unwrap() > 0.5, "{stage}");
        browser.click("#following");
        assert_eq!(browser.run("return current().id"), 1);
        browser.shoot(&shots().join(format!("two-{width}.png")));
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// A match of the site: its players are the title, and what its log does not have is not drawn.
#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn an_imported_match() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let mut log = golden("nogo");
    log["players"] = json!([{"bot": {"name": "goose"}}, {"bot": {"name": "swan"}}]);
    imported(folder.path(), &log);
    let status = Command::new(ARENA)
        .arg("replay")
        .arg(folder.path().join("match.jsonl"))
        .status()
        .unwrap();
    assert!(status.success());
    let page = folder.path().join("match.html");
    for (width, dark) in [(375, false), (375, true), (1280, false), (1280, true)] {
        browser.emulate(width, 800, dark);
        browser.open(&format!("file://{}", page.display()));
        browser.press(&RIGHT.repeat(9));
        checks::page(&browser, "import", width < 500);
        checks::room(&browser, "import", width < 500);
        let names = browser.run("return short.join(' – ')");
        assert_eq!(browser.text("#title"), names.as_str().unwrap());
        let drawn = "return ['#chart', '#result'].map((part) => document.querySelector(part).checkVisibility())";
        assert_eq!(browser.run(drawn), json!([false, false]));
        assert!(!browser.text("#side").contains(" ms"));
        browser.shoot(&shots().join(format!("import-{width}-{dark}.png")));
        // Nor a limit, if it has times but none of those.
        browser.run("data.limits = [[null, null], [null, null]]; data.time_ms = null; current().turns.flat().forEach((done) => { done.t = 5; }); label()");
        assert!(browser.run("return document.querySelector('#chart').checkVisibility()") == true);
        let limits = browser
            .run("return document.querySelectorAll('#plot .limit, #plot .limit-word').length");
        assert_eq!(limits, 0);
        assert!(!browser.text("#conditions").contains("null"));
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
