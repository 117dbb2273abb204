//! The parts of a replay beside the moves: turns that lost much, better moves, expected lines, numbers, the end, the
//! rules; and its exports: the link to a turn, one game as a log.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use super::driver::Browser;
use super::{ARENA, END, ENTER, checks, counter, played, shots};
use crate::common::read_games;

/// Game 0 with an analysis by which turn 5 lost 1.3 of value, and a line in every debug text.
fn analysed(line: &mut Value) {
    for reply in line["replies"].as_array_mut().into_iter().flatten() {
        reply["debug"] = json!("12 simulations, line 0,0 1,1 2,2, and no more");
    }
    if line["id"] == 0 {
        line["analysis"] = json!({"by": "nogo-random", "nodes": 7, "values": [
            {"turn_no": 5, "seat": 0, "value": 0.8, "best": "8,7"},
            {"turn_no": 6, "seat": 1, "value": 0.5, "best": "8,6"},
        ]});
    }
}

#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn what_stands_beside_the_moves() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    let players = ["nogo-greedy", "nogo-random"];
    let page = played(folder.path(), "beside", players, &[], analysed);
    for (width, dark) in [(1280, false), (375, true)] {
        browser.emulate(width, 812, dark);
        browser.open("about:blank");
        browser.open(&format!("file://{}#game=0&turn=5", page.display()));
        let phone = width < 500;
        losses(&browser);
        lines_and_numbers(&browser);
        checks::room(&browser, "beside", phone);
        rules(&browser);
        checks::page(&browser, "beside", phone);
        browser.shoot(&shots().join(format!("beside-{width}.png")));
        browser.click("#language");
        checks::chinese(&browser, "beside");
        browser.shoot(&shots().join(format!("beside-{width}-zh.png")));
        browser.click("#language");
        link(&browser);
        browser.press(END);
        let banner = browser.text("#banner");
        assert!(banner.ends_with(" has no legal move left"), "{banner}");
    }
    // The log of one game has all that the log has of it.
    browser.run("open(0)");
    let path = folder.path().join("one.jsonl");
    fs::write(&path, saved(&browser)).unwrap();
    let (header, games) = read_games(&fs::read(&path).unwrap());
    let (whole, all) = read_games(&fs::read(page.with_extension("jsonl")).unwrap());
    assert_eq!(header, whole);
    assert_eq!(games, all[..1]);
    let output = Command::new(ARENA).arg("replay").arg(&path).output();
    let said = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(said.contains("one.html: 1 game, "), "{said}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// A turn that lost much is marked in the list, in the curve and in the panel; the better move is on the board.
fn losses(browser: &Browser) {
    let marks = browser.run(
        "return [[...document.querySelectorAll('#moves .loss')].map((e) => e.textContent + e.parentElement.dataset.turn),
           [...document.querySelectorAll('#plot .blunder text')].map((e) => e.textContent),
           document.querySelector('.facts .loss').textContent,
           [...document.querySelectorAll('#board .better')].map((e) => [e.getAttribute('cx'), e.getAttribute('cy')])]",
    );
    let want = json!([
        ["??5"],
        ["??"],
        "??lost 1.30, better: row 8, column 7",
        [["70", "80"]]
    ]);
    assert_eq!(marks, want);
    assert!(browser.text("#legend").contains("what was better"));
    browser.run("go(6)");
    let better = "return document.querySelectorAll('#board .better').length";
    assert_eq!(browser.run(better), 0);
    browser.run("go(5)");
    let thresholds =
        browser.run("return [0.05, 0.1, 0.25, 0.3].map((l) => lossMark({ l })).join()");
    assert_eq!(thresholds, ",?!,?,??");
}

/// Behind the move that was played the expected ones; of the stones the numbers, by keyboard.
fn lines_and_numbers(browser: &Browser) {
    let line = "return [...document.querySelectorAll('#board .line text')].map((e) => e.textContent).join()";
    assert_eq!(browser.run(line), "2,3");
    assert!(
        browser
            .text("#legend")
            .contains("what the bot expects next")
    );
    browser.click("[data-extra='line']");
    assert_eq!(browser.run(line), "");
    browser.click("[data-extra='line']");
    let numbers = "return [...document.querySelectorAll('#board .stone-number')].map((e) => Number(e.textContent)).sort().join()";
    assert_eq!(browser.run(numbers), "");
    browser.run("document.querySelector('[data-extra=numbers]').focus()");
    browser.press(ENTER);
    assert_eq!(browser.run(numbers), "1,2,3,4,5");
    let pressed = browser.run("return document.activeElement.ariaPressed");
    assert_eq!(pressed, "true");
    browser.press(ENTER);
    assert_eq!(browser.run(numbers), "");
    browser.run("document.activeElement.blur()");
}

/// The rules in the reader's language.
fn rules(browser: &Browser) {
    let shown = "return document.querySelector('#rules').checkVisibility()";
    assert_eq!(browser.run(shown), false);
    browser.click("[data-extra='rules']");
    assert_eq!(browser.run(shown), true);
    let nogo = gameplay::games::standard();
    assert_eq!(browser.text("#rules"), nogo.find("nogo").unwrap().rules);
    browser.click("#language");
    assert!(browser.text("#rules").contains("轮流"));
    browser.click("#language");
}

/// The link that is copied opens this turn; also where the browser gives no clipboard.
fn link(browser: &Browser) {
    browser.run("document.querySelector('[data-extra=rules]').click()");
    for clipboard in [
        "async (text) => { window.copied = text; }",
        "async () => { throw new Error('no permission'); }",
    ] {
        browser.run(&format!(
            "window.copied = null; Object.defineProperty(navigator, 'clipboard', {{ configurable: true, value: {{ writeText: {clipboard} }} }});
             document.execCommand = () => {{ window.copied = document.activeElement.value; return true; }}"
        ));
        browser.click("[data-extra='link']");
        browser.wait("return window.copied !== null && $('told').textContent === 'Link copied'");
        let same =
            browser.run("return window.copied === location.href.split('#')[0] + '#game=0&turn=5'");
        assert_eq!(same, true);
        browser.wait("return $('told').textContent === ''");
    }
    assert_eq!(counter(browser).0, 5);
}

/// The text that the button saves.
fn saved(browser: &Browser) -> String {
    browser.run("URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return 'data:,'; }");
    browser.click("[data-extra='save']");
    browser.wait("return window.saved !== undefined");
    browser
        .run("return window.saved")
        .as_str()
        .unwrap()
        .to_owned()
}
