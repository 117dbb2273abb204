//! The two pictures of README.md: `scripts/test-replay --readme` writes them to `.github/pictures`.

use super::driver::Browser;
use super::{played, shots};
use crate::league_page::League;

/// README shows both side by side, so they are small.
const SCALE: f64 = 0.5;
const BYTES: u64 = 100_000;

fn picture(browser: &Browser, name: &str) {
    let path = shots().join(name);
    browser.shoot_window(&path, SCALE);
    let bytes = path.metadata().unwrap().len();
    assert!(bytes < BYTES, "{name} has {bytes} bytes");
}

#[test]
#[ignore = "needs Chromium: run scripts/test-replay"]
fn the_pictures_of_the_readme() {
    let folder = tempfile::tempdir().unwrap();
    let browser = Browser::start(folder.path());
    browser.emulate(1280, 800, false);
    let page = played(
        folder.path(),
        "nogo",
        ["nogo-prior", "nogo-switcher"],
        &[],
        |_| {},
    );
    browser.open(&format!("file://{}#game=1&turn=33", page.display()));
    picture(&browser, "replay.png");

    let out = folder.path().join("league.jsonl");
    let bots = "nogo-greedy nogo-the-shy nogo-switcher nogo-prior".split(' ');
    let mut arguments: Vec<&str> = bots.collect();
    arguments.extend(["--nodes", "100", "--games", "6", "--out"]);
    arguments.push(out.to_str().unwrap());
    let league = League::start(&arguments);
    browser.open(&league.1);
    browser.wait_long("return state.table?.games === 36");
    picture(&browser, "league.png");
    assert!(league.end());
}
